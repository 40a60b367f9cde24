"""G01: every data cell leads to one row-header path and one column-header path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.collisions import collisions
from dtaa_lint.findings.grid_words import (
    cells_at_fault,
    grid_words,
    has_spare_cells,
    rows_of_odd_width,
)
from dtaa_lint.findings.header_levels import heads_lost, narrow_heads, parted_by_heads
from dtaa_lint.findings.missing_headers import missing_column_headers, missing_row_headers
from dtaa_lint.findings.tables import (
    TableKind,
    first_text,
    page_of_table,
    rejected_in_table,
    table_facts,
)
from dtaa_lint.findings.wording import Phrase, listing, quote
from dtaa_lint.graph.model import Axis, GridIssueKind, HeaderVia, Table
from dtaa_lint.universe.looks import is_period, is_value
from dtaa_lint.universe.model import Reason
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.tables import slices


def _no_tables(context: Context) -> bool:
    return not context.view.tables


@check("DT0101")
def cell_without_row_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """One issue a table whose data cells lack row headers.

    Passes: key-value tables, tables of one column, cells over the whole width, and tables without
    any header cell (DT0107, DT0108, DT0401).
    """
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is TableKind.DATA and facts.no_row:
            yield from missing_row_headers(context, facts)


@check("DT0102")
def cell_without_column_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """One issue a table whose data cells lack column headers.

    Passes: two columns of row header and value, values that span all columns after their row
    header, tables of one row, the rest of a table (DT0111), and tables without any header cell.
    """
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is TableKind.DATA and facts.no_column:
            yield from missing_column_headers(context, facts)


@check("DT0103")
def ambiguous_header_pair(context: Context) -> Iterator[Issue | Inapplicable]:
    """Two cells of one table with the same header texts and different values: one issue for each
    header text that stands more than once, on its second header cell."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind in (TableKind.DATA, TableKind.PAIRS):
            yield from collisions(context, facts)


@check("DT0104")
def unresolved_headers_id(context: Context) -> Iterator[Issue | Inapplicable]:
    """Headers entries that name no element: one issue a table."""
    tables = context.view.tables
    if not any(cell.headers for table in tables for cell in table.cells):
        yield Inapplicable("no cell names its headers by ID")
    for index, table in enumerate(tables):
        if not table.unresolved_headers:
            continue
        nodes = list(dict.fromkeys(node for node, _ in table.unresolved_headers))
        ids = list(dict.fromkeys(name for _, name in table.unresolved_headers))
        wanted = set(nodes)
        candidates = context.universe.candidates
        yield Issue(
            table.node,
            evidence=ids[0],
            params={
                "cells": len(nodes),
                "ids": listing([quote(_end_of(name), 40) for name in ids], 3),
                "n": len(ids),
            },
            related=tuple((node, "cell that names it") for node in nodes),
            explains=tuple(
                i
                for i in rejected_in_table(context).get(index, ())
                if candidates[i].reason is Reason.INCOMPLETE_EVIDENCE
                and candidates[i].anchor in wanted
            ),
        )


def _end_of(name: str) -> str:
    """A long ID by its end: what producers derive from a path begins alike."""
    return name if len(name) <= 36 else "…" + name[-35:]


@check("DT0105")
def scope_missing(context: Context) -> Iterator[Issue | Inapplicable]:
    """Header cells without Scope, where data cells nevertheless resolve by position.

    Passes: tables whose Headers have to go (DT0109); the same repair writes Scope.
    """
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        table = facts.table
        if facts.kind not in (TableKind.DATA, TableKind.PAIRS):
            continue
        if context.universe.contradictions(facts.index):
            continue
        assumed: dict[int, None] = {}
        for paths in (table.row_paths, table.column_paths):
            for i in (*facts.data, *facts.fields):
                path = paths[i]
                if path is not None and path.via is HeaderVia.ASSUMED:
                    assumed.update(dict.fromkeys(path.nodes))
        bare = [i for i in facts.headers if table.cells[i].scope is None and table.cells[i].text]
        # Where the row looks like the column headers (DT0102), its TH heads no row.
        head = facts.first_row.place if facts.first_row is not None else -1
        corner = [
            i
            for i in bare
            if table.cells[i].row == head and table.cells[i].effective_scope == "Row"
        ]
        bare = [i for i in bare if i not in corner]
        if any(table.cells[i].node in assumed for i in bare):
            first = table.cells[bare[0]]
            yield Issue(
                table.node,
                evidence=first.text,
                params={
                    "headers": len(bare) + len(corner),
                    "of": sum(1 for i in facts.headers if table.cells[i].text),
                    "first": first.text,
                },
                related=tuple(
                    (
                        table.cells[i].node,
                        Phrase("assumed Scope={scope}", scope=table.cells[i].effective_scope),
                    )
                    for i in bare
                ),
            )


