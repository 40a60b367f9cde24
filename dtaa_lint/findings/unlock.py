"""What each repair unlocks: ``tasks_unlocked`` of findings and groups.

The findings of a group are repaired together, for the group's number. That one evaluation tells the
findings' own numbers as well, as far as their repairs do not meet; those that do (two tables that
ask one question) are counted again, each alone, while the budget lasts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.finding import Finding, Plan, Rule
from dtaa_lint.findings.repairs.common import facts_of
from dtaa_lint.findings.repairs.registry import load, repair_of, unrepaired
from dtaa_lint.findings.suppress import Status
from dtaa_lint.findings.wording import Phrase
from dtaa_lint.graph.view import View
from dtaa_lint.repairs.edits import Repair
from dtaa_lint.repairs.whatif import Job, WhatIf, size_of

BUDGET = 3
"""How often the document may be judged in all, parts of it counted as such …"""
LEAST_BUDGET = 30_000
"""… and a size that may be judged in any case."""
MOST_UNITS = 2_000_000
"""What all repairs together may touch, and edits that they may have."""
CELLS = 10
"""How often the cells of a document may be looked at to find its repairs."""
STAYS = Phrase("the finding is suppressed, or known to the baseline")
NO_REPAIR = Phrase("no repair can be computed")
SPENT = Phrase("the document is too large to count this repair by itself")


@dataclass(slots=True)
class Unlocked:
    """Numbers of one document; None where nothing was computed."""

    findings: list[int | None]
    groups: dict[str, int | None] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)
    """Finding -> why it has no number."""
    repairs: list[Repair | None] = field(default_factory=list)
    """Of each finding."""
    whatif: WhatIf | None = None
    """What counted them."""


def budget_of(view: View) -> int:
    """What the counts of one document may cost."""
    return max(BUDGET * size_of(view), LEAST_BUDGET)


def make_repairs(
    context: Context, issues: Sequence[tuple[Rule, Issue]]
) -> tuple[list[Repair | None], dict[int, str]]:
    """The repair of every issue, and why there is none."""
    load()
    reasons = unrepaired()
    repairs: list[Repair | None] = []
    why: dict[int, str] = {}
    left = CELLS * len(context.view.nodes) + LEAST_BUDGET
    for place, (rule, issue) in enumerate(issues):
        facts = facts_of(context, issue.node)
        left -= len(facts.table.cells) if facts is not None else 0
        repair: Repair | None = None
        if left >= 0 or rule.code in reasons:
            repair = repair_of(rule.code, context, issue)
            why[place] = reasons.get(rule.code, NO_REPAIR)
        else:
            why[place] = SPENT
        if repair is not None:
            del why[place]
        repairs.append(repair)
    return repairs, why


def count_unlocked(
    context: Context, issues: Sequence[tuple[Rule, Issue]], findings: Sequence[Finding]
) -> Unlocked:
    """Counts the repairs of all findings, the gravest groups first."""
    repairs, why = make_repairs(context, issues)
    for i, finding in enumerate(findings):
        if finding.status is not Status.OPEN:
            # It is to stay: nobody repairs it, and it is in no group.
            repairs[i] = None
            why[i] = STAYS
    result = Unlocked([None] * len(findings), {}, why, repairs)
    whatif = WhatIf(context.view, context.universe, budget_of(context.view))
    result.whatif = whatif
    order = _groups(findings)
    result.groups = dict.fromkeys(order)
    jobs: dict[str, list[tuple[int, Job]]] = {}
    left = MOST_UNITS
    for group, members in order.items():
        own: list[tuple[int, Job]] = []
        for i in members:
            repair = repairs[i]
            if repair is None or left < 0:
                continue
            job = whatif.job((repair,))
            left -= len(job.units) + len(repair)
            own.append((i, job))
        if own and left >= 0:
            jobs[group] = own
        else:
            why.update((i, SPENT) for i, _ in own)
    grave = {group for group, own in order.items() if findings[own[0]].severity.rank > 0}
    parts = [
        {group: own for group, own in jobs.items() if (group in grave) is first}
        for first in (True, False)
    ]
    for count in (_count_groups, _count_alone):
        for part in parts:
            count(whatif, part, result)
    for group, counted in jobs.items():
        if len(counted) == 1 and result.groups[group] is None:
            result.groups[group] = result.findings[counted[0][0]]
    return result


def weigh(
    context: Context,
    issues: Sequence[tuple[Rule, Issue]],
    findings: Sequence[Finding],
    plan: bool,
    least: float | None,
) -> tuple[tuple[Finding, ...], Mapping[str, int | None], Plan | None]:
    """The findings with what each unlocks, group -> what it unlocks, and the plan if asked for.
    ``least``: tasks a page that the document is held to."""
    unlocked = count_unlocked(context, issues, findings)
    weighed = tuple(
        [
            replace(finding, tasks_unlocked=number, unlocked_why=unlocked.why.get(i, ""))
            for i, (finding, number) in enumerate(zip(findings, unlocked.findings, strict=True))
        ]
    )
    made = None
    if plan:
        from dtaa_lint.findings.plan import make_plan

        made = make_plan(context, weighed, unlocked, least)
    return weighed, unlocked.groups, made


def _groups(findings: Sequence[Finding]) -> Mapping[str, list[int]]:
    """Group -> its findings: the gravest groups first, then those that block most."""
    found: dict[str, list[int]] = {}
    for place, finding in enumerate(findings):
        found.setdefault(finding.group, []).append(place)
    blocked = {
        group: sum(findings[i].tasks_blocked for i in members) for group, members in found.items()
    }

    def rank(group: str) -> tuple[int, int, str, int]:
        first = findings[found[group][0]]
        return -first.severity.rank, -blocked[group], first.code, found[group][0]

    return {group: found[group] for group in sorted(found, key=rank)}


def _count_groups(
    whatif: WhatIf, jobs: Mapping[str, list[tuple[int, Job]]], result: Unlocked
) -> None:
    """The groups' numbers, and those of their findings as far as they tell them."""
    waiting = [
        (group, members, together([job for _, job in members])) for group, members in jobs.items()
    ]
    while waiting and not whatif.spent:
        places, rest = whatif.batch([job for _, _, job in waiting], range(len(waiting)))
        _count_batch(whatif, [waiting[i] for i in places], result)
        waiting = [waiting[i] for i in rest]


