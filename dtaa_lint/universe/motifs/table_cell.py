"""TABLE_CELL: a data cell with exactly one row path and one column path."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.universe.cells import SIGN, TableCells
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, Task, ValueGold
from dtaa_lint.universe.motifs.common import (
    evidence,
    find_cell,
    header_relations,
    header_slots,
    joined,
    make_task,
    table_name,
)
from dtaa_lint.universe.shapes import Shape
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind


def detect(survey: Survey) -> Iterator[Candidate]:
    """One candidate for each data cell; in a table of header cells only, one for each cell that
    is neither in the first row nor in the first column. Labels and values are LABEL_VALUE's."""
    motif = Motif.TABLE_CELL
    for cells in survey.cells.tables:
        if cells.kind is TableKind.PAIRS or cells.shape is Shape.BARE_PAIRS:
            continue
        if cells.kind is TableKind.ALL_HEADERS:
            yield from _all_headers(cells)
            continue
        table = cells.table.cells
        reasons, details, faults, extra = cells.reasons, cells.details, cells.faults, cells.extra
        index = cells.index
        for i in cells.judged:
            reason = reasons[i]
            if details[i] == SIGN:
                continue
            if reason is None:
                yield Candidate(motif, table[i].node, extra.get(i, ()), None, (), index, "")
            else:
                fault = faults.get(i, ())
                yield Candidate(motif, table[i].node, (), reason, fault, index, details[i])


def _all_headers(cells: TableCells) -> Iterator[Candidate]:
    table = cells.table
    if table.n_columns == 2:
        return
    for cell in table.cells:
        if cell.row and cell.column and cell.text:
            yield Candidate(
                Motif.TABLE_CELL,
                cell.node,
                (),
                Reason.MALFORMED_STRUCTURE,
                (),
                cells.index,
                "all-headers",
            )


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the row path, constraint the column path, gold the cell's whole text."""
    return cell_task(survey, candidate, Motif.TABLE_CELL)


def cell_task(survey: Survey, candidate: Candidate, motif: Motif) -> Task:
    """The task that asks for one cell's value."""
    view = survey.view
    table = view.tables[candidate.table]
    cell, row, column = find_cell(view, candidate.anchor)
    slots = [Slot((evidence(survey, cell.node, cell.text),))]
    slots += header_slots(survey, row) + header_slots(survey, column)
    if candidate.nodes:
        covers = [dict.fromkeys(slot.any_of) for slot in slots]
        for node in candidate.nodes:
            other, other_row, other_column = find_cell(view, node)
            same = [Slot((evidence(survey, node, other.text),))]
            same += header_slots(survey, other_row) + header_slots(survey, other_column)
            for cover, slot in zip(covers, same, strict=False):
                cover.update(dict.fromkeys(slot.any_of))
        slots = [Slot(tuple(cover)) for cover in covers]
    return make_task(
        survey,
        motif,
        cell.node,
        subject=joined(row),
        constraint=joined(column),
        caption=table_name(table),
        slots=slots,
        relations=header_relations(cell.node, row, column),
        gold=ValueGold(cell.text),
    )
