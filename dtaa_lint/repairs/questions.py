"""What the tables of a document ask, to see whether two of them ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from dtaa_lint.repairs.zones import Key, table_key
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.universe import Universe
from dtaa_lint.universe.validate import plain

Question: TypeAlias = tuple[Key, object, object]
"""Context, row path (or axis) and column path (or the path of a series) of what a table asks."""
_MET = (None, Reason.DUPLICATE, Reason.AMBIGUOUS)


def asked(universe: Universe) -> Iterator[tuple[int, Question]]:
    """(table, question) of the cells and series of a document that have headers on both axes."""
    survey = universe.survey
    for cells in survey.cells.tables:
        table = cells.table
        key = table_key(survey, table.node)
        paths: dict[int, tuple[str, ...]] = {}
        for own, all_paths in ((cells.rows, table.row_paths), (cells.columns, table.column_paths)):
            for i in cells.judged:
                path = all_paths[i]
                if own[i] >= 0 and path is not None and own[i] not in paths:
                    paths[own[i]] = _plain(path.texts)
        seen: set[tuple[int, int]] = set()
        for i in cells.judged:
            pair = (cells.rows[i], cells.columns[i])
            if pair[0] >= 0 and pair not in seen and (pair[1] >= 0):
                seen.add(pair)
                yield table.node, (key, paths[pair[0]], paths[pair[1]])
    for candidate in universe.candidates:
        if candidate.motif is Motif.TABLE_SERIES and candidate.reason in _MET:
            t, c = universe.view.cell_places[candidate.anchor]
            table = universe.view.tables[t]
            path = (table.row_paths if candidate.detail == "row" else table.column_paths)[c]
            if path is not None:
                yield (
                    table.node,
                    (table_key(survey, table.node), candidate.detail, _plain(path.texts)),
                )


def _plain(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([text for text in map(plain, texts) if text])
