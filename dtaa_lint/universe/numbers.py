"""Which rows and columns of a table hold numbers, for judging codes such as ``NA``."""

from __future__ import annotations

from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.universe.values import Value, ValueKind, parse

WORDS = Value(ValueKind.TEXT)
"""The value of a cell with words."""
_COUNTED = frozenset({ValueKind.NUMBER, ValueKind.RANGE, ValueKind.SEVERAL, ValueKind.DATE})


class Numbers:
    """How many of the data cells of each row and column are numbers, and how many words."""

    def __init__(self, table: Table) -> None:
        self._rows: dict[int, int] = {}
        """Row -> numbers less words."""
        self._columns: dict[int, int] = {}
        for cell in table.cells:
            if cell.header:
                continue
            kind = parse(cell.text).kind
            more = 1 if kind in _COUNTED else -1 if kind is ValueKind.TEXT else 0
            if more:
                self._rows[cell.row] = self._rows.get(cell.row, 0) + more
                self._columns[cell.column] = self._columns.get(cell.column, 0) + more

    def holds(self, cell: Cell) -> bool:
        """Whether the cell's column has more numbers than words; where it has as many of both, or
        none of either, its row tells."""
        column = self._columns.get(cell.column, 0)
        return column > 0 or (column == 0 and self._rows.get(cell.row, 0) > 0)
