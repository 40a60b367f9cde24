"""The words for values that the report model has a code for."""

from __future__ import annotations

from dtaa_lint.findings.finding import Severity
from dtaa_lint.findings.suppress import Status
from dtaa_lint.words import Words


def severity_label(severity: Severity, words: Words) -> str:
    if severity is Severity.ERROR:
        return words("error")
    return words("warning") if severity is Severity.WARNING else words("info")


def status_label(status: Status, words: Words) -> str:
    if status is Status.OPEN:
        return words("open")
    return words("known") if status is Status.KNOWN else words("suppressed")


def confidence_label(confidence: str, words: Words) -> str:
    """``high``, ``medium`` or ``low``, of findings; empty stays so."""
    known = {"high": words("high"), "medium": words("medium"), "low": words("low")}
    return known.get(confidence, confidence)
