"""The flat text of a document, as a pipeline that knows nothing of tags reads it.

pdfium gives the text of each page in the order of its content stream. Tags, their order and
alternative texts are not looked at: that is what the chunked baseline and the long context see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2

from dtaa_lint.answerability.answering.counting import windows

WINDOW = 600
"""Words of a chunk (paper, section 4.2)."""

_SPLIT = re.compile("[\x02\ufffe\u00ad]\\s*")
"""What pdfium puts where a line end parts a word."""
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A window over the flat text."""

    text: str
    """Words with one space between them."""
    page: int
    """0-based page of the first word."""
    start: int
    """The number of its first word in the document."""


class FlatText:
    """The text of every page, without structure."""

    def __init__(self, pages: Sequence[str]) -> None:
        self.pages = tuple(pages)

    def words(self) -> tuple[list[str], list[int]]:
        """Every word of the document, and the 0-based page of each."""
        words: list[str] = []
        at: list[int] = []
        for page, text in enumerate(self.pages):
            found = text.split()
            words += found
            at += [page] * len(found)
        return words, at


def flat_text(data: bytes) -> FlatText:
    """Reads the pages of a PDF; one whose text cannot be had is empty, and a file that pdfium
    cannot open has no pages."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return FlatText(())
    pages: list[str] = []
    try:
        for number in range(len(document)):
            try:
                page = document[number]
                text = page.get_textpage().get_text_range()
            except (pypdfium2.PdfiumError, ValueError, UnicodeError):
                text = ""
            pages.append(clean(text))
    finally:
        document.close()
    return FlatText(pages)


def clean(text: str) -> str:
    """A page's text with words joined that a line end parts, and without control characters."""
    return _SURROGATE.sub("\ufffd", _NO_TEXT.sub(" ", _SPLIT.sub("", text)))


def chunks(text: FlatText, window: int = WINDOW) -> list[Chunk]:
    """Windows of so many words, one behind the other, over the pages' text."""
    words, at = text.words()
    return [
        Chunk(" ".join(words[start:end]), at[start], start) for start, end in windows(words, window)
    ]
