"""What is wrong with a grid, in words that name the row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate

from dtaa_lint.findings.wording import Phrase, listing, mark
from dtaa_lint.graph.model import GridIssueKind, Table

_WORDS = {
    GridIssueKind.OVERLAP: mark(
        "{n:# place is claimed by two cells|places are claimed by two cells}"
    ),
    GridIssueKind.RAGGED: mark(
        "{n:# row has fewer columns than the longest|rows have fewer columns than the longest}"
    ),
    GridIssueKind.SPAN_BEYOND: mark(
        "{n:# span reaches beyond the table|spans reach beyond the table}"
    ),
    GridIssueKind.SPAN_ABSURD: mark("{n:# span is no usable number|spans are no usable numbers}"),
    GridIssueKind.STRAY: mark("{n:# element stands outside rows|elements stand outside rows}"),
}

_NAMED = 3
"""Rows of odd width that are named."""


def rows_of_odd_width(table: Table) -> dict[int, int]:
    """Row -> columns, for the rows that are not as wide as most, in order; empty where no row is
    ragged."""
    if not any(issue.kind is GridIssueKind.RAGGED for issue in table.issues):
        return {}
    widths = _widths(table)
    usual = _usual(widths)
    return {row: width for row, width in enumerate(widths) if width != usual}


def _widths(table: Table) -> list[int]:
    steps = [0] * (table.n_rows + 1)
    for cell in table.cells:
        steps[cell.row] += cell.column_span
        steps[min(cell.row + cell.row_span, table.n_rows)] -= cell.column_span
    return list(accumulate(steps[:-1]))


def _usual(widths: list[int]) -> int:
    """The width of most rows, the smaller one of two."""
    return min(Counter(widths).items(), key=lambda item: (-item[1], item[0]))[0]


def grid_words(table: Table, counts: Mapping[GridIssueKind, int], odd: Mapping[int, int]) -> Phrase:
    """All faults of the grid; ``odd`` as ``rows_of_odd_width`` gives it."""
    parts = [
        _ragged(table, odd) if kind is GridIssueKind.RAGGED and odd else Phrase(_WORDS[kind], n=n)
        for kind, n in counts.items()
        if kind in _WORDS
    ]
    return listing(parts)


def _ragged(table: Table, odd: Mapping[int, int]) -> Phrase:
    widths = _widths(table)
    usual = _usual(widths)
    rows = list(odd)
    alike = len(widths) - len(rows)
    if alike * 2 <= len(widths):
        counts = sorted(Counter(widths).items(), key=lambda item: (-item[1], item[0]))
        named = listing(
            [Phrase("{width} ({n:# row|rows})", width=width, n=n) for width, n in counts], _NAMED
        )
        return Phrase("its rows have different numbers of columns: {named}", named=named)
    others = Phrase("the other row" if alike == 1 else "the other {rows:# row|rows}", rows=alike)
    if len(rows) > 1:
        return Phrase(
            "rows {named} have cells for more or fewer columns than {others} ({columns})",
            named=listing([str(row + 1) for row in rows], _NAMED),
            others=others,
            columns=usual,
        )
    row = rows[0]
    text = Phrase(
        "row {row} has cells for {columns:# column|columns}, {others} for {usual}",
        row=row + 1,
        columns=odd[row],
        others=others,
        usual=usual,
    )
    if spare := _spare(table, row, odd[row] - usual):
        return Phrase(
            "{what} (too many: the empty {n:? cell|cells} {places} of row {row})",
            what=text,
            n=len(spare),
            places=listing([str(place) for place in spare], _NAMED),
            row=row + 1,
        )
    return text


def has_spare_cells(table: Table, odd: Mapping[int, int]) -> bool:
    """Whether nothing is wrong with the widths but empty data cells that are too many: a gap on the
    page that was given cells."""
    usual = _usual(_widths(table))
    return bool(odd) and all(_spare(table, row, width - usual) for row, width in odd.items())


def cells_at_fault(table: Table, odd: Mapping[int, int]) -> list[int]:
    """Elements of what makes the rows of odd width odd: the empty cells that a row has too many,
    else the row itself."""
    usual = _usual(_widths(table)) if odd else 0
    found: list[int] = []
    for row, width in odd.items():
        if spare := _spare(table, row, width - usual):
            cells = _cells_of(table, row)
            found += [table.cells[cells[place - 1]].node for place in spare]
        elif row < len(table.row_nodes):
            found.append(table.row_nodes[row])
    return found


def _spare(table: Table, row: int, surplus: int) -> list[int]:
    """The places (1-based) of the empty data cells of a row, when they are what makes it wider."""
    cells = [table.cells[i] for i in _cells_of(table, row)]
    empty = [at for at, cell in enumerate(cells, 1) if not cell.text and not cell.header]
    width = sum(cells[at - 1].column_span for at in empty)
    return empty if width == surplus > 0 else []


def _cells_of(table: Table, row: int) -> list[int]:
    return [i for i, cell in enumerate(table.cells) if cell.row == row]
