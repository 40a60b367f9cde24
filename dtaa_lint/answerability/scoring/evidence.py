"""Evidence recall and relation coverage: what a system showed against what a task requires.

A slot is covered when one of its (element, verbatim text) pairs is shown. Systems that know the
document's elements, systems that know places, and systems that know only text are held to one
question: does the reader see this text, as it stands at this place?

- An item that names elements shows a pair when the element, one around it or one inside it is named
  and the text stands in what is shown of them. The name alone is not believed: the words must be
  there; and an element around counts only when all of its own text is there.
- An item that has boxes shows a pair when the element's box lies in them and the text stands in it.
- Any other item shows a pair when the place of the text in the flat pages lies within the items'.
- Wherever it stands, a long text (``LONG`` words) that an item holds word for word is shown: the
  same words say the same. So is a heading of some words, which stands in the table of contents as
  well. Short texts, as numbers are, need their place: "2.1" stands anywhere.

A relation is covered when both of its endpoints are shown. An endpoint that is a slot's element
is shown when a slot of it is covered; a container when something inside it is shown; an element
without words on its page, as a picture is, when the other endpoint is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.model import Failure
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.answerability.scoring.places import FlatPlaces, Range
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Box
from dtaa_lint.universe.model import Slot, Task

LONG = 8
"""Words from which on a text is told apart by its words alone."""
_NAME_WORDS, _NAME_LETTERS = 2, 12
"""Words and letters from which on a heading is."""
_ALMOST = 0.95
"""Share of a long text's place that the shown pieces must hold, and all of its numbers."""
_AROUND = 64
"""Elements around an element that are looked at."""
_MARGIN = 2.0
"""Points that a box may be off."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What of a task's evidence was shown."""

    evidence: float
    """Share of slots covered, 0 to 1."""
    relations: float
    """Share of relations covered; 1 where none is required."""
    missing_slots: tuple[int, ...]
    missing_relations: tuple[int, ...]

    @property
    def failure(self) -> Failure | None:
        """R when a slot is missing, else C when a relation is; None for neither."""
        if self.missing_slots:
            return Failure.R
        return Failure.C if self.missing_relations else None


class Judge:
    """Scores what was shown of one document."""

    def __init__(self, data: bytes, view: View) -> None:
        self._view = view
        self._places = FlatPlaces(data, view)
        self._squeezed: dict[str, Squeezed] = {}

    def squeezed(self, text: str) -> Squeezed:
        """The text as it is compared, kept."""
        found = self._squeezed.get(text)
        if found is None:
            found = self._squeezed[text] = Squeezed(text)
        return found

    def coverage(self, task: Task, items: Sequence[Item]) -> Coverage:
        """Scores the shown items of one run."""
        shown = _Shown(self._view, self._places, self.squeezed, items)
        covered = [shown.slot(slot) for slot in task.slots]
        missing = tuple([i for i, there in enumerate(covered) if not there])
        slots: dict[int, bool] = {}
        for slot, there in zip(task.slots, covered, strict=True):
            for node, _ in slot.any_of:
                slots[node] = slots.get(node, False) or there
        endpoints: dict[int, bool | None] = {}
        for relation in task.relations:
            for node in (relation.source, relation.target):
                if node not in endpoints:
                    endpoints[node] = self._endpoint(node, slots, shown)
        lost = tuple(
            [
                i
                for i, relation in enumerate(task.relations)
                if not _both(endpoints[relation.source], endpoints[relation.target])
            ]
        )
        return Coverage(
            evidence=_share(len(missing), len(task.slots)),
            relations=_share(len(lost), len(task.relations)),
            missing_slots=missing,
            missing_relations=lost,
        )

    def _endpoint(self, node: int, slots: dict[int, bool], shown: _Shown) -> bool | None:
        """Whether an endpoint is shown; None when there is nothing of it to be seen."""
        if node in slots:
            return slots[node]
        element = self._view.nodes[node]
        inside = [other for other in slots if node < other < element.end]
        if any(slots[other] for other in inside) or shown.inside(node):
            return True
        around = self._view.nodes[node].parent
        for _ in range(_AROUND):
            if around < 0:
                break
            if slots.get(around):
                return True
            around = self._view.nodes[around].parent
        # An alternative text is not on the page: its reader knows the figure by its caption.
        text = self._view.text(node) or element.actual_text or ""
        if not Squeezed(text[:200]).text:
            return None
        return shown.pair(node, text)


def _both(one: bool | None, other: bool | None) -> bool:
    if one is None or other is None:
        return bool(one or other)
    return one and other


def _share(missing: int, total: int) -> float:
    return (total - missing) / total if total else 1.0


