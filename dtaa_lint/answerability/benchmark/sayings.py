"""Whether a document says two things together: what controls are checked by."""

from __future__ import annotations

from collections.abc import Iterable

from dtaa_lint.answerability.benchmark.spoken_language import FUNCTION_WORDS
from dtaa_lint.answerability.scoring.match import Squeezed
from dtaa_lint.graph.view import View

_BLOCKS = ("P", "LI", "TR", "Caption", "Note", "FENote", "BlockQuote", "H", "Title", "Figure")
_HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")
_STEM = 5
"""Letters by which forms of a word are taken for one."""
_SHORT = 4
"""Letters of a word from which on it carries a meaning; numbers do whatever their length."""

_SAYS_NOTHING = frozenset(
    {
        "must", "should", "shall", "may", "might", "would", "could", "will", "not", "yes", "no",
        "none", "all", "any", "each", "every", "other", "doit", "doivent", "peut", "peuvent",
        "devrait", "oui", "non", "tous", "toutes", "aucun", "chaque", "muss", "müssen", "soll",
        "sollen", "sollte", "kann", "können", "darf", "ja", "nein", "alle", "keine", "jede",
        "debe", "deben", "puede", "pueden", "debería", "sí", "todos", "todas", "ninguno",
        "cada", "deve", "devem", "pode", "podem", "sim", "não", "nenhum", "devono", "può",
        "possono", "dovrebbe", "tutti", "nessuno", "moet", "moeten", "kan", "kunnen", "mag",
        "zou", "nee", "geen", "elke"
    }
)  # fmt: skip
"""Words that are no name of anything, beside the function words."""


def stems(text: str) -> frozenset[str]:
    """The words of a text that carry a meaning, cut to their beginnings; numbers whole."""
    found = set()
    for token in Squeezed(text).tokens:
        if any(map(str.isdigit, token)):
            found.add(token)
        elif len(token) >= _SHORT or not token.isascii():
            found.add(token[:_STEM])
    return frozenset(found)


def names_something(header: str) -> bool:
    """Whether a header has a word that is no function word and no number."""
    words = [token for token in Squeezed(header).tokens if not any(map(str.isdigit, token))]
    names = [word for word in words if word not in FUNCTION_WORDS and word not in _SAYS_NOTHING]
    return bool(stems(" ".join(names)))


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
