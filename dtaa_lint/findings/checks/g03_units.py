"""G03: a unit stands in the header, and not in every cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.tables import TableFacts, TableKind, table_facts
from dtaa_lint.findings.wording import Phrase, quote
from dtaa_lint.graph.model import Axis, HeaderPath
from dtaa_lint.universe.values import ValueKind, parse
from dtaa_lint.universe.wording import words

_LEAST = 3
"""Cells that make a habit of it."""
_SIGNS = frozenset("%‰°$€£¥₹₽")
"""Signs of money, shares and degrees belong beside their number."""
_MONEY = words("usd eur gbp chf cad aud jpy rs fr dollar dollars euro euros")
_LONGEST = 12
"""Letters of a unit."""


@check("DT0303")
def unit_not_in_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """A unit that is written in every cell of a column (or a row) and not in its header.

    Fails: ``12 km``, ``7 km``, ``9 km`` under ``Distance``. Passes: signs of money, per cent and
    degrees, columns of several units, columns with a number that has none, and a unit that some
    header over them says too.
    """
    relevant = [f for f in table_facts(context) if f.kind is TableKind.DATA and f.data]
    if not relevant:
        yield Inapplicable("no table has data cells with headers")
    for facts in relevant:
        taken: set[int] = set()
        for axis in (Axis.COLUMN, Axis.ROW):
            yield from _lines(facts, axis, taken)


def _lines(facts: TableFacts, axis: Axis, taken: set[int]) -> Iterator[Issue]:
    """One issue a column or a row; ``taken``: cells that one was made of already."""
    table = facts.table
    cells = table.cells
    paths = table.column_paths if axis is Axis.COLUMN else table.row_paths
    lines: dict[int, list[int]] = {}
    for i in facts.data:
        if paths[i] is not None and i not in taken:
            place = cells[i].column if axis is Axis.COLUMN else cells[i].row
            lines.setdefault(place, []).append(i)
    for members in lines.values():
        if len(members) < _LEAST:
            continue
        unit, measured = _common_unit(facts, members)
        path = paths[members[0]]
        if not unit or path is None or any(_says(paths[i], unit) for i in measured):
            continue
        other = table.row_paths if axis is Axis.COLUMN else table.column_paths
        if all(_says(other[i], unit) for i in measured):
            continue
        taken.update(measured)
        first = cells[measured[0]]
        yield Issue(
            first.node,
            first.text,
            variant="default" if axis is Axis.COLUMN else "row",
            params={
                "unit": _written(first.text) or unit,
                "cells": len(measured),
                "header": quote(path.texts[-1]) if path.texts[-1] else Phrase("an empty header"),
            },
            related=(
                (path.nodes[-1], "header"),
                *((cells[i].node, "cell with the unit") for i in measured[1:]),
            ),
        )


def _common_unit(facts: TableFacts, members: Sequence[int]) -> tuple[str, list[int]]:
    """The unit that every number of a line is written with, and the cells of these numbers; an
    empty one when they have none, several, or when other text stands between them."""
    unit = ""
    measured: list[int] = []
    for i in members:
        value = parse(facts.table.cells[i].text)
        if value.kind in (ValueKind.BLANK, ValueKind.TRIVIAL, ValueKind.SYMBOL):
            continue
        if value.kind is not ValueKind.NUMBER or not value.unit:
            return "", []
        if unit and value.unit != unit:
            return "", []
        unit = value.unit
        measured.append(i)
    letters = unit.replace(" ", "")
    if (
        len(measured) < _LEAST
        or len(letters) > _LONGEST
        or not _SIGNS.isdisjoint(unit)
        or not _MONEY.isdisjoint(unit.casefold().replace(".", "").split())
        or not any(map(str.isalpha, unit))
    ):
        return "", []
    return unit, measured


def _written(text: str) -> str:
    """The unit as a cell writes it: what stands behind the last digit."""
    last = max((at for at, char in enumerate(text) if char.isdigit()), default=-1)
    return text[last + 1 :].strip()


def _says(path: HeaderPath | None, unit: str) -> bool:
    """Whether a header says the unit, as a word or as its beginning (``km``, ``min`` in
    ``Minutes``)."""
    if path is None:
        return False
    for text in path.texts:
        parts = "".join(c if c.isalnum() or c in "/²³µ" else " " for c in text.casefold()).split()
        if any(word == unit or (len(unit) > 2 and word.startswith(unit[:3])) for word in parts):
            return True
    return False
