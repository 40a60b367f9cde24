"""What a table without header cells is: data that lost its headers, contents, or layout.

A table that declares headers is believed, unless they name no row of it. One that declares none is
judged by what its cells hold, and only here: the tasks' rejections and the findings speak of the
same judgement.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.header_guess import HeaderGuess, header_row, mostly
from dtaa_lint.universe.looks import is_blank, is_label, is_value


class Shape(StrEnum):
    BARE = "bare"
    """Values under labels."""
    BARE_PAIRS = "bare-pairs"
    """Two columns, labels on the left and their values on the right."""
    SLICE = "slice"
    """A piece of a table: others beside and below it are the rest (``universe.slices``)."""
    CONTENTS = "contents"
    """A table of contents: texts and page numbers."""
    SINGLE = "single"
    """Layout: one row or one column."""
    NESTED = "nested"
    """Layout: cells hold tables."""
    BLOCKS = "blocks"
    """Layout: cells hold headings, lists, figures or fields."""
    LONG = "long"
    """Layout: cells hold running text."""
    NAMELESS = "nameless"
    """Layout: header cells in the first row and column only, none of which names a row."""
    ALIKE = "alike"
    """Layout: nothing says data, and the document's other tables are layout."""
    UNCLEAR = "unclear"
    """Nothing says data: taken as layout."""

    @property
    def holds_data(self) -> bool:
        """Whether its cells would be values, had it headers."""
        return self in (Shape.BARE, Shape.BARE_PAIRS, Shape.SLICE)


_BLOCKS = frozenset(
    "Sect Part Art L H H1 H2 H3 H4 H5 H6 Figure Formula Form TOC BlockQuote Aside".split()  # noqa: SIM905
)
"""Elements in cells that speak for layout."""

_SHORT = 50
"""Characters: cells of words under labels are data when they are shorter on the mean."""

_HEAD = 120
"""Characters of the longest name of what an address beside it leads to."""

_LONG = 160
"""Characters: the mean cell of a data table is shorter."""


def shape_of(view: View, table: Table, holds_tables: bool) -> Shape:
    """The shape of a table none of whose cells has a header. ``holds_tables``: a cell holds a
    table of its own."""
    if is_single(table):
        return Shape.SINGLE
    if holds_tables:
        return Shape.NESTED
    width = table.n_columns
    cells = [c for c in table.cells if c.text and not c.header and c.column_span < width]
    if is_contents(table, cells):
        return Shape.CONTENTS
    node = view.nodes[table.node]
    blocks = sum(1 for n in range(node.index + 1, node.end) if view.nodes[n].type in _BLOCKS)
    if blocks * 4 > len(cells):
        return Shape.BLOCKS
    if sum(len(cell.text) for cell in cells) > _LONG * len(cells):
        return Shape.LONG
    first_row = header_row(table)
    pairs = label_values(table) if width < 4 else []
    if pairs and _is_pairs(table, pairs, first_row):
        return Shape.BARE_PAIRS
    if first_row is None or len(cells) < 4:
        return Shape.UNCLEAR
    below = [c.text for c in cells if c.row > first_row.place and c.column > 0]
    if mostly([is_value(text) or is_blank(text) for text in below]):
        return Shape.BARE
    rows = table.n_rows - first_row.place - 1
    filled = len(below) / max(1, rows * (width - 1))
    short = sum(map(len, below)) < _SHORT * len(below)
    whole = len(first_row.cells) == width
    if whole and width == 3 and len(pairs) == rows >= 3:
        # A column of pictures beside two of texts.
        return Shape.BARE
    if (
        width > 2
        and short
        and (
            (rows >= 3 and filled >= (0.3 if whole else 0.5))
            or (whole and width > 3 and filled >= 0.6)
        )
    ):
        return Shape.BARE
    return Shape.UNCLEAR


def is_single(table: Table) -> bool:
    """Whether the table has one row or one column only."""
    return table.n_rows < 2 or table.n_columns < 2


