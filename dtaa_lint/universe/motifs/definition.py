"""DEFINITION: a term of a glossary with its definition, an abbreviation with its expansion."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.index import INLINE, NOTES
from dtaa_lint.graph.model import ListMember, Relation
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, SpanGold, Task, TaskRelation
from dtaa_lint.universe.motifs.common import make_task, slot, text_fault
from dtaa_lint.universe.motifs.label_value import defines
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import REPLACEMENT, echoes, plain

_ABBREVIATIONS = INLINE - NOTES - {"Lbl", "Link", "Annot", "Reference"}
"""Elements that /E can make an abbreviation of; on blocks it is misused for reading aloud."""
_LONGEST_TERM = 12
"""Words of a term; a longer one is the first line of its item, tagged by mistake."""
_LONGEST_ABBREVIATION = 30
"""Characters."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Items of glossaries and abbreviations, in reading order."""
    candidates = [*_terms(survey), *_abbreviations(survey)]
    candidates.sort(key=lambda candidate: candidate.anchor)
    _settle(survey, candidates)
    yield from candidates


def _terms(survey: Survey) -> Iterator[Candidate]:
    """List items with a label where the list defines terms. Other labels are LABEL_VALUE's."""
    for found in survey.view.lists:
        described = found.numbering == "Description"
        labels = [member.textual_label for member in found.members]
        if not (described or any(labels)) or not defines(survey, found):
            continue
        for member, textual in zip(found.members, labels, strict=True):
            if described or textual:
                reason, detail = _judge_member(survey, member)
                yield Candidate(Motif.DEFINITION, member.node, (), reason, (), -1, detail)


def _judge_member(survey: Survey, member: ListMember) -> tuple[Reason | None, str]:
    term, text = member.label_text, survey.member_text(member)
    if not any(map(str.isalnum, term)):
        return Reason.INCOMPLETE_EVIDENCE, "term"
    if member.body < 0:
        return Reason.MALFORMED_STRUCTURE, "body"
    if term.count(" ") >= _LONGEST_TERM:
        return Reason.MALFORMED_STRUCTURE, "long-term"
    fault = text_fault(text)
    if fault is not None:
        return fault
    if REPLACEMENT in term:
        return Reason.NOT_VERBATIM, "unmapped"
    if echoes(text, (term,)):
        return Reason.HEADING_ECHO, "term"
    if survey.is_split(member.label):
        return Reason.SPLIT_TEXT, "term"
    return None, ""


def _abbreviations(survey: Survey) -> Iterator[Candidate]:
    for element in survey.view.nodes:
        if element.expansion is not None and element.type in _ABBREVIATIONS:
            reason, detail = _judge_abbreviation(survey, element.index)
            yield Candidate(Motif.DEFINITION, element.index, (), reason, (), -1, detail)


def _judge_abbreviation(survey: Survey, node: int) -> tuple[Reason | None, str]:
    term, expansion = survey.view.normalised(node), _expansion(survey, node)
    if not any(map(str.isalnum, expansion)):
        return Reason.TRIVIAL, "blank"
    if not any(map(str.isalpha, term)):
        return Reason.INCOMPLETE_EVIDENCE, "term"
    if REPLACEMENT in term or REPLACEMENT in expansion:
        return Reason.NOT_VERBATIM, "unmapped"
    letters = [c for c in term.casefold() if c.isalnum()]
    if letters == [c for c in expansion.casefold() if c.isalnum()]:
        # ``W 2`` for ``W-2``: how to read it aloud, and no expansion.
        return Reason.HEADING_ECHO, "term"
    if len(term) > _LONGEST_ABBREVIATION or len(letters) >= len(expansion):
        return Reason.MALFORMED_STRUCTURE, "expansion"
    return None, ""


def _expansion(survey: Survey, node: int) -> str:
    return " ".join((survey.view.nodes[node].expansion or "").split())


def _pair(survey: Survey, candidate: Candidate) -> tuple[str, str]:
    """Term and definition."""
    member = survey.member_at.get(candidate.anchor)
    if member is not None:
        return member.label_text, survey.member_text(member)
    return survey.view.normalised(candidate.anchor), _expansion(survey, candidate.anchor)


def _settle(survey: Survey, candidates: list[Candidate]) -> None:
    """One term with two definitions under the same headings is ambiguous. A term that is defined
    in the same words again, wherever, is one task."""
    here: dict[tuple[int, str], dict[str, int]] = {}
    pairs: list[tuple[int, int, str, str]] = []
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            term, text = _pair(survey, candidate)
            context = survey.context(candidate.anchor, "")
            pairs.append((place, context, term, plain(text)))
            here.setdefault((context, term), {}).setdefault(plain(text), candidate.anchor)
    known: dict[tuple[str, str], int] = {}
    for place, context, term, text in pairs:
        reason: Reason | None = None
        fault: tuple[int, ...] = ()
        others = here[context, term]
        if len(others) > 1:
            reason, fault = Reason.AMBIGUOUS, tuple(list(others.values())[:4])
        else:
            first = known.setdefault((term, text), candidates[place].anchor)
            if first != candidates[place].anchor:
                reason, fault = Reason.DUPLICATE, (first,)
        if reason is not None:
            candidates[place] = candidates[place]._replace(
                reason=reason, fault=fault, detail="term"
            )


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the term, gold its definition. An expansion is evidence of the element itself."""
    node = candidate.anchor
    member = survey.member_at.get(node)
    term, text = _pair(survey, candidate)
    if member is not None:
        slots = [slot(survey, member.body, text), slot(survey, member.label, term)]
        relation = TaskRelation(Relation.DEFINES.value, member.label, member.body)
    else:
        slots = [Slot(((node, text),)), slot(survey, node, term)]
        relation = TaskRelation(Relation.DEFINES.value, node, node)
    return make_task(
        survey,
        Motif.DEFINITION,
        node,
        subject=term,
        constraint="",
        slots=slots,
        relations=[relation],
        gold=SpanGold((text,)),
    )
