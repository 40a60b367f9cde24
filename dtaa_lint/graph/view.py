"""The typed, read-only view that detectors and checks see instead of the PDF.

Each part of the graph is compiled when it is first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from dtaa_lint.graph.boxes import Boxes
from dtaa_lint.graph.captions import Captions
from dtaa_lint.graph.edges import all_edges
from dtaa_lint.graph.fields import read_fields, read_figures
from dtaa_lint.graph.headings import HeadingMap, read_headings
from dtaa_lint.graph.index import INLINE, NOTES, Index
from dtaa_lint.graph.landings import Landings
from dtaa_lint.graph.links import read_links
from dtaa_lint.graph.lists import read_lists
from dtaa_lint.graph.mentions import Mentions
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
from dtaa_lint.graph.notes import Notes, read_notes
from dtaa_lint.graph.paths import StructurePaths
from dtaa_lint.graph.tables import read_tables
from dtaa_lint.pdf.model import PageBox, PdfDocument, StructureElement


class View:
    """A document as a graph. Node ``i`` is structure element ``i``."""

    def __init__(self, document: PdfDocument, *, inferred: bool = True) -> None:
        """``inferred``: False leaves out ``Note.mention``, which findings speak of and tasks never
        use."""
        self.document = document
        self._inferred = inferred
        self.nodes: Sequence[StructureElement] = document.elements

    @cached_property
    def index(self) -> Index:
        """Elements by type, owned objects, attribute lookup."""
        return Index(self.document)

    @cached_property
    def _captions(self) -> Captions:
        return Captions(self.index)

    @cached_property
    def _headings(self) -> HeadingMap:
        return read_headings(self.index)

    @cached_property
    def _landings(self) -> Landings:
        return Landings(self.index)

    @cached_property
    def _notes(self) -> Notes:
        mentions = Mentions(self.index) if self._inferred else None
        return read_notes(self.index, self.links, self._landings, mentions)

    @cached_property
    def _paths(self) -> StructurePaths:
        return StructurePaths(self._captions)

    @cached_property
    def _raw_paths(self) -> StructurePaths | None:
        """None where every tag is what it is resolved to."""
        if all(element.raw in (element.type, "") for element in self.nodes):
            return None
        return StructurePaths(self._captions, raw=True)

    @cached_property
    def _boxes(self) -> Boxes:
        return Boxes(self.index)

    @property
    def headings(self) -> Sequence[Heading]:
        """In reading order."""
        return self._headings.headings

    @property
    def heading_by_node(self) -> Mapping[int, Heading]:
        """Heading element -> its heading."""
        return self._headings.by_node

    @cached_property
    def tables(self) -> Sequence[Table]:
        """In reading order, nested ones included."""
        return read_tables(self.index, self._captions, self._notes.cuts)

    @cached_property
    def cell_places(self) -> Mapping[int, tuple[int, int]]:
        """TH or TD element -> (index into ``tables``, index into its ``cells``)."""
        return {
            cell.node: (t, c)
            for t, table in enumerate(self.tables)
            for c, cell in enumerate(table.cells)
        }

    @cached_property
    def lists(self) -> Sequence[ListView]:
        """In reading order, nested ones included."""
        return read_lists(self.index, self._captions, self._headings)

    @property
    def notes(self) -> Sequence[Note]:
        """Note and FENote elements in reading order."""
        return self._notes.notes

    @property
    def references(self) -> Sequence[Reference]:
        """Note markers in reading order. A marker that names several notes (``1, 2``) is several
        references with one node."""
        return self._notes.references

    @cached_property
    def links(self) -> Sequence[Link]:
        """Links of elements in reading order, then annotations that no element owns."""
        return read_links(self.index, self._landings)

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """Figure and Formula elements in reading order."""
        return read_figures(self.index, self._captions)

    @cached_property
    def fields(self) -> Sequence[FieldLabel]:
        """Form fields in reading order, one per widget."""
        return read_fields(self.index, self._captions)

    def of_type(self, *types: str) -> Sequence[int]:
        """Elements of these resolved types, in reading order."""
        return self.index.of_type(*types)

    def text(self, node: int) -> str:
        """Deep text, white space folded, soft hyphens and U+FFFD kept."""
        return self.index.text(node)

    def normalised(self, node: int) -> str:
        """Deep text, folded, soft hyphens and invisible characters taken out; what ``Cell.text``,
        ``Heading.text``, ``ListMember.text`` and their like are made of."""
        return self.index.normalised(node)

    def children(self, node: int) -> Sequence[int]:
        """Child elements in order (``node`` -1: the top level)."""
        return self.index.children(node) if node >= 0 else self._captions.siblings(-1)

    def siblings(self, node: int) -> Sequence[int]:
        """The children of the node's parent (the top level for a node without one), itself among
        them. They are kept: asking for each of many siblings costs no more than for one."""
        return self._captions.siblings(self.nodes[node].parent)

    def heading_of(self, node: int) -> int:
        """The innermost heading node in whose scope the node stands; -1. A heading (and what it is
        made of) does not stand in its own scope."""
        return self._headings.heading_of(node)

    def heading_path(self, node: int) -> tuple[int, ...]:
        """Heading nodes, outermost first, in whose scopes the node stands."""
        return self._headings.heading_path(node)

    def block_of(self, node: int) -> int:
        """The nearest block-level element: the node itself or the one around an inline node."""
        nodes = self.nodes
        steps = 0
        while nodes[node].type in _INLINE and nodes[node].parent >= 0 and steps < 64:
            node = nodes[node].parent
            steps += 1
        return node

    def caption_of(self, node: int) -> int:
        """The Caption that the structure binds to a table, figure or list; -1 for none."""
        return self._captions.structural(node)

    def path(self, node: int) -> str:
        """Structure path: ``/Document/Sect[2]/Table[1]/TR[3]/TD[2]``; ``/`` for -1. Resolved
        types; ``[n]`` counts siblings of that type, and is left out for the first at the root. A
        path of more than ``paths.MAX_STEPS`` steps is shortened in the middle."""
        return self._paths.of(node)

    def raw_path(self, node: int) -> str:
        """The structure path with the tags as written, before role mapping."""
        return (self._raw_paths or self._paths).of(node)

    def boxes(self, node: int) -> tuple[PageBox, ...]:
        """One box a page: the union of the boxes of its runs and annotations."""
        return self._boxes.of(node)

    def edges(self) -> Iterator[Edge]:
        """Every edge, in a fixed order; made on demand."""
        return all_edges(self)


_INLINE = (INLINE - NOTES) | {"NonStruct"}
