"""What the motifs have in common of one document, computed once: contexts, values, splits."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from dtaa_lint.graph.model import Heading
from dtaa_lint.graph.view import View

if TYPE_CHECKING:
    from dtaa_lint.tasks.cells import Cells


class Survey:
    """A document as the motifs see it: the view, and what several of them ask of it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.heading_at: dict[int, Heading] = {heading.node: heading for heading in view.headings}
        self._heading_texts: dict[int, tuple[str, ...]] = {-1: ()}
        self._context_ids: dict[tuple[tuple[str, ...], str], int] = {}

    @cached_property
    def cells(self) -> Cells:
        """Every table's cells, judged."""
        from dtaa_lint.tasks.cells import Cells

        return Cells(self)

    def heading_texts(self, node: int) -> tuple[str, ...]:
        """Texts of the headings above a node, outermost first; one tuple per heading."""
        heading = self.view.heading_of(node)
        found = self._heading_texts.get(heading)
        if found is None:
            texts = [self.heading_at[above].text for above in self.view.heading_path(node)]
            found = tuple(texts)
            self._heading_texts[heading] = found
        return found

    def context(self, node: int, caption: str) -> int:
        """A number for the section and caption that a node stands under. Two sections whose
        headings read alike all the way up are one context: no question can tell them apart."""
        headings = tuple([text.casefold() for text in self.heading_texts(node)])
        key = (headings, caption.casefold())
        return self._context_ids.setdefault(key, len(self._context_ids))
