"""Shares from 0 to 1 as people read them, with their intervals."""

from __future__ import annotations

from dtaa_lint.words import ENGLISH, Words

NONE = "–"


def share(value: float | None, words: Words = ENGLISH) -> str:
    """Two decimals; 1.00 and 0.00 are the exact ones alone."""
    return NONE if value is None else words.number(shown_share(value), ".2f")


def shown_share(value: float) -> float:
    """What ``share`` shows a value as."""
    if 0.995 <= value < 1:
        return 0.99
    return 0.01 if 0 < value < 0.005 else round(value, 2)


def interval(low: float | None, high: float | None, words: Words = ENGLISH) -> str:
    """``0.90–1.00``; empty for nothing."""
    if low is None or high is None:
        return ""
    return f"{words.number(low, '.2f')}–{words.number(high, '.2f')}"


def held_share(value: float | None, least: float, words: Words = ENGLISH) -> str:
    """What a limit is held against: cut, not rounded, where what is just below it would read as if
    it met it."""
    if value is None or not value < least <= shown_share(value):
        return share(value, words)
    return words.number(int(value * 100) / 100, ".2f")
