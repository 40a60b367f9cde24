"""LABEL_VALUE: a labelled list item, a row of a two-column key-value table, a filled form field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dtaa_lint.graph.model import Axis, FieldLabel, ListMember, ListView, Relation
from dtaa_lint.universe.cells import TableCells
from dtaa_lint.universe.labels import boxes_to_tick, empty_name
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
from dtaa_lint.universe.quantities import quantities
from dtaa_lint.universe.shapes import Shape, label_values
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.validate import (
    REPLACEMENT,
    echoes,
    is_fragment,
    is_pointer,
    is_stub,
    plain,
)
from dtaa_lint.universe.values import ValueKind, parse, same_value
from dtaa_lint.universe.wording import GLOSSARY

_VALUE_FIELDS = frozenset({"Tx", "Ch"})
"""Field types that hold a text; buttons and signatures hold none."""
_SENTENCE = 3
"""Words of the longest label that ends in a full stop: an abbreviation."""
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
        if cells.shape is Shape.BARE_PAIRS:
            yield from _without_headers(cells)
        if cells.kind is not TableKind.PAIRS:
            continue
        whole = _of_table(cells)
        for i in cells.judged:
            reason, detail = cells.reasons[i], cells.details[i]
            if reason is None:
                reason, detail = whole or _label_reason(_label(cells, i))
            extra = cells.extra.get(i, ()) if reason is None else ()
            fault = cells.faults.get(i, ())
            yield Candidate(motif, table[i].node, extra, reason, fault, cells.index, detail)


def _without_headers(cells: TableCells) -> Iterator[Candidate]:
    """Labels and values none of which is a header cell: every value lacks its label."""
    table = cells.table.cells
    for label, value in label_values(cells.table):
        if value < 0:
            continue
        reason, detail = Reason.INCOMPLETE_EVIDENCE, Axis.ROW.value
        kind = parse(table[value].text).kind
        if kind is ValueKind.TRIVIAL:
            reason, detail = Reason.TRIVIAL, "dash"
        elif kind is ValueKind.SYMBOL:
            reason, detail = Reason.FRAGMENT, "symbol"
        fault = (table[label].node,)
        yield Candidate(
            Motif.LABEL_VALUE, table[value].node, (), reason, fault, cells.index, detail
        )


def _label(cells: TableCells, i: int) -> str:
    path = cells.table.row_paths[i]
    return path.texts[-1] if path else ""


def _of_table(cells: TableCells) -> tuple[Reason, str] | None:
    """What is wrong with a whole table of labels and values: prompts to be answered in writing; a
    first row that heads the two columns and is tagged like the others."""
    table = cells.table.cells
    valued = [i for i in cells.judged if table[i].text]
    prompts = sum(_is_prompt(_label(cells, i)) or _is_prompt(table[i].text, True) for i in valued)
    if prompts * 3 >= len(valued) > 0 and prompts:
        return Reason.FRAGMENT, "stub"
    if len(valued) > 2:
        first, rest = valued[0], valued[1:]
        names = (_label(cells, first), table[first].text)
        if not any(map(str.isdecimal, "".join(names))) and (
            (
                (_one_kind([table[i].text for i in rest]) or quantities(names[1]))
                and _all_numbered(table[i].text for i in rest)
            )
            or _all_numbered(_label(cells, i) for i in rest)
        ):
            return Reason.INCOMPLETE_EVIDENCE, "column"
    return None


def _one_kind(texts: list[str]) -> bool:
    """Whether all are ranges, or numbers in one written unit: a column of values."""
    values = [parse(text) for text in texts]
    kinds, units = {value.kind for value in values}, {value.unit for value in values}
    return kinds == {ValueKind.RANGE} or (
        kinds == {ValueKind.NUMBER} and len(units - {""}) == len(units) == 1
    )


def _all_numbered(texts: Iterable[str]) -> bool:
    """More digits than letters in each."""
    return all(sum(map(str.isdecimal, text)) > sum(map(str.isalpha, text)) for text in texts)


def _is_prompt(text: str, value: bool = False) -> bool:
    """A place to write in or to tick; as a value, a label that waits for one of its own."""
    return "__" in text or boxes_to_tick(text) or (value and is_stub(text))


def _label_reason(label: str) -> tuple[Reason | None, str]:
    if empty_name(label):
        return Reason.INCOMPLETE_EVIDENCE, "subject"
    if _is_prompt(label):
        return Reason.FRAGMENT, "stub"
    return None, ""


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
    if reason is None:
        reason, detail = _label_reason(member.label_text)
    if _no_label(member.label_text, member.text):
        reason, detail = Reason.MALFORMED_STRUCTURE, "long-label"
    if reason is None and survey.is_split(member.label):
        reason, detail = Reason.SPLIT_TEXT, "label"
    return Candidate(Motif.LABEL_VALUE, member.node, (), reason, (), -1, detail)


def _no_label(label: str, text: str) -> bool:
    """The first words of an item's sentence, or a sentence of its own, tagged as its label."""
    words = label.count(" ") + 1
    if words > _LONGEST_LABEL or (label[-1:] in ".!?" and words > _SENTENCE):
        return True
    return label[:1].islower() and not text[:1].isupper() and not text[:1].isdecimal()


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
    if is_fragment(text) or is_stub(text):
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
