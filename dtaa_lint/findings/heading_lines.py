"""Lines that are set as headings and tagged as none, as the checks ask for them."""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.walk import ancestors, blank
from dtaa_lint.graph.view import View
from dtaa_lint.universe.heading_lines import is_bold

_WORDS = 2
"""Words of a heading that are told from other words."""
_LONGEST = 120
"""Characters of a heading that is looked for."""
_SAME_SIZE = 0.05
"""Share by which the sizes of type differ at most."""
_LEAST = 2
"""Lines from which they are a way in which the document was tagged."""
_BEHIND = 8
"""Elements behind a line among which the next one with text is looked for."""
_NOWHERE = frozenset({"Table", "L", "TOC", "TOCI", "Note", "FENote", "Artifact", "Figure"})
"""What no heading stands in."""


def bold_lines(context: Context) -> tuple[int, ...]:
    """Paragraphs, and lists of one numbered item, that look like headings (see
    ``universe.heading_lines``), in reading order."""
    return context.universe.heading_lines


def headings_again(context: Context) -> dict[int, int]:
    """Paragraph -> the heading of the same words in the same type that stands elsewhere: headings
    that were tagged in one place and not in another. Empty unless there are two of them. Left out
    are words that several paragraphs have (the head of a page) and lines that stand one after the
    other (a table of contents)."""
    view = context.view
    headings: dict[str, int] = {}
    for heading in view.headings:
        if heading.text.count(" ") + 1 >= _WORDS and len(heading.text) <= _LONGEST:
            headings.setdefault(heading.text.casefold(), heading.node)
    if not headings:
        return {}
    lines: dict[str, list[int]] = {}
    for node in view.of_type("P"):
        element = view.nodes[node]
        if not 0 < element.text_end - element.text_start <= 2 * _LONGEST:
            continue
        text = " ".join(view.document.text[element.text_start : element.text_end].split())
        if text.casefold() in headings:
            lines.setdefault(text.casefold(), []).append(node)
    single = {nodes[0]: headings[text] for text, nodes in lines.items() if len(nodes) == 1}
    found = {
        node: heading
        for node, heading in sorted(single.items())
        if _alike(view, node, heading) and _next_text(view, node) not in single
    }
    return found if len(found) >= _LEAST else {}


def _alike(view: View, line: int, heading: int) -> bool:
    """Whether a line outside tables and lists is set in the type of a heading."""
    one, other = view.nodes[line], view.nodes[heading]
    if abs(one.font_size - other.font_size) > _SAME_SIZE * other.font_size:
        return False
    if is_bold(view, one) != is_bold(view, other) or other.font_size <= 0:
        return False
    return all(above.type not in _NOWHERE for above in ancestors(view, line))


def _next_text(view: View, line: int) -> int:
    """The next sibling with text; -1."""
    kids = view.siblings(line)
    at = bisect_left(kids, line) + 1
    for kid in kids[at : at + _BEHIND]:
        if not blank(view, view.nodes[kid].text_start, view.nodes[kid].text_end):
            return kid
    return -1
