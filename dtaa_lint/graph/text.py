"""Text helpers: folding for display and evidence, and the repaired copy for comparison."""

from __future__ import annotations

import re

from dtaa_lint.hidden import is_private, private_use

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
    """The text with control characters written as escapes, safe for a terminal, and private-use
    characters as people read them."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char.isprintable() or char == SOFT_HYPHEN:
        return char
    if is_private(char):
        return private_use(char)
    return char.encode("unicode_escape").decode("ascii")
