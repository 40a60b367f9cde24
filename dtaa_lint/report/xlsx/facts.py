"""The sheet Summary: what is known of each file, a fact a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dtaa_lint.findings.acceptance import Acceptance
from dtaa_lint.findings.finding import FileReport, Plan, Report, Severity
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.xlsx.book import Cell, Column
from dtaa_lint.settings.thresholds import MAX_UNRESOLVED, MIN_TASKS
from dtaa_lint.universe.glossary import look_up
from dtaa_lint.words import Words

Fact = tuple[Cell, ...]
"""About, item, number, of, share, remark."""


def fact_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("File"), 32, "wrap"),
        Column(words("About"), 16, "wrap"),
        Column(words("Item"), 44, "wrap"),
        Column(words("Number"), 10, "number"),
        Column(words("Of"), 10, "number"),
        Column(words("Share"), 9, "share"),
        Column(words("Remark"), 60, "wrap"),
    )


def facts(report: Report, words: Words) -> list[Fact]:
    """The facts of every file, its name first."""
    return [(file.path, *fact) for file in report.files for fact in _file(file, words)]


def _file(file: FileReport, words: Words) -> Iterator[Fact]:
    about = words("Document")
    if file.error is not None:
        yield _fact(about, words("could not be checked"), remark=file.error)
        return
    yield _fact(about, words("pages"), file.pages)
    yield _fact(about, words("elements of the tag tree"), file.elements)
    for item, text in (
        (words("title"), file.title),
        (words("language"), file.lang),
        (words("made with"), file.producer),
    ):
        yield _fact(about, item, remark=text or "–")
    yield from _findings(file, words)
    if file.acceptance is not None:
        yield from _acceptance(file.acceptance, words)
    yield from _tasks(file, words)
    about = words("Structure")
    for ratio in file.ratios:
        share = ratio.n / ratio.of if ratio.of else None
        yield about, ratio.label, ratio.n, ratio.of, share, None
    if file.plan is not None:
        yield from _plan(file, file.plan, words)
    yield from _rules(file, words)


def _fact(about: str, item: str, number: int | float | None = None, remark: str = "") -> Fact:
    return about, item, number, None, None, remark


def _findings(file: FileReport, words: Words) -> Iterator[Fact]:
    about = words("Findings")
    severities = Counter(finding.severity for finding in file.open_findings)
    for severity in Severity:
        yield _fact(about, severity_label(severity, words), severities[severity])
    yield _fact(about, words("causes"), len(file.groups))
    statuses = Counter(finding.status for finding in file.findings)
    if statuses[Status.KNOWN]:
        yield _fact(about, words("known to the baseline, not counted"), statuses[Status.KNOWN])
    if statuses[Status.SUPPRESSED]:
        yield _fact(about, words("suppressed, not counted"), statuses[Status.SUPPRESSED])


def _acceptance(found: Acceptance, words: Words) -> Iterator[Fact]:
    about = words("Acceptance")
    verdict = words("accepted") if found.met else words("not accepted")
    remark = words("profile {name}", name=found.profile) if found.profile else ""
    yield _fact(about, verdict, remark=remark)
    for item in found.criteria:
        shares = item.key.startswith(MAX_UNRESOLVED)
        limit = f"{item.limit * 100:g} %" if shares else f"{item.limit:g}"
        if item.key == MIN_TASKS:
            remark = (
                words("at least {limit}: kept", limit=limit)
                if item.met
                else words("at least {limit}: missed", limit=limit)
            )
        else:
            remark = (
                words("at most {limit}: kept", limit=limit)
                if item.met
                else words("at most {limit}: missed", limit=limit)
            )
        if shares:
            yield about, item.label, item.n, item.of, item.value, remark
        else:
            value = item.value if item.key == MIN_TASKS else item.n
            yield about, item.label, value, None, None, remark


def _tasks(file: FileReport, words: Words) -> Iterator[Fact]:
    if file.tasks is None:
        return
    about = words("Tasks")
    tasks = file.tasks
    yield _fact(about, words("tasks that the structure supports"), tasks.eligible)
    yield _fact(about, words("tasks a page"), round(tasks.per_page, 2))
    if tasks.control:
        yield _fact(about, words("easy control tasks besides"), tasks.control)
    for name, n in (*tasks.by_class.items(), *tasks.by_motif.items()):
        yield _fact(about, name, n, _meaning(name, words))
    about = words("Rejected")
    for name, n in tasks.rejected.items():
        yield _fact(about, name, n, _meaning(name, words))


def _meaning(name: str, words: Words) -> str:
    """What a word of the tasks means."""
    entry = look_up(name)
    return "" if entry is None else words(entry.text)


def _plan(file: FileReport, plan: Plan, words: Words) -> Iterator[Fact]:
    about = words("Repair plan")
    yield _fact(about, words("goal"), remark=plan.goal)
    for number, step in enumerate(plan.steps, 1):
        first = file.findings[step.findings[0]]
        item = f"{number}. {first.code} {first.rule}"
        where = (
            first.path
            if len(step.findings) == 1
            else words("{places:# place|places}", places=len(step.findings))
        )
        remark = words("tasks more, {tasks} in all; {where}", tasks=step.eligible, where=where)
        yield about, item, step.gain, None, step.share, remark
    if plan.steps:
        reached = words("reached") if plan.reached else words("not reached")
        yield _fact(about, words("end of the plan"), plan.steps[-1].eligible, reached)
    if file.uncounted:
        blocked = sum(group.tasks_blocked for group in file.uncounted)
        codes = ", ".join(dict.fromkeys(group.code for group in file.uncounted))
        yield _fact(
            about, words("blocked by causes whose repair could not be counted"), blocked, codes
        )


def _rules(file: FileReport, words: Words) -> Iterator[Fact]:
    about = words("Rules")
    by_status = Counter(item.status for item in file.unchecked)
    if by_status["inapplicable"]:
        item = words("did not apply: the document has nothing that they are about")
        yield _fact(about, item, by_status["inapplicable"])
    for found in file.unchecked:
        if found.status in ("not-checked", "failed"):
            item = words("{code} could not be checked", code=found.code)
            yield _fact(about, item, remark=found.why)
