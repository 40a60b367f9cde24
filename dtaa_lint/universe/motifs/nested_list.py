"""NESTED_LIST: a list item that introduces a list of its own, complete."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.model import ListView, Relation
from dtaa_lint.universe.leads import LONGEST_LEAD, names_nothing
from dtaa_lint.universe.model import Candidate, Motif, Reason, SetGold, Slot, Task, TaskRelation
from dtaa_lint.universe.motifs.common import evidence, make_task, settle_questions, slot
from dtaa_lint.universe.motifs.heading_list import items, lead_of, set_fault
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.swallowed import swallowed
from dtaa_lint.universe.validate import plain, without_bullet


def detect(survey: Survey) -> Iterator[Candidate]:
    """Lists that stand in another list. Those that stand in none are HEADING_LIST's."""
    lists = [found for found in survey.view.lists if found.nested_in >= 0]
    beside: dict[int, int] = {}
    for found in lists:
        beside[found.anchor] = beside.get(found.anchor, 0) + 1
    rest = {found.continues: found.node for found in lists if found.continues >= 0}
    candidates = [
        _judge(
            survey,
            found,
            beside[found.anchor],
            found.continues if found.continues >= 0 else rest.get(found.node, -1),
        )
        for found in lists
    ]
    asked: dict[tuple[int, str, str], list[int]] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            outer, item = introductions(survey, survey.list_at[candidate.anchor])
            key = (survey.context(candidate.anchor, ""), plain(outer), plain(item))
            asked.setdefault(key, []).append(place)
    settle_questions(survey, candidates, asked.values(), leave=1, detail="introduction")
    yield from candidates


def _judge(survey: Survey, found: ListView, beside: int, other: int) -> Candidate:
    """``beside``: lists that the item holds; ``other``: see ``set_fault``."""
    owner = found.anchor if found.anchor_kind == "item" else -1
    nodes = (owner, *[member.node for member in found.members])

    def candidate(reason: Reason | None, detail: str, *fault: int) -> Candidate:
        return Candidate(Motif.NESTED_LIST, found.node, nodes, reason, fault, -1, detail)

    fault = set_fault(survey, found, other)
    if fault is not None:
        return candidate(fault.reason, fault.detail, *fault.nodes)
    if owner < 0 or owner not in survey.member_at:
        return candidate(Reason.INCOMPLETE_EVIDENCE, "anchor")
    if any(block < found.node < survey.view.nodes[block].end for block in _beside(survey, found)):
        return candidate(Reason.INCOMPLETE_EVIDENCE, "anchor")
    text = _introduction(survey, found)
    if not any(map(str.isalpha, text)) or names_nothing(text):
        return candidate(Reason.INCOMPLETE_EVIDENCE, "introduction", owner)
    if len(text) > LONGEST_LEAD:
        return candidate(Reason.MALFORMED_STRUCTURE, "long-lead", owner)
    if beside > 1:
        return candidate(Reason.AMBIGUOUS, "anchor", owner)
    if any(len(survey.view.text(node)) < 100 and survey.is_split(node) for node in nodes):
        return candidate(Reason.SPLIT_TEXT, "text")
    return candidate(None, "")


def _own_text(survey: Survey, item: int) -> str:
    """What an item says by itself: its text without nested lists, else its label in words."""
    member = survey.member_at[item]
    text = without_bullet(survey.member_text(member))
    return text or (member.label_text if member.textual_label else "")


def _beside(survey: Survey, found: ListView) -> tuple[int, ...]:
    """Blocks in the items of the list around this one that are no part of these items."""
    return swallowed(survey.view, survey.list_at[found.nested_in])


def _introduction(survey: Survey, found: ListView) -> str:
    """What the item says before a list in it: all of it, or where that is a text, its last
    sentence."""
    text = _own_text(survey, found.anchor)
    member = survey.member_at[found.anchor]
    body = member.body if member.body >= 0 else member.node
    if len(text) <= LONGEST_LEAD or not body < found.node < survey.view.nodes[body].end:
        return text
    return lead_of(survey, found.node, body)


def introductions(survey: Survey, found: ListView) -> tuple[str, str]:
    """What introduces the list that the item stands in, when that is an item too, and the item's
    own text, colons left out."""
    outer = survey.list_at[found.nested_in]
    above = outer.anchor
    first = ""
    if outer.anchor_kind == "item" and above in survey.member_at:
        first = _own_text(survey, above).rstrip(":： ")
    text = _introduction(survey, found)
    return first, text.rstrip(":： ") or text


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the item that introduces the list, the constraint the item above that one; each
    member is one slot and one item of the set."""
    found = survey.list_at[candidate.anchor]
    outer, item = introductions(survey, found)
    owner = candidate.nodes[0]
    slots = [slot(survey, owner, item)]
    relations = [TaskRelation(Relation.CONTAINS.value, owner, found.node)]
    gold = items(survey, found)
    for member, (_, text) in zip(found.members, gold, strict=True):
        slots.append(Slot((evidence(survey, member.node, text),)))
        relations.append(TaskRelation(Relation.CONTAINS.value, found.node, member.node))
    return make_task(
        survey,
        Motif.NESTED_LIST,
        candidate.anchor,
        subject=item,
        constraint=outer,
        slots=slots,
        relations=relations,
        gold=SetGold(tuple(gold)),
    )
