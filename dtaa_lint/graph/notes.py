"""Notes, and the references that point at them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from dtaa_lint.graph.index import INLINE, NOTES, Index
from dtaa_lint.graph.landings import Landings
from dtaa_lint.graph.markers import leading_marker, markers
from dtaa_lint.graph.mentions import Mentions, further_notes, small_opening
from dtaa_lint.graph.model import Link, Note, Origin, Reference
from dtaa_lint.graph.text import normalise
from dtaa_lint.pdf.model import TargetKind

_TABLE = frozenset({"Table"})
_TOC = frozenset({"TOC", "TOCI"})
_OWN_LABEL = frozenset({"Lbl"})
_REFERENCE = frozenset({"Reference"})
_INLINE = (INLINE - NOTES) | {"NonStruct"}
_CELL_OR_ITEM = frozenset({"TD", "TH", "LI"})
MAX_NAMED = 64
"""Notes that one marker may name; further ones are left out."""


@dataclass(slots=True)
class _Marker:
    """A reference while its note is sought."""

    node: int
    text: str
    key: str
    """Canonical marker; empty when the text is none."""
    page: int
    linked: tuple[int, ...] = ()
    """Notes that /Ref or a structure destination names."""
    via: str = ""
    landing_pages: tuple[int, ...] = ()
    """Pages that its page destinations name."""


class Notes:
    """All notes and references of a document."""

    __slots__ = ("cuts", "notes", "references")

    def __init__(
        self, notes: tuple[Note, ...], references: tuple[Reference, ...], cuts: tuple[int, ...]
    ) -> None:
        self.notes = notes
        self.references = references
        self.cuts = cuts
        """Notes and markers with text, sorted: no part of the value of the cell around them."""


class _Reader:
    def __init__(self, index: Index, links: Sequence[Link], landings: Landings) -> None:
        self.index = index
        self.nodes = index.nodes
        self.landings = landings
        self.notes = index.of_type(*sorted(NOTES))
        self.labels: dict[int, tuple[str, int]] = {n: self.label(n) for n in self.notes}
        self.places: set[tuple[str, int]] = set()
        """(marker, page) of every labelled note."""
        for note, (label, _) in self.labels.items():
            for key in markers(label):
                self.places.add((key, self.nodes[note].page))
        self.links: dict[int, list[Link]] = {}
        for link in links:
            if link.node >= 0:
                self.links.setdefault(link.node, []).append(link)
        self.link_nodes = sorted(self.links)

    def label(self, note: int) -> tuple[str, int]:
        """The note's marker and the element that holds it (-1: it leads the text)."""
        for node in range(note + 1, min(self.nodes[note].end, note + 8)):
            if self.nodes[node].type == "Lbl" and not self.index.blank(node):
                return self.index.normalised(node), node
        opening = self.index.opening(note, 40)
        return leading_marker(opening) or _twice(opening) or small_opening(self.index, note), -1

    def note_at(self, node: int) -> int:
        """The note that the element is, stands in, or holds as its only one; -1. A lost one is
        none."""
        if not 0 <= node < len(self.nodes) or node in self.index.lost:
            return -1
        if self.nodes[node].type in NOTES:
            return node
        around = self.index.enclosing(node, NOTES)
        if around >= 0:
            return around
        if self.nodes[node].type in ("P", "Span", "Div", "LI", "Sect", "NonStruct", "Aside"):
            inside = self.index.first_inside(self.notes, node)
            if inside >= 0 and self.index.first_inside(self.notes, inside) < 0:
                end = self.nodes[node].end
                after = bisect_left(self.notes, inside + 1)
                if after == len(self.notes) or self.notes[after] >= end:
                    return inside
        return -1

    def gather(self) -> list[_Marker]:
        """Every marker: Reference elements and links to notes, one entry for each note named."""
        index, nodes = self.index, self.nodes
        references = index.of_type("Reference")
        back: dict[int, list[int]] = {}
        for note in self.notes:
            for inner in range(note, min(nodes[note].end, note + 8)):
                for target in nodes[inner].refs:
                    back.setdefault(target, []).append(note)
        back_nodes = sorted(back)
        found: list[_Marker] = []
        for node in references:
            if index.enclosing(node, _TOC) >= 0 or index.enclosing(node, _REFERENCE) >= 0:
                continue
            found.extend(self.markers_of(node, back, back_nodes, True))
        for node in self.link_nodes:
            if nodes[node].type != "Link" or index.enclosing(node, _REFERENCE) >= 0:
                continue
            if index.first_inside(references, node) >= 0:
                continue
            found.extend(self.markers_of(node, back, back_nodes, False))
        found.sort(key=lambda marker: marker.node)
        return found

    def markers_of(
        self, node: int, back: dict[int, list[int]], back_nodes: list[int], reference: bool
    ) -> list[_Marker]:
        index, nodes = self.index, self.nodes
        own_note = index.enclosing(node, NOTES)
        if own_note >= 0 and (
            index.enclosing(node, _OWN_LABEL, own_note) >= 0
            or nodes[node].text_start <= nodes[own_note].text_start
        ):
            return []  # The way back from a note to its reference.
        inner = self.nodes[node].end
        cuts = index.outermost(self.notes, node, MAX_NAMED)
        text = index.without(node, index.with_text(cuts)) if cuts else index.normalised(node)
        keys = markers(text)
        noted: dict[int, str] = dict.fromkeys(cuts, "inside")
        pages: list[int] = []
        for at in range(node, min(inner, node + 16)):
            for target in nodes[at].refs[:MAX_NAMED]:
                note = self.note_at(target)
                if note >= 0:
                    noted.setdefault(note, "ref")
            for link in self.links.get(at, ())[:MAX_NAMED]:
                note = self.note_at(link.element)
                if note >= 0:
                    noted.setdefault(note, "link")
                elif link.target.kind is TargetKind.PAGE:
                    pages.append(link.target.page)
                    landing = self.note_at(link.landing)
                    if landing >= 0 and keys and markers(self.labels[landing][0]) == keys[:1]:
                        noted.setdefault(landing, "link")
        low = bisect_left(back_nodes, node)
        for target in back_nodes[low : min(low + MAX_NAMED, bisect_left(back_nodes, inner))]:
            for note in back[target][:MAX_NAMED]:
                noted.setdefault(note, "ref")
        parent = nodes[node].parent
        if parent in back and nodes[parent].type in ("Span", "Sup", "Sub", "Lbl", "Link"):
            for note in back[parent][:MAX_NAMED]:
                noted.setdefault(note, "ref")
        if not keys and not noted:
            return []
        if not reference and not noted and not self.known_there(keys, pages):
            return []  # A link whose text is a number: a page, a section, a year.
        via = next(iter(noted.values()), "")
        linked = tuple(sorted(noted))
        page = nodes[node].page
        if len(keys) <= 1:
            key = keys[0] if keys else ""
            return [_Marker(node, text, key, page, linked, via, tuple(pages))]
        result: list[_Marker] = []
        for key in keys:
            mine = tuple(n for n in linked if markers(self.labels[n][0]) == (key,))
            result.append(_Marker(node, key, key, page, mine, via if mine else "", tuple(pages)))
        return result

    def known_there(self, keys: tuple[str, ...], pages: list[int]) -> bool:
        """Whether every marker is the label of a note on a page that the link leads to."""
        return bool(keys and pages) and all(
            any((key, page) in self.places for page in pages) for key in keys
        )

    def claim(self, node: int) -> int:
        """The block that holds a marker: the cell or item where it is in one's only paragraph."""
        nodes = self.nodes
        at = nodes[node].parent
        steps = 0
        while at >= 0 and nodes[at].type in _INLINE and nodes[at].parent >= 0 and steps < 64:
            at = nodes[at].parent
            steps += 1
        if at < 0:
            return node
        for _ in range(3):
            parent = nodes[at].parent
            if parent >= 0 and (
                nodes[parent].type == "LBody" or nodes[parent].type in _CELL_OR_ITEM
            ):
                at = parent
            else:
                break
        return at


