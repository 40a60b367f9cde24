"""G05: a heading and what stands under it share one section."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.checks.g07_heading_text import positional
from dtaa_lint.findings.walk import ancestors, blank
from dtaa_lint.findings.wording import count
from dtaa_lint.graph.model import Heading, ScopeVia
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Reason

_SECTIONS = frozenset({"Sect", "Part", "Art", "Aside"})
_WRAPPERS = _SECTIONS | {"Div", "NonStruct"}
_PARAGRAPH_WORDS = 12
"""A heading of this many words that ends like a sentence is a paragraph tagged as a heading."""
_EMPTY_ON_PURPOSE = re.compile(
    r"[\[(](?:reserved|repealed|omitted|intentionally (?:left )?(?:blank|omitted)|aufgehoben|"
    r"weggefallen|abrogée?|réservée?|supprimée?|derogad[oa]|reservad[oa]|suprimid[oa])\.?[\])]\.?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[IVXLivxl]{1,5})[.)]|\d")
"""A heading that begins with a number of its own is not the second line of another one."""
_TIGHT, _LOOSE = 0.4, 0.8
"""Gap in em between the lines of one heading; the looser one where its wording is broken off."""
_READ = 300
"""Characters of a heading that are looked at; a longer one is a mistagged page."""
_EXPLAINED = (Reason.INCOMPLETE_EVIDENCE, Reason.MALFORMED_STRUCTURE, Reason.FRAGMENT)
_CONTENT = frozenset({"Figure", "Formula", "Form", "Table", "TOC", "Annot", "Link"})
"""Types that are content even where the tree has no text for them."""


@check("DT0501")
def empty_scope(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading with nothing under it.

    Fails: ``H2 H2 P``: the first one. Passes: a heading whose sub-headings have content, the stack
    of headings that opens a document (title and subtitle), headings of a layout table's cells.
    """
    view = context.view
    headings = [h for h in view.headings if any(c.isalnum() for c in h.text)]
    if not headings:
        yield Inapplicable("the document has no headings")
        return
    at_start = blank(view, 0, view.nodes[headings[0].node].text_start)
    for position, heading in enumerate(headings):
        following = headings[position + 1] if position + 1 < len(headings) else None
        bare = _nothing_between(view, heading, following)
        at_start = at_start and bare
        if at_start or not bare or heading.via is not ScopeVia.NONE or heading.children:
            continue
        if any(
            above.type == "Table" for above in ancestors(view, heading.node)
        ) or _EMPTY_ON_PURPOSE.search(heading.text[-_READ:]):
            continue
        explains = context.rejected(heading.node, *_EXPLAINED)
        if following is None:
            yield Issue(heading.node, heading.text, "last", explains=explains)
            continue
        variant = _variant(view, heading, following)
        level = "the same level" if following.level == heading.level else "a higher level"
        yield Issue(
            heading.node,
            heading.text,
            variant,
            {"next": following.text, "level": level},
            ((following.node, "second half" if variant == "split" else "next heading"),),
            explains,
        )


@check("DT0502")
def heading_alone_in_wrapper(context: Context) -> Iterator[Issue | Inapplicable]:
    """A heading alone in a section element whose content follows as the section's siblings."""
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
                "announced": count(len(heading.blocks), "block", "blocks")
                if heading.blocks
                else count(len(heading.children), "sub-heading", "sub-headings"),
            },
            related=tuple(related),
            shape=kind,
        )


def _nothing_between(view: View, heading: Heading, following: Heading | None) -> bool:
    """No text and nothing that shows between a heading and the next one in reading order."""
    nodes, text = view.nodes, view.document.text
    element = nodes[heading.node]
    stop = nodes[following.node].text_start if following else len(text)
    if not blank(view, element.text_end, stop):
        return False
    last = following.node if following else len(nodes)
    return not any(nodes[i].type in _CONTENT for i in range(element.end, last))


def _variant(view: View, heading: Heading, following: Heading) -> str:
    """What is wrong: one heading in two elements, a paragraph tagged as a heading, or neither."""
    first, second = view.nodes[heading.node], view.nodes[following.node]
    if len(heading.text[:_READ].split()) >= _PARAGRAPH_WORDS and heading.text[-1] in ".;:,":
        return "paragraph"
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


def _gap(view: View, heading: Heading, following: Heading) -> float | None:
    """Points between two headings, the second right below the first; None when it is not."""
    above, below = view.boxes(heading.node), view.boxes(following.node)
    if not above or not below:
        return None
    gap = above[-1].box[1] - below[0].box[3]
    return gap if gap >= -0.5 * view.nodes[heading.node].font_size else None


def _wrapper(view: View, node: int) -> int:
    """The outermost section element that holds this heading's text and no other; -1 for none."""
    heading, found = view.nodes[node], -1
    for above in ancestors(view, node):
        if above.type not in _WRAPPERS:
            break
        if not blank(view, above.text_start, heading.text_start):
            break
        if not blank(view, heading.text_end, above.text_end):
            break
        found = above.index
    return found
