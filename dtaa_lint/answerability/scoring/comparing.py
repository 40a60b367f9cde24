"""Which of two things an answer calls the greater one, from its words and numbers alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dtaa_lint.answerability.scoring.binding import Bound, sentences
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.number_reader import Number, read
from dtaa_lint.answerability.scoring.numbers import occurrences
from dtaa_lint.universe.model import ComparisonGold

_MORE = (
    r"greater|higher|larger|bigger|more|exceeds?|exceeded|above|highest|greatest|largest|most"
    r"|größer(?:e[rs]?)?|höher(?:e[rs]?)?|mehr|übersteigt|über|höchste[rns]?|größte[rns]?"
    r"|plus (?:élevée?s?|grande?s?)|supérieure?s?|dépasse|plus de|davantage"
    r"|mayor(?:es)?|superior(?:es)?|más (?:alto|alta|grande)|supera|más"
)
_LESS = (
    r"less|lower|smaller|fewer|below|under|least|lowest|smallest"
    r"|kleiner(?:e[rs]?)?|niedriger(?:e[rs]?)?|geringer(?:e[rs]?)?|weniger|unter"
    r"|inférieure?s?|moins (?:élevée?s?|grande?s?)|plus (?:petite?s?|basse?|faibles?)|moins"
    r"|menor(?:es)?|inferior(?:es)?|más (?:bajo|baja|pequeñ[oa])|menos"
)
_COMPARES = re.compile(rf"\b(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no|isn't|nicht|kein|n'est pas|ne|no es)\s+(?:\w+\s+)?$", re.IGNORECASE)
_EQUAL = re.compile(r"\b(?:equal|the same|gleich|identique|égale?s?|igual(?:es)?)\b", re.IGNORECASE)


def relation(text: str, gold: ComparisonGold, lang: str) -> bool | None:
    """Whether the answer says that the left one is greater; None when it does not say."""
    left, right = _apart(gold)
    names = [name for name in (gold.left[0], gold.right[0]) if name]
    for start, end in sentences(text):
        said = _sentence(text[start:end], left, right, names)
        if said is not None:
            return said
    return _by_values(text, gold, lang)


def concerns_others(text: str, gold: ComparisonGold) -> bool:
    """Whether the answer compares, and names neither of the two."""
    left, right = _apart(gold)
    tokens = set(Squeezed(text).tokens)
    return bool(_COMPARES.search(text)) and not tokens & {*left, *right}


def wrong_values(
    text: str, gold: ComparisonGold, lang: str, markers: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Values that the answer puts under the other header."""
    numbers = read(text, lang, markers)
    bound = Bound(text, numbers, (gold.left[0], gold.right[0]))
    lost = []
    sides = (gold.left, gold.right)
    for (own, value), (rival, other) in (sides, sides[::-1]):
        wanted, swapped = read(value, lang, markers), read(other, lang, markers)
        if len(wanted) != 1 or len(swapped) != 1:
            continue
        here = _unbounded(numbers)
        for number in occurrences(wanted[0], here):
            if bound.wrong(number, own, (rival,)) and number not in occurrences(swapped[0], here):
                lost.append(text[number.start : number.end])
    return tuple(lost)


def _unbounded(numbers: list[Number]) -> list[Number]:
    """``less than 39.7`` names a 39.7 all the same."""
    return [replace(number, bound="", unit="", scale=1) for number in numbers]


def _apart(gold: ComparisonGold) -> tuple[list[str], list[str]]:
    """The words of each side's name that the other side's does not have."""
    left, right = Squeezed(gold.left[0]).tokens, Squeezed(gold.right[0]).tokens
    return [t for t in left if t not in right] or left, [t for t in right if t not in left] or right


def _sentence(text: str, left: list[str], right: list[str], names: Sequence[str]) -> bool | None:
    """``names``: what stands in them compares nothing."""
    words = [(match.start(), match[0].casefold()) for match in re.finditer(r"[\w.,]*\w", text)]
    ones = [at for at, word in words if word in left]
    others = [at for at, word in words if word in right]
    held = [
        (found.start(), found.end())
        for name in names
        for found in re.finditer(re.escape(name), text, re.IGNORECASE)
    ]
    match = next(
        (m for m in _COMPARES.finditer(text) if not any(a <= m.start() < b for a, b in held)), None
    )
    if _EQUAL.search(text) or not (ones or others):
        return None
    if match is None:
        if bool(ones) == bool(others):
            return None
        return bool(ones)
    more = match["more"] is not None
    if _NOT.search(text[: match.start()]):
        more = not more
    if not ones or not others:
        return more == bool(ones)
    before = [(match.start() - at, side) for side, found in ((True, ones), (False, others))
              for at in found if at < match.start()]  # fmt: skip
    after = [(at - match.start(), side) for side, found in ((True, ones), (False, others))
             for at in found if at > match.start()]  # fmt: skip
    if before and after:
        # “Left is more than right”: what stands first is what the word is said of.
        subject = max(before)[1]
        if all(side == subject for _, side in after):
            subject = min(before)[1]
    else:
        subject = (max(before) if before else min(after))[1]
    return subject if more else not subject


def _by_values(text: str, gold: ComparisonGold, lang: str) -> bool | None:
    """By the values that stand under the two names, where the words do not say."""
    numbers = read(text, lang)
    bound = Bound(text, numbers, (gold.left[0], gold.right[0]))
    found = []
    for (own, _), (rival, _) in ((gold.left, gold.right), (gold.right, gold.left)):
        values = {
            value
            for number in numbers
            if not number.year and not bound.wrong(number, own, (rival,))
            and bound.wrong(number, rival, (own,))
            for value in number.values
        }  # fmt: skip
        found.append(values)
    if any(len(values) != 1 for values in found):
        return None
    one, other = found[0].pop(), found[1].pop()
    return None if one == other else one > other
