"""What a table is, as far as its cells tell: data, key and value, bare data, layout, contents.

The checks of G01 to G04 share these facts. A table that declares headers is believed; only tables
without any header cell are judged by what their cells hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.header_guess import HeaderGuess, header_column, header_row, mostly
from dtaa_lint.findings.values import is_blank, is_label, is_value
from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.graph.view import View


class TableKind(StrEnum):
    EMPTY = "empty"
    """No cell has text."""
    DATA = "data"
    """Has header cells and data cells."""
    PAIRS = "pairs"
    """Two columns, a row header and its value, no column header."""
    ALL_HEADERS = "all-headers"
    """Every cell is a header cell."""
    BARE = "bare"
    """No header cell, yet its cells are data under labels."""
    BARE_PAIRS = "bare-pairs"
    """No header cell, two columns, labels on the left and their values on the right."""
    CONTENTS = "contents"
    """A table of contents: texts and page numbers."""
    LAYOUT = "layout"
    """No header cell, and nothing that says data."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    index: int
    """Into ``view.tables``."""
    table: Table
    kind: TableKind
    why: str
    """For LAYOUT: ``single``, ``blocks``, ``long``, ``nested`` or ``unclear``."""
    headers: tuple[int, ...]
    """TH cells, as indices into ``table.cells``."""
    data: tuple[int, ...]
    """TD cells with text that do not span the whole width."""
    no_row: tuple[int, ...]
    """Those of ``data`` without a row path."""
    no_column: tuple[int, ...]
    first_row: HeaderGuess | None
    """Where cells lack column headers: the row of data cells that looks like them."""
    first_column: HeaderGuess | None
    """Where no cell has a row header: the column of data cells that looks like them."""

    continues: int
    """Index of the table before it that has as many columns and column headers, and that it may be
    the rest of (some producers split tables at pages); -1."""

    @property
    def holds_data(self) -> bool:
        """A table in the sense of the guidelines, tagged well or not."""
        return self.kind not in (TableKind.EMPTY, TableKind.LAYOUT, TableKind.CONTENTS)


_BLOCKS = frozenset(
    "Sect Part Art L H H1 H2 H3 H4 H5 H6 Figure Formula Form TOC BlockQuote Aside".split()  # noqa: SIM905
)
"""Elements in cells that speak for layout."""

_PARAGRAPH = 90
"""Characters: beside mere numbers, longer cells on the mean are numbered paragraphs."""

_SHORT = 50
"""Characters: cells of words under labels are data when they are shorter on the mean."""

_LONG = 160
"""Characters: the mean cell of a data table is shorter."""


def table_facts(context: Context) -> tuple[TableFacts, ...]:
    """Facts of every table, in the order of ``view.tables``; computed once a document."""
    return context.once("table-facts", _all_facts)


def rejected_in_table(context: Context) -> dict[int, list[int]]:
    """Table index -> indices of the rejected candidates of its motifs."""
    return context.once("rejected-in-table", _rejected_in_table)


def _rejected_in_table(context: Context) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index, candidate in enumerate(context.universe.candidates):
        if candidate.table >= 0 and candidate.reason is not None:
            found.setdefault(candidate.table, []).append(index)
    return found


def _all_facts(context: Context) -> tuple[TableFacts, ...]:
    view = context.view
    nesting = {table.nested_in for table in view.tables}
    made: list[TableFacts] = []
    for index, table in enumerate(view.tables):
        before = made[-1] if made else None
        made.append(_facts(view, index, table, table.node in nesting, before))
    return tuple(made)


def first_text(table: Table) -> str:
    """The first text of the table that says something; empty when there is none."""
    return next((c.text for c in table.cells if any(map(str.isalnum, c.text))), "")


def _continues(view: View, before: TableFacts | None, table: Table) -> int:
    """See ``TableFacts.continues``: nothing but blank text stands between the two, and the one
    before has column headers, what looks like them, or is itself such a rest."""
    if before is None or before.table.n_columns != table.n_columns:
        return -1
    above, here = view.nodes[before.table.node], view.nodes[table.node]
    if (
        above.end > here.index
        or above.parent != here.parent
        or view.document.text[above.text_end : here.text_start].strip()
    ):
        return -1
    if before.continues >= 0:
        return before.continues
    headed = before.first_row is not None or any(before.table.column_paths)
    return before.index if headed else -1


def _facts(
    view: View, index: int, table: Table, holds_tables: bool, before: TableFacts | None
) -> TableFacts:
    headers: list[int] = []
    data: list[int] = []
    no_row: list[int] = []
    no_column: list[int] = []
    width = table.n_columns
    named_rows = named_columns = False
    texts = named_headers = 0
    for i, cell in enumerate(table.cells):
        if cell.text and any(map(str.isalnum, cell.text)):
            texts += 1
            if cell.header:
                named_headers += 1
        if cell.header:
            headers.append(i)
            continue
        # A cell over the whole width is a heading, a note or a source line inside the table.
        if not cell.text or (cell.column_span >= width > 1):
            continue
        data.append(i)
        if table.row_paths[i] is None:
            no_row.append(i)
        else:
            named_rows = True
        if table.column_paths[i] is None:
            no_column.append(i)
        else:
            named_columns = True
    first_row = header_row(table) if no_column else None
    first_column = None if named_rows else header_column(table, first_row)
    kind, why = TableKind.EMPTY, ""
    if texts and (named_headers or (headers and len(headers) == len(table.cells))):
        kind, why = _declared(table, headers, data, named_rows, named_columns)
    elif texts:
        kind, why = _undeclared(view, table, data, holds_tables, first_row, first_column)
    return TableFacts(
        index=index,
        table=table,
        kind=kind,
        why=why,
        headers=tuple(headers),
        data=tuple(data),
        no_row=tuple(no_row),
        no_column=tuple(no_column),
        first_row=first_row,
        first_column=first_column,
        continues=-1 if named_columns else _continues(view, before, table),
    )


