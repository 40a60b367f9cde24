"""Which element a page destination means, as far as the page shows it.

Two kinds of evidence are taken, and nothing else: the link's text is that of exactly one heading on
the page, or the first line of an element lies at the destination. Some producers write places that
are far from what they mean (Chromium adds the margin of the page); a document whose places miss the
headings that its links name is not believed in the second. Others name the whole page or its edge:
that is no place at all, and the heading that the link names may stand on the next page as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.graph.headings import heading_level
from dtaa_lint.graph.index import INLINE, Index
from dtaa_lint.pdf.model import Target

ABOVE = 6.0
"""Points by which the top of the line meant may lie above the destination."""
EDGE = 2.0
"""Points from the top or the bottom of a page within which a destination means the whole page."""
MAX_NEAR = 32
"""Elements at one destination that are looked at."""

_INSIDE = (INLINE - {"Note", "FENote"}) | {"NonStruct"}
_LEADER = re.compile(r"(?:\s*[.…·_]){3,}\s*(?:\d+|[ivxlcdm]+)?$", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"\s+\d{1,4}$")
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*|[IVX]+|[A-Z])[.):]?\s+")
_MAX_NAME = 300


def _names(text: str) -> Iterator[str]:
    """The texts under which a heading, or a link to it, may be known, the fullest first."""
    text = _LEADER.sub("", text[:_MAX_NAME]).strip(" .:")
    bare = _NUMBERING.sub("", text)
    for name in dict.fromkeys((text, bare)):
        if len(name) > 1:
            yield name.casefold()


class Landings:
    """Finds the elements at places on pages."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._pages: dict[int, list[tuple[float, float, float, int]]] | None = None
        self._headings: dict[tuple[int, str], int] = {}
        """(page, name) -> the heading of that name there; -1 for several."""
        self._heading_tops: dict[int, float] = {}
        self.hits = 0
        """Links that name a heading, with a destination at its first line."""
        self.misses = 0
        """Links that name a heading, with a destination elsewhere."""

    def named(self, text: str, target: Target) -> int:
        """The only heading of the destination's page that the link's text names; -1. For a whole
        page, of that page or else of the next one."""
        self._prepare()
        names = list(_names(text))
        names += list(_names(_PAGE_NUMBER.sub("", text)))
        whole = self._whole_page(target)
        for page in (target.page, target.page + 1) if whole else (target.page,):
            for name in dict.fromkeys(names):
                found = self._headings.get((page, name))
                if found is not None:
                    if found >= 0 and not whole:
                        self._judge(found, target)
                    return found
        return -1

    def _whole_page(self, target: Target) -> bool:
        """Whether the destination is a page or its edge, and no place on it."""
        pages = self.index.document.pages
        if target.top is None:
            return True
        if not 0 <= target.page < len(pages):
            return False
        bottom, top = pages[target.page].crop_box[1::2]
        return target.top >= top - EDGE or target.top <= bottom + EDGE

    def _judge(self, heading: int, target: Target) -> None:
        """Counts whether the place agrees with the name."""
        top = self._heading_tops.get(heading)
        if top is None or target.top is None:
            return
        if top - ABOVE <= target.top <= top + _line(self.index.nodes[heading].font_size):
            self.hits += 1
        else:
            self.misses += 1

    def at(self, target: Target) -> int:
        """The block whose first line lies at a page destination, a heading before others; -1."""
        top = target.top
        if top is None or self.misses > self.hits or self._whole_page(target):
            return -1
        lines = self._prepare().get(target.page)
        if not lines:
            return -1
        place = bisect_left(lines, (-(top + ABOVE), 0.0, 0.0, -1))
        near = [
            (over, abs(left - (target.left or 0.0)), block)
            for over, left, size, block in lines[place : place + MAX_NEAR]
            if top + over <= _line(size)
        ]
        if not near:
            return -1
        nodes = self.index.nodes
        heads = [one for one in near if heading_level(nodes[one[2]].type) is not None]
        if heads:
            return heads[0][2]
        first = near[0][0]
        return min((one for one in near if one[0] - first < 3.0), key=lambda one: one[1:])[2]

    def _prepare(self) -> dict[int, list[tuple[float, float, float, int]]]:
        """Per page (-top, left, font size, block) of the first line of every block, from the top
        down; and the headings by name."""
        if self._pages is not None:
            return self._pages
        pages: dict[int, list[tuple[float, float, float, int]]] = {}
        nodes = self.index.nodes
        headings = {
            node
            for type_, found in self.index.by_type.items()
            if heading_level(type_) is not None
            for node in found
        }
        for run in self.index.document.runs:
            box = run.box
            if box is None or run.end <= run.start:
                continue
            block = self.block(run.owner)
            if run.start > nodes[block].text_start:
                continue
            line = (-box[3], box[0], run.font_size, block)
            pages.setdefault(run.item.page, []).append(line)
            if block in headings:
                self._heading_tops[block] = box[3]
        for lines in pages.values():
            lines.sort()
        for node in sorted(headings):
            for name in _names(self.index.normalised(node)):
                key = (nodes[node].page, name)
                self._headings[key] = -1 if key in self._headings else node
        self._pages = pages
        return pages

    def block(self, node: int) -> int:
        """The block-level element around an inline one."""
        nodes = self.index.nodes
        steps = 0
        while nodes[node].parent >= 0 and nodes[node].type in _INSIDE and steps < 64:
            node = nodes[node].parent
            steps += 1
        return node


def _line(size: float) -> float:
    """How far below a destination the line that it means may begin, in points."""
    return 1.6 * size + 2.0
