"""What a report shows of a document besides its findings: the tables that findings are about, as
the machine reads them, and the list of the tasks.

Both are made only where they are asked for, take time linear in the document, and are bounded:
what is shown is cut, and says so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dtaa_lint.findings.finding import Finding, SketchCell, TableSketch, TaskLine
from dtaa_lint.findings.suppress import Status
from dtaa_lint.graph.model import HeaderPath, Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.export import gold_line
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.universe import Universe
from dtaa_lint.words import ENGLISH, Words, cut

MAX_ROWS = 60
"""Rows of a table that are shown."""
MAX_COLUMNS = 20
MAX_CELLS = 16_000
"""Cells of all tables of a document that are shown."""
LEAST_CELLS = 80
"""Cells of one table that are shown, however many tables there are, until no more may be."""
MAX_TABLES = 2_000
"""Tables of a document that are shown."""
CELL_TEXT = 120
"""Characters of a cell."""
LINE_TEXT = 200
"""Characters of each text of a task."""
_FAULTS = 20
"""Cells at fault whose rows and columns come before all others."""
_JOIN = " › "


def sketches(
    view: View, findings: Sequence[Finding], universe: Universe | None = None
) -> tuple[TableSketch, ...]:
    """A sketch of each table that an open finding is about: its element, or one that is related to
    it, is the table or lies in it. An element in nested tables is in the innermost one.
    ``universe`` knows which headers the cells of a table need."""
    about = _about(view, findings)
    shown = sorted(about)[:MAX_TABLES]
    share = min(MAX_ROWS * MAX_COLUMNS, max(LEAST_CELLS, MAX_CELLS // max(1, len(shown))))
    left = MAX_CELLS
    made: list[TableSketch] = []
    for index in shown:
        needs = "both" if universe is None else _needs(*universe.table(index))
        sketch = _sketch(view, view.tables[index], about[index], min(share, left), needs)
        left -= len(sketch.cells)
        made.append(sketch)
    return tuple(made)


@dataclass(slots=True)
class _About:
    """What findings say of one table."""

    findings: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    """Elements of findings that lie in it."""


def _about(view: View, findings: Sequence[Finding]) -> dict[int, _About]:
    """Index into ``view.tables`` -> what open findings say of it."""
    wanted: dict[int, list[int]] = {}
    own: set[int] = set()
    for place, finding in enumerate(findings):
        if finding.status is not Status.OPEN:
            continue
        if finding.node >= 0:
            own.add(finding.node)
        for node in (finding.node, *(other.node for other in finding.related)):
            if node >= 0:
                wanted.setdefault(node, []).append(place)
    about: dict[int, _About] = {}
    for node, table in _inside(view, sorted(wanted)):
        entry = about.setdefault(table, _About())
        entry.findings.extend(wanted[node])
        if node in own:
            entry.nodes.append(node)
    for entry in about.values():
        entry.findings = sorted(set(entry.findings))
    return about


def _inside(view: View, nodes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """(element, index of the innermost table that it is or lies in) of the elements, which come in
    reading order; those in no table are left out."""
    tables = view.tables
    order = sorted(range(len(tables)), key=lambda index: tables[index].node)
    around: list[int] = []
    at = 0
    for node in nodes:
        while at < len(order) and tables[order[at]].node <= node:
            around.append(order[at])
            at += 1
        # Those that end before it: inner ones lie above outer ones.
        while around and view.nodes[tables[around[-1]].node].end <= node:
            around.pop()
        if around:
            yield node, around[-1]


def _needs(kind: TableKind, shape: Shape | None) -> str:
    """The headers that a cell needs in a table of this kind."""
    if kind in (TableKind.LAYOUT, TableKind.EMPTY, TableKind.ALL_HEADERS):
        return "none"
    return "row" if kind is TableKind.PAIRS or shape is Shape.BARE_PAIRS else "both"


def _sketch(view: View, table: Table, about: _About, most: int, needs: str) -> TableSketch:
    columns, rows = _Choice(view, table, about.nodes).made(most)
    kept: list[tuple[int, int, int, int, int]] = []
    for index, cell in enumerate(table.cells):
        r, height = _overlap(rows, cell.row, cell.row_span)
        c, width = _overlap(columns, cell.column, cell.column_span)
        if height and width and len(kept) < most:
            kept.append((index, rows[r], columns[c], height, width))
    places = {table.cells[index].node: place for place, (index, *_) in enumerate(kept)}
    cells: list[SketchCell] = []
    for index, row, column, height, width in kept:
        cell = table.cells[index]
        cells.append(
            SketchCell(
                node=cell.node,
                row=row,
                column=column,
                row_span=height,
                column_span=width,
                header=cell.header,
                scope=cell.effective_scope or "",
                text=cut(cell.text, CELL_TEXT),
                row_headers=_headers(places, table.row_paths[index]),
                column_headers=_headers(places, table.column_paths[index]),
            )
        )
    return TableSketch(
        node=table.node,
        path=view.path(table.node),
        page=view.nodes[table.node].page,
        caption=cut(table.caption_text or table.title or "", CELL_TEXT),
        rows=table.n_rows,
        columns=table.n_columns,
        cells=tuple(cells),
        cut=len(cells) < len(table.cells)
        or len(rows) < table.n_rows
        or len(columns) < table.n_columns,
        shown_rows=tuple(rows),
        shown_columns=tuple(columns),
        findings=tuple(about.findings),
        needs=needs,
    )


def _overlap(shown: Sequence[int], start: int, span: int) -> tuple[int, int]:
    """(index of the first, number) of the shown rows or columns that a cell stands in."""
    first = bisect_right(shown, start - 1)
    return first, bisect_right(shown, start + span - 1) - first


def _headers(places: dict[int, int], path: HeaderPath | None) -> tuple[int, ...]:
    if path is None:
        return ()
    return tuple([places[node] for node in path.nodes if node in places])


class _Choice:
    """Which rows and columns are shown: those of cells at fault and of their headers, then from the
    first one on, each with the headers of its cells."""

    def __init__(self, view: View, table: Table, nodes: Sequence[int]) -> None:
        self.table = table
        self.place = {cell.node: index for index, cell in enumerate(table.cells)}
        self.by_row: list[list[int]] = [[] for _ in range(table.n_rows)]
        for index, cell in enumerate(table.cells):
            self.by_row[cell.row].append(index)
        self.faults = self._faults(view, nodes)

    def made(self, most: int) -> tuple[list[int], list[int]]:
        """Columns and rows, in order, for no more than ``most`` cells."""
        table = self.table
        if table.n_columns <= MAX_COLUMNS and table.n_rows <= MAX_ROWS and len(table.cells) <= most:
            return list(range(table.n_columns)), list(range(table.n_rows))
        cells = table.cells
        fault_columns = [
            cells[index].column
            for fault in self.faults
            for index in (fault, *self._of(table.row_paths[fault]))
        ]
        columns = _first([*fault_columns[: MAX_COLUMNS // 2], *range(table.n_columns)], MAX_COLUMNS)
        limit = min(MAX_ROWS, most // max(1, len(columns)))
        return sorted(columns), sorted(_first(self._rows(columns, limit), limit))

    def _faults(self, view: View, nodes: Sequence[int]) -> list[int]:
        """The first cells that an element at fault is or lies in; of a row its first cell."""
        starts = sorted(self.place)
        rows = {node: row for row, node in enumerate(self.table.row_nodes)}
        found: dict[int, None] = {}
        for node in nodes:
            at = bisect_right(starts, node) - 1
            if at >= 0 and node < view.nodes[starts[at]].end:
                found[self.place[starts[at]]] = None
            else:
                row = self.by_row[rows[node]] if node in rows else []
                found.update(dict.fromkeys(row[:1]))
            if len(found) == _FAULTS:
                break
        return list(found)

    def _rows(self, columns: Sequence[int], limit: int) -> Iterator[int]:
        """Rows by their weight, repeated ones among them."""
        table = self.table
        shown = set(columns)
        for fault in self.faults:
            yield from self._with_headers([fault], limit)
        for row in range(table.n_rows):
            yield from self._with_headers(
                [index for index in self.by_row[row] if table.cells[index].column in shown], limit
            )
            yield row

    def _with_headers(self, indices: Sequence[int], limit: int) -> Iterator[int]:
        """The rows of the headers of cells, and their own."""
        table = self.table
        seen: set[int] = set()
        for index in indices:
            for path in (table.column_paths[index], table.row_paths[index]):
                # Cells share their paths.
                if path is None or id(path) in seen:
                    continue
                seen.add(id(path))
                for header in self._of(path)[:limit]:
                    yield table.cells[header].row
        for index in indices:
            yield table.cells[index].row

    def _of(self, path: HeaderPath | None) -> list[int]:
        return [] if path is None else [self.place[n] for n in path.nodes if n in self.place]


def _first(items: Iterable[int], most: int) -> list[int]:
    """The first ``most`` different ones."""
    found: dict[int, None] = {}
    for item in items:
        if len(found) >= most:
            break
        found[item] = None
    return list(found)


def task_lines(universe: Universe, words: Words = ENGLISH) -> tuple[TaskLine, ...]:
    """Every eligible task of a document but those of the control band, in the universe's order."""
    view = universe.view
    pages = view.document.pages
    sections: dict[tuple[str, ...], str] = {}
    lines: list[TaskLine] = []
    for candidate, task in universe.tasks_of(control=False):
        section = sections.get(task.heading_path)
        if section is None:
            section = cut(_JOIN.join(task.heading_path), LINE_TEXT)
            sections[task.heading_path] = section
        lines.append(
            TaskLine(
                task_id=task.task_id,
                task_class=task.task_class,
                motif=task.motif.value,
                page=task.page,
                page_label=pages[task.page].label if 0 <= task.page < len(pages) else "",
                path=view.path(candidate.anchor),
                section=section,
                subject=cut(task.subject, LINE_TEXT),
                constraint=cut(task.constraint, LINE_TEXT),
                answer=cut(gold_line(task.gold, words), LINE_TEXT),
            )
        )
    return tuple(lines)
