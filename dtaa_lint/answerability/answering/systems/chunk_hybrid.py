"""``chunk-hybrid``: windows over flat page text, BM25 and dense, fused. Knows nothing of tags."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.answerability.answering.embed import Embedder, Remembering, make_embedder
from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.answerability.answering.search import Hybrid, Tokens
from dtaa_lint.answerability.answering.text import chunks, flat_text


class ChunkHybrid:
    """The conventional pipeline (paper, section 4.2)."""

    name = "chunk-hybrid"

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._items: list[Item] = []
        self._search: Hybrid | None = None

    def index(self, document: Document) -> None:
        """Reads the pages as text and cuts them into windows."""
        embedder = self._embedder or Remembering(make_embedder())
        pieces = chunks(flat_text(document.data))
        self._items = [
            Item(f"chunk-{number}", piece.text, (), piece.page)
            for number, piece in enumerate(pieces, 1)
        ]
        texts = [piece.text for piece in pieces]
        tokens = Tokens(document.lang)
        self._search = Hybrid(texts, texts, tokens, embedder)

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """The ``k`` best windows."""
        if self._search is None:
            return ()
        return [self._items[index] for index in self._search.search(question, k)]