def _declared(
    table: Table,
    headers: Sequence[int],
    data: Sequence[int],
    named_rows: bool,
    named_columns: bool,
) -> tuple[TableKind, str]:
    """The kind of a table that has header cells with text, and for LAYOUT why."""
    cells = table.cells
    if len(headers) == len(cells):
        single = table.n_rows < 2 or table.n_columns < 2
        return (TableKind.LAYOUT, "single") if single else (TableKind.ALL_HEADERS, "")
    if not data:
        return TableKind.DATA, ""
    if named_columns or not named_rows:
        return TableKind.DATA, ""
    if _is_contents(table, [cells[i] for i in data]):
        return TableKind.CONTENTS, ""
    if len({cells[i].column for i in data}) > 1:
        return TableKind.DATA, ""
    labels = [cells[i].text for i in headers if cells[i].text]
    length = sum(len(cells[i].text) for i in data)
    if length > _PARAGRAPH * len(data) and mostly(
        [sum(map(str.isalpha, label)) < 2 for label in labels]
    ):
        return TableKind.LAYOUT, "numbered"
    return TableKind.PAIRS, ""


def _undeclared(
    view: View,
    table: Table,
    data: Sequence[int],
    holds_tables: bool,
    first_row: HeaderGuess | None,
    first_column: HeaderGuess | None,
) -> tuple[TableKind, str]:
    """The kind of a table none of whose header cells has text, by what the cells hold."""
    if table.n_rows < 2 or table.n_columns < 2:
        return TableKind.LAYOUT, "single"
    if holds_tables:
        return TableKind.LAYOUT, "nested"
    cells = [table.cells[i] for i in data]
    if _is_contents(table, cells):
        return TableKind.CONTENTS, ""
    node = view.nodes[table.node]
    blocks = sum(1 for n in range(node.index + 1, node.end) if view.nodes[n].type in _BLOCKS)
    if blocks * 4 > len(cells):
        return TableKind.LAYOUT, "blocks"
    if sum(len(cell.text) for cell in cells) > _LONG * len(cells):
        return TableKind.LAYOUT, "long"
    if table.n_columns == 2 and _is_pairs(table, first_row):
        return TableKind.BARE_PAIRS, ""
    if first_row is None or len(cells) < 4:
        return TableKind.LAYOUT, "unclear"
    below = [c.text for c in cells if c.row > first_row.place and c.column > 0]
    if mostly([is_value(text) or is_blank(text) for text in below]):
        return TableKind.BARE, ""
    rows = table.n_rows - first_row.place - 1
    filled = len(below) / max(1, rows * (table.n_columns - 1))
    short = sum(map(len, below)) < _SHORT * len(below)
    whole = len(first_row.cells) == table.n_columns
    if (
        table.n_columns > 2
        and short
        and (
            (rows >= 3 and filled >= (0.3 if whole else 0.5))
            or (whole and table.n_columns > 3 and filled >= 0.6)
        )
    ):
        return TableKind.BARE, ""
    return TableKind.LAYOUT, "unclear"


def _is_contents(table: Table, cells: Sequence[Cell]) -> bool:
    """The last column holds rising page numbers, or the texts run in leader dots."""
    last = [c.text for c in cells if c.column == table.n_columns - 1]
    if len(last) < 4:
        return False
    leaders = sum(1 for c in cells if "....." in c.text or ". . . ." in c.text)
    if leaders * 2 > len(last):
        return True
    numbers = [int(text) for text in last if text.isascii() and text.isdigit() and len(text) < 5]
    return (
        len(numbers) >= 0.8 * len(last)
        and numbers == sorted(numbers)
        and len(set(numbers)) > 1
        and not any(c.column and c.column < table.n_columns - 1 and is_value(c.text) for c in cells)
        and numbers[-1] > numbers[0] + 2
    )


def _is_pairs(table: Table, first_row: HeaderGuess | None) -> bool:
    """Labels on the left, each once, and values of more than one kind on the right."""
    left = [c.text for c in table.cells if c.column == 0 and c.text and c.column_span == 1]
    right = [c.text for c in table.cells if c.column == 1 and c.text]
    if len(left) < 2 or len(right) < 0.6 * table.n_rows or len(left) < 0.8 * table.n_rows:
        return False
    if len(set(left)) < len(left):
        return False
    colons = sum(1 for text in left if text.endswith((":", "：")))
    if colons * 2 > len(left):
        return True
    if not mostly([is_label(text, 60) for text in left], 0.9):
        return False
    values = [is_value(text) for text in right]
    if first_row is not None and not values[0] and all(values[1:]):
        # A first row of words over a column of values is a header row.
        return False
    # Two rows of words beside words may be anything.
    return any(values) or len(left) > 3 or sum(map(len, right)) > 2 * sum(map(len, left))
