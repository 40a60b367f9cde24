"""The grid of a table: which cell stands where, with spans resolved.

Linear in cells plus the places that spans cover, and that sum is bounded: a span that no table of
this size can have is clipped and reported.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.graph.index import Index
from dtaa_lint.graph.model import GridIssue, GridIssueKind
from dtaa_lint.graph.text import normalise
from dtaa_lint.pdf.model import AttributeValue

MAX_COLUMN_SPAN = 1000
"""Columns that one cell may cover; HTML has the same limit."""
PLACES_PER_CELL = 64
"""How many places of the grid a table may cover in all, for each of its cells."""
MAX_COLUMNS = 4096
"""Columns of a grid; what stands further to the right is left out of it. A table of many rows may
have fewer, so that the whole grid keeps to ``PLACES_PER_CELL``."""
MAX_HEADERS = 256
"""Entries of one /Headers that are read: one array may be shared by any number of cells."""

_SCOPES = {"row": "Row", "column": "Column", "col": "Column", "both": "Both"}


class Grid:
    """Cells as parallel lists, in reading order."""

    __slots__ = (
        "columns",
        "header",
        "headers",
        "issues",
        "n_columns",
        "n_rows",
        "node",
        "nodes",
        "regular",
        "row_cells",
        "row_nodes",
        "row_spans",
        "rows",
        "scopes",
        "sections",
        "spans",
        "texts",
    )

    def __init__(self, node: int) -> None:
        self.node = node
        self.nodes: list[int] = []
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.row_spans: list[int] = []
        self.spans: list[int] = []
        """Column spans."""
        self.header: list[bool] = []
        self.scopes: list[str | None] = []
        self.texts: list[str] = []
        self.headers: list[tuple[str, ...]] = []
        self.row_cells: list[list[int]] = []
        """Per row: the cells that begin in it, left to right."""
        self.row_nodes: list[int] = []
        self.sections: list[str] = []
        """Per row: ``THead``, ``TBody``, ``TFoot`` or empty."""
        self.regular: list[bool] = []
        """Per row: it has the width that most rows with data have. In a row of another width cells
        are missing, merged or in excess, nobody knows where, and so no column can be told."""
        self.n_rows = 0
        self.n_columns = 0
        self.issues: list[GridIssue] = []


def _span(value: AttributeValue) -> int | None:
    """A span as a positive whole number; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if value >= 1 else None


