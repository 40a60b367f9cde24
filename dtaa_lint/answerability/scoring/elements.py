"""What an answer must say, element by element, as the gold has it."""

from __future__ import annotations

from typing import NamedTuple

from dtaa_lint.universe.model import (
    ComparisonGold,
    Gold,
    QualificationGold,
    SetGold,
    SpanGold,
    ValueGold,
)


class Element(NamedTuple):
    text: str
    """What must be said, for people and judges."""
    name: str = ""
    """The header or label that the value must go under; empty where there is none."""
    value: str = ""
    """The value, where the element is one under a name; else the text itself."""


def elements(gold: Gold) -> tuple[Element, ...]:
    """The required elements of a gold, in its order. A claim that a note restricts is what the
    question asks about: the restriction is what the answer must say."""
    if isinstance(gold, ValueGold):
        return (Element(gold.value, "", gold.value),)
    if isinstance(gold, SetGold):
        return tuple(
            [
                Element(f"{name}: {value}" if name else value, name, value)
                for name, value in gold.items
            ]
        )
    if isinstance(gold, SpanGold):
        return tuple([Element(text, "", text) for text in gold.checklist])
    if isinstance(gold, ComparisonGold):
        (left, one), (right, other) = gold.left, gold.right
        greater = "greater" if gold.relation == "greater" else "less"
        text = f"{left} ({one}) is {greater} than {right} ({other})"
        return (Element(text, "", text),)
    assert isinstance(gold, QualificationGold)
    return (Element(gold.qualification, "", gold.qualification),)
