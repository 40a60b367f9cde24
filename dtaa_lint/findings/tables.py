"""What a table is, as far as its cells tell: data, key and value, bare data, layout, contents.

The checks of G01 to G04 share these facts. A table that declares headers is believed; tables
without any are judged by what their cells hold, where the tasks are made (``universe.shapes``).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from dtaa_lint.findings.check import Context
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.continuations import Continuation, Headers
from dtaa_lint.universe.header_guess import (
    HeaderGuess,
    header_column,
    header_row,
    header_row_below_title,
    is_enumeration,
    mostly,
    unit_notes,
)
from dtaa_lint.universe.looks import is_blank
from dtaa_lint.universe.shapes import Shape, is_contents
from dtaa_lint.universe.tables import TableKind as Declared
from dtaa_lint.universe.tables import first_row_texts
from dtaa_lint.universe.universe import Universe


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
    SLICE = "slice"
    """No header cell, a piece of a table that was cut into several Tables."""
    CONTENTS = "contents"
    """A table of contents: texts and page numbers."""
    LAYOUT = "layout"
    """No header cell that names something, and nothing that says data."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    index: int
    """Into ``view.tables``."""
    table: Table
    kind: TableKind
    why: str
    """For LAYOUT: the value of its shape, or ``numbered``."""
    headers: tuple[int, ...]
    """TH cells, as indices into ``table.cells``."""
    data: tuple[int, ...]
    """TD cells with text that do not span the whole width; no unit notes above the headers."""
    fields: tuple[int, ...]
    """TD cells without text that hold a form field: their value is what is filled in."""
    no_row: tuple[int, ...]
    """Those of ``data`` without a row path."""
    no_column: tuple[int, ...]
    first_row: HeaderGuess | None
    """Where cells lack column headers: the row of data cells that looks like them."""
    first_column: HeaderGuess | None
    """Where no cell has a row header: the column of data cells that looks like them."""

    rest: Continuation | None
    """What makes it the rest of the table before it, which a page end cut."""

    @property
    def continues(self) -> int:
        """Index of the table that it is the rest of; -1."""
        return self.rest.origin if self.rest is not None else -1

    @property
    def cut_row(self) -> int:
        """The row that begins with the rest of a row of the part before it; -1."""
        if self.rest is None or not self.rest.cut_row:
            return -1
        return 1 if self.rest.headers is Headers.REPEATED else 0

    @property
    def holds_data(self) -> bool:
        """A table in the sense of the guidelines, tagged well or not; no slice of one."""
        return self.kind not in (
            TableKind.EMPTY, TableKind.LAYOUT, TableKind.CONTENTS, TableKind.SLICE
        )  # fmt: skip


_PARAGRAPH = 90
"""Characters: beside mere numbers, longer cells on the mean are numbered paragraphs."""


def table_facts(context: Context) -> tuple[TableFacts, ...]:
    """Facts of every table, in the order of ``view.tables``; computed once a document."""
    return context.once("table-facts", _all_facts)


def rejected_in_table(context: Context) -> dict[int, list[int]]:
    """Table index -> indices of the rejected candidates of its motifs."""
    return context.once("rejected-in-table", _rejected_in_table)


def freed_by_headers(context: Context, index: int, labels: Iterable[int]) -> list[int]:
    """Rejected candidates of a table that header cells would free: not those of the cells that
    become the headers (``labels``, indices into ``table.cells``), nor of cells that say nothing."""
    cells = context.view.tables[index].cells
    none = {cells[i].node for i in labels}
    none.update(cell.node for cell in cells if is_blank(cell.text))
    candidates = context.universe.candidates
    rejected = rejected_in_table(context).get(index, ())
    return [i for i in rejected if candidates[i].anchor not in none]


def _rejected_in_table(context: Context) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index, candidate in enumerate(context.universe.candidates):
        if candidate.table >= 0 and candidate.reason is not None:
            found.setdefault(candidate.table, []).append(index)
    return found


def _all_facts(context: Context) -> tuple[TableFacts, ...]:
    made: list[TableFacts] = []
    fields = sorted({field.node for field in context.view.fields if field.node >= 0})
    for index in range(len(context.view.tables)):
        made.append(_facts(context.view, context.universe, index, fields))
    return _by_sisters(made)


def _by_sisters(made: list[TableFacts]) -> tuple[TableFacts, ...]:
    """Tables with the same first row have their row headers in the same column: one that shows
    none takes that of most of its sisters."""
    places: dict[tuple[str, ...], Counter[int]] = {}
    lacking: list[int] = []
    for facts in made:
        if facts.first_column is not None:
            key = first_row_texts(facts.table)
            places.setdefault(key, Counter())[facts.first_column.place] += 1
        elif facts.no_row and len(facts.no_row) == len(facts.data):
            lacking.append(facts.index)
    places.pop((), None)
    for index in lacking if places else ():
        facts = made[index]
        votes = places.get(first_row_texts(facts.table))
        if not votes:
            continue
        place = min(votes.items(), key=lambda item: (-item[1], item[0]))[0]
        cells = facts.table.cells
        top = facts.first_row.place if facts.first_row is not None else -1
        found = tuple(i for i in facts.data if cells[i].column == place and cells[i].row > top)
        if found:
            made[index] = replace(facts, first_column=HeaderGuess(place, found))
    return tuple(made)


