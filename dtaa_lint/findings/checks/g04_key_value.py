"""G04: in a key-value table the label is a row header and the value a data cell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import TableKind, rejected_in_table, table_facts

_SHOWN = 5
"""Related elements that a finding names at most."""


@check("DT0401")
def key_value_labels_not_headers(context: Context) -> Iterator[Issue | Inapplicable]:
    """Two columns, labels and values, and no header cell at all.

    Passes: a header row of data cells over two columns (DT0108), contents, layout.
    """
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is not TableKind.BARE_PAIRS:
            continue
        cells = facts.table.cells
        labels = [i for i in facts.data if cells[i].column == 0]
        values = [i for i in facts.data if cells[i].column == 1]
        rows = {cells[i].row: i for i in values}
        # The first row may be a header row of its own: the second shows better what is meant.
        shown = next((i for i in labels[1:] if cells[i].row in rows), labels[0])
        beside = rows.get(cells[shown].row, values[0])
        yield Issue(
            facts.table.node,
            evidence=cells[shown].text,
            params={
                "values": len(values),
                "label": cells[shown].text,
                "value": cells[beside].text,
            },
            related=tuple((cells[i].node, "label") for i in labels[:_SHOWN]),
            explains=tuple(rejected_in_table(context).get(facts.index, ())),
        )


@check("DT0402")
def key_value_all_headers(context: Context) -> Iterator[Issue | Inapplicable]:
    """Tables whose every cell is a header cell: nothing in them is a value."""
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is not TableKind.ALL_HEADERS:
            continue
        table = facts.table
        with_text = [cell for cell in table.cells if cell.text]
        if len(with_text) < 4 or table.n_rows < 2 or table.n_columns < 2:
            continue
        # A pair below the first row, which may be a header row, shows best what is meant.
        pairs = [
            (a, b)
            for a, b in pairwise(with_text)
            if a.row == b.row and (a.row > 0 or table.n_rows < 3)
        ]
        first, second = pairs[0] if pairs else (with_text[0], with_text[1])
        yield Issue(
            table.node,
            evidence=first.text,
            variant="default" if table.n_columns == 2 else "table",
            params={
                "cells": len(table.cells),
                "first": first.text,
                "second": second.text,
            },
            explains=tuple(rejected_in_table(context).get(facts.index, ())),
        )
