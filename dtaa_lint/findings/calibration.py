"""Thresholds from documents: what documents of one class reach, and what the next ones can then be
held to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from dtaa_lint.findings.acceptance import measure_of
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.settings.thresholds import LEVELS, RELATIONS, Thresholds

ENOUGH = 8
"""Documents from which quartiles say something."""
_TINY = 1e-9
"""Below what binary fractions add to a decimal one."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Values that were seen, one a document, in ascending order."""

    values: tuple[float, ...]

    def at(self, percentile: float) -> float:
        """The value at a percentile (0 to 100), linear between two neighbours. Raises ValueError
        when there is none."""
        if not self.values:
            raise ValueError("no values")
        place = (len(self.values) - 1) * percentile / 100
        low = floor(place)
        if low + 1 >= len(self.values):
            return self.values[-1]
        below, above = self.values[low], self.values[low + 1]
        return below + (above - below) * (place - low)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What documents of one class reach."""

    documents: int
    """Those that the distributions are about."""
    unreadable: int
    """Those that could not be read."""
    unassessable: int
    """Those without a structure tree: no structure, no distribution."""
    percentile: float
    """Of the documents that miss each threshold, about; 0 to 50."""
    tasks_per_page: Distribution
    by_class: tuple[tuple[str, Distribution], ...]
    """Task class -> tasks of it a page, over all documents; in alphabetical order."""
    unresolved: tuple[tuple[str, Distribution], ...]
    """Kind of relation -> share unresolved, over the documents that have such relations."""
    findings: tuple[tuple[str, Distribution], ...]
    """Severity -> findings a document."""
    thresholds: Thresholds
    """What is proposed."""


def calibrate(reports: Iterable[FileReport], percentile: float) -> Calibration:
    """Distributions over the documents, and thresholds that about ``percentile`` per cent of them
    miss, each: never stricter than what is seen, never a limit that demands nothing."""
    files = list(reports)
    readable = [file for file in files if file.error is None]
    tagged = [file for file in readable if file.elements and file.tasks is not None]
    measures = [measure_of(file) for file in tagged]
    tasks = _distribution(m.eligible / m.pages if m.pages else 0.0 for m in measures)
    classes = sorted({name for file in tagged if file.tasks for name in file.tasks.by_class})
    by_class = tuple((name, _distribution(_per_page(tagged, name))) for name in classes)
    unresolved = tuple(
        (kind, _distribution(lost / of for lost, of in found))
        for kind in RELATIONS
        if (found := [m.relations[kind] for m in measures if m.relations.get(kind, (0, 0))[1]])
    )
    findings = tuple(
        (level, _distribution(float(m.findings.get(level, 0)) for m in measures))
        for level in LEVELS
    )
    return Calibration(
        documents=len(tagged),
        unreadable=len(files) - len(readable),
        unassessable=len(readable) - len(tagged),
        percentile=percentile,
        tasks_per_page=tasks,
        by_class=by_class,
        unresolved=unresolved,
        findings=findings,
        thresholds=_propose(tasks, unresolved, findings, percentile) if tagged else Thresholds(),
    )


def _per_page(files: Sequence[FileReport], name: str) -> Iterable[float]:
    for file in files:
        if file.tasks is not None:
            yield file.tasks.by_class.get(name, 0) / file.pages if file.pages else 0.0


def _distribution(values: Iterable[float]) -> Distribution:
    return Distribution(tuple(sorted(values)))


def _propose(
    tasks: Distribution,
    unresolved: Sequence[tuple[str, Distribution]],
    findings: Sequence[tuple[str, Distribution]],
    percentile: float,
) -> Thresholds:
    high = 100 - percentile
    least = _two_figures(tasks.at(percentile), floor)
    shares = [(kind, ceil(seen.at(high) * 100 - _TINY) / 100) for kind, seen in unresolved]
    counts = [(level, float(ceil(seen.at(high) - _TINY))) for level, seen in findings]
    return Thresholds(
        least or None,
        tuple((kind, share) for kind, share in shares if share < 1),
        # Infos are improvements: nobody is to be failed for their number.
        tuple((level, most) for level, most in counts if level != "info"),
    )


def _two_figures(value: float, cut: Callable[[float], int]) -> float:
    """Two significant figures, from tenths down to hundredths."""
    parts = 1 if value >= 100 else 10 if value >= 1 else 100
    return cut(value * parts + _TINY) / parts
