"""pdfQA's complexity dimensions, of derived tasks and of other people's questions.

Defined as pdfQA does (its section 2.1) where it says how, else as written at each field. Units are
words of the document's text (what white space parts) and characters of the answer. What cannot be
known, the place of sources that were not found, is None and counted under ``unknown``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion
from dtaa_lint.answerability.benchmark.foreign_gold import is_yes_or_no, sentences
from dtaa_lint.answerability.benchmark.sources import SourceEvidence
from dtaa_lint.graph.view import View
from dtaa_lint.universe.export import Json
from dtaa_lint.universe.model import (
    ComparisonGold,
    Gold,
    QualificationGold,
    SetGold,
    Slot,
    SpanGold,
    Task,
    ValueGold,
)
from dtaa_lint.universe.values import ValueKind, parse
from dtaa_lint.words import fold

UNKNOWN = "unknown"
_WORD_ANSWER = 5
"""Words of an answer that is a word or a name."""
_SHORT_ANSWER = 600
"""Characters up to which an open answer of several sentences is short."""
_AROUND = 64
"""Elements around an element that are looked at."""
_WORD = re.compile(r"\S+")


class AnswerType(StrEnum):
    """pdfQA's answer types."""

    YES_NO = "yes-no"
    VALUE = "value"
    """A number, a date or a range."""
    WORD = "word"
    """Up to five words."""
    SENTENCE = "sentence"
    """One sentence, or a short enumeration."""
    OPEN_SHORT = "open-short"
    """Several sentences or items, up to 600 characters."""
    OPEN_LONG = "open-long"
    NONE = "unanswerable"
    """The document does not tell."""


class Modality(StrEnum):
    """What the sources are."""

    TEXT = "text"
    TABLE = "table"
    FIGURE = "figure"
    MIXED = "mixed"


_GIVEN_TYPES: Mapping[str, AnswerType] = {
    "yes-no-question": AnswerType.YES_NO,
    "value-question": AnswerType.VALUE,
    "word-answer": AnswerType.WORD,
    "one-sentence-answer": AnswerType.SENTENCE,
    "open-ended-question-short": AnswerType.OPEN_SHORT,
    "open-ended-question-long": AnswerType.OPEN_LONG,
}


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The dimensions of one task or question."""

    answer_type: AnswerType
    """As the file states it where it does (pdfQA), else by the answer's form."""
    answer_length: int
    """Characters of the gold answer, its parts on one line each."""
    modality: Modality | None
    """By the elements that the sources stand in: a table's cells, a figure or formula, or text. A
    source that was not found counts as the file gives it. None without sources."""
    sources: int
    """Derived: evidence slots. Foreign: passages that the file gives."""
    spread: int | None
    """Words of the document between the beginning of the first and the end of the last source."""
    position: int | None
    """Quarter of the document in which the sources lie in the mean: 25 for the first, to 100."""
    file_length: int
    """Words of the document's text, as its tags have it."""
    document_class: str
    """The profile that the document is held to; empty for none."""

    def labels(self) -> dict[str, str]:
        """Dimension -> the group that this task is counted under; numbers in bands."""
        return {
            "answer type": self.answer_type.value,
            "answer length": _band(self.answer_length, (20, 100, 600), "characters"),
            "modality": self.modality.value if self.modality else UNKNOWN,
            "sources": _band(self.sources, (0, 1, 3, 8), ""),
            "source spread": _band(self.spread, (50, 500, 5_000), "words"),
            "source position": f"{self.position} %" if self.position else UNKNOWN,
            "file length": _band(self.file_length, (2_000, 10_000, 50_000), "words"),
            "document class": self.document_class or "none",
        }

    def json(self) -> dict[str, Json]:
        """The exact values."""
        return {
            "answerType": self.answer_type.value,
            "answerLength": self.answer_length,
            "modality": self.modality.value if self.modality else None,
            "sources": self.sources,
            "sourceSpread": self.spread,
            "sourcePosition": self.position,
            "fileLength": self.file_length,
            "documentClass": self.document_class or None,
        }


