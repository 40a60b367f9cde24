"""TABLE_COMPARE: two neighbouring numbers of like unit along one row or one column."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import Axis, HeaderPath
from dtaa_lint.universe.cells import TableCells
from dtaa_lint.universe.model import Candidate, ComparisonGold, Motif, Reason, Task
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
from dtaa_lint.universe.units import (
    Hint,
    Profiles,
    comparable,
    field_name,
    hint_of,
    is_number,
    names_things,
    total_of,
    written_unit,
)
from dtaa_lint.universe.values import Value, ValueKind

_ROW, _COLUMN = Axis.ROW.value, Axis.COLUMN.value
_CARRIED = frozenset(
    {Reason.AMBIGUOUS, Reason.AMBIGUOUS_RELATION, Reason.NOT_VERBATIM, Reason.SPLIT_TEXT}
    | {Reason.FRAGMENT}
)
"""What is wrong with a cell is wrong with the pair."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Each data cell with its left and its upper neighbour. Blank cells and lone currency signs
    between them are looked through; anything else parts them. A total is no neighbour of what it
    may be the sum of."""
    seen: set[tuple[int, int]] = set()
    shared = any(cells.firsts for cells in survey.cells.tables)
    for cells in survey.cells.tables:
        if cells.shape is Shape.BARE_PAIRS:
            continue
        if cells.kind is TableKind.DATA or cells.kind is TableKind.BARE:
            yield from _Pairs(cells, seen if shared else None).detect()


class _Pairs:
    """The pairs of one table."""

    def __init__(self, cells: TableCells, seen: set[tuple[int, int]] | None) -> None:
        self.cells = cells
        self.table = cells.table
        self.seen = seen
        self.hints: dict[int, Hint | None] = {}
        """id of a header path -> what it says of its numbers; None where they name things."""
        self.totals: dict[int, str] = {}
        """id of a header path -> the kind of total that it names."""
        self.row_hints: dict[int, Hint] = {}
        """Per cell that can be compared."""
        self.column_hints: dict[int, Hint] = {}
        self.signs: dict[int, str] = {}
        """Per number whose currency or per cent sign stands in a cell of its own: that sign."""
        self.by_row = Profiles()
        self.by_column = Profiles()
        for i in cells.judged:
            value = cells.values[i]
            if not is_number(value):
                continue
            row = self._hint(self.table.row_paths[i])
            column = self._hint(self.table.column_paths[i])
            if row is None or column is None:
                continue
            self.row_hints[i], self.column_hints[i] = row, column
            if value.kind is ValueKind.NUMBER:
                cell = self.table.cells[i]
                self.by_row.add(cell.row, value.decimals)
                self.by_column.add(cell.column, value.decimals)

    def _hint(self, path: HeaderPath | None) -> Hint | None:
        key = id(path)
        if key not in self.hints:
            self.hints[key] = None if names_things(path) else hint_of(path)
        return self.hints[key]

    def detect(self) -> Iterator[Candidate]:
        numbers = self.row_hints
        if not numbers:
            return
        table = self.table.cells
        values = self.cells.values
        left, row = -1, -1
        sign = ""
        above: dict[int, int] = {}
        for i in self.cells.judged:
            kind = values[i].kind
            cell = table[i]
            if cell.row != row:
                left, row, sign = -1, cell.row, ""
            if kind is ValueKind.SYMBOL:
                sign = cell.text
                continue
            if kind is ValueKind.BLANK:
                continue
            if sign:
                self.signs[i], sign = sign, ""
            column = cell.column
            upper = above.get(column, -1)
            above[column] = i
            before, left = left, i
            if i not in numbers:
                continue
            if before in numbers:
                found = self.pair(before, i, _ROW)
                if found is not None:
                    yield found
            if upper in numbers:
                found = self.pair(upper, i, _COLUMN)
                if found is not None:
                    yield found

    def pair(self, a: int, b: int, axis: str) -> Candidate | None:
        """The candidate of two cells; None where the motif does not fire."""
        cells = self.cells
        rows, columns = cells.rows, cells.columns
        shared = rows if axis == _ROW else columns
        # Two cells that both have headers on the shared axis, and not the same ones.
        if shared[a] != shared[b] and shared[a] >= 0 and shared[b] >= 0:
            return None
        if self.unlike(a, b, axis):
            return None
        left, right = cells.values[a], cells.values[b]
        one, other = self.table.cells[a], self.table.cells[b]
        # Lines that share a number of decimals are not written apart.
        if left.decimals != right.decimals and (
            self.by_column.apart(one.column, other.column)
            if axis == _ROW
            else self.by_row.apart(one.row, other.row)
        ):
            return None
        if left.kind is not ValueKind.NUMBER or right.kind is not ValueKind.NUMBER:
            sides = ((one, left), (other, right))
            fault = [cell.node for cell, value in sides if value.kind is not ValueKind.NUMBER]
            return self.candidate(a, b, Reason.MULTI_VALUE, axis, tuple(fault))
        hints = self.column_hints if axis == _ROW else self.row_hints
        if self.signs:
            left, right = self._signed(a, left), self._signed(b, right)
        if not comparable(left, right, hints[a], hints[b], column=axis == _COLUMN):
            return None
        if left.number == right.number:
            return self.candidate(a, b, Reason.TRIVIAL_COMPARISON, axis)
        no_row = rows[a] < 0 or rows[b] < 0
        no_column = columns[a] < 0 or columns[b] < 0
        if no_row or no_column:
            detail = "row+column" if no_row and no_column else _ROW if no_row else _COLUMN
            return self.candidate(a, b, Reason.INCOMPLETE_EVIDENCE, detail)
        for i in (a, b):
            reason = cells.reasons[i]
            if reason in _CARRIED:
                return self.candidate(a, b, reason, axis, cells.faults.get(i, ()))
        if self.seen is not None and self._known(a, b):
            return self.candidate(a, b, Reason.DUPLICATE, axis)
        return self.candidate(a, b, None, axis)

    def unlike(self, a: int, b: int, axis: str) -> bool:
        """Whether one of two cells is a sum, of which the other may be a part, or whether they are
        fields of one record, by the headers that tell them apart."""
        paths = self.table.column_paths if axis == _ROW else self.table.row_paths
        if self._total(paths[a]) != self._total(paths[b]):
            return True
        return axis == _COLUMN and field_name(paths[a]) and field_name(paths[b])

    def _total(self, path: HeaderPath | None) -> str:
        key = id(path)
        if key not in self.totals:
            self.totals[key] = total_of(path)
        return self.totals[key]

    def _signed(self, i: int, value: Value) -> Value:
        """The value with the sign before it."""
        sign = self.signs.get(i)
        return value._replace(unit=written_unit(sign)) if sign and not value.unit else value

    def candidate(
        self, a: int, b: int, reason: Reason | None, detail: str, fault: tuple[int, ...] = ()
    ) -> Candidate:
        """The candidate; an eligible one without a reason."""
        table = self.table.cells
        return Candidate(
            Motif.TABLE_COMPARE,
            table[a].node,
            (table[b].node,),
            reason,
            fault,
            self.cells.index,
            detail,
        )

    def _known(self, a: int, b: int) -> bool:
        """Whether the same two values of the same two paths were a pair before."""
        assert self.seen is not None
        firsts, table = self.cells.firsts, self.table.cells
        one = firsts.get(a, table[a].node)
        other = firsts.get(b, table[b].node)
        pair = (one, other) if one < other else (other, one)
        if pair in self.seen:
            return True
        self.seen.add(pair)
        return False


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the path that both share; what tells them apart is in constraint and gold, as
    whole paths: two pairs of one row may differ in an outer header only."""
    view = survey.view
    table = view.tables[candidate.table]
    one, one_row, one_column = find_cell(view, candidate.anchor)
    other, other_row, other_column = find_cell(view, candidate.nodes[0])
    if candidate.detail == _ROW:
        shared, left, right = one_row, one_column, other_column
    else:
        shared, left, right = one_column, one_row, other_row
    what, than = joined(left), joined(right)
    greater = _value(survey, candidate.anchor).number > _value(survey, other.node).number
    slots = [slot(survey, one.node, one.text), slot(survey, other.node, other.text)]
    for path in (shared, left, right):
        slots.extend(s for s in header_slots(survey, path) if s not in slots)
    relations = [
        *header_relations(one.node, one_row, one_column),
        *header_relations(other.node, other_row, other_column),
    ]
    return make_task(
        survey,
        Motif.TABLE_COMPARE,
        one.node,
        subject=joined(shared),
        constraint=f"{what} | {than}",
        caption=table_name(table),
        slots=slots,
        relations=relations,
        gold=ComparisonGold((what, one.text), (than, other.text), "greater" if greater else "less"),
    )


def _value(survey: Survey, node: int) -> Value:
    t, c = survey.view.cell_places[node]
    return survey.cells.tables[t].values[c]
