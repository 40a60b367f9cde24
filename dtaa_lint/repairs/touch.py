"""Whose tasks a repair may change: the units and tables that it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from dtaa_lint.graph.headings import heading_level
from dtaa_lint.graph.index import NOTES, SECTIONS
from dtaa_lint.graph.model import Link
from dtaa_lint.repairs.edits import (
    ROOT,
    Edit,
    Entry,
    Insert,
    Move,
    NameHeaders,
    Refer,
    Remove,
    Rename,
    Repair,
    Retype,
    Rewrite,
    SetAttribute,
    SetDocument,
    SetEntry,
    SetTarget,
    Unwrap,
    Wrap,
    named,
)
from dtaa_lint.repairs.zones import Key, Zones

_NO_SECTIONS = (Refer, NameHeaders, Rename, SetAttribute, SetDocument, SetTarget)
"""Edits that move no heading and change no heading's words."""
_MARKS = frozenset({"Reference", "Lbl"})
"""New elements that say nothing themselves."""


class Touch:
    """Looks up what repairs touch in one document."""

    def __init__(self, zones: Zones) -> None:
        self.zones = zones
        self.view = zones.view
        self.survey = zones.survey

    @cached_property
    def claims(self) -> dict[int, set[int]]:
        """Note -> outermost tables with a claim that may mean it."""
        found: dict[int, set[int]] = {}
        for reference in self.view.references:
            table = self.zones.around[reference.claim]
            if table >= 0:
                for note in reference.notes:
                    found.setdefault(note, set()).add(table)
        return found

    @cached_property
    def all(self) -> dict[Key, int]:
        """Every zone of the document."""
        for heading in self.view.headings:
            self.zones.of(heading.node)
        for key in self.zones.mates:
            self.zones.number(key)
        self.zones.number(((), ""))
        return dict(self.zones.numbers)

    def below(self, path: Sequence[str]) -> Iterable[int]:
        """The zones whose heading path begins so."""
        size = len(path)
        path = tuple(path)
        return [number for (texts, _), number in self.all.items() if texts[:size] == path]

    def touched(self, repair: Repair) -> tuple[frozenset[int], frozenset[int]]:
        """(units, outermost tables) whose tasks a repair may change."""
        units: set[int] = set()
        tables: set[int] = set()
        count = len(self.view.nodes)
        bound = any(isinstance(edit, Refer) and self._notes(edit) for edit in repair)
        for edit in repair:
            if bound and isinstance(edit, Insert) and edit.type in _MARKS:
                # A marker: what is bound by it is the note's task.
                if 0 <= edit.parent < count and self.zones.around[edit.parent] >= 0:
                    tables.add(self.zones.around[edit.parent])
                    units.add(self.zones.around[edit.parent])
                continue
            if (
                isinstance(edit, SetDocument)
                or (isinstance(edit, SetEntry) and edit.entry in (Entry.ID, Entry.TITLE))
                or (isinstance(edit, Rename) and not edit.users)
            ):
                continue
            for node in self._named(edit):
                if 0 <= node < count:
                    note = self.view.nodes[node].type in NOTES
                    units.add(node if note else self.zones.unit(node))
                    if isinstance(edit, Remove | Move | Unwrap | Retype | Wrap):
                        # A block comes to its section, or leaves it.
                        units.add(-1 - self.zones.of(node))
                        units.add(-1 - self._section_above(node))
                        if node in self.zones.keys:
                            section = self.zones.keys[node][0]
                            units.add(-1 - self.zones.number((section, "")))
                        inside = self.view.index.inside(self.zones.outer, node)
                        units.update(inside)
                        tables.update(inside)
                    tables.update(self.claims.get(node, ()))
                    if self.zones.around[node] >= 0:
                        tables.add(self.zones.around[node])
            above = self._sections(edit)
            if above is not None:
                below = set(self.below(above))
                units.update([-1 - zone for zone in below])
                units.update(
                    [t for t in self.zones.outer if self.zones.number(self.zones.keys[t]) in below]
                )
                units.update([f for f in self._figures if self.zones.of(f) in below])
        units.update([note for table in tables for note in self._claimed.get(table, ())])
        return frozenset(units), frozenset(tables)

    def _section_above(self, node: int) -> int:
        """The zone around the node's section, which counts it among its own when it has content."""
        heading = self.survey.heading_at.get(self.view.heading_of(node))
        if heading is None or heading.parent < 0:
            return self.zones.number(((), ""))
        return self.zones.of(heading.parent)

    @cached_property
    def _claimed(self) -> dict[int, set[int]]:
        """Outermost table -> notes that claims in it may mean."""
        found: dict[int, set[int]] = {}
        for note, tables in self.claims.items():
            for table in tables:
                found.setdefault(table, set()).add(note)
        return found

    def _named(self, edit: Edit) -> Iterator[int]:
        """The elements whose tasks the edit may change."""
        nodes = self.view.nodes
        if isinstance(edit, Refer):
            yield from self._notes(edit) or named(edit)
            return
        if isinstance(edit, SetTarget):
            yield edit.element
            yield from (link.node for link in self._links.get(edit.annotation, ()))
            return
        yield from named(edit)
        if isinstance(edit, Insert | Move) and edit.parent >= 0:
            # What stands before the place: the heading there may take what comes behind it.
            behind = edit.before if edit.before >= 0 else nodes[edit.parent].end
            yield max(edit.parent, behind - 1)
        if isinstance(edit, Retype | Remove | Move | Unwrap) and edit.node in self.zones.keys:
            # The table itself: what is in it becomes part of the section.
            yield nodes[edit.node].parent

    def _notes(self, edit: Refer) -> list[int]:
        nodes = self.view.nodes
        return [t for t in edit.targets if t >= 0 and nodes[t].type in NOTES]

    @cached_property
    def _links(self) -> dict[int, list[Link]]:
        found: dict[int, list[Link]] = {}
        for link in self.view.links:
            found.setdefault(link.annotation, []).append(link)
        return found

    @cached_property
    def _figures(self) -> list[int]:
        return [node for node in self.view.index.of_type("Figure") if self.zones.around[node] < 0]

    def _sections(self, edit: Edit) -> tuple[str, ...] | None:
        """The heading path below which sections may end up otherwise; None when none do."""
        if isinstance(edit, _NO_SECTIONS):
            return None
        if isinstance(edit, Insert):
            level = heading_level(edit.type)
            if level is None and edit.type not in SECTIONS:
                return None
            at = edit.before if edit.before >= 0 else edit.parent
        elif isinstance(edit, Wrap):
            at = next((node for node in edit.nodes if node >= 0), ROOT)
            levels = [found for node in edit.nodes if (found := self._level(node)) is not None]
            level = min(levels, default=None)
            if edit.type not in SECTIONS and not any(map(self._heads, edit.nodes)):
                return None
        else:
            at = edit.node
            if at < 0:
                return None
            level = self._level(at)
            if isinstance(edit, Retype):
                other = heading_level(edit.type)
                if level is None and other is None and not self._holds_sections(at):
                    return None
                level = min((n for n in (level, other) if n is not None), default=None)
            elif isinstance(edit, SetEntry | Rewrite):
                if not self._heads(at) and self.view.index.enclosing(at, _HEADINGS) < 0:
                    return None
            elif isinstance(edit, Move | Remove | Unwrap) and not (
                self._heads(at) or self._holds_sections(at)
            ):
                return None
        return self._path(at, level)

    def _level(self, node: int) -> int | None:
        """The highest level of the headings that the element is or holds; None for none."""
        if not 0 <= node < len(self.view.nodes):
            return None
        at = self.survey.heading_at
        inside = [node, *self.view.index.inside(self._positions, node)]
        return min([at[n].level for n in inside if n in at], default=None)

    def _heads(self, node: int) -> bool:
        """Whether the element is a heading or holds one."""
        if not 0 <= node < len(self.view.nodes):
            return False
        positions = self._positions
        return node in self.survey.heading_at or bool(self.view.index.inside(positions, node, 1))

    @cached_property
    def _positions(self) -> list[int]:
        return sorted(self.survey.heading_at)

    def _holds_sections(self, node: int) -> bool:
        return self.view.nodes[node].type in SECTIONS

    def _path(self, node: int, level: int | None) -> tuple[str, ...]:
        """The texts of the headings above a node that no heading of the level can end; of those
        above its section where the level is not known."""
        if node < 0:
            return ()
        path = [
            heading
            for heading in self.view.heading_path(node)
            if heading not in self.survey.contents_headings
        ]
        at = self.survey.heading_at
        if level is None:
            path = path[:-1]
        else:
            path = [heading for heading in path if at[heading].level < max(level, 1)]
        return tuple([at[heading].text.casefold() for heading in path])


_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6", "Title"})
