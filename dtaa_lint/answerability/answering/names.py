"""Names that a question says: of sections, rows, captions, labels, leads.

BM25 asks how much of the question a passage holds. Here it is the other way round: how much of what
something is called the question says. A heading that is said whole ranks before a paragraph that
shares many of its words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dtaa_lint.answerability.answering.search import ranked

_LEAST = 0.6
"""Share of a name, by the weight of its words, that must be said."""
_DIGITS = 4


class Names:
    """Names in the order of what they name."""

    def __init__(self, names: Sequence[list[str]], also: Sequence[list[str]]) -> None:
        """``names``: the words of each, empty for what has none. ``also``: words that count when
        they are said and are not missed when they are not, as column headers are."""
        self._size = len(names)
        frequency: dict[str, int] = {}
        for name in names:
            for word in set(name):
                frequency[word] = frequency.get(word, 0) + 1
        count = max(1, sum(1 for name in names if name))
        self._weight = {w: float(np.log(1 + count / n)) for w, n in frequency.items()}
        self._total = np.array(
            [sum([self._weight[word] for word in set(name)]) for name in names], dtype=np.float64
        )
        self._in_name = _postings(names)
        self._in_also = _postings(also)

    def ranking(self, words: Sequence[str], depth: int) -> list[int]:
        """What is named in the question, best first."""
        said = np.zeros(self._size)
        also = np.zeros(self._size)
        for word in dict.fromkeys(words):
            weight = self._weight.get(word, 1.0)
            if word in self._in_name:
                said[self._in_name[word]] += weight
            if word in self._in_also:
                also[self._in_also[word]] += weight
        share = np.divide(said, self._total, out=np.zeros(self._size), where=self._total > 0)
        score = np.where(share >= _LEAST, said * share + also, 0.0)
        return ranked(np.round(score, _DIGITS), depth)


def _postings(texts: Sequence[list[str]]) -> dict[str, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    found: dict[str, list[int]] = {}
    for number, words in enumerate(texts):
        for word in dict.fromkeys(words):
            found.setdefault(word, []).append(number)
    return {word: np.array(numbers, dtype=np.int64) for word, numbers in found.items()}
