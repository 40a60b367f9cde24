"""Short looks around an element, each bounded: hostile trees are 100,000 elements deep, and a check
that climbs or copies without a bound from every one of them would never end."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.wording import fold
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import StructureElement

MAX_CLIMB = 256
"""Ancestors that are looked at; real documents have a few dozen at most."""
_MAX_BLANK = 500
"""Longer stretches of text are not blank in any document."""
_OPENING = 400


def ancestors(view: View, node: int) -> Iterator[StructureElement]:
    """The elements above ``node``, innermost first."""
    nodes = view.nodes
    current = nodes[node].parent
    for _ in range(MAX_CLIMB):
        if current < 0:
            return
        element = nodes[current]
        yield element
        current = element.parent


def lineage(view: View, node: int) -> Iterator[StructureElement]:
    """``node`` and the elements above it, innermost first."""
    yield view.nodes[node]
    yield from ancestors(view, node)


def blank(view: View, start: int, end: int) -> bool:
    """No text but white space between two offsets of the document's text."""
    if end - start > _MAX_BLANK:
        return False
    return not view.document.text[start:end].strip()


def opening(view: View, node: int) -> str:
    """The first few hundred characters of an element's text, white space folded: enough to quote,
    and to tell one element from another."""
    element = view.nodes[node]
    end = min(element.text_end, element.text_start + _OPENING)
    return fold(view.document.text[element.text_start : end])
