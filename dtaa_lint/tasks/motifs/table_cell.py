"""TABLE_CELL: a data cell with exactly one row path and one column path."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import Cell, HeaderPath, Relation
from dtaa_lint.tasks.cells import TableCells
from dtaa_lint.tasks.model import (
    Candidate,
    Motif,
    Reason,
    Slot,
    Task,
    TaskRelation,
    ValueGold,
)
from dtaa_lint.tasks.motifs.common import evidence, header_slots, joined, make_task
from dtaa_lint.tasks.survey import Survey
from dtaa_lint.tasks.tables import TableKind


def detect(survey: Survey) -> Iterator[Candidate]:
    """One candidate for each data cell; in a table of header cells only, one for each cell that
    is neither in the first row nor in the first column."""
    motif = Motif.TABLE_CELL
    for cells in survey.cells.tables:
        if cells.kind is TableKind.PAIRS:
            continue
        if cells.kind is TableKind.ALL_HEADERS:
            yield from _all_headers(cells)
            continue
        table = cells.table.cells
        reasons, details, faults, extra = cells.reasons, cells.details, cells.faults, cells.extra
        index = cells.index
        for i in cells.judged:
            reason = reasons[i]
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
    cell, row, column = find_cell(survey, candidate.table, candidate.anchor)
    values = [evidence(view, cell.node, cell.text)]
    rows = header_slots(view, row)
    columns = header_slots(view, column)
    for node in candidate.nodes:
        other_table = survey.cells.table_of(node)
        other, other_row, other_column = find_cell(survey, other_table, node)
        values.append(evidence(view, node, other.text))
        rows = _also(rows, header_slots(view, other_row))
        columns = _also(columns, header_slots(view, other_column))
    return make_task(
        survey,
        motif,
        cell.node,
        subject=joined(row),
        constraint=joined(column),
        caption=table.caption_text or table.summary or "",
        slots=[Slot(tuple(values)), *rows, *columns],
        relations=header_relations(cell.node, row, column),
        gold=ValueGold(cell.text),
    )


def header_relations(
    node: int, row: HeaderPath | None, column: HeaderPath | None
) -> list[TaskRelation]:
    """Every header of both paths, outermost first, bound to the cell."""
    relations: list[TaskRelation] = []
    for kind, path in ((Relation.ROW_HEADER_FOR, row), (Relation.COLUMN_HEADER_FOR, column)):
        if path is not None:
            for header, text in zip(path.nodes, path.texts, strict=True):
                if text:
                    relations.append(TaskRelation(kind.value, header, node))
    return relations


def find_cell(
    survey: Survey, table_index: int, node: int
) -> tuple[Cell, HeaderPath | None, HeaderPath | None]:
    """The cell of a table that is this node, with its row path and its column path."""
    table = survey.view.tables[table_index]
    i = survey.cells.place(table_index, node)
    return table.cells[i], table.row_paths[i], table.column_paths[i]


def _also(slots: list[Slot], others: list[Slot]) -> list[Slot]:
    """The slots, each covered by the other path's header at the same place as well."""
    merged: list[Slot] = []
    for place, one in enumerate(slots):
        more = others[place].any_of if place < len(others) else ()
        merged.append(Slot(one.any_of + tuple([pair for pair in more if pair not in one.any_of])))
    return merged
