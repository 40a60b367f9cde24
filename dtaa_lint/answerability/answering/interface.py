"""The seam of the systems under test.

A system is made for one document, indexes it, and returns ranked items for a question. What of
them is shown to the answerer, and scored, is decided here for all systems alike: whole items in
rank order until the budget of words is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from dtaa_lint.answerability.answering.counting import first_words, words_in
from dtaa_lint.answerability.answering.language import language_of
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PageBox

SEEDS = 10
"""k: items that the search proper returns (paper, section 4.2)."""
BUDGET = 1_400
"""Words of shown evidence (paper, section 4.3)."""
WINDOW = 90_000
"""Words that a model takes at once: a window of 128,000 tokens, with room for the question and the
answer."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of evidence as it is shown."""

    id: str
    """Unique within the document and the system: ``s12``, ``s12-s19``, ``chunk-3``."""
    text: str
    """What the answerer reads."""
    nodes: tuple[int, ...] = ()
    """Elements whose text it shows; empty for systems that know no elements. They say which place
    the words come from; the words themselves are looked up in ``text``."""
    page: int = -1
    """0-based page where it begins; -1 when unknown."""
    boxes: tuple[PageBox, ...] = ()
    """Where on the pages it stands, for systems that know places and not the document's elements;
    empty where ``nodes`` say it, or where nothing is known but the text."""


class Document:
    """What a system may know of a document: its bytes, and its structure as the compiler sees it.
    No tasks."""

    def __init__(self, data: bytes, view: View | Callable[[], View], lang: str = "") -> None:
        """``view``: or what reads it, when a system wants it; ``lang``: where it is known."""
        self.data = data
        self._view = view
        self._lang = lang
        self._made: dict[Hashable, Any] = {}

    @property
    def view(self) -> View:
        """The structure."""
        if not isinstance(self._view, View):
            self._view = self._view()
        return self._view

    @property
    def lang(self) -> str:
        """Primary subtag of the language of most of its text."""
        if not self._lang:
            self._lang = language_of(self.view)
        return self._lang

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What several systems make of the document alike, made once."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


class System(Protocol):
    """A retrieval system under test, for one document at a time. Other people's systems are found
    by the entry point group ``dtaa_lint.systems``: name -> class without arguments. One that is
    not bound to the common budget, as the long context is, has an attribute ``budget`` (words)."""

    def index(self, document: Document) -> None:
        """Prepares the document; called once."""
        ...

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """Items in rank order, best first; ``k`` is the number of seeds of the search, the
        expansion of which may be more items."""
        ...


def shown(items: Sequence[Item], budget: int = BUDGET) -> tuple[Item, ...]:
    """The prefix that fits: whole items in rank order until the next would exceed the budget. The
    first item is always shown, cut to the budget if it alone is longer."""
    prefix: list[Item] = []
    spent = 0
    for item in items:
        words = words_in(item.text)
        if spent + words > budget:
            if not prefix:
                prefix.append(Item(item.id, first_words(item.text, budget), (), item.page))
            break
        prefix.append(item)
        spent += words
    return tuple(prefix)
