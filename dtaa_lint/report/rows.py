"""The rows of a punch list: one place a row, as the spreadsheet formats share them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dtaa_lint.findings.finding import FileReport, Finding, Reference, Report, Rule, Severity
from dtaa_lint.findings.suppress import Status
from dtaa_lint.words import Words, cut

_SNIPPET = 200
"""Characters of evidence in a cell."""


@dataclass(frozen=True, slots=True)
class References:
    """The clauses of a rule by the documents that remediators look them up in; each is written
    with its document's name, as ``15-003`` alone is a date to a spreadsheet."""

    wcag: str = ""
    """WCAG and its techniques."""
    pdf_ua: str = ""
    matterhorn: str = ""
    """The Matterhorn Protocol, which numbers the failures of PDF/UA-1."""
    other: str = ""
    """All others: ISO 32000."""


@dataclass(frozen=True, slots=True)
class Row:
    """One place; a file that could not be read is a row without a rule, and a rule whose check
    broke a row without a place. None where there is no number."""

    id: int
    """Number in the list, from 1."""
    file: str
    page: int | None
    """1-based."""
    page_label: str
    severity: Severity
    confidence: str
    needs_person: bool | None
    rule: str
    rule_name: str
    guideline: str
    wcag: str
    pdf_ua: str
    matterhorn: str
    other_reference: str
    structure_path: str
    native_id: str
    object_number: int | None
    snippet: str
    message: str
    repair: str
    tasks_blocked: int | None
    tasks_unlocked: int | None
    cause: str
    """The group of findings with one cause."""
    places: int | None
    """Open findings of that group."""
    fingerprint: str
    status: Status | None
    """None for rows that are no findings."""
    justification: str
    """Why it is suppressed."""


def by_document(references: tuple[Reference, ...]) -> References:
    """The references of a rule, sorted into columns."""
    found: dict[str, list[str]] = {}
    for item in references:
        found.setdefault(_column(item.standard), []).append(f"{item.standard} {item.clause}")
    return References(**{column: "; ".join(texts) for column, texts in found.items()})


def _column(standard: str) -> str:
    for start, column in (("WCAG", "wcag"), ("PDF/UA", "pdf_ua"), ("Matterhorn", "matterhorn")):
        if standard.startswith(start):
            return column
    return "other"


def rows(report: Report, words: Words) -> Iterator[Row]:
    """Every place of every file, in the order of the report; first of a file what could not be
    checked."""
    rules = {rule.code: rule for rule in report.rules}
    references = {rule.code: by_document(rule.references) for rule in report.rules}
    number = 0
    for file in report.files:
        for row in _failures(file, words):
            number += 1
            yield replace(row, id=number)
        sizes = {group.id: len(group.findings) for group in file.groups}
        for finding in file.findings:
            number += 1
            rule = rules.get(finding.code)
            known = references.get(finding.code, References())
            yield _row(number, file.path, finding, rule, known, sizes.get(finding.group, 1))


def _row(
    number: int, path: str, finding: Finding, rule: Rule | None, known: References, places: int
) -> Row:
    return Row(
        number,
        path,
        finding.page + 1 if finding.page >= 0 else None,
        finding.page_label,
        finding.severity,
        finding.confidence,
        finding.needs_person,
        finding.code,
        finding.rule,
        finding.guideline,
        known.wcag,
        known.pdf_ua,
        known.matterhorn,
        known.other,
        finding.path,
        finding.native_id or "",
        finding.object_number or None,
        cut(finding.evidence, _SNIPPET),
        finding.message,
        rule.repair_of(finding.variant) if rule is not None else "",
        finding.tasks_blocked,
        finding.tasks_unlocked,
        finding.group,
        places,
        finding.fingerprint,
        finding.status,
        finding.justification,
    )


def _failures(file: FileReport, words: Words) -> Iterator[Row]:
    if file.error is not None:
        message = words("The file could not be checked: {error}", error=file.error)
        yield _failure(file.path, message)
    for failure in file.failures:
        message = words("The rule could not be checked: {why}", why=failure.why)
        yield _failure(file.path, message, failure.code)


def _failure(path: str, message: str, code: str = "") -> Row:
    return Row(
        0, path, None, "", Severity.ERROR, "", None, code, "", "", "", "", "", "", "", "", None, "",
        message, "", None, None, "", None, "", None, "",
    )  # fmt: skip
