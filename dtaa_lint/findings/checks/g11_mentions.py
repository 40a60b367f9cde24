"""G11: what the text refers to in words, the tags lead to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from dtaa_lint.findings.check import Context, Inapplicable, Issue, check
from dtaa_lint.findings.cross_references import Mention, mentions, owner_at
from dtaa_lint.findings.walk import lineage, opening
from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.model import Figure, Link, Table
from dtaa_lint.graph.view import View

_BOUND = frozenset({"Link", "Reference", "Annot"})
_NAMES = frozenset({"Caption", "TOC", "TOCI", "Index", "Title", "Code", "BibEntry"})
"""What names its own number, or lists what there is."""

_MOST = 200
"""Links of a block that are looked at."""


@check("DT1103")
def textual_cross_reference(context: Context) -> Iterator[Issue | Inapplicable]:
    """Plain words that refer to one section, annex, table or figure of this document.

    Passes: words inside a Link or a Reference, or beside one that leads there; headings, captions
    and tables of contents; sections of other documents (``Section 4 of the Act``); numbers that no
    element has, or several. Sections and annexes count behind ``see`` and its like, or in brackets.
    """
    view = context.view
    if not view.headings and not view.tables and not view.figures:
        yield Inapplicable("the document has no headings, tables or figures")
        return
    linked = sorted(
        (view.nodes[link.node].text_start, at)
        for at, link in enumerate(view.links)
        if link.node >= 0 and link.internal
    )
    named = _captions(view)
    seen: set[tuple[int, int]] = set()
    for mention in mentions(view):
        owner = owner_at(view, mention.start)
        block = view.block_of(owner)
        if (block, mention.target) in seen or _bound(view, mention, owner):
            continue
        if _names_itself(view, mention, block) or _leads_there(view, linked, block, mention.target):
            continue
        seen.add((block, mention.target))
        yield Issue(
            block,
            fold(view.document.text[mention.start : mention.end]),
            params={"target": opening(view, named.get(mention.target, mention.target))},
            related=((mention.target, "what it refers to"),),
        )


def _bound(view: View, mention: Mention, owner: int) -> bool:
    """The words or their number stand in a link or a reference, or where things are named."""
    for at in {owner, owner_at(view, mention.number)}:
        if at < 0:
            continue
        for element in lineage(view, at):
            kind = element.type
            if kind in _BOUND or kind in _NAMES or (kind[:1] == "H" and kind[1:].isdigit()):
                return True
            if kind == "H":
                return True
    return False


def _names_itself(view: View, mention: Mention, block: int) -> bool:
    """The words stand in what they name, or open a block that they name: a caption that is tagged
    as a paragraph (``Table 3 shows`` goes on in lower case and is a sentence)."""
    nodes, text = view.nodes, view.document.text
    if nodes[mention.target].index <= block < nodes[mention.target].end:
        return True
    if text[nodes[block].text_start : mention.start].strip():
        return False
    behind = text[mention.end : mention.end + 3].lstrip()
    return not behind[:1].islower()


def _leads_there(view: View, linked: Sequence[tuple[int, int]], block: int, target: int) -> bool:
    """Whether a link in the same block leads to the target, or to a place on its page."""
    element, meant = view.nodes[block], view.nodes[target]
    low = bisect_left(linked, (element.text_start, -1))
    high = bisect_left(linked, (element.text_end, -1))
    links: list[Link] = [view.links[at] for _, at in linked[low : min(high, low + _MOST)]]
    return any(
        meant.index <= max(link.element, link.landing) < meant.end
        or (link.target.page >= 0 and link.target.page == meant.page)
        for link in links
    )


def _captions(view: View) -> Mapping[int, int]:
    """Table or figure -> the element whose words name it."""
    found: dict[int, int] = {}
    things: list[Table | Figure] = [*view.tables, *view.figures]
    for thing in things:
        said = thing.caption if thing.caption >= 0 else thing.near_caption
        if said >= 0:
            found[thing.node] = said
    return found
