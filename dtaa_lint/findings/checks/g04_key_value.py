"""G04: in a key-value table the label is a row header and the value a data cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from unicodedata import combining, normalize

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.languages import known
from dtaa_lint.findings.tables import TableKind, freed_by_headers, rejected_in_table, table_facts
from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.shapes import label_values

_KEY_WORDS: Mapping[str, str] = {
    "en": "property attribute field parameter item key label term feature element option "
    "identifier id code abbreviation acronym chapter",
    "fr": "propriete attribut champ parametre element cle libelle terme rubrique option "
    "identifiant id code abreviation sigle acronyme chapitre",
    "de": "eigenschaft attribut feld parameter merkmal schlussel bezeichnung begriff "
    "element bezeichner kennung id code abkurzung kapitel",
    "es": "propiedad atributo campo parametro elemento clave termino opcion identificador id "
    "codigo abreviatura sigla capitulo",
}
_VALUE_WORDS: Mapping[str, str] = {
    "en": "value values description meaning definition content explanation link url example test",
    "fr": "valeur valeurs description signification definition contenu explication lien url "
    "exemple exemples test",
    "de": "wert werte beschreibung bedeutung definition inhalt erklarung erlauterung link url "
    "beispiel beispiele test",
    "es": "valor valores descripcion significado definicion contenido explicacion enlace url "
    "ejemplo ejemplos prueba",
}
"""Words that head a column of labels, and one of values, in lower case without accents; a name is
as often the first label."""


def _plain(text: str) -> str:
    """In lower case, without accents and colons."""
    parts = normalize("NFD", text.casefold().rstrip(" :"))
    return "".join(c for c in parts if not combining(c))


def _is_head(view: View, table: Table, first: tuple[int, int]) -> bool:
    """Whether the two cells of the first row name the columns and are no pair."""
    if first[1] < 0 or table.cells[first[0]].row > 0:
        return False
    key, value = (_plain(table.cells[i].text) for i in first)
    return any(
        key in _KEY_WORDS[language].split() and value in _VALUE_WORDS[language].split()
        for language in known(view.nodes[table.node].lang)
    )


@check("DT0401")
def key_value_labels_not_headers(context: Context) -> Iterator[Issue | Inapplicable]:
    """Two columns of text, labels and values, and no header cell at all.

    Passes: a header row of data cells over two columns (DT0108), contents, layout.
    """
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
    for facts in table_facts(context):
        if facts.kind is not TableKind.BARE_PAIRS:
            continue
        table = facts.table
        cells = table.cells
        pairs = label_values(table)
        head = pairs[:1] if pairs and _is_head(context.view, table, pairs[0]) else []
        title = cells[0]
        titled = bool(title.text) and (
            title.column_span > 1 or (len(cells) > 1 and cells[1].row > 0)
        )
        pairs = [
            pair for pair in pairs if pair not in head and not (titled and cells[pair[0]] is title)
        ]
        values = {value for _, value in pairs if value >= 0}
        if not pairs:
            continue  # Nothing but the second half of a row that a page end cut.
        label, value = next((pair for pair in pairs if pair[1] >= 0), pairs[0])
        yield Issue(
            table.node,
            evidence=cells[label].text,
            variant="header-row" if head else "titled" if titled else "default",
            params={
                "values": len(values),
                "label": cells[label].text,
                "value": cells[value].text,
                "title": title.text,
                "head": " | ".join(cells[i].text for pair in head for i in pair),
            },
            related=tuple((cells[i].node, "label") for i, _ in pairs),
            explains=tuple(freed_by_headers(context, facts.index, set(range(len(cells))) - values)),
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
