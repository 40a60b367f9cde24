"""Failures as findings, so that the punch list is one list.

A task that fails in every phrasing because its evidence, or one end of a relation, was not shown,
by no system of the run, points at the elements that were missing. Where a finding of the lint
explains that already, the task is counted there; else it becomes a finding of its own, under the
guideline that explains it.
Such findings are of severity info unless the configuration says otherwise: whether a document is
good enough the thresholds say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dtaa_lint.answerability.answering.interface import BUDGET
from dtaa_lint.answerability.documents import Compiled
from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.answerability.scoring.profile import Run
from dtaa_lint.answerability.unanswered import (
    LONG,
    LOST,
    SYSTEM,
    Unanswered,
    guideline_of,
    unanswered,
)
from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.engine import NOT_SELECTED, UNTAGGED, LintOptions, weighted
from dtaa_lint.findings.finding import (
    FileReport,
    Finding,
    Group,
    Related,
    Report,
    Rule,
    Unchecked,
)
from dtaa_lint.findings.fingerprint import Fingerprints, group_id
from dtaa_lint.findings.group import make_groups
from dtaa_lint.findings.registry import load_rules, select_rules
from dtaa_lint.findings.suppress import mark as mark_findings
from dtaa_lint.graph.view import View
from dtaa_lint.words import Words, cut, mark

NOT_SHOWN, SHOWN = mark("required, not shown"), mark("required, shown")
_MOST_RELATED = 5
_SNIPPET = 80
_EVIDENCE = 400
_CLIMB = 64
_OUTER = frozenset({"Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "NonStruct"})
"""Elements that stand around too much to be what a task is about."""
RELATION = "relation"
"""The variant for evidence that was shown without what it belongs to (class C)."""


def punch_list(
    report: Report,
    runs: Sequence[Run],
    documents: Sequence[DocumentEntry],
    compiled: Callable[[DocumentEntry], Compiled],
    options: Callable[[FileReport], LintOptions] = lambda _: LintOptions(),
    system: str = SYSTEM,
    budget: int = BUDGET,
) -> Report:
    """The report with the failures of an assessment among its findings, in its own language.

    ``compiled`` gives a document, asked for those alone that failed. ``options`` are those that a
    file was linted by: they select rules, weigh and suppress findings, know them, and limit their
    number here as they do there. ``budget``: words of evidence that were shown.
    """
    words = Words(report.lang)
    by_hash = {entry.sha256: entry for entry in documents}
    files = []
    for file in report.files:
        if file.error is not None:
            files.append(file)
            continue
        entry = by_hash.get(file.sha256)
        own = [
            run.score
            for run in runs
            if entry is not None
            and run.labels.document == entry.folder
            and run.score.system == system
        ]
        chosen = options(file)
        selected = select_rules(chosen.select, chosen.ignore)
        rules = {rule.guideline: rule for rule in weighted(selected, chosen) if rule.assessed}
        left = _unchecked(file, rules, bool(own), system, words)
        if entry is not None and any(score.failure in LOST for score in own):
            made = compiled(entry)
            tasks = unanswered(runs, entry.folder, made.tasks, system)
            said = _Said(system, budget, words)
            file = _merged(file, made.view, tasks, rules, chosen, said)
            file = _accepted(file, chosen, words)
        files.append(replace(file, unchecked=left))
    return replace(report, files=tuple(files))


def _unchecked(
    file: FileReport, rules: Mapping[str, Rule], asked: bool, system: str, words: Words
) -> tuple[Unchecked, ...]:
    """What was not checked in a file, with the rules that the assessment did not come to."""
    left = list(file.unchecked)
    for rule in load_rules().values():
        if not rule.assessed:
            continue
        if rule.guideline not in rules:
            left.append(Unchecked(rule.code, "disabled", words.said(NOT_SELECTED)))
        elif not file.elements:
            left.append(Unchecked(rule.code, "not-checked", words.said(UNTAGGED)))
        elif not asked:
            why = words("no question was put to {system}", system=system)
            left.append(Unchecked(rule.code, "not-checked", why))
    return tuple(sorted(left, key=lambda item: item.code))


def _accepted(file: FileReport, options: LintOptions, words: Words) -> FileReport:
    """The report held to its limits again, which count what it shows."""
    accepted = accept(file, options.thresholds, options.profile).acceptance
    if accepted is None:
        return file
    criteria = [replace(one, label=words.said(one.label)) for one in accepted.criteria]
    return replace(file, acceptance=replace(accepted, criteria=tuple(criteria)))


def _merged(
    file: FileReport,
    view: View,
    tasks: Sequence[Unanswered],
    rules: Mapping[str, Rule],
    options: LintOptions,
    said: _Said,
) -> FileReport:
    system, words = said.system, said.words
    attached: Counter[int] = Counter()
    new: list[Finding] = []
    params: list[Mapping[str, object]] = []
    prints = Fingerprints(view)
    for one in tasks:
        long = one.words > said.budget
        guideline = guideline_of(one.task, one.missing, relation=one.relation, long=long)
        if not guideline:
            continue
        known = _explaining(file, view, one, guideline)
        if known is not None:
            attached[known] += 1
        elif guideline in rules and one.missing:
            finding, filled = _finding(view, prints, rules[guideline], one, said)
            new.append(finding)
            params.append(filled)
    old = [
        replace(finding, message=_told(finding.message, attached[at], system, words))
        if attached[at]
        else finding
        for at, finding in enumerate(file.findings)
    ]
    labels = [page.label for page in view.document.pages]
    made = list(mark_findings(new, options.suppressions, options.known))
    by_code = {rule.code: rule for rule in rules.values()}
    groups = [_counted(group, old, attached, system, words) for group in file.groups]
    # Their places in the list come after those of the lint, until the order is made.
    groups += [
        replace(group, findings=tuple([at + len(old) for at in group.findings]))
        for group in make_groups(made, params, by_code, labels, words=words)
    ]
    return _ordered(replace(file, groups=tuple(groups)), [*old, *made])


@dataclass(frozen=True, slots=True)
class _Said:
    """What messages are made with."""

    system: str
    budget: int
    words: Words


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
    return replace(
        file,
        findings=tuple([findings[at] for at in order]),
        groups=tuple(groups),
        plan=plan,
        sketches=tuple([replace(one, findings=moved(one.findings)) for one in file.sketches]),
        more_related={place[at]: more for at, more in file.more_related.items()},
    )


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
    its elements or on what holds them together."""
    nodes = {node for slot in one.task.slots for node, _ in slot.any_of[:1]} | {*one.missing}
    around = {other for node in nodes for other in _around(view, node)}
    for at, finding in enumerate(file.findings):
        if finding.node >= 0 and finding.guideline == guideline and finding.node in around:
            return at
    return None


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
    said: _Said,
) -> tuple[Finding, Mapping[str, object]]:
    words = said.words
    node = one.missing[0]
    element = view.nodes[node]
    variant = RELATION if one.relation else LONG if one.words > said.budget else "default"
    text = one.text or view.text(node)
    page = element.page if element.page >= 0 else one.task.page
    pages = view.document.pages
    task = one.task
    params: dict[str, object] = {
        "system": said.system,
        "budget": said.budget,
        "needed": one.words,
        "missing": cut(text) or element.type,
        "what": ", ".join(filter(None, (task.subject, task.constraint))) or task.caption,
        "topic": words.translate(rule.topic),
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
