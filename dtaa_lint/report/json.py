"""``--format json``: everything that is known, one finding a line, in a versioned schema.

``schema/report-1.json`` describes the output. A field may be added within version 1; a change of
meaning or a removal makes it version 2. Page numbers are 1-based here, null where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from math import isfinite

from dtaa_lint.findings.acceptance import Acceptance
from dtaa_lint.findings.finding import (
    FileReport,
    Finding,
    Group,
    Plan,
    Report,
    Rule,
    Stale,
    TaskSummary,
)
from dtaa_lint.findings.suppress import Suppression
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.assessed_json import assessment
from dtaa_lint.report.escape import name_text
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.layout import json_bytes

SCHEMA_VERSION = 1


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as UTF-8 JSON."""
    rules = {rule.code: rule for rule in report.rules}
    document: dict[str, object] = {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": report.tool_version},
        "protocol": report.protocol,
        "rules": [_rule(rule) for rule in report.rules],
        "files": [file_value(file, rules) for file in report.files],
        **settings_values(report),
        "answerability": assessment(report.assessment),
    }
    return json_bytes(document, 4)


def schema() -> bytes:
    """The JSON schema of the output."""
    return (resources.files("dtaa_lint.report") / "schema" / "report-1.json").read_bytes()


def boxes(found: Iterable[PageBox]) -> list[dict[str, object]]:
    """Boxes as 1-based page and [x0, y0, x1, y1] in points of default user space, rounded to a
    hundredth; boxes that are no rectangle of finite numbers are left out."""
    return [
        {"page": page + 1, "box": [round(number, 2) for number in box]}
        for page, box in found
        if page >= 0 and all(map(isfinite, box))
    ]


def page_number(index: int) -> int | None:
    """1-based; None where there is no page."""
    return index + 1 if index >= 0 else None


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "guideline": rule.guideline,
        "severity": rule.severity.value,
        "confidence": rule.confidence,
        "needsPerson": rule.needs_person,
        "summary": rule.summary,
        "why": rule.why,
        "repair": rule.repair,
        "repairIn": dict(rule.repair_in),
        "repairs": dict(rule.repairs),
        "references": [
            {"standard": item.standard, "clause": item.clause} for item in rule.references
        ],
        "tags": list(rule.tags),
        "assessed": rule.assessed,
    }


def settings_values(report: Report) -> dict[str, object]:
    """What is out of date in configuration and baseline."""
    return {
        "unusedSuppressions": [_suppression(item) for item in report.unused_suppressions],
        "stale": None if report.stale is None else [_stale(item) for item in report.stale],
    }


def file_value(file: FileReport, rules: dict[str, Rule]) -> dict[str, object]:
    """Everything about a file."""
    return {
        "path": name_text(file.path),
        "error": file.error,
        "sha256": file.sha256 or None,
        "pages": file.pages,
        "elements": file.elements,
        "title": file.title,
        "lang": file.lang,
        "producer": file.producer,
        "findings": [_finding(finding, rules) for finding in file.findings],
        "groups": [_group(group) for group in file.groups],
        "ratios": [
            {"key": ratio.key, "label": ratio.label, "n": ratio.n, "of": ratio.of}
            for ratio in file.ratios
        ],
        "unchecked": [
            {"code": item.code, "status": item.status, "why": item.why} for item in file.unchecked
        ],
        "tasks": _tasks(file.tasks),
        "plan": _plan(file.plan),
        "relations": [
            {"key": item.key, "unresolved": item.of - item.n, "of": item.of, "label": item.label}
            for item in file.relations
        ],
        "acceptance": acceptance(file.acceptance),
    }


def acceptance(found: Acceptance | None) -> dict[str, object] | None:
    """The thresholds that a document is held to; None without thresholds."""
    if found is None:
        return None
    return {
        "profile": found.profile or None,
        "met": found.met,
        "criteria": [
            {
                "key": item.key,
                "label": item.label,
                "limit": round(item.limit, 6),
                "value": round(item.value, 6),
                "met": item.met,
                "n": item.n,
                "of": item.of,
            }
            for item in found.criteria
        ],
    }


def _suppression(item: Suppression) -> dict[str, object]:
    return {
        "file": item.file or None,
        "rule": item.rule or None,
        "key": item.key,
        "value": item.value,
        "reason": item.reason,
    }


def _stale(item: Stale) -> dict[str, object]:
    return {
        "file": item.file,
        "code": item.code,
        "fingerprint": item.fingerprint,
        "count": item.count,
    }


def _finding(finding: Finding, rules: dict[str, Rule]) -> dict[str, object]:
    rule = rules.get(finding.code)
    return {
        "code": finding.code,
        "rule": finding.rule,
        "guideline": finding.guideline,
        "severity": finding.severity.value,
        "confidence": finding.confidence,
        "needsPerson": finding.needs_person,
        "message": finding.message,
        "evidence": finding.evidence,
        "repair": rule.repair_of(finding.variant) if rule else "",
        "page": page_number(finding.page),
        "pageLabel": finding.page_label or None,
        "path": finding.path,
        "elementId": finding.element_id or None,
        "nativeId": finding.native_id,
        "rawType": finding.raw_type or None,
        "objectNumber": finding.object_number or None,
        "boxes": boxes(finding.boxes),
        "related": [
            {
                "role": item.role,
                "page": page_number(item.page),
                "path": item.path,
                "elementId": f"s{item.node}",
                "snippet": item.snippet,
                "boxes": boxes(item.boxes),
            }
            for item in finding.related
        ],
        "explains": dict(finding.explains),
        "tasksBlocked": finding.tasks_blocked,
        "tasksUnlocked": finding.tasks_unlocked,
        "unlockedWhy": finding.unlocked_why or None,
        "fingerprint": finding.fingerprint,
        "group": finding.group,
        "variant": finding.variant,
        "status": finding.status.value,
        "justification": finding.justification or None,
        **({"rawPath": finding.raw_path} if finding.raw_path else {}),
    }


def _group(group: Group) -> dict[str, object]:
    return {
        "id": group.id,
        "code": group.code,
        "severity": group.severity.value,
        "message": group.message,
        "findings": list(group.findings),
        "tasksBlocked": group.tasks_blocked,
        "tasksUnlocked": group.tasks_unlocked,
    }


def _plan(plan: Plan | None) -> dict[str, object] | None:
    if plan is None:
        return None
    return {
        "goal": plan.goal,
        "reached": plan.reached,
        "complete": plan.complete,
        "eligible": plan.eligible,
        "attainable": plan.attainable,
        "steps": [
            {
                "group": step.group,
                "findings": list(step.findings),
                "gain": step.gain,
                "eligible": step.eligible,
                "share": round(step.share, 4),
            }
            for step in plan.steps
        ],
    }


def _tasks(tasks: TaskSummary | None) -> dict[str, object] | None:
    if tasks is None:
        return None
    return {
        "pages": tasks.pages,
        "eligible": tasks.eligible,
        "control": tasks.control,
        "perPage": round(tasks.per_page, 4),
        "byClass": dict(tasks.by_class),
        "byMotif": dict(tasks.by_motif),
        "rejected": dict(tasks.rejected),
    }