def read_notes(
    index: Index, links: Sequence[Link], landings: Landings, mentions: Mentions | None
) -> Notes:
    """Every Note and FENote with the references that are bound to it, and every marker.
    ``mentions``: None where nobody asks for them."""
    reader = _Reader(index, links, landings)
    found = reader.gather()
    binder = _Binder(reader)
    references: list[Reference] = []
    for marker in found:
        notes, via, origin = binder.bind(marker)
        references.append(
            Reference(marker.node, marker.text, reader.claim(marker.node), notes, via, origin)
        )
    binder.by_position(references)
    bound: dict[int, list[int]] = {}
    for reference in references:
        if len(reference.notes) == 1:
            bound.setdefault(reference.notes[0], []).append(reference.node)
    read = tuple(
        _note(index, reader, node, tuple(bound.get(node, ())), mentions) for node in reader.notes
    )
    cuts = sorted({*reader.notes, *(reference.node for reference in references)})
    return Notes(read, tuple(references), tuple(index.with_text(cuts)))


def _twice(opening: str) -> str:
    """The marker with which a text begins twice: that of the running text and the note's own."""
    first, _, rest = opening.partition(" ")
    return first if len(markers(first)) == 1 and rest.startswith(f"{first} ") else ""


def _note(
    index: Index, reader: _Reader, node: int, references: tuple[int, ...], mentions: Mentions | None
) -> Note:
    label, label_node = reader.labels[node]
    if label_node >= 0:
        text = index.without(node, index.with_text((label_node,)))
    else:
        text = index.normalised(node)
        if label:
            shown = normalise(label)
            for _ in range(2 if _twice(text[:40]) == shown else 1):
                text = text[len(shown) :].lstrip() if text.startswith(shown) else text
    return Note(
        node,
        label,
        label_node,
        text,
        references,
        index.nodes[node].page,
        -1 if references or not label or mentions is None else mentions.of(node, label),
        further_notes(index, node, label),
        label_node < 0 and bool(_twice(index.opening(node, 40))),
    )


