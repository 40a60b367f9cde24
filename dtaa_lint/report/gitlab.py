"""``--format gitlab``: a Code Quality report, which GitLab shows in merge requests.

One entry for each place that counts, so that GitLab can tell new ones from those that were there.
Its places are lines, and a PDF has none: ``begin`` is 1 everywhere, as any other number would be a
line that is not there; the page is in the description. What fails the job besides findings is an
entry as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from dtaa_lint.findings.finding import FileReport, Finding, Report, Rule, Severity
from dtaa_lint.report.escape import name_text, visible
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.layout import json_lines_of_list
from dtaa_lint.report.text_acceptance import missed_text
from dtaa_lint.words import Words

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as UTF-8 JSON, one entry a line."""
    rules = {rule.code: rule for rule in report.rules}
    entries: list[dict[str, object]] = []
    seen: dict[str, int] = {}
    for file in report.files:
        path = _path(file.path)
        for name, severity, text, key in _file(file, rules, options.words):
            # The same key twice: the second has a fingerprint of its own.
            identity = f"{path}\0{key}"
            seen[identity] = seen.get(identity, 0) + 1
            digest = sha256(f"{identity}\0{seen[identity]}".encode("utf-8", "surrogatepass"))
            entries.append(
                {
                    "description": visible(text),
                    "check_name": name,
                    "fingerprint": digest.hexdigest()[:32],
                    "severity": severity,
                    "location": {"path": path, "lines": {"begin": 1}},
                }
            )
    return json_lines_of_list(entries)


def _file(
    file: FileReport, rules: dict[str, Rule], words: Words
) -> Iterator[tuple[str, str, str, str]]:
    """Check, severity, description and key of each entry."""
    if file.error is not None:
        text = words("The file could not be checked: {error}", error=file.error)
        yield "file-not-checked", "blocker", text, "file-not-checked"
    for failure in file.failures:
        text = words("The rule could not be checked: {why}", why=failure.why)
        yield failure.code, "blocker", text, f"{failure.code} not checked"
    if file.acceptance is not None and not file.acceptance.met:
        missed = missed_text(file.acceptance, words)
        text = words("The document is not accepted: {missed}", missed=missed)
        yield "acceptance", "critical", text, "acceptance"
    for finding in file.open_findings:
        name = f"{finding.code} {finding.rule}"
        text = _description(finding, rules.get(finding.code), words)
        yield name, SEVERITIES[finding.severity], text, finding.fingerprint


def _description(finding: Finding, rule: Rule | None, words: Words) -> str:
    text = finding.message
    if finding.page >= 0:
        page = finding.page_label or str(finding.page + 1)
        text = words("Page {page}: {message}", page=page, message=text)
    if finding.path != "/":
        text += " " + words("Place: {path}.", path=finding.path)
    if rule is not None:
        text += " " + words("Repair: {repair}", repair=rule.repair_of(finding.variant))
    return text


def _path(path: str) -> str:
    """As GitLab compares it with the paths of the repository."""
    while path.startswith("./"):
        path = path[2:].lstrip("/")
    return name_text(path)
