"""Whether a file passes, as the exit status has it: for formats that must say so."""

from __future__ import annotations

from dtaa_lint.findings.finding import FileReport, Finding, Severity
from dtaa_lint.settings.thresholds import MAX_FINDINGS


def fails(finding: Finding, file: FileReport, fail_on: str) -> bool:
    """Whether an open finding is among what makes the status 1: it is at or above the fail level.
    Where a threshold limits the findings of its severity, that decides in place of the level."""
    if file.acceptance is not None:
        for criterion in file.acceptance.criteria:
            if criterion.key == f"{MAX_FINDINGS}.{finding.severity}":
                return not criterion.met
    return fail_on != "never" and finding.severity.rank >= Severity(fail_on).rank


def passes(file: FileReport, fail_on: str) -> bool:
    """Whether a file was checked in full and nothing about it makes the status 1."""
    if file.error is not None or file.failures:
        return False
    if file.acceptance is not None and not file.acceptance.met:
        return False
    return not any(fails(finding, file, fail_on) for finding in file.open_findings)
