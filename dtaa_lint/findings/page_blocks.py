"""The text blocks of each page in the order of the tree, with the boxes that they cover there.

What need not follow the page's layout is left out: tables, figures, forms, notes, contents, what
is turned, upside down, set vertically or from right to left.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dtaa_lint.findings.check import Context
from dtaa_lint.pdf.model import Box, RunFlag, TextRun

_BLOCKS = (
    *("P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Sub", "LI", "BlockQuote"),
    *("Code", "Index"),
)
"""The outermost of these is a block; ``LI`` holds paragraphs, and paragraphs hold spans."""
_APART = (
    *("Table", "Figure", "Formula", "Note", "FENote", "TOC", "TOCI", "Form", "Artifact", "Aside"),
    *("Caption", "Annot", "Warichu", "Ruby"),
)
_OTHER = RunFlag.ROTATED | RunFlag.RTL | RunFlag.VERTICAL | RunFlag.INVISIBLE


class Block(NamedTuple):
    node: int
    """The outermost block element."""
    box: Box
    """What its text covers on the page."""
    size: float
    """Font size of its first run there, in points."""
    start: int
    """Where its text there begins in the document's text, and, in ``end``, where it ends."""
    end: int


def page_blocks(context: Context) -> Mapping[int, Sequence[Block]]:
    """0-based page -> its blocks in the order of the tree. Pages that are turned have none."""
    return context.once("page-blocks", _find)


def _find(context: Context) -> dict[int, list[Block]]:
    view = context.view
    owners = _owners(context)
    upright = [not page.rotate for page in view.document.pages]
    boxes: dict[tuple[int, int], Box] = {}
    firsts: dict[tuple[int, int], TextRun] = {}
    ends: dict[tuple[int, int], int] = {}
    for run in view.document.runs:
        box = run.box
        if box is None or run.flags & _OTHER or not run.glyphs or run.owner < 0:
            continue
        node = owners[run.owner]
        page = run.item.page
        if node < 0 or page < 0 or not upright[page]:
            continue
        key = (page, node)
        old = boxes.get(key)
        if old is None:
            boxes[key] = box
            firsts[key] = run
        else:
            boxes[key] = (
                min(old[0], box[0]), min(old[1], box[1]), max(old[2], box[2]), max(old[3], box[3])
            )  # fmt: skip
        ends[key] = run.end
    found: dict[int, list[Block]] = {}
    for key in sorted(boxes):
        page, node = key
        first = firsts[key]
        block = Block(node, boxes[key], first.font_size, first.start, ends[key])
        found.setdefault(page, []).append(block)
    return found


def apart(context: Context) -> bytearray:
    """Element -> 1 where it is a table, figure, form, note, contents or the like, or inside one."""
    return context.once("apart", _find_apart)


def _find_apart(context: Context) -> bytearray:
    nodes = context.view.nodes
    found = bytearray(len(nodes))
    covered = -1
    for node in context.view.of_type(*_APART):
        if node >= covered:
            covered = nodes[node].end
            found[node:covered] = b"\1" * (covered - node)
    return found


def _owners(context: Context) -> array[int]:
    """Element -> the outermost block around it; -1 for none and for what stands apart."""
    view = context.view
    nodes = view.nodes
    outside = apart(context)
    owners = array("i", [-1]) * len(nodes)
    covered = -1
    for node in sorted(n for kind in _BLOCKS for n in view.of_type(kind) if not outside[n]):
        if node >= covered:
            covered = nodes[node].end
            owners[node:covered] = array("i", [node]) * (covered - node)
    covered = -1
    for node in view.of_type(*_APART):
        # A paragraph may hold a table: its own text counts, the table's does not.
        if node >= covered:
            covered = nodes[node].end
            owners[node:covered] = array("i", [-1]) * (covered - node)
    return owners
