"""Whether an answer states the number that the gold is.

A match is exact in value and safe at its boundaries: a number inside a longer one is another
number. Unit and scale must agree as far as they are known: the gold's own, else those that the
headers, the caption and the section over it name (``near``), else those that the question and the
shown evidence name (``far``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dtaa_lint.answerability.scoring import number_words as vocabulary
from dtaa_lint.answerability.scoring.digits import plain
from dtaa_lint.answerability.scoring.number_reader import Kind, Number, read
from dtaa_lint.answerability.scoring.number_words import BASIS, PERCENT, PERMILLE, POINTS

_SHARES = {PERCENT: 100, PERMILLE: 1_000}
_WORD = re.compile(r"[%‰€$£¥₹₽¢]|'?000s?|[^\W\d_]+[²³]?\.?(?:[$€£](?![\w]))?")
_JOINS = re.compile(
    r"(?:and|und|et|y|or|oder|ou|to|bis|à|plus|sowie|bzw|between|from|entre|de|zwischen|von)?"
    r"[\s,;:/&+()\[\]±x×|.*†‡§<>≤≥~-]*",
    re.IGNORECASE,
)
_GLUED = re.compile(r"[€$£]\s?([kKmMbB])\b|\b([kKTM])\s?(?=[€$£])")
_BRACKETED = re.compile(r"(?:[(\[,/]\s?|\bin )([gtmlLhs]|mW|MW|GW)(?=\s?[)\]]|$)")
_MAX_GOLD = 160
"""Characters beyond which a gold is words, whatever numbers stand in it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Units and scales that texts name."""

    units: frozenset[str] = frozenset()
    scales: frozenset[int] = frozenset()


NOTHING = Measure()


def measure(texts: Iterable[str]) -> Measure:
    """What headers, captions and the like say that numbers are measured in: ``in million euro``,
    ``(%)``, ``$000``."""
    found = [_measure(text) for text in texts]
    return Measure(
        frozenset([unit for one in found for unit in one.units]),
        frozenset([scale for one in found for scale in one.scales]),
    )


@lru_cache(maxsize=4_096)
def _measure(text: str) -> Measure:
    units: set[str] = set()
    scales: set[int] = set()
    said = plain(text)
    ends: list[tuple[int, str]] = [(m.start(), m[0]) for m in _WORD.finditer(said)]
    for at, (start, word) in enumerate(ends):
        spellings = [word, word.rstrip(".")]
        for more in (1, 2):
            if at + more < len(ends):
                last = ends[at + more]
                spellings.append(said[start : last[0] + len(last[1])])
        for spelling in spellings:
            units |= _units(spelling)
            scales |= _scales(spelling)
    for match in _GLUED.finditer(said):
        scales.add(vocabulary.GLUED_SCALES[match[1] or match[2]])
    units.update(vocabulary.CASED[match[1]] for match in _BRACKETED.finditer(said))
    return Measure(frozenset(units), frozenset(scales))


def _units(spelling: str) -> set[str]:
    folded = spelling.casefold()
    unit = vocabulary.UNITS.get(folded)
    if unit is None and len(spelling) > 2 and folded[-1] in "€$£":
        unit = vocabulary.UNITS.get(folded[-1])
    return {unit} if unit else set()


def _scales(spelling: str) -> set[int]:
    folded = spelling.casefold()
    if folded in ("k", "mm", "mil", "mille"):
        return set()
    if folded == "000":
        return {1_000}
    if folded in vocabulary.LONG_SCALE:
        return set(vocabulary.LONG_SCALE[folded])
    return {vocabulary.SCALES[folded]} if folded in vocabulary.SCALES else set()


def gold_numbers(gold: str, lang: str, markers: Sequence[str] = ()) -> tuple[Number, ...] | None:
    """The numbers that a gold is; None when it is words, a date, or words with numbers in them."""
    text = gold.strip()
    if not text or len(text) > _MAX_GOLD:
        return None
    numbers = read(text, lang, markers)
    if not numbers:
        return None
    said = plain(text)
    at = 0
    for number in numbers:
        if not _JOINS.fullmatch(said, at, number.start):
            return None
        at = number.end
    return tuple(numbers) if _JOINS.fullmatch(said, at) else None


def is_number(gold: str, lang: str, markers: Sequence[str] = ()) -> bool:
    """Whether a gold is compared as a number (or as several)."""
    return gold_numbers(gold, lang, markers) is not None


def stated(
    answer: str,
    gold: str,
    lang: str,
    *,
    near: Measure = NOTHING,
    far: Measure = NOTHING,
    markers: Sequence[str] = (),
) -> bool:
    """Whether the answer states the number that the gold is; of several numbers, all of them."""
    wanted = gold_numbers(gold, lang, markers)
    if wanted is None:
        return False
    said = read(answer, lang, markers, words=True)
    return all(occurrences(number, said, near, far) for number in wanted)


def occurrences(
    gold: Number, said: Sequence[Number], near: Measure = NOTHING, far: Measure = NOTHING
) -> list[Number]:
    """Those of the numbers of an answer that are the gold's."""
    found = [number for number in said if same(gold, number, near, far)]
    if found and gold.kind is Kind.NUMBER and not _year_like(gold):
        # 2024 as a year is no 2,024, unless nothing else is said.
        others = [number for number in said if number is not found[0]]
        found = [number for number in found if not number.year or not others]
    return found


