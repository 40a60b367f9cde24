"""Two revisions as JSON: every task that is lost, gained, changed or moved, every finding that is
new or fixed.

``schema/diff-1.json`` describes the output. A field may be added within version 1. Pages are
1-based, null where there is none.
"""

from __future__ import annotations

from importlib import resources

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.findings.finding import Finding
from dtaa_lint.findings.revisions import Located, Lost, Pair, Revision, Side
from dtaa_lint.hidden import name_text
from dtaa_lint.report.json import page_number
from dtaa_lint.report.layout import json_bytes
from dtaa_lint.universe.export import gold_dict

SCHEMA_VERSION = 1


def render_diff_json(found: Revision, allowed: float) -> bytes:
    """The comparison as UTF-8 JSON; ``allowed``: lost tasks that do not fail."""
    return json_bytes(
        {
            "schemaVersion": SCHEMA_VERSION,
            "tool": {"name": "dtaa-lint", "version": __version__},
            "protocol": PROTOCOL,
            "old": _side(found.old),
            "new": _side(found.new),
            "same": found.same,
            "lostAllowed": round(allowed, 4),
            "kept": len(found.lost) <= allowed + 1e-9,
            "control": {"lost": found.control_lost, "gained": found.control_gained},
            "lost": [_lost(item) for item in found.lost],
            "gained": [_located(item) for item in found.gained],
            "changed": [_pair(pair) for pair in found.changed],
            "moved": [_pair(pair) for pair in found.moved],
            "newFindings": [_finding(item) for item in found.new_findings],
            "fixedFindings": [_finding(item) for item in found.fixed_findings],
        },
        2,
    )


def schema() -> bytes:
    """The JSON schema of the output."""
    return (resources.files("dtaa_lint.report") / "schema" / "diff-1.json").read_bytes()


def _side(side: Side) -> dict[str, object]:
    return {
        "path": name_text(side.path),
        "sha256": side.sha256,
        "pages": side.pages,
        "tasks": side.eligible,
        "control": side.control,
    }


def _located(item: Located) -> dict[str, object]:
    task = item.task
    return {
        "taskId": task.task_id,
        "motif": task.motif.value,
        "class": task.task_class,
        "subject": task.subject,
        "constraint": task.constraint,
        "headingPath": list(task.heading_path),
        "caption": task.caption,
        "gold": gold_dict(task.gold),
        "page": page_number(task.page),
        "pageLabel": item.page_label or None,
        "path": item.path,
    }


def _lost(item: Lost) -> dict[str, object]:
    return {
        **_located(item.old),
        "reason": item.reason.value if item.reason is not None else None,
        "detail": item.detail or None,
        "evidenceKept": item.evidence_kept,
        "newPage": page_number(item.page),
        "newPath": item.path or None,
    }


def _pair(pair: Pair) -> dict[str, object]:
    return {"old": _located(pair.old), "new": _located(pair.new)}


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.message,
        "page": page_number(finding.page),
        "pageLabel": finding.page_label or None,
        "path": finding.path,
        "fingerprint": finding.fingerprint,
    }
