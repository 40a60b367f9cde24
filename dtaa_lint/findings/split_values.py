"""Numbers whose unit a producer put into a cell of its own, for the room between them."""

from __future__ import annotations

from typing import NamedTuple

from dtaa_lint.findings.grid_words import rows_of_odd_width
from dtaa_lint.findings.tables import TableFacts
from dtaa_lint.graph.model import Cell, HeaderPath
from dtaa_lint.universe.units import written_unit
from dtaa_lint.universe.values import ValueKind, parse

_AFTER = frozenset("%‰")
"""Signs that follow their number; currencies stand on either side."""


class SplitValue(NamedTuple):
    """Both cells, as indices into ``table.cells``."""

    number: int
    sign: int


def split_values(facts: TableFacts) -> tuple[SplitValue, ...]:
    """Sign cells right behind (a currency: before or behind) a number without unit, in reading
    order. Not those of a column of units, which has a header of its own."""
    table = facts.table
    cells = table.cells
    headed = _headed(facts)
    at = {(cells[i].row, cells[i].column): i for i in facts.data}
    found: list[SplitValue] = []
    for i in facts.data:
        cell = cells[i]
        if len(cell.text) > 3 or not _is_unit(cell.text):
            continue
        sides = [at.get((cell.row, cell.column - 1))]
        if _AFTER.isdisjoint(cell.text):
            sides.insert(0, at.get((cell.row, cell.column + cell.column_span)))
        for other in sides:
            if other is None or not _bare_number(cells[other]):
                continue
            if cell.column not in headed or _same_head(
                table.column_paths[i], table.column_paths[other]
            ):
                found.append(SplitValue(other, i))
                break
    return tuple(found)


def _is_unit(text: str) -> bool:
    return "‰" in text or bool(written_unit(text))


def _bare_number(cell: Cell) -> bool:
    value = parse(cell.text)
    return value.kind is ValueKind.NUMBER and not value.unit


def _same_head(one: HeaderPath | None, other: HeaderPath | None) -> bool:
    return one is not None and other is not None and one.nodes[-1] == other.nodes[-1]


def _headed(facts: TableFacts) -> set[int]:
    """Columns with a header of their own: a TH with text, or what looks like one."""
    cells = facts.table.cells
    heads = [i for i in facts.headers if cells[i].text and cells[i].effective_scope != "Row"]
    if facts.first_row is not None:
        heads += facts.first_row.cells
    # In a row of another width nobody knows which column a header stands over.
    odd = rows_of_odd_width(facts.table)
    return {
        column
        for i in heads
        if cells[i].column_span < max(2, facts.table.n_columns) and cells[i].row not in odd
        for column in range(cells[i].column, cells[i].column + cells[i].column_span)
    }
