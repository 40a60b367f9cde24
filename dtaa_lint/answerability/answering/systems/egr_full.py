"""``egr-full``: as ``egr-s``, with more of the structure, compressed to the budget.

The expansion may be three times as long as the budget. The anchors and what they cannot be
understood without stay whole; of the rest, long paragraphs are cut to the sentences that share
words with the question. No model is involved: what is left are the document's own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.answering.embed import Embedder
from dtaa_lint.answerability.answering.interface import BUDGET, Item
from dtaa_lint.answerability.answering.systems.egr_s import EgrS, Plate
from dtaa_lint.answerability.answering.units import ROW

STRETCH = 3
"""How many times the budget the expansion may hold before it is compressed."""
WHOLE = 0.6
"""Share of the budget that is filled with whole units first."""
SHORT = 25
"""Words of a unit that is not cut."""

_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[^\s\da-z])")


class EgrFull(EgrS):
    """The compressed variant (paper, section 4.2)."""

    name = "egr-full"

    def __init__(self, embedder: Embedder | None = None, budget: int = BUDGET) -> None:
        super().__init__(embedder, budget)

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """Whole units first, then what is left of the others."""
        anchors = self.anchors(question, k)
        whole = self.compose(anchors, int(WHOLE * self._budget))
        more = self.compose(anchors, STRETCH * self._budget)
        plate = Plate(self._budget)
        items: list[Item] = []
        said = set(self._tokens.of(question))
        known = set(whole)
        for number in [*whole, *[n for n in more if n not in known]]:
            item = self.item(number)
            if number not in known:
                item = self._compressed(number, item, said)
            if item.text and plate.fits(words_in(item.text)):
                items.append(item)
        return items

    def _compressed(self, number: int, item: Item, said: set[str]) -> Item:
        """The sentences of a unit that share words with the question, at least the first one."""
        assert self._units is not None
        unit = self._units.all[number]
        if unit.kind is ROW or unit.words <= SHORT:
            return item
        sentences = _SENTENCE.split(unit.text)
        kept = [
            sentence
            for place, sentence in enumerate(sentences)
            if place == 0 or not said.isdisjoint(self._tokens.of(sentence))
        ]
        if len(kept) == len(sentences):
            return item
        return Item(f"{item.id}-short", " … ".join(kept), item.nodes, item.page)
