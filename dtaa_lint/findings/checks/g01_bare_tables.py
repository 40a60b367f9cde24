"""G01: a table of data has header cells."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.header_levels import last_head_row
from dtaa_lint.findings.tables import TableFacts, TableKind, freed_by_headers, table_facts
from dtaa_lint.universe.continuations import Headers
from dtaa_lint.universe.header_guess import HeaderGuess, header_column


@check("DT0108")
def table_without_headers(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables without header cells that say anything, whose cells are data under labels.

    Passes: the rest of a table, whose headers stand in the part before it (DT0111).
    """
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is not TableKind.BARE or facts.first_row is None:
            continue
        if facts.rest is None or facts.rest.headers is not Headers.LOST:
            yield _issue(context, facts, facts.first_row)


def _issue(context: Context, facts: TableFacts, row: HeaderGuess) -> Issue:
    table = facts.table
    cells = table.cells
    last = last_head_row(table, row)
    column = facts.first_column
    variant = "row-only" if column is None else "merged" if column.merged else "default"
    above = list(row.cells)
    if last > row.place:
        variant = "head-rows"
        above += [i for i, c in enumerate(cells) if row.place < c.row <= last and c.text]
        column = header_column(table, HeaderGuess(last, row.cells))
    beside = column.cells if column is not None else ()
    heads = {*beside, *(i for i, cell in enumerate(cells) if cell.row <= last)}
    # A sign that a producer parted from its number, or a dash, is no value.
    values = [i for i in facts.data if i not in heads and any(map(str.isalnum, cells[i].text))]
    return Issue(
        table.node,
        evidence=row.sample(table),
        variant=variant,
        params={
            "cells": len(values),
            "row": row.sample(table),
            "column": column.sample(table) if column is not None else "",
            "rows": last - row.place + 1,
        },
        related=(
            *((cells[i].node, "header candidate") for i in above),
            *(
                (cells[i].node, "row header candidate" if last > row.place else "header candidate")
                for i in beside
            ),
            *((cells[i].node, "upper header") for i in row.upper),
        ),
        explains=tuple(freed_by_headers(context, facts.index, heads)),
    )