def first_text(table: Table) -> str:
    """The first text of the table that has a word, or says something else; empty when there is
    none."""
    found = ""
    for cell in table.cells:
        if sum(map(str.isalpha, cell.text)) > 1:
            return cell.text
        if cell.text and (not found or not any(map(str.isalnum, found))):
            found = cell.text
    return found


def page_of_table(context: Context, index: int) -> str:
    """The label of the page on which a table begins; a question mark for none."""
    page = context.view.nodes[context.view.tables[index].node].page
    return context.view.document.pages[page].label if page >= 0 else "?"


_SHAPES = {
    Shape.BARE: TableKind.BARE,
    Shape.BARE_PAIRS: TableKind.BARE_PAIRS,
    Shape.CONTENTS: TableKind.CONTENTS,
    Shape.SLICE: TableKind.SLICE,
}


def _facts(view: View, universe: Universe, index: int, fields: Sequence[int]) -> TableFacts:
    table = view.tables[index]
    headers: list[int] = []
    data: list[int] = []
    no_row: list[int] = []
    no_column: list[int] = []
    width = table.n_columns
    named_rows = named_columns = False
    notes = unit_notes(table)
    for i, cell in enumerate(table.cells):
        if cell.header:
            headers.append(i)
            continue
        # A cell over the whole width is a heading, a note or a source line inside the table.
        if not cell.text or (cell.column_span >= width > 1) or i in notes:
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
    first_row = header_row(table) if no_column else header_row_below_title(table)
    if first_row is not None and not no_column:
        no_column = list(data)  # A title says of no column what it holds.
    first_column = None if named_rows else header_column(table, first_row)
    if first_column is not None and first_row is None and is_enumeration(table):
        first_column = None
    kind, why = TableKind.EMPTY, ""
    judged, shape = universe.table(index)
    if shape is not None:
        kind = _SHAPES.get(shape, TableKind.LAYOUT)
        why = shape.value if kind is TableKind.LAYOUT else ""
    elif judged is not Declared.EMPTY:
        kind, why = _declared(table, headers, data, named_rows, named_columns)
        if why == "single" and universe.goes_on(index):
            kind, why = TableKind.DATA, ""  # The header row, which a page end cut off.
    return TableFacts(
        index=index,
        table=table,
        kind=kind,
        why=why,
        headers=tuple(headers),
        data=tuple(data),
        fields=_fields(view, table, fields),
        no_row=tuple(no_row),
        no_column=tuple(no_column),
        first_row=first_row,
        first_column=first_column,
        rest=universe.continuations[index],
    )


def _is_numbered(table: Table) -> bool:
    """Whether each row, the first one too, is a paragraph behind its number: a list as a table."""
    numbers = [c.text for c in table.cells if c.column == 0 and c.text]
    if len(numbers) < 2 or not all(map(_ENUMERATOR.fullmatch, numbers)):
        return False
    if not table.cells[0].text or any(cell.scope or cell.headers for cell in table.cells):
        return False
    rest = [c.text for c in table.cells if c.column > 0 and c.text]
    words = [len(text) for text in rest if not _ENUMERATOR.fullmatch(text)]
    return sum(words) > _CLAUSE * len(words) > 0


_ENUMERATOR = re.compile(r"\(?(?:\d{1,4}|[A-Za-z])(?:\.\d{1,3}){0,3}[.)]{1,2}")
"""``105.``, ``(1.)``, ``a)``: the number of a paragraph."""
_CLAUSE = 60
"""Characters: numbered paragraphs are longer on the mean."""


def _fields(view: View, table: Table, fields: Sequence[int]) -> tuple[int, ...]:
    """See ``TableFacts.fields``; ``fields``: all form fields' elements, sorted."""
    end = view.nodes[table.node].end
    at = bisect_left(fields, table.node)
    if at == len(fields) or fields[at] >= end:
        return ()
    return tuple(
        i
        for i, cell in enumerate(table.cells)
        if not cell.header
        and not cell.text
        and bisect_left(fields, cell.node) < bisect_left(fields, view.nodes[cell.node].end)
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
    if _is_numbered(table):
        return TableKind.LAYOUT, "numbered"
    if named_columns or not named_rows:
        return TableKind.DATA, ""
    if is_contents(table, [cells[i] for i in data]):
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
