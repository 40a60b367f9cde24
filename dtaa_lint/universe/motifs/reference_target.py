"""REFERENCE_TARGET: what a cross-reference in a sentence leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtaa_lint.graph.markers import markers
from dtaa_lint.graph.model import Link, Relation
from dtaa_lint.graph.text import normalise
from dtaa_lint.pdf.model import TargetKind
from dtaa_lint.universe.model import Candidate, Motif, Reason, Slot, SpanGold, Task, TaskRelation
from dtaa_lint.universe.motifs.common import evidence, make_task, slot, text_fault
from dtaa_lint.universe.sentences import sentence_at
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.targets import Place, in_note, place_of, same_place
from dtaa_lint.universe.validate import REPLACEMENT, in_contents, plain
from dtaa_lint.universe.wording import BACK_LINKS, POINTER_TAILS

_WORDS = 3
"""Words of a sentence, the reference left out, by which it can be asked for."""
_WINDOW = 2000
"""Characters on each side of a reference in which its sentence is looked for."""
_GAP = re.compile(r"\s+([.,])(?=\s|$)")
"""What is left before punctuation where a marker was taken out."""
_MARKER = 8
"""Characters of a marker, at most."""
_REFERENCE = frozenset({"Reference"})


class CrossReference(NamedTuple):
    """A reference within the document that is neither a note's marker nor a line of contents."""

    node: int
    """The Reference or Link."""
    targets: tuple[int, ...]
    """Elements that it names; none for one that leads to a place on a page or to nothing."""
    relation: Relation
    fault: str
    """Why there is no target: ``destination`` (a page), ``missing``; empty when there is one."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Cross-references in running text, in reading order. Links to move about by (contents, an
    index, the way back from a note) refer to nothing for the sake of a sentence."""
    candidates: list[Candidate] = []
    asked: dict[tuple[int, str, str], list[int]] = {}
    for found in survey.cross_references.values():
        candidate = _judge(survey, found)
        if candidate is None:
            continue
        if candidate.reason is None:
            claim, text = _words(survey, found.node)
            key = (survey.context(found.node, ""), plain(claim), plain(text))
            asked.setdefault(key, []).append(len(candidates))
        candidates.append(candidate)
    for places in asked.values():
        if len(places) > 1:
            _same_question(candidates, places)
    yield from candidates


def find_references(survey: Survey) -> dict[int, CrossReference]:
    """Element -> the cross-reference that it is, in reading order."""
    view = survey.view
    nodes = view.nodes
    found: dict[int, CrossReference] = {}
    for node in view.of_type("Reference", "Link"):
        refs = nodes[node].refs
        if refs and _may_refer(survey, node, True) and not _notes_among(survey, refs):
            found[node] = CrossReference(node, refs, Relation.REFERS_TO, "")
    by_node: dict[int, list[Link]] = {}
    for link in view.links:
        if link.internal and link.node >= 0:
            by_node.setdefault(link.node, []).append(link)
    for node, links in by_node.items():
        if node in found or view.index.enclosing(node, _REFERENCE) in found:
            continue
        targets = tuple(dict.fromkeys([link.element for link in links if link.element >= 0]))
        if not _may_refer(survey, node, bool(targets)) or _notes_among(survey, targets):
            continue
        fault = ""
        if not targets:
            missing = all(link.target.kind is TargetKind.MISSING for link in links)
            fault = "missing" if missing else "destination"
        found[node] = CrossReference(node, targets, Relation.LINKS_TO, fault)
    return dict(sorted(found.items()))


def _notes_among(survey: Survey, targets: Sequence[int]) -> bool:
    return any(in_note(survey, target) for target in targets)


def _may_refer(survey: Survey, node: int, structural: bool) -> bool:
    """Whether the element has text and neither is a note's marker nor stands in a note. What looks
    like a marker is none when the structure leads it to something else."""
    view = survey.view
    if view.index.blank(node) or in_note(survey, node):
        return False
    if node in survey.noted or view.index.enclosing(node, _REFERENCE) in survey.noted:
        return False
    return structural or not (survey.is_mark(node) or _glued_marker(survey, node))


def _glued_marker(survey: Survey, node: int) -> bool:
    """Whether it is a number or sign right behind a word: a note's marker, whatever its tag."""
    view = survey.view
    element = view.nodes[node]
    if element.text_end - element.text_start > _MARKER or element.text_start == 0:
        return False
    text = view.document.text
    before = text[element.text_start - 1 : element.text_start + 1]
    return not any(map(str.isspace, before)) and bool(markers(view.text(node)))


