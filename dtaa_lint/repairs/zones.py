"""Which parts of a document's tasks a repair can touch.

Tasks meet only where their questions do: under one heading path and one caption. Such a context is
a *zone*. What a repair is counted for are *units*: an outermost table, a figure, a note, or the
rest of a zone. Units whose tasks ask one question in two places (duplicates, ambiguous ones) are
one *component*; repairs of different components may be counted in one evaluation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from dtaa_lint.graph.view import View
from dtaa_lint.repairs.edits import (
    NameHeaders,
    Refer,
    Rename,
    Repair,
    SetAttribute,
    SetDocument,
    SetTarget,
    named,
)
from dtaa_lint.universe.continuations import runs
from dtaa_lint.universe.model import Candidate, Motif, Reason
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.tables import TableKind
from dtaa_lint.universe.universe import Universe

Key: TypeAlias = tuple[tuple[str, ...], str]
"""Heading texts from the outermost, and the caption, in lower case."""

_NO_SECTIONS = (Refer, NameHeaders, Rename, SetAttribute, SetDocument, SetTarget)
"""Edits that move no heading and change no heading's words."""
_NOTES = frozenset({"Note", "FENote"})
_PLAIN = frozenset(
    {"TR", "TH", "TD", "THead", "TBody", "TFoot", "P", "Span", "Strong", "Em", "Sub", "Table"}
    | {"Link", "Reference"}
)
"""What a table may hold that can be left out: nothing that is a task of its own or names one."""
_MARKS = frozenset({"Reference", "Lbl"})
_SHARED = frozenset({Reason.AMBIGUOUS, Reason.DUPLICATE})
"""Why a task is rejected for what another place says."""


def counted(candidate: Candidate) -> bool:
    """Whether a candidate is an eligible task (the control band is none)."""
    return candidate.reason is None and candidate.motif is not Motif.LOCAL_FACT


def table_key(survey: Survey, node: int) -> Key:
    """The context of a table, whether or not its cells were read."""
    view = survey.view
    found = view.caption_of(node)
    caption = view.normalised(found) if found >= 0 else ""
    if not caption:
        summary = view.index.attribute(node, "Table", "Summary")
        caption = summary if isinstance(summary, str) and summary.strip() else ""
    return _headings(survey, node), caption.casefold()


def _headings(survey: Survey, node: int) -> tuple[str, ...]:
    return tuple([text.casefold() for text in survey.heading_texts(node)])


