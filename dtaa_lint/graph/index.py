"""What every part of the graph looks up: elements by type, children, owned objects."""

from __future__ import annotations

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


class Index:
    """Looked up by all parts; one pass over the elements."""

    __slots__ = ("_around", "by_type", "document", "nodes", "object_nodes", "objects")

    def __init__(self, document: PdfDocument) -> None:
        self.document = document
        self.nodes: Sequence[StructureElement] = document.elements
        self.by_type: dict[str, list[int]] = {}
        """Resolved type -> elements in reading order."""
        self.objects: list[ObjectItem] = []
        """Every object reference, in order of its owner."""
        self.object_nodes: list[int] = []
        """The owners, parallel to ``objects``."""
        self._around: dict[frozenset[str], tuple[list[int], list[int]]] = {}
        by_type = self.by_type
        for element in self.nodes:
            found = by_type.get(element.type)
            if found is None:
                by_type[element.type] = [element.index]
            else:
                found.append(element.index)
            for kid in element.kids:
                if type(kid) is ObjectItem:
                    self.objects.append(kid)
                    self.object_nodes.append(element.index)

    def of_type(self, *types: str) -> list[int]:
        """Elements of these resolved types, in reading order."""
        if len(types) == 1:
            return self.by_type.get(types[0], [])
        return sorted(i for name in types for i in self.by_type.get(name, ()))

    def raw(self, node: int) -> str:
        """Deep text as the document has it."""
        element = self.nodes[node]
        return self.document.text[element.text_start : element.text_end]

    def text(self, node: int) -> str:
        """Deep text, white space folded."""
        element = self.nodes[node]
        return fold(self.document.text[element.text_start : element.text_end])

    def normalised(self, node: int) -> str:
        """Deep text, folded and repaired (see ``text.normalise``)."""
        element = self.nodes[node]
        return normalise(self.document.text[element.text_start : element.text_end])

    def blank(self, node: int) -> bool:
        """No text but white space."""
        element = self.nodes[node]
        start, end = element.text_start, element.text_end
        return start == end or not self.document.text[start:end].strip()

    def children(self, node: int) -> tuple[int, ...]:
        """Child elements in the order of /K."""
        return tuple(kid for kid in self.nodes[node].kids if type(kid) is int)

    def inside(self, nodes: Sequence[int], node: int) -> Sequence[int]:
        """Those of ``nodes`` (sorted) that are descendants of ``node``."""
        low = bisect_left(nodes, node + 1)
        return nodes[low : bisect_left(nodes, self.nodes[node].end, low)]

    def objects_in(self, node: int) -> Sequence[ObjectItem]:
        """Object references of the element and its descendants."""
        low = bisect_left(self.object_nodes, node)
        return self.objects[low : bisect_left(self.object_nodes, self.nodes[node].end, low)]

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

    def outermost(self, nodes: Sequence[int], node: int) -> list[int]:
        """Those of ``nodes`` (sorted) inside ``node`` that stand in no other of them."""
        result: list[int] = []
        end = self.nodes[node].end
        low = bisect_left(nodes, node + 1)
        while low < len(nodes) and nodes[low] < end:
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

    def without(self, node: int, cuts: Sequence[int], also: int = -1) -> str:
        """Normalised deep text of ``node`` without the text of ``cuts`` (sorted elements anywhere;
        those inside the node count) and of one more element inside it."""
        element = self.nodes[node]
        text = self.document.text
        inner = self.outermost(cuts, node)
        if also > node and also < element.end:
            inner = sorted([*inner, also])
        if not inner:
            return normalise(text[element.text_start : element.text_end])
        pieces: list[str] = []
        at = element.text_start
        for cut in inner:
            other = self.nodes[cut]
            if other.text_start > at:
                pieces.append(text[at : other.text_start])
            at = max(at, other.text_end)
        pieces.append(text[at : element.text_end])
        return normalise("".join(pieces))
