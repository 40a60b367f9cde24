"""G05: a heading and what stands under it share one section."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g07_heading_text import positional
from dtaa_lint.findings.heading_numbers import misplaced
from dtaa_lint.findings.heading_scopes import CONTENT, excused_headings, nothing_between
from dtaa_lint.findings.walk import ancestors, blank, opening
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.graph.model import Heading, ScopeVia
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Reason

_SECTIONS = frozenset({"Sect", "Part", "Art", "Aside"})
_WRAPPERS = _SECTIONS | {"Div", "NonStruct"}
_PARAGRAPH_WORDS = 12
"""A heading of this many words that ends like a sentence is a paragraph tagged as a heading."""
_NUMBERED = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[IVXLivxl]{1,5})[.)]|\d")
"""A heading that begins with a number of its own is not the second line of another one."""
_TIGHT, _LOOSE = 0.4, 0.8
"""Gap in em between the lines of one heading; the looser one where its wording is broken off."""
_READ = 300
"""Characters of a heading that are looked at; a longer one is a mistagged page."""
_STACK = 8
"""Headings on top of each other in one wrapper that are looked at."""
_ALIKE = 3
"""Single blocks in a Div of their own from which Divs are a producer's habit."""
_LOOK = 64
"""Elements around a wrapper that are looked at."""
_BETWEEN = 3
"""Words of a paragraph that may stand in the middle of a title."""
_EXPLAINED = (Reason.INCOMPLETE_EVIDENCE, Reason.MALFORMED_STRUCTURE, Reason.FRAGMENT)
_OWN_NUMBER = re.compile(r"(?:[^\W\d_]+ )?(\d{1,3}(?:\.\d{1,3})*|[IVXL]{1,5}|[A-Z])(?:[.:) ]|$)")
"""The number of a heading: ``5. Appraisal``, ``Article II: Conditions``."""
_LONG = 3
_FLOATS = frozenset({"Figure", "Table"})