class Measurer:
    """Measures the dimensions of one document's tasks."""

    def __init__(self, view: View, document_class: str = "") -> None:
        self._view = view
        self._class = document_class
        self._starts = [match.start() for match in _WORD.finditer(view.document.text)]
        self._cells = view.cell_places

    def of_task(self, task: Task) -> Dimensions:
        """The dimensions of a derived task."""
        answer = _lines(task.gold)
        return self._measure(
            _answer_type(task.gold), answer, task.slots, len(task.slots), self._modality(task.slots)
        )

    def of_question(self, question: ForeignQuestion, evidence: SourceEvidence) -> Dimensions:
        """The dimensions of somebody else's question. ``evidence``: of its sources here."""
        given = question.given.get("answer_type")
        kind = _GIVEN_TYPES.get(given) if isinstance(given, str) else None
        if kind is None:
            kind = _answer_type(question.gold) if question.gold is not None else AnswerType.NONE
        kinds = set()
        for source, located in zip(question.sources, evidence.located, strict=True):
            found = self._modality(located.slots)
            kinds.add(found or (Modality.TABLE if source.table else Modality.TEXT))
        modality = None
        if kinds:
            modality = next(iter(kinds)) if len(kinds) == 1 else Modality.MIXED
        return self._measure(kind, question.answer, evidence.slots, len(question.sources), modality)

    def _measure(
        self,
        kind: AnswerType,
        answer: str,
        slots: Sequence[Slot],
        sources: int,
        modality: Modality | None,
    ) -> Dimensions:
        places = sorted([place for slot in slots if (place := self._place(slot)) is not None])
        spread = position = None
        if places:
            first, last = places[0][0], max(end for _, end in places)
            spread = self._words_before(last) - self._words_before(first)
            middle = sum(start + end for start, end in places) / (2 * len(places))
            length = max(1, len(self._view.document.text))
            position = 25 * min(4, int(4 * middle / length) + 1)
        return Dimensions(
            answer_type=kind,
            answer_length=len(answer),
            modality=modality,
            sources=sources,
            spread=spread,
            position=position,
            file_length=len(self._starts),
            document_class=self._class,
        )

    def _modality(self, slots: Sequence[Slot]) -> Modality | None:
        """What the elements of the slots are; None without any."""
        kinds = {self._kind(slot.any_of[0][0]) for slot in slots if slot.any_of}
        if not kinds:
            return None
        return next(iter(kinds)) if len(kinds) == 1 else Modality.MIXED

    def _kind(self, node: int) -> Modality:
        nodes = self._view.nodes
        at = node
        for _ in range(_AROUND):
            if at < 0:
                break
            if nodes[at].type in ("Figure", "Formula"):
                return Modality.FIGURE
            if at in self._cells or nodes[at].type in ("TR", "Table"):
                return Modality.TABLE
            if nodes[at].type == "Caption":
                # A caption is read with what it names.
                around = nodes[at].parent
                return self._named(around) if around >= 0 else Modality.TEXT
            at = nodes[at].parent
        return Modality.TEXT

    def _named(self, node: int) -> Modality:
        kind = self._view.nodes[node].type
        if kind == "Table":
            return Modality.TABLE
        return Modality.FIGURE if kind in ("Figure", "Formula") else Modality.TEXT

    def _place(self, slot: Slot) -> tuple[int, int] | None:
        """Offsets of the slot's text in the document's; of its element where that is not in it
        (an alternative text)."""
        if not slot.any_of:
            return None
        node, text = slot.any_of[0]
        element = self._view.nodes[node]
        start, end = element.text_start, element.text_end
        at = self._view.document.text.find(text, start, end) if text else -1
        return (at, at + len(text)) if at >= 0 else (start, max(start, end))

    def _words_before(self, offset: int) -> int:
        return bisect_left(self._starts, offset)


def _answer_type(gold: Gold) -> AnswerType:
    text = _lines(gold)
    if isinstance(gold, ValueGold):
        if is_yes_or_no(text):
            return AnswerType.YES_NO
        if parse(text).kind in (ValueKind.NUMBER, ValueKind.RANGE, ValueKind.DATE):
            return AnswerType.VALUE
        if len(text.split()) <= _WORD_ANSWER:
            return AnswerType.WORD
    if isinstance(gold, ComparisonGold):
        return AnswerType.WORD
    parts = len(text.splitlines())
    if parts <= 1 and len(sentences(fold(text))) <= 1 and len(text) <= _SHORT_ANSWER:
        return AnswerType.SENTENCE
    return AnswerType.OPEN_SHORT if len(text) <= _SHORT_ANSWER else AnswerType.OPEN_LONG


def _lines(gold: Gold) -> str:
    """The answer as it would be said, its parts on one line each."""
    if isinstance(gold, SetGold):
        return "\n".join([f"{label}: {text}" if label else text for label, text in gold.items])
    if isinstance(gold, SpanGold):
        return "\n".join(gold.checklist)
    if isinstance(gold, ComparisonGold):
        return gold.left[0] if gold.relation == "greater" else gold.right[0]
    if isinstance(gold, QualificationGold):
        return gold.qualification
    return gold.value


def _band(number: int | None, ends: Sequence[int], unit: str) -> str:
    """The band of a number: ``up to 20``, ``21 to 100``, ``over 600``; with its unit."""
    if number is None:
        return UNKNOWN
    tail = f" {unit}" if unit else ""
    before = -1
    for end in ends:
        if number <= end:
            first = before + 1
            if first >= end:
                return f"{end:,}{tail}"
            return f"up to {end:,}{tail}" if before < 0 else f"{first:,} to {end:,}{tail}"
        before = end
    return f"over {before:,}{tail}"
