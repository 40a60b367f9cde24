"""Which row or column of data cells looks like the headers that a table lacks.

What is found names a repair, it does not decide about a fault: a wrong guess would send a
remediator to the wrong cells, so in doubt there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.graph.model import Table
from dtaa_lint.universe.looks import is_blank, is_label, is_period, is_quantity, is_value

_HEADER_ROWS = 4
"""Rows below the first among which a row of headers is looked for."""
_HEADER_COLUMNS = 3
"""Columns from the left among which a column of headers is looked for."""
SIGNS = frozenset("%‰#€$£¥№")
"""Single signs that head a column."""
_HEAD_LIMIT = 80
_STUB_LIMIT = 200
"""Characters of a header's text over a column, and beside a row."""
_MARK_LIMIT = 20
"""Characters of a date or a version's number."""
_PROSE = 12
"""Characters on the mean of what such marks are the headers of."""


@dataclass(frozen=True, slots=True)
class HeaderGuess:
    """A row or column of data cells that looks like the missing headers."""

    place: int
    """0-based row or column."""
    cells: tuple[int, ...]
    """Indices into ``table.cells``, those with text."""
    merged: bool = False
    """Of a column: the rows below each label are blank in it, up to the next one, as where a cell
    reaches over them on the page."""
    upper: tuple[int, ...] = ()
    """Of a row: the labels among the data cells above it, which head groups of its columns."""

    def sample(self, table: Table) -> str:
        """The first three texts."""
        return " | ".join(table.cells[i].text for i in self.cells[:3])


def mostly(tests: Iterable[bool], share: float = 0.6) -> bool:
    """Whether at least that share of the tests holds; false when there are none."""
    results = list(tests)
    return bool(results) and sum(results) >= share * len(results)


def distinct(texts: Sequence[str], share: float = 0.6) -> bool:
    return len(set(texts)) >= share * len(texts)


def header_row(table: Table) -> HeaderGuess | None:
    """The first row that has two data cells with text, when they look like column headers: labels,
    some of them different, for most of the columns that hold values further down."""
    by_row: dict[int, list[int]] = {}
    filled: dict[int, int] = {}
    for i, cell in enumerate(table.cells):
        if cell.text and not cell.header and cell.column_span < max(2, table.n_columns):
            if cell.row <= _HEADER_ROWS:
                by_row.setdefault(cell.row, []).append(i)
            if is_value(cell.text):
                filled[cell.column] = filled.get(cell.column, 0) + 1
    columns = sum(1 for n in filled.values() if n * 4 > table.n_rows) or table.n_columns - 1
    for row in sorted(by_row):
        cells = by_row[row]
        if len(cells) < 2:
            continue
        covered = sum(table.cells[i].column_span for i in cells)
        first = table.cells[cells[0]]
        if row == 0 and len(cells) > 2 and first.column == 0 and first.column_span > 1:
            # The table's title takes the place of the headers over the first columns.
            cells = cells[1:]
        texts = [table.cells[i].text for i in cells]
        if row == table.n_rows - 1 or not all(
            is_label(text, _HEAD_LIMIT) or text in SIGNS for text in texts
        ):
            return None
        if covered >= 0.6 * min(columns, table.n_columns - 1) and distinct(texts, 0.4):
            if _recurs(table, row, cells):
                return None
            if _is_upper(table, row, cells, by_row.get(row + 1, ())):
                row, cells = row + 1, by_row[row + 1]
            return HeaderGuess(row, tuple(cells), upper=_upper(table, by_row, row))
        # Labels for fewer columns may stand over the headers of groups of columns.
    return None


