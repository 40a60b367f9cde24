"""HEADING_SCOPE: what the running text directly under a heading says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.graph.model import Heading, Relation
from dtaa_lint.universe.bullets import BULLETS, run_together, without_bullets
from dtaa_lint.universe.labels import empty_name
from dtaa_lint.universe.model import Candidate, Motif, Reason, SpanGold, Task, TaskRelation
from dtaa_lint.universe.motifs.common import make_task, settle_questions, slot
from dtaa_lint.universe.pieces import broken, lines_only
from dtaa_lint.universe.section_numbers import positional, spoken_languages
from dtaa_lint.universe.sections import Section
from dtaa_lint.universe.spoken import with_formulas, without_markers
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import REPLACEMENT, echoes, without_bullet

_FAULTS = 4
_LOOKED_AT = 64
"""Lines that look like headings and are looked at under one heading."""
_LONGEST = 250
"""Characters of a heading; a longer one is a paragraph and no name."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Headings over running text; over one list only that is a task of its own (SUBSUMED); over
    nothing (a slot is missing); over a table of contents (FRAGMENT). Two headings that read alike
    all the way up ask one question."""
    candidates = [c for s in survey.sections if (c := _judge(survey, s)) is not None]
    for node in survey.contents_headings:
        fragment = Candidate(
            Motif.HEADING_SCOPE, node, (), Reason.FRAGMENT, (node,), -1, "contents"
        )
        candidates.append(fragment)
    candidates.sort(key=lambda candidate: candidate.anchor)
    yield from same_question(survey, candidates)


def _judge(survey: Survey, section: Section) -> Candidate | None:
    heading = section.heading
    node = heading.node
    texts = section.texts
    if texts:
        reason, detail = _text_reason(survey, section)
        fault: tuple[int, ...] = ()
        if reason is None:
            reason, detail, fault = malformed(survey, section)
        if reason is None and len(section.items) > len(section.texts):
            # Lists among the texts: only SECTION_SET's checklist has all that is said.
            reason, detail, fault = Reason.SUBSUMED, "set", (node,)
        return Candidate(Motif.HEADING_SCOPE, node, texts, reason, fault, -1, detail)
    if section.lists == 1 and not section.others and survey.listed.issuperset(section.items):
        return Candidate(Motif.HEADING_SCOPE, node, (), Reason.SUBSUMED, section.items, -1, "list")
    if section.left_out and not section.lists and not section.others:
        above = (*survey.heading_texts(node), heading.text)
        if all(echoes(survey.block_text(block), above) for block in section.left_out):
            reason, detail = Reason.HEADING_ECHO, "heading"
        else:
            reason, detail = Reason.FRAGMENT, "stub"
        return Candidate(Motif.HEADING_SCOPE, node, (), reason, section.left_out[:4], -1, detail)
    if not heading.blocks and not heading.children:
        return Candidate(Motif.HEADING_SCOPE, node, (), Reason.INCOMPLETE_EVIDENCE, (), -1, "scope")
    return None


def _text_reason(survey: Survey, section: Section) -> tuple[Reason | None, str]:
    heading = section.heading
    fault = heading_fault(survey, heading)
    if fault is not None:
        return fault
    if section.pointers == len(section.texts):
        return Reason.EXTERNAL_CONTEXT, "pointer"
    texts = [survey.block_text(node) for node in section.texts]
    above = (*survey.heading_texts(heading.node), heading.text)
    if all(echoes(text, above) for text in texts):
        return Reason.HEADING_ECHO, "heading"
    if sum(text.count(REPLACEMENT) for text in texts) * 50 > sum(map(len, texts)):
        return Reason.NOT_VERBATIM, "unmapped"
    if all(len(text) < 80 for text in texts) and any(map(survey.is_split, section.texts)):
        return Reason.SPLIT_TEXT, "text"
    return None, ""


def malformed(survey: Survey, section: Section) -> tuple[Reason | None, str, tuple[int, ...]]:
    """What is wrong with the blocks of text of a section: reason, detail, blocks at fault."""
    texts = section.texts
    if fault := bulleted(survey, texts):
        return Reason.MALFORMED_STRUCTURE, "bullets", fault
    if section.form:
        return Reason.FRAGMENT, "stub", section.left_out[:_FAULTS]
    if survey.line_numbered:
        return Reason.NOT_VERBATIM, "line-numbers", ()
    if fault := broken(survey.block_text, lambda block: survey.view.nodes[block].page, texts):
        return Reason.FRAGMENT, "piece", fault[:_FAULTS]
    if section.code:
        return Reason.FRAGMENT, "code", section.code[:_FAULTS]
    if section.open_leads:
        return Reason.INCOMPLETE_EVIDENCE, "lead", section.open_leads[:_FAULTS]
    if fault := _untagged(survey, section):
        return Reason.MALFORMED_STRUCTURE, "untagged-heading", fault
    if lines_only([survey.block_text(node) for node in texts]):
        return Reason.FRAGMENT, "lines", texts[:_FAULTS]
    return None, "", ()


def _untagged(survey: Survey, section: Section) -> tuple[int, ...]:
    """Lines between the blocks that are set as headings and tagged as none: what stands below them
    is another section's."""
    lines, blocks = survey.untagged_headings, section.heading.blocks
    if not lines or not section.items:
        return ()
    low = bisect_left(lines, blocks[0])
    end = section.heading.children[0] if section.heading.children else blocks[-1] + 1
    within = set(blocks)
    high = min(bisect_left(lines, end), low + _LOOKED_AT)
    return tuple([line for line in lines[low:high] if line in within])[:_FAULTS]


