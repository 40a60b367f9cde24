"""How many more tasks would be eligible after a repair: counted, not guessed.

The repaired document (``model.edited``) goes through the same view and motifs as the document
itself. To keep that cheap

- tables that a repair cannot touch are left out: their cells are neither read nor judged. What
  they would have asked is compared with what the repaired tables ask; where a question is met
  again, the table is put back;
- repairs of different components (``zones``) are counted together, each by its own units.

Where repairs turn out to meet after all, they are counted again one by one. Work is counted in
elements, so that the same document always gets the same answers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dtaa_lint.graph.view import View
from dtaa_lint.repairs.edits import Repair
from dtaa_lint.repairs.model import Edited, edited
from dtaa_lint.repairs.questions import Question, asked
from dtaa_lint.repairs.touch import Touch
from dtaa_lint.repairs.zones import Components, Key, Zones, counted, table_key
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.splits import Split
from dtaa_lint.universe.survey import Survey
from dtaa_lint.universe.universe import Universe, enumerate_tasks

_ROUNDS = 3
"""Times that tables are put back before all of them are."""
_WALK = 8
"""Elements that are skipped at the cost of one that is judged."""
_IN_TABLES = frozenset(
    {motif for motif in Motif if motif.value.startswith("TABLE_")}
    | {Motif.LABEL_VALUE, Motif.NOTE_QUALIFICATION}
)
"""Motifs whose tasks a repair inside tables may change."""
_EACH = 300
"""What an evaluation costs besides."""
_LINE = 80
"""Characters that cost as much as an element."""


@dataclass(frozen=True, slots=True)
class Job:
    """Repairs that are applied and counted together."""

    repairs: tuple[Repair, ...]
    units: frozenset[int]
    """Whose tasks they may change."""
    tables: frozenset[int]
    """Outermost tables that they touch."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an evaluation saw."""

    by_unit: Counter[int]
    """Unit -> eligible tasks more (or less) than before; without those that stay."""
    by_maker: Counter[int]
    """Repair (its place) -> eligible tasks anchored at elements that it made."""
    links: tuple[tuple[int, int], ...]
    """Units that ask one question after the repairs."""
    far: frozenset[int] = frozenset()
    """Units in which lines look like headings that did not, or no longer do so, and that no repair
    names: the style of headings is proven by lines all over the document."""

    @property
    def total(self) -> int:
        return sum(self.by_unit.values()) + sum(self.by_maker.values())


def size_of(view: View) -> int:
    """The size of a document as budgets count it: its elements, and its text in lines."""
    return len(view.nodes) + len(view.document.text) // _LINE


