"""The rows and columns of the sheets By page, By rule and Tasks, and of the punch list itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dtaa_lint.findings.finding import FileReport, Finding, Report, Rule, Severity
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.labels import confidence_label, severity_label, status_label
from dtaa_lint.report.links import rule_page
from dtaa_lint.report.rows import Row, by_document
from dtaa_lint.report.verdict import passes
from dtaa_lint.report.xlsx.book import Cell, Column, Link, here
from dtaa_lint.words import Words

WORK = 9
"""Column of the sheet Findings that people keep up to date."""
SEVERITY = 3
VERDICT = 9
"""Column of the sheet By file."""
PRINTED = 12
"""Columns of the sheet Findings that fit on paper; those after them are for looking things up."""


def work_states(words: Words) -> tuple[str, ...]:
    """What people say of a finding; the first is where work begins."""
    return (
        words("to do"),
        words("in progress"),
        words("fixed"),
        words("accepted"),
        words("not a fault"),
    )


def finding_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("No."), 6, "number"),
        Column(words("File"), 17, "wrap"),
        Column(words("Page"), 7, "number"),
        Column(words("Severity"), 10),
        Column(words("Rule"), 9),
        Column(words("What is wrong"), 44, "wrap"),
        Column(words("Text in the document"), 26, "wrap"),
        Column(words("Repair"), 40, "wrap"),
        Column(words("Where in the tag tree"), 26, "wrap"),
        Column(words("Work status"), 12, "work"),
        Column(words("Assignee"), 12, "work"),
        Column(words("Comment"), 22, "work"),
        Column(words("Page label"), 9),
        Column(words("Tasks unlocked by the repair"), 11, "number"),
        Column(words("Tasks blocked"), 10, "number"),
        Column(words("Confidence"), 11),
        Column(words("A person must judge"), 10),
        Column(words("Rule name"), 30),
        Column(words("Guideline"), 10),
        Column("WCAG", 24, "wrap"),
        Column("PDF/UA", 24, "wrap"),
        Column("Matterhorn", 26, "wrap"),
        Column(words("Other references"), 28, "wrap"),
        Column(words("ID in the tag tree"), 14),
        Column(words("Object number"), 9, "number"),
        Column(words("Cause"), 26),
        Column(words("Places of the cause"), 10, "number"),
        Column(words("Fingerprint"), 36),
        Column(words("Status in the report"), 12),
        Column(words("Why it is suppressed"), 40, "wrap"),
    )


def finding_row(row: Row, rule: Cell, words: Words) -> tuple[Cell, ...]:
    """``rule``: the code, as a link."""
    state, comment = _state(row, words)
    person = "" if row.needs_person is None else words("yes") if row.needs_person else words("no")
    return (
        row.id,
        row.file,
        row.page,
        severity_label(row.severity, words),
        rule,
        row.message,
        row.snippet,
        row.repair,
        row.structure_path,
        state,
        "",
        comment,
        row.page_label,
        row.tasks_unlocked,
        row.tasks_blocked,
        confidence_label(row.confidence, words),
        person,
        row.rule_name,
        row.guideline,
        row.wcag,
        row.pdf_ua,
        row.matterhorn,
        row.other_reference,
        row.native_id,
        row.object_number,
        row.cause,
        row.places,
        row.fingerprint,
        "" if row.status is None else status_label(row.status, words),
        row.justification,
    )


def _state(row: Row, words: Words) -> tuple[str, str]:
    """Work status and comment to begin with: what is suppressed was accepted, with a reason; what
    a baseline knows may wait."""
    states = work_states(words)
    if row.status is Status.SUPPRESSED:
        return states[3], row.justification
    return (states[0], "") if row.status is not Status.KNOWN else ("", "")


@dataclass(slots=True)
class _Place:
    """The findings of a page, or of a rule."""

    findings: list[Finding] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Their places among all rows; of a page only."""
    files: set[int] = field(default_factory=set)


def file_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("File"), 40, "wrap"),
        Column(words("Pages"), 9, "number"),
        Column(words("Errors"), 11, "number"),
        Column(words("Warnings"), 11, "number"),
        Column(words("Info"), 9, "number"),
        Column(words("Causes"), 9, "number"),
        Column(words("Tasks"), 9, "number"),
        Column(words("Tasks a page"), 9, "decimal"),
        Column(words("Candidates rejected"), 12, "number"),
        Column(words("Verdict"), 18, "wrap"),
        Column(words("Title"), 34, "wrap"),
        Column(words("Made with"), 30, "wrap"),
    )


