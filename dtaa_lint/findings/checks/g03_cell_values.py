"""G03: one value a cell, its markers in a Reference, and headers that say something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.empty_headers import empty_headers, heads_below
from dtaa_lint.findings.split_values import split_values
from dtaa_lint.findings.tables import TableFacts, TableKind, rejected_in_table, table_facts
from dtaa_lint.findings.wording import Phrase, quote
from dtaa_lint.graph.model import Axis
from dtaa_lint.graph.view import View
from dtaa_lint.universe.cells import EMPTY_HEADER
from dtaa_lint.universe.looks import is_quantity, is_value
from dtaa_lint.universe.model import Reason

_SEPARATORS = re.compile(r"\s*(?:[&;|/+]|\s(?:and|or|et|ou|und|oder|y|o)\s)\s*")
_SHARE_IN_BRACKETS = re.compile(
    r"[-−]?\d[\d.,'’ \u00a0\u202f]*\s?[(\[]\s?[-−<]?\d[\d.,]*\s?%?\s?[)\]]\s?%?"
)
_DATE_LIKE = re.compile(r"\d{1,4}\s?/\s?\d{1,4}(?:\s?/\s?\d{1,4})?")
"""A date, a month and year, a fraction."""
_VALUE_LIMIT = 60
"""Characters beyond which a cell is a text with numbers in it."""


def several_values(text: str) -> str:
    """How a cell's text holds several numbers: ``list`` (separated), ``share`` (a number and
    another in brackets), or empty."""
    if len(text) > _VALUE_LIMIT or not any(map(str.isdigit, text)):
        return ""
    if _SHARE_IN_BRACKETS.fullmatch(text):
        # A whole number in brackets right behind a number is a note's marker.
        return "" if _GLUED.fullmatch(text) and " " not in text else "share"
    if _DATE_LIKE.fullmatch(text):
        return ""
    parts = [part for part in _SEPARATORS.split(text) if part]
    if len(parts) > 1 and all(map(is_quantity, parts)):
        return "list"
    return ""


_ALL = -1
"""In place of a column: all of a table's."""


@check("DT0301")
def several_values_in_cell(context: Context) -> Iterator[Issue | Inapplicable]:
    """Data cells with several numbers: one issue a column, on its first such cell; of numbers with
    their share in brackets, which are a way of writing, one a table.

    Passes: dates, ranges, fractions, one number with words, running text.
    """
    relevant = _data_tables(context)
    if not relevant:
        yield Inapplicable("no table has data cells with headers")
    for facts in relevant:
        cells = facts.table.cells
        columns: dict[tuple[int, str], list[int]] = {}
        for i in facts.data:
            how = several_values(cells[i].text)
            if how:
                column = cells[i].column if how != "share" else _ALL
                columns.setdefault((column, how), []).append(i)
        for (_, how), members in columns.items():
            first = cells[members[0]]
            path = facts.table.column_paths[members[0]]
            yield Issue(
                first.node,
                evidence=first.text,
                variant="default" if how == "list" else how,
                params={
                    "cells": len(members),
                    "value": first.text,
                    "column": Phrase("under {header}", header=quote(" / ".join(path.texts)))
                    if path
                    else Phrase("of a column"),
                },
                related=tuple((cells[i].node, "several values") for i in members[1:]),
                explains=tuple(
                    sorted(
                        {
                            i
                            for cell in members
                            for i in context.rejected(cells[cell].node, Reason.MULTI_VALUE)
                        }
                    )
                ),
            )


def _data_tables(context: Context) -> list[TableFacts]:
    return [
        facts
        for facts in table_facts(context)
        if facts.kind in (TableKind.DATA, TableKind.PAIRS) and facts.data
    ]


_GLUED = re.compile(
    r"(?P<value>[-+−]?[$€£¥]?\s?\d[\d.,'’]*\s?%?)\s?(?P<marker>[*†‡§¶]{1,3}|\(\d{1,2}\)|\[\d{1,2}\]|\([a-z]\)|[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,2})"
)


def glued_marker(text: str) -> str:
    """The marker that is glued to the end of a number; empty for none.

    ``m²``-like units are no markers: the superscript must follow a digit or a per cent sign.
    """
    if len(text) > 40 or text[-1:].isdecimal():
        return ""
    match = _GLUED.fullmatch(text)
    if match is None or _is_power(match["value"], match["marker"]):
        return ""
    return match["marker"]


