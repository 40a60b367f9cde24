"""What the builders of all motifs share: evidence slots and the task's frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dtaa_lint.graph.model import Cell, HeaderPath, Relation, Table
from dtaa_lint.graph.text import SOFT_HYPHEN
from dtaa_lint.graph.view import View
from dtaa_lint.universe.identity import task_id
from dtaa_lint.universe.model import (
    MOTIF_CLASS,
    Candidate,
    Gold,
    Motif,
    Reason,
    Slot,
    Task,
    TaskRelation,
)
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import (
    REPLACEMENT,
    is_fragment,
    is_pointer,
    page_of,
    verbatim,
)
from dtaa_lint.universe.values import ValueKind, parse

PATH_SEPARATOR = " › "
"""Between the headers of a path, outermost first, where it is shown as one text."""


def joined(path: HeaderPath | None) -> str:
    """A header path as one text; empty for none."""
    return PATH_SEPARATOR.join([text for text in path.texts if text]) if path else ""


def evidence(survey: Survey, node: int, text: str) -> tuple[int, str]:
    """The node with the text as it stands in it: ``text`` itself where it is verbatim, in the whole
    text or in that without notes and markers, else the node's whole text (an Alt, or a field's
    value, has only itself)."""
    view = survey.view
    if verbatim(view, node, text):
        return (node, text)
    whole = view.text(node)
    if SOFT_HYPHEN not in whole and text in survey.block_text(node):
        return (node, text)
    return (node, whole or text)


def slot(survey: Survey, node: int, text: str) -> Slot:
    """A slot that one node covers."""
    return Slot((evidence(survey, node, text),))


def header_slots(survey: Survey, path: HeaderPath | None) -> list[Slot]:
    """One slot for each header of the path."""
    if path is None:
        return []
    return [
        slot(survey, node, text) for node, text in zip(path.nodes, path.texts, strict=True) if text
    ]


def find_cell(view: View, node: int) -> tuple[Cell, HeaderPath | None, HeaderPath | None]:
    """The table cell that is this node, with its row path and its column path."""
    t, c = view.cell_places[node]
    table = view.tables[t]
    return table.cells[c], table.row_paths[c], table.column_paths[c]


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


def settle_questions(
    survey: Survey,
    candidates: list[Candidate],
    asked: Iterable[Sequence[int]],
    *,
    leave: int,
    detail: str,
) -> None:
    """Rejects, in ``candidates``, those that ask what another one asks: the same content twice is
    one task (DUPLICATE), different contents are none (AMBIGUOUS).

    ``asked``: per question the places in ``candidates`` that ask it. The content of a candidate is
    the text of its nodes but for the first ``leave``. ``detail`` says what they have in common.
    """
    for places in asked:
        if len(places) < 2:
            continue
        contents: dict[tuple[str, ...], int] = {}
        for place in places:
            content = tuple([survey.view.text(node) for node in candidates[place].nodes[leave:]])
            contents.setdefault(content, place)
        anchors = tuple([candidates[place].anchor for place in contents.values()][:4])
        several = len(contents) > 1
        for place in places[0 if several else 1 :]:
            candidates[place] = candidates[place]._replace(
                reason=Reason.AMBIGUOUS if several else Reason.DUPLICATE,
                fault=anchors,
                detail=detail,
            )


def text_fault(text: str) -> tuple[Reason, str] | None:
    """Why a text answers nothing, with the detail; None when it says something."""
    kind = parse(text).kind
    if kind <= ValueKind.TRIVIAL:
        return Reason.TRIVIAL, "blank" if kind is ValueKind.BLANK else "dash"
    if kind is ValueKind.SYMBOL:
        return Reason.FRAGMENT, "symbol"
    if REPLACEMENT in text:
        return Reason.NOT_VERBATIM, "unmapped"
    if is_pointer(text):
        return Reason.EXTERNAL_CONTEXT, "pointer"
    if is_fragment(text):
        return Reason.FRAGMENT, "stub"
    return None


def table_name(table: Table) -> str:
    """What names a table: its caption, else its summary; empty for none."""
    return table.caption_text or table.summary or ""


def make_task(
    survey: Survey,
    motif: Motif,
    anchor: int,
    *,
    subject: str,
    constraint: str,
    slots: Sequence[Slot],
    relations: Sequence[TaskRelation],
    gold: Gold,
    caption: str = "",
    heading_path: tuple[str, ...] | None = None,
) -> Task:
    """The task, with its identity. The heading path is the anchor's unless given."""
    operation, topology = MOTIF_CLASS[motif]
    path = survey.heading_texts(anchor) if heading_path is None else heading_path
    return Task(
        task_id=task_id(
            motif, operation, subject, constraint, path, caption, slots, relations, gold
        ),
        motif=motif,
        operation=operation,
        topology=topology,
        subject=subject,
        constraint=constraint,
        heading_path=path,
        caption=caption,
        page=page_of(survey.view, anchor),
        slots=tuple(slots),
        relations=tuple(relations),
        gold=gold,
    )
