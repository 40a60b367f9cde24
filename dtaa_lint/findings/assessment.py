"""What an assessment came to, for reports: what retrieval systems can answer, and the thresholds
that this is held to.

Plain values without the machinery that measures them, so that every report can tell of a run, and
of the reason for its status, whether or not the packages of assessments are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean over tasks, from 0 to 1."""

    value: float | None
    """None where there was nothing to measure."""
    low: float | None = None
    high: float | None = None
    """Bounds of the 95 % interval."""
    tasks: int = 0
    too_small: bool = False
    """Whether the sample is too small to tell."""


@dataclass(frozen=True, slots=True)
class AssessedSystem:
    """What one system can do on the documents of a run."""

    system: str
    """Its name, which may be an address."""
    tasks: int
    questions: int
    answerability: Measured
    """In the retrieval tier a ceiling: evidence and relations alone."""
    evidence: Measured
    """Of the evidence that tasks require, what was shown."""
    relations: Measured
    """Of the relations that tasks require, those whose both ends were shown."""
    abstention: Measured | None = None
    """Of questions without an answer, those in which it abstained; None where none was put."""
    at_most: float | None = None
    """Answerability if every question without a verdict had passed."""
    no_verdict: int = 0
    """Questions of which nobody could say whether they pass."""


class Standing(StrEnum):
    MET = "met"
    MISSED = "missed"
    TOO_SMALL = "too small to tell"
    """The limit lies within the interval of a sample that is too small."""
    NOTHING = "nothing to measure"
    """No task of the class was asked in the phrasing."""


@dataclass(frozen=True, slots=True)
class AssessedThreshold:
    """One threshold, held against one system."""

    system: str
    document: str
    """The file as its report names it; empty where several are taken together."""
    phrasing: str
    """``Q0`` …; empty for all of them."""
    task_class: str
    """``EXTRACT-L4`` …, or ``all``."""
    least: float
    found: Measured
    standing: Standing
    close: bool
    """Whether it is met or missed by the value alone: the limit lies within the interval."""
    status: int
    """The exit status that it makes by itself: 0; 1 for one that is missed (or cannot be told,
    where that fails as well); 2 where nothing could be measured that any threshold holds."""


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A system that could not be measured on a document, or a document on no system."""

    system: str
    """Empty for a document that could not be read."""
    document: str
    """The file as its report names it."""
    why: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What a reader of the figures must know: what was not asked, or has no verdict."""

    text: str
    """In the language of the report."""
    serious: bool
    """Whether something could not be measured for it."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A run of questions."""

    ceiling: bool
    """Whether nobody was asked to answer (the retrieval tier), so that answerability is an upper
    bound."""
    budget: int
    """Words of evidence that a question is answered from."""
    systems: tuple[AssessedSystem, ...]
    """In the order of the run."""
    thresholds: tuple[AssessedThreshold, ...]
    not_measured: tuple[NotMeasured, ...] = ()
    remarks: tuple[Remark, ...] = ()
    status: int = 0
    """What it makes of the exit status: 2 when something could not be measured, else 1 when a
    threshold is missed, else 0."""
    folder: str = ""
    """Where the run was kept, as it was named; empty where it was not."""
    page: str = ""
    """The run's own report for people, in that folder."""
    elsewhere: bool = False
    """Whether models, or systems that may be on other machines, were asked."""

    @property
    def failing(self) -> tuple[AssessedThreshold, ...]:
        """The thresholds that make the exit status 1, or 2."""
        return tuple([one for one in self.thresholds if one.status])
