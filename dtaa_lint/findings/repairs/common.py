"""What the repairs of several guidelines share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.tables import TableFacts, table_facts
from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.repairs.edits import (
    FIRST_HANDLE,
    ROOT,
    Attributes,
    Edit,
    Insert,
    Move,
    NameHeaders,
    Remove,
    Retype,
    SetAttribute,
)

_WIDEST = 200
"""Columns of a table that headers are written into."""
ROW, COLUMN = "Row", "Column"


class Handles:
    """Hands out the handles of one repair."""

    def __init__(self) -> None:
        self._next = FIRST_HANDLE

    def take(self) -> int:
        handle = self._next
        self._next -= 1
        return handle


def placeholder(context: Context, what: str, node: int, more: str = "") -> str:
    """Words that only the author knows: unlike any others, so that they set things apart."""
    kind = context.view.nodes[node].type
    return f"‹{what} of {kind} s{node}{more}›"


def related(issue: Issue, *roles: str) -> list[int]:
    """The elements that the issue names in one of the roles, in order."""
    return [node for node, role in issue.related if role in roles and node >= 0]


def facts_of(context: Context, node: int) -> TableFacts | None:
    """The facts of the table that the element is, or stands in as a cell."""
    by_node = context.once("facts-by-node", _facts_by_node)
    return by_node.get(node)


def _facts_by_node(context: Context) -> dict[int, TableFacts]:
    found: dict[int, TableFacts] = {}
    for facts in table_facts(context):
        found[facts.table.node] = facts
        for cell in facts.table.cells:
            found[cell.node] = facts
    return found


def headers(table: Table, nodes: Iterable[int], scope: str) -> list[Edit]:
    """Cells of a table become headers of their rows or columns, and cells there that name their
    headers name them too."""
    edits: list[Edit] = []
    by_node = {cell.node: cell for cell in table.cells}
    heads: list[tuple[int, range, int]] = []
    for node in nodes:
        edits += [Retype(node, "TH"), SetAttribute(node, "Table", "Scope", scope)]
        cell = by_node.get(node)
        if cell is not None and scope == COLUMN:
            columns = range(cell.column, cell.column + cell.column_span)
            heads.append((node, columns, cell.row + cell.row_span))
        elif cell is not None:
            rows = range(cell.row, cell.row + cell.row_span)
            heads.append((node, rows, cell.column + cell.column_span))
    return edits + announced(table, heads, scope)


def announced(table: Table, heads: Iterable[tuple[int, range, int]], scope: str) -> list[Edit]:
    """Cells that name their headers by ID name these ones too. Each head: element (or handle), the
    columns (or rows) that it heads, and the first row (or column) behind it."""
    by_line: dict[int, list[tuple[int, int]]] = {}
    for node, lines, first in heads:
        for line in lines:
            by_line.setdefault(line, []).append((node, first))
    edits: list[Edit] = []
    for cell in table.cells:
        if not cell.headers or cell.header:
            continue
        column = scope == COLUMN
        across = range(cell.column, cell.column + cell.column_span)
        lines = across if column else range(cell.row, cell.row + cell.row_span)
        place = cell.row if column else cell.column
        names = [node for line in lines for node, first in by_line.get(line, ()) if place >= first]
        if names:
            edits.append(NameHeaders(cell.node, tuple(dict.fromkeys(names))))
    return edits


def attributes(scope: str) -> Attributes:
    return {"Table": {"Scope": scope}}


def first_kid(context: Context, node: int) -> int:
    """The first element inside another one; ``ROOT`` for none."""
    return next(iter(context.view.children(node)), ROOT)


def next_sibling(context: Context, node: int) -> int:
    """The element behind another one under the same parent; ``ROOT`` for none."""
    view = context.view
    parent = view.nodes[node].parent
    after = view.nodes[node].end
    end = view.nodes[parent].end if parent >= 0 else len(view.nodes)
    return after if after < end else ROOT


def caption(context: Context, handles: Handles, table: int, text: str) -> Insert:
    """A new Caption as the first kid of a table."""
    return Insert(handles.take(), table, first_kid(context, table), "Caption", text)


def as_caption(context: Context, node: int, table: int) -> list[Edit]:
    """An element becomes the table's Caption."""
    return [Retype(node, "Caption"), Move(node, table, first_kid(context, table))]


