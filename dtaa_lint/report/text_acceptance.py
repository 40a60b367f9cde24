"""Acceptance in the text report: which thresholds a document keeps and which it misses."""

from __future__ import annotations

from math import ceil, floor

from dtaa_lint.findings.acceptance import Acceptance, Criterion
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.report.terminal import Lines
from dtaa_lint.settings.thresholds import MAX_UNRESOLVED, MIN_TASKS
from dtaa_lint.words import ENGLISH, Words

_TINY = 1e-9
"""Below what binary fractions add to a decimal one."""


def acceptance(lines: Lines, file: FileReport) -> None:
    """The verdict, and a line for each threshold; nothing without thresholds."""
    found = file.acceptance
    if found is None:
        return
    words = lines.words
    if not found.criteria:
        said = words("profile {profile}: no thresholds", profile=found.profile)
        lines.line(("dim", said), indent=2)
        return
    if found.met:
        said = (
            words("accepted as {profile}: every threshold is kept", profile=found.profile)
            if found.profile
            else words("accepted: every threshold is kept")
        )
        lines.line(("good", said), indent=2)
    else:
        lines.line(("error", _refused(words, found)), indent=2)
    rows = [
        (criterion, found_text(criterion, words), limit_text(criterion, words))
        for criterion in found.criteria
    ]
    kept, lost = words("kept"), words("MISSED")
    state = max(len(kept), len(lost))
    wide = max(len(value) for _, value, _ in rows)
    wide_limit = max(len(limit) for _, _, limit in rows)
    for criterion, value, limit in rows:
        style = "good" if criterion.met else "error"
        lines.line(
            (style, f"{kept if criterion.met else lost:<{state}}  {value:>{wide}}"),
            ("", f"  {limit:<{wide_limit}}  {criterion.label}"),
            ("dim", _counts(words, criterion)),
            indent=4,
        )


def missed(lines: Lines, file: FileReport, *, name: bool = False) -> None:
    """One line for the thresholds that a document misses, for reports without a summary; ``name``:
    with the file's name."""
    found = file.acceptance
    if found is None or found.met:
        return
    lead = f"{file.path}: " if name else ""
    refused = _refused(lines.words, found)
    lines.paragraph(
        missed_text(found, lines.words),
        lead=("error", lines.words("{what}: ", what=lead + refused)),
        hang=2,
    )


def missed_text(found: Acceptance, words: Words = ENGLISH) -> str:
    """The thresholds that are missed, in one line."""
    return words("; ").join(
        words(
            "{value} {what}, {limit}",
            value=found_text(criterion, words),
            what=criterion.label,
            limit=limit_text(criterion, words),
        )
        for criterion in found.criteria
        if not criterion.met
    )


def verdicts(report: Report, words: Words = ENGLISH) -> str:
    """How many documents were held to thresholds and miss one; empty when none misses."""
    held = [file for file in report.files if file.acceptance is not None]
    count = sum(1 for file in held if file.acceptance is not None and not file.acceptance.met)
    return words("{n} not accepted", n=count) if count else ""


def _refused(words: Words, found: Acceptance) -> str:
    if found.profile:
        return words("not accepted as {profile}", profile=found.profile)
    return words("not accepted")


def found_text(criterion: Criterion, words: Words = ENGLISH) -> str:
    """What a document has, in the unit of the threshold."""
    if criterion.key == MIN_TASKS:
        return words.number(_down(criterion.value, 100), "g")
    if criterion.key.startswith(MAX_UNRESOLVED):
        return words("{share:g} %", share=_up(criterion.value * 100, 10))
    return words.number(criterion.n)


def limit_text(criterion: Criterion, words: Words = ENGLISH) -> str:
    """What is demanded: ``at least 2``, ``at most 5 %``."""
    if criterion.key == MIN_TASKS:
        return words("at least {limit:g}", limit=criterion.limit)
    if criterion.key.startswith(MAX_UNRESOLVED):
        return words("at most {limit:g} %", limit=criterion.limit * 100)
    return words("at most {limit}", limit=int(criterion.limit))


def _counts(words: Words, criterion: Criterion) -> str:
    if not criterion.key.startswith(MAX_UNRESOLVED):
        return ""
    return words(" ({n} of {of})", n=criterion.n, of=criterion.of)


def _down(value: float, parts: int) -> float:
    """Cut, so that a value just below its limit does not read as if it met it."""
    return floor(value * parts + _TINY) / parts


def _up(value: float, parts: int) -> float:
    """Rounded up, so that a value just above its limit does not read as if it met it."""
    return ceil(value * parts - _TINY) / parts
