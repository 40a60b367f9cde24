"""What every part of the graph looks up: elements by type, children, owned objects."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from dtaa_lint.graph.text import fold, normalise
from dtaa_lint.pdf.model import AttributeValue, ObjectItem, PdfDocument, StructureElement

CONTAINERS = frozenset(
    {"Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "NonStruct", "Private"}
)
"""Grouping elements (ISO 32000-2, 14.8.4.3 and 14.8.4.4) that have no text of their own."""
SECTIONS = frozenset({"Sect", "Part", "Art"})
INLINE = frozenset(
    {"Span", "Quote", "Em", "Strong", "Sub", "Link", "Annot", "Code", "Reference", "BibEntry"}
    | {"Lbl", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "Note", "FENote"}
)
"""Elements that usually stand inside a line (ISO 32000-2, 14.8.4.7); notes are often put there."""
ILLUSTRATIONS = frozenset({"Figure", "Formula"})
NOTES = frozenset({"Note", "FENote"})
MAX_REPEATS = 32
"""How often, on average, a character may be told as part of elements around each other. Sound
trees are 15 deep; in one that is thousands deep the texts of the outer elements are cut, so that
all texts together stay linear in the document (see ``Index.longest``)."""
ELLIPSIS = "…"
"""Ends a text that was cut."""

_BLANK = re.compile(r"\s{64,}")
_INK = re.compile(r"\S")


class Index:
    """Looked up by all parts; one pass over the elements."""

    __slots__ = (
        "_around",
        "_blank_starts",
        "_blanks",
        "by_type",
        "document",
        "longest",
        "lost",
        "nodes",
        "object_nodes",
        "objects",
    )

    def __init__(self, document: PdfDocument) -> None:
        self.document = document
        self.nodes: Sequence[StructureElement] = document.elements
        self.by_type: dict[str, list[int]] = {}
        """Resolved type -> elements in reading order, lost ones left out."""
        self.lost: set[int] = set()
        """Elements whose content is on no page of the file, and all inside them: what stays in the
        tree when pages are taken out."""
        self.objects: list[ObjectItem] = []
        """Every object reference, in order of its owner."""
        self.object_nodes: list[int] = []
        """The owners, parallel to ``objects``."""
        self._around: dict[frozenset[str], tuple[list[int], list[int]]] = {}
        self._blanks: list[tuple[int, int]] | None = None
        self._blank_starts: list[int] = []
        by_type = self.by_type
        told = 0
        judged = 0
        for element in self.nodes:
            told += element.text_end - element.text_start
            if element.page < 0 and element.index >= judged:
                judged = element.end
                self._judge(element)
            if element.index in self.lost:
                continue
            found = by_type.get(element.type)
            if found is None:
                by_type[element.type] = [element.index]
            else:
                found.append(element.index)
            for kid in element.kids:
                if type(kid) is ObjectItem:
                    self.objects.append(kid)
                    self.object_nodes.append(element.index)
        self.longest = len(document.text)
        """Characters of an element's text that are told; all of them but in absurdly deep trees."""
        count = max(1, len(self.nodes))
        if told > MAX_REPEATS * (len(document.text) + count):
            self.longest = max(256, MAX_REPEATS * len(document.text) // count)

    def _judge(self, outer: StructureElement) -> None:
        """Notes an element without a page, and all in it, as lost when it names content at all."""
        inside = range(outer.index, outer.end)
        if any(type(kid) is not int for node in inside for kid in self.nodes[node].kids):
            self.lost.update(inside)

    def of_type(self, *types: str) -> list[int]:
        """Elements of these resolved types, in reading order."""
        if len(types) == 1:
            return self.by_type.get(types[0], [])
        return sorted(i for name in types for i in self.by_type.get(name, ()))

    def raw(self, node: int) -> str:
        """Deep text as the document has it, at most ``longest`` characters of it."""
        element = self.nodes[node]
        start, end = element.text_start, element.text_end
        if end - start > self.longest:
            return self.document.text[start : start + self.longest] + ELLIPSIS
        return self.document.text[start:end]

    def text(self, node: int) -> str:
        """Deep text, white space folded."""
        return fold(self.raw(node))

    def normalised(self, node: int) -> str:
        """Deep text, folded and repaired (see ``text.normalise``)."""
        return normalise(self.raw(node))

    def blank(self, node: int) -> bool:
        """No text but white space."""
        element = self.nodes[node]
        return self.blank_between(element.text_start, element.text_end)

    def blank_between(self, start: int, end: int) -> bool:
        """Whether nothing but white space stands in a range of the document's text. Long stretches
        of white space are known, so that no range is read through."""
        text = self.document.text
        if end - start <= 64:
            return not text[start:end].strip()
        if text[start : start + 64].strip():
            return False
        if self._blanks is None:
            self._blanks = [found.span() for found in _BLANK.finditer(text)]
            self._blank_starts = [first for first, _ in self._blanks]
        place = bisect_right(self._blank_starts, start) - 1
        if place >= 0:
            start = max(start, self._blanks[place][1])
        return start >= end or _INK.search(text, start, end) is None

    def same_text(self, outer: int, inner: int) -> bool:
        """Whether an element has no text but that of one inside it."""
        one, other = self.nodes[outer], self.nodes[inner]
        return self.blank_between(one.text_start, other.text_start) and self.blank_between(
            other.text_end, one.text_end
        )

    def children(self, node: int) -> tuple[int, ...]:
        """Child elements in the order of /K."""
        return tuple(kid for kid in self.nodes[node].kids if type(kid) is int)

    def opening(self, node: int, limit: int) -> str:
        """The first ``limit`` characters of the folded deep text."""
        element = self.nodes[node]
        end = min(element.text_end, element.text_start + 8 * limit)
        return fold(self.document.text[element.text_start : end])[:limit]

    def inside(self, nodes: Sequence[int], node: int, limit: int = 1 << 30) -> Sequence[int]:
        """Those of ``nodes`` (sorted) that are descendants of ``node``, the first ``limit``."""
        low = bisect_left(nodes, node + 1)
        return nodes[low : min(low + limit, bisect_left(nodes, self.nodes[node].end, low))]

    def objects_in(self, node: int, limit: int = 1 << 30) -> Sequence[ObjectItem]:
        """Object references of the element and its descendants, the first ``limit``."""
        low = bisect_left(self.object_nodes, node)
        end = bisect_left(self.object_nodes, self.nodes[node].end, low)
        return self.objects[low : min(low + limit, end)]

    def attribute(self, node: int, owner: str, key: str) -> AttributeValue:
        """An attribute of the element, None when it has none of that name."""
        attributes = self.nodes[node].attributes
        if not attributes:
            return None
        found = attributes.get(owner)
        return found.get(key) if found else None

    def first_inside(self, nodes: Sequence[int], node: int) -> int:
        """The first of ``nodes`` (sorted) that is a descendant of ``node``; -1 for none."""
        low = bisect_left(nodes, node + 1)
        return nodes[low] if low < len(nodes) and nodes[low] < self.nodes[node].end else -1

    def outermost(
        self, nodes: Sequence[int], node: int, limit: int = 1 << 30, stop: int = 1 << 60
    ) -> list[int]:
        """Those of ``nodes`` (sorted) inside ``node`` that stand in no other of them: ``limit`` at
        most, and none whose text begins at ``stop`` or later."""
        result: list[int] = []
        end = self.nodes[node].end
        low = bisect_left(nodes, node + 1)
        while low < len(nodes) and nodes[low] < end and len(result) < limit:
            if self.nodes[nodes[low]].text_start >= stop:
                break
            result.append(nodes[low])
            low = bisect_left(nodes, self.nodes[nodes[low]].end, low + 1)
        return result

    def enclosing(self, node: int, types: frozenset[str], stop: int = -1) -> int:
        """The nearest proper ancestor of one of ``types`` that comes after ``stop``; -1 for none.
        Looked up, not walked to: trees may be as deep as they are long."""
        found = self._around.get(types)
        if found is None:
            found = self._around[types] = self._ranges(types)
        at, around = found
        nearest = around[bisect_right(at, node) - 1]
        return nearest if nearest > stop else -1

    def _ranges(self, types: frozenset[str]) -> tuple[list[int], list[int]]:
        """Where the innermost element of ``types`` changes along the reading order: the nodes at
        which it does, and which one it is from there on."""
        at, around = [-1], [-1]
        open_: list[int] = []

        def mark(node: int) -> None:
            inner = open_[-1] if open_ else -1
            if at[-1] == node:
                around[-1] = inner
            else:
                at.append(node)
                around.append(inner)

        for node in self.of_type(*sorted(types)):
            while open_ and self.nodes[open_[-1]].end <= node:
                end = self.nodes[open_.pop()].end
                mark(end)
            open_.append(node)
            mark(node + 1)
        while open_:
            mark(self.nodes[open_.pop()].end)
        return at, around

    def with_text(self, nodes: Sequence[int]) -> list[int]:
        """Those of ``nodes`` whose text is not empty: what ``without`` may be asked to cut."""
        return [n for n in nodes if self.nodes[n].text_end > self.nodes[n].text_start]

    def without(self, node: int, cuts: Sequence[int], also: int = -1) -> str:
        """Normalised deep text of ``node`` without the text of ``cuts`` (sorted elements anywhere,
        all with text; those inside the node count) and of one more element inside it. Where one was
        taken out before punctuation, no space stays there."""
        element = self.nodes[node]
        text = self.document.text
        end = min(element.text_end, element.text_start + self.longest)
        inner = self.outermost(cuts, node, stop=end)
        if also > node and also < element.end:
            inner = sorted([*inner, also])
        if not inner:
            return self.normalised(node)
        pieces: list[str] = []
        at = element.text_start
        for cut in inner:
            other = self.nodes[cut]
            if other.text_start > at:
                _append(pieces, text[at : other.text_start])
            if other.text_end > at:
                at = other.text_end
                # A space may stand in the run of what is cut: between two words it stays.
                inside = text[at - 1].isspace() or text[other.text_start].isspace()
                if inside and text[at : at + 1].isalnum():
                    pieces.append(" ")
        _append(pieces, text[at:end])
        if end < element.text_end and at < end:
            pieces.append(ELLIPSIS)
        return normalise("".join(pieces))


def _append(pieces: list[str], piece: str) -> None:
    """Adds what follows a cut. French sets a space before ``:;!?``, but no line break."""
    head = piece.lstrip()
    if pieces and head:
        space = piece[: len(piece) - len(head)]
        if head[0] in ".,)]" or (head[0] in ":;!?" and "\n" in space):
            pieces[-1] = pieces[-1].rstrip()
            piece = head
    pieces.append(piece)
