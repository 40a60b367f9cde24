"""Acceptance in the text report: which thresholds a document keeps and which it misses."""

from __future__ import annotations

from math import ceil, floor

from dtaa_lint.findings.acceptance import Acceptance, Criterion
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.report.terminal import Lines
from dtaa_lint.settings.thresholds import MAX_UNRESOLVED, MIN_TASKS

_TINY = 1e-9
"""Below what binary fractions add to a decimal one."""


def acceptance(lines: Lines, file: FileReport) -> None:
    """The verdict, and a line for each threshold; nothing without thresholds."""
    found = file.acceptance
    if found is None:
        return
    if not found.criteria:
        lines.line(("dim", f"profile {found.profile}: no thresholds"), indent=2)
        return
    if found.met:
        lines.line(("good", f"accepted{_as(found)}: every threshold is kept"), indent=2)
    else:
        lines.line(("error", f"not accepted{_as(found)}"), indent=2)
    rows = [(criterion, _value(criterion), _limit(criterion)) for criterion in found.criteria]
    wide = max(len(value) for _, value, _ in rows)
    wide_limit = max(len(limit) for _, _, limit in rows)
    for criterion, value, limit in rows:
        style = "good" if criterion.met else "error"
        lines.line(
            (style, f"{'kept' if criterion.met else 'MISSED':<6}  {value:>{wide}}"),
            ("", f"  {limit:<{wide_limit}}  {criterion.label}"),
            ("dim", _counts(criterion)),
            indent=4,
        )


def missed(lines: Lines, file: FileReport, *, name: bool = False) -> None:
    """One line for the thresholds that a document misses, for reports without a summary; ``name``:
    with the file's name."""
    found = file.acceptance
    if found is None or found.met:
        return
    lead = f"{file.path}: " if name else ""
    lines.paragraph(missed_text(found), lead=("error", f"{lead}not accepted{_as(found)}: "), hang=2)


def missed_text(found: Acceptance) -> str:
    """The thresholds that are missed, in one line."""
    return "; ".join(
        f"{_value(criterion)} {criterion.label}, {_limit(criterion)}"
        for criterion in found.criteria
        if not criterion.met
    )


def verdicts(report: Report) -> str:
    """How many documents were held to thresholds and miss one; empty when none misses."""
    held = [file for file in report.files if file.acceptance is not None]
    count = sum(1 for file in held if file.acceptance is not None and not file.acceptance.met)
    return f"{count:,} not accepted" if count else ""


def _as(found: Acceptance) -> str:
    return f" as {found.profile}" if found.profile else ""


def _value(criterion: Criterion) -> str:
    if criterion.key == MIN_TASKS:
        return _down(criterion.value, 100)
    if criterion.key.startswith(MAX_UNRESOLVED):
        return f"{_up(criterion.value * 100, 10)} %"
    return f"{criterion.n:,}"


def _limit(criterion: Criterion) -> str:
    if criterion.key == MIN_TASKS:
        return f"at least {criterion.limit:g}"
    if criterion.key.startswith(MAX_UNRESOLVED):
        return f"at most {criterion.limit * 100:g} %"
    return f"at most {criterion.limit:,.0f}"


def _counts(criterion: Criterion) -> str:
    if not criterion.key.startswith(MAX_UNRESOLVED):
        return ""
    return f" ({criterion.n:,} of {criterion.of:,})"


def _down(value: float, parts: int) -> str:
    """Cut, so that a value just below its limit does not read as if it met it."""
    return f"{floor(value * parts + _TINY) / parts:g}"


def _up(value: float, parts: int) -> str:
    """Rounded up, so that a value just above its limit does not read as if it met it."""
    return f"{ceil(value * parts - _TINY) / parts:g}"
