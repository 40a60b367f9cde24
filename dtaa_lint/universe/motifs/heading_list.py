"""HEADING_LIST: a list under a heading or lead sentence, complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dtaa_lint.graph.model import ListMember, ListView, Relation
from dtaa_lint.graph.text import normalise
from dtaa_lint.universe.bullets import pieces
from dtaa_lint.universe.indents import set_deeper
from dtaa_lint.universe.leads import LONGEST_LEAD, breaks_off, names_nothing, set_of_alternatives
from dtaa_lint.universe.model import Candidate, Motif, Reason, SetGold, Slot, Task, TaskRelation
from dtaa_lint.universe.motifs.common import evidence, make_task, settle_questions, slot
from dtaa_lint.universe.sections import NO_TEXT
from dtaa_lint.universe.sentences import announces, last_sentence, says_following
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.swallowed import swallowed
from dtaa_lint.universe.validate import (
    REPLACEMENT,
    is_fragment,
    is_pointer,
    plain,
    without_bullet,
    without_numbers,
)

LEAST = 2
"""Members of a set."""
_CELLS = frozenset({"TD", "TH"})
_COLONS = (":", "：")
_ENDS = (".", ";", "!", "?")


def detect(survey: Survey) -> Iterator[Candidate]:
    """Lists that stand in no other list. Nested ones are NESTED_LIST's."""
    yield from survey.list_candidates


def judge(survey: Survey) -> list[Candidate]:
    """The same, all at once."""
    lists = [found for found in survey.view.lists if found.nested_in < 0]
    anchors = _anchors(survey, lists)
    rest = {found.continues: found.node for found in lists if found.continues >= 0}
    candidates = [
        _judge(
            survey,
            found,
            *anchor,
            found.continues if found.continues >= 0 else rest.get(found.node, -1),
        )
        for found, anchor in zip(lists, anchors, strict=True)
    ]
    _same_question(survey, candidates)
    _boilerplate(survey, candidates)
    return candidates


def _anchors(survey: Survey, lists: list[ListView]) -> list[tuple[int, str]]:
    """(anchor, what is wrong) for each list. A lone list without a lead is its heading's, when it
    stands near it; of two or more in one scope none can be named. Of the sentence right before a
    list (specification section 4) only one that announces something, or asks, is a lead."""
    view = survey.view
    loose: dict[int, int] = {}
    all_of: dict[int, int] = {}
    in_cells = {found.node for found in lists if view.index.enclosing(found.node, _CELLS) >= 0}
    # What looks like the caption of a figure above the list leads into no list.
    captions = survey.near_captions
    without = {
        found.node
        for found in lists
        if found.anchor < 0
        or found.anchor in captions
        or (found.anchor_kind == "lead" and not _leads(lead_of(survey, found.node, found.anchor)))
    }
    for found in lists:
        if found.continues >= 0 or found.node in in_cells:
            continue
        heading = view.heading_of(found.node)
        all_of[heading] = all_of.get(heading, 0) + 1
        if found.node in without:
            loose[heading] = loose.get(heading, 0) + 1
    result: list[tuple[int, str]] = []
    for found in lists:
        if found.node not in without:
            result.append((found.anchor, ""))
            continue
        if found.node in in_cells:
            result.append((-1, "cell"))
            continue
        heading = view.heading_of(found.node)
        if loose.get(heading, 0) > 1:
            result.append((-1, "several"))
        elif heading >= 0 and all_of.get(heading) == 1 and _near(survey, heading, found.node):
            result.append((heading, ""))
        else:
            result.append((-1, "anchor"))
    return result


def _leads(sentence: str) -> bool:
    """Whether a sentence leads into a list: it announces something, or asks."""
    return announces(sentence) or sentence.rstrip()[-1:] in ("?", "？")


def _near(survey: Survey, heading: int, node: int) -> bool:
    """Whether at most one paragraph stands between a heading and its list: what follows more of
    them belongs to the last one."""
    nodes = survey.view.nodes
    before = 0
    for block in survey.heading_at[heading].blocks:
        if nodes[block].end > node:
            break
        if nodes[block].type not in NO_TEXT and block not in survey.near_captions:
            before += any(map(str.isalpha, survey.view.text(block)))
            if before > 1:
                return False
    return True