def _is_power(value: str, marker: str) -> bool:
    """A power of ten: the raised number belongs to the value."""
    return value.rstrip().endswith("10") and all(map(str.isdigit, marker))


@check("DT0302")
def value_glued_to_marker(context: Context) -> Iterator[Issue | Inapplicable]:
    """Values that end in a note's marker that is not in a Reference of its own.

    One issue a table, on its first such cell. Markers set as smaller text count too.
    """
    relevant = _data_tables(context)
    if not relevant:
        yield Inapplicable("no table has data cells with headers")
        return
    small = context.once("raised-markers", _raised_markers)
    for facts in relevant:
        cells = facts.table.cells
        glued: list[tuple[int, str]] = []
        for i in facts.data:
            marker = small.get(cells[i].node, "")
            if not marker and cells[i].text[-1:] in "*†‡§¶)]¹²³⁴⁵⁶⁷⁸⁹⁰":
                marker = glued_marker(cells[i].text)
            if marker:
                glued.append((i, marker))
        if not glued:
            continue
        first, marker = glued[0]
        yield Issue(
            cells[first].node,
            evidence=cells[first].text,
            params={"cells": len(glued), "value": cells[first].text, "marker": marker},
            related=tuple((cells[i].node, "glued marker") for i, _ in glued[1:]),
        )


_OWN_ELEMENT = frozenset({"Reference", "Note", "FENote", "Link", "Lbl", "Formula"})
_SMALLER = 0.8
"""A marker's font size is at most this share of the value's."""


def _raised_markers(context: Context) -> dict[int, str]:
    """Cell node -> marker: a short run that ends the cell's text, smaller and raised, right after
    a number, and in no Reference, Note or Link."""
    view = context.view
    cells = {
        cell.node: cell
        for facts in _data_tables(context)
        for cell in (facts.table.cells[i] for i in facts.data)
    }
    found: dict[int, str] = {}
    text = view.document.text
    previous = None
    for run in view.document.runs:
        before, previous = previous, run
        if (
            before is None
            or run.end - run.start > 3
            or not 0 < run.font_size <= _SMALLER * before.font_size
            or run.box is None
            or before.box is None
            or run.box[1] <= before.box[1]
            or before.end != run.start
        ):
            continue
        marker = text[run.start : run.end].strip()
        # Raised letters are as often the end of an ordinal (1st, 2e, 3o).
        if not marker or any(map(str.isalpha, marker)):
            continue
        value = text[before.start : before.end]
        if not (value[-1:].isdecimal() or value[-1:] == "%") or _is_power(value, marker):
            continue
        node = _cell_above(view, run.owner, cells)
        if node >= 0 and text[run.end : view.nodes[node].text_end].strip() == "":
            found[node] = marker
    return found


def _cell_above(view: View, node: int, cells: Mapping[int, object]) -> int:
    """The data cell that holds ``node`` without an element for markers in between; -1."""
    for _ in range(12):
        if node < 0 or view.nodes[node].type in _OWN_ELEMENT:
            return -1
        if node in cells:
            return node
        node = view.nodes[node].parent
    return -1


@check("DT0304")
def empty_header(context: Context) -> Iterator[Issue | Inapplicable]:
    """Header cells without text that are the only header of data cells on their axis.

    Passes: the corner above the row headers, spacer columns without data, an empty cell under or
    beside a header that covers it. One issue a table.
    """
    if not context.view.tables:
        yield Inapplicable("the document has no tables")
    candidates = context.universe.candidates
    for facts in table_facts(context):
        if facts.fields and facts.kind in (TableKind.EMPTY, TableKind.DATA):
            yield from _over_fields(facts)
        if facts.kind not in (TableKind.DATA, TableKind.PAIRS):
            continue
        heads = empty_headers(facts)
        if not heads:
            continue
        cells = facts.table.cells
        lost = sorted({d for head in heads for d in head.lost})
        nodes = {cells[d].node for d in lost}
        empty = frozenset([cells[head.cell].node for head in heads])
        beside = _beside_above(context, facts.index, empty)
        first = heads[0]
        below = heads_below(facts, first) if first.axis is Axis.COLUMN else ()
        lost = [d for d in lost if d not in below]
        value = cells[next((d for d in first.lost if d not in below), first.lost[0])]
        variant = "default" if first.axis is Axis.COLUMN else "row"
        if not any(is_value(cells[d].text) for d in lost):
            variant = "words" if variant == "default" else "row-words"
        if below:
            variant = "heads-below"
        yield Issue(
            cells[first.cell].node,
            evidence=value.text,
            variant=variant,
            params={
                "headers": len(heads),
                "cells": len(lost),
                "value": value.text,
                "above": _above(facts, first.cell),
                "heads": " | ".join(cells[i].text for i in below[:3]),
            },
            related=(
                *((cells[i].node, "header candidate") for i in below),
                *((cells[head.cell].node, "empty header") for head in heads[1:]),
                *((cells[d].node, "cell that it heads") for d in lost),
            ),
            explains=tuple(
                i
                for index in (facts.index - 1, facts.index)
                for i in rejected_in_table(context).get(index, ())
                if (
                    candidates[i].reason is Reason.INCOMPLETE_EVIDENCE
                    and candidates[i].anchor in nodes
                )
                or (
                    candidates[i].reason is Reason.AMBIGUOUS_RELATION
                    and not beside.isdisjoint((candidates[i].anchor, *candidates[i].nodes))
                )
            ),
        )