def _is_upper(table: Table, row: int, cells: Sequence[int], below: Sequence[int]) -> bool:
    """Whether a row of labels heads groups of columns, and the row below it the columns: it has
    fewer cells, and the cells below it are labels too, some of them over a column of values."""
    if len(below) <= len(cells) or row + 1 >= table.n_rows - 1:
        return False
    if len(cells) == table.n_columns or _recurs(table, row + 1, below):
        return False
    texts = [table.cells[i].text for i in below]
    if not all(is_label(text, _HEAD_LIMIT) or text in SIGNS for text in texts):
        return False
    columns = {table.cells[i].column for i in below}
    return distinct(texts, 0.4) and not columns.isdisjoint(_valued(table, row + 1))


def _valued(table: Table, row: int) -> set[int]:
    """Columns with values in most cells below the row."""
    below: dict[int, list[bool]] = {}
    for cell in table.cells:
        if cell.row > row and cell.text and cell.column_span == 1:
            below.setdefault(cell.column, []).append(is_value(cell.text))
    return {column for column, found in below.items() if len(found) > 1 and mostly(found, 0.8)}


def _upper(table: Table, by_row: Mapping[int, Sequence[int]], row: int) -> tuple[int, ...]:
    """See ``HeaderGuess.upper``."""
    above = [i for place in sorted(by_row) if place < row for i in by_row[place]]
    return tuple([i for i in above if is_label(table.cells[i].text, _HEAD_LIMIT)])


def _recurs(table: Table, row: int, cells: Sequence[int]) -> bool:
    """Whether texts of the row stand again below in their own columns, as values do and headers
    do not; a header row that is repeated as a whole does not count."""
    texts = {table.cells[i].column: table.cells[i].text for i in cells}
    again = {
        cell.column
        for cell in table.cells
        if cell.row > row and texts.get(cell.column) == cell.text
    }
    return 0 < len(again) < len(texts)


def _codes(texts: Sequence[str]) -> bool:
    """Marks of one or two letters, which sort the rows and do not name them."""
    return all(len(text) < 3 and text.isalpha() for text in texts)


def _marks(table: Table, cells: Sequence[int], top: int) -> bool:
    """Whether the cells of the first column are numbers of versions or sections, dates or codes,
    each once, beside words: no running numbers, which only count the rows."""
    texts = [table.cells[i].text for i in cells]
    if len(texts) < 2 or not distinct(texts, 1.0) or max(map(len, texts)) > _MARK_LIMIT:
        return False
    if not all(any(map(str.isdigit, text)) for text in texts) or mostly(
        [text.strip(" .)").isdigit() for text in texts], 0.5
    ):
        return False
    beside = [c.text for c in table.cells if c.row >= top and c.column > 0 and c.text]
    words = [not is_value(text) and not is_blank(text) for text in beside if not is_period(text)]
    return mostly(words, 0.6) and sum(map(len, beside)) > _PROSE * len(beside)


def unit_notes(table: Table) -> frozenset[int]:
    """Data cells in brackets above all header cells, such as “(dollars in millions)”: they speak of
    the values and are none."""
    found: list[int] = []
    for i, cell in enumerate(table.cells):
        if cell.header:
            top = cell.row
            return frozenset(n for n in found if table.cells[n].row < top)
        text = cell.text
        if text[:1] == "(" and text[-1:] == ")" and any(map(str.isalpha, text)):
            found.append(i)
    return frozenset()


def _merged(table: Table, cells: Sequence[int], texts: Sequence[str]) -> HeaderGuess | None:
    """The labels of a first column that is blank below each of them: every label once, beside data
    of its own, and no title alone in its row."""
    beside = {cell.row for cell in table.cells if cell.column > 0 and cell.text}
    if (
        distinct(texts, 1.0)
        and all(is_label(text, _HEAD_LIMIT) for text in texts)
        and all(table.cells[i].row in beside for i in cells)
    ):
        return HeaderGuess(0, tuple(cells), merged=True)
    return None


def title_only(table: Table) -> bool:
    """Whether all column headers are titles over the whole width, and no cell heads a row."""
    return _titles(table, table.n_columns)