def _judge(survey: Survey, found: ListView, anchor: int, fault: str, other: int) -> Candidate:
    """``other``: the L that holds the rest of the list, or its beginning; -1."""
    view = survey.view
    members = tuple([member.node for member in found.members])
    nodes = (anchor, *members)
    reason: Reason | None = None
    at: tuple[int, ...] = ()
    detail = ""
    unfit = set_fault(survey, found, other)
    if unfit is not None:
        reason, detail, at = unfit
    elif fault == "several":
        reason, detail = Reason.AMBIGUOUS, "anchor"
    elif fault == "cell":
        reason, detail = Reason.SUBSUMED, "cell"
    elif anchor < 0:
        reason, detail = Reason.INCOMPLETE_EVIDENCE, "anchor"
    elif not any(map(str.isalpha, view.text(anchor))):
        reason, detail, at = Reason.INCOMPLETE_EVIDENCE, "anchor", (anchor,)
    elif names_nothing(_subject(survey, found.node, anchor)):
        reason, detail, at = Reason.INCOMPLETE_EVIDENCE, "subject", (anchor,)
    elif anchor in survey.running_heads:
        reason, detail, at = Reason.AMBIGUOUS, "heading", (anchor,)
    elif len(_subject(survey, found.node, anchor)) > LONGEST_LEAD:
        reason, detail, at = Reason.MALFORMED_STRUCTURE, "long-lead", (anchor,)
    elif any(len(view.text(n)) < 100 and survey.is_split(n) for n in nodes):
        reason, detail = Reason.SPLIT_TEXT, "text"
    return Candidate(Motif.HEADING_LIST, found.node, nodes, reason, at, -1, detail)


def _subject(survey: Survey, node: int, anchor: int) -> str:
    heading = survey.heading_at.get(anchor)
    return heading.text if heading is not None else lead_of(survey, node, anchor)


def lead_of(survey: Survey, node: int, anchor: int) -> str:
    """The last sentence of what introduces a list: of the block before it, or of what stands
    before it in the block around it."""
    nodes = survey.view.nodes
    if not anchor < node < nodes[anchor].end:
        return last_sentence(survey.block_text(anchor))
    start, stop = nodes[anchor].text_start, nodes[node].text_start
    text = survey.view.document.text
    parts: list[str] = []
    for cut in survey.cuts_in(anchor, start, stop):
        parts.append(text[start : nodes[cut].text_start])
        start = max(start, nodes[cut].text_end)
    parts.append(text[start:stop])
    return last_sentence(normalise("".join(parts)))


class SetFault(NamedTuple):
    """Why a list is no set that could be asked for."""

    reason: Reason
    detail: str
    nodes: tuple[int, ...] = ()
    """At fault; the list itself when empty."""


def set_fault(survey: Survey, found: ListView, other: int) -> SetFault | None:
    """What is wrong with a list by itself, whatever introduces it. ``other``: the L that holds the
    rest of the list, or its beginning; -1."""
    members = [member.node for member in found.members]
    if found.node in survey.contents_lists:
        return SetFault(Reason.FRAGMENT, "contents")
    if found.continues >= 0:
        # One list, one need: it is counted where the list begins.
        return SetFault(Reason.SUBSUMED, "rest", (found.node, found.continues))
    if other >= 0:
        return SetFault(Reason.MALFORMED_SET, "cut", (found.node, other))
    if len(members) < LEAST:
        return SetFault(Reason.MALFORMED_SET, "single" if members else "empty")
    texts = _texts(survey, found)
    empty = [member for member, text in zip(members, texts, strict=True) if not text]
    if empty:
        return SetFault(Reason.MALFORMED_SET, "empty-item", tuple(empty[:4]))
    stray = [node for node in found.strays if survey.view.nodes[node].type != "LI"]
    if stray:
        return SetFault(Reason.MALFORMED_SET, "stray", tuple(stray[:4]))
    if all(map(is_fragment, texts)):
        return SetFault(Reason.FRAGMENT, "stub")
    if all(map(says_following, texts)) and all(member.nested for member in found.members):
        # The items announce what is asked for, and name nothing.
        return SetFault(Reason.MALFORMED_SET, "leads", tuple(members[:4]))
    if all(map(is_pointer, texts)):
        return SetFault(Reason.EXTERNAL_CONTEXT, "pointer")
    run = [node for node, text in zip(members, texts, strict=True) if len(pieces(text)) > 0]
    if run:
        return SetFault(Reason.MALFORMED_SET, "several-items", tuple(run[:4]))
    if inner := set_deeper(survey.view, found):
        return SetFault(Reason.MALFORMED_SET, "nesting", inner[:4])
    if blocks := swallowed(survey.view, found):
        return SetFault(Reason.MALFORMED_SET, "swallowed", blocks[:4])
    cut = [m.node for m, text in zip(found.members, texts, strict=True) if _cut_off(m, text)]
    if cut:
        return SetFault(Reason.FRAGMENT, "open-item", tuple(cut[:4]))
    if _goes_on(survey, found, texts):
        return SetFault(Reason.SPLIT_TEXT, "text", (members[-1], survey.view.nodes[found.node].end))
    if set_of_alternatives(texts):
        return SetFault(Reason.MALFORMED_SET, "alternatives", tuple(members[:4]))
    if any(REPLACEMENT in text for text in texts):
        return SetFault(Reason.NOT_VERBATIM, "unmapped")
    return None