class _Builder:
    def __init__(self, index: Index, cuts: Sequence[int]) -> None:
        self.index = index
        self.nodes = index.nodes
        self.cuts = cuts

    def gather(self, grid: Grid) -> list[list[int]]:
        """The rows of cell elements, whatever stands between Table, TR and cell."""
        nodes = self.nodes
        rows: list[list[int]] = []
        row: list[int] | None = None
        row_end = 0
        loose_parent = -2
        section, section_end = "", 0
        table_end = nodes[grid.node].end
        node = grid.node + 1
        while node < table_end:
            element = nodes[node]
            type_ = element.type
            if type_ == "TD" or type_ == "TH":
                if row is None or node >= row_end:
                    # A cell outside any TR: those of one parent are taken for one row.
                    if element.parent != loose_parent or not rows:
                        loose_parent = element.parent
                        rows.append([])
                        grid.row_nodes.append(element.parent)
                        grid.sections.append(section if node < section_end else "")
                        grid.issues.append(GridIssue(GridIssueKind.STRAY, node, "cell outside TR"))
                    rows[-1].append(node)
                    row = None
                else:
                    row.append(node)
                node = element.end
                continue
            if type_ == "TR":
                if node in self.index.lost:
                    node = element.end
                    continue
                row = []
                row_end = element.end
                loose_parent = -2
                rows.append(row)
                grid.row_nodes.append(node)
                grid.sections.append(section if node < section_end else "")
            elif type_ in ("THead", "TBody", "TFoot"):
                section, section_end = type_, element.end
            elif type_ == "Caption" or type_ == "Artifact":
                node = element.end
                continue
            elif type_ == "Table":
                grid.issues.append(GridIssue(GridIssueKind.STRAY, node, "Table outside a cell"))
                node = element.end
                continue
            elif element.end == node + 1 and not self.index.blank(node):
                detail = f"{type_} where a {'cell' if node < row_end else 'row'} belongs"
                grid.issues.append(GridIssue(GridIssueKind.STRAY, node, detail))
            node += 1
        return rows

    def read_spans(self, grid: Grid, rows: list[list[int]]) -> list[list[tuple[int, int]]]:
        """(column span, row span) per cell, clipped to what the table can be."""
        attribute = self.index.attribute
        nodes = self.nodes
        issues = grid.issues
        n_rows = len(rows)
        n_cells = sum(map(len, rows))
        widest = max(map(len, rows), default=0)
        limit = min(MAX_COLUMN_SPAN, 64 + 8 * widest)
        budget = PLACES_PER_CELL * n_cells + 4096
        result: list[list[tuple[int, int]]] = []
        absurd: list[tuple[int, int]] = []
        width = 0
        one = (1, 1)
        for r, cells in enumerate(rows):
            line: list[tuple[int, int]] = []
            used = 0
            for c, node in enumerate(cells):
                if not nodes[node].attributes:
                    line.append(one)
                    used += 1
                    continue
                spans = [1, 1]
                for place, key in enumerate(("ColSpan", "RowSpan")):
                    value = attribute(node, "Table", key)
                    if value is None:
                        continue
                    span = _span(value)
                    most = limit if place == 0 else n_rows
                    if span is None or span > most:
                        kind = GridIssueKind.SPAN_ABSURD
                        issues.append(GridIssue(kind, node, f"{key} {str(value)[:24]}"))
                        if span is not None and place == 0:
                            absurd.append((r, c))
                        spans[place] = 1 if span is None or place == 0 else n_rows - r
                    elif place == 1 and r + span > n_rows:
                        detail = f"RowSpan {span}, {n_rows - r} rows left"
                        issues.append(GridIssue(GridIssueKind.SPAN_BEYOND, node, detail))
                        spans[1] = n_rows - r
                    else:
                        spans[place] = span
                budget -= spans[0] * spans[1]
                if budget < 0:
                    detail = "spans too many places"
                    issues.append(GridIssue(GridIssueKind.SPAN_ABSURD, node, detail))
                    budget += spans[0] * spans[1]
                    spans = [1, 1]
                line.append((spans[0], spans[1]))
                used += spans[0]
            width = max(width, used)
            result.append(line)
        for r, c in absurd:
            line = result[r]
            free = width - sum(span for span, _ in line)
            if free > 0 and (budget := budget - free * line[c][1]) >= 0:
                line[c] = (line[c][0] + free, line[c][1])
        return result

    def place(self, grid: Grid, rows: list[list[int]], spans: list[list[tuple[int, int]]]) -> None:
        """Gives every cell its row and column."""
        busy: list[int] = []
        """Per column: the first row in which it is free."""
        places = PLACES_PER_CELL * sum(map(len, rows)) + 4096
        most = min(MAX_COLUMNS, max(1, places // max(1, len(rows))))
        extents = [0] * len(rows)
        """Per row: the right edge of what reaches into it from above, then of the row itself."""
        attribute = self.index.attribute
        nodes = self.nodes
        for r, cells in enumerate(rows):
            column = 0
            started: list[int] = []
            for node, (span, row_span) in zip(cells, spans[r], strict=True):
                while column < len(busy) and busy[column] > r:
                    column += 1
                end = column + span
                if end > most:
                    detail = f"beyond column {most}"
                    grid.issues.append(GridIssue(GridIssueKind.SPAN_ABSURD, node, detail))
                    break
                if end > len(busy):
                    busy.extend([0] * (end - len(busy)))
                if span > 1 and any(busy[c] > r for c in range(column + 1, end)):
                    grid.issues.append(
                        GridIssue(GridIssueKind.OVERLAP, node, f"column {column + 1}")
                    )
                until = r + row_span
                for c in range(column, end):
                    if busy[c] < until:
                        busy[c] = until
                for below in range(r, until):
                    if extents[below] < end:
                        extents[below] = end
                started.append(len(grid.nodes))
                element = nodes[node]
                grid.nodes.append(node)
                grid.rows.append(r)
                grid.columns.append(column)
                grid.spans.append(span)
                grid.row_spans.append(row_span)
                header = element.type == "TH"
                grid.header.append(header)
                grid.texts.append(self.cell_text(node, header))
                scope: str | None = None
                names: tuple[str, ...] = ()
                if element.attributes:
                    names = _headers(attribute(node, "Table", "Headers"))
                    if header:
                        value = attribute(node, "Table", "Scope")
                        scope = _SCOPES.get(value.lower()) if isinstance(value, str) else None
                grid.scopes.append(scope)
                grid.headers.append(names)
                column = end
            grid.row_cells.append(started)
        grid.n_rows = len(rows)
        grid.n_columns = len(busy)
        usual = self.usual_width(grid, extents)
        grid.regular = [width == usual for width in extents]
        for r, width in enumerate(extents):
            if 0 < width < grid.n_columns:
                detail = f"{width} of {grid.n_columns} columns"
                grid.issues.append(GridIssue(GridIssueKind.RAGGED, grid.row_nodes[r], detail))

    def usual_width(self, grid: Grid, extents: list[int]) -> int:
        """The width of most rows with data; of several as frequent the greatest."""
        counts: dict[int, int] = {}
        for width, cells in zip(extents, grid.row_cells, strict=True):
            if any(not grid.header[i] and grid.texts[i] for i in cells):
                counts[width] = counts.get(width, 0) + 1
        return max(counts, key=lambda width: (counts[width], width)) if counts else grid.n_columns

    def cell_text(self, node: int, header: bool) -> str:
        """Text without notes and markers; a header that is a picture is what its Alt says."""
        element = self.nodes[node]
        if self.cuts and element.end > node + 1:
            text = self.index.without(node, self.cuts)
        else:
            text = self.index.normalised(node)
        if header and not text:
            for at in range(node, min(element.end, node + 8)):
                alt = self.nodes[at].alt
                if alt:
                    return normalise(alt)
        return text


def _headers(value: AttributeValue) -> tuple[str, ...]:
    """/Headers as a tuple of IDs; an empty array, or anything else, names none."""
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, tuple):
        return tuple(item for item in value[:MAX_HEADERS] if isinstance(item, str) and item)
    return ()


def build_grid(index: Index, table: int, cuts: Sequence[int]) -> Grid:
    """The grid of the Table element ``table``. ``cuts`` are the elements, sorted, whose text is no
    part of a cell's value (notes and their markers)."""
    grid = Grid(table)
    builder = _Builder(index, cuts)
    rows = builder.gather(grid)
    builder.place(grid, rows, builder.read_spans(grid, rows))
    if not grid.nodes:
        grid.issues.append(GridIssue(GridIssueKind.NO_ROWS, table, ""))
    return grid
