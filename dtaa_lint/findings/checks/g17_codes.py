"""G17: header cells say in words what their codes mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dtaa_lint.findings.abbreviations import label_pairs, says
from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import TableFacts, TableKind, table_facts
from dtaa_lint.findings.wording import listing, quote
from dtaa_lint.graph.model import Axis, HeaderPath
from dtaa_lint.universe.wording import words

_CODE = re.compile(
    r"\(?([A-Za-z]{1,3})[.\-–_/ ]?\d{1,4}(?:[.\-–]\d{1,3})*\)?"
    r"|\(?\d{1,4}[.\-–_/][A-Za-z]{1,2}\d*\)?"
)
_BEHIND = re.compile(
    r"(?<!\w)([A-Za-z]{1,3}[.\-–_/ ]?\d{1,4}(?:[.\-–]\d{1,3})*|\d{1,4}[.\-–_/][A-Za-z]{1,2}\d*)"
    r"\)?\s?(?:[:=–—(]|-\s)\s?[^\W\d_]{3}"
)
"""A code with a word behind it that says what it is."""
_KNOWN = words(
    "q t h s fy cy ay py kw w wk d m y j p gj ex vol no nr n age top co pm mai jun jul okt",
    "dez mar jan feb apr may aug sep oct nov dec set out fev abr ago ene dic día dia tag day",
    "jour r rev v ver iso din en art sec abs pos bis ab ca vs usd eur chf gbp",
)
"""Letters that make a quarter, a half, a year, a week, a month, a day, a version or an amount."""
_CODES, _CELLS = 2, 4
"""Bare codes on an axis of a table, and data cells that depend on them."""
_LONG_WORD = 4


@check("DT1702")
def bare_code_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """Data cells whose headers on one axis are codes without a word. One issue per table and axis.

    Passes: quarters, years, months and versions; codes that the document explains; rows that have a
    text in words beside the code.
    """
    declared = [facts for facts in table_facts(context) if facts.kind is TableKind.DATA]
    if not declared:
        yield Inapplicable("no table has header cells and data cells")
        return
    for facts in declared:
        table = facts.table
        for axis, paths in ((Axis.COLUMN, table.column_paths), (Axis.ROW, table.row_paths)):
            used = _dependent(facts, paths)
            bare = [path for path in used if _is_bare(path)]
            if len(bare) < _CODES or 2 * len(bare) < len(used):
                continue
            if axis is Axis.ROW and _told_beside(facts, paths, {*bare}):
                continue
            cells = sum(used[path] for path in bare)
            codes = [path.texts[-1] for path in bare]
            if cells < _CELLS or _explained(context, codes):
                continue
            yield Issue(
                bare[0].nodes[-1],
                codes[0],
                "default" if axis is Axis.COLUMN else "row",
                {"codes": listing([quote(code) for code in codes]), "cells": cells},
                related=(
                    (table.node, "table"),
                    *((path.nodes[-1], "code") for path in bare[1:]),
                ),
            )


def _dependent(facts: TableFacts, paths: Sequence[HeaderPath | None]) -> dict[HeaderPath, int]:
    """Header path -> data cells that depend on it."""
    used: dict[HeaderPath, int] = {}
    for i in facts.data:
        path = paths[i]
        if path is not None and path.nodes:
            used[path] = used.get(path, 0) + 1
    return used


def _is_bare(path: HeaderPath) -> bool:
    for text in path.texts:
        if not text:
            continue
        found = _CODE.fullmatch(text) if len(text) < 16 else None
        if found is None or (found[1] or "").casefold() in _KNOWN:
            return False
    return any(path.texts)


def _told_beside(
    facts: TableFacts, paths: Sequence[HeaderPath | None], bare: set[HeaderPath]
) -> bool:
    """Some row of these headers has a text in words, which says what the code stands for."""
    cells = facts.table.cells
    return any(paths[i] in bare and _has_words(cells[i].text) for i in facts.data)


def _has_words(text: str) -> bool:
    return any(len(part) >= _LONG_WORD and part.isalpha() for part in text.split(None, 20))


def _explained(context: Context, codes: Sequence[str]) -> bool:
    """The document has a text in words behind one of the codes: ``A1: Rent``, ``A1 – Rent``, or a
    list or table of codes."""
    known = context.once("explained-codes", _find_explained)
    return any(code in known or code.strip("()") in known for code in codes)


def _find_explained(context: Context) -> frozenset[str]:
    pairs = context.once("label-pairs", lambda c: label_pairs(c.view))
    found = {label.strip("():") for label, text in pairs if says(text)}
    for match in _BEHIND.finditer(context.view.document.text):
        found.add(match[1])
    return frozenset(found)