def _goes_on(survey: Survey, found: ListView, texts: list[str]) -> bool:
    """Whether the last item, of items that are sentences, stops within its own, and what follows
    the list goes on with it: on the next page, mostly."""
    view = survey.view
    after = view.nodes[found.node].end
    if after >= len(view.nodes) or not texts[-1][-1:].islower():
        return False
    return any(text.endswith(_ENDS) for text in texts[:-1]) and view.normalised(after)[:1].islower()


def _cut_off(member: ListMember, text: str) -> bool:
    """Whether what an item says ends only in the list that it holds: ``members, including``."""
    return bool(member.nested) and (breaks_off(text) or says_following(text))


def items(survey: Survey, found: ListView) -> list[tuple[str, str]]:
    """(label in words or nothing, text) of each member."""
    return [
        (member.label_text if member.textual_label else "", text)
        for member, text in zip(found.members, _texts(survey, found), strict=True)
    ]


def _texts(survey: Survey, found: ListView) -> list[str]:
    """The members' texts, without numbers that are typed into them in sequence."""
    texts = [_member_text(survey, found, i) for i in range(len(found.members))]
    return without_numbers(texts) or texts


def _member_text(survey: Survey, found: ListView, i: int) -> str:
    """The member's own text; what its nested lists say when it has none; its label when that is
    all there is."""
    member = found.members[i]
    text = without_bullet(survey.member_text(member))
    if text and member.nested:
        # What the item introduces is NESTED_LIST's; here its name is the item.
        return text.rstrip(":： ") or text
    if text:
        return text
    if member.nested:
        return survey.view.normalised(member.nested[0])
    return member.label_text if member.textual_label else ""


def _same_question(survey: Survey, candidates: list[Candidate]) -> None:
    """Lists with the same lead under the same headings: one task when they list the same."""
    first: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            anchor = candidate.nodes[0]
            headings = tuple([text.casefold() for text in survey.heading_texts(candidate.anchor)])
            lead = plain(lead_of(survey, candidate.anchor, anchor))
            first.setdefault((headings, lead), []).append(place)
    settle_questions(survey, candidates, first.values(), leave=1, detail="lead")


def _boilerplate(survey: Survey, candidates: list[Candidate]) -> None:
    """Rejects lists whose lead also begins other paragraphs, which go on with something else
    (``More information: www.example.org``): it stands for many things and names none."""
    leads: dict[str, list[int]] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None and candidate.nodes[0] not in survey.heading_at:
            lead = lead_of(survey, candidate.anchor, candidate.nodes[0])
            if lead[-1:] in _COLONS:
                leads.setdefault(lead.rstrip(" :：").casefold(), []).append(place)
    if not leads:
        return
    text = survey.view.document.text
    begun: dict[str, list[int]] = {}
    for node in survey.view.of_type("P"):
        element = survey.view.nodes[node]
        head = text[element.text_start : min(element.text_end, element.text_start + LONGEST_LEAD)]
        key, colon, rest = head.replace("：", ":").partition(":")
        if colon and rest.strip() and (folded := normalise(key).casefold()) in leads:
            begun.setdefault(folded, []).append(node)
    for lead, others in begun.items():
        for place in leads[lead] if len(others) >= LEAST else ():
            fault = (candidates[place].nodes[0], *others[:3])
            candidates[place] = candidates[place]._replace(
                reason=Reason.AMBIGUOUS, fault=fault, detail="boilerplate"
            )


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the lead sentence or heading; each member is one slot and one item. The heading
    path ends above the subject: a heading that is the subject is no part of it."""
    found = survey.list_at[candidate.anchor]
    anchor = candidate.nodes[0]
    heading = survey.heading_at.get(anchor)
    subject = _subject(survey, found.node, anchor)
    if heading is not None:
        kind = Relation.HEADING_FOR.value
    else:
        kind = Relation.PRECEDES.value
        if found.anchor_kind == "caption":
            kind = Relation.CAPTION_FOR.value
    slots: list[Slot] = [slot(survey, anchor, subject)]
    members = items(survey, found)
    relations = [TaskRelation(kind, anchor, found.node)]
    for member, (_, text) in zip(found.members, members, strict=True):
        slots.append(Slot((evidence(survey, member.node, text),)))
        relations.append(TaskRelation(Relation.CONTAINS.value, found.node, member.node))
    return make_task(
        survey,
        Motif.HEADING_LIST,
        candidate.anchor,
        subject=subject,
        constraint="",
        heading_path=survey.heading_texts(anchor if heading is not None else found.node),
        slots=slots,
        relations=relations,
        gold=SetGold(tuple(members)),
    )
