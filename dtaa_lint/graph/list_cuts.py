"""Lists that were cut in two: an L that goes on where the L before it ends.

Certain only when nothing stands in between and the markers say so: the next number or letter in the
same dress, or the same bullet at the same indent; or a page that ends in mid-sentence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from dtaa_lint.graph.index import Index
from dtaa_lint.graph.model import ListMember, ListView
from dtaa_lint.pdf.model import TextRun

_INDENT = 2.0
"""Points by which the items of one list are indented differently, at most."""
_LONGEST = 8
"""Characters of a marker."""
_BETWEEN = 16
"""Elements without text between two parts of a list, at most."""
_SHOWN = frozenset({"Figure", "Table", "Formula", "Form", "Caption", "TOC"})
_CELLS = frozenset({"TD", "TH"})
_BULLETS = frozenset("•‣⁃◦▪▫●■◆◇○□❖➢➤►▶✓✔∙·-–—")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


def with_cuts(index: Index, lists: Sequence[ListView]) -> tuple[ListView, ...]:
    """The lists, each that goes on from the one before it with the node of that one."""
    before: dict[int, ListView] = {}
    """Parent -> its last list so far."""
    outer: ListView | None = None
    """The last list so far that stands in no other."""
    result: list[ListView] = []
    for found in lists:
        parent = index.nodes[found.node].parent
        last = before.get(parent)
        if last is None and found.nested_in < 0 and outer is not None:
            # The rest of a table that a page end cut in two, row and cell and list.
            last = outer if _over_pages(index, outer, found) else None
        if last is not None and _adjacent(index, last, found) and _goes_on(index, last, found):
            found = replace(found, continues=last.node)
        before[parent] = found
        outer = found if found.nested_in < 0 else outer
        result.append(found)
    return tuple(result)


def _over_pages(index: Index, first: ListView, second: ListView) -> bool:
    """Whether two lists stand in cells, one at the end of a page and one at the start of the next,
    of tables that hold nothing in between."""
    if not first.members or index.enclosing(first.node, _CELLS) < 0:
        return False
    if index.enclosing(second.node, _CELLS) < 0:
        return False
    ends = _last_page(index, first.members[-1].node)
    return 0 <= ends == index.nodes[second.node].page - 1


def _adjacent(index: Index, first: ListView, second: ListView) -> bool:
    nodes = index.nodes
    end = nodes[first.node].end
    if second.node - end > _BETWEEN or not first.members or not second.members:
        return False
    for node in range(end, second.node):
        if nodes[node].type in _SHOWN and nodes[node].end <= second.node:
            return False
    return index.blank_between(nodes[first.node].text_end, nodes[second.node].text_start)


def _goes_on(index: Index, first: ListView, second: ListView) -> bool:
    last, next_ = first.members[-1], second.members[0]
    old, new = marker(index, last), marker(index, next_)
    if not old:
        return False
    if not new:
        return _in_mid_sentence(index, last.node, next_.node)
    if old in _BULLETS or "\ue000" <= old <= "\uf8ff":
        alike = all(marker(index, member) == old for member in (first.members[0], next_))
        return alike and _level(index, first, second)
    return follows(old, new)


def _in_mid_sentence(index: Index, last: int, next_: int) -> bool:
    """Whether a page ends within an item's sentence and the next one begins with its rest."""
    nodes, text = index.nodes, index.document.text
    first_page, next_page = _last_page(index, last), nodes[next_].page
    if first_page < 0 or next_page != first_page + 1:
        return False
    end, start = nodes[last].text_end, nodes[next_].text_start
    before, after = text[max(0, end - 40) : end].rstrip(), text[start : start + 40].lstrip()
    return before[-1:].isalpha() and after[:1].islower()


def _last_page(index: Index, node: int) -> int:
    """The page of an element's last text."""
    runs, element = index.document.runs, index.nodes[node]
    place = bisect_left(runs, element.text_end, key=_start)
    for run in reversed(runs[max(0, place - _BETWEEN) : place]):
        if run.end > run.start and run.start >= element.text_start:
            return run.item.page
    return element.page


def marker(index: Index, member: ListMember) -> str:
    """The label of an item, or what stands in its text for want of one; empty for none."""
    if member.label_text:
        return member.label_text if len(member.label_text) <= _LONGEST else ""
    first = index.opening(member.node, _LONGEST + 1).split(" ", 1)
    if len(first) < 2 or not first[0]:
        return ""
    head = first[0]
    return "" if head[-1].isalnum() or (head[0] in "([" and head[-1] not in ")]") else head


def follows(old: str, new: str) -> bool:
    """Whether a numbered marker is the next one in the same dress: ``3.`` and ``4.``, ``(b)`` and
    ``(c)``, ``ii)`` and ``iii)``."""
    key, next_key = old.strip("([.)] "), new.strip("([.)] ")
    if not key or not next_key or old.replace(key, "", 1) != new.replace(next_key, "", 1):
        return False
    if key.isdecimal() and next_key.isdecimal() and key.isascii() and next_key.isascii():
        return len(key) <= 4 and int(next_key) == int(key) + 1
    if len(key) == len(next_key) == 1 and key.isascii() and key.isalpha():
        return ord(next_key) == ord(key) + 1
    if key in _ROMAN and next_key in _ROMAN:
        return _ROMAN.index(next_key) == _ROMAN.index(key) + 1
    return False


def _level(index: Index, first: ListView, second: ListView) -> bool:
    """Whether the items of both begin at the same indent."""
    edges = [
        _left(index, member.node)
        for member in (first.members[0], first.members[-1], second.members[0])
    ]
    return -1.0 not in edges and max(edges) - min(edges) <= _INDENT


def _left(index: Index, node: int) -> float:
    """The left edge of an element's first glyphs; -1 for none."""
    element = index.nodes[node]
    runs = index.document.runs
    first = bisect_left(runs, element.text_start, key=_start)
    for run in runs[first : first + _BETWEEN]:
        if run.start < element.text_end and run.end > run.start and run.box is not None:
            return run.box[0]
    return -1.0


def _start(run: TextRun) -> int:
    return run.start
