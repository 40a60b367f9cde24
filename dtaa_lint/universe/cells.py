"""Judges every data cell of every table once, for the motifs that rest on cells.

A cell's question is "row path × column path, in this section and under this caption". Cells with
the same question and different values are ambiguous, wherever in the document they stand; with the
same value the first one stands for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from dtaa_lint.graph.model import Axis, Cell, HeaderPath, Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.groups import ended_groups, going_on, rows_alike
from dtaa_lint.universe.header_guess import header_column, header_row, unit_notes
from dtaa_lint.universe.heads import Contradiction, Heads, contradictions
from dtaa_lint.universe.labels import is_enumerator
from dtaa_lint.universe.looks import is_day, is_sign
from dtaa_lint.universe.model import Reason
from dtaa_lint.universe.numbers import WORDS, Numbers
from dtaa_lint.universe.pieces import breaks_off
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind, table_kinds
from dtaa_lint.universe.validate import (
    REPLACEMENT,
    echoes,
    is_fragment,
    is_pointer,
    plain,
    verbatim,
)
from dtaa_lint.universe.values import Value, ValueKind, decimal_mark, parse, same_value, settle
from dtaa_lint.universe.wording import CODES

NO_PATH = -1
EMPTY_PATH = -2
"""A path whose innermost header has no text."""
SIGN = "sign"
"""Detail of a cell that holds a unit or a punctuation mark only: a part of its neighbour or of the
page's form, which asks for no task."""
EMPTY_HEADER = "empty-header"
"""Detail of a cell whose row header may be that of the rows below it too: their own is empty."""
MAX_FAULTS = 4
"""Nodes that an ambiguous cell names: one for each of the first values."""
_PATHS = 1 << 24
"""More than a document can have header paths."""
_FEW = 8
"""Values among which a differing text is looked for; the rest count as different."""


class TableCells:
    """One table's cells; the lists are parallel to ``table.cells``."""

    __slots__ = (
        "columns",
        "context",
        "contradictions",
        "details",
        "extra",
        "faults",
        "firsts",
        "index",
        "judged",
        "kind",
        "reasons",
        "rows",
        "shape",
        "table",
        "values",
    )

    def __init__(
        self, index: int, table: Table, kind: TableKind, shape: Shape | None, context: int
    ) -> None:
        count = len(table.cells)
        self.index = index
        """Into ``view.tables``."""
        self.table = table
        self.kind = kind
        self.shape = shape
        """Of a table without any header."""
        self.context = context
        self.contradictions: Mapping[int, Contradiction] = contradictions(table)
        """Cells that name headers which the grid contradicts."""
        self.judged: list[int] = []
        """The cells that ask for a task: data cells that do not span the whole width and do not
        look like missing headers."""
        self.reasons: list[Reason | None] = [None] * count
        self.details: list[str] = [""] * count
        self.faults: dict[int, tuple[int, ...]] = {}
        self.values: list[Value] = [_NO_VALUE] * count
        self.rows: list[int] = [NO_PATH] * count
        """Number of the row path; paths with the same texts have the same number."""
        self.columns: list[int] = [NO_PATH] * count
        self.firsts: dict[int, int] = {}
        """Of a duplicate: the node of the cell that stands for it."""
        self.extra: dict[int, tuple[int, ...]] = {}
        """Of such a first cell: the nodes of its duplicates."""

    def reject(
        self, cell: int, reason: Reason, detail: str = "", fault: tuple[int, ...] = ()
    ) -> None:
        self.reasons[cell] = reason
        self.details[cell] = detail
        if fault:
            self.faults[cell] = fault


_NO_VALUE = parse("")


