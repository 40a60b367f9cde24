"""A table's header cells looked up by their place, and /Headers that contradict the places.

/Headers is believed where the grid leaves room for it. It leaves none where a cell names a header
that stands over other columns, while another header of that very row stands over the cell's own
column and is not named (the same for rows): the value is then announced under its neighbour's
header. Some producers number the cells of a row without regard to the cells that reach into it
from above, and write such Headers in every table with a spanning header.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from dtaa_lint.graph.model import Axis, Cell, GridIssueKind, HeaderPath, HeaderVia, Table

_SCOPES = {Axis.COLUMN: ("Column", "Both"), Axis.ROW: ("Row", "Both")}
_UNCERTAIN = frozenset(
    {GridIssueKind.OVERLAP, GridIssueKind.SPAN_ABSURD, GridIssueKind.SPAN_BEYOND}
)
"""Where the grid has one of these, a header may well stand elsewhere than the grid says."""


class Contradiction(NamedTuple):
    """What is wrong with the headers that one cell names."""

    axis: Axis
    named: int
    """Header element that the cell names; it stands over (or beside) other cells."""
    standing: int
    """Header element in the same line over (or beside) the cell, which the cell does not name."""


class Heads:
    """The header cells of one table."""

    def __init__(self, table: Table) -> None:
        self.by_node: dict[int, Cell] = {}
        self._lines: dict[tuple[Axis, int], list[Cell]] = {}
        """Headers of columns by the rows that they stand in, headers of rows by columns."""
        for cell in table.cells:
            if not cell.header:
                continue
            self.by_node[cell.node] = cell
            if not cell.text:
                continue
            for axis, scopes in _SCOPES.items():
                if cell.effective_scope in scopes:
                    for line in range(*reach(cell, _ACROSS[axis])):
                        self._lines.setdefault((axis, line), []).append(cell)
        for (axis, _), cells in self._lines.items():
            cells.sort(key=lambda cell, axis=axis: reach(cell, axis))  # type: ignore[misc]

    def over(self, cell: Cell, axis: Axis, line: int) -> list[int]:
        """The header elements that stand in the line over (or beside) the cell, in order."""
        start, end = reach(cell, axis)
        heads = self._lines.get((axis, line), [])
        at = bisect_left(heads, start + 1, key=lambda head: reach(head, axis)[1])
        found: list[int] = []
        while at < len(heads) and reach(heads[at], axis)[0] < end:
            if reach(heads[at], axis)[1] > start:
                found.append(heads[at].node)
            at += 1
        return found

    def across(self, cell: Cell, axis: Axis, path: HeaderPath) -> list[int]:
        """The header elements that stand side by side over one spanning cell, in the line of the
        path's innermost header; none where that one covers the whole cell."""
        inner = self.by_node.get(path.nodes[-1])
        if inner is None:
            return []
        start, end = reach(cell, axis)
        first, last = reach(inner, axis)
        if first <= start and last >= end:
            return []
        found = self.over(cell, axis, reach(inner, _ACROSS[axis])[0])
        if path.via is HeaderVia.HEADERS:
            named = set(path.nodes)
            return [node for node in found if node in named]
        return found


_ACROSS = {Axis.COLUMN: Axis.ROW, Axis.ROW: Axis.COLUMN}


def reach(cell: Cell, axis: Axis) -> tuple[int, int]:
    """First place and the one past the last, along the axis."""
    if axis is Axis.COLUMN:
        return cell.column, cell.column + cell.column_span
    return cell.row, cell.row + cell.row_span


def contradictions(table: Table) -> Mapping[int, Contradiction]:
    """Data cell (index into ``table.cells``) -> the first contradiction between the headers that
    it names and the grid.

    Passes: a named header of another table; one whose line has no header over the cell, or one
    that the cell names as well (group headers that stand apart); rows narrower than the table, and
    tables whose cells overlap: there the grid may be wrong and Headers right.
    """
    found: dict[int, Contradiction] = {}
    if not any(cell.headers for cell in table.cells):
        return found
    narrow: set[int] = set()
    for issue in table.issues:
        if issue.kind in _UNCERTAIN:
            return found
        if issue.kind is GridIssueKind.RAGGED:
            narrow.add(issue.node)
    uncertain = {row for row, node in enumerate(table.row_nodes) if node in narrow}
    heads = Heads(table)
    for axis, paths in ((Axis.COLUMN, table.column_paths), (Axis.ROW, table.row_paths)):
        known: dict[tuple[int, int, int], Contradiction | None] = {}
        for i, path in enumerate(paths):
            if path is None or path.via is not HeaderVia.HEADERS or i in found:
                continue
            cell = table.cells[i]
            if uncertain and cell.row in uncertain:
                continue
            key = (id(path), *reach(cell, axis))
            if key not in known:
                known[key] = _contradiction(heads, cell, axis, path, uncertain)
            contradiction = known[key]
            if contradiction is not None:
                found[i] = contradiction
    return found


def _contradiction(
    heads: Heads, cell: Cell, axis: Axis, path: HeaderPath, uncertain: set[int]
) -> Contradiction | None:
    start, end = reach(cell, axis)
    for node in reversed(path.nodes):
        head = heads.by_node.get(node)
        if head is None or head.row in uncertain or head.effective_scope not in _SCOPES[axis]:
            continue
        first, last = reach(head, axis)
        if first < end and start < last:
            continue
        top, below = reach(head, _ACROSS[axis])
        standing = heads.over(cell, axis, below - 1) or heads.over(cell, axis, top)
        if standing and not any(other in path.nodes for other in standing):
            return Contradiction(axis, node, standing[0])
    return None
