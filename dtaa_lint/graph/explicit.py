"""Header cells named by /Headers (ISO 32000-2, Table 384), across all tables of a document."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from dtaa_lint.graph.grid import Grid
from dtaa_lint.graph.headers import MAX_DEPTH, Resolved
from dtaa_lint.graph.index import Index
from dtaa_lint.graph.model import Axis, HeaderPath, HeaderVia
from dtaa_lint.graph.scopes import COLUMN, ROW, Scopes

MAX_STEPS = 128
"""IDs that are looked up for one cell, its own and those of the headers that it names."""
MAX_SAME_ID = 64
"""Elements with one ID inside one table that are looked at to find the one meant."""


class ExplicitHeaders:
    """Resolves /Headers; needs the grids of all tables, since a header may stand in another one
    (a table continued on the next page)."""

    def __init__(self, index: Index, tables: Sequence[tuple[Grid, Scopes]]) -> None:
        self.index = index
        self.tables = tables
        self.place: dict[int, tuple[int, int]] = {
            node: (t, i) for t, (grid, _) in enumerate(tables) for i, node in enumerate(grid.nodes)
        }
        """Cell element -> its table and its place among the table's cells."""
        self.ids: Mapping[str, tuple[int, ...]] = index.document.ids
        self.sorted_ids: dict[str, list[int]] = {}
        self.paths: dict[tuple[int, ...], HeaderPath] = {}
        self.ordered: dict[tuple[Axis, tuple[int, ...]], HeaderPath | None] = {}
        """What ``path`` made of its arguments: the cells of a column name the same headers."""

    def candidate(self, name: str, table: int, cell: int) -> int:
        """The cell element that the ID means for a cell of ``table``; -1 for none. Of several
        with the ID, one in the same table, and there one in the cell's own row or column."""
        found = self.ids.get(name)
        if not found:
            return -1
        if len(found) == 1:
            return found[0] if found[0] in self.place else -1
        nodes = self.sorted_ids.get(name)
        if nodes is None:
            nodes = sorted(n for n in found if n in self.place)
            self.sorted_ids[name] = nodes
        grid = self.tables[table][0]
        low = bisect_left(nodes, grid.node)
        near = nodes[low : low + MAX_SAME_ID]
        end = self.index.nodes[grid.node].end
        near = [n for n in near if n < end and self.place[n][0] == table]
        for node in near:
            other = self.place[node][1]
            if _overlap(grid.rows, grid.row_spans, other, cell) or _overlap(
                grid.columns, grid.spans, other, cell
            ):
                return node
        if near:
            return near[0]
        return nodes[0] if nodes else -1

    def expand(self, table: int, cell: int, result: Resolved) -> list[int]:
        """The headers that the cell names, and those that they name in turn."""
        grid = self.tables[table][0]
        seen: dict[int, None] = {}
        pending: list[tuple[int, int]] = [(table, cell)]
        at = 0
        steps = 0
        while at < len(pending) and len(seen) < MAX_DEPTH and steps < MAX_STEPS:
            t, i = pending[at]
            at += 1
            for name in self.tables[t][0].headers[i][:MAX_DEPTH]:
                steps += 1
                node = self.candidate(name, t, i)
                if node < 0:
                    if at == 1:
                        result.unresolved.append((grid.nodes[cell], name))
                elif node not in seen and node != grid.nodes[cell]:
                    seen[node] = None
                    pending.append(self.place[node])
        return list(seen)

    def axis(self, header: int, table: int, cell: int) -> Axis:
        """Which way the header leads to the cell: its written scope, else its place."""
        t, i = self.place[header]
        grid, scopes = self.tables[t]
        written = grid.scopes[i]
        if written == ROW:
            return Axis.ROW
        if written == COLUMN:
            return Axis.COLUMN
        if t == table:
            row = _overlap(grid.rows, grid.row_spans, i, cell)
            column = _overlap(grid.columns, grid.spans, i, cell)
            if row != column:
                return Axis.ROW if row else Axis.COLUMN
        effective = scopes.effective[i]
        if effective == ROW:
            return Axis.ROW
        if effective == COLUMN:
            return Axis.COLUMN
        return Axis.COLUMN if grid.columns[i] > 0 or t != table else Axis.ROW

    def path(self, headers: list[int], axis: Axis) -> HeaderPath | None:
        """Outermost first: further up (or to the left) before further down, and a header before
        those whose columns (or rows) it strictly covers, wherever it stands."""
        key = (axis, tuple(headers))
        if key not in self.ordered:
            self.ordered[key] = self._path(headers, axis)
        return self.ordered[key]

    def _path(self, headers: list[int], axis: Axis) -> HeaderPath | None:
        keyed: list[tuple[int, int, int, int, int]] = []
        """(table, place along the path, start, end, element)"""
        for node in headers:
            t, i = self.place[node]
            grid = self.tables[t][0]
            if not grid.texts[i]:
                continue
            row, column = grid.rows[i], grid.columns[i]
            if axis is Axis.COLUMN:
                keyed.append((t, row, column, column + grid.spans[i], node))
            else:
                keyed.append((t, column, row, row + grid.row_spans[i], node))
        if not keyed:
            return None
        keyed.sort()
        ordered: list[tuple[int, int, int, int, int]] = []
        for key in keyed:
            at = 0
            while at < len(ordered) and not _strictly_covers(key, ordered[at]):
                at += 1
            ordered.insert(at, key)
        nodes = tuple([key[4] for key in ordered])
        found = self.paths.get(nodes)
        if found is None:
            texts: list[str] = []
            for node in nodes:
                t, i = self.place[node]
                texts.append(self.tables[t][0].texts[i])
            found = HeaderPath(nodes, tuple(texts), HeaderVia.HEADERS)
            self.paths[nodes] = found
        return found

    def resolve(self, table: int, result: Resolved) -> None:
        """Overrides, axis by axis, what the scan found for cells that name their headers."""
        grid = self.tables[table][0]
        for i, names in enumerate(grid.headers):
            if not names:
                continue
            found = self.expand(table, i, result)
            if not found or grid.header[i]:
                continue
            rows: list[int] = []
            columns: list[int] = []
            for node in found:
                (rows if self.axis(node, table, i) is Axis.ROW else columns).append(node)
            row_path = self.path(rows, Axis.ROW) if rows else None
            column_path = self.path(columns, Axis.COLUMN) if columns else None
            if row_path is not None:
                result.row_paths[i] = row_path
            if column_path is not None:
                result.column_paths[i] = column_path


def _overlap(starts: Sequence[int], spans: Sequence[int], one: int, other: int) -> bool:
    return starts[one] < starts[other] + spans[other] and starts[other] < starts[one] + spans[one]


def _strictly_covers(
    one: tuple[int, int, int, int, int], other: tuple[int, int, int, int, int]
) -> bool:
    return (
        one[0] == other[0]
        and one[2] <= other[2]
        and one[3] >= other[3]
        and one[3] - one[2] > other[3] - other[2]
    )
