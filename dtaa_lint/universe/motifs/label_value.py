"""LABEL_VALUE: a labelled list item, a row of a two-column key-value table, a filled form field."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import FieldLabel, ListMember, ListView, Relation
from dtaa_lint.universe.cells import TableCells
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, Task, TaskRelation, ValueGold
from dtaa_lint.universe.motifs.common import (
    PATH_SEPARATOR,
    evidence,
    find_cell,
    joined,
    make_task,
    slot,
    table_name,
)
from dtaa_lint.universe.motifs.table_cell import cell_task
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.validate import REPLACEMENT, echoes, is_fragment, is_pointer, plain
from dtaa_lint.universe.values import ValueKind, parse, same_value
from dtaa_lint.universe.wording import GLOSSARY

_VALUE_FIELDS = frozenset({"Tx", "Ch"})
"""Field types that hold a text; buttons and signatures hold none."""
_LONGEST_LABEL = 8
"""Words of a list label; a longer one is the first line of its item, tagged by mistake."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Table rows, list items and form fields, in reading order."""
    loose = [*_members(survey), *_fields(survey)]
    found = [*_rows(survey), *loose]
    found.sort(key=lambda candidate: candidate.anchor)
    if any(candidate.reason is None for candidate in loose):
        _same_question(survey, found)
    yield from found


def _rows(survey: Survey) -> Iterator[Candidate]:
    motif = Motif.LABEL_VALUE
    for cells in survey.cells.tables:
        table = cells.table.cells
        if cells.kind is TableKind.ALL_HEADERS and cells.table.n_columns == 2:
            yield from _all_headers(cells)
        if cells.kind is not TableKind.PAIRS:
            continue
        for i in cells.judged:
            reason = cells.reasons[i]
            extra = cells.extra.get(i, ()) if reason is None else ()
            fault = cells.faults.get(i, ())
            yield Candidate(
                motif, table[i].node, extra, reason, fault, cells.index, cells.details[i]
            )


def _all_headers(cells: TableCells) -> Iterator[Candidate]:
    """Label and value both tagged as headers: there is no value cell."""
    for cell in cells.table.cells:
        if cell.column == 1 and cell.text:
            yield Candidate(
                Motif.LABEL_VALUE,
                cell.node,
                (),
                Reason.MALFORMED_STRUCTURE,
                (),
                cells.index,
                "all-headers",
            )


def _members(survey: Survey) -> list[Candidate]:
    """List items with a label of words. Terms with definitions are another motif's."""
    candidates: list[Candidate] = []
    for found in survey.view.lists:
        if not any(member.textual_label for member in found.members) or defines(survey, found):
            continue
        candidates += [_judge_member(survey, m) for m in found.members if m.textual_label]
    return candidates


def defines(survey: Survey, found: ListView) -> bool:
    """Whether a list's labels are terms and its bodies their definitions."""
    if found.numbering == "Description":
        return True
    view = survey.view
    leads = [view.text(found.anchor)] if found.anchor >= 0 else []
    heading = view.heading_of(found.node)
    if heading >= 0:
        leads.append(survey.heading_at[heading].text)
    return any(
        word.strip(".,:;()") in GLOSSARY
        for lead in leads
        if len(lead) < 200
        for word in lead.casefold().split()
    )


def _judge_member(survey: Survey, member: ListMember) -> Candidate:
    reason, detail = _value_reason(member.text, member.label_text)
    if reason is None and member.body < 0:
        reason, detail = Reason.MALFORMED_STRUCTURE, "body"
    if member.label_text.count(" ") >= _LONGEST_LABEL:
        reason, detail = Reason.MALFORMED_STRUCTURE, "long-label"
    if reason is None and survey.is_split(member.label):
        reason, detail = Reason.SPLIT_TEXT, "label"
    return Candidate(Motif.LABEL_VALUE, member.node, (), reason, (), -1, detail)