class Components:
    """Units that are one, found by joining them pair by pair."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def of(self, unit: int) -> int:
        """The unit that stands for the component."""
        above = self._above
        at = unit
        while at in above:
            at = above[at]
        while unit in above:
            above[unit], unit = at, above[unit]
        return at

    def join(self, one: int, other: int) -> None:
        one, other = self.of(one), self.of(other)
        if one != other:
            self._above[max(one, other)] = min(one, other)


class Zones:
    """The zones of a document as it was read."""

    def __init__(self, view: View, universe: Universe) -> None:
        self.view = view
        self.survey = universe.survey
        self.universe = universe
        self.numbers: dict[Key, int] = {}
        self._by_heading: dict[int, int] = {}
        self.outer = self._outermost()
        """Tables that stand in no other one, in reading order."""
        self.keys: dict[int, Key] = {node: table_key(self.survey, node) for node in self.outer}
        self.mates: dict[Key, list[int]] = {}
        """Key -> its outermost tables."""
        for node, key in self.keys.items():
            self.mates.setdefault(key, []).append(node)

    @cached_property
    def near(self) -> dict[int, list[int]]:
        """Outermost table -> those right before and behind it, with nothing but blanks between:
        whether they are its other part depends on it."""
        found: dict[int, list[int]] = {}
        nodes = self.view.nodes
        for one, other in pairwise(self.outer):
            if self.view.index.blank_between(nodes[one].text_end, nodes[other].text_start):
                found.setdefault(one, []).append(other)
                found.setdefault(other, []).append(one)
        return found

    def _outermost(self) -> list[int]:
        nodes = self.view.nodes
        found: list[int] = []
        for node in self.view.index.of_type("Table"):
            if not found or node >= nodes[found[-1]].end:
                found.append(node)
        return found

    @cached_property
    def around(self) -> list[int]:
        """Element -> the outermost table that it is or stands in; -1."""
        around = [-1] * len(self.view.nodes)
        for table in self.outer:
            for node in range(table, self.view.nodes[table].end):
                around[node] = table
        return around

    def table_of(self, node: int) -> int:
        """The outermost table that the element is or stands in; -1 for none."""
        return self.around[node]

    def number(self, key: Key) -> int:
        return self.numbers.setdefault(key, len(self.numbers))

    def of(self, node: int) -> int:
        """The zone of an element: its outermost table's, its section's, or the one that it names
        as a heading."""
        table = self.around[node]
        if table >= 0:
            return self.number(self.keys[table])
        heading = self.survey.heading_at.get(node)
        at = node if heading is not None else self.view.heading_of(node)
        found = self._by_heading.get(at)
        if found is None:
            texts: tuple[str, ...] = ()
            if at >= 0:
                above = _headings(self.survey, at)
                own = self.survey.heading_at[at].text.casefold()
                # A heading of contents is no part of the paths below it.
                texts = above if at in self.survey.contents_headings else (*above, own)
            found = self._by_heading[at] = self.number((texts, ""))
        return found

    # -- units ------------------------------------------------------------------------------

    def unit(self, node: int) -> int:
        """The unit of an element: its outermost table or figure, or its zone as a negative
        number."""
        table = self.around[node]
        if table >= 0:
            return table
        if self.view.nodes[node].type == "Figure":
            return node
        return -1 - self.of(node)

    def units_of(self, candidates: Sequence[Candidate], origin: Sequence[int]) -> list[int | None]:
        """The unit of each candidate of this document after edits; that of a new element is None.
        ``origin``: element -> the element before."""
        count = len(self.view.nodes)
        unit = self.unit
        result: list[int | None] = []
        for candidate in candidates:
            node = origin[candidate.anchor]
            if candidate.motif is Motif.NOTE_QUALIFICATION and len(candidate.nodes) > 1:
                note = origin[candidate.nodes[1]]
                node = note if note < count else node
                result.append(node if node < count else None)
            else:
                result.append(unit(node) if node < count else None)
        return result

    def links(
        self,
        candidates: Sequence[Candidate],
        units: Sequence[int | None],
        origin: Sequence[int],
    ) -> Iterator[tuple[int, int]]:
        """Pairs of units in which one question is asked."""
        count = len(self.view.nodes)
        notes: dict[int, int | None] = {}
        for candidate, own in zip(candidates, units, strict=True):
            if candidate.motif is Motif.NOTE_QUALIFICATION and candidate.nodes:
                notes[candidate.nodes[0]] = own
        for candidate, own in zip(candidates, units, strict=True):
            if own is None or candidate.reason not in _SHARED:
                continue
            for node in candidate.fault:
                if candidate.motif is Motif.NOTE_QUALIFICATION:
                    other = notes.get(node)
                else:
                    old = origin[node]
                    other = self.unit(old) if old < count else None
                if other is not None and other != own:
                    yield own, other

    def restyled(
        self,
        after: Universe,
        origin: Sequence[int],
        place: Sequence[int],
        repairs: Sequence[Repair],
    ) -> frozenset[int]:
        """The units with lines that look like headings after the repairs and did not, or no longer
        do so, and that no repair names. ``place``: element -> the element after; -1."""
        lines = {origin[line] for line in after.heading_lines}
        changed = lines.symmetric_difference(self.universe.heading_lines)
        if not changed:
            return frozenset()
        own = {node for repair in repairs for edit in repair for node in named(edit)}
        count = len(self.view.nodes)
        return frozenset(
            [self.unit(line) for line in changed - own if line < count and place[line] >= 0]
        )

    @cached_property
    def _base(self) -> list[int | None]:
        return self.units_of(self.universe.candidates, range(len(self.view.nodes)))

    @cached_property
    def eligible(self) -> Counter[tuple[int, int, Motif]]:
        """(outermost table or -1, unit, motif) -> eligible tasks."""
        around = self.around
        return Counter(
            [
                (around[c.anchor], unit, c.motif)
                for c, unit in zip(self.universe.candidates, self._base, strict=True)
                if counted(c) and unit is not None
            ]
        )

    @cached_property
    def components(self) -> Components:
        """Which units are one, in the document as it is."""
        found = Components()
        everywhere = range(len(self.view.nodes))
        for one, other in self.links(self.universe.candidates, self._base, everywhere):
            found.join(one, other)
        # The parts of a table that page ends cut are judged as one.
        tables = self.view.tables
        for run in runs(self.universe.continuations):
            units = [self.unit(tables[index].node) for index in run]
            for unit in units[1:]:
                found.join(units[0], unit)
        # One alternative for figures with different texts: each of them bears on the others.
        alike: dict[str | None, int] = {}
        for candidate in self.universe.candidates:
            if candidate.motif is Motif.FIGURE_ALT and candidate.detail == "placeholder":
                alt = self.view.nodes[candidate.anchor].alt
                unit = self.unit(candidate.anchor)
                found.join(alike.setdefault(alt, unit), unit)
        return found

    # -- what may be left out ---------------------------------------------------------------

    @cached_property
    def removable(self) -> frozenset[int]:
        """Outermost tables that hold cells with text and nothing else, and are no key-value
        tables, whose labels may be asked for elsewhere."""
        view = self.view
        nodes = view.nodes
        pairs = {
            table.node
            for index, table in enumerate(view.tables)
            if self.universe.table(index)[0] is TableKind.PAIRS
        }
        captions = view.index.of_type("Caption")
        inside = {view.nodes[caption].parent for caption in captions}
        found: list[int] = []
        for table in self.outer:
            types = {nodes[node].type for node in range(table + 1, nodes[table].end)}
            if not _PLAIN.issuperset(types):
                if table not in inside or not (_PLAIN | {"Caption"}).issuperset(types):
                    continue
                kids = view.children(table)
                direct = sum(nodes[kid].type == "Caption" for kid in kids)
                if direct != len(view.index.inside(captions, table)):
                    continue
            if table not in pairs:
                found.append(table)
        return frozenset(found)
