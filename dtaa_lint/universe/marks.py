"""What stands in a text and is no part of what it says: notes, note markers, bullets."""

from __future__ import annotations

from dtaa_lint.graph.markers import markers
from dtaa_lint.graph.model import Reference
from dtaa_lint.graph.view import View
from dtaa_lint.universe.bullets import is_bullet

_LONGEST = 12
"""Characters of a marker, at most."""
_SMALLER = 0.88
"""Size of a marker's glyphs as a share of its line's, at most."""

_SPACES = 3
"""Characters that stand between a reference and its bracket, at most, the bracket with them."""


def find_marks(view: View) -> list[int]:
    """Notes, references to notes, links that are markers by their looks (a number or sign in
    smaller or raised type behind a word), and labels that are bullets. Sorted; only those with
    text."""
    found = {note.node for note in view.notes}
    found.update(one.node for one in view.references if not is_said(view, one))
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


def is_said(view: View, reference: Reference) -> bool:
    """Whether a reference is read as part of its sentence, and no marker of a note: its number
    stands in the text's own square brackets (``we cite [2]``), or it leads to no note and is a word
    of the line, as large as the others and apart from the word before it (``see table 2``)."""
    element = view.nodes[reference.node]
    start, end = element.text_start, element.text_end
    text = view.document.text
    shown = text[start:end].strip()
    if not shown or end - start >= _LONGEST:
        return False
    before, after = (
        text[max(0, start - _SPACES) : start].rstrip(),
        text[end : end + _SPACES].lstrip(),
    )
    if before.endswith("[") or after.startswith("]"):
        return True
    if reference.notes or not shown.isascii() or not shown.isalnum():
        return False
    block = view.nodes[view.block_of(reference.node)]
    small = 0 < element.font_size <= _SMALLER * block.font_size
    apart = start > block.text_start and (text[start - 1].isspace() or text[start].isspace())
    return apart and not small and before[-1:].isalpha()