def _year_like(gold: Number) -> bool:
    return not gold.unit and gold.end - gold.start == 4


def same(gold: Number, said: Number, near: Measure = NOTHING, far: Measure = NOTHING) -> bool:
    """Whether a number of an answer is the gold's number."""
    if gold.kind is not said.kind and not (gold.kind is not Kind.RANGE and said.word):
        return False
    if gold.kind is Kind.ORDINAL or said.kind is Kind.ORDINAL:
        return gold.kind is said.kind and bool(gold.values & said.values)
    if said.word and (gold.scale != 1 or any(abs(value) > 12 for value in gold.values)):
        return False
    if gold.bound.strip("~") != said.bound.strip("~"):
        return False
    factors = _factors(gold, said, near, far)
    if gold.kind is Kind.RANGE and not _equal(gold.upper, said.upper, factors):
        return False
    return _equal(gold.values, said.values, factors) or (
        said.falls
        and _equal(gold.values, frozenset({-value for value in said.values}), factors)
        and all(value < 0 for value in gold.values)
    )


def _equal(
    gold: frozenset[Fraction], said: frozenset[Fraction], factors: frozenset[Fraction]
) -> bool:
    return any(value * factor in said for value in gold for factor in factors)


def _factors(gold: Number, said: Number, near: Measure, far: Measure) -> frozenset[Fraction]:
    """What the gold's value may be multiplied by to be the answer's: 1, and what unit and scale
    allow; none when the units do not go together."""
    scales = _scale_factors(gold, said, near, far)
    one, other = gold.unit, said.unit
    if one == other or _like(one, other):
        return scales
    if one and not other:
        if one in _SHARES:
            share = frozenset({Fraction(1, _SHARES[one])})
            known = one in near.units or one in far.units
            return share | scales if known else share
        if one in (POINTS, BASIS):
            return scales if one in near.units or one in far.units else frozenset()
        return scales
    if one and other:
        if one in _SHARES and other in _SHARES:
            return frozenset({Fraction(_SHARES[other], _SHARES[one])})
        return frozenset()
    share = frozenset({Fraction(_SHARES[other])}) if other in _SHARES else frozenset[Fraction]()
    units = near.units or far.units
    if any(other == unit or _like(other, unit) for unit in units):
        return scales | (share if other not in near.units else frozenset())
    return share


def _scale_factors(gold: Number, said: Number, near: Measure, far: Measure) -> frozenset[Fraction]:
    factors = {Fraction(1)}
    if gold.scale != 1:
        if said.scale == 1 and (gold.scale in near.scales or gold.scale in far.scales):
            # The question or the header says the scale, the answer leaves it out.
            factors.add(Fraction(1, gold.scale))
        return frozenset(factors)
    named = near.scales or (far.scales & {said.scale})
    if near.scales and said.scale != 1:
        factors.clear()
    return frozenset(factors | {Fraction(scale) for scale in named})


def _like(one: str, other: str) -> bool:
    """Whether two names may be one unit: a plain dollar sign is any dollar."""
    pair = {one, other}
    return ("$" in pair and bool(pair & vocabulary.DOLLARS)) or (
        "kr" in pair and bool(pair & vocabulary.KRONER)
    )
