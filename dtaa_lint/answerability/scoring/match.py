"""Whether a text contains another one, whatever its spaces, hyphens, case and typography.

Texts are compared squeezed: letters and digits only, in lower case, with the points and commas that
stand between digits. Two extractions of one page differ in what is left out. A match is safe at its
boundaries: ``2.1`` is not found in ``12.1``, nor in ``2.15``, nor ``art`` in ``party``.

A long text may be interrupted by markers of notes and other numbers. Its own numbers must be there,
each between the same letters: what differs in a number alone is another text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from dtaa_lint.graph.text import SOFT_HYPHEN

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_IDEOGRAPHS}]|(?:[^\W_{_IDEOGRAPHS}]|(?<=\d)[.,](?=\d))+")
"""A word or number. Every ideograph is a word of its own: they are written without spaces."""
_DIGITS_BEGIN = re.compile(r"(?<=[^\W\d_])(?=\d)")
_NO_LETTER = re.compile(r"[^a-z\u00df-\U0010ffff]+")
_RUN = re.compile(r"[a-z\u00df-\U0010ffff]+|[0-9]+(?:[.,][0-9]+)*")
"""Of a word or number: letters, or a number."""
_PLACES = 64
"""Occurrences of a text's letters whose numbers are looked at: texts may repeat themselves."""
_SUPERSCRIPTS = str.maketrans(dict.fromkeys("¹²³⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", " "))
"""Markers of notes, mostly; in one extraction they are set apart, in the other not."""

LETTERS = 24
"""Letters from which on a text may be found though other numbers stand between them."""


class Squeezed:
    """A text as it is compared."""

    __slots__ = ("_ends", "_letters", "_numbers", "_starts", "text", "tokens")

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
        self._numbers: dict[int, list[str]] | None = None

    @property
    def letters(self) -> str:
        """The letters alone."""
        if self._letters is None:
            self._letters = _NO_LETTER.sub("", self.text)
        return self._letters

    @property
    def numbers(self) -> dict[int, list[str]]:
        """How many letters stand before them -> numbers in order."""
        if self._numbers is None:
            found: dict[int, list[str]] = {}
            at = 0
            for token in self.tokens:
                for run in _RUN.findall(token):
                    if run[0].isdecimal() and run.isascii():
                        found.setdefault(at, []).append(run)
                    else:
                        at += len(run)
            self._numbers = found
        return self._numbers

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
        return len(needle.letters) >= LETTERS and self._interrupted(needle)

    def _interrupted(self, needle: Squeezed) -> bool:
        """Whether all letters of the other text stand here, with its numbers between them."""
        wanted = needle.numbers
        at = self.letters.find(needle.letters)
        for _ in range(_PLACES):
            if at < 0:
                return False
            if all(
                _among(numbers, self.numbers.get(at + place, ()))
                for place, numbers in wanted.items()
            ):
                return True
            at = self.letters.find(needle.letters, at + 1)
        return False


def _among(wanted: Sequence[str], there: Sequence[str]) -> bool:
    """Whether numbers are among others in the same order."""
    left = iter(there)
    return all(number in left for number in wanted)
