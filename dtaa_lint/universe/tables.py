"""What a table is to the motifs: data, key and value, bare data, all headers, layout."""

from __future__ import annotations

from enum import StrEnum

from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View


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
    """No header cell, and cells that are no data."""
    EMPTY = "empty"
    """No cells, or none with text."""


_BLOCKS = frozenset(
    {"Sect", "Part", "Art", "L", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Figure", "Form", "TOC"}
    | {"BlockQuote", "Aside", "Table"}
)
_LONG = 160
"""Characters: the mean cell of a data table is shorter."""


def table_kind(view: View, table: Table) -> TableKind:
    """Decides by what the cells declare, and only where they declare nothing by their content."""
    headers = with_text = texts = length = 0
    for cell in table.cells:
        if cell.text:
            texts += 1
            length += len(cell.text)
        if cell.header:
            headers += 1
            if cell.text:
                with_text += 1
    if not texts:
        return TableKind.EMPTY
    if headers == len(table.cells):
        return TableKind.ALL_HEADERS
    if with_text or any(table.row_paths) or any(table.column_paths):
        return TableKind.PAIRS if _is_pairs(table) else TableKind.DATA
    if table.n_rows < 2 or table.n_columns < 2 or length > _LONG * texts:
        return TableKind.LAYOUT
    element = view.nodes[table.node]
    nodes = view.nodes
    blocks = sum(1 for node in range(element.index + 1, element.end) if nodes[node].type in _BLOCKS)
    return TableKind.LAYOUT if blocks * 4 > texts else TableKind.BARE


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