class _Shown:
    """The items of one run, prepared."""

    def __init__(
        self,
        view: View,
        places: FlatPlaces,
        squeezed: Callable[[str], Squeezed],
        items: Sequence[Item],
    ) -> None:
        self._view = view
        self._places = places
        self._squeezed = squeezed
        self._items = items
        self._at: dict[int, list[int]] = {}
        """Element -> numbers of the items that name it."""
        ranges: list[Range] = []
        for number, item in enumerate(items):
            for node in item.nodes:
                self._at.setdefault(node, []).append(number)
            if not item.nodes and not item.boxes:
                place = places.item(item.text, item.page)
                if place is not None:
                    ranges.append(place)
        self._named = sorted(self._at)
        self._ranges = _merged(ranges)

    def slot(self, slot: Slot) -> bool:
        """Whether one of its pairs is shown."""
        return any(self.pair(node, text) for node, text in slot.any_of)

    def inside(self, node: int) -> bool:
        """Whether an item names an element inside this one."""
        at = bisect_left(self._named, node + 1)
        return at < len(self._named) and self._named[at] < self._view.nodes[node].end

    def pair(self, node: int, text: str) -> bool:
        """Whether this text of this element is shown, with or without the markers of notes in it,
        which may be glued to its numbers."""
        if self._pair(node, text):
            return True
        whole = self._view.normalised(node)
        marked = whole != text and self._squeezed(whole).letters == self._squeezed(text).letters
        return marked and self._pair(node, whole)

    def _pair(self, node: int, text: str) -> bool:
        wanted = self._squeezed(text)
        if not wanted.text:
            # Signs alone: only the element itself can tell.
            return node in self._at
        if self._tells(node, wanted) and any(
            self._squeezed(item.text).contains(wanted) for item in self._items
        ):
            return True
        return (
            self._by_element(node, wanted)
            or self._by_box(node, wanted)
            or self._by_place(node, text, wanted)
        )

    def _tells(self, node: int, wanted: Squeezed) -> bool:
        """Whether words are told apart by themselves: many, or those of a heading, which a table of
        contents shows as well as the heading does."""
        if len(wanted.tokens) >= LONG:
            return True
        return (
            len(wanted.tokens) >= _NAME_WORDS
            and len(wanted.letters) >= _NAME_LETTERS
            and node in self._view.heading_by_node
        )

    def _by_element(self, node: int, wanted: Squeezed) -> bool:
        own = self._at.get(node, ())
        if any(self._squeezed(self._items[number].text).contains(wanted) for number in own):
            return True
        nodes = self._view.nodes
        end = nodes[node].end
        low = bisect_left(self._named, node + 1)
        # The pieces of an element, in reading order: its own text first, then what is inside it.
        pieces = dict.fromkeys(own)
        while low < len(self._named) and self._named[low] < end:
            pieces.update(dict.fromkeys(self._at[self._named[low]]))
            low += 1
        if len(pieces) > len(own):
            texts = [self._items[number].text for number in pieces]
            if Squeezed(" ".join(texts)).contains(wanted) or self._hold(texts, wanted):
                return True
        around = nodes[node].parent
        for _ in range(_AROUND):
            if around < 0:
                return False
            for number in self._at.get(around, ()):
                said = self._squeezed(self._items[number].text)
                if said.contains(wanted) and said.contains(self._squeezed(self._view.text(around))):
                    return True
            around = nodes[around].parent
        return False

    def _by_box(self, node: int, wanted: Squeezed) -> bool:
        boxes = self._view.boxes(node)
        if not boxes or not any(item.boxes for item in self._items):
            return False
        page, box = boxes[0]
        centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        pieces: list[str] = []
        for item in self._items:
            if any(other == page and _holds(place, centre) for other, place in item.boxes):
                if self._squeezed(item.text).contains(wanted):
                    return True
                pieces.append(item.text)
            elif any(
                at == other and _holds(around, ((x0 + x1) / 2, (y0 + y1) / 2))
                for other, (x0, y0, x1, y1) in item.boxes[:1]
                for at, around in boxes
            ):
                pieces.append(item.text)
        return self._hold(pieces, wanted)

    def _hold(self, pieces: Sequence[str], wanted: Squeezed) -> bool:
        """Whether pieces of a long text, in whatever order they are shown, are nearly all of it."""
        if len(wanted.tokens) < LONG or len(pieces) < 2:
            return False
        known = map(self._squeezed, dict.fromkeys(pieces))
        there = [piece for piece in known if piece.text and wanted.contains(piece)]
        held = sum(len(piece.text) for piece in there)
        if held < _ALMOST * len(wanted.text):
            return False
        return _counted(wanted) <= sum(map(_counted, there), Counter())

    def _by_place(self, node: int, text: str, wanted: Squeezed) -> bool:
        if not self._ranges:
            return False
        place = self._places.evidence(node, text)
        if place is None:
            return False
        start, end = place
        at, held, lost = start, 0, []
        for first, last in self._ranges:
            first, last = max(start, first), min(end, last)
            if first < last:
                held += last - first
                lost.append(self._places.text(at, first))
                at = last
        if held < end - start and len(wanted.tokens) < LONG:
            return False
        lost.append(self._places.text(at, end))
        # What is not held may be a word or two, and no number of it.
        return held >= _ALMOST * (end - start) and not any(
            number in piece for number in _counted(wanted) for piece in lost
        )


def _counted(text: Squeezed) -> Counter[str]:
    """Its numbers, and how often each stands in it."""
    return Counter([number for found in text.numbers.values() for number in found])


def _holds(box: Box, point: tuple[float, float]) -> bool:
    x0, y0, x1, y1 = box
    return x0 - _MARGIN <= point[0] <= x1 + _MARGIN and y0 - _MARGIN <= point[1] <= y1 + _MARGIN


def _merged(ranges: list[Range]) -> list[Range]:
    """Ranges that touch or overlap as one."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
