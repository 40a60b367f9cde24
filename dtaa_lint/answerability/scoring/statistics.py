"""Means with 95 % intervals: a bootstrap that is the same on every machine.

What is drawn comes from an extendable hash (SHAKE-256) of a key, never from a generator whose
sequence may change. Tasks are drawn, which tells of these documents; of ``FEWEST_DOCUMENTS`` and
more whole documents, since tasks of one document stand or fall together: that tells of documents
like these. Where all values are alike, which no resampling can doubt, the interval is the exact one
of a share that was always or never met. Where fewer than ``FEWEST_APART`` tasks stand apart from
the others, resampling is too sure of itself (it can even be surer of nearly all than of all), and
the interval is the score interval: Wilson's (1927) of a mean, Tango's (Statistics in Medicine 17,
1998) of a paired difference. That of systems without any difference is therefore never the widest.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

RESAMPLES = 2_000
LEVEL = 0.95
FEWEST_TASKS = 10
"""Tasks below which a mean tells too little."""
FEWEST_DOCUMENTS = 4
"""Documents below which their spread tells nothing, so that tasks are drawn."""
WIDEST = 0.4
"""Width of an interval beyond which it tells too little."""
FEWEST_APART = 6
"""Tasks that stand apart from the others below which resampling is not trusted. Of paired systems:
with fewer differing tasks not even one that always wins is told from chance (sign test, 2 x 0.5^5
> 0.05)."""
_ALIKE = 1e-9
_Z = 1.959963984540054
"""Standard normal deviate of the level."""
_HALVINGS = 60


class Unit(NamedTuple):
    """What one task adds to a mean."""

    total: float
    weight: float
    """Runs (or one for the task) that the total is over; 0 where the task says nothing of it."""
    cluster: str = ""
    """Its document."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or a difference of two, with its interval."""

    value: float | None
    """None when there is nothing to take it of."""
    low: float | None
    high: float | None
    """Bounds of the 95 % interval."""
    tasks: int
    documents: int
    alike: bool = False
    """Of a difference: whether it is nothing in every task."""

    @property
    def too_small(self) -> bool:
        """Whether the sample is too small to tell."""
        if self.low is None or self.high is None or self.tasks < FEWEST_TASKS:
            return True
        return self.high - self.low > WIDEST


NOTHING = Estimate(None, None, None, 0, 0)


def estimate(units: Sequence[Unit], key: str = "") -> Estimate:
    """The mean over all runs of the units, with its interval. ``key`` names the sample: the same
    units under the same key have the same interval."""
    known = [unit for unit in units if unit.weight]
    if not known:
        return NOTHING
    documents = len({unit.cluster for unit in known})
    value = _ratio(known)
    groups = _groups(known)
    if all(abs(unit.total - value * unit.weight) < _ALIKE for unit in known):
        margin = 1 - ((1 - LEVEL) / 2) ** (1 / len(groups))
        low = value - margin if value > 0 else value
        high = value + margin if value < 1 else value
        return Estimate(value, max(low, 0.0), min(high, 1.0), len(known), documents)
    if documents < FEWEST_DOCUMENTS and _few(known):
        return Estimate(value, *_wilson(value, len(known)), len(known), documents)
    totals = [group.total for group in groups]
    counts = [group.weight for group in groups]
    means = []
    for drawn in draws(len(groups), key):
        count = sum(map(counts.__getitem__, drawn))
        means.append(sum(map(totals.__getitem__, drawn)) / count)
    low, high = _interval(means)
    return Estimate(value, low, high, len(known), documents)


def task_means(units: Sequence[Unit]) -> list[Unit]:
    """Each task with the weight of one, however many runs it has: A_t, whose mean is over tasks."""
    return [Unit(unit.total / unit.weight, 1.0, unit.cluster) for unit in units if unit.weight]


