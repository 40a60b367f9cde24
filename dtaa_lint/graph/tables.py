"""All tables of a document: grid, headers, caption, nesting."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.graph.captions import Captions
from dtaa_lint.graph.explicit import ExplicitHeaders
from dtaa_lint.graph.grid import Grid, build_grid
from dtaa_lint.graph.headers import Resolved, scan_headers
from dtaa_lint.graph.index import Index
from dtaa_lint.graph.model import Cell, Table
from dtaa_lint.graph.scopes import Scopes, assume_scopes

_TABLE = frozenset({"Table"})


def read_tables(index: Index, captions: Captions, cuts: Sequence[int]) -> tuple[Table, ...]:
    """Every Table element in reading order. ``cuts``: sorted elements that are no part of a cell's
    value (notes and their markers)."""
    built: list[tuple[Grid, Scopes]] = []
    results: list[Resolved] = []
    for node in index.of_type("Table"):
        grid = build_grid(index, node, cuts)
        scopes = assume_scopes(grid)
        result = Resolved(len(grid.nodes))
        scan_headers(grid, scopes, index.nodes[node].lang, result)
        built.append((grid, scopes))
        results.append(result)
    if any(any(grid.headers) for grid, _ in built):
        explicit = ExplicitHeaders(index, built)
        for table, result in enumerate(results):
            if any(built[table][0].headers):
                explicit.resolve(table, result)
    enclosing = _nesting(index)
    return tuple(
        _table(index, captions, grid, scopes, result, enclosing[grid.node])
        for (grid, scopes), result in zip(built, results, strict=True)
    )


def _nesting(index: Index) -> dict[int, int]:
    """Table element -> the Table element around it, -1 for none."""
    result: dict[int, int] = {}
    around: list[int] = []
    for node in index.of_type("Table"):
        while around and index.nodes[around[-1]].end <= node:
            around.pop()
        result[node] = around[-1] if around else -1
        around.append(node)
    return result


def _table(
    index: Index,
    captions: Captions,
    grid: Grid,
    scopes: Scopes,
    result: Resolved,
    nested_in: int,
) -> Table:
    element = index.nodes[grid.node]
    summary = index.attribute(grid.node, "Table", "Summary")
    caption = captions.structural(grid.node)
    title = element.title or element.alt
    cells = tuple(
        map(
            Cell,
            grid.nodes,
            grid.rows,
            grid.columns,
            grid.row_spans,
            grid.spans,
            grid.header,
            grid.scopes,
            scopes.effective,
            grid.texts,
            grid.headers,
        )
    )
    return Table(
        node=grid.node,
        n_rows=grid.n_rows,
        n_columns=grid.n_columns,
        cells=cells,
        row_paths=tuple(result.row_paths),
        column_paths=tuple(result.column_paths),
        row_nodes=tuple(grid.row_nodes),
        caption=caption,
        caption_text=captions.text(caption),
        summary=summary if isinstance(summary, str) and summary.strip() else None,
        title=title if title and title.strip() else None,
        near_caption=-1 if caption >= 0 else captions.near(grid.node),
        issues=tuple(grid.issues),
        unresolved_headers=tuple(result.unresolved),
        nested_in=nested_in,
    )
