"""TABLE_SUMMARY: what a table shows, as its summary or its caption says."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import Relation, Table
from dtaa_lint.universe.captions import Named, Thing, name_all, parted, said_fault, settle
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, SpanGold, Task, TaskRelation
from dtaa_lint.universe.motifs.common import make_task, slot
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.validate import plain


def detect(survey: Survey) -> Iterator[Candidate]:
    """Tables with a caption or a summary, and those whose caption is not bound to them."""
    named = survey.named_tables
    titles = {plain(heading.text) for heading in survey.view.headings}
    candidates: list[Candidate] = []
    for index, table in enumerate(survey.view.tables):
        found = named.get(table.node)
        reason: Reason | None = None
        fault: tuple[int, ...] = ()
        detail = ""
        if found is None:
            if table.near_caption < 0:
                continue
            reason, detail = Reason.INCOMPLETE_EVIDENCE, "inferred"
            fault = (table.node, table.near_caption)
        elif survey.cells.tables[index].kind is TableKind.LAYOUT:
            reason, detail = Reason.MALFORMED_STRUCTURE, "layout"
        else:
            unfit = said_fault(survey, found)
            if unfit is not None:
                reason, detail = unfit
            elif _summary(table) and plain(found.text) in titles:
                # The name of some section, as writers fill the entry without a thought.
                reason, detail = Reason.HEADING_ECHO, "heading"
            elif _names_part(table, found.text):
                reason, detail = Reason.HEADING_ECHO, "heading"
        nodes = (table.caption,) if table.caption >= 0 else ()
        candidates.append(
            Candidate(Motif.TABLE_SUMMARY, table.node, nodes, reason, fault, -1, detail)
        )
    settle(survey, candidates, named)
    yield from candidates


def _names_part(table: Table, text: str) -> bool:
    """Whether it is the header of some row or column, and says nothing of the whole."""
    own = plain(text)
    return any(
        cell.header and cell.column_span < table.n_columns and plain(cell.text) == own
        for cell in table.cells
    )


def name_tables(survey: Survey) -> dict[int, Named]:
    """Table -> what it is asked by and what is said of it; those with caption or summary."""
    things = []
    for table in survey.view.tables:
        label, rest = _caption(survey, table)
        text = _summary(table) or rest
        captioned = bool(table.caption_text or text)
        things.append(Thing(table.node, label, table.caption, text, captioned))
    return name_all(survey, things, "table")


def _caption(survey: Survey, table: Table) -> tuple[str, str]:
    lang = survey.view.nodes[table.caption].lang if table.caption >= 0 else None
    return parted(table.caption_text, lang)


def _summary(table: Table) -> str:
    """The summary; nothing when it is the caption again."""
    summary = " ".join((table.summary or "").split())
    return "" if plain(summary) == plain(table.caption_text) else summary


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the caption's label, else the heading; gold the summary, else what the caption
    says behind its label."""
    table = survey.table_at[candidate.anchor]
    named = survey.named_tables[table.node]
    if _summary(table):
        slots = [Slot(((table.node, named.text),))]
        relations = []
    else:
        slots = [slot(survey, table.caption, named.text)]
        relations = [TaskRelation(Relation.CAPTION_FOR.value, table.caption, table.node)]
    return named_task(survey, candidate, named, slots, relations)


def named_task(
    survey: Survey,
    candidate: Candidate,
    named: Named,
    slots: list[Slot],
    relations: list[TaskRelation],
) -> Task:
    """The task of a table or figure: what names it is evidence too."""
    node = named.node
    slots.append(slot(survey, named.subject_node, named.subject))
    if named.subject_node in survey.heading_at:
        relations.append(TaskRelation(Relation.HEADING_FOR.value, named.subject_node, node))
    return make_task(
        survey,
        candidate.motif,
        node,
        subject=named.subject,
        constraint=named.constraint,
        slots=slots,
        relations=relations,
        gold=SpanGold((named.text,)),
    )