def difference(left: Mapping[str, Unit], right: Mapping[str, Unit], key: str = "") -> Estimate:
    """Left less right, over the tasks that both have: the same tasks are drawn for both."""
    common = sorted(
        task for task, unit in left.items() if unit.weight and task in right and right[task].weight
    )
    if not common:
        return NOTHING
    ours = [left[task] for task in common]
    theirs = [right[task] for task in common]
    documents = len({unit.cluster for unit in ours})
    value = _ratio(ours) - _ratio(theirs)
    one, other = _groups(ours), _groups(theirs)
    gaps = [a.total / a.weight - b.total / b.weight for a, b in zip(ours, theirs, strict=True)]
    apart = [gap for gap in gaps if abs(gap) > _ALIKE]
    if not apart or (documents < FEWEST_DOCUMENTS and len(apart) < FEWEST_APART):
        won, lost = sum(g for g in apart if g > 0), -sum(g for g in apart if g < 0)
        low, high = score_interval_of_difference(won, lost, len(one))
        return Estimate(value if apart else 0.0, low, high, len(common), documents, not apart)
    columns = [
        [group.total for group in one], [group.weight for group in one],
        [group.total for group in other], [group.weight for group in other],
    ]  # fmt: skip
    spread = []
    for drawn in draws(len(one), key):
        a, b, c, d = (sum(map(column.__getitem__, drawn)) for column in columns)
        spread.append(a / b - c / d)
    low, high = _interval(spread)
    return Estimate(value, low, high, len(common), documents)


def _few(units: Sequence[Unit]) -> bool:
    """Whether few of them are not met in full, or few are met at all."""
    short = sum(unit.total < unit.weight - _ALIKE for unit in units)
    some = sum(unit.total > _ALIKE for unit in units)
    return min(short, some) < FEWEST_APART


def _wilson(value: float, number: int) -> tuple[float, float]:
    """The score interval of a share."""
    square = _Z * _Z / number
    middle = value + square / 2
    half = _Z * sqrt(value * (1 - value) / number + square / number / 4)
    return max((middle - half) / (1 + square), 0.0), min((middle + half) / (1 + square), 1.0)


def score_interval_of_difference(won: float, lost: float, number: int) -> tuple[float, float]:
    """The score interval of a paired difference of shares; ``won`` and ``lost`` are the sums of
    what speaks for either side, over ``number`` pairs."""

    def deviate(at: float) -> float:
        least = -lost * at * (1 - at)
        slope = (2 * number - won + lost) * at - won - lost
        share = (sqrt(max(slope * slope - 8 * number * least, 0.0)) - slope) / (4 * number)
        variance = number * (2 * share + at * (1 - at))
        gap = won - lost - number * at
        return gap / sqrt(variance) if variance > 0 else (0.0 if abs(gap) < _ALIKE else gap * 1e9)

    middle = (won - lost) / number
    ends = []
    for bound, target in ((-1.0, _Z), (1.0, -_Z)):
        inner, outer = middle, bound
        for _ in range(_HALVINGS):
            at = (inner + outer) / 2
            if abs(deviate(at)) < abs(target):
                inner = at
            else:
                outer = at
        ends.append(inner)
    return ends[0], ends[1]


def _ratio(units: Sequence[Unit]) -> float:
    return sum(unit.total for unit in units) / sum(unit.weight for unit in units)


def _groups(units: Sequence[Unit]) -> list[Unit]:
    """What is drawn: the tasks of few documents, or the documents of many."""
    clusters: dict[str, tuple[float, float]] = {}
    for unit in units:
        total, count = clusters.get(unit.cluster, (0.0, 0.0))
        clusters[unit.cluster] = (total + unit.total, count + unit.weight)
    if len(clusters) < FEWEST_DOCUMENTS:
        return list(units)
    return [Unit(*sums, cluster) for cluster, sums in sorted(clusters.items())]


@lru_cache(maxsize=64)
def draws(number: int, key: str = "") -> tuple[tuple[int, ...], ...]:
    """``RESAMPLES`` draws of ``number`` out of ``number`` with replacement, as indices."""
    seed = f"dtaa-lint bootstrap 1\n{number}\n{key}".encode()
    size = RESAMPLES * number
    stream = struct.unpack(f"<{size}I", hashlib.shake_256(seed).digest(4 * size))
    indices = [(word * number) >> 32 for word in stream]
    return tuple([tuple(indices[at : at + number]) for at in range(0, size, number)])


def _interval(values: list[float]) -> tuple[float, float]:
    values.sort()
    tail = (1 - LEVEL) / 2
    low = int(len(values) * tail)
    high = ceil(len(values) * (1 - tail)) - 1
    return values[low], values[high]
