"""From seeds to evidence: what the structure binds to a unit that was found.

Deterministic, and blind to what is asked: a row comes with its column headers, a list item with its
list and lead, a heading with its scope, a claim with its notes, a note with its claims, a caption
with its figure, a reference with what it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.answerability.answering.units import HEADING, ITEM, ROW, Units

_DEPTH = 4
"""Levels of sub-headings that a scope is read down to."""
_FANOUT = 400
"""Units of a scope or a table that are looked at."""


class Expansion:
    """The neighbours of units, by relation."""

    def __init__(self, units: Units) -> None:
        self._units = units
        view = units.view
        self._lists = {found.node: found for found in view.lists}
        self._leads: dict[int, list[int]] = {}
        """Unit -> lists that it introduces."""
        for found in view.lists:
            owner = units.owner(found.anchor)
            if owner >= 0 and found.anchor_kind != "heading":
                self._leads.setdefault(owner, []).append(found.node)
        self._chain: dict[int, list[int]] = {}
        """List -> all pieces of it, where page ends cut it."""
        for found in view.lists:
            if found.continues >= 0:
                chain = self._chain.setdefault(found.continues, [found.continues])
                chain.append(found.node)
                self._chain[found.node] = chain
        self._notes: dict[int, list[int]] = {}
        """Unit of a claim -> units of its notes, and the other way round."""
        for reference in view.references:
            claim = units.owner(reference.claim)
            if claim < 0:
                claim = units.owner(reference.node)
            for node in reference.notes[:2]:
                note = units.owner(node)
                if claim >= 0 and note >= 0 and claim != note:
                    self._bind(self._notes, claim, note)
                    self._bind(self._notes, note, claim)
        self._targets: dict[int, list[int]] = {}
        """Unit -> units that its references and links lead to."""
        for link in view.links:
            landing = link.element if link.element >= 0 else link.landing
            if link.node >= 0 and link.internal and landing >= 0:
                self._lead_to(link.node, landing)
        for element in view.nodes:
            for target in element.refs:
                self._lead_to(element.index, target)

    def _lead_to(self, source: int, target: int) -> None:
        one, other = self._units.owner(source), self._units.first_inside(target)
        if one >= 0 and other >= 0 and one != other:
            self._bind(self._targets, one, other)

    @staticmethod
    def _bind(table: dict[int, list[int]], one: int, other: int) -> None:
        found = table.setdefault(one, [])
        if other not in found:
            found.append(other)

    def bound(self, number: int) -> list[int]:
        """What a unit cannot be understood without, itself among it, in the order to read it."""
        unit = self._units.all[number]
        found: list[int] = []
        at_heading = self._units.at_heading.get(unit.heading, -1)
        if unit.kind is not HEADING and at_heading >= 0:
            found.append(at_heading)
        if unit.kind is ROW:
            found += unit.heads
        elif unit.kind is ITEM:
            found += self.leads(unit.group)
        found.append(number)
        return found

    def leads(self, group: int) -> list[int]:
        """The unit that introduces a list, and for a nested one those of the lists around it."""
        found: list[int] = []
        for _ in range(_DEPTH):
            view = self._lists.get(group)
            if view is None:
                break
            owner = self._units.owner(view.anchor) if view.anchor >= 0 else -1
            if owner >= 0:
                found.append(owner)
            group = view.nested_in
        return found[::-1]

    def notes(self, number: int) -> Sequence[int]:
        """Notes of a claim, claims of a note."""
        return self._notes.get(number, ())

    def targets(self, number: int) -> Sequence[int]:
        """What the references in a unit lead to."""
        return self._targets.get(number, ())

    def members(self, number: int) -> list[int]:
        """The lists that a unit introduces, with all that is nested in them."""
        found: list[int] = []
        for group in self._leads.get(number, ()):
            found += self.whole_list(group)
        return found

    def whole_list(self, group: int) -> list[int]:
        """Every item of a list, each followed by the lists nested in it; with what a page end cut
        off it."""
        found: dict[int, None] = {}
        pending = [(other, 0) for other in reversed(self._chain.get(group, (group,)))]
        while pending and len(found) < _FANOUT:
            current, depth = pending.pop()
            nested: Sequence[int] = (current,)
            if depth > 0:
                found[current] = None
                nested = self._leads.get(current, ()) if depth <= _DEPTH else ()
            inner = [item for other in nested for item in self._units.of_list.get(other, ())]
            pending += [(item, depth + 1) for item in reversed(inner) if item not in found]
        return list(found)

    def table(self, number: int) -> Sequence[int]:
        """The units of the table of a row or head."""
        return self._units.of_table.get(self._units.all[number].group, ())

    def scope(self, heading: int, depth: int = 0) -> list[int]:
        """The heading's unit, what stands directly under it, then its sub-headings with theirs."""
        units = self._units
        found: list[int] = []
        if heading in units.at_heading:
            found.append(units.at_heading[heading])
        found += units.in_scope.get(heading, ())[:_FANOUT]
        here = units.view.heading_by_node.get(heading)
        if here is not None and depth < _DEPTH:
            # The names of what follows come before its text: a reader sees the whole plan.
            found += [units.at_heading[c] for c in here.children if c in units.at_heading]
            for child in here.children:
                if len(found) >= _FANOUT:
                    break
                found += self.scope(child, depth + 1)
        return list(dict.fromkeys(found))


def near(numbers: Sequence[int], number: int) -> Iterator[int]:
    """The others of an ordered group, nearest first, the following before the preceding."""
    if number not in numbers:
        yield from numbers
        return
    at = numbers.index(number)
    for step in range(1, len(numbers)):
        if at + step < len(numbers):
            yield numbers[at + step]
        if at - step >= 0:
            yield numbers[at - step]
