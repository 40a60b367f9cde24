"""Whether a text contains another one, whatever its spaces, hyphens, case and typography.

Texts are compared squeezed: letters and digits only, in lower case, with the points and commas that
stand between digits. Two extractions of one page differ in what is left out. A match is safe at its
boundaries: ``2.1`` is not found in ``12.1``, nor in ``2.15``, nor ``art`` in ``party``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from dtaa_lint.graph.text import SOFT_HYPHEN

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_IDEOGRAPHS}]|(?:[^\W_{_IDEOGRAPHS}]|(?<=\d)[.,](?=\d))+")
"""A word or number. Every ideograph is a word of its own: they are written without spaces."""
_DIGITS_BEGIN = re.compile(r"(?<=[^\W\d_])(?=\d)")
_NO_LETTER = re.compile(r"[^a-z\u00df-\U0010ffff]+")
_SUPERSCRIPTS = str.maketrans(dict.fromkeys("¹²³⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", " "))
"""Markers of notes, mostly; in one extraction they are set apart, in the other not."""

LETTERS = 24
"""Letters from which on a text may be found by its letters alone, markers and numbers between them
left out."""


class Squeezed:
    """A text as it is compared."""

    __slots__ = ("_ends", "_letters", "_starts", "text", "tokens")

    def __init__(self, text: str) -> None:
        if not text.isascii():
            text = text.translate(_SUPERSCRIPTS).replace(SOFT_HYPHEN, "")
            text = unicodedata.normalize("NFKC", text)
        text = text.lower()
        self.tokens: list[str] = _TOKEN.findall(text)
        """Words and numbers in order."""
        self.text = "".join(self.tokens)
        starts = []
        at = 0
        for token in self.tokens:
            starts.append(at)
            at += len(token)
        starts.append(at)
        self._starts = frozenset(starts)
        self._ends: frozenset[int] | None = None
        self._letters: str | None = None

    @property
    def letters(self) -> str:
        """The letters alone."""
        if self._letters is None:
            self._letters = _NO_LETTER.sub("", self.text)
        return self._letters

    def _may_end(self, place: int) -> bool:
        if place in self._starts:
            return True
        if self._ends is None:
            # A marker of a note may be glued to the word before it.
            self._ends = frozenset([m.start() for m in _DIGITS_BEGIN.finditer(self.text)])
        return place in self._ends

    def places(self, needle: Squeezed) -> Iterator[tuple[int, int]]:
        """Where the other text stands in this one: ranges of ``text``."""
        wanted = needle.text
        if not wanted:
            return
        at = self.text.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if at in self._starts and self._may_end(end):
                yield at, end
            at = self.text.find(wanted, at + 1)

    def contains(self, needle: Squeezed) -> bool:
        """Whether the other text stands in this one; a long one may be interrupted by markers and
        other numbers. A text without letters and digits stands nowhere."""
        if next(self.places(needle), None) is not None:
            return True
        return len(needle.letters) >= LETTERS and needle.letters in self.letters
