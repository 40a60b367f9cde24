"""G08: every set that can be counted is a list, one item per list item."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.walk import blank, opening
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.graph.model import ListView
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import ContentItem
from dtaa_lint.universe.bullets import (
    BLOCKS,
    BULLETS,
    DASHES,
    LEAST,
    dashed,
    has_words,
    pieces,
    set_on_lines,
)
from dtaa_lint.universe.indents import set_deeper
from dtaa_lint.universe.model import Reason

_BULLETS_AS_TEXT = tuple(sorted(BULLETS))
_LEAD = 600
"""Characters in which the colon after a lead sentence is looked for."""
_ITEM, _BETWEEN = 400, 32
"""Characters of an item between two lists, and elements that are looked at for it."""
_INSIDE = 200
"""Elements of a block that is no item which are looked at."""
_SEVERAL = 3
"""Paragraphs that are a block of their own."""
_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6", "Title"})
_SHORT = 12
"""Fewer characters cannot hold a lead and two items."""
_COUNTED = re.compile(r"\(?([a-z]|\d{1,2})\) (?=\S)")
"""``a) …``, ``(b) …``, ``3) …``"""
_COUNTED_LEAST = 3
_SIGN = 8
"""Characters, white space before it included, among which the sign stands."""
_NO_SIGN = ("", 0)
_FEWEST = {"bullet": LEAST, "dash": 3}


@check("DT0801")
def bullets_in_paragraph(context: Context) -> Iterator[Issue | Inapplicable]:
    """Bulleted items that are paragraphs, or lines of one paragraph, and no list.

    Also paragraphs whose letters or numbers in brackets count up. Fails: ``P "• a • b • c"`` set on
    several lines; ``P "• a"``, ``P "• b"`` in a row; ``P "a) …"``, ``P "b) …"``, ``P "c) …"``.
    Passes: a bullet as separator in a line of contact details, dashes inside a sentence, one lone
    dash (in a row three paragraphs with one fail), bullets inside a list item, two lettered
    paragraphs.
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
        marker = "bullet" if glyph in BULLETS else "dash" if glyph in DASHES else ""
        if not marker and (end - start < _SHORT or not _bulleted_inside(text, start, end)):
            continue
        if any(nodes[i].type in BLOCKS for i in range(element.index + 1, element.end)):
            continue
        line = view.text(element.index)
        if marker != "dash" and set_on_lines(view, element.index, line):
            yield Issue(
                element.index,
                line,
                params={"items": len(pieces(line))},
                explains=context.rejected(element.index, Reason.MALFORMED_STRUCTURE),
            )
        elif marker == "dash" and (items := dashed(view, element.index, line)):
            yield Issue(element.index, line, params={"items": len(items)})
        elif marker and element.type == "P" and _item(line):
            if run and not (marker == kind and _next(view, run[-1], element.index)):
                yield from _in_rows(context, run, kind)
                run = []
            run.append(element.index)
            kind = marker
    yield from _in_rows(context, run, kind)
    yield from _counted(context)
    if not looked:
        yield Inapplicable("the document has no paragraphs")


@check("DT0802")
def several_items_in_li(context: Context) -> Iterator[Issue | Inapplicable]:
    """A list item that shows several bulleted items, each on a line of its own.

    Passes: an item with a nested list, and bullets that separate parts of one line.
    """
    view = context.view
    if not view.lists:
        yield Inapplicable("the document has no lists")
        return
    for found in view.lists:
        for member in found.members:
            node = member.node
            if member.nested or not pieces(member.text):
                continue
            line = view.text(node)
            if set_on_lines(view, node, line):
                yield Issue(
                    node,
                    line,
                    params={"items": len(pieces(line))},
                    explains=context.rejected(node, Reason.MALFORMED_SET),
                )