def file_rows(report: Report, fail_on: str, words: Words) -> list[tuple[Cell, ...]]:
    made: list[tuple[Cell, ...]] = []
    for file in report.files:
        if file.error is not None:
            verdict = words("could not be checked")
            made.append((file.path, *[None] * 8, verdict, None, None))
            continue
        counts = Counter(finding.severity for finding in file.open_findings)
        tasks = file.tasks
        made.append(
            (
                file.path,
                file.pages,
                *(counts[severity] for severity in Severity),
                len(file.groups),
                None if tasks is None else tasks.eligible,
                None if tasks is None else round(tasks.per_page, 2),
                None if tasks is None else sum(tasks.rejected.values()),
                _verdict(file, fail_on, words),
                file.title,
                file.producer,
            )
        )
    return made


def verdict_colors(words: Words) -> dict[str, str]:
    good = dict.fromkeys((words("passes"), words("accepted")), "done")
    bad = (
        words("could not be checked"), words("not checked in full"), words("not accepted"),
        words("fails"),
    )  # fmt: skip
    return good | dict.fromkeys(bad, "error")


def _verdict(file: FileReport, fail_on: str, words: Words) -> str:
    if file.failures:
        return words("not checked in full")
    if file.acceptance is not None and not file.acceptance.met:
        return words("not accepted")
    if not passes(file, fail_on):
        return words("fails")
    return words("passes") if file.acceptance is None else words("accepted")


def page_columns(words: Words, listed: bool) -> tuple[Column, ...]:
    """``listed``: the report lists the tasks."""
    columns = (
        Column(words("File"), 34, "wrap"),
        Column(words("Page"), 8, "number"),
        Column(words("Page label"), 9),
        Column(words("Findings"), 14, "number"),
        Column(words("Errors"), 10, "number"),
        Column(words("Warnings"), 10, "number"),
        Column(words("Info"), 10, "number"),
        Column(words("Tasks blocked"), 10, "number"),
        Column(words("Rules, with their findings on the page"), 70, "wrap"),
    )
    if not listed:
        return columns
    return (*columns[:-1], Column(words("Tasks that begin here"), 11, "number"), columns[-1])


def page_rows(
    report: Report, starts: Sequence[int], sheet: str, kept: Mapping[int, int], words: Words
) -> list[tuple[Cell, ...]]:
    """A row for each page with findings that count, those on no page first. ``starts``: place of
    the first finding of each file among all rows; ``kept``: place -> row of the sheet of findings,
    ``sheet``."""
    made: list[tuple[Cell, ...]] = []
    listed = any(file.task_lines for file in report.files)
    for file, start in zip(report.files, starts, strict=True):
        tasks = Counter(line.page for line in file.task_lines)
        places: dict[int, _Place] = {}
        for index, finding in enumerate(file.findings):
            if finding.status is Status.OPEN:
                place = places.setdefault(finding.page, _Place())
                place.findings.append(finding)
                place.numbers.append(start + index)
        for page, place in sorted(places.items()):
            counts = Counter(finding.severity for finding in place.findings)
            codes = Counter(f"{finding.code} {finding.rule}" for finding in place.findings)
            shown: str | int = page + 1 if page >= 0 else words("no page")
            first = min((kept[number] for number in place.numbers if number in kept), default=None)
            row: list[Cell] = [
                file.path,
                shown if first is None else Link(here(sheet, first), shown),
                place.findings[0].page_label,
                len(place.findings),
                *(counts[severity] for severity in Severity),
                sum(finding.tasks_blocked for finding in place.findings),
            ]
            if listed:
                row.append(tasks[page])
            ordered = sorted(codes.items(), key=lambda item: (-item[1], item[0]))
            row.append(", ".join(f"{name} ({n})" if n > 1 else name for name, n in ordered))
            made.append(tuple(row))
    return made


