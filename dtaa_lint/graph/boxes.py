"""Where an element lies on the pages."""

from __future__ import annotations

from dtaa_lint.graph.index import Index
from dtaa_lint.pdf.model import Box, PageBox

_BLOCK = 256
"""Runs whose boxes are united once and for all."""
MAX_DEPTH = 64
"""Levels of the tree down to which a box is that of all content. No sound tree is so deep; below,
the box is that of the first content, so that all boxes together stay linear in the document."""
_FIRST = 16
"""Runs, and annotations, that count as an element's first content."""


class Boxes:
    """Unites the boxes of an element's runs and annotations, page by page.

    The runs of an element and its descendants follow each other in the reading order; so a box is
    the union over a range of runs, put together from ready blocks of them.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        runs = index.document.runs
        count = len(index.nodes)
        self.first = [len(runs)] * count
        """Per element: its first run and, in ``last``, one past its last."""
        self.last = [0] * count
        first, last = self.first, self.last
        for place, run in enumerate(runs):
            owner = run.owner
            if not 0 <= owner < count:
                continue
            if place < first[owner]:
                first[owner] = place
            last[owner] = place + 1
        for node in range(count - 1, 0, -1):
            parent = index.nodes[node].parent
            if parent >= 0:
                if first[node] < first[parent]:
                    first[parent] = first[node]
                if last[node] > last[parent]:
                    last[parent] = last[node]
        self.blocks: dict[int, dict[int, Box]] = {}

    def of(self, node: int) -> tuple[PageBox, ...]:
        """One box a page, by page; the Layout BBox where nothing was painted."""
        pages: dict[int, Box] = {}
        first, last = self.first[node], self.last[node]
        runs = self.index.document.runs
        end = self.index.nodes[node].end
        limit = 1 << 30
        if self.index.nodes[node].depth > MAX_DEPTH:
            limit = _FIRST
            last = min(last, first + _FIRST)
        at = first
        while at < last:
            if at % _BLOCK == 0 and at + _BLOCK <= last:
                for page, box in self.block(at // _BLOCK).items():
                    _unite(pages, page, box)
                at += _BLOCK
                continue
            run = runs[at]
            if run.box is not None and node <= run.owner < end:
                _unite(pages, run.item.page, run.box)
            at += 1
        annotations = self.index.document.annotations
        for item in self.index.objects_in(node, limit):
            if 0 <= item.annotation < len(annotations):
                annotation = annotations[item.annotation]
                if annotation.box is not None:
                    _unite(pages, annotation.page, annotation.box)
        if not pages:
            declared = self.declared(node)
            if declared is not None:
                pages[self.index.nodes[node].page] = declared
        return tuple([PageBox(page, pages[page]) for page in sorted(pages) if page >= 0])

    def block(self, number: int) -> dict[int, Box]:
        """The united boxes of a block of runs."""
        found = self.blocks.get(number)
        if found is None:
            found = {}
            for run in self.index.document.runs[number * _BLOCK : (number + 1) * _BLOCK]:
                if run.box is not None:
                    _unite(found, run.item.page, run.box)
            self.blocks[number] = found
        return found

    def declared(self, node: int) -> Box | None:
        """/BBox of the Layout attributes (ISO 32000-2, Table 380)."""
        value = self.index.attribute(node, "Layout", "BBox")
        if not isinstance(value, tuple) or len(value) != 4:
            return None
        numbers = [float(v) for v in value if isinstance(v, int | float) and abs(v) < 1e6]
        if len(numbers) != 4:
            return None
        x0, y0, x1, y1 = numbers
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _unite(pages: dict[int, Box], page: int, box: Box) -> None:
    old = pages.get(page)
    if old is None:
        pages[page] = box
    elif box[0] < old[0] or box[1] < old[1] or box[2] > old[2] or box[3] > old[3]:
        pages[page] = (
            min(old[0], box[0]),
            min(old[1], box[1]),
            max(old[2], box[2]),
            max(old[3], box[3]),
        )
