"""What stands in a text and is no part of what it says: notes, note markers, bullets."""

from __future__ import annotations

from dtaa_lint.graph.markers import markers
from dtaa_lint.graph.view import View
from dtaa_lint.universe.bullets import is_bullet

_LONGEST = 12
"""Characters of a marker, at most."""
_SMALLER = 0.88
"""Size of a marker's glyphs as a share of its line's, at most."""


def find_marks(view: View) -> list[int]:
    """Notes, references to notes, links that are markers by their looks (a number or sign in
    smaller or raised type behind a word), and labels that are bullets. Sorted; only those with
    text."""
    found = {note.node for note in view.notes}
    found.update(reference.node for reference in view.references)
    nodes, text = view.nodes, view.document.text
    for node in view.of_type("Lbl"):
        element = nodes[node]
        start, end = element.text_start, element.text_end
        if 0 < end - start < _LONGEST and is_bullet(text[start:end]):
            found.add(node)
    for node in view.of_type("Link"):
        element = nodes[node]
        start, end = element.text_start, element.text_end
        if not 0 < end - start < _LONGEST:
            continue
        block = nodes[view.block_of(node)]
        small = 0 < element.font_size <= _SMALLER * block.font_size
        raised = not text[start:end].isascii()
        if (small or raised) and block.text_start < start and markers(view.text(node)):
            found.add(node)
    return view.index.with_text(sorted(found))
