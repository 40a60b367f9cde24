"""The language of an element's text: what its tags say, unless the text is plainly another one.

Plainly is what DT1506 finds: a question in Spanish about a text in English, because a writer has
left ``es`` in the catalogue, would measure the tag and nothing else.
"""

from __future__ import annotations

from bisect import bisect_right

from dtaa_lint.findings.checks.g15_language import contradictions
from dtaa_lint.graph.view import View


class Tongues:
    """The languages of one document."""

    def __init__(self, view: View) -> None:
        self._view = view
        found = contradictions(view)
        self._whole = found.pop(-1, None)
        """What the text is in where the catalogue says another one."""
        self._found = found
        self._starts = sorted(found)

    @property
    def document(self) -> str | None:
        """The tag of the document's language; None for none."""
        return self._whole or self._view.document.metadata.lang

    def tag(self, node: int) -> str | None:
        """The tag of an element's language; of the document's for -1."""
        if node < 0:
            return self.document
        nodes = self._view.nodes
        declared = nodes[node].lang
        at = bisect_right(self._starts, node) - 1
        if at >= 0:
            around = nodes[self._starts[at]]
            if node < around.end and around.lang == declared:
                return self._found[around.index]
        if not declared or declared == self._view.document.metadata.lang:
            return self.document
        return declared
