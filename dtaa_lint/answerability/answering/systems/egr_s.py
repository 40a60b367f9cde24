"""``egr-s``: seeds over tag-aligned units and heading paths, expanded over the graph.

What was found by words, by meaning and by name is fused; each of the best is an anchor. Anchors
take turns: the first may bring most of what the structure binds to it, the later ones less, and
what is left of the budget goes round again. No part of it knows what kind of question is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from dtaa_lint.answerability.answering.embed import Embedder, Remembering, make_embedder
from dtaa_lint.answerability.answering.expand import Expansion, near
from dtaa_lint.answerability.answering.interface import BUDGET, Document, Item
from dtaa_lint.answerability.answering.language import language_of
from dtaa_lint.answerability.answering.names import Names
from dtaa_lint.answerability.answering.search import Bm25, Hybrid, Tokens, fuse, ranked
from dtaa_lint.answerability.answering.units import (
    BLOCK,
    FIGURE,
    HEAD,
    HEADING,
    ITEM,
    NOTE,
    ROW,
    Unit,
    Units,
)
from dtaa_lint.graph.view import View

DENSE_WORDS = 48
"""Words of a unit that are embedded: what a passage is about is said early, and the rest is found
by its words."""
DEPTH = 50
"""Ranks of each list that take part in the fusion."""
HEADINGS = 5
"""Headings that the heading-path channel may add: it is bounded."""
NAMED = 80
"""Words of a unit that is called what it says, as a heading or a lead is."""
SHARES = (0.5, 0.3, 0.2, 0.15, 0.1, 0.1, 0.1, 0.08, 0.08, 0.08)
"""Share of the budget that the expansion of the first, second … anchor may take in its turn."""
_MISSES = 3
"""Units of one expansion that may be too long before it ends."""
WEIGHTS = (1.0, 0.7, 0.7, 1.0, 0.7, 1.0)
"""Of the rankings by words, by meaning, by heading path, by whole name, by most of a name, and by
phrases."""


class Indexes:
    """The units of a document and where they are searched: the same for all systems that do. Not
    changed by a search."""

    def __init__(self, view: View, embedder: Embedder) -> None:
        self.units = units = Units(view)
        self.expansion = Expansion(units)
        self.tokens = tokens = Tokens(language_of(view))
        everything = units.all
        self.search = Hybrid(
            [f"{unit.text} {unit.context}" for unit in everything],
            [_dense(unit) for unit in everything],
            tokens,
            embedder,
        )
        self.headings = [n for n, unit in enumerate(everything) if unit.kind is HEADING]
        paths = [f"{everything[n].text} {everything[n].context}" for n in self.headings]
        self.paths = Hybrid(paths, [everything[n].text for n in self.headings], tokens, embedder)
        called = [
            (n, tokens.of(name)) for n, unit in enumerate(everything) for name in _names(unit)
        ]
        self.names = Names(
            [(number, words) for number, words in called if words],
            [tokens.of(unit.context) if unit.names else [] for unit in everything],
        )
        self.pairs = Bm25(
            [_pairs(tokens.of(" ".join((unit.text, *unit.names)))) for unit in everything]
        )


class EgrS:
    """Structure-preserving retrieval over the tag tree (paper, section 4.2)."""

    name = "egr-s"

    def __init__(
        self,
        embedder: Embedder | None = None,
        budget: int = BUDGET,
        weights: Sequence[float] = WEIGHTS,
    ) -> None:
        """``weights``: one for each ranking; 0 leaves it out."""
        self._embedder = embedder
        self._budget = budget
        self._weights = tuple(weights)
        self._units: Units | None = None

    def index(self, document: Document) -> None:
        """Compiles the units of the document and their indexes."""
        if self._embedder is None:
            self.index_view(document.view)
            return
        embedder = self._embedder
        key = (Indexes, embedder)
        self._use(document.once(key, lambda: Indexes(document.view, embedder)))

    def index_view(self, view: View) -> None:
        """The same, of a structure that need not be the document's own."""
        self._use(Indexes(view, self._embedder or Remembering(make_embedder())))

    def _use(self, found: Indexes) -> None:
        self._units, self._expansion, self._tokens = found.units, found.expansion, found.tokens
        self._search, self._headings, self._paths = found.search, found.headings, found.paths
        self._names, self._pairs = found.names, found.pairs

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """Units in rank order, as many as the budget holds."""
        chosen = self.compose(self.anchors(question, k), self._budget)
        return [self.item(number) for number in chosen]

    def anchors(self, question: str, k: int) -> list[int]:
        """The ``k`` best units, best first."""
        if self._units is None or not self._units.all:
            return []
        words, meaning = self._search.rankings(question, DEPTH)
        headings = [self._headings[n] for n in self._paths.search(question, HEADINGS)]
        said = self._tokens.of(question)
        whole, most = self._names.rankings(said, DEPTH)
        phrases = ranked(self._pairs.scores(_pairs(said)), DEPTH)
        rankings = (words, meaning, headings, whole, most, phrases)
        return [n for n, score in fuse(rankings, self._weights)[:k] if score > 0]

    def compose(self, anchors: Sequence[int], budget: int) -> list[int]:
        """The anchors with what is bound to them, in turns, within the budget."""
        if self._units is None:
            return []
        units = self._units.all
        plate = Plate(budget)
        for place, anchor in enumerate(anchors):
            share = SHARES[min(place, len(SHARES) - 1)]
            plate.take(self._expansion.bound(anchor), units, budget)
            plate.take(self._around(anchor), units, int(share * budget))
        for anchor in anchors:
            plate.take(self._around(anchor), units, budget)
        for anchor in anchors:
            plate.take(self._scope(anchor), units, budget)
        return plate.order

    def _around(self, number: int) -> Iterable[int]:
        """What the structure binds to a unit, nearest first."""
        assert self._units is not None
        unit = self._units.all[number]
        expansion = self._expansion
        yield from expansion.notes(number)
        if unit.kind is HEADING:
            yield from expansion.scope(unit.node)
        elif unit.kind in (ROW, HEAD):
            yield from near(expansion.table(number), number)
        elif unit.kind is ITEM:
            yield from expansion.members(number)
            yield from near(expansion.whole_list(unit.group), number)
        elif unit.kind in (BLOCK, NOTE, FIGURE):
            yield from expansion.members(number)
        for target in expansion.targets(number):
            yield target
            if self._units.all[target].kind is HEADING:
                yield from expansion.scope(self._units.all[target].node)

    def _scope(self, number: int) -> Iterable[int]:
        """What stands under the same heading, nearest first."""
        assert self._units is not None
        unit = self._units.all[number]
        if unit.kind is not HEADING and unit.heading >= 0:
            yield from near(self._expansion.scope(unit.heading), number)

    def item(self, number: int) -> Item:
        """The unit as it is shown."""
        assert self._units is not None
        unit = self._units.all[number]
        return Item(f"s{unit.node}-{number}", unit.text, unit.nodes, self._page(unit))

    def _page(self, unit: Unit) -> int:
        assert self._units is not None
        return self._units.view.nodes[unit.node].page


