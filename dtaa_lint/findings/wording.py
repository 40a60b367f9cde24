"""How messages quote the document, list things and name pages."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.words import QUOTE_LIMIT as QUOTE_LIMIT
from dtaa_lint.words import count as count
from dtaa_lint.words import cut as cut
from dtaa_lint.words import fill as fill
from dtaa_lint.words import fold as fold
from dtaa_lint.words import quote as quote
from dtaa_lint.words import template_fields as template_fields

_CONTEXT = 3
"""Words that two quoted texts share and that are shown before the first difference."""


def contrast(one: str, other: str, limit: int = QUOTE_LIMIT) -> tuple[str, str]:
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
        f"“…{cut(' '.join(words[begin:]), limit)}”",
        f"“…{cut(' '.join(others[begin:]), limit)}”",
    )


def listing(parts: Sequence[str], limit: int = 4) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b, c and 5 more``."""
    if len(parts) > limit:
        return ", ".join(parts[: limit - 1]) + f" and {len(parts) - limit + 1} more"
    if len(parts) > 1:
        return ", ".join(parts[:-1]) + " and " + parts[-1]
    return parts[0] if parts else ""


def page_ranges(pages: Sequence[int], labels: Sequence[str]) -> str:
    """``page 3``, ``pages 3–9 and 12``: 0-based indices, shown by their labels."""
    indices = sorted({page for page in pages if 0 <= page < len(labels)})
    if not indices:
        return "no page"
    runs: list[tuple[int, int]] = []
    for page in indices:
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    shown = [labels[a] if a == b else f"{labels[a]}–{labels[b]}" for a, b in runs]
    return ("page " if len(indices) == 1 else "pages ") + listing(shown, 6)
