"""Shares of yes, with intervals that hold near one.

Targets lie at 95 % and 98 %, where a bootstrap is too narrow: a sample with one fault of 80 never
draws what it has not seen. The interval is the exact one of Clopper and Pearson (1934, Biometrika
26, 404-413), for weighted samples as Korn and Graubard (1998, Survey Methodology 24, 193-201) have
it: with the effective size n = (sum w)^2 / sum w^2 (Kish 1965) in place of the number of tasks.

What is estimated is the share among the tasks that were drawn from: each judged task stands for
its stratum's tasks, tasks of the stratum divided by judged ones. Verdicts of several reviewers on
a task are averaged: the task is the unit, not the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, exp, lgamma, log, log1p
from typing import NamedTuple

from dtaa_lint.answerability.scoring.statistics import LEVEL, Estimate

_STEPS = 60
"""Halvings: more than a double has digits."""
_TERMS = 500
_TINY = 1e-300


class Part(NamedTuple):
    """What one task adds."""

    share: float
    """Of its verdicts (or phrasings) that are yes, 0 to 1."""
    weight: float
    """Tasks (or phrasings) that it stands for."""


class Standing(StrEnum):
    """A share against its target."""

    MET = "met"
    """The whole interval lies at or above the target."""
    MISSED = "missed"
    """The whole interval lies below it."""
    TOO_SMALL = "too small to tell"
    """The target lies within the interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its target."""

    estimate: Estimate
    target: float | None = None

    @property
    def standing(self) -> Standing | None:
        """None without a target, or without anything to hold against it."""
        low, high = self.estimate.low, self.estimate.high
        if self.target is None or low is None or high is None:
            return None
        if low >= self.target:
            return Standing.MET
        return Standing.MISSED if high < self.target else Standing.TOO_SMALL


def needed(target: float) -> int:
    """The fewest tasks, all of them without a fault, that can meet a target."""
    return ceil(log((1 - LEVEL) / 2) / log(target) - 1e-9)


def share(parts: Sequence[Part], documents: int = 1) -> Estimate:
    """The weighted mean of the parts' shares, with its interval."""
    known = [part for part in parts if part.weight > 0]
    if not known:
        return Estimate(None, None, None, 0, 0)
    total = sum(part.weight for part in known)
    value = sum(part.share * part.weight for part in known) / total
    value = min(1.0, max(0.0, value))
    if all(part.share == 1 for part in known):
        value = 1.0
    size = total * total / sum(part.weight * part.weight for part in known)
    low, high = exact_interval(value * size, size)
    return Estimate(value, low, high, len(known), documents)


def exact_interval(yes: float, size: float) -> tuple[float, float]:
    """Clopper and Pearson's 95 % interval of ``yes`` of ``size``; neither need be whole."""
    tail = (1 - LEVEL) / 2
    no = size - yes
    low = 0.0 if yes <= 1e-9 else _quantile(tail, yes, no + 1)
    high = 1.0 if no <= 1e-9 else _quantile(1 - tail, yes + 1, no)
    return low, high


def _quantile(probability: float, a: float, b: float) -> float:
    """The quantile of the beta distribution, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _beta(middle, a, b) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction (NIST
    Handbook of Mathematical Functions, 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_fraction(1 - x, b, a)
    return _beta_fraction(x, a, b)


def _beta_fraction(x: float, a: float, b: float) -> float:
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _TERMS):
        for number in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + number * d)
            c = _away(1 + number / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


def _away(value: float) -> float:
    """Never zero, which is divided by."""
    return value if abs(value) > _TINY else _TINY