def bulleted(survey: Survey, blocks: tuple[int, ...]) -> tuple[int, ...]:
    """The blocks that are list items set as running text: several in one, or one each."""
    view, nodes = survey.view, survey.view.nodes
    text = view.document.text
    several = tuple([node for node in blocks if run_together(view, node)])
    single = tuple(
        [n for n in blocks if text[nodes[n].text_start : nodes[n].text_start + 1] in BULLETS]
    )
    return several or (single if len(single) > 1 else ())


def heading_fault(survey: Survey, heading: Heading) -> tuple[Reason, str] | None:
    """Why a heading cannot name its scope; None when it can."""
    if REPLACEMENT in heading.text:
        return Reason.NOT_VERBATIM, "unmapped"
    if empty_name(heading.text) or positional(
        heading.text, spoken_languages(survey.view.nodes[heading.node].lang)
    ):
        return Reason.INCOMPLETE_EVIDENCE, "subject"
    if heading.node in survey.running_heads:
        return Reason.AMBIGUOUS, "heading"
    if len(heading.text) > _LONGEST:
        return Reason.MALFORMED_STRUCTURE, "long-heading"
    if survey.is_split(heading.node):
        return Reason.SPLIT_TEXT, "heading"
    return None


def same_question(survey: Survey, candidates: list[Candidate]) -> Iterator[Candidate]:
    """Candidates whose headings read alike all the way up: the same content twice is one task,
    different contents are ambiguous."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            path = (
                *survey.heading_texts(candidate.anchor),
                survey.heading_at[candidate.anchor].text,
            )
            groups.setdefault(tuple([text.casefold() for text in path]), []).append(place)
    settle_questions(survey, candidates, groups.values(), leave=0, detail="heading")
    yield from candidates


def said(survey: Survey, block: int) -> str:
    """What a block or a list item says: without bullets and markers of notes, a formula by its
    alternative."""
    if block in survey.heading_at:
        return survey.heading_at[block].text
    member = survey.member_at.get(block)
    if member is not None:
        text = without_bullet(survey.member_text(member))
        label = member.label_text if member.textual_label else ""
        return f"{label} {text}" if label and text else text or label
    text = without_bullet(survey.block_text(block))
    if block in survey.list_at:
        return without_bullets(text)
    return without_markers(survey, block, with_formulas(survey, block, text))


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the heading; each block of text is one slot and one entry of the checklist."""
    node = candidate.anchor
    heading = survey.heading_at[node]
    slots = [slot(survey, node, heading.text)]
    texts = [said(survey, block) for block in candidate.nodes]
    slots += [slot(survey, block, text) for block, text in zip(candidate.nodes, texts, strict=True)]
    relation = Relation.HEADING_FOR.value
    return make_task(
        survey,
        candidate.motif,
        node,
        subject=heading.text,
        constraint="",
        slots=slots,
        relations=[TaskRelation(relation, node, block) for block in candidate.nodes],
        gold=SpanGold(tuple(texts)),
    )