@check("DT0804")
def list_split(context: Context) -> Iterator[Issue | Inapplicable]:
    """One list that is cut into several L elements, each going on where the one before it ends.

    Also an item between two L elements that is tagged P. Passes: lists with anything else in
    between, or whose markers do not go on.
    """
    view = context.view
    if not view.lists:
        yield Inapplicable("the document has no lists")
        return
    for between in _between_lists(view):
        yield Issue(between, opening(view, between), "between")
    rests: dict[int, list[ListView]] = {}
    first_of: dict[int, int] = {}
    lists = {found.node: found for found in view.lists}
    for found in view.lists:
        if found.continues >= 0:
            first = first_of[found.node] = first_of.get(found.continues, found.continues)
            rests.setdefault(first, []).append(found)
    for first, parts in rests.items():
        nodes = (first, *[part.node for part in parts])
        last = lists[first].members[-1].node
        rest = parts[0].members[0].node
        explains = [i for node in nodes for i in context.rejected(node, Reason.MALFORMED_SET)]
        pages = {view.nodes[node].page for node in (last, rest)}
        yield Issue(
            first,
            view.text(last),
            "page" if len(pages) > 1 else "default",
            {
                "parts": len(nodes),
                "next": opening(view, rest),
                "begin": _later_start(lists[first]),
            },
            tuple((node, "goes on here") for node in nodes[1:]),
            tuple(dict.fromkeys(explains)),
        )


def _later_start(found: ListView) -> str:
    """For the message: a numbered list that begins behind 1 lacks more than what follows it."""
    first = found.members[0]
    sign = first.label_text or first.text.split(" ", 1)[0]
    number = sign.strip("(). ")
    if number == sign or not (number.isascii() and number.isdecimal()) or int(number[:4]) <= 1:
        return ""
    return Phrase(
        "; the first of them begins with {number}, so that the items before stand elsewhere",
        number=number,
    )


def _between_lists(view: View) -> Iterator[int]:
    """Paragraphs between two lists that read and stand like their items: begun small, closed with a
    semicolon, on the edge of the items before and behind."""
    nodes = view.nodes
    lists = [found for found in view.lists if found.nested_in < 0 and found.members]
    for one, other in pairwise(lists):
        if nodes[one.node].parent != nodes[other.node].parent or other.continues >= 0:
            continue
        first, stop = nodes[one.node].text_end, nodes[other.node].text_start
        if stop - first > _ITEM:
            continue
        inside = range(nodes[one.node].end, min(other.node, nodes[one.node].end + _BETWEEN))
        blocks = [n for n in inside if nodes[n].type == "P" and not view.index.blank(n)]
        if len(blocks) != 1 or nodes[blocks[0]].parent != nodes[one.node].parent:
            continue
        text = view.normalised(blocks[0])
        before = one.members[-1].text
        if before[-1:] != ";" or text[-1:] != ";" or not text[0].islower():
            continue
        if other.members[0].text[:1].isupper():
            continue
        yield blocks[0]


