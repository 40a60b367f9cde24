"""Names that a question says: of sections, rows, captions, labels, leads.

BM25 asks how much of the question a passage holds. Here it is the other way round: how much of what
something is called the question says. A heading that is said whole ranks before a paragraph that
shares many of its words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dtaa_lint.answerability.answering.search import ranked

_WHOLE, _MOST = 0.999, 0.6
"""Share of a name, by the weight of its words, that must be said."""
_DIGITS = 4


class Names:
    """Names, and the numbers of what they name."""

    def __init__(self, names: Sequence[tuple[int, list[str]]], also: Sequence[list[str]]) -> None:
        """``names``: number of a unit with the words of one of its names. ``also``: per unit, words
        that count when they are said and are not missed when they are not, as column headers."""
        self._units = np.array([unit for unit, _ in names], dtype=np.int64)
        self._size = len(also)
        words = [name for _, name in names]
        frequency: dict[str, int] = {}
        for name in words:
            for word in set(name):
                frequency[word] = frequency.get(word, 0) + 1
        self._weight = {w: float(np.log(1 + len(names) / n)) for w, n in frequency.items()}
        self._total = np.array(
            [sum([self._weight[word] for word in sorted(set(name))]) for name in words],
            dtype=np.float64,
        )
        self._in_name = _postings(words)
        self._in_also = _postings(also)

    def rankings(self, words: Sequence[str], depth: int) -> tuple[list[int], list[int]]:
        """What is named in the question, best first: by its whole name, and by most of it."""
        said = np.zeros(len(self._units))
        also = np.zeros(self._size)
        for word in dict.fromkeys(words):
            weight = self._weight.get(word, 1.0)
            if word in self._in_name:
                said[self._in_name[word]] += weight
            if word in self._in_also:
                also[self._in_also[word]] += weight
        nothing = np.zeros(len(self._units))
        share = np.divide(said, self._total, out=nothing, where=self._total > 0)
        lists: list[list[int]] = []
        for least in (_WHOLE, _MOST):
            score = np.zeros(self._size)
            there = share >= least
            np.maximum.at(score, self._units[there], (said * share)[there])
            score = np.where(score > 0, score + also, 0.0)
            lists.append(ranked(np.round(score, _DIGITS), depth))
        return lists[0], lists[1]


def _postings(texts: Sequence[list[str]]) -> dict[str, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    found: dict[str, list[int]] = {}
    for number, words in enumerate(texts):
        for word in dict.fromkeys(words):
            found.setdefault(word, []).append(number)
    return {word: np.array(numbers, dtype=np.int64) for word, numbers in found.items()}
