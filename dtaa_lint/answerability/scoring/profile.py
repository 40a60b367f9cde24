"""The headline profile of an assessment: what each system can answer, by what and why not.

Answerability A_t of a task is the share of its validated phrasings that pass; a system's is the
mean over tasks. The control band (LOCAL_FACT), the controls, which the document does not answer,
and other people's questions are reported apart. In the retrieval tier A_t is a
ceiling: evidence and relations alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dtaa_lint.answerability.model import Failure, Outcome, Phrasing, Score
from dtaa_lint.answerability.scoring.failures import NO_RETRIEVAL, NO_VERDICT, VERDICTLESS
from dtaa_lint.answerability.scoring.statistics import (
    Estimate,
    Unit,
    difference,
    estimate,
    task_means,
)
from dtaa_lint.universe.model import Motif, Task


@dataclass(frozen=True, slots=True)
class Labels:
    """What a task is counted under."""

    document: str
    """Name of the document, unique within the run."""
    task_id: str
    operation: str = ""
    topology: str = ""
    motif: str = ""
    dimensions: tuple[tuple[str, str], ...] = ()
    """(pdfQA dimension, its value for the task)."""

    @property
    def task_class(self) -> str:
        """``EXTRACT-L4``; empty for what is no derived task."""
        return f"{self.operation}-{self.topology}" if self.operation else ""

    @property
    def band(self) -> bool:
        """Whether it belongs to the easy band, which is reported apart."""
        return self.motif == Motif.LOCAL_FACT


def labels_of(task: Task, document: str, dimensions: Mapping[str, str] | None = None) -> Labels:
    """The labels of a derived task."""
    return Labels(
        document, task.task_id, str(task.operation), task.topology, str(task.motif),
        tuple(sorted((dimensions or {}).items())),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """A score with what it is counted under."""

    labels: Labels
    score: Score


@dataclass(frozen=True, slots=True)
class Group:
    """The runs that share a label."""

    name: str
    tasks: int
    runs: int
    answerability: Estimate
    evidence: float
    """Mean evidence recall, over tasks."""
    relations: float
    """Mean relation coverage, over tasks."""
    failures: tuple[tuple[str, int], ...]
    """(class, runs), in the order Q R C A G P D; only classes that were met."""


@dataclass(frozen=True, slots=True)
class SystemProfile:
    """What one system can do on the assessed documents."""

    system: str
    tasks: int
    runs: int
    answerability: Estimate
    at_most: float | None
    """Answerability if every run without a verdict had passed; equal where there is none."""
    robustness: Estimate
    """Share of the tasks with several phrasings that pass in all of them."""
    lost: Estimate
    """Share of the tasks that pass in none."""
    evidence: Estimate
    relations: Estimate
    correctness: Estimate
    completeness: Estimate
    groundedness: Estimate
    """Over all runs with a verdict; abstaining claims nothing."""
    provenance: Estimate
    """Over runs that answered."""
    abstention: Estimate
    """Over controls: share in which it abstained."""
    local_facts: Estimate
    """Answerability of the easy band."""
    foreign: Estimate
    """Share of other people's questions that pass."""
    outcomes: tuple[tuple[str, int], ...]
    """(outcome, runs), in the order of ``Outcome``; only outcomes that were met."""
    failures: tuple[tuple[str, int], ...]
    no_verdict: int
    """Runs without a verdict that fail nothing before it: counted as not passed."""
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    """Breakdown (``operation``, ``topology``, ``class``, ``motif``, ``phrasing``, ``document``,
    and each pdfQA dimension) -> its groups by name."""
    foreign_groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    """The same of other people's questions."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One system less another, over the tasks of both."""

    system: str
    other: str
    answerability: Estimate
    evidence: Estimate
    relations: Estimate


@dataclass(frozen=True, slots=True)
class Profile:
    systems: tuple[SystemProfile, ...]
    """In the order of the run; by name where none was given."""
    differences: tuple[Difference, ...]
    """Every pair of systems once: the later one against the earlier."""
    retrieval_only: bool
    """Whether nobody was asked: answerability is a ceiling."""


