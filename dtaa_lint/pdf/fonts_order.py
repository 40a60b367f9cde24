"""Reading order of a line with right-to-left letters (visual order made logical)."""

from __future__ import annotations

import re
from itertools import pairwise

RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
"""Characters of right-to-left scripts."""


def arrange(placed: list[tuple[str, float, float]], word_gap: float) -> str:
    """Text of one line of right-to-left writing from pieces with their extents, in paint order.

    Painted right to left: the order of painting is the order of reading. Painted left to right:
    the pieces are in visual order and are reversed, runs of numbers and of left-to-right letters
    among them kept.
    """
    back = sum(1 for one, two in pairwise(placed) if two[1] < one[1] - 0.01)
    order = placed
    if back * 2 < len(placed) - 1 or len(placed) == 1:
        order = _reversed_runs(placed)
    parts: list[str] = []
    before: tuple[str, float, float] | None = None
    for piece in order:
        text = piece[0]
        if (
            before is not None
            and max(piece[1] - before[2], before[1] - piece[2]) > word_gap
            and not before[0].endswith(" ")
            and not text.startswith(" ")
        ):
            parts.append(" ")
        parts.append(text)
        before = piece
    return "".join(parts)


_STRONG_LTR = re.compile(r"[^\W_]")


def _reversed_runs(placed: list[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Visual order turned into logical order, the base direction taken from the letters."""
    kinds = [
        "R" if RTL.search(text) else "L" if _STRONG_LTR.search(text) else "N"
        for text, _, _ in placed
    ]
    right = kinds.count("R")
    left = sum(1 for k, p in zip(kinds, placed, strict=True) if k == "L" and not p[0].isdigit())
    base_rtl = right >= left
    runs: list[tuple[str, list[tuple[str, float, float]]]] = []
    for kind, piece in zip(kinds, placed, strict=True):
        if runs and (runs[-1][0] == kind):
            runs[-1][1].append(piece)
        else:
            runs.append((kind, [piece]))
    # Neutral pieces between two runs of one kind belong to that kind (12.5, "a b").
    merged: list[tuple[str, list[tuple[str, float, float]]]] = []
    for at, (kind, pieces) in enumerate(runs):
        if kind == "N":
            before = merged[-1][0] if merged else ""
            after = runs[at + 1][0] if at + 1 < len(runs) else ""
            kind = before if before == after else ("R" if base_rtl else "L")
        if merged and merged[-1][0] == kind:
            merged[-1][1].extend(pieces)
        else:
            merged.append((kind, list(pieces)))
    for kind, pieces in merged:
        if kind == "R":
            pieces.reverse()
    if base_rtl:
        merged.reverse()
    return [piece for _, pieces in merged for piece in pieces]
