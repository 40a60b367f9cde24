"""What a table is to the motifs: data, key and value, bare data, all headers, layout."""

from __future__ import annotations

from collections.abc import Sequence, Set
from enum import StrEnum

from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.continuations import Continuation, runs
from dtaa_lint.universe.looks import is_sign
from dtaa_lint.universe.shapes import Shape, is_single, names_no_row, shape_of
from dtaa_lint.universe.slices import find_slices
from dtaa_lint.universe.units import written_unit


class TableKind(StrEnum):
    DATA = "data"
    """Declares headers on at least one axis."""
    PAIRS = "pairs"
    """Two columns, row headers and their values, no header row but group headers of the whole
    width: LABEL_VALUE's business."""
    ALL_HEADERS = "all-headers"
    """Nothing but header cells."""
    BARE = "bare"
    """No header cell at all over cells that could be data: every cell is lost."""
    LAYOUT = "layout"
    """No header cell that names something, and cells that are no data."""
    EMPTY = "empty"
    """No cells, or none with text."""


_SLICES = frozenset(
    {Shape.ALIKE, Shape.BARE, Shape.BARE_PAIRS, Shape.SINGLE, Shape.SLICE, Shape.UNCLEAR}
)
"""What a slice of a table looks like by itself, and how it is judged in the end."""

_HOLDING = frozenset({TableKind.DATA, TableKind.PAIRS, TableKind.BARE})
"""Kinds of tables that hold data."""

_PART = frozenset({Shape.SINGLE, Shape.UNCLEAR})
"""What a part of a table of data may look like by itself."""

_ALIKE = 8
"""Layout tables in a document beside which an unclear one is taken for one more."""


def table_kinds(
    view: View, nesting: Set[int], continuations: Sequence[Continuation | None]
) -> list[tuple[TableKind, Shape | None]]:
    """The kind and shape of every table; ``nesting``: nodes of the tables that hold tables.

    What a table's own cells do not tell, its other parts do where a page end cut it, and else its
    sisters: tables with the same first row, which are data, or all the others, which are layout.
    """
    tables = view.tables
    found = [table_kind(view, table, table.node in nesting) for table in tables]
    for run in slices(view, [shape for _, shape in found]):
        for i in run:
            found[i] = TableKind.BARE, Shape.SLICE
    for run in runs(continuations):
        whole = next((found[i] for i in run if found[i][0] in _HOLDING), None)
        if whole is None:
            continue
        pairs = whole[0] is TableKind.PAIRS or whole[1] is Shape.BARE_PAIRS
        for i in run:
            if found[i][1] in _PART:
                found[i] = TableKind.BARE, Shape.BARE_PAIRS if pairs else Shape.BARE
    unclear = [i for i, (_, shape) in enumerate(found) if shape is Shape.UNCLEAR]
    if not unclear:
        return found
    data: set[tuple[str, ...]] = set()
    layout = decided = 0
    for table, (kind, shape) in zip(tables, found, strict=True):
        if shape is Shape.UNCLEAR or kind is TableKind.EMPTY:
            continue
        decided += 1
        if kind is TableKind.LAYOUT:
            layout += 1
        else:
            data.add(first_row_texts(table))
    data.discard(())
    for i in unclear:
        if first_row_texts(tables[i]) in data:
            found[i] = TableKind.BARE, Shape.BARE
        elif layout >= _ALIKE and layout * 10 >= decided * 9:
            found[i] = TableKind.LAYOUT, Shape.ALIKE
    return found


def slices(view: View, shapes: Sequence[Shape | None]) -> list[tuple[int, ...]]:
    """Tables (indices) that are slices of one, run by run; ``shapes``: of every table."""
    return find_slices(view, view.tables, [shape in _SLICES for shape in shapes])


def first_row_texts(table: Table) -> tuple[str, ...]:
    """The texts of a first row that could be headers, of three columns or more unless all of them
    are header cells; else empty. Spaces and hyphens are left out: where a narrow column breaks a
    word, tables differ in them."""
    texts = []
    headers = True
    for cell in table.cells:
        if cell.row > 0:
            break
        if cell.text:
            texts.append(cell.text.translate(_BREAKS))
            headers = headers and cell.header
    return tuple(texts) if len(texts) > (1 if headers else 2) else ()


_BREAKS = {ord(sign): None for sign in " \u00a0\u00ad\u2010\u2011-"}


def table_kind(view: View, table: Table, holds_tables: bool) -> tuple[TableKind, Shape | None]:
    """Decides by what the cells declare, and only where they declare nothing (or only seem to) by
    their content, which the shape then tells. ``holds_tables``: a cell holds a table of its own."""
    headers = 0
    named = texts = False
    for cell in table.cells:
        if cell.header:
            headers += 1
        # A box to tick or a dash is no header.
        if not (texts and (named or not cell.header)) and any(map(str.isalnum, cell.text)):
            texts = True
            named = named or cell.header
    if not texts:
        if not headers and is_single(table) and _is_punctuation(table):
            return TableKind.LAYOUT, Shape.SINGLE
        return TableKind.EMPTY, None
    if headers == len(table.cells):
        return TableKind.ALL_HEADERS, None
    if named or _headed_from_elsewhere(table):
        if names_no_row(table):
            return TableKind.LAYOUT, Shape.NAMELESS
        return (TableKind.PAIRS if _is_pairs(table) else TableKind.DATA), None
    shape = shape_of(view, table, holds_tables)
    return (TableKind.BARE if shape.holds_data else TableKind.LAYOUT), shape


def _is_punctuation(table: Table) -> bool:
    """Whether the cells hold punctuation marks and no unit, such as the strokes of a date to be
    filled in. A dash or a currency sign may be what is left of a slice's values."""
    texts = [cell.text for cell in table.cells if cell.text]
    return bool(texts) and all(is_sign(text) and not written_unit(text) for text in texts)


def _headed_from_elsewhere(table: Table) -> bool:
    """Whether cells name headers of another table, which say something."""
    return any(
        path is not None and any(map(str.isalnum, "".join(path.texts)))
        for paths in (table.row_paths, table.column_paths)
        for path in paths
    )


def _is_pairs(table: Table) -> bool:
    if table.n_columns != 2:
        return False
    wide = {cell.node for cell in table.cells if cell.header and cell.column_span >= 2}
    named = False
    for cell, row, column in zip(table.cells, table.row_paths, table.column_paths, strict=True):
        if cell.header:
            continue
        if column is not None and not wide.issuperset(column.nodes):
            return False
        named = named or row is not None
    return named
