"""Structure elements while a document is being read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dtaa_lint.pdf.attributes import NONE, Attributes
from dtaa_lint.pdf.model import ContentItem, Kid
from dtaa_lint.pdf.objects import Ref

LOST_PAGE = -2
"""In place of a page index: /Pg names something that is no page of this document."""


class RawElement:
    """A structure element while the document is being read.

    Fields as in ``StructureElement``. ``ref`` is the object's reference; ``own_page`` the page of
    its /Pg (-1 for none, ``LOST_PAGE`` for one that is no page); ``near_page`` that of the element
    or the nearest ancestor that has one.
    """

    __slots__ = (
        "actual_text", "alt", "attributes", "depth", "end", "expansion", "id", "index", "kids",
        "lang", "namespace", "near_page", "own_lang", "own_page", "page", "parent", "raw", "ref",
        "refs", "title", "type",
    )  # fmt: skip

    def __init__(
        self, index: int, parent: int, depth: int, ref: Ref | None, own_page: int, near_page: int
    ) -> None:
        self.index = index
        self.parent = parent
        self.depth = depth
        self.ref = ref
        self.own_page = own_page
        self.near_page = near_page
        self.end = index + 1
        self.page = max(-1, own_page)
        self.type = self.raw = ""
        self.namespace: str | None = None
        self.kids: list[Kid] = []
        self.id: str | None = None
        self.alt: str | None = None
        self.actual_text: str | None = None
        self.expansion: str | None = None
        self.lang: str | None = None
        self.own_lang: str | None = None
        self.title: str | None = None
        self.refs: tuple[int, ...] = ()
        self.attributes: Attributes = NONE


@dataclass(slots=True)
class Structure:
    """What the walk found."""

    elements: list[RawElement]
    places: Mapping[Ref, int]
    """Reference of an element's object -> its index."""
    claimed: Mapping[ContentItem, int]
    """Content item -> index of the element that owns it."""
    ids: dict[str, tuple[int, ...]] = field(default_factory=dict)
