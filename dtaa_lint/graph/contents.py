"""Tables of contents under a heading of their own: what the heading owns, and all that it owns."""

from __future__ import annotations

import re

from dtaa_lint.graph.index import Index

_NAMES = frozenset(
    {
        *("contents", "table of contents", "list of contents"),
        *("sommaire", "table des matières", "contenu"),
        *("inhalt", "inhaltsverzeichnis", "inhaltsübersicht"),
        *("índice", "índice general", "contenido", "contenidos", "sumario"),
        *("tabla de contenido", "tabla de contenidos", "tabla de materias"),
    }
)
_MAX_NAME = 40
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


def named_contents(text: str) -> bool:
    """Whether a heading is called that in one of the languages known."""
    if len(text) > _MAX_NAME:
        return False
    return text.casefold().strip("0123456789.:… ") in _NAMES


def lists_contents(index: Index, block: int) -> bool:
    """Whether a block is a TOC, a list with a link in most of its items, or one link."""
    type_ = index.nodes[block].type
    if type_ in ("TOC", "TOCI"):
        return True
    links = index.of_type("Link")
    if type_ == "L":
        items = len(index.inside(index.of_type("LI"), block))
        return 0 < items <= 2 * len(index.inside(links, block))
    link = index.first_inside(links, block) if type_ == "P" else -1
    return link >= 0 and index.nodes[link].text_start == index.nodes[block].text_start


def numbered_under(inner: str, outer: str) -> bool:
    """Whether the number of a heading (``1.2``) continues that of another (``1.``)."""
    first, second = _NUMBER.match(outer), _NUMBER.match(inner)
    if first is None or second is None:
        return False
    return second[0].startswith(first[0] + ".")
