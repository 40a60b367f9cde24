"""Answerability corrected for the judge's errors by what people say of a sample of answers.

Angelopoulos, A. N., Bates, S., Fannjiang, C., Jordan, M. I., Zrnic, T. (2023): Prediction-powered
inference. Science 382, 669-674; for a mean

    corrected = mean over all runs of f  +  mean over the labelled runs of (y - f)

    variance  = var(f) / N  +  var(y - f) / n,      interval: corrected +/- 1.96 sqrt(variance)

where f is the judge's PASS (0 or 1), y the people's, and the labelled runs are drawn at random.
Here, for one system,

- A_t is a mean over N tasks of the share of their runs that pass, so f is that share, and the
  runs weigh 1 / (N x runs of the task);
- a run that nobody judged (no answer, an abstention, no valid output) is failed by rule and by
  people alike: y - f is nothing, and the second mean counts with the share W of the weight that
  judged answers have, its variance with W^2;
- y is the strict conjunction of people's correct, complete and supported with what no judge
  decides: evidence, relations, provenance. Of several reviewers y is the mean.

The mean of y - f over labelled runs is weighted by the runs' weights, with its variance as that of
a ratio: n / (n - 1) x sum w^2 (d - mean)^2 / (sum w)^2, which is var(d) / n for equal weights.
Variances have N - 1 and n - 1 below. The labelled runs are part of all runs.

Where people and judge differ in all labelled runs alike (most often: in none), var(y - f) is
nothing, which says too much of a small sample: in place of 1.96 times its root stands the margin
of a share that was never met, 1 - 0.025^(1/n), as for all intervals of this tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from dtaa_lint.answerability.scoring.statistics import FEWEST_TASKS, LEVEL, Estimate

_Z = 1.959963984540054
"""97.5 % quantile of the normal distribution."""
_ALIKE = 1e-9


class Labelled(NamedTuple):
    """A run that people have judged."""

    weight: float
    judge: float
    """f: the judge's PASS."""
    people: float
    """y: theirs."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Answerability of one system, as the judge has it and corrected."""

    system: str
    judged: float
    """A_t as the judge has it."""
    corrected: Estimate
    """Its ``tasks`` are labelled runs."""
    correction: float | None
    """What the correction adds."""

    @property
    def too_small(self) -> bool:
        return self.corrected.tasks < FEWEST_TASKS or self.corrected.too_small


def correct(
    system: str,
    tasks: Sequence[tuple[int, int]],
    judged_share: float,
    labelled: Sequence[Labelled],
) -> Corrected | None:
    """Corrects one system. ``tasks``: (runs that pass, runs) of each task; ``judged_share``: W.
    None without tasks. A single labelled run, and a single task, give no interval."""
    shares = [passed / runs for passed, runs in tasks if runs]
    if not shares:
        return None
    judged = sum(shares) / len(shares)
    known = [one for one in labelled if one.weight > 0]
    number = len(known)
    if not known:
        return Corrected(system, judged, Estimate(None, None, None, 0, 0), None)
    total = sum(one.weight for one in known)
    differences = [one.people - one.judge for one in known]
    mean = sum(d * one.weight for d, one in zip(differences, known, strict=True)) / total
    correction = judged_share * mean
    value = _within(judged + correction)
    if number < 2 or len(shares) < 2:
        return Corrected(system, judged, Estimate(value, None, None, number, 1), correction)
    of_tasks = sum((one - judged) ** 2 for one in shares) / (len(shares) - 1) / len(shares)
    spread = sum((one.weight * (d - mean)) ** 2 for d, one in zip(differences, known, strict=True))
    of_labels = number / (number - 1) * spread / total**2
    if max(differences) - min(differences) < _ALIKE:
        of_labels = ((1 - ((1 - LEVEL) / 2) ** (1 / number)) / _Z) ** 2
    margin = _Z * sqrt(of_tasks + judged_share**2 * of_labels)
    low, high = _within(judged + correction - margin), _within(judged + correction + margin)
    return Corrected(system, judged, Estimate(value, low, high, number, 1), correction)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
