"""How messages quote the document, list things and name pages."""

from __future__ import annotations

from dtaa_lint.words import QUOTE_LIMIT as QUOTE_LIMIT
from dtaa_lint.words import Phrase as Phrase
from dtaa_lint.words import alternatives as alternatives
from dtaa_lint.words import cut as cut
from dtaa_lint.words import fill as fill
from dtaa_lint.words import fold as fold
from dtaa_lint.words import joined as joined
from dtaa_lint.words import listing as listing
from dtaa_lint.words import mark as mark
from dtaa_lint.words import page_ranges as page_ranges
from dtaa_lint.words import quote as quote
from dtaa_lint.words import template_fields as template_fields

_BRIEF = 160
"""Characters of the reader's own words that a message shows."""
_CONTEXT = 3
"""Words that two quoted texts share and that are shown before the first difference."""


def brief(text: str) -> str:
    """What the reader says of a fault, cut where it is too long for a message."""
    return text if len(text) <= _BRIEF else cut(text, _BRIEF)


def shortened(text: str, limit: int) -> str:
    """The text as it is; of more than ``limit`` characters the first ones, and an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def contrast(one: str, other: str, limit: int = QUOTE_LIMIT) -> tuple[Phrase, Phrase]:
    """Both texts in quotation marks, cut so that their first difference is seen: long common
    beginnings are left out, whole words and a few before it are kept."""
    words, others = one.split(), other.split()
    same = 0
    while same < min(len(words), len(others)) and words[same] == others[same]:
        same += 1
    shared = " ".join(words[:same])
    if same <= _CONTEXT or len(shared) + _CONTEXT * 8 <= limit:
        return quote(one, limit), quote(other, limit)
    begin = same - _CONTEXT
    return (
        quote(" ".join(words[begin:]), limit, "…"),
        quote(" ".join(others[begin:]), limit, "…"),
    )
