"""Grouping elements that producers write around each page, and that say nothing about sections.

Told by what they hold, not by their names: siblings that follow each other page by page, each with
nearly all of its text on one page, over most pages of the document. Text that runs on to the next
page is often kept where it begins; so a little overlap is no evidence against it. Worksheets and
slides lie on pages of their own as well, but each is a section.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from itertools import pairwise

from dtaa_lint.graph.index import CONTAINERS, SECTIONS, Index

MIN_CONTAINERS = 3
"""Fewer are no run; elements that are called pages need no more than two."""
MIN_COVERED = 0.6
"""Share of the document's pages on which a container begins."""
MIN_OWN = 0.8
"""Share of a run's text that stands on the page on which its container begins."""
MIN_TEXT = 0.8
"""Share of the parent's text that stands in the containers."""
MAX_DEPTH = 16
"""Levels of the tree down to which containers of pages are looked for."""
MAX_LINE = 60
"""Characters of a line that repeats a title."""
MAX_YEAR = 12
"""Characters that may follow the title there, such as a year in brackets."""

_OWN_PAGES = frozenset({"Worksheet", "Chartsheet", "Slide"})
"""Names, as written, of sections that lie on pages of their own."""


def page_containers(index: Index) -> frozenset[int]:
    """The Sect, Part and Art elements that hold a page each; linear in elements and runs."""
    siblings: dict[int, list[int]] = {}
    nodes = index.nodes
    for node in index.of_type(*sorted(SECTIONS)):
        element = nodes[node]
        if element.depth <= MAX_DEPTH and element.page >= 0 and not index.blank(node):
            siblings.setdefault(element.parent, []).append(node)
    result: set[int] = set()
    starts: list[int] = []
    """Where the runs begin in the text."""
    for parent, found in siblings.items():
        if not _page_by_page(index, parent, found):
            continue
        starts = starts or [run.start for run in index.document.runs]
        if _on_own_pages(index, found, starts):
            for node in found:
                result.update(_layers(index, node))
    return frozenset(result)


def opens_afresh(index: Index, node: int, titles: Set[str]) -> bool:
    """Whether an element that is called a page opens with a line that repeats one of the titles, or
    the number of the page, as the pages of forms do. ``titles`` are case-folded."""
    element = index.nodes[node]
    if element.raw.casefold() != "page":
        return False
    for inner in range(node + 1, min(element.end, node + MAX_DEPTH)):
        if index.nodes[inner].type in CONTAINERS or index.blank(inner):
            continue
        if index.nodes[inner].type != "P":
            return False
        words = index.opening(inner, MAX_LINE + 1).casefold().split()
        line = " ".join(words)
        if len(line) > MAX_LINE:
            return False
        if len(words) <= 2 and words[-1:] == [str(element.page + 1)]:
            return True
        starts = (" ".join(words[:end]) for end in range(len(words), 0, -1))
        return any(start in titles and len(line) - len(start) <= MAX_YEAR for start in starts)
    return False


def _layers(index: Index, node: int) -> list[int]:
    """The container, and the sections inside it that hold all of its text."""
    result = [node]
    outer = index.nodes[node]
    for inner in range(node + 1, min(outer.end, node + MAX_DEPTH)):
        element = index.nodes[inner]
        if (
            element.type not in CONTAINERS
            or not index.blank_between(outer.text_start, element.text_start)
            or not index.blank_between(element.text_end, outer.text_end)
        ):
            break
        result.append(inner)
    return result


def _page_by_page(index: Index, parent: int, found: Sequence[int]) -> bool:
    """Whether the siblings begin on one page after another, on most pages of the document, and
    hold most of what their parent holds."""
    nodes = index.nodes
    named = all(nodes[node].raw.casefold() == "page" for node in found)
    if len(found) < (2 if named else MIN_CONTAINERS):
        return False
    pages = [nodes[node].page for node in found]
    if any(one >= other for one, other in pairwise(pages)):
        return False
    if len(pages) < MIN_COVERED * len(index.document.pages):
        return False
    if any(nodes[node].raw in _OWN_PAGES for node in found):
        return False
    inside = sum(nodes[node].text_end - nodes[node].text_start for node in found)
    whole = len(index.document.text)
    if parent >= 0:
        whole = nodes[parent].text_end - nodes[parent].text_start
    return inside >= MIN_TEXT * whole


def _on_own_pages(index: Index, found: Sequence[int], starts: Sequence[int]) -> bool:
    """Whether nearly all text stands on the page on which its container begins."""
    runs = index.document.runs
    own = total = 0
    for node in found:
        element = index.nodes[node]
        low = bisect_left(starts, element.text_start)
        for place in range(low, bisect_left(starts, element.text_end, low)):
            run = runs[place]
            length = run.end - run.start
            total += length
            if run.item.page == element.page:
                own += length
    return own >= MIN_OWN * total
