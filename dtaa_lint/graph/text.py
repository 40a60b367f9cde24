"""Text helpers: folding for display and evidence, and the repaired copy for comparison."""

from __future__ import annotations

import re

SOFT_HYPHEN = "\u00ad"

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]+")
"""Characters that take no space and carry no letter: zero-width ones and direction marks."""


def fold(text: str) -> str:
    """The text with every run of white space (no-break spaces included) as one space, trimmed."""
    return " ".join(text.split())


def normalise(text: str) -> str:
    """The copy for comparing and showing: folded, soft hyphens taken out (with the line break
    behind them) and invisible characters dropped. U+FFFD stays: nobody knows what it was."""
    folded = " ".join(text.split())
    if folded.isascii():
        return folded
    if SOFT_HYPHEN in folded:
        folded = folded.replace(SOFT_HYPHEN + " ", "").replace(SOFT_HYPHEN, "")
    return _INVISIBLE.sub("", folded).strip()


def snippet(text: str, limit: int = 60) -> str:
    """The folded text, cut at ``limit`` characters with an ellipsis."""
    folded = fold(text[: limit * 8])
    return folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"


def printable(text: str) -> str:
    """The text with control characters written as escapes, safe for a terminal."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\u00ad" else c.encode("unicode_escape").decode("ascii")
        for c in text
    )