class Cells:
    """All tables' cells."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.view = survey.view
        self.tables: list[TableCells] = []
        self._texts: dict[tuple[str, ...], int] = {}
        self._paths: dict[int, int] = {}
        """id of a HeaderPath (kept alive by its table) -> number of its texts."""
        self._broken: dict[int, tuple[Reason, int]] = {}
        """id of a HeaderPath -> why it cannot be evidence, and the header at fault."""
        self._seen: dict[int, tuple[TableCells, int]] = {}
        self._groups: dict[int, list[tuple[TableCells, int]]] = {}
        self._heads: dict[int, Heads] = {}
        """Per table with spanning data cells."""
        self._nesting = {table.nested_in for table in self.view.tables}
        kinds = table_kinds(self.view, self._nesting, survey.continuations)
        for index, table in enumerate(self.view.tables):
            context = survey.context(table.node, table.caption_text or table.summary or "")
            kind, shape = kinds[index]
            cells = TableCells(index, table, kind, shape, context)
            self.tables.append(cells)
            self._judge(cells)
        self._settle_decimals()
        for group in self._groups.values():
            _resolve(group)
        tables, joined = self.view.tables, survey.continuations
        for cells in self.tables:
            after = cells.index + 1
            goes_on = after < len(joined) and joined[after] is not None
            _judge_rows(self.view, cells, tables[after] if goes_on else None)
        self._seen.clear()
        self._groups.clear()
        self._heads.clear()

    def path_number(self, path: HeaderPath | None) -> int:
        """The number of a path's texts, ``NO_PATH`` or ``EMPTY_PATH``."""
        if path is None:
            return NO_PATH
        key = id(path)
        found = self._paths.get(key)
        if found is None:
            texts = tuple([text for text in map(plain, path.texts) if text])
            if not texts or not path.texts[-1].strip():
                found = EMPTY_PATH
            else:
                found = self._texts.setdefault(texts, len(self._texts))
                self._check_path(key, path)
            self._paths[key] = found
        return found

    def _check_path(self, key: int, path: HeaderPath) -> None:
        for node, text in zip(path.nodes, path.texts, strict=True):
            if REPLACEMENT in text:
                self._broken[key] = (Reason.NOT_VERBATIM, node)
                return
            if self.survey.is_split(node):
                self._broken[key] = (Reason.SPLIT_TEXT, node)
                return

    def _judge(self, cells: TableCells) -> None:
        table, kind = cells.table, cells.kind
        if kind is TableKind.EMPTY:
            return
        width = table.n_columns
        nesting = table.node in self._nesting
        context = cells.context
        values, rows, columns = cells.values, cells.rows, cells.columns
        judged = cells.judged
        pairs = kind is TableKind.PAIRS
        lost = kind is TableKind.LAYOUT
        contradictory = cells.contradictions
        marks = bool(self.view.references or self.view.notes)
        path_number = self.path_number
        broken = self._broken
        seen = self._seen
        reject = cells.reject
        row_paths, column_paths = table.row_paths, table.column_paths
        among: Numbers | None = None
        labels = _labels(cells)
        for i, cell in enumerate(table.cells):
            if cell.header or (cell.column_span >= width > 1) or i in labels:
                continue
            if pairs and (cell.column == 0 and row_paths[i] is None):
                # The label that should have been a header cell is no value.
                continue
            judged.append(i)
            text = cell.text
            value = parse(text)
            if value.kind is ValueKind.TRIVIAL and text.casefold() in CODES:
                if among is None:
                    among = Numbers(table)
                if not among.holds(cell):
                    value = WORDS
            values[i] = value
            row_path, column_path = row_paths[i], column_paths[i]
            row = rows[i] = path_number(row_path)
            column = columns[i] = path_number(column_path)
            kind_of = value.kind
            if kind_of <= ValueKind.TRIVIAL:
                reject(i, Reason.TRIVIAL, "blank" if kind_of is ValueKind.BLANK else "dash")
                if kind_of is ValueKind.BLANK or row < 0 or (column < 0 and not pairs):
                    continue
                if i in contradictory:
                    continue
            elif kind_of is ValueKind.SYMBOL and is_sign(text):
                reject(i, Reason.FRAGMENT, SIGN)
                continue
            elif lost:
                reject(i, Reason.MALFORMED_STRUCTURE, "layout")
                continue
            elif kind_of is ValueKind.SYMBOL:
                reject(i, Reason.FRAGMENT, "symbol")
                continue
            elif row < 0 or (column < 0 and not (pairs and column == NO_PATH)):
                reject(i, Reason.INCOMPLETE_EVIDENCE, _missing(row, column, pairs))
                continue
            elif i in contradictory:
                wrong = contradictory[i]
                reject(i, Reason.AMBIGUOUS_RELATION, "headers", (wrong.named, wrong.standing))
                continue
            else:
                if broken:
                    for path in (row_path, column_path):
                        fault = broken.get(id(path))
                        if fault is not None:
                            reject(i, fault[0], "header", (fault[1],))
                if column_path is not None and is_enumerator(column_path.texts[-1]):
                    reject(i, Reason.FRAGMENT, "header", (column_path.nodes[-1],))
                if kind_of is ValueKind.DATE and column_path and is_day(column_path.texts[-1]):
                    # A day that is announced by another day: that is the first row of the data.
                    reject(i, Reason.MALFORMED_STRUCTURE, "header-is-data")
                if kind_of is ValueKind.TEXT:
                    self._judge_words(cells, i, cell, nesting)
                elif self.survey.rewritten(cell.node):
                    reject(i, Reason.NOT_VERBATIM, "actual-text")
                elif marks and self._broken_by_marker(cell):
                    reject(i, Reason.NOT_VERBATIM, "marker")
                if cell.column_span > 1 or cell.row_span > 1:
                    self._judge_span(cells, i, cell)
            key = (context * _PATHS + row) * _PATHS + column
            first = seen.setdefault(key, (cells, i))
            if first[0] is not cells or first[1] != i:
                group = self._groups.get(key)
                if group is None:
                    self._groups[key] = [first, (cells, i)]
                else:
                    group.append((cells, i))

    def _judge_words(self, cells: TableCells, i: int, cell: Cell, nesting: bool) -> None:
        text = cell.text
        if nesting and self._holds_table(cell.node):
            cells.reject(i, Reason.MALFORMED_STRUCTURE, "nested-table")
        elif REPLACEMENT in text:
            cells.reject(i, Reason.NOT_VERBATIM, "unmapped")
        elif is_pointer(text):
            cells.reject(i, Reason.EXTERNAL_CONTEXT, "pointer")
        elif is_fragment(text):
            cells.reject(i, Reason.FRAGMENT, "stub")
        elif self.survey.is_split(cell.node):
            cells.reject(i, Reason.SPLIT_TEXT, "text")
        elif breaks_off(text):
            cells.reject(i, Reason.FRAGMENT, "piece")
        elif len(text) < 100 and self._echo(cells.table, i, text):
            cells.reject(i, Reason.HEADING_ECHO, "header")

    def _broken_by_marker(self, cell: Cell) -> bool:
        """A marker or note between the digits of a number: nowhere does it stand as read."""
        return self.view.nodes[cell.node].end > cell.node + 1 and not verbatim(
            self.view, cell.node, cell.text
        )

    def _holds_table(self, node: int) -> bool:
        nodes = self.view.nodes
        return any(nodes[inner].type == "Table" for inner in range(node + 1, nodes[node].end))

    def _echo(self, table: Table, i: int, text: str) -> bool:
        texts = [path.texts[-1] for path in (table.row_paths[i], table.column_paths[i]) if path]
        return echoes(text, texts)

    def _judge_span(self, cells: TableCells, i: int, cell: Cell) -> None:
        """A cell across several columns (or rows) whose innermost header covers only some of them
        while another header of the same line covers others has no one path."""
        table = cells.table
        heads_of = self._heads.get(cells.index)
        if heads_of is None:
            heads_of = self._heads[cells.index] = Heads(table)
        for axis, path in (
            (Axis.COLUMN, table.column_paths[i]),
            (Axis.ROW, table.row_paths[i]),
        ):
            if path is None:
                continue
            heads = heads_of.across(cell, axis, path)
            if len(heads) > 1:
                cells.reject(i, Reason.AMBIGUOUS_RELATION, axis.value, tuple(heads[:MAX_FAULTS]))

    def _settle_decimals(self) -> None:
        """Chooses one reading for ``1.234``: by what the other values of the same language prove,
        else by the language."""
        proof = {lang: list(known) for lang, known in self.survey.decimals.items()}
        doubtful: list[tuple[TableCells, int, str | None]] = []
        nodes = self.view.nodes
        for cells in self.tables:
            lang = nodes[cells.table.node].lang
            tally = proof.setdefault(lang, [0, 0])
            values = cells.values
            for i in cells.judged:
                value = values[i]
                if value.mark:
                    tally[value.mark == ","] += 1
                if value.other is not None:
                    doubtful.append((cells, i, lang))
        for cells, i, lang in doubtful:
            dots, commas = proof[lang]
            mark = decimal_mark(lang) if dots == commas else "," if commas > dots else "."
            cells.values[i] = settle(cells.values[i], cells.table.cells[i].text, mark)


