"""The sheet Answerability: a row for each system, then for each threshold, and what was not
measured."""

from __future__ import annotations

from dtaa_lint.findings.assessment import (
    AssessedSystem,
    AssessedThreshold,
    Assessment,
    Measured,
    Standing,
)
from dtaa_lint.report import assessed
from dtaa_lint.report.xlsx.book import Cell, Column
from dtaa_lint.words import Words

VERDICT = 7
"""The column that says how a threshold stands."""
_DIGITS = 4


def assessment_columns(words: Words) -> tuple[Column, ...]:
    return (
        Column(words("About"), 16, "wrap"),
        Column(words("System"), 24, "wrap"),
        Column(words("Document"), 28, "wrap"),
        Column(words("Task class"), 14),
        Column(words("Phrasing"), 9),
        Column(words("Answerability"), 12, "ratio"),
        Column(words("Demanded"), 10, "ratio"),
        Column(words("Verdict"), 20, "wrap"),
        Column(words("95 % from"), 9, "ratio"),
        Column(words("95 % to"), 9, "ratio"),
        Column(words("Tasks"), 8, "number"),
        Column(words("Questions"), 9, "number"),
        Column(words("Evidence shown"), 10, "ratio"),
        Column(words("Relations shown"), 10, "ratio"),
        Column(words("Abstained on controls"), 10, "ratio"),
        Column(words("Remark"), 60, "wrap"),
    )


def assessment_rows(found: Assessment, words: Words) -> list[tuple[Cell, ...]]:
    basis = assessed.basis(found, words)
    where = words("The run: {place}", place=assessed.place(found, words))
    return [
        *[_system(one, f"{basis}\n{where}", words) for one in found.systems],
        *[_threshold(one, found.ceiling, words) for one in found.thresholds],
        *[
            _said(words("Not measured"), one.system, one.document, one.why)
            for one in found.not_measured
        ],
        *[
            _said(words("Not measured") if one.serious else words("Remark"), "", "", one.text)
            for one in found.remarks
        ],
    ]


def verdict_colors(words: Words) -> dict[str, str]:
    """How a threshold stands -> its colour."""
    return {
        words("met"): "done",
        words("met by the value alone"): "done",
        words("missed"): "error",
        words("missed by the value alone"): "error",
        words("too small to tell"): "warning",
    }


def missed(found: Assessment) -> int:
    """Thresholds that are missed."""
    return sum(one.standing is Standing.MISSED for one in found.thresholds)


def _system(one: AssessedSystem, remark: str, words: Words) -> tuple[Cell, ...]:
    value = one.answerability
    abstained = None if one.abstention is None else _number(one.abstention.value)
    if one.no_verdict:
        remark = words("{n} without a verdict", n=one.no_verdict) + "\n" + remark
    return (
        words("System"), one.system, None, None, None, _number(value.value), None, None,
        _number(value.low), _number(value.high), one.tasks, one.questions,
        _number(one.evidence.value), _number(one.relations.value), abstained, remark,
    )  # fmt: skip


def _threshold(one: AssessedThreshold, ceiling: bool, words: Words) -> tuple[Cell, ...]:
    value: Measured = one.found
    return (
        words("Threshold"),
        one.system,
        one.document or words("several documents"),
        words("all tasks") if one.task_class == assessed.ALL else one.task_class,
        one.phrasing or None,
        _number(value.value),
        one.least,
        assessed.standing(one, ceiling, words),
        _number(value.low),
        _number(value.high),
        value.tasks,
        None, None, None, None,
        assessed.sentence(one, words),
    )  # fmt: skip


def _said(about: str, system: str, document: str, text: str) -> tuple[Cell, ...]:
    return (about, system or None, document or None, *[None] * 12, text)


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
