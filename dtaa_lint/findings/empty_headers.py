"""Header cells without text that are the only header of data cells on their axis."""

from __future__ import annotations

import re
from typing import NamedTuple

from dtaa_lint.findings.grid_words import rows_of_odd_width
from dtaa_lint.findings.tables import TableFacts
from dtaa_lint.graph.model import Axis
from dtaa_lint.universe.header_guess import mostly
from dtaa_lint.universe.looks import is_label, is_value


class EmptyHeader(NamedTuple):
    cell: int
    """The header cell, as an index into ``table.cells``."""
    axis: Axis
    lost: tuple[int, ...]
    """Data cells with a value that have no other header on the axis."""


def empty_headers(facts: TableFacts) -> tuple[EmptyHeader, ...]:
    """Those of the table, in reading order.

    A corner heads nothing, a spacer column has no values, and an empty cell under or beside a
    header that covers the same data is not needed: none of them is reported. Where data cells look
    like the headers of the axis, those are the fault (DT0101, DT0102), not the empty cells, and
    so are IDs that lead nowhere (DT0104), rows of another width than the headers' (DT0106) and rows
    that a page end cut (DT0111).
    """
    table = facts.table
    cells = table.cells
    empty = [i for i in facts.headers if not cells[i].text and cells[i].row != facts.cut_row]
    if not empty or table.unresolved_headers:
        return ()
    guessed: set[int] = set()
    if facts.first_column is not None:
        guessed.update(facts.first_column.cells)
    if facts.first_row is not None:
        guessed.update(i for i in facts.data if cells[i].row <= facts.first_row.place)
    columns: dict[int, list[int]] = {}
    rows: dict[int, list[int]] = {}
    odd = rows_of_odd_width(table)
    named = _under_headers(facts)
    # Where all values stand in one column, they need no column header.
    if facts.first_row is None and len({cells[i].column for i in facts.data}) > 1:
        leftmost = min(cells[i].column for i in facts.data)
        for i in facts.no_column:
            if cells[i].column == leftmost and cells[i].column == 0:
                continue  # It stands below the corner.
            if cells[i].row in odd or cells[i].column in named:
                continue  # It has a header, and the grid keeps it from it (DT0106).
            if i not in guessed and any(map(str.isalnum, cells[i].text)):
                columns.setdefault(cells[i].column, []).append(i)
    if facts.first_column is None:
        for i in facts.no_row:
            if i not in guessed and any(map(str.isalnum, cells[i].text)):
                rows.setdefault(cells[i].row, []).append(i)
    found: list[EmptyHeader] = []
    for i in empty:
        cell = cells[i]
        scope = cell.effective_scope
        if scope in ("Column", "Both"):
            span = range(cell.column, min(cell.column + cell.column_span, table.n_columns))
            lost = [d for c in span for d in columns.get(c, ()) if cells[d].row > cell.row]
            if lost:
                found.append(EmptyHeader(i, Axis.COLUMN, tuple(lost)))
                continue
        if scope in ("Row", "Both"):
            span = range(cell.row, min(cell.row + cell.row_span, table.n_rows))
            lost = [d for r in span for d in rows.get(r, ()) if cells[d].column > cell.column]
            if lost:
                found.append(EmptyHeader(i, Axis.ROW, tuple(lost)))
    return tuple(found)


def heads_below(facts: TableFacts, empty: EmptyHeader) -> tuple[int, ...]:
    """Data cells that look like the column headers that an empty one was to be: the first ones
    with text below a row of empty header cells, labels or years in one row over values. Empty when
    there are none."""
    cells = facts.table.cells
    top = cells[empty.cell].row
    first = min((cells[i].row for i in facts.data), default=-1)
    if not top < first <= top + _NEAR or any(cell.text for cell in cells if cell.row <= top):
        return ()
    row = tuple([i for i in facts.data if cells[i].row == first])
    texts = [_MARK.sub("", cells[i].text) for i in row]
    values = [is_value(cells[i].text) for i in empty.lost if cells[i].row > first]
    heads = len(set(texts)) > 1 and all(map(is_label, texts))
    return row if heads and mostly(values) else ()


_NEAR = 3
"""Rows below an empty header row among which the headers are looked for."""
_MARK = re.compile(r"\s?[(\[]\w{1,2}[)\]]$")
"""A note's marker."""


def _under_headers(facts: TableFacts) -> set[int]:
    """Columns over which a header cell with text stands, wide ones left out."""
    found: set[int] = set()
    for i in facts.headers:
        cell = facts.table.cells[i]
        wide = cell.column_span >= facts.table.n_columns
        if cell.text and not wide and cell.effective_scope in ("Column", "Both"):
            found.update(range(cell.column, cell.column + cell.column_span))
    return found


def lost_to_empty_headers(facts: TableFacts, axis: Axis) -> frozenset[int]:
    """Data cells whose missing header on the axis is an empty header cell's fault."""
    return frozenset(d for head in empty_headers(facts) if head.axis is axis for d in head.lost)
