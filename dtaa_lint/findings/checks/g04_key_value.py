"""G04: in a key-value table the label is a row header and the value a data cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.tables import TableKind, freed_by_headers, rejected_in_table, table_facts
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View

_KEY_WORDS: Mapping[str, str] = {
    "en": "property attribute field parameter item key label term feature element option",
    "fr": "propriété attribut champ paramètre élément clé libellé terme rubrique option",
    "de": "eigenschaft attribut feld parameter merkmal schlüssel bezeichnung begriff element",
    "es": "propiedad atributo campo parámetro elemento clave término opción",
}
_VALUE_WORDS: Mapping[str, str] = {
    "en": "value values description meaning definition content explanation link url",
    "fr": "valeur valeurs description signification définition contenu explication lien url",
    "de": "wert werte beschreibung bedeutung definition inhalt erklärung erläuterung link url",
    "es": "valor valores descripción significado definición contenido explicación enlace url",
}
"""Words that head a column of labels, and one of values; a name is as often the first label."""


def _head(view: View, table: Table) -> frozenset[int]:
    """Row 0 when its two cells name the columns, not a pair; no row else."""
    if len(table.cells) < 2 or [(c.row, c.column) for c in table.cells[:2]] != [(0, 0), (0, 1)]:
        return frozenset()
    key, value = (cell.text.casefold().rstrip(" :") for cell in table.cells[:2])
    for language in known(view.nodes[table.node].lang):
        if key in _KEY_WORDS[language].split() and value in _VALUE_WORDS[language].split():
            return frozenset({0})
    return frozenset()


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
        head = _head(context.view, facts.table)
        title = facts.table.cells[0]
        titled = title.column_span > 1 and not title.header and bool(title.text)
        labels = [i for i in facts.data if cells[i].column == 0 and cells[i].row not in head]
        values = [i for i in facts.data if cells[i].column == 1 and cells[i].row not in head]
        rows = {cells[i].row: i for i in values}
        shown = next((i for i in labels if cells[i].row in rows), labels[0])
        beside = rows.get(cells[shown].row, values[0])
        yield Issue(
            facts.table.node,
            evidence=cells[shown].text,
            variant="header-row" if head else "titled" if titled else "default",
            params={
                "values": len(values),
                "label": cells[shown].text,
                "value": cells[beside].text,
                "title": title.text,
                "head": " | ".join(c.text for c in cells[:2]),
            },
            related=tuple((cells[i].node, "label") for i in labels),
            explains=tuple(
                freed_by_headers(context, facts.index, set(range(len(cells))).difference(values))
            ),
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