_Measure = Callable[[Score], float | None]
_ORDER = tuple(Failure)
_APART = frozenset({Phrasing.CONTROL, Phrasing.FOREIGN})


def profile(runs: Iterable[Run], key: str = "", systems: Sequence[str] = ()) -> Profile:
    """The profile of all runs. ``key`` names the sample, such as the documents' hash; ``systems``
    is their order."""
    by_system: dict[str, list[Run]] = {}
    for run in sorted(runs, key=_place):
        by_system.setdefault(run.score.system, []).append(run)
    order = {system: place for place, system in enumerate(systems)}
    names = sorted(by_system, key=lambda name: (order.get(name, len(order)), name))
    return Profile(
        systems=tuple([_system(name, by_system[name], key) for name in names]),
        differences=tuple(
            [
                _difference(one, by_system[one], other, by_system[other], key)
                for at, other in enumerate(names)
                for one in names[at + 1 :]
            ]
        ),
        retrieval_only=any(
            run.score.outcome is Outcome.RETRIEVED for found in by_system.values() for run in found
        ),
    )


def _system(name: str, runs: Sequence[Run], key: str) -> SystemProfile:
    controls = [run for run in runs if run.score.phrasing is Phrasing.CONTROL]
    foreign = [run for run in runs if run.score.phrasing is Phrasing.FOREIGN]
    main = [run for run in runs if counts(run)]
    band = [run for run in runs if run.labels.band and run.score.phrasing not in _APART]
    asked = units(main, _passed)
    # What nobody could decide any of is not measured: no 0 of it.
    passed = units(decided(main), _passed)
    several = [unit for unit in passed.values() if unit.weight > 1]
    no_verdict = [run for run in main if _open(run.score)]
    hopeful = task_means(
        list(units(decided(main), lambda score: _passed(score) or _open(score)).values())
    )
    shown = [] if all(run.score.detail.get(NO_RETRIEVAL) for run in main) else main

    def mean(measure: _Measure, over: Sequence[Run] = main) -> Estimate:
        return estimate(list(units(over, measure).values()), key)

    def share(found: Sequence[Unit], holds: Callable[[Unit], bool]) -> Estimate:
        return estimate([Unit(float(holds(u)), 1.0, u.cluster) for u in found], key)

    return SystemProfile(
        system=name,
        tasks=len(asked),
        runs=len(main),
        answerability=estimate(task_means(list(passed.values())), key),
        at_most=sum(unit.total for unit in hopeful) / len(hopeful) if hopeful else None,
        robustness=share(several, lambda unit: unit.total == unit.weight),
        lost=share(list(passed.values()), lambda unit: unit.total == 0),
        evidence=mean(lambda score: score.evidence, shown),
        relations=mean(lambda score: score.relations, shown),
        correctness=mean(lambda score: None if score.correct is None else float(score.correct)),
        completeness=mean(lambda score: score.completeness),
        groundedness=mean(lambda score: None if score.grounded is None else float(score.grounded)),
        provenance=mean(_provenance),
        abstention=mean(_abstained, controls),
        local_facts=estimate(task_means(list(units(decided(band), _passed).values())), key),
        foreign=estimate(task_means(list(units(decided(foreign), _passed).values())), key),
        outcomes=_counted([run.score.outcome for run in main], tuple(Outcome)),
        failures=_failures(main),
        no_verdict=len(no_verdict),
        groups=_breakdowns(main, key),
        foreign_groups=_breakdowns(foreign, key),
    )


def decided(runs: Sequence[Run]) -> Sequence[Run]:
    """The runs, where anybody could say of any of them whether it passes; else none."""
    return runs if any(run.score.outcome not in VERDICTLESS for run in runs) else ()


def units(runs: Iterable[Run], measure: _Measure) -> dict[str, Unit]:
    """Task -> what its runs add to a mean; runs of which the measure says nothing add nothing."""
    found: dict[str, Unit] = {}
    for run in runs:
        task = f"{run.labels.document}\n{run.labels.task_id}"
        value = measure(run.score)
        total, count, cluster = found.get(task, Unit(0.0, 0.0, run.labels.document))
        if value is not None:
            total, count = total + value, count + 1
        found[task] = Unit(total, count, cluster)
    return found


