"""The graph's values: edges with their origin, and the typed things that the view speaks of.

Node ``i`` of the graph is structure element ``i`` of the document (``s{i}`` in output), so the
nodes are the ``StructureElement`` records themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dtaa_lint.pdf.model import Target


class Origin(StrEnum):
    """How much an edge may be trusted (paper, section 3.2)."""

    SOURCE = "source"
    """Written in the file."""
    DERIVED = "derived"
    """Follows from what is written, by a rule of the standard."""
    INFERRED = "inferred"
    """Rests on layout or wording; findings may cite it, tasks never use it."""


class Relation(StrEnum):
    CONTAINS = "CONTAINS"
    PRECEDES = "PRECEDES"
    REALIZED_BY = "REALIZED_BY"
    REFERS_TO = "REFERS_TO"
    LINKS_TO = "LINKS_TO"
    HEADING_FOR = "HEADING_FOR"
    ROW_HEADER_FOR = "ROW_HEADER_FOR"
    COLUMN_HEADER_FOR = "COLUMN_HEADER_FOR"
    CAPTION_FOR = "CAPTION_FOR"
    LABEL_FOR = "LABEL_FOR"
    NOTE_FOR = "NOTE_FOR"
    DEFINES = "DEFINES"


class Edge(NamedTuple):
    relation: Relation
    source: int
    """Node index. For *_FOR edges the heading, header, caption, label or note."""
    target: int
    """Node index; -1 when the target is no node (then ``detail`` says what it is)."""
    origin: Origin
    via: str
    """The rule that made it: ``headers``, ``scope``, ``assumed``, ``sect``, ``level``,
    ``wrapper``, ``ref``, ``label``, ``inside``, ``adjacent``, ``structure-destination`` …"""
    detail: str = ""


class ScopeVia(StrEnum):
    """How a heading's scope was found, strongest first."""

    SECT = "sect"
    """An enclosing Sect, Part or Art whose first block is the heading."""
    LEVEL = "level"
    """Up to the next heading of the same or a higher level."""
    WRAPPER = "wrapper"
    """The heading sits alone in a wrapper; its content follows as the wrapper's siblings."""
    NONE = "none"
    """Nothing stands under it."""


@dataclass(frozen=True, slots=True)
class Heading:
    node: int
    level: int
    """1-based; Title is 0. For /H the depth of nesting in Sects."""
    text: str
    parent: int
    """Node of the heading whose scope holds this one; -1 at the top."""
    blocks: tuple[int, ...]
    """Nodes directly under it in reading order, before and between sub-headings' scopes: the
    topmost block-level elements (P, L, Table, Figure, Note, BlockQuote, …)."""
    children: tuple[int, ...]
    """Sub-headings' nodes, direct ones only, in order; none inside the cells of a table."""
    via: ScopeVia


class HeaderVia(StrEnum):
    HEADERS = "headers"
    """Named by /Headers of the cell."""
    SCOPE = "scope"
    """Found by the scan, /Scope written on the header."""
    ASSUMED = "assumed"
    """Found by the scan, scope assumed from position."""


class Axis(StrEnum):
    ROW = "row"
    COLUMN = "column"


class HeaderPath(NamedTuple):
    """Header cells of one axis, outermost first. Shared between the cells that have it."""

    nodes: tuple[int, ...]
    """Structure elements of the header cells."""
    texts: tuple[str, ...]
    """Their normalised texts, same order."""
    via: HeaderVia
    """The weakest way by which one of them was found."""


class Cell(NamedTuple):
    """A TH or TD with its place in the grid (0-based, spans resolved)."""

    node: int
    row: int
    column: int
    row_span: int
    column_span: int
    header: bool
    """A TH (after role map)."""
    scope: str | None
    """``Row``, ``Column``, ``Both`` as written; None when not written."""
    effective_scope: str | None
    """Written or assumed; None for data cells."""
    text: str
    """Normalised deep text without what sits in a Reference or Note inside the cell."""
    headers: tuple[str, ...]
    """/Headers as written, the first 256; empty when absent or an empty array."""


class GridIssueKind(StrEnum):
    OVERLAP = "overlap"
    """Two cells claim one place."""
    RAGGED = "ragged"
    """Rows of different width."""
    SPAN_BEYOND = "span-beyond"
    """A span that reaches past the table's last row."""
    SPAN_ABSURD = "span-absurd"
    """A span that is no positive number or larger than the table can be; taken as clipped."""
    NO_ROWS = "no-rows"
    """A Table without any row of cells."""
    STRAY = "stray"
    """A cell outside a row, or another element where a row or a cell belongs."""


class GridIssue(NamedTuple):
    kind: GridIssueKind
    node: int
    detail: str