class _Binder:
    """Finds the note of a marker among those with its label."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        self.index = reader.index
        self.by_key: dict[str, list[int]] = {}
        self.by_page: dict[tuple[str, int], list[int]] = {}
        for note in reader.notes:
            keys = markers(reader.labels[note][0])
            if len(keys) == 1:
                self.by_key.setdefault(keys[0], []).append(note)
                page = self.index.nodes[note].page
                self.by_page.setdefault((keys[0], page), []).append(note)

    def bind(self, marker: _Marker) -> tuple[tuple[int, ...], str, Origin]:
        """The notes that the marker may mean, how they were found, and on what evidence."""
        if marker.linked:
            if len(marker.linked) == 1 or not marker.key:
                origin = Origin.DERIVED if marker.via == "inside" else Origin.SOURCE
                return marker.linked, marker.via, origin
            same = tuple(
                n for n in marker.linked if markers(self.reader.labels[n][0]) == (marker.key,)
            )
            return same or marker.linked, marker.via, Origin.SOURCE
        notes = self.by_key.get(marker.key) if marker.key else None
        if not notes:
            return (), "", Origin.DERIVED
        table = self.index.enclosing(marker.node, _TABLE)
        if table >= 0:
            inside = tuple(self.index.inside(notes, table, 8))
            if inside:
                return inside, "label", Origin.DERIVED
        for page in marker.landing_pages:
            there = self.by_page.get((marker.key, page), [])
            if len(there) == 1:
                return tuple(there), "link", Origin.DERIVED
        below = self.below_table(notes, table) if table >= 0 else ()
        if below:
            return below, "label", Origin.DERIVED
        here = self.by_page.get((marker.key, marker.page), [])
        if here:
            return tuple(here[:8]), "label", Origin.DERIVED
        if len(notes) == 1 and self.index.nodes[notes[0]].page >= marker.page:
            return tuple(notes), "label", Origin.DERIVED
        return (), "", Origin.DERIVED

    def below_table(self, notes: Sequence[int], table: int) -> tuple[int, ...]:
        """Those of ``notes`` (sorted) that stand between the table and the next one."""
        end = self.index.nodes[table].end
        tables = self.index.of_type("Table")
        place = bisect_left(tables, end)
        until = tables[place] if place < len(tables) else len(self.index.nodes)
        low = bisect_left(notes, end)
        there = notes[low : min(low + 8, bisect_left(notes, until, low))]
        nodes = self.index.nodes
        return tuple([note for note in there if nodes[note].page == nodes[there[0]].page])

    def by_position(self, references: list[Reference]) -> None:
        """Binds the only unbound marker of a page to the only note there that has no label."""
        bound = {reference.notes[0] for reference in references if len(reference.notes) == 1}
        free_notes: dict[int, list[int]] = {}
        for note in self.reader.notes:
            if note not in bound and not self.reader.labels[note][0]:
                free_notes.setdefault(self.index.nodes[note].page, []).append(note)
        if not free_notes:
            return
        free: dict[int, list[int]] = {}
        for i, reference in enumerate(references):
            if not reference.notes:
                free.setdefault(self.index.nodes[reference.node].page, []).append(i)
        for page, notes in free_notes.items():
            places = free.get(page, [])
            if len(notes) == 1 and len(places) == 1:
                old = references[places[0]]
                references[places[0]] = Reference(
                    old.node, old.marker, old.claim, (notes[0],), "position", Origin.INFERRED
                )