class Plate:
    """What is shown: whole units until the budget is spent."""

    def __init__(self, budget: int) -> None:
        self._left = budget
        self._known: set[int] = set()
        self.order: list[int] = []

    def fits(self, words: int) -> bool:
        """Whether so many words fit; if so, they are spent."""
        if words > self._left:
            return False
        self._left -= words
        return True

    def take(self, numbers: Iterable[int], units: Sequence[Unit], share: int) -> None:
        """Adds units that are new and fit, until the share is spent; one that is too long is
        passed over, a few times."""
        left = min(share, self._left)
        misses = 0
        for number in numbers:
            if number in self._known:
                continue
            words = units[number].words
            if words > left:
                misses += 1
                if misses > _MISSES:
                    return
                continue
            self._known.add(number)
            self.order.append(number)
            left -= words
            self._left -= words


def _dense(unit: Unit) -> str:
    """What is embedded of a unit: with where it stands, which a row or a list item does not say. Of
    a row what it is called: numbers mean nothing to an embedder, and take most of its time."""
    context = " ".join(unit.context.split()[-16:]) if unit.kind in (ROW, ITEM) else ""
    words = unit.text.split()
    if unit.kind is ROW:
        words = " ".join(unit.names).split() or [w for w in words if any(map(str.isalpha, w))]
    return " ".join([*context.split(), *words][:DENSE_WORDS])


def _names(unit: Unit) -> tuple[str, ...]:
    """What a unit is called: a short one what it says, as a heading or a lead is."""
    if unit.names or unit.kind is ROW:
        return unit.names
    return (unit.text,) if unit.words <= NAMED else ()


def _pairs(words: Sequence[str]) -> list[str]:
    """Each two neighbouring words as one: what is quoted has the same ones."""
    return [f"{one} {other}" for one, other in pairwise(words)]