_LETTERHEAD = 4
"""Rows of a letterhead."""


def names_no_row(table: Table) -> bool:
    """Two columns of words whose first row and column became header cells without anybody saying
    what they head: below the first row a header cell is empty, and none is a label. Texts that
    stand side by side, as in a letterhead, look so when a producer guesses the headers.

    Not so: a table with a caption or with written Scopes, or one that holds a number.
    """
    if table.n_columns != 2 or not 2 <= table.n_rows <= _LETTERHEAD:
        return False
    if table.caption_text or table.summary:
        return False
    empty = False
    for cell in table.cells:
        if cell.header != (cell.row == 0 or cell.column == 0) or cell.scope or cell.headers:
            return False
        if not cell.header and is_value(cell.text):
            return False
        if cell.header and cell.row > 0:
            if is_label(cell.text):
                return False
            empty = empty or not cell.text
    return empty


def is_contents(table: Table, cells: Sequence[Cell]) -> bool:
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


def _is_keyed(text: str) -> bool:
    """A key, a colon, and what it stands for: ``dct: http://purl.org/dc/terms/``."""
    key, _, rest = text.partition(" ")
    return key.endswith(":") and len(key) <= 20 and bool(rest)


def _is_sign(text: str) -> bool:
    """A sign that something is said about beside it, and no bullet, dash or box."""
    return len(text) < 4 and text.isascii() and not any(map(str.isalnum, text)) and text != "-"


_PICTURES = 0.15
"""Share of the rows in which a column of pictures or of nothing may yet have text: its header."""


def label_values(table: Table) -> list[tuple[int, int]]:
    """The label and value (indices into ``table.cells``) of each row of a table of two columns, or
    of three of which one has no text but for one row; a label without a value has -1. Empty for
    other tables."""
    width = table.n_columns
    rows: dict[int, list[int]] = {}
    texts = [0] * width
    for i, cell in enumerate(table.cells):
        if cell.text and cell.column_span < width:
            rows.setdefault(cell.row, []).append(i)
            texts[cell.column] += 1
    found: list[tuple[int, int]] = []
    if width == 2:
        for row in rows.values():
            if table.cells[row[0]].column == 0:
                found.append((row[0], row[1] if len(row) > 1 else -1))
    elif width == 3 and min(texts) <= max(1, _PICTURES * table.n_rows):
        found = [(row[0], row[1]) for row in rows.values() if len(row) == 2]
        if len(found) < table.n_rows - 1:
            return []
    return found


def _is_pairs(
    table: Table, pairs: Sequence[tuple[int, int]], first_row: HeaderGuess | None
) -> bool:
    """Labels on the left, each once, and values of more than one kind on the right."""
    left = [table.cells[label].text for label, _ in pairs]
    right = [table.cells[value].text for _, value in pairs if value >= 0]
    if len(left) < 2 or len(right) < 0.6 * table.n_rows or len(left) < 0.8 * table.n_rows:
        return False
    signs = mostly(map(_is_sign, left), 0.9)
    if len(set(left)) < (0.8 if signs else 1.0) * len(left):
        return False
    colons = sum(1 for text in left if text.endswith((":", "：")))
    if colons * 2 > len(left):
        return True
    if mostly(map(_is_keyed, left), 0.8) and not any(map(_is_keyed, right)):
        return True
    if mostly(["://" in text for text in right]) and not any("://" in text for text in left):
        # Names of what can be found on the web, and where.
        return max(map(len, left)) <= _HEAD
    if not mostly([is_label(text, 60) or _is_sign(text) for text in left], 0.9):
        return False
    values = [is_value(text) for text in right]
    if first_row is not None and not values[0] and all(values[1:]):
        # A first row of words over a column of values is a header row.
        return False
    # Two rows of words beside words may be anything.
    return any(values) or len(left) > 3 or sum(map(len, right)) > 2 * sum(map(len, left))