def _passed(score: Score) -> float:
    return float(score.passed)


def _open(score: Score) -> bool:
    return score.failure is None and score.outcome in VERDICTLESS


def _provenance(score: Score) -> float | None:
    return None if score.provenance is None else float(score.provenance)


def _abstained(score: Score) -> float | None:
    """Of a control. What no provider answered says nothing of the system."""
    return None if score.outcome in VERDICTLESS else float(score.outcome is Outcome.ABSTAINED)


def _difference(
    one: str, ours: Sequence[Run], other: str, theirs: Sequence[Run], key: str
) -> Difference:
    """Over the questions that both were asked."""
    common = {_question(run) for run in ours} & {_question(run) for run in theirs}
    left = [run for run in ours if _question(run) in common and counts(run)]
    right = [run for run in theirs if _question(run) in common and counts(run)]

    if not (decided(left) and decided(right)):
        # Of one of them nothing was measured.
        left, right = [], []

    def between(measure: _Measure) -> Estimate:
        one_side, other_side = (
            {
                task: Unit(unit.total / unit.weight, 1.0, unit.cluster)
                for task, unit in units(side, measure).items()
                if unit.weight
            }
            for side in (left, right)
        )
        return difference(one_side, other_side, key)

    return Difference(
        one,
        other,
        between(_passed),
        between(lambda score: score.evidence),
        between(lambda score: score.relations),
    )


def _place(run: Run) -> tuple[str, str, str, str]:
    """An order of runs that does not depend on how they come."""
    return *_question(run), run.score.phrasing


def _question(run: Run) -> tuple[str, str, str]:
    return run.labels.document, run.score.task_id, run.score.question_id


def why_undecided(runs: Iterable[Run]) -> tuple[tuple[str, int], ...]:
    """Why runs have no verdict, with their numbers, most first."""
    found: Counter[str] = Counter()
    for run in runs:
        if run.score.outcome in VERDICTLESS:
            said = run.score.detail
            found[said.get(NO_RETRIEVAL) or said.get(NO_VERDICT) or "no reply came"] += 1
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def counts(run: Run) -> bool:
    """Whether a run counts in the headline, and under thresholds: no control, not the easy band,
    nobody else's question."""
    return run.score.phrasing not in _APART and not run.labels.band


def _breakdowns(runs: Sequence[Run], key: str) -> dict[str, tuple[Group, ...]]:
    kinds: dict[str, Callable[[Run], str]] = {
        "operation": lambda run: run.labels.operation,
        "topology": lambda run: run.labels.topology,
        "class": lambda run: run.labels.task_class,
        "motif": lambda run: run.labels.motif,
        "phrasing": lambda run: str(run.score.phrasing),
        "document": lambda run: run.labels.document,
    }
    sorted_runs: dict[str, dict[str, list[Run]]] = {kind: {} for kind in kinds}
    for run in runs:
        for kind, name_of in kinds.items():
            name = name_of(run)
            if name:
                sorted_runs[kind].setdefault(name, []).append(run)
        for dimension, value in run.labels.dimensions:
            sorted_runs.setdefault(dimension, {}).setdefault(value, []).append(run)
    return {
        kind: tuple([_group(name, found[name], key) for name in sorted(found)])
        for kind, found in sorted_runs.items()
        if found
    }


def _group(name: str, runs: Sequence[Run], key: str) -> Group:
    passed = units(decided(runs), _passed)
    return Group(
        name=name,
        tasks=len(units(runs, _passed)),
        runs=len(runs),
        answerability=estimate(task_means(list(passed.values())), key),
        evidence=sum(run.score.evidence for run in runs) / len(runs),
        relations=sum(run.score.relations for run in runs) / len(runs),
        failures=_failures(runs),
    )


def _failures(runs: Sequence[Run]) -> tuple[tuple[str, int], ...]:
    return _counted([run.score.failure for run in runs if run.score.failure], _ORDER)


def _counted(found: Sequence[str], order: Sequence[str]) -> tuple[tuple[str, int], ...]:
    counts = Counter(found)
    return tuple([(str(name), counts[name]) for name in order if counts[name]])