class WhatIf:
    """Counts for one document, within a budget."""

    def __init__(self, view: View, universe: Universe, budget: int) -> None:
        """``budget``: the sum of the sizes (``size_of``) that may be read and judged."""
        self.view = view
        self.universe = universe
        self.left = budget
        self.evaluations = 0
        self.spent = False
        """Whether not even the cheapest repair can be counted any more."""
        self.zones = Zones(view, universe)
        self.touch = Touch(self.zones)
        self.met = Components()
        """Components of which some repair made one."""

    def allow(self, more: int) -> None:
        """Adds to the budget."""
        self.left += more
        self.spent = False

    def job(self, repairs: Iterable[Repair]) -> Job:
        """The job of applying these repairs together."""
        repairs = tuple(repairs)
        units: set[int] = set()
        tables: set[int] = set()
        for repair in repairs:
            own, inside = self.touch.touched(repair)
            units |= own
            tables |= inside
        return Job(repairs, frozenset(units), frozenset(tables))

    # -- counting ---------------------------------------------------------------------------

    def count(self, jobs: Sequence[Job]) -> list[int | None]:
        """For each job how many more tasks were eligible if it were done alone;
        negative when tasks are lost; None where the budget is spent."""
        result: list[int | None] = [None] * len(jobs)
        waiting = list(range(len(jobs)))
        while waiting and not self.spent:
            batch, waiting = self.batch(jobs, waiting)
            self._count_batch(jobs, batch, result)
        return result

    def batch(self, jobs: Sequence[Job], waiting: Sequence[int]) -> tuple[list[int], list[int]]:
        """The first job, and those behind it that meet none of those before; and the rest."""
        of = self.zones.components.of
        taken: set[int] = set()
        batch: list[int] = []
        rest: list[int] = []
        for place in waiting:
            components = set(map(of, jobs[place].units))
            if taken.isdisjoint(components):
                taken |= components
                batch.append(place)
            else:
                rest.append(place)
        return batch, rest

    def _count_batch(
        self,
        jobs: Sequence[Job],
        batch: Sequence[int],
        result: list[int | None],
    ) -> None:
        outcome = self.evaluate([jobs[place] for place in batch])
        if outcome is None:
            if len(batch) > 1 and not self.spent:
                middle = len(batch) // 2
                for part in (batch[:middle], batch[middle:]):
                    self._count_batch(jobs, part, result)
            return
        if len(batch) == 1:
            result[batch[0]] = outcome.total
            return
        alone, met = self.share([jobs[place] for place in batch], outcome)
        for place, number in zip(batch, alone, strict=True):
            result[place] = number
        if len(met) == len(batch):
            middle = len(batch) // 2
            parts = [batch[:middle], batch[middle:]]
        else:
            parts = [[batch[place]] for place in met]
        for part in parts:
            self._count_batch(jobs, part, result)

    def share(self, jobs: Sequence[Job], outcome: Outcome) -> tuple[list[int | None], list[int]]:
        """What each of the jobs that were evaluated together did; and those, as places, that met
        another one, which nobody can tell from this outcome."""
        components = Components()
        of = self.zones.components.of
        for one, other in outcome.links:
            components.join(of(one), of(other))
        users: dict[int, list[int]] = {}
        for place, job in enumerate(jobs):
            for component in {components.of(of(unit)) for unit in job.units}:
                users.setdefault(component, []).append(place)
        met = {place for places in users.values() if len(places) > 1 for place in places}
        if any(components.of(of(unit)) not in users for unit in outcome.by_unit):
            # Something changed where nothing was touched: nobody knows by which of them.
            return [None] * len(jobs), list(range(len(jobs)))
        if len(jobs) > 1 and any(components.of(of(unit)) in users for unit in outcome.far):
            # A repair elsewhere bears on what one of them touches.
            return [None] * len(jobs), list(range(len(jobs)))
        gains: Counter[int] = Counter()
        for unit, number in outcome.by_unit.items():
            places = users[components.of(of(unit))]
            if len(places) == 1:
                gains[places[0]] += number
        maker = 0
        for place, job in enumerate(jobs):
            for repair in range(maker, maker + len(job.repairs)):
                gains[place] += outcome.by_maker[repair]
            maker += len(job.repairs)
        shared: list[int | None] = [
            None if place in met else gains[place] for place in range(len(jobs))
        ]
        return shared, sorted(met)

    def clusters(self, jobs: Sequence[Job]) -> list[list[int]]:
        """The places of the jobs, those together that meet each other; as far as is known, what
        different clusters unlock adds up."""
        of = self.zones.components.of
        found = Components()
        owner: dict[int, int] = {}
        for place, job in enumerate(jobs):
            for component in {self.met.of(of(unit)) for unit in job.units}:
                found.join(owner.setdefault(component, place), place)
        groups: dict[int, list[int]] = {}
        for place in range(len(jobs)):
            groups.setdefault(found.of(place), []).append(place)
        return list(groups.values())

    # -- evaluating -------------------------------------------------------------------------

    def evaluate(self, jobs: Sequence[Job]) -> Outcome | None:
        """All jobs done together; None when the budget does not allow it."""
        repairs = [repair for job in jobs for repair in job.repairs]
        tables = {table for job in jobs for table in job.tables}
        kept = self._with_mates(tables)
        plain = self.zones.removable
        units = {unit for job in jobs for unit in job.units}
        inside = bool(units) and all(unit in plain or unit in self.touch.claims for unit in units)
        only = _IN_TABLES if inside else None
        for attempt in range(_ROUNDS + 1):
            if attempt == _ROUNDS:
                kept = set(self.zones.outer)
            without = self.zones.removable - kept
            cost = self._cost(without)
            if cost > self.left:
                self.spent = self.spent or self._cost(self.zones.removable) > self.left
                return None
            self.left -= cost
            self.evaluations += 1
            result = edited(self.view.document, repairs, without)
            view = View(result.document, inferred=False)
            survey = self._survey(view, result, without)
            try:
                back = self._moved(survey, result, without)
                if not back:
                    universe = enumerate_tasks(view, survey, only)
                    back = self._meets(universe, without)
                    if not back:
                        return self._outcome(universe, result, without, only, repairs)
            finally:
                # They hold each other; without this, all documents would be kept to the end.
                survey.__dict__.clear()
                view.__dict__.clear()
            kept = self._with_mates(kept | back)
        return None

    def _cost(self, without: Iterable[int]) -> int:
        nodes = self.view.nodes
        skipped = sum(nodes[table].end - table - 1 for table in without)
        return _EACH + size_of(self.view) - skipped + skipped // _WALK

    def _with_mates(self, tables: Iterable[int]) -> set[int]:
        """The tables, those next to them, and all that ask one of their questions."""
        of = self.zones.components.of
        tables = list(tables)
        near = self.zones.near
        tables += [other for table in tables for other in near.get(table, ())]
        wanted = {of(table) for table in tables}
        return {table for table in self.zones.outer if of(table) in wanted}

    def _survey(self, view: View, result: Edited, without: Iterable[int]) -> Survey:
        decimals: dict[str | None, tuple[int, int]] = {}
        for table in without:
            lang = self.view.nodes[table].lang
            dots, commas = self._decimals.get(table, (0, 0))
            known = decimals.get(lang, (0, 0))
            decimals[lang] = (known[0] + dots, known[1] + commas)
        return Survey(view, self._splits(result), decimals)

    def _splits(self, result: Edited) -> list[Split]:
        """The broken words of the document before that are still there, in their new places: edits
        break none."""
        known = self.universe.splits
        document = self.view.document
        if result.document.text is document.text or not known:
            return known
        starts = self._run_starts
        found: list[Split] = []
        for split in known:
            at = bisect_right(starts, split.start) - 1
            if at < 0:
                continue
            owner = document.runs[at].owner
            place = result.place[owner]
            if place < 0:
                continue
            shift = result.document.elements[place].text_start - document.elements[owner].text_start
            if result.document.text.startswith(split.pieces, split.start + shift):
                found.append(split._replace(start=split.start + shift))
        found.sort()
        return found

    @cached_property
    def _run_starts(self) -> list[int]:
        return [run.start for run in self.view.document.runs]

    @cached_property
    def _decimals(self) -> dict[int, tuple[int, int]]:
        """Outermost table -> values in it that prove a decimal point, and a decimal comma."""
        found: dict[int, tuple[int, int]] = {}
        for cells in self.universe.survey.cells.tables:
            marks = [cells.values[i].mark for i in cells.judged]
            commas = marks.count(",")
            dots = sum(map(bool, marks)) - commas
            if dots or commas:
                table = self.zones.table_of(cells.table.node)
                known = found.get(table, (0, 0))
                found[table] = (known[0] + dots, known[1] + commas)
        return found

    def _moved(self, survey: Survey, result: Edited, without: Iterable[int]) -> set[int]:
        """Tables left out that came under another context, if not all of their old one did so and
        none of another one."""
        without = set(without)
        old_to_new: dict[Key, set[Key]] = {}
        new_to_old: dict[Key, set[Key]] = {}
        keys: dict[int, Key] = {}
        for table, old in self.zones.keys.items():
            place = result.place[table]
            if place < 0:
                continue
            new = keys[table] = table_key(survey, place)
            old_to_new.setdefault(old, set()).add(new)
            new_to_old.setdefault(new, set()).add(old)
        return {
            table
            for table in without
            if table in keys
            and keys[table] != self.zones.keys[table]
            and (
                len(old_to_new[self.zones.keys[table]]) > 1
                or len(new_to_old[keys[table]]) > 1
                or self._mixed(keys[table], keys, without)
            )
        }

    def _mixed(self, key: Key, keys: dict[int, Key], without: set[int]) -> bool:
        """Whether a table that is judged has the context too."""
        return any(new == key and table not in without for table, new in keys.items())

    # -- questions of tables that were left out ---------------------------------------------

    @cached_property
    def _questions(self) -> dict[Question, list[int]]:
        """What outermost tables ask -> which."""
        found: dict[Question, list[int]] = {}
        for table, question in asked(self.universe):
            outer = self.zones.table_of(table)
            tables = found.setdefault(question, [])
            if not tables or tables[-1] != outer:
                tables.append(outer)
        return found

    def _meets(self, universe: Universe, without: Iterable[int]) -> set[int]:
        """Tables left out that ask what one of the judged tables asks."""
        without = set(without)
        if not without:
            return set()
        known = self._questions
        met: set[int] = set()
        for _, question in asked(universe):
            for table in known.get(question, ()):
                if table in without:
                    met.add(table)
        return met

    def _outcome(
        self,
        universe: Universe,
        result: Edited,
        without: Iterable[int],
        only: frozenset[Motif] | None,
        repairs: Sequence[Repair],
    ) -> Outcome:
        zones = self.zones
        candidates = universe.candidates
        units = zones.units_of(candidates, result.origin)
        by_unit: Counter[int] = Counter()
        by_maker: Counter[int] = Counter()
        count = len(self.view.nodes)
        left_out = set(without)
        for candidate, unit in zip(candidates, units, strict=True):
            if counted(candidate) and unit not in left_out:
                if unit is None:
                    by_maker[result.makers[result.origin[candidate.anchor] - count]] += 1
                else:
                    by_unit[unit] += 1
        for (table, unit, motif), number in zones.eligible.items():
            if table not in left_out and (only is None or motif in only):
                by_unit[unit] -= number
        links = tuple(dict.fromkeys(zones.links(candidates, units, result.origin)))
        for one, other in links:
            self.met.join(zones.components.of(one), zones.components.of(other))
        far: frozenset[int] = frozenset()
        if only is None:
            far = zones.restyled(universe, result.origin, result.place, repairs)
        return Outcome(
            Counter({unit: number for unit, number in by_unit.items() if number}),
            by_maker,
            links,
            far,
        )
