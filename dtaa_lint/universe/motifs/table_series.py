"""TABLE_SERIES: three or more single values along a row or along a column, under one header."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dtaa_lint.graph.model import Axis, HeaderPath, Table
from dtaa_lint.universe.cells import TableCells
from dtaa_lint.universe.continuations import runs
from dtaa_lint.universe.looks import is_period
from dtaa_lint.universe.model import Candidate, Motif, Reason, SetGold, Task
from dtaa_lint.universe.motifs.common import (
    find_cell,
    header_relations,
    header_slots,
    joined,
    make_task,
    slot,
    table_name,
)
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.units import Hint, comparable, hint_of, names_things
from dtaa_lint.universe.values import ValueKind

LEAST = 3
"""Values that make a series."""
_LONGEST = 80
"""Characters of a value; longer texts are no single values, and the motif does not fire."""
_MAX_FAULTS = 4
_CARRIED = (
    Reason.AMBIGUOUS,
    Reason.AMBIGUOUS_RELATION,
    Reason.SPLIT_TEXT,
    Reason.NOT_VERBATIM,
    Reason.EXTERNAL_CONTEXT,
    Reason.MALFORMED_STRUCTURE,
    Reason.FRAGMENT,
)
_ROW, _COLUMN = Axis.ROW.value, Axis.COLUMN.value


def detect(survey: Survey) -> Iterator[Candidate]:
    """Rows, then columns, of each table. Two series of one question (the same header in the same
    section and under the same caption) are duplicates when they list the same, else ambiguous. A
    column of a table that page ends cut is not whole in any of its parts."""
    found: list[Candidate] = []
    asked: dict[tuple[int, str, int], tuple[int, frozenset[tuple[int, str]]]] = {}
    clashing: dict[int, int] = {}
    parts = {i: run for run in runs(survey.continuations) for i in run}
    for cells in survey.cells.tables:
        if cells.kind is not TableKind.DATA and cells.kind is not TableKind.BARE:
            continue
        if cells.shape is Shape.BARE_PAIRS:
            continue
        lines = _Lines(cells)
        for axis in (_ROW, _COLUMN):
            own, other = (
                (cells.rows, cells.columns) if axis == _ROW else (cells.columns, cells.rows)
            )
            for members in _lines(cells, axis, own):
                candidate = _judge(cells, members, axis, lines)
                if candidate is None:
                    continue
                if candidate.reason is None and axis == _COLUMN and cells.index in parts:
                    others = [i for i in parts[cells.index][:_MAX_FAULTS] if i != cells.index]
                    fault = tuple([survey.view.tables[i].node for i in others])
                    candidate = _rejected(candidate, Reason.MALFORMED_SET, fault)
                if candidate.reason is None:
                    key = (cells.context, axis, own[members[0]])
                    table = cells.table.cells
                    items = frozenset([(other[i], table[i].text.casefold()) for i in members])
                    first = asked.setdefault(key, (len(found), items))
                    if first[0] != len(found):
                        anchor = found[first[0]].anchor
                        if first[1] == items:
                            candidate = _rejected(candidate, Reason.DUPLICATE, (anchor,))
                        else:
                            clashing[len(found)] = anchor
                            clashing.setdefault(first[0], candidate.anchor)
                found.append(candidate)
    for place, anchor in clashing.items():
        candidate = found[place]
        if candidate.reason is None:
            found[place] = _rejected(candidate, Reason.AMBIGUOUS, (candidate.anchor, anchor))
    yield from found


def _lines(cells: TableCells, axis: str, own: list[int]) -> Iterator[list[int]]:
    """The valued cells of each line that stand under one header path."""
    lines: dict[tuple[int, int], list[int]] = {}
    table, values = cells.table.cells, cells.values
    along_rows = axis == _ROW
    for i in cells.judged:
        if values[i].kind > ValueKind.SYMBOL:
            cell = table[i]
            key = (cell.row if along_rows else cell.column, own[i])
            line = lines.get(key)
            if line is None:
                lines[key] = [i]
            else:
                line.append(i)
    return (line for line in lines.values() if len(line) >= LEAST)


class _Lines:
    """What the headers and columns of one table say, computed when first asked for."""

    def __init__(self, cells: TableCells) -> None:
        self._cells = cells
        self._hints: dict[int, Hint] = {}
        """id of a header path -> what it says of its numbers."""
        self._words: dict[int, set[str]] | None = None

    def hint(self, path: HeaderPath | None) -> Hint:
        found = self._hints.get(id(path))
        if found is None:
            found = self._hints[id(path)] = hint_of(path)
        return found

    def alike(self, members: list[int]) -> bool:
        """Whether each two neighbours stand in columns that share a text: ``yes`` and ``no``,
        grades or names come back from column to column, what different attributes say does not."""
        table = self._cells.table.cells
        if self._words is None:
            self._words = {}
            for i in self._cells.judged:
                if self._cells.values[i].kind is ValueKind.TEXT:
                    text = table[i].text.casefold()
                    self._words.setdefault(table[i].column, set()).add(text)
        none: set[str] = set()
        sets = [self._words.get(table[i].column, none) for i in members]
        return not any(a.isdisjoint(b) for a, b in pairwise(sets))


def _one_measure(cells: TableCells, members: list[int], axis: str, lines: _Lines) -> bool:
    """Whether the values could stand in one series: numbers of one unit and one kind of quantity,
    dates, or words; not the date, name and amount of one record."""
    table, values = cells.table, cells.values
    kinds = {values[i].kind for i in members}
    along_row = axis == _ROW
    paths = table.column_paths if along_row else table.row_paths
    if not along_row and names_things(table.column_paths[members[0]]):
        return True
    if along_row and any(names_things(paths[i]) and not _is_period(table, i) for i in members):
        return False
    if ValueKind.TEXT in kinds:
        if kinds != {ValueKind.TEXT}:
            return False
        return not along_row or all(_is_period(table, i) for i in members) or lines.alike(members)
    if ValueKind.DATE in kinds:
        return kinds == {ValueKind.DATE} and len({lines.hint(paths[i]).kinds for i in members}) == 1
    numbers = [i for i in members if values[i].kind is ValueKind.NUMBER]
    if not numbers:
        return True
    hints = {i: lines.hint(paths[i]) for i in numbers}
    first = numbers[0]
    years = sum(values[i].plain_year for i in numbers)
    if years:
        return years == len(numbers) and len({hints[i].kinds for i in numbers}) == 1
    return all(
        comparable(values[first], values[i], hints[first], hints[i], column=not along_row)
        for i in numbers[1:]
    )


def _is_period(table: Table, i: int) -> bool:
    path = table.column_paths[i]
    return path is not None and is_period(path.texts[-1])


def _judge(cells: TableCells, members: list[int], axis: str, lines: _Lines) -> Candidate | None:
    """The candidate of one line; None when its cells hold no single values of one measure."""
    table, values, reasons = cells.table.cells, cells.values, cells.reasons
    nodes = tuple([table[i].node for i in members])
    anchor = nodes[0]
    several: list[int] = []
    for i in members:
        kind = values[i].kind
        if kind is ValueKind.SEVERAL:
            several.append(table[i].node)
        elif kind is ValueKind.TEXT and len(table[i].text) > _LONGEST:
            return None
    if not several and not _one_measure(cells, members, axis, lines):
        return None
    candidate = Candidate(Motif.TABLE_SERIES, anchor, nodes, None, (), cells.index, axis)
    if several:
        return _rejected(candidate, Reason.MULTI_VALUE, tuple(several[:_MAX_FAULTS]))
    no_row = any(cells.rows[i] < 0 for i in members)
    no_column = any(cells.columns[i] < 0 for i in members)
    if no_row or no_column:
        detail = "row+column" if no_row and no_column else _ROW if no_row else _COLUMN
        return candidate._replace(reason=Reason.INCOMPLETE_EVIDENCE, detail=detail)
    met = {reasons[i] for i in members}
    for reason in _CARRIED:
        if reason in met:
            at = [i for i in members if reasons[i] is reason]
            return _rejected(candidate, reason, tuple([table[i].node for i in at[:_MAX_FAULTS]]))
    across = cells.columns if axis == _ROW else cells.rows
    if len({across[i] for i in members}) < LEAST:
        return _rejected(candidate, Reason.MALFORMED_SET, ())
    return candidate


def _rejected(candidate: Candidate, reason: Reason, fault: tuple[int, ...]) -> Candidate:
    return candidate._replace(reason=reason, fault=fault)


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the series' header path; gold, each other header with its value."""
    view = survey.view
    slots = []
    relations = []
    items: dict[tuple[str, str], None] = {}
    shared = None
    known: set[int] = set()
    for node in candidate.nodes:
        cell, row, column = find_cell(view, node)
        shared, across = (row, column) if candidate.detail == _ROW else (column, row)
        items[joined(across), cell.text] = None
        for path in (shared, across):
            for head in header_slots(survey, path):
                if head.any_of[0][0] not in known:
                    known.add(head.any_of[0][0])
                    slots.append(head)
        slots.append(slot(survey, node, cell.text))
        relations.extend(header_relations(node, row, column))
    return make_task(
        survey,
        Motif.TABLE_SERIES,
        candidate.anchor,
        subject=joined(shared),
        constraint=candidate.detail,
        caption=table_name(view.tables[candidate.table]),
        slots=slots,
        relations=relations,
        gold=SetGold(tuple(items)),
    )
