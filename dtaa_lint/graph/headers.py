"""Header resolution: the row headers and the column headers of every data cell.

/Headers first, then the scan of ISO 32000-2, 14.8.4.8.3: from the cell towards the start of its
row and of its column, over data cells to the nearest headers, and on through contiguous headers.
The scan is done for all cells at once, in one pass over the rows that keeps per column the headers
in force. What goes beyond the standard's scan, and why:

- A header that spans the whole width, or more columns than the headers in force below it, opens a
  group: it stands in front of them and does not replace them.
- A header alone in an otherwise blank row stands in front of the row headers below it, until the
  next such row, or a row of totals.
- Rows that are wholly blank part nothing.
- A cell with a row header to its right only (``# | name | value``) has that one.
- In a row that is not as wide as the others no column is certain: its headers head no column, but
  for one that fills the row, and its data cells have no column header.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.graph.grid import Grid
from dtaa_lint.graph.model import HeaderPath, HeaderVia
from dtaa_lint.graph.scopes import BOTH, COLUMN, ROW, Scopes
from dtaa_lint.graph.wording import total_words

MAX_DEPTH = 32
"""Header cells on one path; further ones are left out."""
MAX_KEPT = 8
"""Headers of a column that stay in force below those of a later block."""


class Resolved:
    """Paths of one table, parallel to the grid's cells."""

    __slots__ = ("column_paths", "row_paths", "unresolved")

    def __init__(self, count: int) -> None:
        self.row_paths: list[HeaderPath | None] = [None] * count
        self.column_paths: list[HeaderPath | None] = [None] * count
        self.unresolved: list[tuple[int, str]] = []


class _Paths:
    """Interned paths of one table."""

    def __init__(self, grid: Grid, scopes: Scopes) -> None:
        self.grid = grid
        self.effective = scopes.effective
        self.known: dict[tuple[int, ...], HeaderPath | None] = {}

    def get(self, cells: Sequence[int]) -> HeaderPath | None:
        """The path of these header cells, outermost first; None when there is none."""
        key = tuple(cells[-MAX_DEPTH:])
        if key in self.known:
            return self.known[key]
        grid = self.grid
        path: HeaderPath | None = None
        if key:
            assumed = any(grid.scopes[i] is None for i in key)
            path = HeaderPath(
                tuple([grid.nodes[i] for i in key]),
                tuple([grid.texts[i] for i in key]),
                HeaderVia.ASSUMED if assumed else HeaderVia.SCOPE,
            )
        self.known[key] = path
        return path


