"""Whether a document says two things together: what controls are checked by."""

from __future__ import annotations

from collections.abc import Iterable

from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.view import View

_BLOCKS = ("P", "LI", "TR", "Caption", "Note", "FENote", "BlockQuote", "H", "Title", "Figure")
_HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")
_STEM = 5
"""Letters by which forms of a word are taken for one."""
_SHORT = 4
"""Letters of a word from which on it carries a meaning; numbers do whatever their length."""


def stems(text: str) -> frozenset[str]:
    """The words of a text that carry a meaning, cut to their beginnings; numbers whole."""
    found = set()
    for token in Squeezed(text).tokens:
        if any(map(str.isdigit, token)):
            found.add(token)
        elif len(token) >= _SHORT or not token.isascii():
            found.add(token[:_STEM])
    return frozenset(found)


class Sayings:
    """The blocks of a document by the words in them."""

    def __init__(self, view: View) -> None:
        self._blocks: dict[str, set[int]] = {}
        """Stem -> blocks that have it."""
        self._texts: dict[int, Squeezed] = {}
        self._view = view
        for node in view.of_type(*_BLOCKS, *_HEADINGS):
            for stem in stems(self._own(node)):
                self._blocks.setdefault(stem, set()).add(node)

    def together(self, words: Iterable[str]) -> bool:
        """Whether one block has all of these stems."""
        found: set[int] | None = None
        for stem in words:
            held = self._blocks.get(stem, set())
            found = set(held) if found is None else found & held
            if not found:
                return False
        return bool(found)

    def _own(self, node: int) -> str:
        """The block's text, and what stands for a picture."""
        element = self._view.nodes[node]
        return f"{self._view.text(node)} {element.alt or ''} {element.actual_text or ''}"
