"""SECTION_SET: the blocks of one scope, or its sub-headings, that belong together."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.tasks.model import Candidate, Motif, Reason, Task
from dtaa_lint.tasks.motifs import heading_scope
from dtaa_lint.tasks.sections import Section
from dtaa_lint.tasks.survey import Survey
from dtaa_lint.tasks.validate import REPLACEMENT, plain

LEAST = 2
"""Blocks, or sub-headings, that make a set."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Scopes with two or more blocks of text or list, or two or more sub-headings with content."""
    candidates = [c for s in survey.sections if (c := _judge(survey, s)) is not None]
    yield from heading_scope.same_question(survey, candidates)


def _judge(survey: Survey, section: Section) -> Candidate | None:
    heading = section.heading
    if len(section.items) < LEAST and len(section.children) < LEAST:
        if len(section.items) + len(section.fragments) < LEAST or not section.items:
            return None
        return Candidate(
            Motif.SECTION_SET,
            heading.node,
            section.items,
            Reason.FRAGMENT,
            section.fragments[:4],
            -1,
            "stub",
        )
    members = (*section.items, *section.children)
    reason: Reason | None = None
    detail = ""
    fault: tuple[int, ...] = ()
    if REPLACEMENT in heading.text:
        reason, detail = Reason.NOT_VERBATIM, "unmapped"
    elif survey.is_split(heading.node):
        reason, detail = Reason.SPLIT_TEXT, "heading"
    else:
        fault = _repeated(survey, members)
        if fault:
            reason, detail = Reason.MALFORMED_SET, "repeated"
    return Candidate(Motif.SECTION_SET, heading.node, members, reason, fault, -1, detail)


def _repeated(survey: Survey, members: tuple[int, ...]) -> tuple[int, ...]:
    """The first two members that read alike: a checklist cannot tell them apart."""
    known: dict[str, int] = {}
    for node in members:
        text = plain(survey.view.text(node))
        first = known.setdefault(text, node)
        if first != node:
            return (first, node)
    return ()


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the heading; each block or sub-heading is one slot and one checklist entry."""
    return heading_scope.build(survey, candidate)
