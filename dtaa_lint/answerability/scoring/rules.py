"""A judge without a model, by words and numbers. Approximate: it finds what is said in the
document's own words, and takes a paraphrase for missing; use it for tests, for dry runs and as
``--judge rules``, and say so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dtaa_lint.answerability.scoring.binding import Bound, sentences
from dtaa_lint.answerability.scoring.case import Case
from dtaa_lint.answerability.scoring.comparing import concerns_others, relation, wrong_values
from dtaa_lint.answerability.scoring.digits import plain
from dtaa_lint.answerability.scoring.elements import Element, elements
from dtaa_lint.answerability.scoring.grounding import (
    content_words,
    unsupported_numbers,
    unsupported_sentences,
)
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.number_reader import Number, read
from dtaa_lint.answerability.scoring.numbers import gold_numbers, measure, occurrences
from dtaa_lint.answerability.scoring.verdicts import RULES, Verdict, misplaced
from dtaa_lint.universe.model import ComparisonGold, SetGold, ValueGold

_LONG = 5
"""Words of an element from which on most of them are enough."""
_MOST = 0.8
"""Share of the content words of a long element that must be said."""
_BULLET = re.compile(r"^\s*(?:[-–•*·]|[(\[]?(?:\d{1,2}|[a-z])[.)\]])\s+")


def judged_by_rules(case: Case) -> Verdict:
    """The verdict on an answer to gold in words."""
    gold = case.task.gold
    required = elements(gold)
    wrong: tuple[str, ...] = ()
    mismatch = False
    if isinstance(gold, ComparisonGold):
        present, wrong, mismatch = _comparison(case, gold)
    elif isinstance(gold, SetGold) and any(element.name for element in required):
        present, wrong = _pairs(case, required)
    else:
        present = _present(case, required)
        if isinstance(gold, ValueGold) and misplaced(case, gold.value):
            present, wrong = (False,), (gold.value,)
        if isinstance(gold, SetGold):
            wrong = _strangers(case, required)
    lost = unsupported_numbers(case)
    known = [element.text for element in required]
    lost += tuple([s for s in unsupported_sentences(case, known) if s not in wrong])
    share = sum(present) / len(present) if present else 0.0
    return Verdict(
        correct=share > 0 and not wrong and not mismatch,
        completeness=share,
        grounded=not lost,
        basis=RULES,
        intent_mismatch=mismatch,
        present=present,
        unsupported=lost,
        wrong=wrong,
    )


def _said(case: Case, said: Squeezed, text: str, rest: str | None = None) -> bool:
    """Whether the answer says a text: word for word, or in most of its words and all its numbers,
    which then are looked for in ``rest`` of it."""
    wanted = Squeezed(text)
    if not wanted.text:
        return False
    if next(said.places(wanted), None) is not None:
        return True
    if len(wanted.tokens) < _LONG:
        return False
    rest = case.answer.text if rest is None else rest
    words = content_words(text)
    have = set(content_words(rest))
    if not words or sum(word in have for word in words) < _MOST * len(words):
        return False
    numbers = read(rest, case.context.lang)
    values = {value for number in numbers for value in number.values | number.upper}
    return all(
        number.values & values for number in read(text, case.context.lang, case.context.markers)
    )


def _present(case: Case, required: Sequence[Element]) -> tuple[bool, ...]:
    """Which of several texts the answer says. A sentence that is one element's own says no other
    element in other words."""
    said = Squeezed(case.answer.text)
    wanted = [Squeezed(element.text) for element in required]
    verbatim = [bool(w.text) and next(said.places(w), None) is not None for w in wanted]
    if all(verbatim):
        return tuple(verbatim)
    taken = [w for w, there in zip(wanted, verbatim, strict=True) if there]
    text = case.answer.text
    parts = [text[start:end] for start, end in sentences(text)]
    rest = "\n".join([p for p in parts if not any(w.contains(Squeezed(p)) for w in taken)])
    return tuple(
        [
            there or _said(case, said, element.text, rest)
            for element, there in zip(required, verbatim, strict=True)
        ]
    )


def _pairs(case: Case, required: tuple[Element, ...]) -> tuple[tuple[bool, ...], tuple[str, ...]]:
    """Values under their names: those that are said, and those said under another one's name."""
    text, context = case.answer.text, case.context
    numbers = read(text, context.lang, context.markers)
    said = Squeezed(text)
    near = measure(context.near)
    far = measure([case.question.text, *(item.text for item in case.shown)])
    names = [element.name for element in required if element.name]
    bound = Bound(text, numbers, names)
    named = [_names(said, element.name) for element in required]
    present: list[bool] = []
    wrong: list[str] = []
    in_order = _in_order(required, numbers, context.lang) if not any(named) else False
    for element, is_named in zip(required, named, strict=True):
        wanted = gold_numbers(element.value, context.lang, context.markers)
        rivals = [name for name in names if name != element.name]
        if wanted is None:
            found = _said(case, said, element.value) and (is_named or not element.name)
            places = [
                Number(match.start(), match.end(), frozenset())
                for match in re.finditer(re.escape(element.value), text, re.IGNORECASE)
            ]
            if found and places:
                found = not all(bound.wrong(one, element.name, rivals) for one in places)
            present.append(found)
            continue
        good = True
        for number in wanted:
            said_there = occurrences(number, numbers, near, far)
            under = [one for one in said_there if not bound.wrong(one, element.name, rivals)]
            if said_there and not under:
                wrong += [text[one.start : one.end] for one in said_there]
            good = good and bool(under)
        present.append(good and (is_named or in_order))
    return tuple(present), tuple(wrong)


def _names(said: Squeezed, name: str) -> bool:
    return set(Squeezed(name).tokens) <= set(said.tokens)


def _in_order(required: tuple[Element, ...], numbers: list[Number], lang: str) -> bool:
    """Whether the values come one after the other as the document has them, without names."""
    at = 0
    for element in required:
        wanted = read(element.value, lang)
        while at < len(numbers) and not (wanted and numbers[at].values & wanted[0].values):
            at += 1
        if at == len(numbers):
            return False
        at += 1
    return True


def _strangers(case: Case, required: tuple[Element, ...]) -> tuple[str, ...]:
    """Lines of a listing answer that are in the shown evidence and not in the gold: members of
    another list."""
    lines = [_BULLET.sub("", line).strip() for line in case.answer.text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) < 2:
        return ()
    own = [Squeezed(element.text) for element in required]
    asked = Squeezed(case.question.text)
    evidence = [Squeezed(line) for item in case.shown for line in item.text.splitlines()]
    strangers = []
    for line in lines:
        said = Squeezed(line)
        if not said.text or any(_overlap(said, element) for element in own):
            continue
        if asked.contains(said) or plain(line).endswith(":"):
            continue
        if any(said.text == other.text or other.contains(said) for other in evidence):
            strangers.append(line)
    return tuple(strangers)


def _overlap(one: Squeezed, other: Squeezed) -> bool:
    return one.contains(other) or other.contains(one)


def _comparison(case: Case, gold: ComparisonGold) -> tuple[tuple[bool, ...], tuple[str, ...], bool]:
    text, context = case.answer.text, case.context
    said = relation(text, gold, context.lang)
    wrong = wrong_values(text, gold, context.lang, context.markers)
    right = said is not None and said == (gold.relation == "greater")
    return (right,), wrong, said is None and concerns_others(text, gold)
