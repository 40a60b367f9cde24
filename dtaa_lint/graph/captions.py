"""Captions of tables, figures and lists."""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.graph.index import ILLUSTRATIONS, Index
from dtaa_lint.graph.wording import looks_like_caption

_CAPTIONED = frozenset({"Table", "L"}) | ILLUSTRATIONS
_PAIRING = frozenset({"Div", "Aside", "Figure"})
"""Elements that may wrap a thing together with its Caption (ISO 32000-2, 14.8.4.8.4)."""
_WRAPPERS = frozenset({"Part", "Div", "NonStruct", "P", "Span", "Sect"})
"""Elements that may stand around a captioned thing and nothing else."""
MAX_WRAPPERS = 4
MAX_BLANKS = 8
"""Blank neighbours that are passed over."""


class Captions:
    """Finds captions and neighbouring blocks."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._has_captions = bool(index.by_type.get("Caption"))
        self._siblings: dict[int, tuple[int, ...]] = {}
        self._paired: dict[int, int] = {}
        self._edges: dict[tuple[int, int], int] = {}

    def text(self, caption: int) -> str:
        """Normalised text of a caption; empty for -1."""
        return self.index.normalised(caption) if caption >= 0 else ""

    def structural(self, node: int) -> int:
        """The Caption that the structure binds to a table, figure or list; -1 for none: a child of
        it, or its only companion of that kind in a wrapping Div, Aside or Figure."""
        if not self._has_captions:
            return -1
        nodes = self.index.nodes
        for kid in nodes[node].kids:
            if type(kid) is int:
                if nodes[kid].type == "Caption":
                    return kid
                if nodes[kid].type == "NonStruct":
                    for inner in nodes[kid].kids:
                        if type(inner) is int and nodes[inner].type == "Caption":
                            return inner
        parent = nodes[node].parent
        if parent >= 0 and nodes[parent].type in _PAIRING and self.paired(parent) >= 0:
            return self.paired(parent)
        return self._around(node)

    def _around(self, node: int) -> int:
        """The Caption in a wrapper that holds nothing but it and the (otherwise empty) wrappers of
        the node, as LaTeX writes floats: ``Aside > Caption, Part > P > Figure``; -1 for none."""
        nodes = self.index.nodes
        at = node
        for _ in range(MAX_WRAPPERS):
            parent = nodes[at].parent
            if parent < 0:
                return -1
            kids = self.siblings(parent)
            if 1 < len(kids) <= MAX_BLANKS:
                kids = tuple([kid for kid in kids if kid == at or not self._empty(kid)])
            if len(kids) != 1:
                pair = len(kids) == 2 and nodes[parent].type in _PAIRING
                caption = kids[0] if kids[1] == at else kids[1]
                return caption if pair and nodes[caption].type == "Caption" else -1
            if nodes[parent].type not in _WRAPPERS or not self.index.same_text(parent, at):
                return -1
            at = parent
        return -1

    def _empty(self, node: int) -> bool:
        """A paragraph that holds nothing at all, as TeX leaves one before a display."""
        element = self.index.nodes[node]
        return element.type == "P" and element.end == node + 1 and self.index.blank(node)

    def paired(self, parent: int) -> int:
        """The only Caption of a wrapper that holds one captioned thing; -1 for none. Kept."""
        found = self._paired.get(parent)
        if found is None:
            types = [self.index.nodes[kid].type for kid in self.siblings(parent)]
            one = types.count("Caption") == 1 and sum(t in _CAPTIONED for t in types) == 1
            found = self.siblings(parent)[types.index("Caption")] if one else -1
            self._paired[parent] = found
        return found

    def near(self, node: int) -> int:
        """A neighbour that looks like the caption: a Caption element beside it, or a paragraph that
        opens with a caption word and a number; the one before it is tried first for tables, the
        one behind it for others. What stands between two tables is the name of the second. -1 for
        none."""
        before, behind = self.neighbour(node, -1), self.neighbour(node, 1)
        order = (before, behind)
        if self.index.nodes[node].type != "Table":
            order = (behind, before)
        for candidate in order:
            if candidate >= 0 and self.looks(candidate):
                above_another = candidate == behind and self._is_table(self.neighbour(behind, 1))
                return -1 if above_another and self._is_table(node) else candidate
        return -1

    def _is_table(self, node: int) -> bool:
        return node >= 0 and self.index.nodes[node].type == "Table"

    def looks(self, node: int) -> bool:
        element = self.index.nodes[node]
        if element.type == "Caption":
            return True
        if element.type not in ("P", "Span", "Div", "H4", "H5", "H6"):
            return False
        if element.text_end - element.text_start > 600:
            return False
        return looks_like_caption(self.index.text(node), element.lang)

    def siblings(self, parent: int) -> tuple[int, ...]:
        """Children of an element, or the top level for -1; kept."""
        found = self._siblings.get(parent)
        if found is None:
            found = self.index.children(parent) if parent >= 0 else self.top()
            self._siblings[parent] = found
        return found

    def neighbour(self, node: int, step: int) -> int:
        """The block next to the node (step -1: before, 1: behind), out of and into wrappers that
        hold nothing else; blank blocks are passed over."""
        nodes = self.index.nodes
        for _ in range(4):
            parent = nodes[node].parent
            siblings = self.siblings(parent)
            at = bisect_left(siblings, node) + step
            for _ in range(MAX_BLANKS):
                if not 0 <= at < len(siblings):
                    break
                other = siblings[at]
                if nodes[other].type in _CAPTIONED or not self.index.blank(other):
                    return self.edge(other, -step)
                at += step
            else:
                return -1
            if parent < 0 or nodes[parent].type not in ("Div", "NonStruct", "P", "Span"):
                return -1
            node = parent
        return -1

    def edge(self, node: int, side: int) -> int:
        """The first (side -1) or last block inside wrappers."""
        nodes = self.index.nodes
        for _ in range(4):
            if nodes[node].type not in ("Div", "NonStruct", "Sect"):
                break
            inner = self.outer(node, side)
            if inner < 0:
                break
            node = inner
        return node

    def outer(self, node: int, side: int) -> int:
        """The first (side -1) or last child that is not blank; -1 for none. Kept."""
        found = self._edges.get((node, side))
        if found is None:
            kids = self.siblings(node)
            order = kids if side < 0 else reversed(kids)
            found = next((kid for kid in order if not self.index.blank(kid)), -1)
            self._edges[node, side] = found
        return found

    def top(self) -> tuple[int, ...]:
        """Elements without a parent."""
        nodes = self.index.nodes
        result: list[int] = []
        at = 0
        while at < len(nodes):
            result.append(at)
            at = nodes[at].end
        return tuple(result)
