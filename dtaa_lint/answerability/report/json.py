"""The report as JSON: profile, thresholds, and every task from its evidence to its verdicts.

``schema/report-1.json`` describes it. A field may be added within version 1; a change of meaning or
a removal makes it version 2.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.answerability.answering.trace import answer_dict
from dtaa_lint.answerability.package.records import score_dict
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.trace import DocumentTrace, RunTrace, TaskTrace, VariantTrace
from dtaa_lint.answerability.scoring.grades import Grades
from dtaa_lint.answerability.scoring.profile import (
    Difference,
    Group,
    SystemProfile,
    why_undecided,
)
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.answerability.scoring.thresholds import Result
from dtaa_lint.hidden import json_safe

SCHEMA_VERSION = 1
_DIGITS = 6
_ESTIMATES = (
    "answerability", "robustness", "lost", "evidence", "relations", "correctness",
    "completeness", "groundedness", "provenance",
)  # fmt: skip
_APART = (("easyBand", "local_facts"), ("abstention", "abstention"), ("foreign", "foreign"))
_OWN = ("taskId", "controlId", "foreignId", "questionId", "docId", "text", "lang")
"""Keys of a benchmark's line that stand elsewhere in a task of the report."""


def schema() -> bytes:
    """The JSON schema of the report."""
    return (resources.files("dtaa_lint.answerability") / "schema" / "report-1.json").read_bytes()


def render(found: Found, documents: Sequence[DocumentTrace]) -> bytes:
    """The report as UTF-8 JSON."""
    text = json.dumps(report_dict(found, documents), ensure_ascii=False, indent=1, allow_nan=False)
    return (json_safe(text) + "\n").encode()


def report_dict(found: Found, documents: Sequence[DocumentTrace]) -> dict[str, Any]:
    """The report as plain values."""
    manifest = found.assessed.manifest
    grades = found.grades
    return {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
        "ceiling": found.ceiling,
        "options": dict(manifest.options),
        "systems": [
            _system(system, None if grades is None else grades[at])
            for at, system in enumerate(found.profile.systems)
        ],
        "differences": [_difference(one) for one in found.profile.differences],
        "thresholds": [_threshold(one) for one in found.results],
        "broken": [dict(one) for one in manifest.broken],
        "lost": [str(error) for error in found.assessed.lost],
        "leftOut": [
            {
                "kind": one.kind.value,
                "document": one.document or None,
                "system": one.system or None,
                "count": one.count,
                "reasons": _reasons(one.reasons),
            }
            for one in found.assessed.left_out
        ],
        "withoutVerdict": _reasons(why_undecided((*found.assessed.runs, *found.assessed.foreign))),
        "documents": [_document(one) for one in documents],
    }


def _reasons(found: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"reason": reason, "count": count} for reason, count in found]


def estimate_dict(value: Estimate) -> dict[str, Any]:
    """A mean with its interval."""
    return {
        "value": _rounded(value.value),
        "low": _rounded(value.low),
        "high": _rounded(value.high),
        "tasks": value.tasks,
        "documents": value.documents,
        "tooSmall": value.too_small,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _system(system: SystemProfile, grades: Grades | None) -> dict[str, Any]:
    return {
        "system": system.system,
        "tasks": system.tasks,
        "runs": system.runs,
        **{key: estimate_dict(getattr(system, key)) for key in _ESTIMATES},
        "atMost": _rounded(system.at_most),
        "noVerdict": system.no_verdict,
        "apart": {name: estimate_dict(getattr(system, key)) for name, key in _APART},
        "outcomes": dict(system.outcomes),
        "failures": dict(system.failures),
        "breakdowns": _groups(system.groups),
        "foreignBreakdowns": _groups(system.foreign_groups),
        "grades": None if grades is None else _grades(grades),
    }


def _grades(found: Grades) -> dict[str, Any]:
    return {
        "mean": _rounded(found.mean),
        "correct": found.correct,
        "counts": {str(grade): count for grade, count in sorted(found.counts.items())},
        "without": found.without,
    }


def _groups(groups: Mapping[str, Sequence[Group]]) -> dict[str, Any]:
    return {
        kind: [
            {
                "name": group.name,
                "tasks": group.tasks,
                "runs": group.runs,
                "answerability": estimate_dict(group.answerability),
                "evidence": _rounded(group.evidence),
                "relations": _rounded(group.relations),
                "failures": dict(group.failures),
            }
            for group in found
        ]
        for kind, found in groups.items()
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "system": one.system,
        "other": one.other,
        "answerability": estimate_dict(one.answerability),
        "evidence": estimate_dict(one.evidence),
        "relations": estimate_dict(one.relations),
    }


def _threshold(one: Result) -> dict[str, Any]:
    return {
        "system": one.system,
        "document": one.document or None,
        "phrasing": one.phrasing or None,
        "class": one.task_class,
        "least": one.least,
        "found": estimate_dict(one.found),
        "standing": one.standing.value,
        "close": one.close,
    }


def _document(trace: DocumentTrace) -> dict[str, Any]:
    entry = trace.entry
    return {
        "folder": entry.folder,
        "name": entry.name,
        "sha256": entry.sha256,
        "pages": entry.pages,
        "items": [
            {"text": item.text, "nodes": list(item.nodes), "page": item.page}
            for item in trace.items
        ],
        "tasks": [_task(task) for task in trace.tasks],
    }


def _task(task: TaskTrace) -> dict[str, Any]:
    return {
        "id": task.task_id,
        "kind": task.kind,
        "task": {key: value for key, value in task.line.items() if key not in _OWN},
        "variants": [_variant(one) for one in task.variants],
        "excluded": [
            {key: line[key] for key in ("phrasing", "text", "objections")} for line in task.excluded
        ],
    }


def _variant(one: VariantTrace) -> dict[str, Any]:
    question = one.question
    return {
        "questionId": question.question_id,
        "phrasing": question.phrasing.value,
        "text": question.text,
        "lang": question.lang,
        "templated": question.templated,
        "rounds": question.rounds,
        "validation": [
            {key: value for key, value in step.items() if key not in ("taskId", "phrasing")}
            for step in one.steps
        ],
        "runs": [_run(run) for run in one.runs],
    }


def _run(run: RunTrace) -> dict[str, Any]:
    score = score_dict(run.score)
    for key in ("taskId", "questionId", "phrasing", "system"):
        del score[key]
    answer = None
    if run.answer is not None:
        answer = answer_dict(run.answer)
        del answer["questionId"], answer["system"]
    grade = None
    if run.grade is not None:
        grade = {
            "outcome": run.grade.outcome.value,
            "grade": run.grade.grade,
            "reason": run.grade.reason,
        }
    return {
        "system": run.system,
        "shown": [{"id": name, "item": item} for name, item in run.shown],
        "leftOut": run.left_out,
        "error": run.error or None,
        "answer": answer,
        "score": score,
        "grade": grade,
    }