@check("DT0501")
def empty_scope(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading with nothing under it.

    Fails: ``H2 H2 P``: the first one. Passes: a heading whose sub-headings have content, the stack
    of headings that opens a document (title and subtitle), headings in cells (DT0503's), headings
    whose number says that they stand too low, or that the next one stands too high (DT0605's).
    """
    view = context.view
    if not view.headings:
        yield Inapplicable("the document has no headings")
        return
    for heading in view.headings:
        if _shows_nothing(view, heading):
            yield Issue(heading.node, "", "no-text", any_type=True)
    headings = [h for h in view.headings if any(c.isalnum() for c in h.text)]
    if not headings:
        return
    excused = excused_headings(view)
    for position, heading in enumerate(headings):
        following = headings[position + 1] if position + 1 < len(headings) else None
        bare = nothing_between(view, heading, following)
        between = -1 if following is None else _interrupted(view, heading, following)
        if following is not None and between >= 0:
            yield Issue(
                heading.node,
                heading.text,
                "interrupted",
                {"next": following.text, "between": view.text(between)},
                ((following.node, "second half"), (between, "between the halves")),
            )
            continue
        if not bare or heading.via is not ScopeVia.NONE or heading.children:
            continue
        if _by_number(context, heading, following):
            continue
        if heading.node in excused or _cell(view, heading.node) >= 0:
            continue
        explains = context.rejected(heading.node, *_EXPLAINED)
        if following is None:
            yield Issue(heading.node, heading.text, "last", explains=explains)
            continue
        variant = _variant(view, heading, following)
        floats = _floats(context) if variant == "default" else ()
        if floats:
            variant = "floats"
            best = max(floats, key=lambda node: (_shared(view, heading, node), -node))
            yield Issue(
                heading.node,
                heading.text,
                variant,
                {
                    "next": following.text,
                    "level": _level(heading, following),
                    "floats": len(floats),
                    "float": opening(view, best),
                },
                ((best, "stands apart"), (following.node, "next heading")),
                explains,
            )
            continue
        yield Issue(
            heading.node,
            heading.text,
            variant,
            {"next": following.text, "level": _level(heading, following)},
            ((following.node, "second half" if variant == "split" else "next heading"),),
            explains,
        )


@check("DT0502")
def heading_alone_in_wrapper(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading in a section element without content, which follows as the section's siblings.

    Passes: a Div around the heading in a document whose blocks have a Div each: such a Div says
    nothing about sections.
    """
    view = context.view
    if not view.headings:
        yield Inapplicable("the document has no headings")
        return
    for heading in view.headings:
        if heading.via is not ScopeVia.WRAPPER or not heading.text:
            continue
        wrapper = _wrapper(view, heading.node)
        if wrapper < 0:
            continue
        kind = view.nodes[wrapper].type
        if kind not in _SECTIONS and (_idle_divs(context) or _wrapped_alike(view, wrapper)):
            continue
        announced = heading.blocks or heading.children
        related = [(wrapper, "wrapper")]
        if announced:
            related.append((announced[0], "content outside the wrapper"))
        yield Issue(
            heading.node,
            heading.text,
            "default" if kind in _SECTIONS else "div",
            {
                "wrapper": kind,
                "announced": Phrase("{n:# block|blocks}", n=len(heading.blocks))
                if heading.blocks
                else Phrase("{n:# sub-heading|sub-headings}", n=len(heading.children)),
            },
            related=tuple(related),
            shape=kind,
        )


@check("DT0503")
def heading_in_cell(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading in a table's cell with nothing under it there.

    Passes: a heading in a layout table's cell with its content in the same cell.
    """
    view = context.view
    cells = [h for h in view.headings if h.text and _cell(view, h.node) >= 0]
    if not cells:
        yield Inapplicable("no heading stands in a table")
        return
    for heading in cells:
        cell = _cell(view, heading.node)
        if heading.via is ScopeVia.NONE:
            yield Issue(
                heading.node,
                heading.text,
                params={"cell": view.nodes[cell].type},
                settles=context.rejected(heading.node, *_EXPLAINED),
            )


def _cell(view: View, node: int) -> int:
    """The innermost cell around an element; -1 for none."""
    return next((e.index for e in ancestors(view, node) if e.type in ("TD", "TH")), -1)


def _shows_nothing(view: View, heading: Heading) -> bool:
    """A heading on a page without text, and without anything else that shows."""
    element = view.nodes[heading.node]
    if heading.text or element.page < 0:
        return False
    inside = range(element.index + 1, min(element.end, element.index + _LOOK))
    return not any(view.nodes[i].type in CONTENT for i in inside) and not view.boxes(element.index)


def _by_number(context: Context, heading: Heading, following: Heading | None) -> bool:
    """Whether the heading is empty because it, or the next one, has not the level of its number."""
    wrong = misplaced(context)
    own = wrong.get(heading.node)
    if own is not None and own.level < heading.level:
        return True
    after = wrong.get(following.node) if following is not None else None
    return after is not None and after.level > heading.level


def _variant(view: View, heading: Heading, following: Heading) -> str:
    """What is wrong: one heading in two elements, a paragraph tagged as a heading, or neither."""
    first, second = view.nodes[heading.node], view.nodes[following.node]
    long = len(heading.text[:_READ].split()) >= _PARAGRAPH_WORDS
    if heading.text[-1] == ";" or (long and heading.text[-1] in ".:,"):
        return "paragraph"
    number = _OWN_NUMBER.match(heading.text[:_READ])
    named = number is not None and any(c.isalpha() for c in heading.text[number.end() : _READ])
    if (
        number is not None
        and named
        and re.match(rf"(?:\w+ )?{re.escape(number[1])}\.\w", following.text[:_READ])
    ):
        return "sub-heading"
    if first.page != second.page:
        return "default"
    if positional(heading.text, first.lang) or not any(c.isalpha() for c in heading.text):
        return "split"
    if first.type != second.type or abs(first.font_size - second.font_size) > 0.1:
        return "default"
    broken = following.text[0].islower() or heading.text[-1] in ",-–—&:"
    gap = _gap(view, heading, following)
    if gap is None or _NUMBERED.match(following.text):
        return "default"
    return "split" if gap <= (_LOOSE if broken else _TIGHT) * first.font_size else "default"


def _interrupted(view: View, heading: Heading, following: Heading) -> int:
    """The few words that stand between two halves of one title set side by side; -1 when the
    headings are no such halves."""
    if len(heading.blocks) != 1 or heading.children or heading.level != following.level:
        return -1
    block = heading.blocks[0]
    if view.nodes[block].type != "P" or len(view.text(block).split()) > _BETWEEN:
        return -1
    first, middle, second = (view.boxes(n) for n in (heading.node, block, following.node))
    if not (len(first) == len(middle) == len(second) == 1):
        return -1
    if not first[0].page == middle[0].page == second[0].page:
        return -1
    low = max(box[0].box[1] for box in (first, middle, second))
    high = min(box[0].box[3] for box in (first, middle, second))
    return block if high > low else -1


def _level(heading: Heading, following: Heading) -> str:
    return Phrase("the same level" if following.level == heading.level else "a higher level")


def _floats(context: Context) -> tuple[int, ...]:
    """Figures and tables that stand in a section of their own at the end of the tree."""
    return context.once("floats-at-the-end", _find_floats)


def _find_floats(context: Context) -> tuple[int, ...]:
    view = context.view
    top = view.children(-1)
    if len(top) == 1:
        top = view.children(top[0])
    found: list[int] = []
    for section in reversed(top):
        if view.nodes[section].type not in _WRAPPERS:
            break
        floats = view.children(section)
        if not floats or not all(_is_float(view, node) for node in floats):
            break
        found.extend(floats)
    return tuple(sorted(found)) if len(found) < len(view.nodes) else ()


def _is_float(view: View, node: int) -> bool:
    """A figure or a table, alone or with its caption in an Aside or a Div."""
    element = view.nodes[node]
    if element.type in _FLOATS:
        return True
    inside = range(node + 1, min(element.end, node + _LOOK))
    return (
        element.type in ("Aside", "Div")
        and any(view.nodes[i].type in _FLOATS for i in inside)
        and not any(i in view.heading_by_node for i in inside)
    )


def _shared(view: View, heading: Heading, node: int) -> int:
    """Longer words that a heading and a float have in common."""
    words = {word for word in heading.text[:_READ].casefold().split() if len(word) > _LONG}
    return len(words & set(opening(view, node).casefold().split()))


def _gap(view: View, heading: Heading, following: Heading) -> float | None:
    """Points between two headings, the second right below the first; None when it is not."""
    above, below = view.boxes(heading.node), view.boxes(following.node)
    if not above or not below:
        return None
    gap = above[-1].box[1] - below[0].box[3]
    return gap if gap >= -0.5 * view.nodes[heading.node].font_size else None


def _wrapper(view: View, node: int) -> int:
    """The outermost section element that holds this heading and at most other headings before it;
    -1 for none."""
    heading, found = view.nodes[node], -1
    for above in ancestors(view, node):
        if above.type not in _WRAPPERS or not blank(view, heading.text_end, above.text_end):
            break
        if not _headings_only(view, above.index, node):
            break
        found = above.index
    return found


def _headings_only(view: View, wrapper: int, node: int) -> bool:
    """Nothing but headings between the beginning of a wrapper and a heading in it."""
    start, at = view.nodes[wrapper].text_start, wrapper
    for _ in range(_STACK):
        while at < node and at not in view.heading_by_node:
            at += 1
            if at - wrapper > _LOOK:
                return False
        if not blank(view, start, view.nodes[at].text_start):
            return False
        if at == node:
            return True
        start, at = view.nodes[at].text_end, view.nodes[at].end
    return False


def _idle_divs(context: Context) -> bool:
    """Whether most of the document's Divs are around single blocks, some of them no headings."""
    return context.once("idle-divs", _find_idle_divs)


def _find_idle_divs(context: Context) -> bool:
    view = context.view
    nodes = view.nodes
    single = several = 0
    for element in nodes:
        if element.type == "Div" and element.end > element.index + 1:
            first = nodes[element.index + 1]
            if first.end < element.end or first.type in _WRAPPERS:
                several += 1
            elif first.index not in view.heading_by_node:
                single += 1
    return single >= _ALIKE and single > several


def _wrapped_alike(view: View, wrapper: int) -> bool:
    """The first content after the wrapper stands in an element of the wrapper's type as well."""
    nodes = view.nodes
    parent, at = nodes[wrapper].parent, nodes[wrapper].end
    stop = nodes[parent].end if parent >= 0 else len(nodes)
    for _ in range(_LOOK):
        if at >= stop:
            return False
        element = nodes[at]
        inside = range(element.end - 1, max(at, element.end - _LOOK) - 1, -1)
        last = next((i for i in inside if i in view.heading_by_node), -1)
        if last < 0 or not blank(view, nodes[last].text_end, element.text_end):
            return element.type == nodes[wrapper].type
        at = element.end
    return False