@check("DT0803")
def malformed_list(context: Context) -> Iterator[Issue | Inapplicable]:
    """A list whose items cannot be told apart, or an item whose label and text run together.

    One issue per list, under the gravest fault: no LI at all, a table, a heading or a block of
    several paragraphs that ran in between the items, other text between the items, items that are
    a label only, items set deeper than the one before them that announces them with a colon, text
    beside the label without LBody.
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
        for variant in ("no-items", "foreign", "default", "label-only", "nesting", "loose"):
            at = faults.get(variant)
            if not at:
                continue
            yield Issue(
                found.node,
                opening(view, at[0]),
                variant,
                {"places": len(at), "kind": view.nodes[at[0]].type},
                tuple((node, "place of the fault") for node in at if node != found.node),
                context.rejected(found.node, Reason.MALFORMED_SET, Reason.MALFORMED_STRUCTURE),
            )
            break


def _list_faults(view: View, found: ListView) -> dict[str, list[int]]:
    nodes = view.nodes
    faults: dict[str, list[int]] = {}
    if deeper := set_deeper(view, found):
        faults["nesting"] = list(deeper)
    kids = view.children(found.node)
    items = [kid for kid in kids if nodes[kid].type == "LI"]
    if not items and not any(nodes[kid].type == "L" for kid in kids):
        return {"no-items": [found.node]}
    for kid in kids:
        element = nodes[kid]
        if element.type in ("LI", "L", "Caption", "Artifact"):
            continue
        if not blank(view, element.text_start, element.text_end):
            variant = "foreign" if items and _foreign(view, kid) else "default"
            faults.setdefault(variant, []).append(kid)
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


def _foreign(view: View, node: int) -> bool:
    """The element, or what is in it, is more than an item could be without its tag: a table, a
    heading, several paragraphs."""
    element = view.nodes[node]
    inside = view.nodes[node : min(element.end, node + _INSIDE)]
    if any(one.type == "Table" or one.type in _HEADINGS for one in inside):
        return True
    return sum(one.type == "P" for one in inside) >= _SEVERAL


def _own_text(view: View, node: int) -> bool:
    """The element has text that none of its child elements holds."""
    element = view.nodes[node]
    start = element.text_start
    for kid in view.children(node):
        if not blank(view, start, view.nodes[kid].text_start):
            return True
        start = view.nodes[kid].text_end
    return not blank(view, start, element.text_end)


def _bulleted_inside(text: str, start: int, end: int) -> bool:
    """A colon and then a bullet: a lead sentence and its items in one paragraph."""
    end = min(end, start + _LEAD)
    colon = text.find(":", start, end)
    return colon >= 0 and text[colon + 1 : end].lstrip()[:1] in _BULLETS_AS_TEXT


def _counted(context: Context) -> Iterator[Issue]:
    """Rows of paragraphs that begin with ``a)``, ``b)``, ``c)`` …, three or more, or that count on
    from the last item of a list."""
    view = context.view
    run: list[int] = []
    at = ("", 0)
    last = said = -1
    for node in view.of_type("P", "L"):
        element = view.nodes[node]
        if node < last:
            continue
        if element.type == "L":
            last = element.end
        if view.index.blank(node):
            continue
        # Most paragraphs have no bracket where the sign would be.
        sign = view.document.text[element.text_start : element.text_start + _SIGN]
        first = end = _NO_SIGN
        if ")" in sign or element.type == "L":
            first, end = _counts(view, node)
        # What a page end cut off an item stands between it and the next one.
        beside = bool(run) and view.nodes[run[-1]].parent == element.parent
        beside = beside and blank(view, said, element.text_start)
        said = element.text_end
        if beside and not first[0] and element.page > view.nodes[run[-1]].page:
            continue
        if beside and first == (at[0], at[1] + 1) and element.type == "P":
            run.append(node)
            at = first
            continue
        yield from _counted_run(context, run)
        begins = end[0] and (element.type == "L" or first[1] == 1)
        run, at = ([node], end) if begins else ([], ("", 0))
    yield from _counted_run(context, run)


def _counts(view: View, node: int) -> tuple[tuple[str, int], tuple[str, int]]:
    """The kind and the number of the sign in brackets that a paragraph, or a list's last item,
    begins with: ``b)`` is the second letter."""
    if view.nodes[node].type == "L":
        items = [kid for kid in view.children(node) if view.nodes[kid].type == "LI"]
        found = _sign(opening(view, items[-1])) if items else ("", 0)
        return ("", 0), found
    found = _sign(opening(view, node))
    return found, found


def _sign(line: str) -> tuple[str, int]:
    match = _COUNTED.match(line)
    if match is None:
        return "", 0
    sign = match[1]
    return ("number", int(sign)) if sign.isdecimal() else ("letter", ord(sign) - ord("a") + 1)


def _counted_run(context: Context, run: Sequence[int]) -> Iterator[Issue]:
    view = context.view
    if not run:
        return
    half = view.nodes[run[0]].type == "L"
    items = run[1:] if half else run
    if len(items) < (1 if half else _COUNTED_LEAST):
        return
    yield Issue(
        items[0],
        opening(view, items[0]),
        "half" if half else "lettered",
        {"items": len(items), "last": opening(view, items[-1])},
        ((run[0], "list"),) if half else tuple((node, "next item") for node in items[1:]),
    )


def _next(view: View, before: int, node: int) -> bool:
    """The two are siblings with no text between them."""
    first, second = view.nodes[before], view.nodes[node]
    if first.parent != second.parent:
        return False
    return blank(view, first.text_end, second.text_start)


def _item(line: str) -> bool:
    """A marker and words after it: no lone marker, no negative number."""
    rest = line[1:]
    if not has_words(rest):
        return False
    return line[0] in BULLETS or rest[:1] == " "


def _in_rows(context: Context, run: Sequence[int], kind: str) -> Iterator[Issue]:
    """The issue of a run of bulleted paragraphs, when there are enough of them."""
    if not run or len(run) < _FEWEST[kind]:
        return
    view = context.view
    explains = [i for node in run for i in context.rejected(node, Reason.MALFORMED_STRUCTURE)]
    yield Issue(
        run[0],
        view.text(run[0]),
        "paragraphs",
        {"items": len(run), "last": view.text(run[-1])},
        tuple((node, "next item") for node in run[1:]),
        tuple(dict.fromkeys(explains)),
    )
