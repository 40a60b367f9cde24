"""What a report is made of: what a run found, its profile, its thresholds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from dtaa_lint.answerability.benchmark.filters import DIFFICULTY, QUALITY
from dtaa_lint.answerability.model import Outcome
from dtaa_lint.answerability.options import Tier
from dtaa_lint.answerability.run import Assessed
from dtaa_lint.answerability.scoring.grades import SCALE, Grades, grades_of
from dtaa_lint.answerability.scoring.profile import Profile, SystemProfile
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.answerability.scoring.thresholds import Result
from dtaa_lint.report.shares import NONE as NONE
from dtaa_lint.report.shares import held_share
from dtaa_lint.report.shares import interval as interval_of
from dtaa_lint.report.shares import share as share
from dtaa_lint.report.shares import shown_share as shown_share
from dtaa_lint.words import ENGLISH, Words

FILTERS = (QUALITY, DIFFICULTY)


@dataclass(frozen=True, slots=True)
class Found:
    """A run and what it comes to."""

    assessed: Assessed
    profile: Profile
    results: tuple[Result, ...] = ()
    """Every threshold against every system."""
    kept: bool = True
    """Whether the folder of the run outlives it."""

    @property
    def grades(self) -> tuple[Grades | None, ...] | None:
        """Of each system, in the order of the profile, what its answers to somebody else's
        questions got; None where nobody graded."""
        given = self.assessed.grades
        if not given:
            return None
        return tuple([grades_of(given, one.system) for one in self.profile.systems])

    @property
    def ceiling(self) -> bool:
        """Whether nobody was asked, so that answerability is an upper bound."""
        return self.profile.retrieval_only or self.assessed.options.tier is Tier.RETRIEVAL


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the profile."""

    key: str
    label: str
    values: tuple[Estimate, ...]
    """One for each system, in the order of the profile."""

    @property
    def empty(self) -> bool:
        """Whether no system has a value."""
        return all(value.value is None for value in self.values)


def measures(found: Found, words: Words) -> list[Measure]:
    """The headline, without what nothing was measured of."""
    systems = found.profile.systems
    asked = max((system.robustness.tasks for system in systems), default=0)
    labels = [
        ("answerability", answerability(found, words)),
        *([("lost", words("… in at least one phrasing"))] if asked else []),
        ("robustness", words("… in every phrasing ({n:# task|tasks})", n=asked)),
        ("evidence", words("evidence shown")),
        ("relations", words("relations shown")),
    ]
    if not found.ceiling:
        labels += [
            ("correctness", words("correct")),
            ("completeness", words("complete")),
            ("groundedness", words("grounded")),
            ("provenance", words("cited")),
        ]
    return _rows(systems, labels)


def apart(found: Found, words: Words) -> list[Measure]:
    """What is counted beside the headline."""
    labels = [
        ("local_facts", words("easy tasks: facts of one paragraph")),
        ("abstention", words("controls: abstained where there is no answer")),
        ("foreign", words("other people's questions")),
    ]
    return _rows(found.profile.systems, labels)


def graded(found: Found, words: Words) -> list[tuple[str, list[str]]]:
    """Rows of what answers to somebody else's questions got: a name, and a value for each system;
    nothing where nobody graded."""
    grades = found.grades
    if grades is None:
        return []
    names = {
        5: words("5  says all that the reference says"),
        4: words("4  right in substance"),
        3: words("3  partly right"),
        2: words("2  mostly wrong"),
        1: words("1  wrong, or no answer where there is one"),
    }
    rows = [
        (words("mean of those that have a grade"), [_mean(one, words) for one in grades]),
        *[
            (names[grade], [_count(one, one.counts[grade] if one else 0, words) for one in grades])
            for grade in SCALE
        ],
    ]
    if any(one is not None and one.without for one in grades):
        without = [_count(one, one.without if one else 0, words) for one in grades]
        rows.append((words("no answer in the asked form, or no grade"), without))
    return rows


def _mean(one: Grades | None, words: Words) -> str:
    return NONE if one is None or one.mean is None else words.number(one.mean, ".2f")


def _count(one: Grades | None, count: int, words: Words) -> str:
    return NONE if one is None else words.number(count)


def answerability(found: Found, words: Words) -> str:
    """The name of the headline measure."""
    return words("answerability (ceiling)") if found.ceiling else words("answerability")


def _rows(systems: tuple[SystemProfile, ...], labels: list[tuple[str, str]]) -> list[Measure]:
    rows = [
        Measure(key, label, tuple([_value(system, key) for system in systems]))
        for key, label in labels
    ]
    return [row for row in rows if not row.empty]


def _value(system: SystemProfile, key: str) -> Estimate:
    """A measure of a system, so that more is better: what fails in no phrasing is said in place of
    what passes in none."""
    value: Estimate = getattr(system, key)
    if key != "lost" or value.value is None or value.low is None or value.high is None:
        return value
    return replace(value, value=1 - value.value, low=1 - value.high, high=1 - value.low)


def filtered(found: Found) -> dict[str, dict[str, int]]:
    """Filter (``quality``, ``difficulty``) -> what it says -> somebody else's questions; empty
    where they were not filtered. A question that any system was asked counts once."""
    told: dict[str, dict[tuple[str, str], str]] = {}
    for run in found.assessed.foreign:
        for kind, name in run.labels.dimensions:
            if kind in FILTERS:
                told.setdefault(kind, {})[run.labels.document, run.labels.task_id] = name
    return {kind: dict(sorted(Counter(told[kind].values()).items())) for kind in sorted(told)}


def interval(value: Estimate, words: Words = ENGLISH) -> str:
    """``0.90–1.00``; empty for nothing."""
    return interval_of(value.low, value.high, words)


def held(result: Result, words: Words = ENGLISH) -> str:
    """What a threshold is held against, with its interval; see ``held_share``."""
    shown = held_share(result.found.value, result.least, words)
    around = interval(result.found, words)
    return f"{shown} ({around})" if around else shown


def signed(value: float | None, words: Words = ENGLISH) -> str:
    """A difference, with its sign."""
    if value is None:
        return NONE
    if abs(value) < 0.005:
        return words.number(0.0, ".2f")
    return words.number(value, "+.2f").replace("-", "−")


def compared(value: Estimate, words: Words = ENGLISH) -> str:
    """A difference with its interval; of systems that no task tells apart, that."""
    if value.alike:
        return words("{zero} (same, {n:# task|tasks})", zero=signed(0.0, words), n=value.tasks)
    around = signed_interval(value, words)
    return f"{signed(value.value, words)} ({around})" if around else signed(value.value, words)


def signed_interval(value: Estimate, words: Words = ENGLISH) -> str:
    """``−0.05…+0.07``."""
    if value.low is None or value.high is None:
        return ""
    return f"{signed(value.low, words)}…{signed(value.high, words)}"


def verdictless(system: SystemProfile) -> int:
    """Runs that nobody could decide."""
    counts = dict(system.outcomes)
    return sum(counts.get(outcome.value, 0) for outcome in (Outcome.ERROR, Outcome.UNJUDGED))
