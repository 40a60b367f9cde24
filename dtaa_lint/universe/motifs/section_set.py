"""SECTION_SET: the blocks of one scope, or its sub-headings, that belong together."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.universe.labels import empty_name
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task
from dtaa_lint.universe.motifs import heading_scope
from dtaa_lint.universe.motifs.heading_scope import heading_fault, malformed
from dtaa_lint.universe.sections import Section
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import plain

LEAST = 2
"""Blocks, or sub-headings, that make a set."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Scopes with two or more blocks of text or list, or two or more sub-headings with content.

    A set of nothing but running text is what HEADING_SCOPE asks for already: one information need,
    counted there and SUBSUMED here, whether that one is eligible or not. (Specification section 4
    lets both fire and counts no task twice.)
    """
    candidates = [c for s in survey.sections if (c := _judge(survey, s)) is not None]
    yield from heading_scope.same_question(survey, candidates)


def _judge(survey: Survey, section: Section) -> Candidate | None:
    heading = section.heading
    items = _distinct(survey, section.items)
    children = tuple(
        [node for node in section.children if not empty_name(survey.heading_at[node].text)]
    )
    if len(items) < LEAST and len(children) < LEAST:
        return None
    reason: Reason | None = None
    detail = ""
    fault: tuple[int, ...] = ()
    wrong = heading_fault(survey, heading)
    if not children and set(section.texts).issuperset(items):
        reason, detail, fault = Reason.SUBSUMED, "find", (heading.node,)
    elif wrong is not None:
        reason, detail = wrong
    else:
        fault = _repeated(survey, children)
        if fault:
            reason, detail = Reason.MALFORMED_SET, "repeated"
        else:
            reason, detail, fault = malformed(survey, section)
    members = (*items, *children)
    return Candidate(Motif.SECTION_SET, heading.node, members, reason, fault, -1, detail)


def _distinct(survey: Survey, items: tuple[int, ...]) -> tuple[int, ...]:
    """The blocks, each text once: a checklist names a thing once."""
    if len(items) < LEAST:
        return items
    return tuple({survey.block_text(node): node for node in reversed(items)}.values())[::-1]


def _repeated(survey: Survey, children: tuple[int, ...]) -> tuple[int, ...]:
    """The first two sub-headings that read alike: a checklist cannot tell them apart."""
    known: dict[str, int] = {}
    for node in children:
        first = known.setdefault(plain(survey.heading_at[node].text), node)
        if first != node:
            return (first, node)
    return ()


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the heading; each block or sub-heading is one slot and one checklist entry."""
    return heading_scope.build(survey, candidate)