def _beside_above(context: Context, index: int, empty: frozenset[int]) -> frozenset[int]:
    """Cells beside a row header that may be that of these empty ones below it too, in the table at
    ``index`` or in the one that goes on in it."""
    tables = context.universe.survey.cells.tables
    return frozenset(
        [
            cells.table.cells[i].node
            for cells in tables[max(0, index - 1) : index + 1]
            for i, fault in cells.faults.items()
            if cells.details[i] == EMPTY_HEADER and not empty.isdisjoint(fault)
        ]
    )


@check("DT0305")
def value_split_over_cells(context: Context) -> Iterator[Issue | Inapplicable]:
    """A number in one cell and its unit in the next: one issue a table, on its first such number.

    Passes: a column of units with a header of its own, a sign beside a number with a unit.
    """
    relevant = _data_tables(context)
    if not relevant:
        yield Inapplicable("no table has data cells with headers")
    for facts in relevant:
        found = split_values(facts)
        if len(found) < _SPLIT:
            continue
        cells = facts.table.cells
        number, sign = cells[found[0].number], cells[found[0].sign]
        yield Issue(
            number.node,
            evidence=f"{number.text} | {sign.text}",
            params={"cells": len(found), "value": number.text, "sign": sign.text},
            related=tuple((cells[pair.sign].node, "unit of the value beside it") for pair in found),
        )


_SPLIT = 2
"""Such values in a table; one alone may be a slip of the page's layout."""


def _over_fields(facts: TableFacts) -> Iterator[Issue]:
    """Empty header cells over cells with form fields: all headers of a form without any text, else
    column headers in a line where others have text."""
    cells = facts.table.cells
    if facts.kind is TableKind.EMPTY:
        heads, filled, variant = list(facts.headers), list(facts.fields), "fields"
    else:
        under: dict[int, list[int]] = {}
        for i in facts.fields:
            if facts.table.column_paths[i] is None and cells[i].column_span == 1:
                under.setdefault(cells[i].column, []).append(i)
        heads = [
            i
            for i in facts.headers
            if not cells[i].text
            and cells[i].effective_scope == "Column"
            and any(cells[d].row > cells[i].row for d in under.get(cells[i].column, ()))
        ]
        filled = sorted({d for i in heads for d in under[cells[i].column]})
        variant = "some-fields"
    if heads and len(filled) >= _FIELDS:
        yield Issue(
            cells[heads[0]].node,
            variant=variant,
            params={"headers": len(heads), "cells": len(filled)},
            related=(
                *((cells[i].node, "empty header") for i in heads[1:]),
                *((cells[i].node, "cell with a field") for i in filled),
            ),
        )


_FIELDS = 4
"""Cells with form fields that make a table of them."""


def _above(facts: TableFacts, cell: int) -> str:
    """In words, the last header with text above an empty row header; a cell that was merged
    downwards on the page often leaves such empty ones."""
    cells = facts.table.cells
    column, row = cells[cell].column, cells[cell].row
    texts = [
        cells[i].text
        for i in facts.headers
        if cells[i].column == column
        and cells[i].row < row
        and cells[i].text
        and cells[i].effective_scope == "Row"
    ]
    if not texts:
        return ""
    return Phrase("; the last one above it that has text is {text}", text=quote(texts[-1]))
