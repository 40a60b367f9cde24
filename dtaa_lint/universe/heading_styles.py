"""Lines in the numbered heading styles of word processors that are mapped to no heading."""

from __future__ import annotations

import re

from dtaa_lint.graph.text import fold
from dtaa_lint.graph.view import View

_WORDS = 20
"""More words in a heading style are a sentence; it is rather the style that is wrong."""
_SENTENCE_END = re.compile(r"[^\W\d_]{3}[.!?] \S")
"""A full stop after a word, with more to follow; ``2.1. Costs`` has none."""
_PLAIN = frozenset({"P", "Span", "Div", "NonStruct"})
_STYLE = re.compile(
    r"(?:heading|titre|überschrift|encabezado|título|titulo|rubrik|titolo|kop)(?:[ _-]|_20_)?[1-9]",
    re.IGNORECASE,
)
"""Names of numbered heading styles as word processors write them into tags."""
_OPENING = 400
"""Characters by which a line is judged."""


def styled_lines(view: View) -> list[int]:
    """Elements whose raw type is a numbered heading style and whose type is none, in reading
    order."""
    found: list[int] = []
    for element in view.nodes:
        if element.raw == element.type or element.type not in _PLAIN:
            continue
        if not _STYLE.fullmatch(element.raw):
            continue
        end = min(element.text_end, element.text_start + _OPENING)
        line = fold(view.document.text[element.text_start : end])
        if any(map(str.isalpha, line)) and _like_a_heading(line):
            found.append(element.index)
    return found


def _like_a_heading(line: str) -> bool:
    if len(line.split()) > _WORDS or line[-1] in ".,;":
        return False
    return not _SENTENCE_END.search(line)
