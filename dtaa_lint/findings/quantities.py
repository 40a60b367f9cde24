"""Numbers as they stand in running text, whatever separators they are written with."""

from __future__ import annotations

import re

_SPACES = " \u00a0\u202f\u2009'’"
"""Between groups of three digits only; the point and the comma may part the fraction as well."""
_NUMBER = re.compile(rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*")
_CODE = re.compile(r"\b\d{4,}[A-Z]\b")
"""The number of a form or a catalogue, which is no amount: ``24811V``."""
_SPACE = re.compile(rf"[{_SPACES}]")
_MARK = re.compile("[.,]")
_FRACTION = 4
"""Digits of a fraction at most; more are two numbers that lost the space between them."""


def numbers(text: str) -> list[str]:
    """The numbers of a text as they are written, in order; no codes that end in a letter."""
    return [match.group() for match in _NUMBER.finditer(_CODE.sub(" ", text))]


def amounts(text: str) -> frozenset[str]:
    """Every amount that a number of the text may mean, as ``readings`` gives it; of digits that a
    space joins to one number, the parts as well."""
    found: set[str] = set()
    for number in set(numbers(text)):
        found.update(readings(number))
        for part in _SPACE.split(number):
            found.update(readings(part) or map(_whole, _MARK.split(part)))
    return frozenset(found)


def readings(number: str) -> frozenset[str]:
    """The amounts that a number may mean: ``1,250`` is 1250 or 1.25, ``6.0`` is 6. Digits with a
    point before the fraction, without zeros that say nothing. Empty where separators make no number
    (``12.05.2019``)."""
    head, *rest = _MARK.split(_SPACE.sub("", number))
    marks = _MARK.findall(number)
    if not rest:
        return frozenset({_whole(head)})
    found = set()
    grouped = len(head) <= 3 and all(len(part) == 3 for part in rest[:-1])
    if grouped and len(rest[-1]) == 3 and len(set(marks)) == 1:
        found.add(_whole(head + "".join(rest)))
    if len(rest[-1]) > _FRACTION:
        return frozenset(found)
    if len(rest) == 1 or (grouped and len(set(marks[:-1])) == 1 and marks[-1] != marks[0]):
        fraction = rest[-1].rstrip("0")
        whole = _whole(head + "".join(rest[:-1]))
        found.add(f"{whole}.{fraction}" if fraction else whole)
    return frozenset(found)


def _whole(digits: str) -> str:
    return digits.lstrip("0") or "0"
