"""Answers in words, as gold: a value, a set or a span, by their form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dtaa_lint.universe.model import Gold, SetGold, SpanGold, ValueGold
from dtaa_lint.universe.values import ValueKind, parse
from dtaa_lint.words import fold

_VALUE_WORDS = 6
"""Words of an answer that is a value, if it is no number."""
_ITEM_WORDS = 6
_LEAST_ITEMS = 3
"""Items between commas from which on they are a list: ``Paris, France`` is none."""
_MOST_WORDS = 60
"""Words of a list that stands on one line."""
_BULLET = re.compile(r"\s*(?:[•●▪◦‣*–—-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(?=\S)")
_DASH = re.compile(r"\s*[-–•]\s*(?=\D)")
_LED = re.compile(r"\s*[-–•]\s*(?=\S)")
_YES_NO = re.compile(r"(?:yes|no|oui|non|ja|nein|sí|si)\b[.,;:!–—-]*\s*", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?])[\"'”’»)\]]*\s+(?=[\"'“‘«(\[$€£]?[A-ZÀ-ÞА-Я0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Za-z]|inc|ltd|co|corp|no|nr|vs|mr|mrs|ms|dr|st|fig|art|approx|e\.g|i\.e|z\.\s?b|"
    r"u\.s|u\.k|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ca|bzw|etc|al|p|pp)\.)$",
    re.IGNORECASE,
)
_NOT_TOLD = frozenset(
    {
        "not available in the retrieved information",
        "not available",
        "not answerable",
        "unanswerable",
        "not stated in the document",
        "the document does not say",
        "no answer",
    }
)


def gold_of(answers: Sequence[str]) -> Gold | None:
    """The gold of an answer, of one part or of several; None where it says that nothing is told.

    Several parts, bullets on lines, and three or more short items between commas are a set. A
    number, a date or a few words are a value. What is longer is a span: its sentences are what
    must be said.
    """
    parts = [fold(answer) for answer in answers if answer.strip()]
    if len(parts) > 1:
        return SetGold(tuple([("", part) for part in parts]))
    if not parts or is_not_told(parts[0]):
        return None
    whole = next(answer for answer in answers if answer.strip())
    items = _bullets(whole) or _listed(parts[0])
    if items:
        return SetGold(tuple([("", item) for item in items]))
    if is_value(parts[0]):
        return ValueGold(parts[0])
    return SpanGold(tuple(sentences(parts[0])))


def is_not_told(answer: str) -> bool:
    """Whether an answer says that the document has none."""
    return fold(answer).casefold().strip(" .!") in _NOT_TOLD


def is_yes_or_no(answer: str) -> bool:
    """Whether an answer is yes or no, and nothing else."""
    found = _YES_NO.match(answer.strip())
    return found is not None and found.end() == len(answer.strip())


def is_value(answer: str) -> bool:
    """Whether a one-line answer is a value: a number with its unit, a date, or a few words."""
    words = answer.split()
    if len(words) <= _VALUE_WORDS:
        return True
    return len(words) <= 2 * _VALUE_WORDS and parse(answer).kind not in (
        ValueKind.TEXT,
        ValueKind.SEVERAL,
    )


def sentences(text: str) -> list[str]:
    """The sentences of a text; a leading yes or no is one of its own."""
    found: list[str] = []
    start = 0
    first = _YES_NO.match(text)
    if first is not None and first[0].rstrip()[-1:] in ".,;:!–—-" and first.end() < len(text):
        found.append(first[0].strip(" .,;:!–—-"))
        start = first.end()
    at = start
    for end in _END.finditer(text, start):
        said = text[at : end.start()]
        if _ABBREVIATION.search(said[-12:]):
            continue
        found.append(said.strip())
        at = end.end()
    found.append(text[at:].strip())
    return [said for said in found if said]


def _bullets(text: str) -> list[str]:
    """The items of lines that begin with bullets; what leads into them is left out."""
    lines = [line for line in text.splitlines() if line.strip()]
    # Under a line that announces them, ``-100 % of the shares`` is an item; alone, a number.
    led = bool(lines) and lines[0].rstrip().endswith(":")
    for mark in (_BULLET, _LED if led else _DASH):
        items = [fold(line[m.end() :]) for line in lines if (m := mark.match(line)) is not None]
        # One line may lead into them.
        if len(items) > 1 and len(items) >= len(lines) - 1:
            return items
    return []


def _listed(text: str) -> list[str]:
    """The items of a list on one line; empty for none."""
    body = text.rstrip(" .")
    if len(body.split()) > _MOST_WORDS or "." in body or "?" in body:
        return []
    separator = ";" if body.count(";") >= _LEAST_ITEMS - 1 else ", "
    items = [fold(item) for item in body.split(separator)]
    last = re.split(r"\s(?:and|und|et|y|&)\s", items[-1])
    if len(last) == 2 and len(items) > 1:
        items[-1:] = last
    items = [re.sub(r"^(?:and|und|et|y|&)\s", "", item) for item in items]
    if len(items) < _LEAST_ITEMS:
        return []
    if any(not item or len(item.split()) > _ITEM_WORDS for item in items):
        return []
    # "On March 3, 2020, the board agreed": commas of a sentence.
    return [] if any(not any(map(str.isalpha, item)) for item in items) else items
