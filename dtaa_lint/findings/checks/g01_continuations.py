"""G01: a table that goes on over a page end is one Table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import (
    TableFacts,
    TableKind,
    first_text,
    rejected_in_table,
    table_facts,
)
from dtaa_lint.findings.wording import Phrase, page_ranges
from dtaa_lint.graph.model import Axis
from dtaa_lint.universe.continuations import Headers, runs
from dtaa_lint.universe.model import Reason


@check("DT0111")
def table_cut_by_page(context: Context) -> Iterator[Issue | Inapplicable]:
    """One issue for each table that page ends cut into several Tables, on the first of them.

    Passes: what is no data, such as a page's layout.
    """
    if len(context.view.tables) < 2:
        yield Inapplicable("the document has fewer than two tables")
    facts = table_facts(context)
    for run in runs(context.universe.continuations):
        parts = [facts[i] for i in run]
        if all(part.holds_data for part in parts):
            yield _issue(context, parts)


def _issue(context: Context, parts: Sequence[TableFacts]) -> Issue:
    first, *rests = parts
    lost = [part for part in rests if part.rest is not None and part.rest.headers is Headers.LOST]
    cut = [part for part in rests if part.cut_row >= 0]
    pages = [context.view.nodes[part.table.node].page for part in rests]
    split = [i for part in parts for i in _split(context, part, parts)]
    headless = [i for part in lost for i in _headless(context, part)]
    pairs = all(part.kind in (TableKind.PAIRS, TableKind.BARE_PAIRS) for part in rests)
    if pairs and not headless:
        variant = "pairs"
    elif not lost:
        variant = "repeated"
    elif not first.data:
        variant = "header-only"
    elif not any(first.table.column_paths):
        variant = "untagged"
    else:
        variant = "default"
    values = sum(len(part.no_column) for part in lost)
    begin = first_text(first.table)
    if variant == "header-only":
        begin = " | ".join([cell.text for cell in first.table.cells if cell.text][:3])
    return Issue(
        first.table.node,
        evidence=begin,
        variant=variant,
        params={
            "first": begin,
            "parts": len(rests),
            "on": page_ranges(pages, [page.label for page in context.view.document.pages]),
            "cells": values,
            "cut": Phrase("; {rows:# row is|rows are} cut in two", rows=len(cut)) if cut else "",
        },
        related=tuple((part.table.node, "rest of the table") for part in rests),
        explains=tuple(sorted({*split, *headless})),
    )


def _headless(context: Context, part: TableFacts) -> Iterator[int]:
    """Rejected candidates of a part that lack the column headers of the first one. A label that
    names nothing by itself, such as a code, lacks the header over it."""
    candidates = context.universe.candidates
    for i in rejected_in_table(context).get(part.index, ()):
        candidate = candidates[i]
        if part.kind is TableKind.BARE or (
            candidate.reason is Reason.INCOMPLETE_EVIDENCE
            and (part.kind is TableKind.PAIRS or Axis.COLUMN.value in candidate.detail)
        ):
            yield i


def _split(context: Context, part: TableFacts, parts: Sequence[TableFacts]) -> Iterator[int]:
    """Rejected candidates of a part that stand in the second half of a row, or are half a
    column."""
    halves = {cell.node for cell in part.table.cells if cell.row == part.cut_row}
    tables = {other.table.node for other in parts}
    candidates = context.universe.candidates
    for i in rejected_in_table(context).get(part.index, ()):
        candidate = candidates[i]
        if candidate.anchor in halves or not tables.isdisjoint(candidate.fault):
            yield i
