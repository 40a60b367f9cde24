"""Where the sources of somebody else's question stand in a document, as evidence slots.

Sources come from other extractions: their words are the document's, their line ends, markup and
order are not. A source is found by runs of three words that it shares with one stretch of the
document; what of it was found is told as a share of its words. Its slots are the blocks of that
stretch (paragraphs, list items, rows of tables) with the text that they have of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, Source
from dtaa_lint.graph.index import CONTAINERS
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Slot

FOUND = 0.6
"""Share of a source's words that must be found for it to be taken for found."""

_RUN = 3
"""Words of a run."""
_COMMON = 60
"""Places of a run beyond which it says nothing of where a source stands."""
_STRETCH = 1.5
_SLACK = 40
"""How much longer than the source the stretch of the document may be, in words."""
_ON_PAGE = 0.8
"""Share of the best match from which on a match on the page that the source names is better."""
_MOST_PLACES = 16
"""Places of a very short source that are taken for it, each as good as the others."""
_LEAST = 8
"""Words in a row of a block that are enough of it; of a short one, half of its words."""
_GAP = 3
"""Words apart that still are in a row: markers of notes, words that one extraction splits."""

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|(?:[^\W_]|(?<=\d)[.,](?=\d))+")
_BLOCKS = frozenset(
    {"P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "LI", "TR", "Caption", "Note"}
    | {"FENote", "BlockQuote", "TOCI", "Code", "Figure", "Formula", "Index", "Aside"}
)


@dataclass(frozen=True, slots=True)
class Located:
    """A source in a document."""

    share: float
    """Share of its words that were found in one stretch, 0 to 1."""
    slots: tuple[Slot, ...]
    """The blocks that it is made of; empty unless ``found``."""
    start: int = -1
    """Offset into the document's text; -1 for not found."""
    end: int = -1

    @property
    def found(self) -> bool:
        return bool(self.slots)


@dataclass(frozen=True, slots=True)
class SourceEvidence:
    """The evidence of one question."""

    located: tuple[Located, ...]
    """One for each source, in order."""

    @property
    def complete(self) -> bool:
        """Whether there are sources and each was found: only then is evidence scored."""
        return bool(self.located) and all(source.found for source in self.located)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All slots, each once; empty when a source is missing."""
        if not self.complete:
            return ()
        return tuple(dict.fromkeys(slot for source in self.located for slot in source.slots))

    @property
    def share(self) -> float:
        """The mean share of the sources; 0 without any."""
        if not self.located:
            return 0.0
        return sum(source.share for source in self.located) / len(self.located)


class Locator:
    """Finds sources in one document."""

    def __init__(self, view: View) -> None:
        self._text = view.document.text
        self._ids: dict[str, int] = {}
        words = list(_WORD.finditer(self._text))
        self._spans = [match.span() for match in words]
        self._words = [self._ids.setdefault(m[0].casefold(), len(self._ids)) for m in words]
        self._runs: dict[tuple[int, ...], list[int]] = {}
        for at in range(len(self._words) - _RUN + 1):
            self._runs.setdefault(tuple(self._words[at : at + _RUN]), []).append(at)
        self._owners = _owners(view, [start for start, _ in self._spans])
        self._pages = [view.nodes[node].page if node >= 0 else -1 for node in self._owners]
        self._counts: dict[int, int] = {}
        for owner in self._owners:
            self._counts[owner] = self._counts.get(owner, 0) + 1

    def evidence(self, question: ForeignQuestion) -> SourceEvidence:
        """The evidence of a question's sources."""
        return SourceEvidence(tuple([self.locate(source) for source in question.sources]))

    def locate(self, source: Source) -> Located:
        """Where a source stands."""
        words = [self._ids.get(m[0].casefold(), -1) for m in _WORD.finditer(source.text)]
        if not words:
            return Located(0.0, ())
        if len(words) <= _RUN:
            return self._short(words, source.page)
        runs = [tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)]
        window = self._window(runs, len(words), source.page)
        if window is None:
            return Located(0.0, ())
        first, last = window
        wanted = set(runs)
        said: set[int] = set()
        here: set[tuple[int, ...]] = set()
        for at in range(first, min(last, len(self._words) - _RUN + 1)):
            run = tuple(self._words[at : at + _RUN])
            if run in wanted:
                here.add(run)
                said.update(range(at, at + _RUN))
        told: set[int] = set()
        for at, run in enumerate(runs):
            if run in here:
                told.update(range(at, at + _RUN))
        share = len(told) / len(words)
        if share < FOUND:
            return Located(share, ())
        return self._located(share, sorted(said))

    def _short(self, words: Sequence[int], page: int | None) -> Located:
        """One to three words: every place where they stand is as good as the others."""
        size = len(words)
        if min(words) < 0:
            return Located(0.0, ())
        if size == _RUN:
            places = self._runs.get(tuple(words), [])
        else:
            ends = range(len(self._words) - size + 1)
            places = [at for at in ends if self._words[at : at + size] == list(words)]
        here = [at for at in places if page is not None and self._pages[at] == page]
        places = here or places
        if not places:
            return Located(0.0, ())
        if len(places) > _MOST_PLACES:
            # They are told, and nobody can say where.
            return Located(1.0, ())
        pairs = []
        for at in places:
            start, end = self._spans[at][0], self._spans[at + size - 1][1]
            pairs.append((self._owners[at], self._text[start:end]))
        if any(owner < 0 for owner, _ in pairs):
            return Located(1.0, ())
        first = places[0]
        slot = Slot(tuple(dict.fromkeys(pairs)))
        return Located(1.0, (slot,), self._spans[first][0], self._spans[first + size - 1][1])

    def _window(
        self, runs: Sequence[tuple[int, ...]], size: int, page: int | None
    ) -> tuple[int, int] | None:
        """The stretch that has most of the runs, each counted once; the first of equal ones."""
        hits: list[tuple[int, int]] = []
        for number, run in enumerate(dict.fromkeys(runs)):
            places = self._runs.get(run, ())
            if len(places) <= _COMMON:
                hits += [(at, number) for at in places]
        hits.sort()
        width = int(_STRETCH * size) + _SLACK
        best = _densest(hits, width)
        if page is not None:
            # A passage may go on at the head of the next page.
            there = [hit for hit in hits if self._pages[hit[0]] in (page, page + 1)]
            on_page = _densest(there, width)
            if on_page[0] and on_page[0] >= _ON_PAGE * best[0]:
                best = on_page
        if not best[0]:
            return None
        # Common runs at the ends are part of it as well.
        spare = max(0, size - (best[2] - best[1]))
        return max(0, best[1] - spare), best[2] + spare

    def _located(self, share: float, said: Sequence[int]) -> Located:
        """The blocks of the words that were found."""
        by_owner: dict[int, list[int]] = {}
        for at in said:
            by_owner.setdefault(self._owners[at], []).append(at)
        slots = []
        first = last = -1
        for owner, places in by_owner.items():
            begin, end = _longest(places)
            if owner < 0 or end - begin + 1 < min(_LEAST, (self._counts[owner] + 1) // 2):
                continue
            slots.append(Slot(((owner, self._text[self._spans[begin][0] : self._spans[end][1]]),)))
            first, last = (begin if first < 0 else first), end
        if not slots:
            return Located(share, ())
        return Located(share, tuple(slots), self._spans[first][0], self._spans[last][1])


def _densest(hits: Sequence[tuple[int, int]], width: int) -> tuple[int, int, int]:
    """Of (place, number of the run) in order: how many different runs stand in the stretch of
    ``width`` words that has most of them, and its first and last place; the first of equal ones."""
    best = (0, 0, 0)
    inside: dict[int, int] = {}
    low = 0
    for at, number in hits:
        inside[number] = inside.get(number, 0) + 1
        while at - hits[low][0] > width or inside[hits[low][1]] > 1:
            left = hits[low][1]
            inside[left] -= 1
            if not inside[left]:
                del inside[left]
            low += 1
        if len(inside) > best[0]:
            best = (len(inside), hits[low][0], at + _RUN)
    return best


def _longest(places: Sequence[int]) -> tuple[int, int]:
    """The first and the last of the longest stretch of words with small gaps only."""
    best = (places[0], places[0])
    begin = before = places[0]
    for at in places[1:]:
        if at - before > _GAP:
            begin = at
        before = at
        if before - begin > best[1] - best[0]:
            best = (begin, before)
    return best


def _owners(view: View, starts: Sequence[int]) -> list[int]:
    """For offsets in order, the block around each: the row of a table, else the innermost block,
    else the innermost element; -1 for none."""
    nodes = view.nodes
    block: list[int] = []
    for element in nodes:
        around = block[element.parent] if element.parent >= 0 else -1
        if around < 0:
            begins = element.type not in CONTAINERS
        else:
            begins = element.type == "TR" or (
                element.type in _BLOCKS and nodes[around].type != "TR"
            )
        block.append(element.index if begins else around)
    having = sorted(
        (element.text_start, element.index)
        for element in nodes
        if element.text_end > element.text_start
    )
    owners: list[int] = []
    around_here: list[int] = []
    """Elements around the offset, outermost first."""
    following = 0
    for start in starts:
        while following < len(having) and having[following][0] <= start:
            index = having[following][1]
            while around_here and nodes[around_here[-1]].text_end <= nodes[index].text_start:
                around_here.pop()
            around_here.append(index)
            following += 1
        while around_here and nodes[around_here[-1]].text_end <= start:
            around_here.pop()
        owners.append(block[around_here[-1]] if around_here else -1)
    return owners
