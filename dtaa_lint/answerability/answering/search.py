"""Hybrid search: BM25 and cosine, fused by reciprocal rank.

Ties are broken by index, scores are rounded before they are ranked: the same document and question
give the same order wherever they are run.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from dtaa_lint.answerability.answering.embed import Embedder

RRF_K = 60
"""The constant of reciprocal-rank fusion: how little the first ranks stand out."""
DEPTH = 100
"""Ranks of each list that take part in the fusion."""
_DIGITS = 4
_TOKEN = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|(?:[^\\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    "|(?<=\\d)[.,](?=\\d))+"
)
_STEMMERS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish",
    "nl": "dutch", "en": "english", "et": "estonian", "fi": "finnish", "fr": "french",
    "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian",
    "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nb": "norwegian",
    "no": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_STOP = {
    "en": "a an and are as at be by for from has have in is it its of on or that the their this to "
    "was were what which who whom whose how does do did with if into than then these those there",
    "fr": "a au aux avec ce ces cette dans de des du elle en est et il ils la le les leur leurs ou "
    "par pour qu que quel quelle quels quelles qui quoi sa se ses son sont sur un une d l s n y",
    "de": "als am an auf aus bei das dem den der des die ein eine einem einen einer eines es für "
    "hat im in ist mit nach nicht oder sich sie sind und von vom was welche welcher welches wer "
    "wie wird zu zum zur über",
    "es": "a al como con cuál cuáles de del el en es esta este la las lo los o para por que qué se "
    "ser su sus un una y",
    "pt": "a ao aos as com como da das de do dos e em entre é na nas no nos o os ou para pela pelo "
    "por qual quais que se ser sua seu um uma à às",
    "it": "a al alla che con da dal dei del della di e gli i il in la le lo nel nella o per quale "
    "quali su un una è",
    "nl": "aan als bij dat de die een en er het in is met of om op te tot uit van voor wat welke "
    "wie worden wordt zijn",
}


class Tokens:
    """Words of a text, stemmed by its language, without the commonest ones."""

    def __init__(self, lang: str) -> None:
        """``lang``: primary subtag; an unknown one is not stemmed."""
        name = _STEMMERS.get(lang)
        self._stem = Stemmer.Stemmer(name) if name else None
        # Questions about documents of other languages may be asked in English words.
        stop = f"{_STOP.get(lang, '')} {_STOP['en']}"
        self._stop = frozenset(map(plain, stop.split()))

    def of(self, text: str) -> list[str]:
        """In the order of the text; repeated words are repeated."""
        words = [word for word in _TOKEN.findall(plain(text)) if word not in self._stop]
        return self._stem.stemWords(words) if self._stem is not None else words


def plain(text: str) -> str:
    """Lower case, compatibility forms folded, apostrophes apart."""
    text = text.replace("\u00ad", "")
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return text.lower()


class Bm25:
    """BM25 over lists of words."""

    def __init__(self, documents: Sequence[list[str]], *, b: float = 0.75) -> None:
        self.size = len(documents)
        self._index: bm25s.BM25 | None = None
        if any(documents):
            self._index = bm25s.BM25(b=b)
            self._index.index(list(documents), show_progress=False)
            self._known = self._index.vocab_dict

    def scores(self, words: Sequence[str]) -> NDArray[np.float64]:
        """One score a document; 0 where no word is shared."""
        if self._index is None:
            return np.zeros(self.size)
        known = [word for word in dict.fromkeys(words) if word in self._known]
        if not known:
            return np.zeros(self.size)
        scores: NDArray[np.float64] = self._index.get_scores(known).astype(np.float64)
        return np.round(scores, _DIGITS)


def ranked(scores: NDArray[np.float64], depth: int = DEPTH) -> list[int]:
    """Indices of the best positive scores, best first, equal ones in their order."""
    order = np.argsort(-scores, kind="stable")[:depth]
    return [int(i) for i in order if scores[i] > 0]


def fuse(
    rankings: Iterable[Sequence[int]], weights: Sequence[float] = ()
) -> list[tuple[int, float]]:
    """Reciprocal-rank fusion: (index, score), best first, equal ones in the order of indices."""
    total: dict[int, float] = {}
    for number, ranking in enumerate(rankings):
        weight = weights[number] if weights else 1.0
        for rank, index in enumerate(ranking):
            total[index] = total.get(index, 0.0) + weight / (RRF_K + rank + 1)
    return sorted(
        ((i, round(s, 9)) for i, s in total.items()), key=lambda found: (-found[1], found[0])
    )


class Hybrid:
    """BM25 and cosine over the same passages."""

    def __init__(
        self,
        texts: Sequence[str],
        dense: Sequence[str],
        tokens: Tokens,
        embedder: Embedder,
        *,
        b: float = 0.75,
    ) -> None:
        """``texts`` are searched by words, ``dense`` (parallel) by meaning."""
        self._tokens = tokens
        self._embedder = embedder
        self._bm25 = Bm25([tokens.of(text) for text in texts], b=b)
        self._vectors = embedder.encode(dense)

    def rankings(self, question: str, depth: int = DEPTH) -> tuple[list[int], list[int]]:
        """By words, and by meaning."""
        words = ranked(self._bm25.scores(self._tokens.of(question)), depth)
        if not len(self._vectors):
            return words, []
        query = self._embedder.encode([question], query=True)[0]
        cosine = np.round((self._vectors @ query).astype(np.float64), _DIGITS)
        return words, ranked(cosine, depth)

    def search(self, question: str, k: int) -> list[int]:
        """The ``k`` best passages, best first."""
        return [index for index, _ in fuse(self.rankings(question))[:k]]
