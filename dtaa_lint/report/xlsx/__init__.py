"""``--format xlsx``: a workbook to work through, with columns for whose turn it is.

Sheets: Summary, Findings (the rows of ``csv``, the worst first), By file, By page, By rule,
Tasks, and Answerability where an assessment was made. Every sheet is one table with headings,
filters and no merged cells; nothing that the document says is taken for a formula or a link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from dtaa_lint.findings.finding import Report, Rule, Severity
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.links import rule_page
from dtaa_lint.report.rows import Row, rows
from dtaa_lint.report.xlsx import assessment, sheets
from dtaa_lint.report.xlsx.book import MAX_ROWS, Book, Cell, Link, Sheet, choices, here, sheet_name
from dtaa_lint.report.xlsx.facts import fact_columns, facts
from dtaa_lint.words import Words


class _Names(NamedTuple):
    """Of the sheets."""

    summary: str
    findings: str
    files: str
    pages: str
    rules: str
    tasks: str
    answerability: str


def render(report: Report, options: RenderOptions) -> bytes:
    """The workbook."""
    words = options.words
    names = _Names(
        sheet_name(words("Summary")),
        sheet_name(words("Findings")),
        sheet_name(words("By file")),
        sheet_name(words("By page")),
        sheet_name(words("By rule")),
        sheet_name(words("Tasks")),
        sheet_name(words("Answerability")),
    )
    version = words(
        "dtaa-lint {version}, task protocol {protocol}",
        version=report.tool_version,
        protocol=report.protocol,
    )
    book = Book(words("Findings and tasks of tagged PDFs"), version)
    order = sheets.rule_order(report)
    at = {rule.code: number for number, rule in enumerate(order)}
    found = list(rows(report, words))
    kept = _worst_first(report, found)[:MAX_ROWS]
    places = {row.id - 1: number for number, row in enumerate(kept)}
    numbered = [replace(row, id=number) for number, row in enumerate(kept, 1)]
    findings = [
        sheets.finding_row(row, _rule_link(row, at, names.rules, options.docs_url), words)
        for row in numbered
    ]
    tasks = sheets.task_rows(report)
    pages = sheets.page_rows(report, _starts(report), names.findings, places, words)
    totals = {names.findings: len(found), names.pages: len(pages), names.tasks: len(tasks)}

    _summary(book, report, names, findings, totals, words)
    _findings(book, names.findings, findings, words)
    files = sheets.file_rows(report, options.fail_on, words)
    page = book.add(
        Sheet(names.files, "Files", sheets.file_columns(words), files[:MAX_ROWS], bars=2)
    )
    book.color(page, sheets.VERDICT, min(len(files), MAX_ROWS), sheets.verdict_colors(words))
    columns = sheets.page_columns(words, listed=bool(tasks))
    book.add(Sheet(names.pages, "Pages", columns, pages[:MAX_ROWS], frozen=2, bars=3))
    _rules(book, names.rules, report, order, options)
    book.add(Sheet(names.tasks, "Tasks", sheets.task_columns(words), tasks[:MAX_ROWS], printed=9))
    _assessment(book, names.answerability, report, words)
    return book.done()


def _summary(
    book: Book,
    report: Report,
    names: _Names,
    findings: list[tuple[Cell, ...]],
    totals: Mapping[str, int],
    words: Words,
) -> None:
    """How the work stands, by formulas; what the workbook leaves out; the facts of each file.
    ``totals``: what each sheet would hold."""
    states = sheets.work_states(words)
    every = words("all files")
    lead: list[tuple[Cell, ...]] = [
        (every, words("Work"), state, None, None, None, words("counted on the sheet Findings"))
        for state in states
    ]
    for name, total in totals.items():
        if total > MAX_ROWS:
            remark = words(
                "rows that this sheet leaves out: it holds {limit}. The formats csv and json have "
                "all findings, the command dtaa-lint tasks has all tasks",
                limit=MAX_ROWS,
            )
            lead.append((every, words("Left out"), name, total - MAX_ROWS, None, None, remark))
    if report.assessment is not None:
        missed = words("thresholds that are missed")
        remark = words("see the sheet Answerability")
        count = assessment.missed(report.assessment)
        lead.append((every, words("Answerability"), missed, count, None, None, remark))
    made = [*lead, *facts(report, words)]
    page = book.add(Sheet(names.summary, "Summary", fact_columns(words), made[:MAX_ROWS]))
    column = chr(ord("A") + sheets.WORK)
    cells = f"'{names.findings}'!${column}$2:${column}${max(len(findings), 1) + 1}"
    for number, state in enumerate(states):
        now = sum(1 for row in findings if row[sheets.WORK] == state)
        book.formula(page, number, 3, f"=COUNTIF({cells},C{number + 2})", now)


def _findings(book: Book, name: str, found: list[tuple[Cell, ...]], words: Words) -> None:
    page = book.add(
        Sheet(name, "Findings", sheets.finding_columns(words), found, printed=sheets.PRINTED)
    )
    states = sheets.work_states(words)
    choices(page, sheets.WORK, len(found), states, words)
    book.color(page, sheets.SEVERITY, len(found), _severities(words))
    book.color(page, sheets.WORK, len(found), dict.fromkeys(states[2:], "done"))


def _assessment(book: Book, name: str, report: Report, words: Words) -> None:
    """What retrieval systems can answer, where that was asked."""
    if report.assessment is None:
        return
    made = assessment.assessment_rows(report.assessment, words)[:MAX_ROWS]
    columns = assessment.assessment_columns(words)
    page = book.add(Sheet(name, "Answerability", columns, made, frozen=2))
    book.color(page, assessment.VERDICT, len(made), assessment.verdict_colors(words))


def _rules(
    book: Book, name: str, report: Report, order: list[Rule], options: RenderOptions
) -> None:
    words = options.words
    made = sheets.rule_rows(report, order, options.docs_url, words)
    page = book.add(
        Sheet(name, "Rules", sheets.rule_columns(words), made, frozen=2, printed=10, bars=4)
    )
    found = sum(1 for row in made if row[4])
    book.color(page, 3, found, _severities(words))


def _severities(words: Words) -> dict[str, str]:
    return {severity_label(severity, words): severity.value for severity in Severity}


def _rule_link(row: Row, at: dict[str, int], sheet: str, docs_url: str | None) -> Cell:
    """The page of the rule in the documentation, or its row in this workbook."""
    page = rule_page(docs_url, row.rule) if row.rule else None
    if page is not None:
        return Link(page, row.rule)
    return Link(here(sheet, at[row.rule]), row.rule) if row.rule in at else row.rule


def _worst_first(report: Report, found: list[Row]) -> list[Row]:
    """The rows as people work through them: what could not be checked, then causes by severity and
    by the tasks that they cost, as the HTML report has them; what does not count comes last."""
    costs = {
        (file.path, group.id): (
            -group.severity.rank, -(group.tasks_unlocked or 0), -group.tasks_blocked, group.code,
        )
        for file in report.files
        for group in file.groups
    }  # fmt: skip

    def key(row: Row) -> tuple[int, tuple[int, int, int, str], str, str, int]:
        aside = 0 if row.status is None else 1 if row.status is Status.OPEN else 2
        alone = (-row.severity.rank, 0, -(row.tasks_blocked or 0), row.rule)
        cost = costs.get((row.file, row.cause), alone) if aside == 1 else alone
        return aside, cost, row.file, row.cause, row.id

    return sorted(found, key=key)


def _starts(report: Report) -> list[int]:
    """The place of each file's first finding among all rows."""
    starts: list[int] = []
    row = 0
    for file in report.files:
        row += (file.error is not None) + len(file.failures)
        starts.append(row)
        row += len(file.findings)
    return starts