@dataclass(frozen=True, slots=True)
class Table:
    node: int
    n_rows: int
    n_columns: int
    cells: tuple[Cell, ...]
    """In reading order."""
    row_paths: tuple[HeaderPath | None, ...]
    """Per cell, same order as ``cells``: None when the cell has no row header (or is itself a
    header)."""
    column_paths: tuple[HeaderPath | None, ...]
    """The same for columns. In a row that is not as wide as most others (issue RAGGED) a cell has
    the column headers that its /Headers name, and no others: nobody knows where a cell is missing.
    """
    row_nodes: tuple[int, ...]
    """The TR element of each grid row."""
    caption: int
    """Caption element bound by structure; -1 for none."""
    caption_text: str
    summary: str | None
    """/Summary attribute (Table 384)."""
    title: str | None
    """/T, or Alt of the table."""
    near_caption: int
    """An adjacent paragraph that looks like its caption (inferred); -1 for none."""
    issues: tuple[GridIssue, ...]
    unresolved_headers: tuple[tuple[int, str], ...]
    """(cell node, ID) for each /Headers entry that names no element."""
    nested_in: int
    """Table node that this one is nested in; -1."""

    def grid(self) -> list[list[int]]:
        """Rows of cell indices (into ``cells``), -1 where no cell stands; spans repeated."""
        rows = [[-1] * self.n_columns for _ in range(self.n_rows)]
        for index, cell in enumerate(self.cells):
            for row in range(cell.row, min(cell.row + cell.row_span, self.n_rows)):
                line = rows[row]
                for column in range(cell.column, min(cell.column + cell.column_span, len(line))):
                    if line[column] < 0:
                        line[column] = index
        return rows


@dataclass(frozen=True, slots=True)
class ListMember:
    node: int
    """The LI (or whatever stands in for it)."""
    label: int
    """Lbl element; -1."""
    body: int
    """LBody element; -1."""
    label_text: str
    text: str
    """Normalised text of the body without nested lists."""
    textual_label: bool
    """The label is words, not a bullet, number or letter."""
    nested: tuple[int, ...]
    """L elements inside, outermost ones."""


@dataclass(frozen=True, slots=True)
class ListView:
    node: int
    members: tuple[ListMember, ...]
    numbering: str | None
    """/ListNumbering as written."""
    caption: int
    anchor: int
    """The lead sentence right before it, else the heading when it is the scope's first block, else
    the list item that introduces a nested list; -1 for none."""
    anchor_kind: str
    """``lead``, ``heading``, ``item``, ``caption`` or empty."""
    nested_in: int
    """The enclosing L; -1."""
    strays: tuple[int, ...]
    """Kids of L that are no LI, Caption or L, and LI without Lbl/LBody structure."""
    continues: int = -1
    """The L right before it of which it is the rest, by its markers; -1."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A marker in running text: a Reference element, or a Lbl-like link to a note."""

    node: int
    marker: str
    claim: int
    """The block (P, LI, TD, …) that holds the marker."""
    notes: tuple[int, ...]
    """Notes it may mean, best first; exactly one when it is bound."""
    via: str
    """``ref``, ``link``, ``inside``, ``label`` (unique marker in the page or table), ``position``
    or empty when unbound."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class Note:
    node: int
    label: str
    """The marker as its Lbl says it, or the leading marker of its text; empty for none."""
    label_node: int
    text: str
    """Normalised text without the label."""
    references: tuple[int, ...]
    """Reference nodes bound to it."""
    page: int
    mention: int = -1
    """For a note without references: the element before it in which its marker seems to stand as
    plain text, small or close behind a word (inferred, no relation); -1 for none."""
    further: tuple[str, ...] = ()
    """Markers of further notes that the element holds, each at the beginning of a line."""
    marker_inside: bool = False
    """The element begins with its marker twice: it holds the one of the running text as well."""


@dataclass(frozen=True, slots=True)
class Link:
    """A Link element with an annotation, or a link annotation that no element owns (node -1)."""

    node: int
    annotation: int
    text: str
    target: Target
    internal: bool
    element: int
    """The element it reaches structurally; -1 for none."""
    landing: int
    """For a page destination (inferred): the only heading of that page that has the link's text,
    else the element whose first line lies there, within a line; -1."""


@dataclass(frozen=True, slots=True)
class Figure:
    node: int
    """Figure, Formula or a Form's picture."""
    alt: str | None
    actual_text: str | None
    caption: int
    """Caption bound by structure; -1."""
    caption_text: str
    near_caption: int
    """An adjacent paragraph that looks like one (inferred); -1."""
    text: str
    """Text inside it, normalised."""


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """A form field with the text that names it."""

    node: int
    """The Form element."""
    annotation: int
    name: str
    """/TU, else the Lbl; empty for none."""
    label_node: int
    """The element whose text is the label; -1 when only /TU names it."""
    value: str | None
