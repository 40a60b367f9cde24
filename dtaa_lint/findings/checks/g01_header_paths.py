"""G01: every data cell leads to one row-header path and one column-header path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.missing_headers import missing_column_headers, missing_row_headers
from dtaa_lint.findings.tables import (
    TableFacts,
    TableKind,
    first_text,
    rejected_in_table,
    table_facts,
)
from dtaa_lint.findings.values import same_value
from dtaa_lint.findings.wording import count, listing, quote
from dtaa_lint.graph.model import Axis, GridIssueKind, HeaderVia
from dtaa_lint.universe.model import Reason

_SHOWN = 5
"""Related elements that a finding names at most."""


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
    header, tables of one row, and tables without any header cell.
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
            yield from _collisions(context, facts)


def _collisions(context: Context, facts: TableFacts) -> Iterator[Issue]:
    table = facts.table
    cells = table.cells
    by_pair: dict[tuple[object, object], list[int]] = {}
    wrong = context.universe.contradictions(facts.index)
    for i in facts.data:
        if i in wrong:
            # Its headers are another cell's (DT0109).
            continue
        row, column = table.row_paths[i], table.column_paths[i]
        if row is None or (column is None and facts.kind is not TableKind.PAIRS):
            continue
        key = (row.texts, column.texts if column is not None else ())
        by_pair.setdefault(key, []).append(i)
    # (axis, header nodes that share a text) -> the colliding cells
    causes: dict[tuple[str, tuple[int, ...]], list[list[int]]] = {}
    for members in by_pair.values():
        if len(members) < 2:
            continue
        telling = [i for i in members if any(map(str.isalnum, cells[i].text))]
        if len({same_value(cells[i].text) for i in telling}) < 2:
            continue
        causes.setdefault(_cause(facts, telling), []).append(telling)
    for (axis, nodes), found in causes.items():
        example = found[0]
        a = example[0]
        value = same_value(cells[a].text)
        b = next(i for i in example if same_value(cells[i].text) != value)
        row, column = table.row_paths[a], table.column_paths[a]
        assert row is not None
        pair = " × ".join(
            quote(" / ".join(path.texts)) for path in (row, column) if path is not None
        )
        text = " ".join((row if axis != "column" or column is None else column).texts[-1:])
        involved = tuple(i for group in found for i in group)
        node = nodes[1] if len(nodes) > 1 else nodes[0] if nodes else cells[b].node
        yield Issue(
            node,
            evidence=text,
            variant=axis,
            params={
                "header": text,
                "times": len(nodes),
                "pairs": len(found),
                "pair": pair,
                "one": cells[a].text,
                "other": cells[b].text,
            },
            related=(
                *((other, "same header text") for other in nodes[:_SHOWN] if other != node),
                (cells[a].node, "same headers"),
                (cells[b].node, "same headers"),
            ),
            explains=_explained(context, facts, involved),
        )


def _cause(facts: TableFacts, members: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """Which axis fails to tell the cells apart, and its header cells with one text."""
    table = facts.table
    rows: dict[int, None] = {}
    columns: dict[int, None] = {}
    for i in members:
        row, column = table.row_paths[i], table.column_paths[i]
        if row is not None and row.nodes:
            rows[row.nodes[-1]] = None
        if column is not None and column.nodes:
            columns[column.nodes[-1]] = None
    if len(rows) > 1 and len(rows) >= len(columns):
        return "default", tuple(rows)
    if len(columns) > 1:
        return "column", tuple(columns)
    # One header cell for all of them: it spans columns (or rows) that nothing tells apart.
    same_row = len({table.cells[i].row for i in members}) == 1
    return ("spanned-column", tuple(columns)) if same_row else ("spanned-row", tuple(rows))


def _explained(context: Context, facts: TableFacts, cells: Sequence[int]) -> tuple[int, ...]:
    """Candidates rejected as ambiguous at one of the cells."""
    found: dict[int, None] = {}
    for i in cells:
        found.update(dict.fromkeys(context.rejected(facts.table.cells[i].node, Reason.AMBIGUOUS)))
    return tuple(sorted(found))


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
            related=tuple((node, "cell that names it") for node in nodes[:_SHOWN]),
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
    """Header cells without Scope whose data cells nevertheless resolve, by position alone.

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
            for i in facts.data:
                path = paths[i]
                if path is not None and path.via is HeaderVia.ASSUMED:
                    assumed.update(dict.fromkeys(path.nodes))
        bare = [
            i
            for i in facts.headers
            if table.cells[i].scope is None
            and table.cells[i].text
            and table.cells[i].node in assumed
        ]
        if bare:
            first = table.cells[bare[0]]
            yield Issue(
                table.node,
                evidence=first.text,
                params={"headers": len(bare), "of": len(facts.headers), "first": first.text},
                related=tuple(
                    (table.cells[i].node, f"assumed Scope={table.cells[i].effective_scope}")
                    for i in bare[:_SHOWN]
                ),
            )


