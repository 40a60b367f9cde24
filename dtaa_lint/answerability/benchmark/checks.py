"""Checks of a question that need no model: it must not give its answer away, and must say what
narrows it."""

from __future__ import annotations

import re

from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.universe.model import (
    ComparisonGold,
    Gold,
    Motif,
    QualificationGold,
    SetGold,
    SpanGold,
    Task,
    ValueGold,
)
from dtaa_lint.words import mark

LEAKS_TEXT = mark("leaks the answer")
LEAKS_NUMBER = mark("leaks a number of the answer")
NO_CONSTRAINT = mark("does not say what narrows it")

_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f' ]\d{3})*(?:[.,]\d+)?")
_SHARE = 0.5
"""Share of a set's items from which on naming them is telling the answer."""
_NARROWED = frozenset({Motif.TABLE_CELL, Motif.TABLE_COMPARE})
"""Motifs whose constraint is part of what is asked."""


def objections(text: str, task: Task) -> tuple[str, ...]:
    """What is wrong with a question, in a fixed vocabulary; empty for nothing.

    Words and numbers of the task's own subject, constraint, headings and caption are what the
    question must be free to say: only a whole answer of several words counts there.
    """
    found: list[str] = []
    asked = Squeezed(text)
    own = Squeezed(" ".join([task.subject, task.constraint, task.caption, *task.heading_path]))
    if _leaks(asked, own, task.gold):
        found.append(LEAKS_TEXT)
    allowed = _numbers(" ".join([task.subject, task.constraint, task.caption, *task.heading_path]))
    told = _numbers(text) - allowed
    if told & _numbers(" ".join(_answers(task.gold))):
        found.append(LEAKS_NUMBER)
    if task.motif in _NARROWED and not _names(asked, task.constraint):
        found.append(NO_CONSTRAINT)
    return tuple(found)


def _answers(gold: Gold) -> tuple[str, ...]:
    """The texts that make up the answer."""
    if isinstance(gold, ValueGold):
        return (gold.value,)
    if isinstance(gold, SetGold):
        return tuple([value for _, value in gold.items])
    if isinstance(gold, SpanGold):
        return gold.checklist
    if isinstance(gold, ComparisonGold):
        return (gold.left[1], gold.right[1])
    assert isinstance(gold, QualificationGold)
    return (gold.qualification,)


def _leaks(asked: Squeezed, own: Squeezed, gold: Gold) -> bool:
    answers = [Squeezed(answer) for answer in _answers(gold)]
    answers = [answer for answer in answers if answer.text]
    told = [
        answer
        for answer in answers
        if asked.contains(answer) and (len(answer.tokens) > 1 or not own.contains(answer))
    ]
    if isinstance(gold, SetGold):
        return len(told) > _SHARE * len(answers)
    return bool(told)


def _names(asked: Squeezed, constraint: str) -> bool:
    """Whether most words of a constraint are said."""
    wanted = set(Squeezed(constraint).tokens)
    return not wanted or len(wanted & set(asked.tokens)) * 2 >= len(wanted)


def _numbers(text: str) -> set[str]:
    return {re.sub(r"\D", "", match[0]) for match in _NUMBER.finditer(text) if len(match[0]) > 1}