def _judge_rows(view: View, cells: TableCells, rest: Table | None) -> None:
    """Rejects what a repeated row label, an empty one, or a group that has ended, leaves open.
    ``rest``: the next table, where it is the rest of this one."""
    if cells.kind not in (TableKind.DATA, TableKind.PAIRS) or None not in cells.reasons:
        return
    table, reasons = cells.table, cells.reasons
    further = going_on(table, rest)
    for i in cells.judged if further else ():
        row = table.row_paths[i]
        if reasons[i] is None and row is not None and row.nodes[-1] in further:
            fault = (row.nodes[-1], further[row.nodes[-1]])
            cells.reject(i, Reason.AMBIGUOUS_RELATION, EMPTY_HEADER, fault)
    if cells.kind is TableKind.PAIRS:
        return
    ended = ended_groups(view, table)
    for i in cells.judged:
        if reasons[i] is None and i in ended:
            cells.reject(i, Reason.AMBIGUOUS_RELATION, "group", ended[i])
    doubtful: dict[int, tuple[int, int]] = {}
    for i, other in rows_alike(table, cells.judged):
        nodes = (table.cells[i].node, table.cells[other].node)
        if cells.rows[i] == cells.rows[other] and cells.columns[i] == cells.columns[other]:
            # Nothing tells the two rows apart in any column.
            doubtful.setdefault(table.cells[i].row, nodes)
        elif reasons[i] is None and reasons[other] is not Reason.TRIVIAL:
            cells.reject(i, Reason.AMBIGUOUS, "within-table", nodes)
    if doubtful:
        for i in cells.judged:
            if reasons[i] is None and table.cells[i].row in doubtful:
                cells.reject(i, Reason.AMBIGUOUS, "within-table", doubtful[table.cells[i].row])