_GRID_WORDS = {
    GridIssueKind.OVERLAP: ("place is claimed by two cells", "places are claimed by two cells"),
    GridIssueKind.RAGGED: ("row is narrower than the widest", "rows are narrower than the widest"),
    GridIssueKind.SPAN_BEYOND: ("span reaches beyond the table", "spans reach beyond the table"),
    GridIssueKind.SPAN_ABSURD: ("span is no usable number", "spans are no usable numbers"),
    GridIssueKind.STRAY: ("element stands outside rows", "elements stand outside rows"),
}


@check("DT0106")
def irregular_grid(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables whose rows and cells do not make a grid. Layout tables are left to DT0107."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        table = facts.table
        if not table.issues or facts.kind in (TableKind.LAYOUT, TableKind.CONTENTS):
            continue
        counts: dict[GridIssueKind, int] = {}
        for issue in table.issues:
            counts[issue.kind] = counts.get(issue.kind, 0) + 1
        variant = "default"
        if GridIssueKind.NO_ROWS in counts:
            variant = "no-rows"
        elif facts.kind is TableKind.EMPTY:
            continue
        what = [count(n, *_GRID_WORDS[kind]) for kind, n in counts.items() if kind in _GRID_WORDS]
        places = list(dict.fromkeys(issue.node for issue in table.issues))
        candidates = context.universe.candidates
        yield Issue(
            table.node,
            evidence=context.view.text(places[0])[:80] if places[0] >= 0 else "",
            variant=variant,
            params={"what": listing(what), "rows": table.n_rows, "columns": table.n_columns},
            related=tuple((node, "at fault") for node in places[:_SHOWN] if node != table.node),
            explains=tuple(
                i
                for i in rejected_in_table(context).get(facts.index, ())
                if candidates[i].reason is Reason.MALFORMED_STRUCTURE
            ),
            shape="+".join(sorted(kind.value for kind in counts)),
        )


@check("DT0107")
def layout_suspect_table(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables without header cells that say anything, whose cells are no data."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is TableKind.CONTENTS:
            variant = "contents"
        elif facts.kind is TableKind.LAYOUT:
            variant = "unclear" if facts.why == "unclear" else "default"
        else:
            continue
        table = facts.table
        first = first_text(table)
        why = {
            "single": "it has a single row or column",
            "nested": "its cells hold tables",
            "blocks": "its cells hold headings, lists, figures or fields",
            "long": "its cells hold running text",
            "numbered": "its first column only numbers the paragraphs beside it",
        }.get(facts.why, "")
        yield Issue(
            table.node,
            evidence=first,
            variant=variant,
            params={"rows": table.n_rows, "columns": table.n_columns, "why": why, "first": first},
            explains=tuple(rejected_in_table(context).get(facts.index, ())),
            shape=facts.why,
        )


@check("DT0108")
def table_without_headers(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables without header cells that say anything, whose cells are data under labels."""
    if _no_tables(context):
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is not TableKind.BARE:
            continue
        table = facts.table
        row, column = facts.first_row, facts.first_column
        assert row is not None
        beside = column.cells if column is not None else ()
        taken = {*row.cells, *beside}
        yield Issue(
            table.node,
            evidence=row.sample(table),
            variant="default" if column is not None else "row-only",
            params={
                "cells": sum(1 for i in facts.data if i not in taken),
                "row": row.sample(table),
                "column": column.sample(table) if column is not None else "",
            },
            related=tuple(
                (table.cells[i].node, "header candidate")
                for i in (*row.cells[:_SHOWN], *beside[:_SHOWN])
            ),
            explains=tuple(rejected_in_table(context).get(facts.index, ())),
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
