"""Repairs that add to a table's grid or complete it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.repairs.common import COLUMN, Handles, attributes, rows_of
from dtaa_lint.graph.model import GridIssueKind, Table
from dtaa_lint.repairs.edits import ROOT, Edit, Insert, Remove, Repair, SetAttribute

_MISSING = 50
"""Cells that are added to one row."""


def completed(context: Context, table: Table) -> Repair | None:
    """A grid whose spans end with the table and whose rows are equally wide; None where cells
    overlap or stand outside rows, and only the page shows what was meant."""
    kinds = {issue.kind for issue in table.issues}
    if kinds & {GridIssueKind.OVERLAP, GridIssueKind.STRAY, GridIssueKind.NO_ROWS}:
        return None
    edits: list[Edit] = []
    by_node = {cell.node: cell for cell in table.cells}
    for issue in table.issues:
        cell = by_node.get(issue.node)
        if cell is None:
            continue
        if issue.kind is GridIssueKind.SPAN_ABSURD:
            edits.append(SetAttribute(cell.node, "Table", "RowSpan", cell.row_span))
            edits.append(SetAttribute(cell.node, "Table", "ColSpan", cell.column_span))
        elif issue.kind is GridIssueKind.SPAN_BEYOND:
            span = max(1, min(cell.row_span, table.n_rows - cell.row))
            edits.append(SetAttribute(cell.node, "Table", "RowSpan", span))
    if GridIssueKind.RAGGED in kinds:
        more = _levelled(context, table)
        if more is None:
            return None
        edits += more
    return tuple(edits)


def _levelled(context: Context, table: Table) -> list[Edit] | None:
    """Blank cells at the end of rows that are too narrow; blank ones taken from wider rows."""
    ragged = {issue.node for issue in table.issues if issue.kind is GridIssueKind.RAGGED}
    grid = table.grid()
    widths = [sum(1 for i in line if i >= 0) for line in grid]
    usual = [w for w, node in zip(widths, table.row_nodes, strict=False) if node not in ragged]
    if not usual:
        return None
    width = max(usual, key=lambda w: (usual.count(w), w)) if len(usual) < 500 else usual[-1]
    handles = Handles()
    rows = rows_of(table)
    edits: list[Edit] = []
    for number, node in enumerate(table.row_nodes):
        if node not in ragged:
            continue
        lacking = width - widths[number]
        if lacking > _MISSING:
            return None
        edits += [Insert(handles.take(), node, ROOT, "TD") for _ in range(lacking)]
        for cell in reversed(rows[number]) if lacking < 0 else ():
            if lacking >= 0 or cell.text:
                break
            edits.append(Remove(cell.node))
            lacking += cell.column_span
        if lacking < 0:
            return None
    return edits


def reaching_down(table: Table, labels: Sequence[int]) -> list[Edit]:
    """Labels of one column reach over the blank cells below them (RowSpan), which go."""
    wanted = set(labels)
    edits: list[Edit] = []
    cells = [cell for cell in table.cells if cell.node in wanted]
    columns = {cell.column for cell in cells}
    column = sorted(
        [cell for cell in table.cells if cell.column in columns], key=lambda cell: cell.row
    )
    for cell in cells:
        span = cell.row_span
        for other in column:
            if other.row != cell.row + span or other.column != cell.column:
                continue
            if other.text or other.column_span > 1:
                break
            edits.append(Remove(other.node))
            span += other.row_span
        if span > cell.row_span:
            edits.append(SetAttribute(cell.node, "Table", "RowSpan", span))
    return edits


def widened(table: Table, heads: Sequence[int]) -> list[Edit]:
    """Headers in rows that are too narrow share the columns that their row does not reach over."""
    wanted = set(heads)
    edits: list[Edit] = []
    for cells in rows_of(table):
        mine = [cell for cell in cells if cell.node in wanted and cell.column > 0]
        width = sum(cell.column_span for cell in cells)
        more = table.n_columns - width
        if not mine or more <= 0:
            continue
        for place, cell in enumerate(mine):
            share = more // len(mine) + (place < more % len(mine))
            if share:
                span = cell.column_span + share
                edits.append(SetAttribute(cell.node, "Table", "ColSpan", span))
    return edits


def with_columns(
    context: Context, table: Table, heads: Sequence[str], values: Mapping[int, Sequence[str]]
) -> list[Edit]:
    """New last columns, headed by ``heads``; ``values``: row -> what stands in them."""
    handles = Handles()
    edits: list[Edit] = []
    rows = rows_of(table)
    data = [cell.row for cell in table.cells if not cell.header and cell.text]
    first = min(list(values) + data[:1], default=0)
    head_row = next(
        (
            number
            for number in range(min(first, len(rows)) - 1, -1, -1)
            if any(cell.header and cell.column_span < table.n_columns for cell in rows[number])
        ),
        -1,
    )
    for number, node in enumerate(table.row_nodes):
        cells = rows[number]
        if len(cells) == 1 and cells[0].column_span >= table.n_columns > 1:
            wide = table.n_columns + len(heads)
            edits.append(SetAttribute(cells[0].node, "Table", "ColSpan", wide))
            continue
        texts = values.get(number, ())
        for place, head in enumerate(heads):
            if number == head_row:
                scope = attributes(COLUMN)
                edits.append(Insert(handles.take(), node, ROOT, "TH", head, scope))
            else:
                text = texts[place] if place < len(texts) else ""
                edits.append(Insert(handles.take(), node, ROOT, "TD", text))
    return edits
