"""NOTE_QUALIFICATION: a claim with the note that restricts it, bound by a reference."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.graph.model import HeaderPath, Note, Origin, Reference, Relation
from dtaa_lint.universe.model import (
    Candidate,
    Motif,
    QualificationGold,
    Reason,
    Slot,
    Task,
    TaskRelation,
)
from dtaa_lint.universe.motifs.common import (
    evidence,
    find_cell,
    header_relations,
    header_slots,
    joined,
    make_task,
    slot,
    table_name,
)
from dtaa_lint.universe.motifs.reference_target import leads_elsewhere
from dtaa_lint.universe.sentences import last_sentence
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import REPLACEMENT, is_pointer, without_bullet
from dtaa_lint.universe.values import ValueKind, parse
from dtaa_lint.universe.wording import POINTERS

_SENTENCE_ENDS = ".!?"
_GAP = re.compile(r" ([.,;:!?])(?=\s|$)")
_SAME_SOURCE = re.compile(
    r"(?:(?:see|cf\.|vgl\.|voir|véase)\s+)?"
    r"(?:id\.|ibid\.|(?:ibid|ibidem|idem|ídem|ebenda)(?!\w)|ebd\.)",
    re.IGNORECASE,
)
_CITED_BEFORE = re.compile(
    r"\b(?:op\.\s?cit\.|loc\.\s?cit\.|a\.\s?a\.\s?o\.|supra\s(?:note|n\.))", re.IGNORECASE
)
_WINDOW = 2000
"""Characters on each side of a marker in which its sentence is looked for."""
_POINTING = 16
"""Words of a note that only says where to look."""
_LEAST = 3
"""Words of the part of a sentence that says something."""
_MAX_PLACES = 64
"""Markers and notes of one task: further places with the same claim are left out of its slot."""
_MAX_NOTES = 4
"""Notes that an ambiguous reference names as at fault."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Every claim with its note, every marker that finds none, every note without a marker."""
    view = survey.view
    candidates: list[Candidate] = []
    pairs: dict[tuple[int, int], int] = {}
    meant: set[int] = set()
    for reference in view.references:
        if not reference.notes and leads_elsewhere(survey, reference.node):
            continue
        meant.update(reference.notes)
        candidate = _judge(survey, reference)
        if candidate.reason is None:
            pair = (reference.claim, reference.notes[0])
            first = pairs.setdefault(pair, reference.node)
            if first != reference.node:
                candidate = candidate._replace(
                    reason=Reason.DUPLICATE, fault=(reference.node, first), detail="same-note"
                )
        candidates.append(candidate)
    for note in view.notes:
        if note.node not in meant and (note.text or note.label):
            candidates.append(
                Candidate(
                    Motif.NOTE_QUALIFICATION,
                    note.node,
                    (),
                    Reason.INCOMPLETE_EVIDENCE,
                    (),
                    -1,
                    "reference",
                )
            )
    _same_claim(survey, candidates)
    candidates.sort(key=lambda candidate: candidate.anchor)
    yield from candidates


def _judge(survey: Survey, reference: Reference) -> Candidate:
    node, claim = reference.node, reference.claim
    table = survey.view.cell_places.get(claim, (-1, -1))[0]

    def candidate(reason: Reason | None, detail: str, *fault: int) -> Candidate:
        nodes = (node, *reference.notes[:1])
        return Candidate(Motif.NOTE_QUALIFICATION, claim, nodes, reason, fault, table, detail)

    if not reference.notes:
        return candidate(Reason.INCOMPLETE_EVIDENCE, "note", node)
    if len(reference.notes) > 1:
        return candidate(Reason.AMBIGUOUS_RELATION, "note", node, *reference.notes[:_MAX_NOTES])
    note = survey.note_at.get(reference.notes[0])
    if note is None or reference.origin is Origin.INFERRED:
        return candidate(Reason.INCOMPLETE_EVIDENCE, "inferred", node, *reference.notes)
    if note.further:
        return candidate(Reason.MALFORMED_STRUCTURE, "several-notes", note.node)
    kind = parse(note.text).kind
    if kind <= ValueKind.SYMBOL:
        return candidate(Reason.TRIVIAL, "note", note.node)
    if is_pointer(note.text) or _refers_only(note.text) or _refers_back(note.text):
        return candidate(Reason.EXTERNAL_CONTEXT, "note", note.node)
    claimed = claim_text(survey, reference)
    if REPLACEMENT in note.text or REPLACEMENT in claimed:
        return candidate(Reason.NOT_VERBATIM, "unmapped", claim, note.node)
    if not any(map(str.isalnum, claimed)):
        return candidate(Reason.INCOMPLETE_EVIDENCE, "claim", node)
    missing = _missing_header(survey, claim, claimed)
    if missing:
        return candidate(Reason.INCOMPLETE_EVIDENCE, missing, claim)
    return candidate(None, "")


