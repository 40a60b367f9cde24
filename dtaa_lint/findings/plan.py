"""The order of repairs that unlocks most with least: ``--plan``.

Greedy over causes: the next repair is always the one that unlocks most after those chosen already.
Each step is counted with all earlier ones done, so that what one repair takes from another (or
gives to it) shows in its gain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.finding import Finding, Plan, PlanStep
from dtaa_lint.findings.unlock import LEAST_BUDGET, Unlocked, together
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.repairs.whatif import Job, WhatIf, size_of
from dtaa_lint.universe.model import Motif

SHARE = 0.8
"""Share of the attainable tasks that a plan is to unlock where no threshold is set."""
MOST_STEPS = 20


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """What can be done next."""

    group: str
    findings: tuple[int, ...]
    job: Job


def make_plan(
    context: Context,
    findings: Sequence[Finding],
    unlocked: Unlocked,
    least: float | None = None,
) -> Plan:
    """The plan for one document. Its goal is the threshold, ``least`` tasks a page; where there is
    none, or it is kept already, ``SHARE`` of what is attainable."""
    whatif = unlocked.whatif or WhatIf(context.view, context.universe, 0)
    whatif.allow(max(size_of(context.view) // 2, LEAST_BUDGET // 2))
    estimates = _items(whatif, findings, unlocked)
    counts = _Counts(whatif, estimates)
    eligible = sum(
        1
        for candidate in context.universe.candidates
        if candidate.reason is None and candidate.motif is not Motif.LOCAL_FACT
    )
    attainable = counts.total([item for item in estimates if estimates[item] > 0])
    least = least or 0.0
    wanted = least * len(context.view.document.pages)
    goal = Phrase("reach {least:g} tasks a page", least=least)
    if wanted <= eligible:
        wanted = eligible + SHARE * attainable
        goal = Phrase("unlock {share:.0f}% of what these repairs can unlock", share=SHARE * 100)
    steps: list[PlanStep] = []
    done: list[_Item] = []
    now = 0
    while eligible + now < wanted and len(steps) < MOST_STEPS:
        chosen = _next(counts, estimates, done, now)
        if chosen is None:
            break
        item, total = chosen
        steps.append(
            PlanStep(
                group=item.group,
                findings=item.findings,
                gain=total - now,
                eligible=eligible + total,
                share=total / attainable if attainable > 0 else 0.0,
            )
        )
        now = total
        done.append(item)
        taken = set(item.findings)
        estimates = {
            other: gain for other, gain in estimates.items() if not taken & set(other.findings)
        }
    return Plan(
        tuple(steps),
        eligible,
        attainable,
        goal,
        eligible + now >= wanted,
        counts.complete,
    )


def _items(whatif: WhatIf, findings: Sequence[Finding], unlocked: Unlocked) -> dict[_Item, int]:
    """Every group with a number, and findings that do better alone than all of their group."""
    members: dict[str, list[int]] = {}
    for place, finding in enumerate(findings):
        if unlocked.repairs[place] is not None:
            members.setdefault(finding.group, []).append(place)
    estimates: dict[_Item, int] = {}
    for group, places in members.items():
        number = unlocked.groups.get(group)
        if number is None:
            continue
        own = {i: unlocked.findings[i] or 0 for i in places}
        best = max(places, key=lambda i: (own[i], -i))
        chosen = [tuple(places)]
        if len(places) > 1 and own[best] > max(number, 0):
            chosen = [(best,)]
        for some in chosen:
            jobs = [whatif.job((repair,)) for i in some if (repair := unlocked.repairs[i])]
            if jobs:
                gain = number if len(some) > 1 else own[some[0]]
                estimates[_Item(group, some, together(jobs))] = gain
    return estimates


def _next(
    counts: _Counts, estimates: Mapping[_Item, int], done: Sequence[_Item], now: int
) -> tuple[_Item, int] | None:
    """The item that gains most after those done, and what is unlocked with it in all; None when
    none gains anything or nothing more can be counted."""
    waiting = dict(estimates)
    best: tuple[_Item, int] | None = None
    while waiting:
        item = max(waiting, key=lambda i: (waiting[i], -i.findings[0]))
        estimate = waiting.pop(item)
        if estimate <= 0 or (best is not None and best[1] - now >= estimate):
            break
        total = counts.total([*done, item])
        if total > now and (best is None or total > best[1]):
            best = (item, total)
    return best


class _Counts:
    """What items unlock together. Those that do not meet add up; what meets is counted."""

    def __init__(self, whatif: WhatIf, alone: Mapping[_Item, int]) -> None:
        self.whatif = whatif
        self.alone = dict(alone)
        self.known: dict[tuple[int, ...], int | None] = {}
        self.complete = True
        """Whether everything that was asked for could be counted."""

    def total(self, items: Sequence[_Item]) -> int:
        """Where the budget is spent, what meets is taken to add up too."""
        total = 0
        for cluster in self.whatif.clusters([item.job for item in items]):
            number = self._cluster([items[place] for place in cluster])
            if number is None:
                self.complete = False
                number = sum(self.alone[items[place]] for place in cluster)
            total += number
        return total

    def _cluster(self, items: Sequence[_Item]) -> int | None:
        if len(items) == 1:
            return self.alone[items[0]]
        key = tuple(sorted(item.findings[0] for item in items))
        if key not in self.known:
            outcome = self.whatif.evaluate([item.job for item in items])
            self.known[key] = None if outcome is None else outcome.total
        return self.known[key]
