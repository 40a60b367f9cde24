"""How a reader tells a table or a figure from the others: by what is printed, or by where it is.

Its number among those under a heading is the tree's order, which nobody who reads the pages can
know; a section or a page tells only what stands there alone.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum

from dtaa_lint.answerability.benchmark.tongues import Tongues
from dtaa_lint.graph.model import Relation
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.universe.captions import parted
from dtaa_lint.universe.model import Motif, Task
from dtaa_lint.universe.motifs.figure_alt import is_ornament
from dtaa_lint.universe.validate import plain

TABLE, FIGURE = "table", "figure"
KIND = {Motif.TABLE_SUMMARY: TABLE, Motif.FIGURE_ALT: FIGURE, Motif.FIGURE_CAPTION: FIGURE}
"""Motifs that ask about a table or a figure as a whole."""

_PAGES = 100
"""Pages of one table that count; what is longer stands alone on them in any case."""
_LEVELS = 12
"""Headings around a table or figure that count."""
_AROUND = frozenset({"P", "Span", "NonStruct"})
"""What may hold nothing but a figure."""
_CAPTIONS = frozenset({"P", "Caption", "Span", "Div"})
_BEFORE = 2
"""Blocks before it in which its label may stand: the label, and what it says."""
_LONGEST = 200
"""Characters of a caption that is no paragraph."""
_CLIMBED = 12
_TABLE_WORDS = ("tab", "cuadro", "quadro", "tavola", "表")
"""Beginnings of what tables are called in captions."""


class Told(Enum):
    """By what it is told from others of its kind."""

    SECTION = "section"
    PAGE = "page"
    PAGE_IN_SECTION = "page and section"


class Things:
    """The tables and figures of one document."""

    def __init__(self, view: View, tongues: Tongues) -> None:
        self._view = view
        self._tongues = tongues
        self._texts = {heading.node: plain(heading.text) for heading in view.headings}
        self._at: Counter[tuple[str, int, int]] = Counter()
        """(kind, heading or -1, page or -1) -> how many stand there, sections with all in them."""
        self._floats: Counter[tuple[str, int]] = Counter()
        """(kind, page) -> how many begin there that stand under no heading."""
        self._labels: Counter[tuple[str, str]] = Counter()
        self._label: dict[int, str] = {}
        things = [(TABLE, table.node) for table in view.tables]
        for figure in view.figures:
            if view.nodes[figure.node].type == "Figure" and not is_ornament(view, figure):
                things.append((FIGURE, figure.node))
        self._counted = {node for _, node in things}
        for kind, node in things:
            self._count(kind, node)
            label = self._printed(kind, node)
            if label:
                self._label[node] = label
                self._labels[kind, plain(label)] += 1

    def label(self, task: Task) -> str:
        """The label (``Figure 1``) that stands beside it, bound to nothing; empty for none, and for
        one that others have too."""
        found = self._label.get(_node(task), "")
        return found if self._labels[KIND[task.motif], plain(found)] == 1 else ""

    def told(self, task: Task) -> Told | None:
        """By what the task's table or figure is told from others; None for by nothing."""
        kind, node = KIND[task.motif], _node(task)
        heading = self._view.heading_of(node) if node >= 0 else -1
        path = task.heading_path
        # What is too small to be counted is alone where nothing else is.
        alone = 1 if node in self._counted else 0
        # What stands under no heading, a float, may be printed in any section of its page.
        floats = heading >= 0 and self._floats[kind, task.page] > 0
        if path and not floats and (heading < 0 or self._texts.get(heading) == plain(path[-1])):
            if node < 0 or self._at[kind, heading, -1] <= alone:
                return Told.SECTION
            on_page = self._at[kind, -1, task.page]
            if self._at[kind, heading, task.page] <= alone < on_page:
                return Told.PAGE_IN_SECTION
        return Told.PAGE if self._at[kind, -1, task.page] <= alone else None

    def _count(self, kind: str, node: int) -> None:
        nodes = self._view.nodes
        first, last = nodes[node].page, nodes[max(node, nodes[node].end - 1)].page
        pages = {-1, first, *range(first, min(last, first + _PAGES) + 1)}
        around = {-1, *self._view.heading_path(node)[-_LEVELS:]}
        if len(around) == 1:
            self._floats[kind, first] += 1
        self._at.update((kind, at, page) for at in around for page in pages)

    def _printed(self, kind: str, node: int) -> str:
        """The label of a caption that stands right before it: in many documents that is a
        paragraph, and what it says is the next one."""
        nodes = self._view.nodes
        start = node
        while nodes[start].parent >= 0:
            around = nodes[start].parent
            if nodes[around].type not in _AROUND or self._view.text(around):
                break
            start = around
        before = start
        for _ in range(_BEFORE):
            before = self._sibling_before(before)
            if before < 0 or nodes[before].type not in _CAPTIONS or not self._view.text(before):
                break
            if label := self._label_of(kind, before):
                return label
        return ""

    def _sibling_before(self, node: int) -> int:
        nodes = self._view.nodes
        parent, at = nodes[node].parent, node - 1
        for _ in range(_CLIMBED):
            if at < 0 or at == parent:
                return -1
            if nodes[at].parent == parent:
                return at
            at = nodes[at].parent
        return -1

    def _label_of(self, kind: str, node: int) -> str:
        text, tag = self._view.text(node), self._tongues.tag(node)
        if len(text) > _LONGEST or not looks_like_caption(text, tag):
            return ""
        label = parted(text, tag)[0]
        return label if label.casefold().startswith(_TABLE_WORDS) == (kind == TABLE) else ""


def _node(task: Task) -> int:
    """The table or figure that a task is about; -1 for none."""
    for relation in task.relations:
        if relation.type in (Relation.CAPTION_FOR.value, Relation.HEADING_FOR.value):
            return relation.target
    return task.slots[0].any_of[0][0] if task.slots else -1