def _count_alone(
    whatif: WhatIf, jobs: Mapping[str, list[tuple[int, Job]]], result: Unlocked
) -> None:
    """The findings that their groups' counts did not tell."""
    alone = [
        (i, job) for members in jobs.values() for i, job in members if result.findings[i] is None
    ]
    numbers = whatif.count([job for _, job in alone])
    for (i, _), number in zip(alone, numbers, strict=True):
        result.findings[i] = number
        if number is None:
            result.why[i] = SPENT


def together(jobs: Sequence[Job]) -> Job:
    return Job(
        tuple([repair for job in jobs for repair in job.repairs]),
        frozenset().union(*[job.units for job in jobs]),
        frozenset().union(*[job.tables for job in jobs]),
    )


def _count_batch(
    whatif: WhatIf, batch: Sequence[tuple[str, list[tuple[int, Job]], Job]], result: Unlocked
) -> None:
    outcome = whatif.evaluate([job for _, _, job in batch])
    if outcome is None:
        if len(batch) > 1 and not whatif.spent:
            middle = len(batch) // 2
            _count_batch(whatif, batch[:middle], result)
            _count_batch(whatif, batch[middle:], result)
        return
    if len(batch) == 1:
        group, members, _ = batch[0]
        result.groups[group] = outcome.total
        numbers, _ = whatif.share([job for _, job in members], outcome)
        for (i, _), number in zip(members, numbers, strict=True):
            result.findings[i] = outcome.total if len(members) == 1 else number
        return
    numbers, met = whatif.share([job for _, _, job in batch], outcome)
    for (group, _, _), number in zip(batch, numbers, strict=True):
        result.groups[group] = number
    every = [(i, job) for _, members, _ in batch for i, job in members]
    own, _ = whatif.share([job for _, job in every], outcome)
    again = {i for place in met for i, _ in batch[place][1]}
    for (i, _), number in zip(every, own, strict=True):
        if i not in again:
            result.findings[i] = number
    if len(met) == len(batch):
        middle = len(batch) // 2
        parts = [batch[:middle], batch[middle:]]
    else:
        parts = [[batch[place]] for place in met]
    for part in parts:
        _count_batch(whatif, part, result)
