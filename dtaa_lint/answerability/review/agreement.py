"""How far reviewers agree beyond chance.

Cohen, J. (1960): A coefficient of agreement for nominal scales. Educational and Psychological
Measurement 20, 37-46: for two raters kappa = (p_o - p_e) / (1 - p_e), p_e the sum over the
categories of the product of both raters' shares.

Gwet, K. L. (2008): Computing inter-rater reliability and its variance in the presence of high
agreement. British Journal of Mathematical and Statistical Psychology 61, 29-48: AC1 =
(p_a - p_e) / (1 - p_e), for any number of raters: p_a is the mean over the items with two verdicts
or more of the share of pairs of verdicts that are alike; p_e = sum of pi_k (1 - pi_k) / (q - 1),
where pi_k is the mean over all items of the share of verdicts that are k, and q the number of
categories that were used (two at least). Where nearly everything is yes, kappa falls though
people agree, or is not defined; AC1 does not.

Categories are yes, no and cannot say. Cells that were left empty are no verdicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

from dtaa_lint.answerability.scoring.statistics import FEWEST_TASKS, LEVEL, draws

Ratings = Mapping[str, str]
"""Reviewer -> verdict, of one item."""
_Pattern = tuple[tuple[str, str], ...]
"""Ratings as a value: (reviewer, verdict), by reviewer."""
_Counted = Mapping[_Pattern, int]
"""Pattern -> items that have it; a sample has few, which makes resampling cheap."""
_LEAST_DEFINED = 0.95
"""Share of resamples in which a coefficient must be defined for its interval to mean anything."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of agreement."""

    value: float | None
    low: float | None = None
    high: float | None = None
    """Bounds of the 95 % interval (bootstrap over items); None where it has none."""
    why: str = ""
    """Why there is no value: ``no overlap``, ``no variance``."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the verdicts on one criterion agree."""

    items: int
    """With two verdicts or more."""
    raters: int
    observed: float | None
    """Share of pairs of verdicts that are alike, mean over items."""
    kappa: Coefficient
    """Cohen's; of more than two raters the mean over the pairs for which it is defined."""
    pairs: int
    """Pairs of raters for which it is defined."""
    pairs_undefined: int
    """Pairs with common items that gave one and the same verdict throughout."""
    ac1: Coefficient

    @property
    def too_small(self) -> bool:
        return self.items < FEWEST_TASKS


def agreement(items: Sequence[Ratings], key: str = "") -> Agreement:
    """Of the verdicts on these items. ``key`` names the sample, for the bootstrap."""
    rated = [_pattern(item) for item in items if item]
    several = [item for item in rated if len(item) > 1]
    raters = len({name for item in rated for name, _ in item})
    if not several:
        nothing = Coefficient(None, why="no overlap")
        return Agreement(0, raters, None, nothing, 0, 0, nothing)
    kappas = _pairs(Counter(several))
    defined = [value for value in kappas if value is not None]
    return Agreement(
        items=len(several),
        raters=raters,
        observed=_observed(Counter(several)),
        kappa=_with_interval(several, _mean_kappa, key),
        pairs=len(defined),
        pairs_undefined=len(kappas) - len(defined),
        ac1=_with_interval(rated, _ac1, key),
    )


def _pattern(item: Ratings) -> _Pattern:
    return tuple(sorted(item.items()))


def _kappa(pairs: Mapping[tuple[str, str], int]) -> float | None:
    """Cohen's kappa of two raters; None without items, and where both gave one and the same
    verdict throughout, so that chance alone explains everything."""
    number = sum(pairs.values())
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    alike = 0
    for (one, other), count in pairs.items():
        first[one] += count
        second[other] += count
        alike += count * (one == other)
    # In whole numbers, so that 1 - p_e is nothing exactly when it is.
    chance = sum(count * second[verdict] for verdict, count in first.items())
    if chance == number * number:
        return None
    return (alike * number - chance) / (number * number - chance)


def _pairs(items: _Counted) -> list[float | None]:
    """Kappa of every pair of raters with common items."""
    common: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for item, count in items.items():
        for (one, this), (other, that) in combinations(item, 2):
            common.setdefault((one, other), Counter())[this, that] += count
    return [_kappa(common[pair]) for pair in sorted(common)]


def _mean_kappa(items: _Counted) -> float | None:
    defined = [value for value in _pairs(items) if value is not None]
    return sum(defined) / len(defined) if defined else None


def _observed(items: _Counted) -> float | None:
    total, number = 0.0, 0
    for item, count in items.items():
        size = len(item)
        if size > 1:
            verdicts = Counter(verdict for _, verdict in item)
            alike = sum(same * (same - 1) for same in verdicts.values())
            total += count * alike / (size * (size - 1))
            number += count
    return total / number if number else None


def _ac1(items: _Counted) -> float | None:
    agreed = _observed(items)
    if agreed is None:
        return None
    number = sum(items.values())
    shares: dict[str, float] = {}
    for item, count in items.items():
        for _, verdict in item:
            shares[verdict] = shares.get(verdict, 0.0) + count / len(item)
    others = max(len(shares), 2) - 1
    chance = sum(share / number * (1 - share / number) for share in shares.values()) / others
    return (agreed - chance) / (1 - chance)


def _with_interval(
    items: Sequence[_Pattern], measure: Callable[[_Counted], float | None], key: str
) -> Coefficient:
    value = measure(Counter(items))
    if value is None:
        return Coefficient(None, why="no variance")
    if len({verdict for item in items for _, verdict in item}) == 1:
        # No resampling can doubt what is all alike.
        return Coefficient(value)
    whole = draws(len(items), key)
    found = [measure(Counter(map(items.__getitem__, drawn))) for drawn in whole]
    known = sorted([one for one in found if one is not None])
    if len(known) < _LEAST_DEFINED * len(whole):
        return Coefficient(value)
    tail = (1 - LEVEL) / 2
    return Coefficient(
        value, known[int(len(known) * tail)], known[ceil(len(known) * (1 - tail)) - 1]
    )
