"""Acceptance thresholds on answerability: the least A_t that a document must reach.

By task class (``EXTRACT-L4 = 0.6``), for all phrasings together or for one of them
(``[….thresholds.Q2]``), for all classes together by ``all``. In the retrieval tier they hold the
ceiling: what not even the evidence allows is missed for certain.

The value decides: it is what the document reached over all of its tasks that were asked, and a
limit of 1 asks for every one. Only where the sample is too small (``Estimate.too_small``, as
everywhere in the report) and the limit lies within its interval there is no verdict. A limit within
the interval of a sample that is large enough makes a verdict that is ``close``: other tasks of the
same kind could have decided otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dtaa_lint.answerability.model import Phrasing, Score
from dtaa_lint.answerability.scoring.profile import Run, counts, decided, units
from dtaa_lint.answerability.scoring.statistics import Estimate, estimate, task_means
from dtaa_lint.settings.reader import Reader, shown
from dtaa_lint.settings.thresholds import read_share
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.universe.model import MOTIF_CLASS

ALL = "all"
"""All task classes together."""
CLASSES = tuple(sorted({f"{operation}-{level}" for operation, level in MOTIF_CLASS.values()}))
WRITTEN = (Phrasing.Q1, Phrasing.Q2, Phrasing.Q3)
"""Phrasings that models alone write."""
PHRASINGS = tuple([str(one) for one in (Phrasing.Q0, *WRITTEN, Phrasing.LEXICAL)])
_OFF = "off"
_NONE = 0.0
"""The limit that it stands for: nothing is below."""


@dataclass(frozen=True, slots=True)
class AnswerabilityThresholds:
    """Limits: (phrasing or "" for all of them, task class or ``ALL``, least A_t from 0 to 1)."""

    least: tuple[tuple[str, str, float], ...] = ()

    def over(self, other: AnswerabilityThresholds) -> AnswerabilityThresholds:
        """These laid over ``other``: what is set here holds, the rest is ``other``'s."""
        limits = {(phrasing, name): share for phrasing, name, share in other.least}
        limits.update({(phrasing, name): share for phrasing, name, share in self.least})
        return _ordered(limits)

    def __bool__(self) -> bool:
        return bool(self.least)


NO_ANSWERABILITY_THRESHOLDS = AnswerabilityThresholds()


def read_answerability_thresholds(reader: Reader) -> AnswerabilityThresholds:
    """The table ``[tool.dtaa-lint.answerability.thresholds]``, or ``[answerability]`` of a
    profile. Raises ``ConfigError``."""
    limits: dict[tuple[str, str], float] = {}
    for key, value in reader.table.items():
        if key in PHRASINGS:
            if not isinstance(value, Mapping):
                raise reader.wrong(key, f"a table of task classes, not {shown(value)}")
            for name, share in value.items():
                _read(reader, limits, key, name, share)
        else:
            _read(reader, limits, "", key, value)
    return _ordered(limits)


def _read(
    reader: Reader, limits: dict[tuple[str, str], float], phrasing: str, name: str, value: Any
) -> None:
    known = (ALL, *CLASSES)
    key = f"{phrasing}.{name}" if phrasing else name
    if name not in known:
        names = known if phrasing else (*known, *PHRASINGS)
        raise reader.wrong(key, f"one of {', '.join(names)}{did_you_mean(name, names)}")
    share = _NONE if value == _OFF else read_share(value)
    if share is None:
        raise reader.wrong(key, f'a share from 0 to 1, "N %" or off, not {shown(value)}')
    limits[phrasing, name] = share


_OPTION = re.compile(r"(?:(Q[0-3L])[.:])?([A-Za-z]+(?:-L[0-4])?)")


def thresholds_of(text: str) -> AnswerabilityThresholds:
    """A command line's ``EXTRACT-L4=0.6,Q2.EXTRACT-L4=0.4,all=0.5``; a lone share is for all.
    Raises ``ValueError`` with what it must be."""
    limits: dict[tuple[str, str], float] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if not equals:
            name, value = ALL, name
        match = _OPTION.fullmatch(name.strip())
        known = (ALL, *CLASSES)
        if match is None or match[2] not in known:
            near = did_you_mean(name.strip(), known)
            raise ValueError(f"must name a task class such as EXTRACT-L4, not {shown(name)}{near}")
        share = _NONE if value.strip() == _OFF else read_share(value.strip())
        if share is None:
            raise ValueError("must be a share such as 0.6 or 60%, off, or CLASS=SHARE,…")
        if (match[1] or "", match[2]) in limits:
            raise ValueError(f"must have one limit for each class, not two for {shown(name)}")
        limits[match[1] or "", match[2]] = share
    return _ordered(limits)


