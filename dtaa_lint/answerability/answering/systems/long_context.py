"""``long-context``: the whole text, page by page, where it fits the model's window.

The baseline of pdfQA. It retrieves nothing; its budget is the window.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.answerability.answering.interface import WINDOW, Document, Item
from dtaa_lint.answerability.answering.text import flat_text


class LongContext:
    """Every page in order. What does not fit the window is left out at its end."""

    name = "long-context"

    def __init__(self, window: int = WINDOW) -> None:
        self.budget = window
        self._items: tuple[Item, ...] = ()

    def index(self, document: Document) -> None:
        """Reads the pages."""
        self._items = tuple(
            [
                Item(f"page-{number}", " ".join(text.split()), (), number - 1)
                for number, text in enumerate(flat_text(document.data).pages, 1)
                if text.split()
            ]
        )

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """All pages, whatever is asked."""
        return self._items
