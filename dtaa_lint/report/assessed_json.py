"""An assessment as plain values, for the formats that programs read."""

from __future__ import annotations

from dtaa_lint.findings.assessment import (
    AssessedSystem,
    AssessedThreshold,
    Assessment,
    Measured,
)
from dtaa_lint.report.escape import name_text

_DIGITS = 6


def assessment(found: Assessment | None) -> dict[str, object] | None:
    """What retrieval systems can answer; None where nothing was asked. Names and meanings are
    those of the run's own report."""
    if found is None:
        return None
    return {
        "tier": "retrieval" if found.ceiling else "full",
        "ceiling": found.ceiling,
        "status": found.status,
        "budgetWords": found.budget,
        "systems": [_system(one) for one in found.systems],
        "thresholds": [_threshold(one) for one in found.thresholds],
        "notMeasured": [
            {
                "system": one.system or None,
                "document": name_text(one.document),
                "reason": one.why,
            }
            for one in found.not_measured
        ],
        "remarks": [{"text": one.text, "serious": one.serious} for one in found.remarks],
        "run": {"folder": name_text(found.folder), "report": name_text(found.page)}
        if found.folder
        else None,
    }


def _system(one: AssessedSystem) -> dict[str, object]:
    return {
        "system": one.system,
        "tasks": one.tasks,
        "questions": one.questions,
        "answerability": _measured(one.answerability),
        "evidence": _measured(one.evidence),
        "relations": _measured(one.relations),
        "abstention": None if one.abstention is None else _measured(one.abstention),
        "atMost": _rounded(one.at_most),
        "noVerdict": one.no_verdict,
    }


def _threshold(one: AssessedThreshold) -> dict[str, object]:
    return {
        "system": one.system,
        "document": name_text(one.document) or None,
        "phrasing": one.phrasing or None,
        "class": one.task_class,
        "least": one.least,
        "found": _measured(one.found),
        "standing": one.standing.value,
        "close": one.close,
        "status": one.status,
    }


def _measured(value: Measured) -> dict[str, object]:
    return {
        "value": _rounded(value.value),
        "low": _rounded(value.low),
        "high": _rounded(value.high),
        "tasks": value.tasks,
        "tooSmall": value.too_small,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
