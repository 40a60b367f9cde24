"""Failures as findings, so that the punch list is one list.

A task that fails in every phrasing because its evidence, or one end of a relation, was not shown
points at the elements that were missing. Where a finding of the lint explains that already, the
task is counted there; else it becomes a finding of its own, under the guideline that explains it.
Such findings are of severity info: whether a document is good enough the thresholds say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dtaa_lint.answerability.documents import Compiled
from dtaa_lint.answerability.model import Failure, Score
from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.answerability.scoring.profile import Run, counts
from dtaa_lint.answerability.unanswered import (
    RELATION,
    guideline_of,
    topics,
    unanswered_rules,
)
from dtaa_lint.findings.finding import FileReport, Finding, Group, Related, Report, Rule
from dtaa_lint.findings.fingerprint import Fingerprints, group_id
from dtaa_lint.findings.group import make_groups
from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Task
from dtaa_lint.words import ENGLISH, Words, cut, mark

SYSTEM = "egr-s"
"""Whose failures are findings: the system that follows the tags."""
NOT_SHOWN, SHOWN = mark("required, not shown"), mark("required, shown")
_MOST_RELATED = 5
_SNIPPET = 80
_EVIDENCE = 400
_CLIMB = 64
_OUTER = frozenset({"Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "NonStruct"})
"""Elements that stand around too much to be what a task is about."""
Marks = Callable[[Sequence[Finding]], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A task that no phrasing brings the evidence of."""

    task: Task
    phrasings: int
    missing: tuple[int, ...]
    """Elements that were not shown in any phrasing, in the order of the task."""
    text: str
    """Of the first of them."""
    relation: bool
    """All evidence was shown; one end of a relation was not."""


def unanswered(
    runs: Sequence[Run], document: str, tasks: Mapping[str, Task], system: str = SYSTEM
) -> list[Unanswered]:
    """The tasks of a document that failed in every phrasing by class R or C, in their order."""
    scores: dict[str, list[Score]] = {}
    for run in runs:
        if run.score.system == system and run.labels.document == document and counts(run):
            scores.setdefault(run.score.task_id, []).append(run.score)
    found = []
    for task_id, task in tasks.items():
        ours = scores.get(task_id, ())
        if ours and all(score.failure in (Failure.R, Failure.C) for score in ours):
            found.append(_unanswered(task, ours))
    return found


def _unanswered(task: Task, scores: Sequence[Score]) -> Unanswered:
    relation = all(score.failure is Failure.C for score in scores)
    slots = _always([score.missing_slots for score in scores])
    if slots and not relation:
        nodes = [task.slots[slot].any_of[0] for slot in slots]
        missing = tuple(dict.fromkeys(node for node, _ in nodes))
        return Unanswered(task, len(scores), missing, nodes[0][1], False)
    relations = _always([score.missing_relations for score in scores])
    ends = tuple(dict.fromkeys(task.relations[one].source for one in relations))
    return Unanswered(task, len(scores), ends, "", True)


def _always(missing: Sequence[tuple[int, ...]]) -> list[int]:
    """What every phrasing lacks; where they lack different things, what the first one lacks."""
    common = set(missing[0]).intersection(*missing)
    return sorted(common) or list(missing[0])


def punch_list(
    report: Report,
    runs: Sequence[Run],
    documents: Sequence[DocumentEntry],
    compiled: Callable[[DocumentEntry], Compiled],
    marks: Callable[[FileReport], Marks] | None = None,
    system: str = SYSTEM,
    words: Words = ENGLISH,
) -> Report:
    """The report with the failures of an assessment among its findings. ``compiled`` gives a
    document, asked for those alone that failed; ``marks`` says which findings of a file are
    suppressed or known. Guidelines of which no rule is selected get none. Messages are in the
    language of ``words``."""
    selected = {rule.guideline for rule in report.rules}
    rules = {name: rule for name, rule in unanswered_rules(words.lang).items() if name in selected}
    by_hash = {entry.sha256: entry for entry in documents}
    files = []
    for file in report.files:
        entry = by_hash.get(file.sha256)
        failed = entry is not None and any(
            run.labels.document == entry.folder
            and run.score.system == system
            and run.score.failure in (Failure.R, Failure.C)
            for run in runs
        )
        if entry is None or not failed or file.error is not None:
            files.append(file)
            continue
        made = compiled(entry)
        tasks = unanswered(runs, entry.folder, made.tasks, system)
        marked = marks(file) if marks is not None else tuple
        files.append(_merged(file, made.view, tasks, rules, marked, system, words))
    used = {finding.code for file in files for finding in file.findings}
    ours = [rule for rule in rules.values() if rule.code in used]
    every = tuple(sorted([*report.rules, *ours], key=lambda rule: rule.code))
    return replace(report, files=tuple(files), rules=every)


def _merged(
    file: FileReport,
    view: View,
    tasks: Sequence[Unanswered],
    rules: Mapping[str, Rule],
    marks: Marks,
    system: str,
    words: Words,
) -> FileReport:
    attached: Counter[int] = Counter()
    new: list[Finding] = []
    params: list[Mapping[str, object]] = []
    prints = Fingerprints(view)
    for one in tasks:
        guideline = guideline_of(one.task, one.missing)
        known = _explaining(file, view, one, guideline)
        if known is not None:
            attached[known] += 1
        elif guideline in rules and one.missing:
            finding, filled = _finding(view, prints, rules[guideline], one, system, words)
            new.append(finding)
            params.append(filled)
    old = [
        replace(finding, message=_told(finding.message, attached[at], system, words))
        if attached[at]
        else finding
        for at, finding in enumerate(file.findings)
    ]
    labels = [page.label for page in view.document.pages]
    made = list(marks(new))
    by_code = {rule.code: rule for rule in rules.values()}
    groups = [_counted(group, old, attached, system, words) for group in file.groups]
    # Their places in the list come after those of the lint, until the order is made.
    groups += [
        replace(group, findings=tuple([at + len(old) for at in group.findings]))
        for group in make_groups(made, params, by_code, labels, words=words)
    ]
    return _ordered(replace(file, groups=tuple(groups)), [*old, *made])


