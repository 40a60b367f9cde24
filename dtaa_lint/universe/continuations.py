"""Tables that go on in the next Table: a producer began a new one where the page ended.

Told only where it is certain. The two stand next to each other with nothing but blanks and notes
in between, the second begins on the page after the first, both have as many columns, the second
has no title or caption of its own but one that says that the table goes on, and one of these holds:

- it repeats the first row of the other;
- the other has column headers, and it has none and no row that looks like them;
- neither has: two columns of labels and values that go on with other labels, the first of them at
  the foot of its page.

Every rule and the kinds of the tables rest on this one judgement. It names a repair and never
makes a task: rows that the tags leave without headers have none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from dtaa_lint.graph.index import NOTES
from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.pdf.model import RunFlag
from dtaa_lint.universe.header_guess import header_row
from dtaa_lint.universe.looks import is_value

_BETWEEN = 16
"""Elements between two parts of a table that are looked at."""
_BLANKS = frozenset({"P", "Span", "Div", "NonStruct"})
"""Elements that may stand in between without text."""
_WRAPPERS = frozenset({"Part", "Art", "Sect", "Div", "NonStruct", "P"})
_WRAPPED = 4
"""Elements that may stand around a part of a table, one for each page, and how many."""
_CAPTIONS = frozenset({"P", "Caption"})
_CAPTION_LIMIT = 300
"""Characters of a caption that is said again."""
_AGAIN = (
    *("continued", "cont'd", "cont’d", "cont", "suite", "fortsetzung", "forts"),
    *("continuación", "continuação"),
)
"""Last words of the caption of a table that goes on, without the full stop."""
_SET_OFF = frozenset("([-–—,:;")
"""Signs before such a word."""
_FOOT = 0.35
"""Share of a page's height, from below, in which a table ends that the page end cuts."""
_RUNS = 64
"""Runs of a cell that are looked at for their weight."""


class Headers(StrEnum):
    """How the rest of a table stands to the headers of its columns."""

    LOST = "lost"
    """The first part has them, and they do not reach the rest."""
    REPEATED = "repeated"
    """The rest begins with them again."""
    NONE = "none"
    """Labels and values, which have none."""


class Continuation(NamedTuple):
    """What makes a table the rest of another one."""

    origin: int
    """The table (an index) of which it is the rest: the first one of the run."""
    headers: Headers
    cut_row: bool
    """Its first row of data is the rest of a row that the page end cut: it begins with an empty
    cell, which most rows do not, and has text in few others."""


def find_continuations(view: View) -> tuple[Continuation | None, ...]:
    """For every table of ``view.tables`` what it is the rest of; None for a table that stands by
    itself. Tables that hold tables arrange the page and are left out."""
    tables = view.tables
    nesting = {table.nested_in for table in tables}
    found: list[Continuation | None] = []
    whole: _Origin | None = None
    for at, table in enumerate(tables):
        before = tables[at - 1] if at else None
        joined: Continuation | None = None
        if (
            before is not None
            and before.n_columns == table.n_columns > 1
            and before.node not in nesting
            and table.node not in nesting
            and _adjacent(view, before, table)
        ):
            last = found[-1]
            first = last.origin if last is not None else at - 1
            if whole is None or whole.table is not tables[first]:
                whole = _Origin(tables[first])
            told = _joined(view, whole, before, table)
            joined = Continuation(first, *told) if told is not None else None
        found.append(joined)
    return tuple(found)


def runs(found: Sequence[Continuation | None]) -> Iterator[tuple[int, ...]]:
    """Tables (indices) that are one, run by run: the first one and its rests."""
    run: list[int] = []
    for at, joined in enumerate(found):
        if joined is None:
            if len(run) > 1:
                yield tuple(run)
            run = []
        run.append(at)
    if len(run) > 1:
        yield tuple(run)


def _adjacent(view: View, before: Table, table: Table) -> bool:
    """Whether nothing but blanks and the page's notes stands between the two, and the second begins
    on the page after the one on which the first ends. Elements that hold a page may part them."""
    nodes = view.nodes
    above, here = nodes[before.node], nodes[table.node]
    if above.page < 0 or here.page < 1 or above.end > here.index:
        return False
    if above.text_start == above.text_end or here.text_start == here.text_end:
        return False
    around = above.parent
    for _ in range(_WRAPPED):
        if around < 0 or nodes[around].end > here.index:
            break
        if nodes[around].type not in _WRAPPERS:
            return False
        around = nodes[around].parent
    between = _between(view, before, table)
    if between is None or (
        around != here.parent and not view.index.blank_between(above.text_end, here.text_start)
    ):
        return False
    boxes = view.boxes(before.node)
    return bool(boxes) and boxes[-1].page == here.page - 1