class _Scan:
    """One pass over the rows."""

    def __init__(self, grid: Grid, scopes: Scopes, lang: str | None) -> None:
        self.grid = grid
        self.scopes = scopes
        self.lang = lang
        self.paths = _Paths(grid, scopes)
        width = grid.n_columns
        self.blocks: list[list[int]] = [[] for _ in range(width)]
        """Per column: the headers of the nearest block of header rows, outermost first."""
        self.kept: list[list[int]] = [[] for _ in range(width)]
        """Per column: narrower headers of earlier blocks that stay in force below them."""
        self.data_seen = [False] * width
        """Per column: whether data stands below its headers."""
        self.groups: list[int] = []
        """Headers of the whole width that are in force."""
        self.group_used = False
        self.titles = 0
        """How many of them stand above all other column headers; totals do not end these."""
        self.details = False
        """Whether other column headers have been seen."""
        self.row_groups: list[int] = []
        self.row_group_used = False
        self.spanning: dict[int, list[tuple[int, int]]] = {}
        """Row -> (column, cell) of row headers that reach into it from above."""
        self.cache: list[HeaderPath | bool | None] = [False] * width
        """Per column: its path for cells of one column; False when not known."""

    def run(self, result: Resolved) -> None:
        grid, scopes = self.grid, self.scopes
        effective, texts, is_header = scopes.effective, grid.texts, grid.header
        for r, cells in enumerate(grid.row_cells):
            heads = self.spanning.pop(r, [])
            has_data = False
            for i in cells:
                if is_header[i]:
                    if texts[i] and i not in scopes.wide and effective[i] in (ROW, BOTH):
                        heads.append((grid.columns[i], i))
                        for below in range(r + 1, r + grid.row_spans[i]):
                            self.spanning.setdefault(below, []).append((grid.columns[i], i))
                elif texts[i]:
                    has_data = True
            heads.sort()
            if r in scopes.row_groups:
                self.open_row_group(scopes.row_groups[r])
                heads = []
            words = total_words(texts[heads[-1][1]], self.lang) if heads and has_data else 0
            if words > 1:
                self.end_groups()
            self.read_row(cells, heads, self.row_groups, result)
            if words == 1:
                self.end_groups()
            if has_data:
                self.row_group_used = True
            self.note_columns(cells, has_data)

    def open_row_group(self, head: int) -> None:
        if self.row_group_used:
            self.row_groups = []
            self.row_group_used = False
        self.row_groups = [*self.row_groups[-2:], head]

    def end_groups(self) -> None:
        """A row of totals closes the innermost group of each kind. One that says of what it is the
        total (``Total current assets``) stands outside already; a bare ``Total`` inside."""
        self.row_groups = self.row_groups[:-1]
        if self.details and len(self.groups) > self.titles:
            self.groups = self.groups[:-1]
            self.cache = [False] * self.grid.n_columns

    def read_row(
        self,
        cells: list[int],
        heads: list[tuple[int, int]],
        prefix: list[int],
        result: Resolved,
    ) -> None:
        """Row path and column path of the row's data cells."""
        grid = self.grid
        at = 0
        block: list[int] = []
        """The contiguous row headers nearest to the left."""
        after_data = False
        path: HeaderPath | None = None
        stale = True
        regular = bool(cells) and grid.regular[grid.rows[cells[0]]]
        waiting: list[int] = []
        """Data cells to the left of every row header."""
        for i in cells:
            if grid.header[i]:
                continue
            column = grid.columns[i]
            while at < len(heads) and heads[at][0] < column:
                if after_data:
                    block = []
                    after_data = False
                block.append(heads[at][1])
                if len(block) > MAX_DEPTH:
                    del block[0]
                at += 1
                stale = True
            if not block:
                waiting.append(i)
            else:
                if grid.row_spans[i] > 1 and len(block) > 1:
                    path = self.paths.get(prefix + self.covering(block, grid.rows, i))
                    stale = True
                elif stale:
                    path = self.paths.get(prefix + block)
                    stale = False
                result.row_paths[i] = path
                after_data = True
            if regular:
                result.column_paths[i] = self.column_path(i)
        if waiting and heads:
            block = [heads[0][1]]
            end = heads[0][0] + grid.spans[heads[0][1]]
            for column, head in heads[1:]:
                if column != end:
                    break
                block.append(head)
                end = column + grid.spans[head]
            path = self.paths.get(prefix + block)
            for i in waiting:
                result.row_paths[i] = path

    def covering(self, block: list[int], rows: list[int], i: int) -> list[int]:
        """Of the row headers those that reach over all rows of the cell; all, if none does."""
        end = rows[i] + self.grid.row_spans[i]
        found = [h for h in block if rows[h] + self.grid.row_spans[h] >= end]
        return found or block

    def column_path(self, i: int) -> HeaderPath | None:
        grid = self.grid
        column, span = grid.columns[i], grid.spans[i]
        if span == 1:
            found = self.cache[column]
            if not isinstance(found, bool):
                return found
            path = self.paths.get(self.groups + self.blocks[column] + self.kept[column])
            self.cache[column] = path
            return path
        end = column + span
        for c in range(column, end):
            found_here = self.blocks[c] + self.kept[c]
            if found_here:
                whole = [
                    h
                    for h in found_here
                    if grid.columns[h] <= column and grid.columns[h] + grid.spans[h] >= end
                ]
                return self.paths.get(self.groups + (whole or found_here))
        return self.paths.get(self.groups)

    def note_columns(self, cells: list[int], has_data: bool) -> None:
        """Takes the row's column headers, and its data, into account for the rows below."""
        grid, scopes = self.grid, self.scopes
        for i in cells:
            column = grid.columns[i]
            end = column + grid.spans[i]
            if not grid.header[i]:
                if has_data:
                    for c in range(column, end):
                        self.data_seen[c] = True
                continue
            if not grid.texts[i] or scopes.effective[i] not in (COLUMN, BOTH):
                continue
            if i in scopes.wide:
                if self.group_used:
                    self.groups = []
                    self.titles = 0
                    self.group_used = False
                self.groups = [*self.groups[-MAX_DEPTH:], i]
                self.cache = [False] * grid.n_columns
                continue
            if not grid.regular[grid.rows[i]]:
                continue
            if not self.details:
                self.details = True
                self.titles = 0 if self.group_used else len(self.groups)
            for c in range(column, end):
                self.add_header(c, i)
        if has_data:
            self.group_used = True

    def add_header(self, column: int, head: int) -> None:
        """Puts a header in force in one of its columns."""
        block = self.blocks[column]
        if self.data_seen[column]:
            # A new block replaces the headers in force, but narrower ones stay below it.
            self.kept[column] = (block + self.kept[column])[:MAX_KEPT]
            self.blocks[column] = block = []
            self.data_seen[column] = False
        if self.kept[column]:
            self.kept[column] = [h for h in self.kept[column] if self.narrower(h, head)]
        place = 0
        while place < len(block) and not self.narrower(block[place], head):
            place += 1
        if len(block) < MAX_DEPTH:
            block.insert(place, head)
        self.cache[column] = False

    def narrower(self, one: int, other: int) -> bool:
        """Whether ``one`` covers some but not all columns of ``other``, and no others."""
        columns, spans = self.grid.columns, self.grid.spans
        return (
            spans[one] < spans[other]
            and columns[one] >= columns[other]
            and columns[one] + spans[one] <= columns[other] + spans[other]
        )


def scan_headers(grid: Grid, scopes: Scopes, lang: str | None, result: Resolved) -> None:
    """Fills in the paths that the scan finds. ``lang`` is the table's language: it tells rows of
    totals, which end a group of rows."""
    if grid.n_columns and any(scopes.effective):
        _Scan(grid, scopes, lang).run(result)
