"""Lines that are set as headings and tagged as none: bold, short, alone, before text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TypeAlias

from dtaa_lint.graph.index import CONTAINERS
from dtaa_lint.graph.view import View
from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.pdf.model import RunFlag, StructureElement
from dtaa_lint.universe.labels import empty_name

_LONGEST = 100
"""Characters of a heading that is told by its looks alone."""
_MOST_WORDS = 12
_LONGEST_NUMBERED, _MOST_WORDS_NUMBERED = 160, 24
"""Characters and words of a title with a number, in a style whose lines are numbered."""
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}[.)]? (?=\W?[^\W\d_])")
_ENDED = re.compile(r"[^\W\d_]{3}[.!?] \S")
"""A sentence that ends inside a line."""
_BREAKS = ",;!…"
_LINES = frozenset({"P", "L"})
_NAME_WORDS = 4
"""Words, a colon that stands alone included, of a name with a colon in a style that has none."""
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
_OPENING = 400
"""Characters by which the text below a line is judged."""
_RUNS = 200


Style: TypeAlias = tuple[str, float]
"""Type as written, and size of type."""


def heading_lines(view: View) -> tuple[int, ...]:
    """Paragraphs, and lists of one numbered item, that look like headings, in reading order.

    Each is wholly bold, short, ends like no sentence, is no caption, stands outside tables and
    lists, on lines of its own, right above a paragraph or list of text that is not bold. A style
    (type as written, size of type) counts from three different lines above more than a sentence,
    unless it mostly repeats the same words; lines that end in a colon only in a style that counts
    without them, or from three of their own. Where the lines of a style are numbered, longer ones
    with a number belong to it too, and such as stand above another line of the style.
    """
    if not any(run.flags & RunFlag.BOLD for run in view.document.runs):
        return ()
    blocks = _blocks(view)
    styles: dict[tuple[Style, bool], list[int]] = {}
    """(style, colon at the end) -> lines."""
    proofs: dict[tuple[Style, bool], set[str]] = {}
    """The words of the lines that stand above more than a sentence."""
    numbered: list[int] = []
    """Places of lines with a number that only a style of numbered lines makes headings."""
    for place in range(len(blocks) - 1):
        line = blocks[place]
        words = _running(view, blocks[place + 1]) if _short(view, line) else 0
        if words < _SENTENCE_WORDS or not _stands_out(view, blocks, place):
            if line.type == "P" and _numbered_title(view, line):
                numbered.append(place)
            continue
        text = view.normalised(line.index)
        # Numbers and bold type in an item of its own say more than size.
        style = _style(line) if line.type == "P" else (line.type, 0.0)
        key = (style, text.endswith(":"))
        styles.setdefault(key, []).append(line.index)
        if words >= _TEXT_WORDS:
            proofs.setdefault(key, set()).add(text.casefold())
    proven = {key for key, alike in styles.items() if _proven(view, alike, proofs.get(key))}
    found: list[int] = []
    for key, alike in styles.items():
        if key in proven:
            found += alike
        elif key[1] and (key[0], False) in proven:
            found += _named_once(view, alike)
    counted = _numbered_styles(view, found)
    if counted:
        sizes = {size for _, size in counted}
        alone = styles.get((("L", 0.0), False), ())
        found += [line for line in alone if round(view.nodes[line].font_size, 1) in sizes]
        found += [
            blocks[place].index
            for place in numbered
            if _style(blocks[place]) in counted and _heads(view, blocks, place)
        ]
    return tuple(sorted(set(found)))


def _style(line: StructureElement) -> Style:
    return line.raw, round(line.font_size, 1)


def _named_once(view: View, lines: list[int]) -> list[int]:
    """Those of few words that name something and that no other line repeats: ``Note:`` heads
    nothing, and a clause with a colon leads into something."""
    texts = Counter([view.normalised(line) for line in lines])
    return [
        line
        for line in lines
        if texts[text := view.normalised(line)] == 1
        and len(text.split()) <= _NAME_WORDS
        and not empty_name(text)
    ]


def _proven(view: View, alike: list[int], proofs: set[str] | None) -> bool:
    """Whether lines of one style are headings: enough of them, that do not repeat each other."""
    different = len({view.normalised(line).casefold() for line in alike})
    return len(proofs or ()) >= _ALIKE and 2 * different >= len(alike)


def _numbered_styles(view: View, found: list[int]) -> frozenset[Style]:
    """Styles of which most lines that were found begin with a number."""
    lines: dict[Style, list[bool]] = {}
    for node in found:
        element = view.nodes[node]
        if element.type == "P":
            numbered = _NUMBER.match(view.normalised(node)) is not None
            lines.setdefault(_style(element), []).append(numbered)
    return frozenset(
        style for style, has in lines.items() if sum(has) >= _ALIKE and sum(has) * 2 > len(has)
    )


def _numbered_title(view: View, element: StructureElement) -> bool:
    """A title that begins with a number, however long a title may be."""
    if not _LETTERS <= element.text_end - element.text_start <= _LONGEST_NUMBERED:
        return False
    if any(view.nodes[i].type not in _IN_LINES for i in _inside(element)):
        return False
    line = view.normalised(element.index)
    if _NUMBER.match(line) is None or line[-1:] in _BREAKS:
        return False
    return len(line.split()) <= _MOST_WORDS_NUMBERED and not _ENDED.search(line)


def _heads(view: View, blocks: list[StructureElement], place: int) -> bool:
    """Whether a bold line stands by itself above text, or above a further line that is bold."""
    line, below = blocks[place], blocks[place + 1]
    if below.type not in _LINES or not is_bold(view, line):
        return False
    if is_bold(view, below, first=True) and not _numbered_title(view, below):
        return False
    return not _shares_a_line(view, blocks, place)


def _stands_out(view: View, blocks: list[StructureElement], place: int) -> bool:
    """Bold above text that is not, in no smaller type, on lines of its own."""
    line, below = blocks[place], blocks[place + 1]
    least = _CAPITALS if view.text(line.index).isupper() else _SMALLER
    if line.font_size < least * below.font_size:
        return False
    if not is_bold(view, line) or is_bold(view, below, first=True):
        return False
    return not _shares_a_line(view, blocks, place)


def _shares_a_line(view: View, blocks: list[StructureElement], place: int) -> bool:
    line = blocks[place].index
    if _beside(view, line, blocks[place + 1].index):
        return True
    return place > 0 and _beside(view, blocks[place - 1].index, line)


def _blocks(view: View) -> list[StructureElement]:
    """The blocks outside tables and lists that have text or stand for something, in order."""
    found: list[StructureElement] = []
    skip = -1
    for element in view.nodes:
        if element.index < skip or (element.type in CONTAINERS and element.end > element.index + 1):
            continue
        skip = element.end
        if element.type in _SHOW or not view.index.blank(element.index):
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
    start = element.text_start
    text = " ".join(view.document.text[start : min(element.text_end, start + _OPENING)].split())
    words = text.count(" ") + 1 if text else 0
    if words < _TEXT_WORDS and (element.type == "L" or text[-1:] not in ".:?!"):
        return 0
    return words


def _inside(element: StructureElement) -> range:
    return range(element.index + 1, min(element.end, element.index + _LOOK))


def is_bold(view: View, element: StructureElement, first: bool = False) -> bool:
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