def _refers_only(text: str) -> bool:
    """A note of one sentence that only says where to look, a document outside included: ``See the
    register kept by the board.``"""
    words = text.split()
    if not 1 < len(words) <= _POINTING or words[0].casefold().strip("([") not in POINTERS:
        return False
    return last_sentence(text) == text and ";" not in text and ":" not in text


def _refers_back(text: str) -> bool:
    """A note that names its source by an earlier note: ``Id. § 70``, ``Ebd., S. 3``, ``Smith, op.
    cit., p. 12``."""
    return _SAME_SOURCE.match(text) is not None or (
        len(text.split()) <= _POINTING and _CITED_BEFORE.search(text) is not None
    )


def _missing_header(survey: Survey, claim: int, claimed: str) -> str:
    """The axis on which a cell that is a mere number lacks the header that would name it."""
    if claim not in survey.view.cell_places:
        return ""
    cell, row, column = find_cell(survey.view, claim)
    if cell.header or not ValueKind.NUMBER <= parse(claimed).kind <= ValueKind.SEVERAL:
        return ""
    if row is None:
        return "row" if column is not None else "row+column"
    return "" if column is not None else "column"


def claim_text(survey: Survey, reference: Reference) -> str:
    """The sentence that the marker stands in or behind, without markers and notes, or only as far
    as the marker where those of other notes stand in it too; of a table cell its whole text."""
    sentence = _sentence(survey, reference)
    if reference.claim in survey.view.cell_places:
        return sentence
    known = survey.references_of.get(reference.claim, ())
    at = bisect_left(known, reference.node, key=_node)
    beside = [*known[max(0, at - 1) : at], *known[at + 1 : at + 2]]
    if any(o.notes != reference.notes and _sentence(survey, o) == sentence for o in beside):
        before, _ = _around(survey, reference)
        so_far = last_sentence(before).rstrip(" ,;:") if before else ""
        if so_far.count(" ") >= _LEAST - 1 and sentence.startswith(so_far):
            return so_far
    return sentence


def _node(reference: Reference) -> int:
    return reference.node


def _sentence(survey: Survey, reference: Reference) -> str:
    """The whole sentence that the marker stands in or behind; of a table cell its text."""
    view = survey.view
    place = view.cell_places.get(reference.claim)
    if place is not None:
        return view.tables[place[0]].cells[place[1]].text
    before, after = _around(survey, reference)
    if not before:
        return _first_sentence(after)
    sentence = last_sentence(before)
    if before[-1] in _SENTENCE_ENDS or not after:
        return sentence
    rest = _first_sentence(after)
    gap = "" if rest[:1] in ",.;:!?)" else " "
    return f"{sentence}{gap}{rest}"


def _around(survey: Survey, reference: Reference) -> tuple[str, str]:
    """The claim's text before and behind the marker, without its bullet, markers, notes and nested
    lists."""
    nodes, text = survey.view.nodes, survey.view.document.text
    claim, marker = nodes[reference.claim], nodes[reference.node]
    start = max(claim.text_start, marker.text_start - _WINDOW)
    stop = min(claim.text_end, marker.text_end + _WINDOW)
    pieces: tuple[list[str], list[str]] = ([], [])
    at = start
    for cut in (*survey.cuts_in(reference.claim, start, stop), -1):
        if cut >= 0:
            begin, end = nodes[cut].text_start, nodes[cut].text_end
        else:
            begin = end = stop
        if begin > at:
            pieces[at >= marker.text_end].append(text[at : min(begin, stop)])
        # A space behind a marker often belongs to the marker's own text.
        if end > at and text[end - 1].isspace():
            pieces[end > marker.text_start].append(" ")
        at = max(at, end)
    before = _closed_up("".join(pieces[0]))
    if start == claim.text_start:
        before = without_bullet(before)
    return before, _closed_up("".join(pieces[1]))


def _closed_up(text: str) -> str:
    """White space folded, and none left before punctuation where a marker was taken out."""
    return _GAP.sub(r"\1", " ".join(text.split()))


