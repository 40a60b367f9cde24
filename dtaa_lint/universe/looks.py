"""What a short text looks like: a value, a period, a label, a marker. No language is assumed
except where a function says so."""

from __future__ import annotations

import re

_BLANK = frozenset(
    {"", "-", "–", "—", "--", "n/a", "na", "n.a.", "k. a.", "s. o.", "s.o.", "nd", "n.d."}
)
"""Cells that say that there is nothing, folded and in lower case (English, German, French,
Spanish)."""

_YEAR = re.compile(
    r"(?:fy|cy|ej|exercice|q[1-4]|[1-4]q|t[1-4]|h[12])?\W{0,2}(?:19|20)\d\d(?:\W{1,3}\d{2,4})?[a-z*]?"
)
_QUANTITY = re.compile(
    r"[(\[]?[-+–−±<>≤≥~≈]?\s?[$€£¥₹]?\s?\d[\d.,'’ \u00a0\u202f]*\s?"
    r"(?:%|‰|°|[$€£¥]|[a-zµμ]{1,4}(?:/[a-z]{1,3})?)?[)\]]?",
    re.IGNORECASE,
)
_BOXES = frozenset("☐☑☒□■❏❑✓✔✗✘\uf06f\uf0a8\uf0fe\uf0fd\uf071\uf072")
"""Boxes and ticks, those of symbol fonts included."""
_SIGNS = frozenset("%‰$€£¥₹₽/\\|()[]:;,.= ")
"""Units and punctuation marks that say nothing by themselves."""
_LABEL_LIMIT = 100
"""Characters beyond which a cell's text is no label."""
_DAY = re.compile(
    r"\d{1,2}(?:er|\.|st|nd|rd|th|º)?\s+(?:de\s+)?[^\W\d]{3,}\.?,?\s+(?:de\s+)?\d{4}"
    r"|[^\W\d]{3,}\.?\s+\d{1,2},?\s+\d{4}"
)
"""``17 mai 2021``, ``1. März 2021``, ``3 de mayo de 2021``, ``May 17, 2021``."""


def is_blank(text: str) -> bool:
    """Nothing, dashes, a lone sign, or words that say "not applicable"."""
    return len(text) < 8 and (text.strip().lower() in _BLANK or not any(map(str.isalnum, text)))


def is_period(text: str) -> bool:
    """A year, a fiscal year or a quarter: a number that heads a column."""
    return 4 <= len(text) <= 16 and _YEAR.fullmatch(text.strip().lower()) is not None


def is_day(text: str) -> bool:
    """A whole date with its day, month in words: what happened when."""
    return 8 <= len(text) <= 30 and _DAY.fullmatch(text.strip()) is not None


def is_quantity(text: str) -> bool:
    """One number with its sign, currency or short unit, and nothing else."""
    return len(text) <= 40 and _QUANTITY.fullmatch(text.strip()) is not None


def is_value(text: str) -> bool:
    """More digits than letters: an amount, a share, a date, a count, whatever its unit."""
    if len(text) > 60:
        return False
    digits = sum(map(str.isdigit, text))
    return digits > 0 and digits >= sum(map(str.isalpha, text))


def is_sign(text: str) -> bool:
    """Units and punctuation only, such as the ``%`` or the ``/`` that a producer parted from its
    number; no box to tick, no line to write on."""
    return 0 < len(text) <= 4 and all(c in _SIGNS for c in text)


def is_label(text: str, limit: int = _LABEL_LIMIT) -> bool:
    """Words that could name a row or a column: short, no value unless a period, no sentence, no
    address, no box to tick."""
    if not text or len(text) > limit or is_blank(text):
        return False
    if "://" in text or not _BOXES.isdisjoint(text):
        return False
    if is_value(text):
        return is_period(text)
    if not any(map(str.isalpha, text)):
        return False
    return not (text.endswith((".", "!", "?")) and text.count(" ") >= 6)