def _between(view: View, before: Table, table: Table) -> int | None:
    """How many blank elements stand between two tables; None where something else does, or the
    second one stands in an element that may be about something else."""
    nodes = view.nodes
    here = table.node
    at = nodes[before.node].end
    blanks = 0
    for _ in range(_BETWEEN):
        if at == here:
            return blanks
        element = nodes[at]
        if here < element.end:
            if element.type not in _WRAPPERS:
                return None
            at += 1
        elif element.type in NOTES:
            at = element.end
        elif element.type in _BLANKS and view.index.blank(at):
            blanks += 1
            at = element.end
        elif element.type in _CAPTIONS and _is_caption_again(view, at):
            at = element.end
        else:
            return None
    return None


def _joined(view: View, whole: _Origin, before: Table, table: Table) -> tuple[Headers, bool] | None:
    """Whether a table goes on with the one that begins with ``whole`` and ends in ``before``: what
    became of the headers, and whether its first row of data was cut."""
    caption = table.caption_text
    if caption and caption != whole.table.caption_text and not says_again(caption):
        return None
    rows = _Rows(table)
    if rows.repeats(whole.rows):
        return Headers.REPEATED, rows.is_cut(1)
    if rows.titled() or any(table.column_paths) or rows.headed() or _bold_head(view, rows, before):
        return None
    cut = rows.is_cut(0)
    if whole.tagged and any(cell.header for cell in table.cells):
        return Headers.LOST, cut
    if whole.tagged or table.n_columns > 2:
        told = whole.head >= 0 and (
            (header_row(table) is None and (cut or whole.tagged))
            or whole.goes_on(before, rows.row(0))
            or (is_bold(view, whole.rows.nodes(whole.head)) and not is_bold(view, rows.nodes(0)))
        )
        return (Headers.LOST, cut) if told else None
    if _between(view, before, table):
        return None
    if not (cut or _new_labels(before, table)) or not _at_foot(view, before):
        return None
    return Headers.NONE, cut


def _is_caption_again(view: View, node: int) -> bool:
    """A paragraph or Caption such as “Table 3 (continued)”."""
    element = view.nodes[node]
    if element.text_end - element.text_start > _CAPTION_LIMIT:
        return False
    text = view.text(node).strip()
    return says_again(text) and looks_like_caption(text, element.lang)


def says_again(caption: str) -> bool:
    """Whether a caption ends in a word, set off, that says that the table goes on.

    >>> says_again("Table 3 (continued)"), says_again("Tableau 2 – suite"), says_again("Our suite")
    (True, True, False)
    """
    text = caption.casefold().rstrip(" .)]:…")
    for word in _AGAIN:
        if text.endswith(word):
            return text[: -len(word)].rstrip()[-1:] in _SET_OFF
    return False


