"""LOCAL_FACT: one checkable value in one sentence of running text, the control band."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.graph.index import NOTES
from dtaa_lint.universe.facts import Fact, find_fact, may_hold
from dtaa_lint.universe.model import Candidate, Motif, Reason, Task, ValueGold
from dtaa_lint.universe.motifs.common import make_task, slot
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.validate import REPLACEMENT
from dtaa_lint.universe.values import same_value
from dtaa_lint.universe.wording import ANAPHORS, ELSEWHERE, POINTING

_OTHERS = (
    *("Table", "L", "TOC", "TOCI", "Note", "FENote", "Caption", "Figure", "Formula", "Form"),
    *("H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Index", "Artifact", "Annot", "Code"),
)
"""Elements whose text is other motifs' evidence, or none."""
_SHORTEST, _LONGEST = 20, 1500
"""Characters of a paragraph that states one fact."""
_LINE = 60
"""Characters of a line of running text; a shorter one before a paragraph may be a title."""
_WORDS = 5
"""Words of a sentence, the value left out, by which the value can be asked for."""
_CONTENT = 3
"""Those of them with four letters or more."""
_ASIDES = "\"“„«‘'([¿¡"
_CLOSING = "\"”»’')]"
GAP = "…"
"""Stands for the value in the subject."""


def detect(survey: Survey) -> Iterator[Candidate]:
    """Paragraphs of running text whose only value stands in a whole sentence."""
    candidates: list[Candidate] = []
    questions: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for node in _paragraphs(survey):
        text = survey.block_text(node)
        fact = find_fact(text)
        if fact is None:
            continue
        sentence = text[fact.sentence_start : fact.sentence_end]
        subject = _subject(text, fact)
        if not _states(sentence, subject):
            continue
        reason, detail = _judge(survey, node, sentence, subject)
        if reason is None and not fact.sentence_start and _continues(survey, node):
            reason, detail = Reason.FRAGMENT, "cut"
        if reason is None:
            key = (survey.context(node, ""), subject.casefold())
            value = text[fact.start : fact.end]
            questions.setdefault(key, []).append((len(candidates), value))
        candidates.append(Candidate(Motif.LOCAL_FACT, node, (), reason, (), -1, detail))
    _settle(candidates, list(questions.values()))
    yield from candidates


def _paragraphs(survey: Survey) -> Iterator[int]:
    """P elements that could hold one value, in reading order: none in or around what is others'."""
    view = survey.view
    nodes, text = view.nodes, view.document.text
    others = view.index.of_type(*_OTHERS)
    captions = survey.near_captions
    at = end = 0
    for node in view.of_type("P"):
        while at < len(others) and others[at] < node:
            end = max(end, nodes[others[at]].end)
            at += 1
        element = nodes[node]
        if node < end or not _SHORTEST <= element.text_end - element.text_start <= _LONGEST:
            continue
        if node in captions or not may_hold(text[element.text_start : element.text_end]):
            continue
        inside = others[at : at + 8]
        if any(n < element.end and nodes[n].type not in NOTES for n in inside):
            continue
        yield node


def _continues(survey: Survey, node: int) -> bool:
    """Whether the paragraph before it breaks off, so that this one may be the rest of it, as where
    a page or a column ends."""
    nodes, text = survey.view.nodes, survey.view.document.text
    paragraphs = survey.view.of_type("P")
    place = bisect_left(paragraphs, node)
    if not place:
        return False
    before = nodes[paragraphs[place - 1]]
    if before.end != node or before.text_end - before.text_start < _LINE:
        return False
    last = text[before.text_end - _LINE : before.text_end].rstrip()[-1:]
    return last.isalnum() or last in (",", "-", "\u00ad")


def _subject(text: str, fact: Fact) -> str:
    """The sentence with a gap in the place of the value."""
    return text[fact.sentence_start : fact.start] + GAP + text[fact.end : fact.sentence_end]


def _states(sentence: str, subject: str) -> bool:
    """Whether it is a whole sentence that says enough beside the value to ask by."""
    begin = sentence.lstrip(_ASIDES)[:1]
    end = sentence.rstrip(_CLOSING)
    if not begin.isalnum() or begin.islower() or end[-1:] not in (".", "!") or end[-2:] == "..":
        return False
    words = [word for word in _words(subject) if word and GAP not in word]
    return len(words) >= _WORDS and sum(len(word) > 3 for word in words) >= _CONTENT


def _words(text: str) -> list[str]:
    return [word.strip(".,;:()[]\"'“”«»") for word in text.split()]


def _judge(survey: Survey, node: int, sentence: str, subject: str) -> tuple[Reason | None, str]:
    words = _words(sentence.casefold())
    before = subject.casefold().partition(GAP)[0].split()
    if words[0] in ANAPHORS or (before and before[-1] in POINTING):
        return Reason.EXTERNAL_CONTEXT, "anaphor"
    if not ELSEWHERE.isdisjoint(words):
        return Reason.EXTERNAL_CONTEXT, "elsewhere"
    if survey.line_numbered:
        return Reason.NOT_VERBATIM, "line-numbers"
    if REPLACEMENT in sentence or survey.rewritten(node):
        return Reason.NOT_VERBATIM, "unmapped"
    if survey.is_split(node):
        return Reason.SPLIT_TEXT, "text"
    return None, ""


def _settle(candidates: list[Candidate], questions: list[list[tuple[int, str]]]) -> None:
    """The same sentence but for its value, under the same headings."""
    for asked in questions:
        if len(asked) < 2:
            continue
        agree = all(same_value(asked[0][1], value) for _, value in asked[1:])
        fault = tuple([candidates[place].anchor for place, _ in asked[:4]])
        for place, _ in asked[1 if agree else 0 :]:
            candidates[place] = candidates[place]._replace(
                reason=Reason.DUPLICATE if agree else Reason.AMBIGUOUS,
                fault=fault,
                detail="sentence",
            )


def build(survey: Survey, candidate: Candidate) -> Task:
    """Subject is the sentence with a gap, the constraint what kind of value fills it."""
    node = candidate.anchor
    text = survey.block_text(node)
    fact = find_fact(text)
    assert fact is not None
    return make_task(
        survey,
        Motif.LOCAL_FACT,
        node,
        subject=_subject(text, fact),
        constraint=fact.kind,
        slots=[slot(survey, node, text[fact.sentence_start : fact.sentence_end])],
        relations=[],
        gold=ValueGold(text[fact.start : fact.end]),
    )
