"""Blocks in blocks, as a paragraph of paragraphs: each is read by itself, and nothing twice."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.graph.index import ILLUSTRATIONS
from dtaa_lint.graph.view import View

CUTS = ("L", "Table", "Note", "FENote", "Caption")
"""What stands in a block and is read by itself, always."""
_BLOCKS = (
    "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "BlockQuote", "Aside", "Document",
    "DocumentFragment", "Part", "Art", "Sect", "Div",
)  # fmt: skip
"""What is where it is not all that the block says. NonStruct and Private are looked through."""


class Blocks:
    """What blocks say themselves, asked in reading order."""

    def __init__(self, view: View) -> None:
        self._view = view
        index = self._index = view.index
        headings = [node for node in view.heading_by_node if not index.blank(node)]
        found = sorted({*index.with_text(index.of_type(*CUTS, *_BLOCKS)), *headings})
        if view.figures:
            # A figure says all of its text, and is no block in what it stands in.
            only = self._figures()
            found = [
                node
                for node in found
                if node not in only and index.enclosing(node, ILLUSTRATIONS) < 0
            ]
        self._inner = found
        self.severed: set[int] = set()
        """Those that are to be read by themselves: the text of what is around them is without
        theirs."""
        self._chained: set[int] = set()
        """Those that have the text of one in them, which holds others."""

    def _figures(self) -> set[int]:
        """Elements with no text but that of a figure in them."""
        nodes, found = self._view.nodes, set[int]()
        for figure in self._view.figures:
            if self._index.blank(figure.node):
                continue
            around = nodes[figure.node].parent
            while around >= 0 and around not in found:
                if not self._index.same_text(around, figure.node):
                    break
                found.add(around)
                around = nodes[around].parent
        return found

    def text(self, node: int) -> str:
        """What an element says by itself: without the blocks in it, which are ``severed`` then. A
        paragraph that is all there is in another is one with it."""
        inner = self._index.outermost(self._inner, node)
        if not inner or self._is_one(node, inner):
            return self._index.normalised(node)
        self.severed.update(inner)
        return self._index.without(node, self._inner)

    def _is_one(self, node: int, inner: Sequence[int]) -> bool:
        """Whether an element has no text but that of a paragraph in it, which holds no other
        block. ``inner``: the outermost blocks in it."""
        index = self._index
        passed: list[int] = []
        while inner:
            first = inner[0]
            apart = (
                len(inner) > 1
                or self._view.nodes[first].type in CUTS
                or first in self._view.heading_by_node
                or first in self._chained
            )
            if apart or not index.same_text(node, first):
                self._chained.update(passed)
                return False
            passed.append(first)
            node, inner = first, index.outermost(self._inner, first)
        return True