def _first_sentence(text: str) -> str:
    for at, character in enumerate(text):
        if character in _SENTENCE_ENDS and text[at + 1 : at + 2] in ("", " "):
            return text[: at + 1]
    return text


def _same_claim(survey: Survey, candidates: list[Candidate]) -> None:
    """The same words in two places: one task when their notes say the same, which any of the places
    answers, else ambiguous."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, candidate in enumerate(candidates):
        if candidate.reason is None:
            reference = survey.reference_at[candidate.nodes[0], candidate.nodes[1]]
            row, column = _paths(survey, candidate.anchor)
            key = (
                survey.heading_texts(candidate.anchor),
                _caption(survey, candidate),
                joined(row),
                joined(column),
                claim_text(survey, reference).casefold(),
            )
            groups.setdefault(key, []).append(place)
    for places in groups.values():
        if len(places) < 2:
            continue
        said: dict[int, dict[str, int]] = {}
        """Claim -> its notes' texts, each with the candidate that has it first."""
        for place in places:
            text = survey.note_at[candidates[place].nodes[1]].text
            said.setdefault(candidates[place].anchor, {}).setdefault(text, place)
        fault = tuple([candidates[place].nodes[0] for place in places[:_MAX_NOTES]])
        first = next(iter(said.values()))
        agree = all(texts.keys() == first.keys() for texts in said.values())
        kept = first if agree else {}
        for place in places:
            text = survey.note_at[candidates[place].nodes[1]].text
            one = kept.get(text)
            if one is not None and one != place:
                same = candidates[one].nodes
                if len(same) < _MAX_PLACES:
                    candidates[one] = candidates[one]._replace(
                        nodes=(*same, *candidates[place].nodes)
                    )
            if one != place:
                candidates[place] = candidates[place]._replace(
                    reason=Reason.DUPLICATE if agree else Reason.AMBIGUOUS,
                    fault=fault,
                    detail="same-note" if agree else "claim",
                )


def _paths(survey: Survey, claim: int) -> tuple[HeaderPath | None, HeaderPath | None]:
    if claim not in survey.view.cell_places:
        return None, None
    _, row, column = find_cell(survey.view, claim)
    return row, column


def _caption(survey: Survey, candidate: Candidate) -> str:
    return table_name(survey.view.tables[candidate.table]) if candidate.table >= 0 else ""


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the claim (of a cell: its row path, constrained by its column path). Where several
    notes restrict one claim, the constraint says by its marker which one is meant. The same claim
    in other places, with the same note, may stand for it."""
    node, note_node = candidate.nodes[:2]
    reference = survey.reference_at[node, note_node]
    note: Note = survey.note_at[note_node]
    claimed = claim_text(survey, reference)
    row, column = _paths(survey, candidate.anchor)
    sentence = _sentence(survey, reference)
    others = any(
        other.notes[0] != note_node and _sentence(survey, other) == sentence
        for other in survey.references_of.get(reference.claim, ())
    )
    marker = f"[{reference.marker}]" if others else ""
    places = list(zip(candidate.nodes[::2], candidate.nodes[1::2], strict=True))
    claims = [_claim_evidence(survey, survey.reference_at[place], claimed) for place in places]
    notes = [evidence(survey, place[1], note.text) for place in places]
    slots = [
        Slot(tuple(dict.fromkeys(claims))),
        Slot(tuple(dict.fromkeys(notes))),
        *header_slots(survey, row),
        *header_slots(survey, column),
    ]
    relations = [
        TaskRelation(Relation.NOTE_FOR.value, note_node, candidate.anchor),
        *header_relations(candidate.anchor, row, column),
    ]
    return make_task(
        survey,
        Motif.NOTE_QUALIFICATION,
        candidate.anchor,
        subject=joined(row) or claimed,
        constraint=" ".join(filter(None, (joined(column), marker))),
        caption=_caption(survey, candidate),
        slots=slots,
        relations=relations,
        gold=QualificationGold(claimed, note.text),
    )


def _claim_evidence(survey: Survey, reference: Reference, claimed: str) -> tuple[int, str]:
    """The claim as it stands in its block: the sentence, else its part before the marker."""
    whole = slot(survey, reference.claim, claimed).any_of[0]
    if whole[1] == claimed:
        return whole
    before, _ = _around(survey, reference)
    return evidence(survey, reference.claim, last_sentence(before)) if before else whole
