"""Lines that are set as headings and tagged as none: bold, short, alone, before text."""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.walk import blank, opening
from dtaa_lint.graph.index import CONTAINERS
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.pdf.model import RunFlag, StructureElement

_LONGEST = 100
"""Characters of a heading that is told by its looks alone."""
_MOST_WORDS = 12
_LETTERS = 3
_TEXT_WORDS = 12
"""Words of the text that shows that lines of a style are headings."""
_SENTENCE_WORDS = 4
"""Words of the text that may stand below another line of that style."""
_ALIKE = 3
"""Lines of one style from which the style is one of headings."""
_SMALLER = 0.95
"""A line in smaller type than the text below it is a label."""
_CAPITALS = 0.75
"""The same for small capitals, which are capitals in smaller type."""
_ENDS = ".,;!…"
_OPENERS = "“\"'«„(["
_SHOW = frozenset({"Figure", "Formula", "Form", "Table", "L", "TOC", "Annot", "Link"})
"""Types that show something even where the tree has no text for them."""
_IN_LINES = frozenset({"Span", "Strong", "Em"})
_IN_ITEMS = _IN_LINES | {"LI", "Lbl", "LBody", "P"}
_LOOK = 64
_RUNS = 200


def bold_lines(context: Context) -> tuple[int, ...]:
    """Paragraphs, and lists of one numbered item, that look like headings, in reading order.

    Each is wholly bold, short, ends like no sentence, is no caption, stands outside tables and
    lists, on lines of its own, right above a paragraph or list of text that is not bold. A style
    (type as written, size of type, colon at the end or not) counts from three different lines
    above more than a sentence, unless it mostly repeats the same words.
    """
    return context.once("bold-lines", _bold_lines)


def _bold_lines(context: Context) -> tuple[int, ...]:
    view = context.view
    if not any(run.flags & RunFlag.BOLD for run in view.document.runs):
        return ()
    blocks = _blocks(view)
    styles: dict[tuple[str, float, bool], list[int]] = {}
    proofs: dict[tuple[str, float, bool], set[str]] = {}
    """The words of the lines that stand above more than a sentence."""
    for place in range(len(blocks) - 1):
        line, below = blocks[place], blocks[place + 1]
        if not _short(view, line):
            continue
        words = _running(view, below)
        if words < _SENTENCE_WORDS:
            continue
        least = _CAPITALS if view.text(line.index).isupper() else _SMALLER
        if line.font_size < least * below.font_size:
            continue
        if not _bold(view, line) or _bold(view, below, first=True):
            continue
        if _beside(view, line.index, below.index):
            continue
        if place and _beside(view, blocks[place - 1].index, line.index):
            continue
        colon = view.normalised(line.index).endswith(":")
        style = (line.raw, round(line.font_size, 1), colon)
        if line.type == "L":
            # Numbers and bold type in an item of its own say more than size and colons.
            style = (line.type, 0.0, False)
        styles.setdefault(style, []).append(line.index)
        if words >= _TEXT_WORDS:
            proofs.setdefault(style, set()).add(view.normalised(line.index).casefold())
    found: list[int] = []
    for style, alike in styles.items():
        different = len({view.normalised(line).casefold() for line in alike})
        if len(proofs.get(style, ())) >= _ALIKE and 2 * different >= len(alike):
            found += alike
    return tuple(sorted(found))


def _blocks(view: View) -> list[StructureElement]:
    """The blocks outside tables and lists that have text or stand for something, in order."""
    found: list[StructureElement] = []
    skip = -1
    for element in view.nodes:
        if element.index < skip or (element.type in CONTAINERS and element.end > element.index + 1):
            continue
        skip = element.end
        if element.type in _SHOW or not blank(view, element.text_start, element.text_end):
            found.append(element)
    return found


def _short(view: View, element: StructureElement) -> bool:
    """A paragraph in the words of a heading; or a list of one item that begins with a number, as
    word processors write the numbered headings of a style that is none."""
    length = element.text_end - element.text_start
    if element.type not in ("P", "L") or not _LETTERS <= length <= _LONGEST:
        return False
    inner = _IN_LINES if element.type == "P" else _IN_ITEMS
    if any(view.nodes[i].type not in inner for i in _inside(element)):
        return False
    line = view.normalised(element.index)
    first = line.lstrip(_OPENERS)[:1]
    if element.type == "L" and not (first.isdigit() and len(view.children(element.index)) == 1):
        return False
    if not line or line[-1] in _ENDS or not (first.isupper() or first.isdigit()):
        return False
    if len(line.split()) > _MOST_WORDS or sum(c.isalpha() for c in line) < _LETTERS:
        return False
    return not looks_like_caption(line, element.lang)


def _running(view: View, element: StructureElement) -> int:
    """Words of a paragraph, or a list, of running text, as far as they matter; 0 for other things,
    and for a short paragraph that is no sentence."""
    if element.type not in ("P", "L"):
        return 0
    text = opening(view, element.index)
    words = len(text.split())
    if words < _TEXT_WORDS and (element.type == "L" or text[-1:] not in ".:?!"):
        return 0
    return words


def _inside(element: StructureElement) -> range:
    return range(element.index + 1, min(element.end, element.index + _LOOK))


def _bold(view: View, element: StructureElement, first: bool = False) -> bool:
    """Whether all of an element's text is bold; with ``first`` whether its first run is."""
    runs = view.document.runs
    at = bisect_left(runs, element.text_start, key=lambda run: run.start)
    seen = False
    for run in runs[at : at + _RUNS]:
        if run.start >= element.text_end:
            break
        if not run.glyphs or not view.document.text[run.start : run.end].strip():
            continue
        if first:
            return bool(run.flags & RunFlag.BOLD)
        if not run.flags & RunFlag.BOLD:
            return False
        seen = True
    return seen


def _beside(view: View, one: int, other: int) -> bool:
    """Whether two blocks share a line: a label and its value, columns of a table without tags."""
    first, second = view.boxes(one), view.boxes(other)
    if not first or not second:
        return False
    a, b = first[-1], second[0]
    if a.page != b.page:
        return False
    common = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    return common > 0.5 * min(a.box[3] - a.box[1], b.box[3] - b.box[1])
