"""The typed, read-only view that detectors and checks see instead of the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.graph.model import (
    Edge,
    FieldLabel,
    Figure,
    Heading,
    Link,
    ListView,
    Note,
    Reference,
    Table,
)
from dtaa_lint.pdf.model import PageBox, PdfDocument, StructureElement


class View:
    """SKETCH of the interface (the graph package implements it; attributes are computed once)."""

    document: PdfDocument
    nodes: Sequence[StructureElement]
    headings: Sequence[Heading]
    """In reading order."""
    tables: Sequence[Table]
    """In reading order, nested ones included."""
    lists: Sequence[ListView]
    notes: Sequence[Note]
    references: Sequence[Reference]
    links: Sequence[Link]
    figures: Sequence[Figure]
    fields: Sequence[FieldLabel]

    def text(self, node: int) -> str:
        """Deep text, white space folded, soft hyphens and U+FFFD kept."""
        raise NotImplementedError

    def children(self, node: int) -> Sequence[int]:
        """Child elements in order (``node`` -1: the top level)."""
        raise NotImplementedError

    def heading_of(self, node: int) -> int:
        """The innermost heading node in whose scope the node stands; -1."""
        raise NotImplementedError

    def heading_path(self, node: int) -> tuple[int, ...]:
        """Heading nodes, outermost first, in whose scopes the node stands."""
        raise NotImplementedError

    def path(self, node: int) -> str:
        """Structure path: ``/Document/Sect[2]/Table[1]/TR[3]/TD[2]``."""
        raise NotImplementedError

    def boxes(self, node: int) -> tuple[PageBox, ...]:
        """One box a page: the union of the boxes of its runs and annotations."""
        raise NotImplementedError

    def edges(self) -> Iterator[Edge]:
        """Every edge, in a fixed order; made on demand."""
        raise NotImplementedError
