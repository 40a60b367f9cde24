"""Which header an answer puts a number under.

An answer is read in sentences, and they in clauses. A number goes under the header that its own
clause names, else under the one that the clauses of its sentence without a number name. What names
none is taken as the question asked it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.number_reader import Number

_SENTENCE = re.compile(r"(?:(?<=[.!?])\s+|\s*[\n\r]+\s*|(?<=\.)$)")
_CLAUSE = re.compile(
    r"\s*;\s*|,\s+|\s*\|\s*|\s+(?:and|while|whereas|versus|vs\.?|but|than|compared (?:to|with)"
    r"|und|während|aber|gegenüber|et|tandis que|alors que|contre|mais|y|mientras que|frente a|pero)"
    r"\s+",
    re.IGNORECASE,
)
_RESPECTIVELY = re.compile(
    r"respectively|respectivement|respectivamente|beziehungsweise|bzw\.|jeweils", re.IGNORECASE
)
_REACH = 64
"""Characters of a header that are looked for when two are named beside one number."""


class Clause(NamedTuple):
    start: int
    end: int
    sentence: int
    tokens: frozenset[str]


def sentences(text: str) -> list[tuple[int, int]]:
    """The places of the sentences and lines of a text."""
    return _parts(text, _SENTENCE, 0, len(text))


def _parts(text: str, separator: re.Pattern[str], start: int, end: int) -> list[tuple[int, int]]:
    parts = []
    at = start
    for match in separator.finditer(text, start, end):
        if match.start() > at:
            parts.append((at, match.start()))
        at = max(at, match.end())
    if at < end:
        parts.append((at, end))
    return parts


class Bound:
    """An answer, ready to be asked what its numbers stand under."""

    def __init__(self, text: str, numbers: Sequence[Number]) -> None:
        self._text = text
        self.clauses: list[Clause] = []
        for sentence, (start, end) in enumerate(sentences(text)):
            for first, last in _parts(text, _CLAUSE, start, end):
                tokens = frozenset(Squeezed(text[first:last]).tokens)
                self.clauses.append(Clause(first, last, sentence, tokens))
        self._numbers = numbers
        self._in_turn = bool(_RESPECTIVELY.search(text))

    def wrong(self, number: Number, own: str, rivals: Iterable[str]) -> bool:
        """Whether the number stands under one of the rivals, and not under its own header."""
        if self._in_turn:
            return False
        clause = self._clause(number)
        if clause is None:
            return False
        mine = frozenset(Squeezed(own).tokens)
        others = {rival: frozenset(Squeezed(rival).tokens) for rival in rivals}
        others = {rival: tokens for rival, tokens in others.items() if tokens and tokens != mine}
        verdict = self._named(clause.tokens, mine, others)
        if verdict is not None:
            named_own, named = verdict
            if not named_own or not named:
                return not named_own
            # Both: the nearer one.
            here = self._distance(clause, number, mine)
            there = min(self._distance(clause, number, others[rival]) for rival in named)
            return there < here
        around: frozenset[str] = frozenset()
        for other in self.clauses:
            if other.sentence == clause.sentence and not self._counts(other, mine, others):
                around |= other.tokens
        verdict = self._named(around, mine, others)
        return verdict is not None and not verdict[0]

    def _clause(self, number: Number) -> Clause | None:
        for clause in self.clauses:
            if clause.start <= number.start < clause.end:
                return clause
        return None

    @staticmethod
    def _named(
        said: frozenset[str], mine: frozenset[str], others: dict[str, frozenset[str]]
    ) -> tuple[bool, list[str]] | None:
        """(whether the own header is named, the rivals named); None for neither. Of names that
        hold each other the longer one is meant."""
        named = [rival for rival, tokens in others.items() if tokens <= said]
        own = bool(mine) and mine <= said
        if own:
            named = [rival for rival in named if not others[rival] <= mine]
            if any(others[rival] > mine for rival in named):
                own = False
        return (own, named) if own or named else None

    def _counts(
        self, clause: Clause, mine: frozenset[str], others: dict[str, frozenset[str]]
    ) -> bool:
        """Whether the clause has a number that is no part of a header."""
        known = mine.union(*others.values()) if others else mine
        for number in self._numbers:
            if clause.start <= number.start < clause.end and not number.year:
                tokens = frozenset(Squeezed(self._text[number.start : number.end]).tokens)
                if not tokens <= known:
                    return True
        return False

    def _distance(self, clause: Clause, number: Number, tokens: frozenset[str]) -> int:
        """Characters between a number and the nearest word of a header in its clause."""
        text = self._text[clause.start : clause.end].casefold()
        best = len(text) + _REACH
        for token in tokens:
            at = text.find(token)
            while at >= 0:
                start, end = at + clause.start, at + clause.start + len(token)
                if not number.start <= start < number.end:
                    gap = number.start - end if end <= number.start else start - number.end
                    best = min(best, max(gap, 0))
                at = text.find(token, at + 1)
        return best
