"""SECTION_SET: the blocks of one scope, a list by its items, and its sub-headings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dtaa_lint.universe.bullets import pieces
from dtaa_lint.universe.labels import empty_name
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task
from dtaa_lint.universe.motifs import heading_scope
from dtaa_lint.universe.motifs.heading_scope import heading_fault, malformed
from dtaa_lint.universe.section_numbers import is_appendix, section_number
from dtaa_lint.universe.sections import Section
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import plain, without_bullet

_FAULTS = 4
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
        reason, detail, fault = _set_reason(survey, children, items)
        if reason is None:
            reason, detail, fault = malformed(survey, section)
        if reason is None and section.prompts:
            # The lines and steps of a form that are missing among its points.
            reason, detail, fault = Reason.FRAGMENT, "stub", section.prompts[:_FAULTS]
    if reason is None:
        items = _with_members(survey, items)
    members = (*items, *children)
    return Candidate(Motif.SECTION_SET, heading.node, members, reason, fault, -1, detail)


def _set_reason(
    survey: Survey, children: tuple[int, ...], items: tuple[int, ...]
) -> tuple[Reason | None, str, tuple[int, ...]]:
    """What is wrong with the sub-headings or the lists of a set."""
    if fault := _repeated(survey, children):
        return Reason.MALFORMED_SET, "repeated", fault
    if fault := _one_in_other(survey, children) or _back_matter(survey, children):
        return Reason.MALFORMED_STRUCTURE, "levels", fault
    lists = [node for node in items if node in survey.list_at]
    run = [
        member.node
        for node in lists
        for member in survey.list_at[node].members
        if pieces(without_bullet(survey.member_text(member)))
    ]
    if run:
        return Reason.MALFORMED_SET, "several-items", tuple(run[:_FAULTS])
    if fault := _cut_item(survey, items):
        return Reason.FRAGMENT, "piece", fault
    return None, "", ()


def _cut_item(survey: Survey, items: tuple[int, ...]) -> tuple[int, ...]:
    """The last item of a list and the first of the next one, which are halves of one: the first
    half ends without a sign, where the item before it does not, and the second begins small."""
    for one, other in pairwise(items):
        lists = survey.list_at.get(one), survey.list_at.get(other)
        if lists[0] is None or lists[1] is None:
            continue
        first, second = lists[0].members, lists[1].members
        if len(first) < LEAST or not second:
            continue
        before, half = survey.member_text(first[-2]), survey.member_text(first[-1])
        rest = survey.member_text(second[0])
        unmarked = second[0].label < 0 and rest == without_bullet(rest) and rest[:1].islower()
        if unmarked and before[-1:] in (";", ",") and half[-1:].isalpha():
            return first[-1].node, second[0].node
    return ()


def _one_in_other(survey: Survey, children: tuple[int, ...]) -> tuple[int, ...]:
    """A sub-heading that belongs under another one by its number (``1.1`` under ``1``), and that
    one."""
    numbers: dict[tuple[int, ...], int] = {}
    for node in children:
        number, _ = section_number(survey.heading_at[node].text)
        if number:
            above = numbers.get(number[:-1])
            if above is not None:
                return node, above
            numbers[number] = node
    return ()


def _back_matter(survey: Survey, children: tuple[int, ...]) -> tuple[int, ...]:
    """An appendix that stands under a numbered section (``Appendix A`` under ``4.6``) only because
    its level skips some: by its own word it follows the chapters; it, and that section."""
    for node in children:
        heading = survey.heading_at[node]
        above = survey.heading_at[heading.parent]
        skips = above.level + 1 < heading.level
        if skips and section_number(above.text)[0] and is_appendix(heading.text):
            return node, above.node
    return ()


def _with_members(survey: Survey, items: tuple[int, ...]) -> tuple[int, ...]:
    """The blocks, each list by its items and those of the lists in them, in reading order."""
    if not any(node in survey.list_at for node in items):
        return items
    found: list[int] = []
    pending = list(reversed(items))
    while pending:
        node = pending.pop()
        listed = survey.list_at.get(node)
        if listed is None:
            if any(map(str.isalnum, heading_scope.said(survey, node))):
                found.append(node)
            member = survey.member_at.get(node)
            if member is not None:
                pending.extend(reversed(member.nested))
        else:
            pending.extend([member.node for member in reversed(listed.members)])
    return tuple(dict.fromkeys(found))


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
    """Subject is the heading; each paragraph, list item and sub-heading is one slot and one entry
    of the checklist."""
    return heading_scope.build(survey, candidate)