def _is_title(table: Table, odd: Mapping[int, int]) -> bool:
    """Whether the only row of another width is a first row of one cell with text."""
    cells = table.cells
    return set(odd) == {0} and bool(cells[0].text) and len(cells) > 1 and cells[1].row > 0


_NO_GRID = frozenset({TableKind.LAYOUT, TableKind.CONTENTS, TableKind.SLICE})


@check("DT0106")
def irregular_grid(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables whose rows and cells do not make a grid. Layout tables are left to DT0107, slices to
    DT0110."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        table = facts.table
        if not table.issues or facts.kind in _NO_GRID:
            continue
        counts: dict[GridIssueKind, int] = {}
        for issue in table.issues:
            counts[issue.kind] = counts.get(issue.kind, 0) + 1
        variant = "default"
        if GridIssueKind.NO_ROWS in counts:
            variant = "no-rows"
        elif facts.kind is TableKind.EMPTY:
            continue
        odd = rows_of_odd_width(table)
        if facts.kind is TableKind.BARE_PAIRS and _is_title(table, odd):
            continue  # DT0401 has it moved into a Caption.
        if set(counts) == {GridIssueKind.RAGGED} and has_spare_cells(table, odd):
            variant = "spare-cells"
        elif set(counts) == {GridIssueKind.RAGGED} and narrow_heads(facts, odd):
            variant = "narrow-heads"
        parted = variant == "narrow-heads" and parted_by_heads(facts, odd)
        lost = heads_lost(facts, odd)
        taken = {cell.node for cell in table.cells if cell.row in odd}
        first = table.issues[0].node
        # Which rows are odd, most rows tell: the wider ones may be wrong as well.
        places = [issue.node for issue in table.issues if issue.kind is not GridIssueKind.RAGGED]
        places = list(dict.fromkeys([*places, *cells_at_fault(table, odd)]))
        candidates = context.universe.candidates
        yield Issue(
            table.node,
            evidence=context.view.text(first)[:80] if first >= 0 else "",
            variant=variant,
            params={
                "what": grid_words(table, counts, odd),
                "rows": table.n_rows,
                "columns": table.n_columns,
            },
            related=tuple((node, "breaks the grid") for node in places if node != table.node),
            explains=tuple(
                i
                for i in rejected_in_table(context).get(facts.index, ())
                if candidates[i].reason is Reason.MALFORMED_STRUCTURE
                or (lost and candidates[i].reason is Reason.AMBIGUOUS)
                or (
                    candidates[i].reason is Reason.INCOMPLETE_EVIDENCE
                    and Axis.COLUMN.value in candidates[i].detail
                    and (parted or lost or candidates[i].anchor in taken)
                )
            ),
            shape="+".join(sorted(kind.value for kind in counts)),
        )


_LAYOUT_WORDS = {
    "single": (Phrase("it has a single row or column"), Phrase("each has a single row or column")),
    "nested": (Phrase("its cells hold tables"), Phrase("their cells hold tables")),
    "blocks": (
        Phrase("its cells hold headings, lists, figures or fields"),
        Phrase("their cells hold headings, lists, figures or fields"),
    ),
    "long": (Phrase("its cells hold running text"), Phrase("their cells hold running text")),
    "numbered": (
        Phrase("its first column only numbers the paragraphs beside it"),
        Phrase("the first column only numbers the paragraphs beside it"),
    ),
    "nameless": (
        Phrase("its header cells name no row"),
        Phrase("their header cells name no row"),
    ),
    "alike": (
        Phrase("nothing in it says data, and the other tables of the document are layout"),
        Phrase("nothing in them says data, and the other tables of the document are layout"),
    ),
}
"""Why a table, and why several tables, look like layout."""


@check("DT0107")
def layout_suspect_table(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables without header cells that say anything, whose cells are no data."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is TableKind.CONTENTS:
            variant = "contents"
        elif facts.kind is TableKind.LAYOUT:
            only_headers = len(facts.headers) == len(facts.table.cells)
            variant = (
                "unclear"
                if facts.why == "unclear"
                else "all-headers"
                if only_headers
                else "default"
            )
        else:
            continue
        table = facts.table
        first = first_text(table)
        why, whys = _LAYOUT_WORDS.get(facts.why, ("", ""))
        rejected = tuple(rejected_in_table(context).get(facts.index, ()))
        arranges = variant in ("default", "all-headers")
        yield Issue(
            table.node,
            evidence=first,
            variant=variant,
            params={
                "rows": table.n_rows,
                "columns": table.n_columns,
                "why": why,
                "whys": whys,
                "first": first,
            },
            # What only arranges blocks frees no answer by becoming a Div.
            explains=() if arranges else rejected,
            shape=facts.why,
            settles=rejected if arranges else (),
        )


@check("DT0109")
def headers_contradict_grid(context: Context) -> Iterator[Issue | Inapplicable]:
    """Cells whose Headers name a header over other columns (beside other rows), although another
    one of that header's own row (column) stands over them: one issue a table.

    Passes: see ``universe.heads.contradictions``.
    """
    if not any(cell.headers for table in context.view.tables for cell in table.cells):
        yield Inapplicable("no cell names its headers by ID")
    for facts in table_facts(context):
        wrong = context.universe.contradictions(facts.index)
        found = [i for i in facts.data if i in wrong]
        if not found:
            continue
        cells = facts.table.cells
        texts = {cells[i].node: cells[i].text for i in facts.headers}
        shown = next((i for i in found if len({*map(texts.get, wrong[i][1:])}) > 1), found[0])
        example = wrong[shown]
        nodes = {cells[i].node for i in found}
        candidates = context.universe.candidates
        yield Issue(
            facts.table.node,
            evidence=cells[shown].text,
            variant="default" if example.axis is Axis.COLUMN else "row",
            params={
                "cells": len(found),
                "data": len(facts.data),
                "named": texts[example.named],
                "standing": texts[example.standing],
            },
            related=(
                (cells[shown].node, "cell that names it"),
                (example.named, "named header"),
                (example.standing, "header over the cell"),
            ),
            explains=tuple(
                i
                for i in rejected_in_table(context).get(facts.index, ())
                if candidates[i].reason is Reason.AMBIGUOUS_RELATION
                and not nodes.isdisjoint((candidates[i].anchor, *candidates[i].nodes))
            ),
        )


@check("DT0110")
def table_in_slices(context: Context) -> Iterator[Issue | Inapplicable]:
    """Several Tables that are one on the page: one issue a run, on its first slice."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    tables = context.view.tables
    shapes = [context.universe.table(i)[1] for i in range(len(tables))]
    candidates = context.universe.candidates
    for run in slices(context.view, shapes) if Shape.SLICE in shapes else ():
        found = [cell for i in run for cell in tables[i].cells if is_value(cell.text)]
        # Years are rather the headers, unless there is nothing else.
        values = {cell.node for cell in found if not is_period(cell.text)}
        values = values or {cell.node for cell in found}
        first, last = tables[run[0]], tables[run[-1]]
        yield Issue(
            first.node,
            evidence=first_text(first),
            params={
                "slices": len(run),
                "first": first_text(first),
                "last": first_text(last),
                "values": len(values),
                "page": page_of_table(context, run[0]),
            },
            related=tuple((tables[i].node, "slice") for i in run[1:]),
            explains=tuple(
                c
                for i in run
                for c in rejected_in_table(context).get(i, ())
                if candidates[c].anchor in values
            ),
            # One table of them all gives its values headers; the rest are these headers.
            settles=tuple(
                c
                for i in run
                for c in rejected_in_table(context).get(i, ())
                if candidates[c].anchor not in values
            ),
        )
