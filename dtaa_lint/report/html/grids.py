"""Tables as the machine reads them: sketches laid out as rows of cells that HTML can show."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.findings.finding import Finding, Related, SketchCell, TableSketch
from dtaa_lint.report.html.views import GridCell, GridUse, GridView

_ROWS = 200
_COLUMNS = 60
"""Bounds of what is shown, whatever a sketch says of its cells."""
_OTHERS = 5
"""Tables that a place shows besides its own."""


class Grids:
    """The sketches of a document, and which findings speak of them."""

    def __init__(self, sketches: Sequence[TableSketch], prefix: str) -> None:
        self._sketches = sketches
        self._prefix = prefix
        self._of_node: dict[int, int] = {}
        self._of_path: dict[str, int] = {}
        self._of_table: dict[int, int] = {}
        for number, sketch in enumerate(sketches):
            self._of_table.setdefault(sketch.node, number)
            self._of_node.setdefault(sketch.node, number)
            self._of_path.setdefault(sketch.path, number)
            for cell in sketch.cells:
                self._of_node.setdefault(cell.node, number)
        self._shown: set[int] = set()

    def use(
        self, finding: Finding, tables: bool, full: bool, page: str, more: Sequence[Related] = ()
    ) -> GridUse | None:
        """The table that a finding speaks of. ``tables``: its guideline is about tables, so that
        any part of the table counts; ``full``: its place can show the table; ``page``: that of the
        finding, as people name it; ``more``: elements that it speaks of besides those in its
        ``related``."""
        number = self._number(finding, tables)
        if number is None:
            return None
        return self._use(number, finding, full, page, more)

    def others(self, finding: Finding, own: GridUse | None, page: str) -> tuple[GridUse, ...]:
        """The other tables that a finding speaks of, such as slices of one; a few of them."""
        numbers = {
            self._of_table[other.node]: None
            for other in finding.related
            if other.node in self._of_table
        }
        if own is not None:
            numbers.pop(own.number - 1, None)
        uses = [self._use(number, finding, True, page, ()) for number in list(numbers)[:_OTHERS]]
        return tuple(use for use in uses if use is not None)

    def _use(
        self, number: int, finding: Finding, full: bool, page: str, more: Sequence[Related]
    ) -> GridUse | None:
        sketch = self._sketches[number]
        grid_id = f"{self._prefix}-t{number + 1}"
        view = None
        if full and number not in self._shown:
            self._shown.add(number)
            view = grid(sketch, grid_id, number + 1, page if sketch.page == finding.page else "")
        elif number not in self._shown:
            return None
        related = {other.node for other in (*finding.related, *more)}
        faults, others = [], []
        for index, cell in enumerate(sketch.cells):
            if cell.node == finding.node:
                faults.append(index)
            elif cell.node in related:
                others.append(index)
        return GridUse(grid_id, number + 1, view, tuple(faults), tuple(others))

    def _number(self, finding: Finding, tables: bool) -> int | None:
        if finding.node < 0:
            return None
        number = self._of_node.get(finding.node)
        if number is not None or not tables:
            return number
        path = finding.path
        while path:
            path = path.rpartition("/")[0]
            if path in self._of_path:
                return self._of_path[path]
        return None


def grid(sketch: TableSketch, grid_id: str, number: int, page: str) -> GridView:
    """The cells of a sketch at their places; where two claim a place the first one has it."""
    cells = sketch.cells
    rows = min(max((cell.row + 1 for cell in cells), default=0), _ROWS)
    columns = min(
        max((cell.column + max(cell.column_span, 1) for cell in cells), default=0),
        max(sketch.columns, max((cell.column + 1 for cell in cells), default=0)),
        _COLUMNS,
    )
    taken: set[tuple[int, int]] = set()
    shown: set[int] = set()
    at: dict[tuple[int, int], GridCell] = {}
    spans: dict[int, tuple[int, int]] = {}
    for index, cell in enumerate(cells):
        row, column = cell.row, cell.column
        if not (0 <= row < rows and 0 <= column < columns) or (row, column) in taken:
            continue
        wide = _free(taken, row, column, min(max(cell.column_span, 1), columns - column))
        tall = 1
        while tall < min(max(cell.row_span, 1), rows - row) and all(
            (row + tall, column + step) not in taken for step in range(wide)
        ):
            tall += 1
        taken.update((row + y, column + x) for y in range(tall) for x in range(wide))
        spans[index] = (tall, wide)
        shown.add(index)
    headers = {index for index in shown if cells[index].header}
    for index in shown:
        cell = cells[index]
        at[cell.row, cell.column] = _cell(sketch, index, grid_id, headers, spans[index])
    lines = []
    for row in range(rows):
        line = []
        for column in range(columns):
            if (row, column) in at:
                line.append(at[row, column])
            elif (row, column) not in taken:
                line.append(GridCell("", -1, "", False, True, "", 1, 1, "", (), ()))
        lines.append(tuple(line))
    return GridView(
        grid_id, number, sketch.caption, sketch.path, page, tuple(lines),
        sketch.rows, sketch.columns, sketch.cut or len(shown) < len(cells), sketch.needs,
    )  # fmt: skip


def _free(taken: set[tuple[int, int]], row: int, column: int, most: int) -> int:
    """How many places of a row are free from a column on."""
    wide = 1
    while wide < most and (row, column + wide) not in taken:
        wide += 1
    return wide


def _cell(
    sketch: TableSketch, index: int, grid_id: str, headers: set[int], span: tuple[int, int]
) -> GridCell:
    cell = sketch.cells[index]
    named = [
        other
        for other in (*cell.row_headers, *cell.column_headers)
        if other in headers and other != index
    ]
    data = bool(cell.text) and not cell.header
    return GridCell(
        id=f"{grid_id}-c{index}",
        index=index,
        text=cell.text,
        header=cell.header,
        gap=False,
        scope=_scope(cell),
        row_span=span[0],
        column_span=span[1],
        headers=" ".join(f"{grid_id}-c{other}" for other in dict.fromkeys(named)),
        row_path=_texts(sketch, cell.row_headers),
        column_path=_texts(sketch, cell.column_headers),
        no_row=data and not cell.row_headers and _names_rows(sketch, cell),
        no_column=data and not cell.column_headers and sketch.needs == "both",
    )


def _names_rows(sketch: TableSketch, cell: SketchCell) -> bool:
    """Whether a cell needs a row header; of labels and their values, the labels need none."""
    return sketch.needs == "both" or (sketch.needs == "row" and cell.column > 0)


def _scope(cell: SketchCell) -> str:
    if not cell.header:
        return ""
    return {"Row": "row", "Column": "col", "Both": "both"}.get(cell.scope, "")


def _texts(sketch: TableSketch, indices: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sketch.cells[index].text for index in indices if 0 <= index < len(sketch.cells))
