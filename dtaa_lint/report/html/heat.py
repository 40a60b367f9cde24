"""The map of a document: findings by guideline and page, long documents in ranges of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.findings.finding import FileReport, Finding, Guideline
from dtaa_lint.report.html.views import HeatCell, HeatColumn, HeatRow, HeatView

_COLUMNS = 36
"""Columns of the map at most; then a column is several pages."""
_NUMBERED = 24
"""Columns up to which every cell has room for its number."""
_TITLES = 12
"""Columns that have a title, about."""
_STEPS = (1, 2, 4, 8, 16)
"""Least number of findings of each shade."""


def heat(
    file: FileReport, guidelines: Mapping[str, Guideline], links: Mapping[str, str]
) -> HeatView | None:
    """The map; None without findings that count. ``links``: guideline -> id of its first cause."""
    found = [finding for finding in file.findings if finding.guideline in links]
    found = [finding for finding in found if finding.status.value == "open"]
    if not found:
        return None
    # A page beyond the last one would be a fault of ours; it is shown all the same.
    pages = max(file.pages, 1 + max(finding.page for finding in found), 1)
    each = -(-pages // _COLUMNS)
    bins = -(-pages // each)
    loose = any(finding.page < 0 for finding in found)
    every = -(-bins // _TITLES)
    columns = [
        _column(start * each, min((start + 1) * each, pages), start % every == 0)
        for start in range(bins)
    ]
    if loose:
        columns.append(HeatColumn("", "", True))
    rows = []
    for guideline in sorted(links):
        own = [finding for finding in found if finding.guideline == guideline]
        if own:
            name = guidelines[guideline].name if guideline in guidelines else ""
            cells = _cells(own, bins, each, loose, links[guideline])
            rows.append(HeatRow(guideline, name, len(own), cells))
    return HeatView(tuple(columns), tuple(rows), each, len(columns) <= _NUMBERED)


def _column(start: int, end: int, shown: bool) -> HeatColumn:
    """The pages ``start`` (0-based) up to ``end``, which is not in it."""
    if end - start == 1:
        return HeatColumn(str(end), str(end), shown)
    return HeatColumn(f"{start + 1}–{end}", f"{start + 1}-{end}", shown)


def _cells(
    own: Sequence[Finding], bins: int, each: int, loose: bool, link: str
) -> tuple[HeatCell, ...]:
    counts = [0] * (bins + loose)
    for finding in own:
        counts[finding.page // each if finding.page >= 0 else bins] += 1
    return tuple(HeatCell(n, sum(n >= step for step in _STEPS), link) for n in counts)