class _Rows:
    """The first rows of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._ends = [0]
        for row in range(3):
            at = self._ends[-1]
            while at < len(table.cells) and table.cells[at].row <= row:
                at += 1
            self._ends.append(at)

    def row(self, row: int) -> Sequence[Cell]:
        """The cells that begin in one of the first three rows."""
        return self.table.cells[self._ends[row] : self._ends[row + 1]] if row < 3 else ()

    def nodes(self, row: int) -> list[int]:
        return [cell.node for cell in self.row(row) if cell.text]

    def texts(self, row: int) -> list[str]:
        """Without spaces and hyphens, which differ where a narrow column breaks a word."""
        return [cell.text.translate(_BREAKS) for cell in self.row(row) if cell.text]

    def repeats(self, other: _Rows) -> bool:
        """Whether the first row (with a title above it: the first two) is that of the other."""
        top = self.texts(0)
        if not top or top != other.texts(0) or self.table.n_rows < 2:
            return False
        if len(top) == 1:
            return len(self.texts(1)) > 1 and self.texts(1) == other.texts(1)
        return len(set(top)) > 1

    def titled(self) -> bool:
        """A first row of one cell with text, or one whose first text spans columns."""
        cells = self.row(0)
        if len(cells) == 1:
            return bool(cells[0].text)
        return bool(cells) and cells[0].column_span > 1 and bool(cells[0].text)

    def headed(self) -> bool:
        """Whether header cells stand over columns, or are all that there is."""
        cells = self.row(0)
        heads = [cell for cell in cells if cell.header and cell.text]
        return any(cell.effective_scope == "Column" and cell.column > 0 for cell in heads) or (
            len(heads) == len(cells)
        )

    def is_cut(self, row: int) -> bool:
        """Whether a row begins with an empty cell, other than most rows, and has text in few
        others."""
        cells = self.row(row)
        first = [bool(cell.text) for cell in self.table.cells if cell.column == 0 < cell.row]
        if len(first) > 2 and sum(first) * 2 < len(first):
            return False  # A first column without text keeps others apart.
        filled = sum(1 for cell in cells if cell.text)
        return (
            len(cells) > 1
            and not cells[0].text
            and 0 < filled <= max(1, (len(cells) - 1) // 2)
            and len(cells) == self.table.n_columns
        )


class _Origin:
    """The first part of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows = _Rows(table)
        self.tagged = any(table.column_paths) or all(cell.header for cell in table.cells)
        """Whether header cells stand over columns, or are all that there is."""
        self.head = -1
        """The row of headers; -1 for none."""
        if self.tagged:
            nodes = {node for path in table.column_paths if path for node in path.nodes}
            places = (cell.row for cell in table.cells if cell.node in nodes)
            self.head = max(places, default=table.n_rows - 1)
        else:
            guess = header_row(table)
            self.head = guess.place if guess is not None else -1
        self._heads = {c.column: c.text for c in table.cells if c.row == self.head and c.text}
        self._data = _forms(table, self.head + 1)

    def goes_on(self, before: Table, cells: Sequence[Cell]) -> bool:
        """Whether a row looks like the data of the table and not like its headers: in some column
        it has what the data have (digits, signs of code) and the header has not; in two columns
        where there are but few rows of data. ``before``: the last part of the table."""
        latest = _forms(before, 0) if before is not self.table else {}
        proof = 0
        for cell in cells:
            head = self._heads.get(cell.column, "")
            counts = [part.get(cell.column, _NONE) for part in (self._data, latest)]
            total = sum(count[0] for count in counts)
            for place, form in enumerate(_FORMS, 1):
                alike = sum(count[place] for count in counts)
                if (
                    head
                    and total
                    and form(cell.text)
                    and not form(head)
                    and alike >= _ALIKE * total
                ):
                    proof += 2 if total >= _FEW else 1
                    break
        return proof > 1


def _forms(table: Table, top: int) -> dict[int, list[int]]:
    """Column -> how many texts it has from the row ``top`` on, and how many of each form."""
    found: dict[int, list[int]] = {}
    for cell in table.cells:
        if cell.text and cell.row >= top:
            counts = found.setdefault(cell.column, [0, 0, 0])
            counts[0] += 1
            for place, form in enumerate(_FORMS, 1):
                counts[place] += form(cell.text)
    return found


def _has_signs(text: str) -> bool:
    return not _SIGNS.isdisjoint(text)


_FORMS = (is_value, _has_signs)
_NONE = (0, 0, 0)


def _bold_head(view: View, rows: _Rows, before: Table) -> bool:
    """Whether the first row is bold as headers are, and the rows around it are not."""
    nodes = rows.nodes(0)
    if len(nodes) < 2 or not is_bold(view, nodes):
        return False
    if rows.table.n_rows > 1:
        return not is_bold(view, rows.nodes(1))
    last = [c.node for c in before.cells[-before.n_columns :] if c.text]
    return not is_bold(view, last)


def is_bold(view: View, nodes: Sequence[int]) -> bool:
    """Whether all text of the elements is bold."""
    found = view.document.runs
    seen = False
    for node in nodes:
        element = view.nodes[node]
        at = bisect_left(found, element.text_start, key=lambda run: run.start)
        for run in found[at : at + _RUNS]:
            if run.start >= element.text_end:
                break
            if run.glyphs:
                if not run.flags & RunFlag.BOLD:
                    return False
                seen = True
    return seen


def _new_labels(before: Table, table: Table) -> bool:
    """Whether the rest goes on with labels that the part before it does not have, but for a last
    row that the page end cut."""
    ours = {cell.text for cell in table.cells if cell.column == 0 and cell.text}
    theirs = [cell.text for cell in before.cells if cell.column == 0 and cell.text]
    if not ours or not theirs:
        return False
    again = ours.intersection(theirs)
    return not again or again == {theirs[-1]}


def _at_foot(view: View, table: Table) -> bool:
    """Whether a table ends in the lowest part of its last page."""
    box = view.boxes(table.node)[-1]
    page = view.document.pages[box.page]
    if page.rotate:
        return False
    _, bottom, _, top = page.crop_box
    return box.box[1] - bottom <= _FOOT * (top - bottom)


_SIGNS = frozenset(":/_@#=<>{}")
"""Signs of names and addresses that machines read."""
_ALIKE = 0.8
"""Share of a column's data that must look alike."""
_FEW = 3
"""Rows of data fewer of which prove less."""
_BREAKS = {ord(sign): None for sign in " \u00a0\u00ad\u2010\u2011-"}
