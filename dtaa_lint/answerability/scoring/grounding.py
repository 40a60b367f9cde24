"""Groundedness without a model: numbers, dates and words of an answer that nothing shown holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from dtaa_lint.answerability.scoring.binding import sentences
from dtaa_lint.answerability.scoring.case import Case
from dtaa_lint.answerability.scoring.dates import dates
from dtaa_lint.answerability.scoring.digits import plain
from dtaa_lint.answerability.scoring.elements import elements
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.number_reader import Kind, Number, read
from dtaa_lint.universe.model import ComparisonGold, SetGold, SpanGold
from dtaa_lint.universe.wording import words

_APART = re.compile(r"(?<=\d) (?=\d)")
_ENUMERATOR = re.compile(r"(?:^|\n)\s*[(\[]?\d{1,2}[.)\]]\s")
_CITED = re.compile(r"\[[^\[\]\n]{1,60}\]")
_SCALES = (1, 100, 1_000, 10**6, 10**9)
_STEM = 5
"""Letters by which two forms of a word are one."""
_FEW = 3
"""Content words below which a sentence claims nothing that could be checked by words."""
_SHARE = 0.5
"""Share of a sentence's content words that what was shown must hold."""
_CLOSE = Fraction(6, 1_000)
"""Relative distance within which a rounded difference or ratio follows."""


def unsupported_numbers(case: Case) -> tuple[str, ...]:
    """Numbers and dates of the answer that neither the shown evidence nor the question holds, and
    that do not follow from the comparison asked for."""
    lang, markers = case.context.lang, case.context.markers
    text = _bare(case.answer.text)
    held: set[Fraction] = {Fraction(_count(case))}
    known: list[tuple[int, int, int]] = []
    own = [element.text for element in elements(case.task.gold)]
    # Whether the gold itself was shown is another score.
    for part in (case.question.text, *own, *(item.text for item in case.shown)):
        values, said_dates = _said_in(part, lang, markers)
        held |= values
        known += said_dates
    held |= {Fraction(item.page + 1) for item in case.shown if item.page >= 0}
    derived = _derived(case)
    said = read(text, lang, markers)
    lost = [text[n.start : n.end] for n in said if not _held(n, held, derived)]
    for date in dates(plain(text), lang):
        if date.readings and not any(
            _agrees(one, other) for one in date.readings for other in known
        ):
            lost.append(text[date.start : date.end])
    return tuple(lost)


@lru_cache(maxsize=4_096)
def _said_in(
    text: str, lang: str, markers: tuple[str, ...]
) -> tuple[frozenset[Fraction], tuple[tuple[int, int, int], ...]]:
    """The numbers, with and without their signs, and the dates of a shown text. Numbers that
    stand side by side are read as one with groups and as several. The same items are shown for
    many questions."""
    said = plain(text)
    held: set[Fraction] = set()
    for number in read(text, lang, markers):
        held |= number.values | number.upper
    if _APART.search(said):
        for number in read(_APART.sub(" ; ", said), lang, markers):
            held |= number.values | number.upper
    found = [reading for date in dates(said, lang) for reading in sorted(date.readings)]
    return frozenset(held | {abs(value) for value in held}), tuple(found)


def _bare(text: str) -> str:
    """Without the numbers of list items and the ids of cited items, place for place."""
    for pattern in (_ENUMERATOR, _CITED):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def _count(case: Case) -> int:
    gold = case.task.gold
    if isinstance(gold, SetGold):
        return len(gold.items)
    return len(gold.checklist) if isinstance(gold, SpanGold) else 1


def _held(number: Number, held: set[Fraction], derived: Sequence[Fraction]) -> bool:
    values = number.values | number.upper
    for value in values:
        for scale in _SCALES:
            if value / scale in held or value * scale in held:
                return True
        if abs(value) in held:
            return True
        for other in derived:
            margin = _CLOSE * other if other > 1 else _CLOSE
            if abs(abs(value) - other) <= margin:
                return True
    return number.kind is Kind.ORDINAL and any(value <= 12 for value in values)


def _derived(case: Case) -> list[Fraction]:
    """Difference, ratio and relative change of the two values of a comparison."""
    gold = case.task.gold
    if not isinstance(gold, ComparisonGold):
        return []
    lang, markers = case.context.lang, case.context.markers
    left, right = (
        sorted({value for number in read(text, lang, markers) for value in number.values})
        for text in (gold.left[1], gold.right[1])
    )
    found: list[Fraction] = []
    for one in left[:2]:
        for other in right[:2]:
            found.append(abs(one - other))
            found += [abs(a / b) for a, b in ((one, other), (other, one)) if b]
            found += [abs((one - other) / base) * 100 for base in (one, other) if base]
    return found


def _agrees(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(a == b or not a for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=4_096)
def content_words(text: str) -> tuple[str, ...]:
    """The words that say something, cut to what forms of a word have in common."""
    found = [
        token[:_STEM]
        for token in Squeezed(text).tokens
        if (len(token) >= 4 or any(map(str.isdigit, token))) and token not in _LITTLE
    ]
    return tuple(found)


def unsupported_sentences(case: Case, supported: Iterable[str] = ()) -> tuple[str, ...]:
    """Sentences of the answer most of whose words nothing shown holds, nor the question, nor
    ``supported``. Approximate: a paraphrase with other words looks like a claim of its own."""
    parts = [case.question.text, *(item.text for item in case.shown), *supported]
    known = {word for part in parts for word in content_words(part)}
    text = _bare(case.answer.text)
    lost = []
    for start, end in sentences(text):
        # Numbers are looked after by themselves.
        said = [word for word in content_words(text[start:end]) if word.isalpha()]
        held = sum(word in known for word in said)
        if len(said) >= _FEW and held < _SHARE * len(said):
            lost.append(text[start:end].strip())
    return tuple(lost)


_LITTLE = words(
    "that this these those with from have which there their they them then than what when where",
    "will would should could about also only such into over under after before because while",
    "dans avec pour plus sont cette leur leurs elle elles nous vous mais comme ainsi aussi entre",
    "nicht eine einer einem einen eines sind wird werden auch oder aber sich nach über unter",
    "para como pero este esta estos estas entre sobre también desde hasta según whereas",
)
"""Words that claim nothing."""