def _judge(survey: Survey, found: CrossReference) -> Candidate | None:
    node = found.node

    def candidate(reason: Reason | None, detail: str, *fault: int) -> Candidate:
        targets = found.targets[:4]
        return Candidate(Motif.REFERENCE_TARGET, node, targets, reason, fault, -1, detail)

    claim, text = _words(survey, node)
    if _navigates(survey, node, claim, text):
        return None
    if REPLACEMENT in claim:
        return candidate(Reason.NOT_VERBATIM, "unmapped")
    if found.fault:
        return candidate(Reason.INCOMPLETE_EVIDENCE, found.fault)
    places = [place_of(survey, target) for target in found.targets]
    if not same_place(survey, places):
        return candidate(Reason.AMBIGUOUS_RELATION, "target")
    place = places[0]
    if place.node <= node < survey.view.nodes[place.node].end and not place.heading:
        return candidate(Reason.TRIVIAL, "self")
    if not place.texts:
        return candidate(Reason.INCOMPLETE_EVIDENCE, "target")
    for said in place.texts:
        fault = text_fault(said)
        if fault is not None:
            return candidate(*fault, node, place.node)
    if all(plain(said) in plain(claim) for said in place.texts):
        return candidate(Reason.HEADING_ECHO, "reference")
    return candidate(None, "")


def _navigates(survey: Survey, node: int, claim: str, text: str) -> bool:
    """Whether it stands in no sentence, but in contents or an index, or leads back."""
    return (
        in_contents(survey.view, node)
        or _rest(claim, text) < _WORDS
        or text.casefold().startswith(BACK_LINKS)
        or _page_number(claim, text)
    )


def _page_number(claim: str, text: str) -> bool:
    """Whether the reference is the page number that ends a line of contents or of an index."""
    if not text.strip(" .–-").isdecimal() or not claim.endswith(text):
        return False
    before = claim[: -len(text)].rstrip().rpartition(" ")[2].casefold()
    return before.strip(".,(") not in POINTER_TAILS


def _words(survey: Survey, node: int) -> tuple[str, str]:
    """The sentence that the reference stands in, and the reference's own text."""
    own = survey.view.normalised(node)
    before, behind = _around(survey, node)
    text = before + own + behind
    start, end = sentence_at(text, len(before), len(before) + len(own))
    return normalise(text[start:end]), own


def _around(survey: Survey, node: int) -> tuple[str, str]:
    """The block's text before and behind the reference, white space folded, without notes, their
    markers and nested lists; a space at the reference's side is kept."""
    view = survey.view
    nodes, whole = view.nodes, view.document.text
    element = nodes[node]
    block = view.block_of(node)
    low = max(nodes[block].text_start, element.text_start - _WINDOW)
    high = min(nodes[block].text_end, element.text_end + _WINDOW)
    pieces: tuple[list[str], list[str]] = ([], [])
    at = low
    cuts = [
        cut
        for cut in survey.cuts_in(block, low, high)
        if not leads_elsewhere(survey, cut)
        if nodes[cut].text_end <= element.text_start or nodes[cut].text_start >= element.text_end
    ]
    spans = [(nodes[cut].text_start, nodes[cut].text_end) for cut in cuts]
    spans += [(element.text_start, element.text_end), (high, high)]
    for start, end in sorted(spans):
        if start > at:
            pieces[at >= element.text_end].append(whole[at:start])
        at = max(at, end)
    before, behind = [_GAP.sub(r"\1", "".join(part)) for part in pieces]
    # A space behind a reference often belongs to the reference's own text.
    inside = whole[element.text_end - 1 : element.text_end].isspace() and behind[:1].isalnum()
    head = " ".join(before.split())
    tail = " ".join(behind.split())
    if head and before[-1:].isspace():
        head += " "
    if tail and (behind[:1].isspace() or inside):
        tail = " " + tail
    return head, tail


def leads_elsewhere(survey: Survey, node: int) -> bool:
    """Whether the structure leads what looks like a note's marker to something that is no note."""
    found = survey.cross_references.get(node)
    if found is not None:
        return bool(found.targets)
    return any(
        inner in survey.cross_references and survey.cross_references[inner].targets
        for inner in survey.view.children(node)
    )


def _rest(claim: str, text: str) -> int:
    """Words of the sentence beside the reference."""
    rest = claim.replace(text, " ", 1)
    return sum(any(map(str.isalpha, word)) for word in rest.split())


def _same_question(candidates: list[Candidate], places: list[int]) -> None:
    """One sentence with the same words for two references under the same headings."""
    several = len({candidates[place].nodes for place in places}) > 1
    fault = tuple([candidates[place].anchor for place in places[:4]])
    for place in places[0 if several else 1 :]:
        candidates[place] = candidates[place]._replace(
            reason=Reason.AMBIGUOUS if several else Reason.DUPLICATE,
            fault=fault,
            detail="reference",
        )


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the sentence, the constraint the words of the reference in it; gold what stands at
    the target: a heading with the first text under it, an item, a caption."""
    node = candidate.anchor
    found = survey.cross_references[node]
    place: Place = place_of(survey, found.targets[0])
    claim, text = _words(survey, node)
    block = survey.view.block_of(node)
    slots = [Slot((evidence(survey, block, claim),))]
    slots += [slot(survey, n, said) for n, said in zip(place.nodes, place.texts, strict=True)]
    relations = [TaskRelation(found.relation.value, node, place.node)]
    if place.heading:
        kind = Relation.HEADING_FOR.value
        relations += [TaskRelation(kind, place.node, under) for under in place.nodes[1:]]
    return make_task(
        survey,
        Motif.REFERENCE_TARGET,
        node,
        subject=claim,
        constraint=text,
        slots=slots,
        relations=relations,
        gold=SpanGold(place.texts),
    )