def _ordered(file: FileReport, findings: Sequence[Finding]) -> FileReport:
    """By page, element and code; what points at a finding by its number follows."""
    order = sorted(
        range(len(findings)),
        key=lambda at: (findings[at].page, findings[at].node, findings[at].code, at),
    )
    place = {old: new for new, old in enumerate(order)}

    def moved(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(place[number] for number in numbers))

    groups = [replace(group, findings=moved(group.findings)) for group in file.groups]
    groups.sort(
        key=lambda one: (
            -one.severity.rank,
            -(one.tasks_unlocked or 0),
            -one.tasks_blocked,
            one.code,
            one.findings[0],
        )
    )
    plan = file.plan
    if plan is not None:
        steps = [replace(step, findings=moved(step.findings)) for step in plan.steps]
        plan = replace(plan, steps=tuple(steps))
    ordered = tuple([findings[at] for at in order])
    return replace(file, findings=ordered, groups=tuple(groups), plan=plan)


def _told(message: str, n: int, system: str, words: Words) -> str:
    said = words(
        "{n:# question|questions} about it stayed without evidence at {system}.",
        n=n,
        system=system,
    )
    return f"{message.rstrip('.')}. {said}"


def _counted(
    group: Group,
    findings: Sequence[Finding],
    attached: Mapping[int, int],
    system: str,
    words: Words,
) -> Group:
    n = sum(attached.get(at, 0) for at in group.findings)
    if not n:
        return group
    if len(group.findings) == 1:
        return replace(group, message=findings[group.findings[0]].message)
    return replace(group, message=_told(group.message, n, system, words))


def _explaining(file: FileReport, view: View, one: Unanswered, guideline: str) -> int | None:
    """The finding of the lint that explains why a task was not answered: one of its guideline on
    its elements or on what holds them together, else any on an element that was not shown."""
    missing = set(one.missing)
    nodes = {node for slot in one.task.slots for node, _ in slot.any_of[:1]} | missing
    around = {other for node in nodes for other in _around(view, node)}
    second = None
    for at, finding in enumerate(file.findings):
        if finding.node < 0:
            continue
        if finding.guideline == guideline and finding.node in around:
            return at
        if second is None and finding.node in missing:
            second = at
    return second


def _around(view: View, node: int) -> Iterator[int]:
    """An element and those around it that hold together what belongs to it."""
    for _ in range(_CLIMB):
        if node < 0 or view.nodes[node].type in _OUTER:
            return
        yield node
        node = view.nodes[node].parent


def _finding(
    view: View,
    prints: Fingerprints,
    rule: Rule,
    one: Unanswered,
    system: str,
    words: Words,
) -> tuple[Finding, Mapping[str, object]]:
    node = one.missing[0]
    element = view.nodes[node]
    variant = RELATION if one.relation else "default"
    text = one.text or view.text(node)
    page = element.page if element.page >= 0 else one.task.page
    pages = view.document.pages
    task = one.task
    params: dict[str, object] = {
        "system": system,
        "missing": cut(text) or element.type,
        "what": ", ".join(filter(None, (task.subject, task.constraint))) or task.caption,
        "topic": topics(words.lang)[rule.guideline],
        "n": one.phrasings,
    }
    related = _related(view, one, node, words)
    totals = Counter(other.role for other in related)
    finding = Finding(
        code=rule.code,
        rule=rule.name,
        guideline=rule.guideline,
        severity=rule.severity,
        confidence=rule.confidence,
        needs_person=rule.needs_person,
        message=words.fill(rule.messages[variant], params),
        evidence=text[:_EVIDENCE],
        node=node,
        element_id=f"s{node}",
        native_id=element.id,
        path=view.path(node),
        raw_type=element.raw,
        object_number=element.objid,
        page=page,
        page_label=pages[page].label if 0 <= page < len(pages) else "",
        boxes=view.boxes(node),
        related=tuple(
            [
                other
                for role in map(words.translate, (NOT_SHOWN, SHOWN))
                for other in [one for one in related if one.role == role][:_MOST_RELATED]
            ]
        ),
        explains={},
        tasks_blocked=0,
        tasks_unlocked=None,
        fingerprint=prints.make(rule.code, node, variant, f"{task.task_id} {text}"),
        group=group_id(rule.code, variant, "", ""),
        variant=variant,
        related_totals={role: n for role, n in totals.items() if n > _MOST_RELATED},
    )
    return finding, params


def _related(view: View, one: Unanswered, own: int, words: Words) -> list[Related]:
    """The other elements that the answer needs."""
    nodes = [slot.any_of[0][0] for slot in one.task.slots]
    found = []
    for node in dict.fromkeys([*one.missing, *nodes]):
        if node != own:
            role = words.translate(NOT_SHOWN if node in one.missing else SHOWN)
            snippet = cut(view.text(node), _SNIPPET)
            found.append(
                Related(node, view.path(node), view.nodes[node].page, role, snippet,
                        view.boxes(node))
            )  # fmt: skip
    return found