def _titles(table: Table, width: int) -> bool:
    """Whether all headers span ``width`` columns, and no cell heads a row."""
    wide = False
    for cell in table.cells:
        if cell.header and cell.text:
            if cell.column_span < max(2, width) or cell.effective_scope == "Row":
                return False
            wide = True
    return wide


def header_row_below_title(table: Table) -> HeaderGuess | None:
    """Below a title that is the only header: the first row of data cells, when it has a label over
    each column and some column holds values, so that its label is none."""
    guess = header_row(table) if title_only(table) and table.n_columns > 2 else None
    if guess is None or len(guess.cells) < table.n_columns:
        return None
    return guess if _valued(table, guess.place) else None


def is_enumeration(table: Table) -> bool:
    """Below titles that span columns and are the only headers: words alike in every column, as of a
    list that was poured into columns; nothing in them says that some are about the others."""
    if not _titles(table, 2):
        return False
    lengths: dict[int, list[int]] = {}
    for cell in table.cells:
        if cell.header or not cell.text:
            continue
        text = cell.text
        if len(text) > _STUB_WORD or not is_label(text) or any(map(str.isdigit, text)):
            return False
        if text.endswith(":") or cell.column_span * 2 > max(2, table.n_columns):
            return False
        lengths.setdefault(cell.column, []).append(len(text))
    means = sorted(sum(column) / len(column) for column in lengths.values())
    return len(means) > 1 and means[-1] <= _ALIKE * means[0]


_STUB_WORD = 60
"""Characters of an item in an enumeration."""
_ALIKE = 2.5
"""How many times longer the items of one column are, on the mean, than those of another."""


def header_column(table: Table, first_row: HeaderGuess | None) -> HeaderGuess | None:
    """The leftmost column whose cells look like row headers; years give way to words right beside
    them; a column under an empty corner will do with any texts that differ."""
    top = first_row.place + 1 if first_row is not None else 0
    by_column: dict[int, list[int]] = {}
    corners: set[int] = set()
    rows: set[int] = set()
    limit = min(_HEADER_COLUMNS, table.n_columns - 1)
    for i, cell in enumerate(table.cells):
        if cell.header:
            if cell.row == 0 and not cell.text:
                corners.add(cell.column)
            continue
        if cell.row < top or not cell.text:
            continue
        rows.add(cell.row)
        if cell.column < limit and cell.column_span * 2 <= table.n_columns:
            by_column.setdefault(cell.column, []).append(i)
    if len(rows) == 1:
        # One row of data: only a plain word in front is safely its header.
        cells = by_column.get(0, [])
        text = table.cells[cells[0]].text if len(cells) == 1 else ""
        plain = is_label(text, 40) and not any(map(str.isdigit, text))
        return HeaderGuess(0, tuple(cells)) if plain else None
    found: HeaderGuess | None = None
    merged: HeaderGuess | None = None
    for column in sorted(by_column):
        cells = by_column[column]
        texts = [table.cells[i].text for i in cells]
        if len(cells) < 0.5 * len(rows):
            if column == 0 and len(cells) > 1 and table.cells[cells[0]].row == min(rows):
                merged = _merged(table, cells, texts)
            continue
        if _codes(texts) and (column > 0 or len(texts) < 3 or not distinct(texts, 1.0)):
            continue
        labels = [is_label(text, _STUB_LIMIT) for text in texts]
        words = mostly(labels, 0.8) or (mostly(labels) and not any(map(is_quantity, texts)))
        if words and distinct(texts, 0.5):
            if mostly(map(is_period, texts)) and found is None:
                found = HeaderGuess(column, tuple(cells))
                continue
            if found is None or (column == found.place + 1 and distinct(texts, 0.9)):
                return HeaderGuess(column, tuple(cells))
            return found
        if found is None and column == 0 and _marks(table, cells, top):
            return HeaderGuess(column, tuple(cells))
        if found is None and column == 0 and column in corners and distinct(texts, 1.0):
            return HeaderGuess(column, tuple(cells))
        if found is not None:
            return found
    return found or merged
