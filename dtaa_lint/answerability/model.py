"""The values of a run: questions, retrievals, answers, scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dtaa_lint.answerability.answering.interface import Item


class Phrasing(StrEnum):
    """How far a question's words are from the document's (paper, section 3.7)."""

    Q0 = "Q0"
    """Source-explicit: the document's own terms."""
    Q1 = "Q1"
    """Natural."""
    Q2 = "Q2"
    """Lexically distant."""
    Q3 = "Q3"
    """Goal-oriented: why, then what."""
    LEXICAL = "QL"
    """A deterministic variant of Q0 with other words that the document or the lexicon gives."""
    CONTROL = "QC"
    """Asks for what the document does not say."""
    FOREIGN = "QX"
    """Somebody else's question."""


@dataclass(frozen=True, slots=True)
class Question:
    """One phrasing of one task. Only ``question_id`` and ``text`` reach the answering side."""

    question_id: str
    """Hash over the text, for the answering side: says nothing of the task."""
    task_id: str
    """The frozen task; the control's or the foreign question's own identity."""
    phrasing: Phrasing
    text: str
    lang: str
    """BCP 47 tag of the language it is asked in."""
    templated: bool
    """Made by a template, not by a model."""
    rounds: int = 0
    """Times that it was written again after objections."""


class Outcome(StrEnum):
    """What became of a question at the answerer."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    INVALID = "invalid"
    """The model's output does not fit the schema, after repairs."""
    ERROR = "error"
    """The provider gave none."""
    RETRIEVED = "retrieved"
    """Retrieval tier: nobody was asked."""
    UNJUDGED = "unjudged"
    """There is an answer, and no verdict of it: the judge gave none, or none that is valid."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    question_id: str
    system: str
    shown: tuple[Item, ...]
    """The prefix that the budget allows: what the answerer sees and what is scored."""
    left_out: int
    """Items that were retrieved and not shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    question_id: str
    system: str
    outcome: Outcome
    text: str = ""
    citations: tuple[str, ...] = ()
    """Ids of shown items."""
    quotes: tuple[str, ...] = ()
    """Verbatim passages that it relies on, as the answerer gave them."""
    error: str = ""


class Failure(StrEnum):
    """Why a run failed, in the order in which the classes are decided (paper, section 3.9)."""

    Q = "Q"
    """Another intent was answered."""
    R = "R"
    """Required evidence was not shown."""
    C = "C"
    """Evidence was shown, an endpoint of a required relation was not."""
    A = "A"
    """The answer is wrong or incomplete."""
    G = "G"
    """A claim that the shown evidence does not support."""
    P = "P"
    """The citations miss the gold."""
    D = "D"
    """The source is ambiguous: only people decide it."""


@dataclass(frozen=True, slots=True)
class Score:
    """A run: one task, one question, one system."""

    task_id: str
    question_id: str
    phrasing: Phrasing
    system: str
    outcome: Outcome
    evidence: float
    """Share of slots that were shown, 0 to 1."""
    relations: float
    """Share of required relations with both endpoints shown; 1 where none is required."""
    missing_slots: tuple[int, ...] = ()
    """Indices of the slots that were not shown."""
    missing_relations: tuple[int, ...] = ()
    correct: bool | None = None
    """None in the retrieval tier, and where nothing could be judged."""
    completeness: float | None = None
    grounded: bool | None = None
    provenance: bool | None = None
    failure: Failure | None = None
    """None for a run that passes (retrieval tier: that could pass), and for one without a verdict
    that failed nothing before it (``outcome`` ERROR or UNJUDGED)."""
    detail: Mapping[str, str] = field(default_factory=dict)
    """What the verdicts rest on, for the trace."""

    @property
    def passed(self) -> bool:
        """Evidence, relations, correctness, completeness, groundedness and provenance, all of
        them. In the retrieval tier: evidence and relations, the ceiling of it. A run without a
        verdict does not pass, and is counted as one of its own."""
        return self.failure is None and self.outcome not in (Outcome.ERROR, Outcome.UNJUDGED)
