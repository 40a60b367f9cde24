"""The edges of the graph, made one after the other in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dtaa_lint.graph.model import Edge, HeaderPath, Origin, Relation
from dtaa_lint.pdf.model import ContentItem, ObjectItem, TargetKind

if TYPE_CHECKING:
    from dtaa_lint.graph.view import View


def structure_edges(view: View) -> Iterator[Edge]:
    """What the tree itself says: CONTAINS, PRECEDES, REALIZED_BY, REFERS_TO, by source node."""
    for node in view.nodes:
        before = -1
        for kid in node.kids:
            if type(kid) is int:
                yield Edge(Relation.CONTAINS, node.index, kid, Origin.SOURCE, "kid")
                if before >= 0:
                    yield Edge(Relation.PRECEDES, before, kid, Origin.SOURCE, "kid")
                before = kid
            elif type(kid) is ContentItem:
                detail = f"page {kid.page} mcid {kid.mcid}"
                if kid.stream:
                    detail = f"page {kid.page} stream {kid.stream} mcid {kid.mcid}"
                yield Edge(Relation.REALIZED_BY, node.index, -1, Origin.SOURCE, "content", detail)
            elif type(kid) is ObjectItem:
                detail = f"page {kid.page} object {kid.objid}"
                yield Edge(Relation.REALIZED_BY, node.index, -1, Origin.SOURCE, "object", detail)
        for target in node.refs:
            yield Edge(Relation.REFERS_TO, node.index, target, Origin.SOURCE, "ref")


def link_edges(view: View) -> Iterator[Edge]:
    """LINKS_TO; the landing of a page destination is inferred, its page is source."""
    link_to = Relation.LINKS_TO
    for link in view.links:
        target = link.target
        if link.element >= 0:
            yield Edge(link_to, link.node, link.element, Origin.SOURCE, "structure-destination")
        elif target.kind is TargetKind.PAGE:
            detail = f"page {target.page}"
            yield Edge(link_to, link.node, -1, Origin.SOURCE, "destination", detail)
            if link.landing >= 0:
                yield Edge(link_to, link.node, link.landing, Origin.INFERRED, "landing", detail)
        elif target.kind in (TargetKind.URI, TargetKind.REMOTE):
            via = str(target.kind)
            yield Edge(link_to, link.node, -1, Origin.SOURCE, via, target.uri or "")
        elif target.kind is TargetKind.MISSING:
            detail = target.name or ""
            yield Edge(link_to, link.node, -1, Origin.SOURCE, "missing", detail)


def heading_edges(view: View) -> Iterator[Edge]:
    """HEADING_FOR the blocks and the sub-headings directly under each heading."""
    for heading in view.headings:
        via = str(heading.via)
        for target in sorted((*heading.blocks, *heading.children)):
            yield Edge(Relation.HEADING_FOR, heading.node, target, Origin.DERIVED, via)


def table_edges(view: View) -> Iterator[Edge]:
    """ROW_HEADER_FOR and COLUMN_HEADER_FOR, cell by cell."""
    sides = (Relation.ROW_HEADER_FOR, Relation.COLUMN_HEADER_FOR)
    for table in view.tables:
        for cell, *paths in zip(table.cells, table.row_paths, table.column_paths, strict=True):
            for relation, path in zip(sides, paths, strict=True):
                if isinstance(path, HeaderPath):
                    via = str(path.via)
                    for header in path.nodes:
                        yield Edge(relation, header, cell.node, Origin.DERIVED, via)


def caption_edges(view: View) -> Iterator[Edge]:
    """CAPTION_FOR: bound by structure, or a neighbour that looks like one (inferred)."""
    relation = Relation.CAPTION_FOR
    found: list[tuple[int, int, int]] = [(t.node, t.caption, t.near_caption) for t in view.tables]
    found += [(f.node, f.caption, f.near_caption) for f in view.figures]
    found += [(x.node, x.caption, -1) for x in view.lists]
    for node, caption, near in sorted(found):
        if caption >= 0:
            yield Edge(relation, caption, node, Origin.DERIVED, "structure")
        elif near >= 0:
            yield Edge(relation, near, node, Origin.INFERRED, "adjacent")


def label_edges(view: View) -> Iterator[Edge]:
    """LABEL_FOR list bodies, notes and fields; DEFINES for description lists and /E."""
    for found in view.lists:
        for member in found.members:
            target = member.body if member.body >= 0 else member.node
            if member.label >= 0:
                yield Edge(Relation.LABEL_FOR, member.label, target, Origin.DERIVED, "label")
                if found.numbering == "Description" and member.textual_label:
                    yield Edge(Relation.DEFINES, member.label, target, Origin.DERIVED, "list")
    for note in view.notes:
        if note.label_node >= 0:
            yield Edge(Relation.LABEL_FOR, note.label_node, note.node, Origin.DERIVED, "label")
    for field in view.fields:
        if field.label_node >= 0:
            yield Edge(Relation.LABEL_FOR, field.label_node, field.node, Origin.DERIVED, "field")
    for node in view.nodes:
        if node.expansion:
            detail = node.expansion
            yield Edge(Relation.DEFINES, node.index, -1, Origin.SOURCE, "expansion", detail)


def note_edges(view: View) -> Iterator[Edge]:
    """NOTE_FOR the claim that holds a bound marker; the marker is the detail."""
    for reference in view.references:
        if len(reference.notes) == 1:
            yield Edge(
                Relation.NOTE_FOR,
                reference.notes[0],
                reference.claim,
                Origin.INFERRED if reference.origin is Origin.INFERRED else Origin.DERIVED,
                reference.via,
                reference.marker,
            )


def all_edges(view: View) -> Iterator[Edge]:
    """Every edge of the graph."""
    yield from structure_edges(view)
    yield from link_edges(view)
    yield from heading_edges(view)
    yield from table_edges(view)
    yield from caption_edges(view)
    yield from label_edges(view)
    yield from note_edges(view)
