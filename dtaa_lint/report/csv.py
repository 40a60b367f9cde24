"""``--format csv``: a plain punch list, one place a row, as spreadsheets expect it.

UTF-8 with a byte order mark and CRLF line ends (Excel guesses neither), cells on one line and safe
from being run as formulas.
"""

from __future__ import annotations

import csv
from io import StringIO

from dtaa_lint.findings.finding import Finding, Report, Rule
from dtaa_lint.findings.wording import cut
from dtaa_lint.report.escape import csv_cell
from dtaa_lint.report.interface import RenderOptions

COLUMNS = (
    "id",
    "file",
    "page",
    "page_label",
    "severity",
    "confidence",
    "needs_person",
    "rule",
    "rule_name",
    "guideline",
    "reference",
    "structure_path",
    "native_id",
    "object_number",
    "snippet",
    "message",
    "repair",
    "tasks_blocked",
    "tasks_unlocked",
    "cause",
    "places",
    "fingerprint",
    "status",
)
"""``id`` is the row's number in this list, ``page`` the 1-based page, ``cause`` the group of
findings with one cause and ``places`` its size, ``status`` is ``open``, ``known`` (to the baseline)
or ``suppressed``. A file that could not be read is a row without a
rule, and a rule whose check broke a row without a place."""

_SNIPPET = 200
"""Characters of evidence in a cell."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The punch list as CSV bytes."""
    rules = {rule.code: rule for rule in report.rules}
    references = {
        rule.code: "; ".join(f"{item.standard} {item.clause}" for item in rule.references)
        for rule in report.rules
    }
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    number = 0
    for file in report.files:
        path = csv_cell(file.path)
        if file.error is not None:
            number += 1
            writer.writerow(
                _error_row(number, path, f"The file could not be checked: {file.error}")
            )
        for failure in file.failures:
            number += 1
            message = f"The rule could not be checked: {failure.why}"
            writer.writerow(_error_row(number, path, message, failure.code))
        sizes = {group.id: len(group.findings) for group in file.groups}
        for finding in file.findings:
            number += 1
            reference = references.get(finding.code, "")
            row = _row(finding, path, rules.get(finding.code), reference, sizes)
            writer.writerow([number, *row])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8")


def _row(
    finding: Finding, path: str, rule: Rule | None, reference: str, sizes: dict[str, int]
) -> list[str | int]:
    return [
        path,
        finding.page + 1 if finding.page >= 0 else "",
        csv_cell(finding.page_label),
        finding.severity.value,
        finding.confidence,
        "yes" if finding.needs_person else "no",
        finding.code,
        finding.rule,
        finding.guideline,
        csv_cell(reference),
        csv_cell(finding.path),
        csv_cell(finding.native_id or ""),
        finding.object_number or "",
        csv_cell(cut(finding.evidence, _SNIPPET)),
        csv_cell(finding.message),
        csv_cell(rule.repair_of(finding.variant)) if rule else "",
        finding.tasks_blocked,
        finding.tasks_unlocked if finding.tasks_unlocked is not None else "",
        finding.group,
        sizes.get(finding.group, 1),
        finding.fingerprint,
        finding.status.value,
    ]


def _error_row(number: int, path: str, message: str, code: str = "") -> list[str | int]:
    row: dict[str, str | int] = dict.fromkeys(COLUMNS, "")
    row["id"] = number
    row["file"] = path
    row["severity"] = "error"
    row["rule"] = code
    row["message"] = csv_cell(message)
    return list(row.values())