def rows_of(table: Table) -> list[list[Cell]]:
    """The cells that begin in each row, from left to right."""
    rows: list[list[Cell]] = [[] for _ in range(table.n_rows)]
    for cell in table.cells:
        if cell.row < table.n_rows:
            rows[cell.row].append(cell)
    for cells in rows:
        cells.sort(key=lambda cell: cell.column)
    return rows


def column_headers(
    context: Context, handles: Handles, table: Table, columns: Sequence[int], at: int = 0
) -> list[Edit]:
    """A new row of header cells over these columns, in front of the row ``at``; empty where the
    table has no rows or too many columns."""
    if not 0 <= at < len(table.row_nodes) or table.n_columns > _WIDEST:
        return []
    edits: list[Edit] = []
    heads: list[tuple[int, range, int]] = []
    covered: set[int] = set()
    for cell in table.cells:
        if cell.row < at < cell.row + cell.row_span:
            covered.update(range(cell.column, cell.column + cell.column_span))
            edits.append(SetAttribute(cell.node, "Table", "RowSpan", cell.row_span + 1))
    row = handles.take()
    below = table.row_nodes[at]
    edits.append(Insert(row, context.view.nodes[below].parent, below, "TR"))
    wanted = set(columns)
    for column in range(table.n_columns):
        if column in covered:
            continue
        if column in wanted:
            text = placeholder(context, f"header of column {column + 1}", below)
            head = handles.take()
            heads.append((head, range(column, column + 1), at))
            edits.append(Insert(head, row, ROOT, "TH", text, attributes(COLUMN)))
        else:
            edits.append(Insert(handles.take(), row, ROOT, "TD"))
    return edits + announced(table, heads, COLUMN)


def row_headers(
    context: Context, handles: Handles, table: Table, wanted: Iterable[int]
) -> list[Edit]:
    """A new first column with a header cell in each of the ``wanted`` rows; the others get a blank
    cell, and cells over the whole width go on spanning it."""
    edits: list[Edit] = []
    heads: list[tuple[int, range, int]] = []
    named = set(wanted)
    for number, cells in enumerate(rows_of(table)):
        if number >= len(table.row_nodes):
            break
        row = table.row_nodes[number]
        before = cells[0].node if cells else ROOT
        if number in named:
            text = placeholder(context, "header", row)
            head = handles.take()
            heads.append((head, range(number, number + 1), 0))
            edits.append(Insert(head, row, before, "TH", text, attributes(ROW)))
        elif len(cells) == 1 and cells[0].column_span >= table.n_columns > 1:
            edits.append(SetAttribute(cells[0].node, "Table", "ColSpan", table.n_columns + 1))
        else:
            edits.append(Insert(handles.take(), row, before, "TD"))
    return edits + announced(table, heads, ROW)


def joined_to(context: Context, table: Table, origin: Table, skip: int = 0) -> list[Edit]:
    """The rows of a table become the last rows of the one that it continues; the first ``skip``
    ones, which repeat its headers, go."""
    if not origin.row_nodes:
        return []
    last = context.view.nodes[origin.row_nodes[-1]].parent
    edits: list[Edit] = [Move(row, last) for row in dict.fromkeys(table.row_nodes[skip:])]
    return [*edits, Remove(table.node)]


def holds_only_text(context: Context, node: int) -> bool:
    """Whether an element may be rewritten without loss: nothing in it but text."""
    nodes = context.view.nodes
    inside = range(node + 1, nodes[node].end)
    if len(inside) > _WIDEST:
        return False
    return all(nodes[i].type in _TEXT for i in inside)


_TEXT = frozenset({"Span", "Strong", "Em", "Sub", "P", "Code", "Quote", "NonStruct"})


def siblings_between(context: Context, first: int, last: int) -> Iterator[int]:
    """The siblings from one element to another, both included."""
    at = first
    while 0 <= at <= last:
        yield at
        at = context.view.nodes[at].end
