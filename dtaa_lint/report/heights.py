"""How high a row of a sheet is with wrapped text, about: a first guess for programs that do not fit
rows to their text when they open a workbook."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

LINE = 15
"""Points of a line."""
_MOST = 400
"""Points of a row at most (Excel: 409)."""
_PROPORTIONAL = 1.1
"""Letters that fit in the width of a digit, about."""


def row_height(cells: Iterable[tuple[object, float]]) -> int:
    """Points of a row; ``cells``: what each holds, and its column's width in digits."""
    lines = max(
        [lines_of(cell, width) for cell, width in cells if isinstance(cell, str)], default=1
    )
    return min(lines * LINE, _MOST)


def lines_of(text: str, width: float) -> int:
    """Lines that a text takes in a column."""
    room = width * _PROPORTIONAL
    if len(text) * 2 <= room and "\n" not in text:
        return 1
    return sum(_lines(line, room) for line in text.split("\n"))


def _lines(line: str, room: float) -> int:
    lines = max(ceil(_wide(line) / room), 1)
    # Paths break at slashes and hyphens only, and leave lines half empty.
    return lines + 1 if lines > 1 and line.isascii() and " " not in line else lines


def _wide(text: str) -> int:
    """Characters, those of East Asian scripts twice."""
    return len(text) if text.isascii() else sum(2 if char > "\u2e7f" else 1 for char in text)
