"""Blocks that stand inside a list item in the tree and beside it on the page.

Programs that lay pages out put into an item whatever follows it: a text box, the paragraph after
the list, the sentence that leads into the next one. Such an item says more than the list does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from dtaa_lint.graph.index import SECTIONS
from dtaa_lint.graph.model import ListMember, ListView
from dtaa_lint.graph.view import View

_EVEN = 1.5
"""Points within which two things stand on one edge."""
_HANGING = 4.0
"""Points by which the text of an item is indented behind its label, at least."""
_COLONS = (":", "：")


def swallowed(view: View, found: ListView) -> tuple[int, ...]:
    """The blocks behind an item's text that are none of the item's: a section (a text box); a
    paragraph that ends in a colon with the next item behind it, and so leads into that one; a
    paragraph at the edge of the labels of a list whose texts are indented behind them."""
    blocks = [(member, block) for member in found.members for block in _behind_text(view, member)]
    if not blocks:
        return ()
    last = found.members[-1].node
    edges = _label_edges(view, found)
    return tuple(
        [
            block
            for member, block in blocks
            if view.nodes[block].type in SECTIONS
            or (member.node != last and _leads_on(view, member, block))
            or _outdented(view, edges.get(member.node), block)
        ]
    )


def _behind_text(view: View, member: ListMember) -> Iterator[int]:
    """Sections and paragraphs in an item with text of its own before them."""
    nodes = view.nodes
    body = _body(member)
    if nodes[body].end == body + 1:
        return
    start = _text_start(view, member)
    for kid in view.children(body):
        type_ = nodes[kid].type
        if type_ != "P" and type_ not in SECTIONS:
            continue
        if not view.index.blank(kid) and not view.index.blank_between(start, nodes[kid].text_start):
            yield kid


def _body(member: ListMember) -> int:
    return member.body if member.body >= 0 else member.node


def _text_start(view: View, member: ListMember) -> int:
    """Where the item's text begins, behind a label that stands in it."""
    start = view.nodes[_body(member)].text_start
    return max(start, view.nodes[member.label].text_end) if member.label >= 0 else start


def _leads_on(view: View, member: ListMember, block: int) -> bool:
    """Whether a paragraph closes its item with a colon."""
    nodes = view.nodes
    return (
        nodes[block].type == "P"
        and nodes[block].text_end >= nodes[_body(member)].text_end
        and view.normalised(block)[-1:] in _COLONS
    )


def _label_edges(view: View, found: ListView) -> dict[int, tuple[int, float]]:
    """Item -> page and left edge of its label; empty where some text goes back to that edge, as it
    does in lists that do not hang."""
    edges: dict[int, tuple[int, float]] = {}
    for member in found.members:
        places = view.boxes(member.label) if member.label >= 0 else ()
        if not places:
            continue
        page, edge = places[0].page, places[0].box[0]
        kids = [*_behind_text(view, member), *member.nested]
        stop = view.nodes[min(kids)].text_start if kids else view.nodes[_body(member)].text_end
        text = _left(view, _text_start(view, member), stop, page)
        if text is None:
            continue
        if text - edge < _HANGING:
            return {}
        edges[member.node] = page, edge
    return edges


def _left(view: View, start: int, stop: int, page: int) -> float | None:
    """The left edge of the glyphs between two offsets, as far as they stand on the page."""
    runs = view.document.runs
    found: float | None = None
    for at in range(bisect_left(runs, start, key=lambda run: run.start), len(runs)):
        run = runs[at]
        if run.start >= stop:
            break
        if run.box is not None and run.item.page == page and run.end > run.start:
            found = run.box[0] if found is None else min(found, run.box[0])
    return found


def _outdented(view: View, edge: tuple[int, float] | None, block: int) -> bool:
    """Whether a paragraph begins at the edge of its item's label, or further out."""
    if edge is None or view.nodes[block].type != "P":
        return False
    places = view.boxes(block)
    return bool(places) and places[0].page == edge[0] and places[0].box[0] <= edge[1] + _EVEN