def rule_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("Rule"), 9),
        Column(words("Rule name"), 26, "wrap"),
        Column(words("Guideline"), 18, "wrap"),
        Column(words("Severity"), 10),
        Column(words("Findings"), 12, "number"),
        Column(words("Files"), 8, "number"),
        Column(words("Tasks blocked"), 10, "number"),
        Column(words("Outcome"), 14, "wrap"),
        Column(words("What it finds"), 34, "wrap"),
        Column(words("Repair in the tag tree"), 44, "wrap"),
        Column(words("Why it costs answers"), 50, "wrap"),
        Column(words("Repair in authoring tools"), 60, "wrap"),
        Column("WCAG", 24, "wrap"),
        Column("PDF/UA", 24, "wrap"),
        Column("Matterhorn", 26, "wrap"),
        Column(words("Other references"), 28, "wrap"),
    )


def rule_order(report: Report) -> list[Rule]:
    """The rules as their sheet lists them: those with findings first, by code."""
    found = {finding.code for file in report.files for finding in file.open_findings}
    return sorted(report.rules, key=lambda rule: (rule.code not in found, rule.code))


def rule_rows(
    report: Report, order: Sequence[Rule], docs_url: str | None, words: Words
) -> list[tuple[Cell, ...]]:
    names = {guideline.id: guideline.name for guideline in report.guidelines}
    places: dict[str, _Place] = {}
    for number, file in enumerate(report.files):
        for finding in file.open_findings:
            place = places.setdefault(finding.code, _Place())
            place.findings.append(finding)
            place.files.add(number)
    return [_rule(rule, places, names, report.files, docs_url, words) for rule in order]


def _rule(
    rule: Rule,
    places: Mapping[str, _Place],
    names: Mapping[str, str],
    files: Sequence[FileReport],
    docs_url: str | None,
    words: Words,
) -> tuple[Cell, ...]:
    page = rule_page(docs_url, rule.code)
    place = places.get(rule.code, _Place())
    known = by_document(rule.references)
    return (
        rule.code if page is None else Link(page, rule.code),
        rule.name,
        f"{rule.guideline} {names.get(rule.guideline, '')}".rstrip(),
        severity_label(_worst(rule, place.findings), words),
        len(place.findings),
        len(place.files),
        sum(finding.tasks_blocked for finding in place.findings),
        _outcome(rule, place, files, words),
        rule.summary,
        _one_or_list([rule.repair, *rule.repairs.values()]),
        rule.why,
        "\n".join(f"{tool}: {how}" for tool, how in rule.repair_in.items()),
        known.wcag,
        known.pdf_ua,
        known.matterhorn,
        known.other,
    )


def _one_or_list(texts: Sequence[str]) -> str:
    """The texts, each once; several as a list."""
    different = list(dict.fromkeys(texts))
    return different[0] if len(different) == 1 else "\n".join(f"• {text}" for text in different)


def _worst(rule: Rule, findings: Sequence[Finding]) -> Severity:
    """The most severe of the findings; the rule's own without any."""
    found = [finding.severity for finding in findings] or [rule.severity]
    return max(found, key=lambda severity: severity.rank)


def _outcome(rule: Rule, place: _Place, files: Sequence[FileReport], words: Words) -> str:
    if place.findings:
        return words("{n:# finding|findings}", n=len(place.findings))
    read = [file for file in files if file.error is None]
    statuses = [item.status for file in read for item in file.unchecked if item.code == rule.code]
    if "failed" in statuses or "not-checked" in statuses:
        return words("could not be checked")
    if len(statuses) == len(read):
        return words("did not apply")
    return words("nothing found")


def task_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("File"), 24, "wrap"),
        Column(words("Page"), 7, "number"),
        Column(words("Page label"), 8),
        Column(words("Under the headings"), 34, "wrap"),
        Column(words("Asked about"), 34, "wrap"),
        Column(words("Asked for"), 26, "wrap"),
        Column(words("Answer"), 40, "wrap"),
        Column(words("Task class"), 14),
        Column(words("Kind of structure"), 20),
        Column(words("Where in the tag tree"), 40, "wrap"),
        Column(words("Task ID"), 36),
    )


def task_rows(report: Report) -> list[tuple[Cell, ...]]:
    return [
        (
            file.path,
            line.page + 1 if line.page >= 0 else None,
            line.page_label,
            line.section,
            line.subject,
            line.constraint,
            line.answer,
            line.task_class,
            line.motif,
            line.path,
            line.task_id,
        )
        for file in report.files
        for line in file.task_lines
    ]
