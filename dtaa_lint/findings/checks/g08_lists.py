"""G08: every set that can be counted is a list, one item per list item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.walk import blank, opening
from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import ContentItem
from dtaa_lint.universe.model import Reason

_BULLETS = frozenset("•‣⁃◦▪▫●■◆◇❖➢➤►▶✓✔\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06c\uf06e")
"""Glyphs that stand before list items, those that Word's symbol fonts map to the private use area
included. Boxes and circles that people tick are left out: they are form options."""
_BULLETS_AS_TEXT = tuple(sorted(_BULLETS))
_DASHES = frozenset("-–")
"""Only before three paragraphs or more; a long dash opens direct speech."""
_BLOCKS = frozenset({"P", "L", "Table", "TD", "Sect", "Div"})
"""A cell or paragraph that holds one of these is looked at inside."""
_LEAD = 600
"""Characters in which the colon after a lead sentence is looked for."""
_SHORT = 12
"""Fewer characters cannot hold a lead and two items."""
_FEWEST = {"bullet": 2, "dash": 3}


@check("DT0801")
def bullets_in_paragraph(context: Context) -> Iterator[Issue | Inapplicable]:
    """Bulleted items that are paragraphs, or lines of one paragraph, and no list.

    Fails: ``P "• a • b • c"`` set on several lines; ``P "• a"``, ``P "• b"`` in a row. Passes: a
    bullet as separator in a line of contact details, one lone dash, bullets inside a list item.
    """
    view = context.view
    nodes, text = view.nodes, view.document.text
    run: list[int] = []
    kind, after_list, looked = "", -1, False
    for element in nodes:
        if element.index < after_list:
            continue
        if element.type == "L":
            after_list = element.end
        if element.type not in ("P", "TD"):
            continue
        looked = True
        start, end = element.text_start, element.text_end
        glyph = text[start : start + 1]
        if glyph.isspace():
            glyph = text[start:end].lstrip()[:1]
        marker = "bullet" if glyph in _BULLETS else "dash" if glyph in _DASHES else ""
        if not marker and (end - start < _SHORT or not _bulleted_inside(text, start, end)):
            continue
        if any(nodes[i].type in _BLOCKS for i in range(element.index + 1, element.end)):
            continue
        line = view.text(element.index)
        if marker != "dash" and _lines(view, element.index, line):
            yield Issue(element.index, line, params={"items": len(_pieces(line))})
        elif marker and element.type == "P" and _item(line):
            if run and not (marker == kind and _next(view, run[-1], element.index)):
                yield from _in_rows(view, run, kind)
                run = []
            run.append(element.index)
            kind = marker
    yield from _in_rows(view, run, kind)
    if not looked:
        yield Inapplicable("the document has no paragraphs")


@check("DT0803")
def malformed_list(context: Context) -> Iterator[Issue | Inapplicable]:
    """A list whose items cannot be told apart, or an item whose label and text run together.

    One issue per list, under the gravest fault: no LI at all, text between the items, items that
    are a label only, text beside the label without LBody.
    """
    view = context.view
    if not view.lists:
        yield Inapplicable("the document has no lists")
        return
    for found in view.lists:
        listed = view.nodes[found.node]
        if blank(view, listed.text_start, listed.text_end):
            continue
        faults = _list_faults(view, found)
        for variant in ("no-items", "default", "label-only", "loose"):
            at = faults.get(variant)
            if not at:
                continue
            yield Issue(
                found.node,
                opening(view, at[0]),
                variant,
                {"places": len(at), "kind": view.nodes[at[0]].type},
                tuple((node, "at fault") for node in at[:5] if node != found.node),
                context.rejected(found.node, Reason.MALFORMED_SET, Reason.MALFORMED_STRUCTURE),
            )
            break


def _list_faults(view: View, found: ListView) -> dict[str, list[int]]:
    nodes = view.nodes
    faults: dict[str, list[int]] = {}
    kids = view.children(found.node)
    items = [kid for kid in kids if nodes[kid].type == "LI"]
    if not items and not any(nodes[kid].type == "L" for kid in kids):
        return {"no-items": [found.node]}
    for kid in kids:
        element = nodes[kid]
        if element.type in ("LI", "L", "Caption", "Artifact"):
            continue
        if not blank(view, element.text_start, element.text_end):
            faults.setdefault("default", []).append(kid)
    owns = any(isinstance(kid, ContentItem) for kid in nodes[found.node].kids)
    if owns and _own_text(view, found.node):
        faults.setdefault("default", []).append(found.node)
    for item in items:
        types = [nodes[kid].type for kid in view.children(item)]
        if "LBody" in types:
            continue
        if "Lbl" in types:
            label = next(kid for kid in view.children(item) if nodes[kid].type == "Lbl")
            inside = nodes[item]
            alone = blank(view, inside.text_start, nodes[label].text_start) and blank(
                view, nodes[label].text_end, inside.text_end
            )
            shows = any(t in ("Figure", "Formula", "Form", "L") for t in types)
            if not alone:
                faults.setdefault("loose", []).append(item)
            elif not shows and not blank(view, inside.text_start, inside.text_end):
                faults.setdefault("label-only", []).append(item)
        elif _own_text(view, item):
            faults.setdefault("loose", []).append(item)
    return faults


def _own_text(view: View, node: int) -> bool:
    """The element has text that none of its child elements holds."""
    element = view.nodes[node]
    start = element.text_start
    for kid in view.children(node):
        if not blank(view, start, view.nodes[kid].text_start):
            return True
        start = view.nodes[kid].text_end
    return not blank(view, start, element.text_end)


class _Shape(NamedTuple):
    height: float
    size: float


def _shape(view: View, node: int) -> _Shape:
    """Height of the element over all its pages, and its font size."""
    height = sum(place.box[3] - place.box[1] for place in view.boxes(node))
    return _Shape(height, view.nodes[node].font_size)


def _bulleted_inside(text: str, start: int, end: int) -> bool:
    """A colon and then a bullet: a lead sentence and its items in one paragraph."""
    end = min(end, start + _LEAD)
    colon = text.find(":", start, end)
    return colon >= 0 and text[colon + 1 : end].lstrip()[:1] in _BULLETS_AS_TEXT


def _next(view: View, before: int, node: int) -> bool:
    """The two are siblings with no text between them."""
    first, second = view.nodes[before], view.nodes[node]
    if first.parent != second.parent:
        return False
    return blank(view, first.text_end, second.text_start)


def _lines(view: View, node: int, line: str) -> bool:
    """Two bullets or more, each before words, and as many lines as bullets: bullets that separate
    parts of one line (``Phone • Fax • Web``) stand in fewer lines than there are bullets."""
    pieces = _pieces(line)
    if len(pieces) < _FEWEST["bullet"] or not all(_words(piece) for piece in pieces):
        return False
    shape = _shape(view, node)
    return shape.size > 0 and shape.height >= len(pieces) * shape.size * 0.95


def _pieces(line: str) -> list[str]:
    """What follows each bullet."""
    pieces: list[str] = []
    current: list[str] | None = None
    for character in line:
        if character in _BULLETS:
            if current is not None:
                pieces.append("".join(current))
            current = []
        elif current is not None:
            current.append(character)
    if current is not None:
        pieces.append("".join(current))
    return pieces


def _item(line: str) -> bool:
    """A marker and words after it: no lone marker, no negative number."""
    rest = line[1:]
    if not _words(rest):
        return False
    return line[0] in _BULLETS or rest[:1] == " "


def _words(text: str) -> bool:
    return any(c.isalpha() for c in text)


def _in_rows(view: View, run: Sequence[int], kind: str) -> Iterator[Issue]:
    """The issue of a run of bulleted paragraphs, when there are enough of them."""
    if not run or len(run) < _FEWEST[kind]:
        return
    yield Issue(
        run[0],
        view.text(run[0]),
        "paragraphs",
        {"items": len(run), "last": view.text(run[-1])},
        tuple((node, "next item") for node in run[1:]),
    )