def _ordered(limits: Mapping[tuple[str, str], float]) -> AnswerabilityThresholds:
    phrasings = ("", *PHRASINGS)
    classes = (ALL, *CLASSES)
    return AnswerabilityThresholds(
        tuple(
            [
                (phrasing, name, limits[phrasing, name])
                for phrasing in phrasings
                for name in classes
                if (phrasing, name) in limits
            ]
        )
    )


class Standing(StrEnum):
    MET = "met"
    MISSED = "missed"
    TOO_SMALL = "too small to tell"
    """The limit lies within the interval of a sample that is too small."""
    NOTHING = "nothing to measure"
    """No task of the class was asked in the phrasing."""


@dataclass(frozen=True, slots=True)
class Result:
    """One threshold, held against one system."""

    system: str
    document: str
    """The document; empty where several are taken together."""
    phrasing: str
    """Empty for all of them."""
    task_class: str
    least: float
    found: Estimate
    standing: Standing

    @property
    def close(self) -> bool:
        """Whether it is met or missed by the value alone: the limit lies within the interval."""
        return self.standing in (Standing.MET, Standing.MISSED) and _within(self.found, self.least)


def held(
    runs: Iterable[Run],
    thresholds: AnswerabilityThresholds,
    key: str = "",
    document: str = "",
    systems: Sequence[str] = (),
) -> tuple[Result, ...]:
    """Every threshold against every system, over the runs given: those of one document, or of the
    documents that share a profile. The easy band counts under no limit, and a limit that is off
    is none. ``systems`` are held to
    the limits even when they have no runs, and come first, in their order."""
    by_system: dict[str, list[Run]] = {system: [] for system in systems}
    for run in sorted(runs, key=lambda run: (run.labels.document, run.score.task_id)):
        found_runs = by_system.setdefault(run.score.system, [])
        if counts(run):
            found_runs.append(run)
    results = []
    for system in (*dict.fromkeys(systems), *sorted(by_system.keys() - set(systems))):
        for phrasing, name, least in thresholds.least:
            if least == _NONE:
                continue
            chosen = [
                run
                for run in by_system[system]
                if (not phrasing or run.score.phrasing == phrasing)
                and (name == ALL or run.labels.task_class == name)
            ]
            found = estimate(task_means(list(units(decided(chosen), _passed).values())), key)
            standing = _standing(found, least)
            results.append(Result(system, document, phrasing, name, least, found, standing))
    return tuple(results)


def _passed(score: Score) -> float:
    return float(score.passed)


def unmeasured(results: Sequence[Result]) -> tuple[tuple[str, str], ...]:
    """(document, system) whose limits hold nothing at all, because nothing could be measured; the
    document is empty where several are taken together. A class that a document has no task of is
    not meant, where it has others."""
    places: dict[tuple[str, str], list[Standing]] = {}
    for one in results:
        places.setdefault((one.document, one.system), []).append(one.standing)
    return tuple(
        [
            place
            for place, found in places.items()
            if all(standing is Standing.NOTHING for standing in found)
        ]
    )


def _standing(found: Estimate, least: float) -> Standing:
    """A small sample decides only where the limit lies outside its interval."""
    if found.value is None or found.low is None or found.high is None:
        return Standing.NOTHING
    met = found.value >= least
    if found.too_small and _within(found, least):
        return Standing.TOO_SMALL
    return Standing.MET if met else Standing.MISSED


def _within(found: Estimate, least: float) -> bool:
    return found.low is not None and found.high is not None and found.low < least <= found.high


def fails(results: Sequence[Result], *, fail_small: bool = False) -> bool:
    """Whether the exit status is 1: a threshold is missed, or, where that is asked for, cannot be
    told."""
    bad = {Standing.MISSED} | ({Standing.TOO_SMALL, Standing.NOTHING} if fail_small else set())
    return any(result.standing in bad for result in results)