def _labels(cells: TableCells) -> Set[int]:
    """Data cells that look like the headers that a table lacks on a whole axis: once they are
    tagged as such they ask for no value, so they are no candidates for want of themselves. Nor
    does a line that says in which unit all values are."""
    table = cells.table
    if cells.kind is not TableKind.DATA and cells.kind is not TableKind.BARE:
        return frozenset()
    notes = unit_notes(table)
    no_row, no_column = not any(table.row_paths), not any(table.column_paths)
    if not (no_row or no_column):
        return notes
    first_row = header_row(table) if no_column else None
    first_column = header_column(table, first_row) if no_row else None
    guesses = (first_row, first_column)
    return notes.union(
        *[(*guess.cells, *guess.upper) for guess in guesses if guess is not None],
    )


def _missing(row: int, column: int, pairs: bool) -> str:
    if row < 0 and column < 0 and not pairs:
        return "row+column"
    return "row" if row < 0 else "column"


def _resolve(group: list[tuple[TableCells, int]]) -> None:
    """Cells that answer one question: duplicates when they agree, ambiguous when they do not."""
    texts: dict[str, list[tuple[TableCells, int]]] = {}
    for entry in group:
        cells, i = entry
        texts.setdefault(" ".join(cells.table.cells[i].text.casefold().split()), []).append(entry)
    values: list[list[tuple[TableCells, int]]] = []
    for text, entries in texts.items():
        same = next(
            (v for v in values[:_FEW] if same_value(text, v[0][0].table.cells[v[0][1]].text)),
            None,
        )
        if same is None:
            values.append(list(entries))
        else:
            same.extend(entries)
    if len(values) == 1:
        _share(group)
        return
    fault = tuple([cells.table.cells[i].node for ((cells, i), *_) in values[:MAX_FAULTS]])
    in_table: dict[int, int] = {}
    for entries in values:
        for index in {cells.index for cells, _ in entries}:
            in_table[index] = in_table.get(index, 0) + 1
    for cells, i in group:
        if cells.reasons[i] is None:
            within = in_table[cells.index] > 1
            detail = "within-table" if within else "across-tables"
            cells.reject(i, Reason.AMBIGUOUS, detail, fault)


def _share(group: list[tuple[TableCells, int]]) -> None:
    """The first cell stands for the others, which say the same."""
    usable = [(cells, i) for cells, i in group if cells.reasons[i] is None]
    if len(usable) < 2:
        return
    first_cells, first = usable[0]
    node = first_cells.table.cells[first].node
    first_cells.extra[first] = tuple([c.table.cells[i].node for c, i in usable[1:]])
    for cells, i in usable[1:]:
        cells.reject(i, Reason.DUPLICATE, "same-value", (node,))
        cells.firsts[i] = node