def _value_reason(text: str, label: str) -> tuple[Reason | None, str]:
    kind = parse(text).kind
    if kind <= ValueKind.TRIVIAL:
        return Reason.TRIVIAL, "blank" if kind is ValueKind.BLANK else "dash"
    if kind is ValueKind.SYMBOL:
        return Reason.FRAGMENT, "symbol"
    if REPLACEMENT in text or REPLACEMENT in label:
        return Reason.NOT_VERBATIM, "unmapped"
    if is_pointer(text):
        return Reason.EXTERNAL_CONTEXT, "pointer"
    if is_fragment(text):
        return Reason.FRAGMENT, "stub"
    if echoes(text, (label,)):
        return Reason.HEADING_ECHO, "label"
    return None, ""


def _fields(survey: Survey) -> list[Candidate]:
    """Text and choice fields. An empty one is a place to write in, and no task."""
    view = survey.view
    annotations = view.document.annotations
    candidates: list[Candidate] = []
    for field in view.fields:
        form = annotations[field.annotation].field
        if form is None or form.kind not in _VALUE_FIELDS:
            continue
        candidates.append(_judge_field(field))
    return candidates


def _judge_field(field: FieldLabel) -> Candidate:
    value = _value(field)
    reason: Reason | None = None
    detail = ""
    if not value:
        reason, detail = Reason.FRAGMENT, "empty-field"
    elif not field.name:
        reason, detail = Reason.INCOMPLETE_EVIDENCE, "label"
    else:
        reason, detail = _value_reason(value, field.name)
    return Candidate(Motif.LABEL_VALUE, field.node, (field.annotation,), reason, (), -1, detail)


def _value(field: FieldLabel) -> str:
    return " ".join((field.value or "").split())


def _same_question(survey: Survey, candidates: list[Candidate]) -> None:
    """The same label under the same headings: one task for one value, none for several. The label
    may stand in a list, a form and a table without caption."""
    asked: dict[tuple[int, str], list[int]] = {}
    values: dict[int, str] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            label, values[place], caption = _question(survey, candidate)
            context = survey.context(candidate.anchor, caption)
            asked.setdefault((context, plain(label)), []).append(place)
    for places in asked.values():
        if len(places) < 2:
            continue
        first = values[places[0]]
        agree = all(same_value(first, values[place]) for place in places[1:])
        fault = tuple([candidates[place].anchor for place in places[:4]])
        for place in places[1 if agree else 0 :]:
            candidates[place] = candidates[place]._replace(
                reason=Reason.DUPLICATE if agree else Reason.AMBIGUOUS, fault=fault, detail="label"
            )


def _question(survey: Survey, candidate: Candidate) -> tuple[str, str, str]:
    """Label, value and caption."""
    if candidate.table >= 0:
        cell, row, column = find_cell(survey.view, candidate.anchor)
        label = PATH_SEPARATOR.join(filter(None, (joined(column), joined(row))))
        return label, cell.text, table_name(survey.view.tables[candidate.table])
    if candidate.nodes:
        field = survey.field_at[candidate.nodes[0]]
        return field.name, _value(field), ""
    member = survey.member_at[candidate.anchor]
    return member.label_text, member.text, ""


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the label, gold the value."""
    if candidate.table >= 0:
        return cell_task(survey, candidate, Motif.LABEL_VALUE)
    member = survey.member_at.get(candidate.anchor)
    if member is not None and not candidate.nodes:
        return _member_task(survey, member)
    return _field_task(survey, candidate)


def _member_task(survey: Survey, member: ListMember) -> Task:
    return make_task(
        survey,
        Motif.LABEL_VALUE,
        member.node,
        subject=member.label_text,
        constraint="",
        slots=[
            slot(survey, member.body, member.text),
            slot(survey, member.label, member.label_text),
        ],
        relations=[TaskRelation(Relation.LABEL_FOR.value, member.label, member.body)],
        gold=ValueGold(member.text),
    )


def _field_task(survey: Survey, candidate: Candidate) -> Task:
    field = survey.field_at[candidate.nodes[0]]
    value = _value(field)
    slots = [Slot(((field.node, value),))]
    relations = []
    if field.label_node >= 0:
        slots.append(Slot((evidence(survey, field.label_node, field.name),)))
        relations.append(TaskRelation(Relation.LABEL_FOR.value, field.label_node, field.node))
    return make_task(
        survey,
        Motif.LABEL_VALUE,
        field.node,
        subject=field.name,
        constraint="",
        slots=slots,
        relations=relations,
        gold=ValueGold(value),
    )
