"""Headings with nothing under them that need nothing."""

from __future__ import annotations

import re

from dtaa_lint.findings.walk import ancestors, blank
from dtaa_lint.graph.model import Heading, ScopeVia
from dtaa_lint.graph.view import View

_EMPTY_ON_PURPOSE = re.compile(
    r"[\[(](?:reserved|repealed|omitted|intentionally (?:left )?(?:blank|omitted)|aufgehoben|"
    r"weggefallen|abrogée?|réservée?|supprimée?|derogad[oa]|reservad[oa]|suprimid[oa])\.?[\])]\.?$",
    re.IGNORECASE,
)
_READ = 300
CONTENT = frozenset({"Figure", "Formula", "Form", "Table", "TOC", "Annot", "Link"})
"""Types that are content even where the tree has no text for them."""


def excused_headings(view: View) -> frozenset[int]:
    """Headings without a scope that no finding is about: the stack of headings that opens a
    document (title and subtitle), ``[Reserved]`` sections, titles of tables outside the cells,
    ``* * *``, and what is left in the tree of pages that are not in the file."""
    found: set[int] = set()
    named = [h for h in view.headings if any(c.isalnum() for c in h.text)]
    at_start = bool(named) and blank(view, 0, view.nodes[named[0].node].text_start)
    for position, heading in enumerate(named):
        following = named[position + 1] if position + 1 < len(named) else None
        at_start = at_start and nothing_between(view, heading, following)
        if not at_start:
            break
        found.add(heading.node)
    for heading in view.headings:
        if heading.via is not ScopeVia.NONE or heading.children:
            continue
        wordless = not any(c.isalnum() for c in heading.text)
        lost = wordless and (bool(heading.text) or view.nodes[heading.node].page < 0)
        if lost or _EMPTY_ON_PURPOSE.search(heading.text[-_READ:]) or _titles(view, heading):
            found.add(heading.node)
    return frozenset(found)


def _titles(view: View, heading: Heading) -> bool:
    """Whether a heading stands in a table and in none of its cells."""
    types = (e.type for e in ancestors(view, heading.node) if e.type in ("TD", "TH", "Table"))
    return next(types, "") == "Table"


def nothing_between(view: View, heading: Heading, following: Heading | None) -> bool:
    """No text and nothing that shows between a heading and the next one in reading order."""
    nodes, text = view.nodes, view.document.text
    element = nodes[heading.node]
    stop = nodes[following.node].text_start if following else len(text)
    if not blank(view, element.text_end, stop):
        return False
    last = following.node if following else len(nodes)
    return not any(nodes[i].type in CONTENT for i in range(element.end, last))
