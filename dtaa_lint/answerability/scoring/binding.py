"""Which header an answer puts a number under.

An answer is read in sentences, and they in clauses. A number goes under the header that its own
clause names, else under the one that the clauses of its sentence without a number name. What names
none is taken as the question asked it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
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
_REACH = 240
"""Characters around a number in which its header is looked for when two are named."""


@lru_cache(maxsize=4_096)
def tokens_of(name: str) -> frozenset[str]:
    """The words of a header."""
    return frozenset(Squeezed(name).tokens)


@lru_cache(maxsize=4_096)
def _word(token: str) -> re.Pattern[str]:
    """A word or number as a whole."""
    return re.compile(rf"(?<![^\W_])(?<!\d[.,]){re.escape(token)}(?![^\W_]|[.,]\d)")


class Clause(NamedTuple):
    start: int
    end: int
    sentence: int
    tokens: frozenset[str]


def sentences(text: str) -> list[tuple[int, int]]:
    """The places of the sentences and lines of a text."""
    return _parts(text, _SENTENCE, 0, len(text))


def _places_of(folded: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where names with commas and the like stand."""
    places = []
    for name in dict.fromkeys(names):
        if _CLAUSE.search(name):
            wanted = name.casefold()
            at = folded.find(wanted)
            while at >= 0:
                places.append((at, at + len(wanted)))
                at = folded.find(wanted, at + len(wanted))
    return sorted(places)


def _parts(
    text: str,
    separator: re.Pattern[str],
    start: int,
    end: int,
    whole: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    parts = []
    at = start
    for match in separator.finditer(text, start, end):
        held = bisect_right(whole, (match.start(), len(text))) - 1
        if held >= 0 and match.end() <= whole[held][1]:
            continue
        if match.start() > at:
            parts.append((at, match.start()))
        at = max(at, match.end())
    if at < end:
        parts.append((at, end))
    return parts


class Bound:
    """An answer, ready to be asked what its numbers stand under."""

    def __init__(self, text: str, numbers: Sequence[Number], names: Iterable[str] = ()) -> None:
        """``names`` are headers that may be named: what parts clauses parts none of them."""
        self._folded = text.casefold() if len(text.casefold()) == len(text) else text.lower()
        self.clauses: list[Clause] = []
        whole = _places_of(self._folded, names)
        for sentence, (start, end) in enumerate(sentences(text)):
            for first, last in _parts(text, _CLAUSE, start, end, whole):
                tokens = frozenset(Squeezed(text[first:last]).tokens)
                self.clauses.append(Clause(first, last, sentence, tokens))
        self._starts = [clause.start for clause in self.clauses]
        self._of_sentence: dict[int, list[Clause]] = {}
        for clause in self.clauses:
            self._of_sentence.setdefault(clause.sentence, []).append(clause)
        self._of_clause: dict[int, list[tuple[int, frozenset[str]]]] = {}
        for number in numbers:
            found = self._clause(number)
            if found is not None and not number.year:
                tokens = frozenset(Squeezed(text[number.start : number.end]).tokens)
                self._of_clause.setdefault(found.start, []).append((number.start, tokens))
        self._in_turn = bool(_RESPECTIVELY.search(text))

    def wrong(self, number: Number, own: str, rivals: Iterable[str]) -> bool:
        """Whether the number stands under one of the rivals, and not under its own header."""
        if self._in_turn:
            return False
        clause = self._clause(number)
        if clause is None:
            return False
        mine = tokens_of(own)
        others = {rival: tokens_of(rival) for rival in rivals}
        others = {rival: tokens for rival, tokens in others.items() if tokens and tokens != mine}
        verdict = self._named(clause.tokens, mine, others)
        if verdict is not None:
            named_own, named = verdict
            if not named_own or not named:
                return not named_own
            # Both: the nearer one, on the side on which the clause has its names.
            known = mine.union(*others.values())
            return any(self._nearer(clause, number, others[rival], mine, known) for rival in named)
        around: frozenset[str] = frozenset()
        known = mine.union(*others.values())
        for other in self._of_sentence[clause.sentence]:
            # A number that is no part of a header makes a statement of its own.
            if all(tokens <= known for _, tokens in self._of_clause.get(other.start, ())):
                around |= other.tokens
        verdict = self._named(around, mine, others)
        return verdict is not None and not verdict[0]

    def _clause(self, number: Number) -> Clause | None:
        at = bisect_right(self._starts, number.start) - 1
        if at < 0 or number.start >= self.clauses[at].end:
            return None
        return self.clauses[at]

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

    def _nearer(
        self,
        clause: Clause,
        number: Number,
        rival: frozenset[str],
        mine: frozenset[str],
        known: frozenset[str],
    ) -> bool:
        """Whether a rival's own words are nearer to a number than those of its header."""
        theirs, ours = rival - mine or rival, mine - rival or mine
        first = next(
            (at for at, t in self._of_clause.get(clause.start, ()) if not t <= known),
            clause.end,
        )
        head = self._folded[clause.start : first]
        names_first = any(_word(token).search(head) for token in known)
        return self._gap(clause, number, theirs, names_first) < self._gap(
            clause, number, ours, names_first
        )

    def _gap(
        self, clause: Clause, number: Number, tokens: frozenset[str], names_first: bool
    ) -> int:
        """Characters between a number and the nearest of some words before it, or behind it."""
        best = _REACH + 1
        if names_first:
            start = max(clause.start, number.start - _REACH)
            text = self._folded[start : number.start]
            for token in tokens:
                for match in _word(token).finditer(text):
                    best = min(best, len(text) - match.end())
        else:
            text = self._folded[number.end : min(clause.end, number.end + _REACH)]
            for token in tokens:
                found = _word(token).search(text)
                if found:
                    best = min(best, found.start())
        return best
