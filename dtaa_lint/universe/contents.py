"""Tables of contents, and the headings that stand over nothing else.

What a table of contents lists is said elsewhere; neither it nor its heading makes a task. Its
heading is no part of a later section's heading path either, although by its level it may govern
everything behind it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View
from dtaa_lint.universe.validate import in_contents, is_fragment, plain, without_bullet
from dtaa_lint.universe.wording import CONTENTS

_LEAST = 2
"""Items of a list of contents."""
_TABLES = frozenset({"TOC", "TOCI"})
_LINKS = frozenset({"Link", "Reference"})


def contents_lists(view: View) -> frozenset[int]:
    """L elements that are tables of contents: in a TOC; links that read like the document's
    headings; links that end in rising page numbers."""
    headings = frozenset([_bare(heading.text) for heading in view.headings])
    links = view.of_type(*_LINKS)
    return frozenset(
        [found.node for found in view.lists if _is_contents(view, found, headings, links)]
    )


def _is_contents(view: View, found: ListView, headings: Set[str], links: Sequence[int]) -> bool:
    if in_contents(view, found.node):
        return True
    count = len(found.members)
    if count < _LEAST or _linked(view, found, links) * 2 <= count:
        return False
    texts = [without_bullet(member.text) for member in found.members]
    if sum(_title(text) in headings for text in texts) * 5 >= count * 4:
        return True
    numbers: list[int] = []
    for text in texts:
        last = text.rsplit(" ", 1)[-1].strip(".")
        if last.isascii() and last.isdecimal() and len(last) < 5:
            numbers.append(int(last))
    return len(numbers) >= 3 and len(numbers) * 4 >= count * 3 and numbers == sorted(numbers)


def _title(text: str) -> str:
    """The item without the page number at its end."""
    head, _, last = text.rpartition(" ")
    return _bare(head.rstrip(" .…") if head and last.isdecimal() else text)


def _bare(text: str) -> str:
    """For comparing, without the section's number."""
    return plain(text).lstrip("0123456789. ")


def _linked(view: View, found: ListView, links: Sequence[int]) -> int:
    """Members that hold a link, or are one; ``links``: every link, sorted."""
    nodes = view.nodes
    return sum(
        nodes[member.node].type in _LINKS or view.index.first_inside(links, member.node) >= 0
        for member in found.members
    )


def contents_headings(view: View, lists: Set[int]) -> frozenset[int]:
    """Headings whose own blocks are a table of contents and nothing else; one that is called
    ``Contents`` needs no more than to begin with one."""
    found: set[int] = set()
    for heading in view.headings:
        blocks = heading.blocks
        if not blocks or not heading.text:
            continue
        named = _bare(heading.text) in CONTENTS
        end = heading.children[0] if heading.children else len(view.nodes)
        own = [block for block in blocks[:_LOOKED_AT] if block < end]
        whole = len(own) < _LOOKED_AT
        judged = own[:1] if named else own if whole else []
        if judged and all(_part_of_contents(view, block, lists) for block in judged):
            found.add(heading.node)
    return frozenset(found)


_LOOKED_AT = 64
"""Blocks that are looked at; a heading over more of them is taken for one with content."""


def _part_of_contents(view: View, block: int, lists: Set[int]) -> bool:
    kind = view.nodes[block].type
    if kind in _TABLES or block in lists:
        return True
    return kind == "P" and is_fragment(view.text(block)) and view.text(block)[-1:].isdecimal()
