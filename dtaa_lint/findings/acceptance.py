"""Acceptance: whether a document keeps the thresholds that its class of documents is held to.

``judge`` is pure and takes counts, so that it answers as well for counts that a repair would lead
to as for those of a document as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

from dtaa_lint.settings.thresholds import (
    ALL,
    MAX_FINDINGS,
    MAX_UNRESOLVED,
    MIN_TASKS,
    RELATIONS,
    Thresholds,
)
from dtaa_lint.words import mark

if TYPE_CHECKING:
    from dtaa_lint.findings.finding import FileReport


_LEVELS = {"error": mark("errors"), "warning": mark("warnings"), "info": mark("info")}
"""Severity -> what findings of it are called."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One threshold, and how the document stands to it."""

    key: str
    """``min-tasks-per-page``, ``max-unresolved-relations``, ``max-unresolved-relations.cells`` …,
    ``max-findings.error`` …"""
    label: str
    """What is counted, in words."""
    limit: float
    """Tasks a page at least; share (0 to 1) or findings at most."""
    value: float
    """In the unit of ``limit``."""
    met: bool
    n: int
    """Tasks, unresolved relations, or findings: what ``value`` comes from."""
    of: int
    """Pages, or relations in all; 0 for findings, and where there is nothing to count."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The thresholds that a document is held to."""

    profile: str
    """Name of the profile that they come from; empty when none was chosen."""
    criteria: tuple[Criterion, ...]

    @property
    def met(self) -> bool:
        """Whether every one is kept."""
        return all(criterion.met for criterion in self.criteria)


@dataclass(frozen=True, slots=True)
class Measure:
    """The counts that thresholds are about."""

    eligible: int
    """Eligible tasks, the control band left out."""
    pages: int
    relations: Mapping[str, tuple[int, int]]
    """Kind of relation -> (unresolved, in all); kinds with nothing to count may be missing."""
    findings: Mapping[str, int]
    """Severity -> findings that are neither suppressed nor known."""


def judge(thresholds: Thresholds, measure: Measure) -> tuple[Criterion, ...]:
    """Each limit beside the value that it is held against, in a fixed order. Limits that nothing
    can miss (they were set aside) are left out; where nothing is to be counted, a share is 0."""
    return tuple(_criteria(thresholds, measure))


def reaches(thresholds: Thresholds, measure: Measure) -> bool:
    """Whether these counts keep every threshold."""
    return all(criterion.met for criterion in _criteria(thresholds, measure))


def _criteria(thresholds: Thresholds, measure: Measure) -> Iterator[Criterion]:
    least = thresholds.min_tasks_per_page
    if least:
        n, of = measure.eligible, measure.pages
        value = n / of if of else 0.0
        yield Criterion(MIN_TASKS, "tasks a page", least, value, value >= least, n, of)
    for kind, share in thresholds.max_unresolved:
        if share >= 1:
            continue
        if kind == ALL:
            n = sum(unresolved for unresolved, _ in measure.relations.values())
            of = sum(total for _, total in measure.relations.values())
            key, label = MAX_UNRESOLVED, "unresolved relations"
        else:
            n, of = measure.relations.get(kind, (0, 0))
            key, label = f"{MAX_UNRESOLVED}.{kind}", RELATIONS[kind]
        value = n / of if of else 0.0
        yield Criterion(key, label, share, value, value <= share, n, of)
    for level, most in thresholds.max_findings:
        if not isfinite(most):
            continue
        n = measure.findings.get(level, 0)
        label = _LEVELS.get(level, level)
        yield Criterion(f"{MAX_FINDINGS}.{level}", label, most, float(n), n <= most, n, 0)


def measure_of(report: FileReport) -> Measure:
    """The counts of a document as it is."""
    counts: dict[str, int] = {}
    for finding in report.open_findings:
        counts[finding.severity.value] = counts.get(finding.severity.value, 0) + 1
    return Measure(
        eligible=report.tasks.eligible if report.tasks is not None else 0,
        pages=report.pages,
        relations={ratio.key: (ratio.of - ratio.n, ratio.of) for ratio in report.relations},
        findings=counts,
    )


def accept(report: FileReport, thresholds: Thresholds, profile: str = "") -> FileReport:
    """The report with its acceptance; unchanged where nothing is demanded of the document, or
    where it could not be read."""
    if report.error is not None or not (thresholds or profile):
        return report
    criteria = judge(thresholds, measure_of(report))
    return replace(report, acceptance=Acceptance(profile, criteria))
