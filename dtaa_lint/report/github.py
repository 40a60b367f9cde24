"""``--format github``: workflow commands that GitHub Actions shows as annotations.

One annotation per cause, with the number of its places: a step shows ten of each kind at most, so
a list of places would hide the causes. A file that could not be read, and a rule
whose check broke, is an error annotation. What an assessment came to is the first of all: a
notice with the figures, and an error for each threshold that makes the status.
"""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.findings.assessment import Assessment
from dtaa_lint.findings.finding import FileReport, Group, Report, Rule
from dtaa_lint.report import assessed
from dtaa_lint.report.escape import workflow_data, workflow_property
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.text_acceptance import missed_text
from dtaa_lint.words import Words

_COMMAND = {"error": "error", "warning": "warning", "info": "notice"}
_THRESHOLDS = 5
"""Thresholds with an annotation of their own; the others share one."""


def render(report: Report, options: RenderOptions) -> bytes:
    """Workflow commands, one per line; nothing when there is nothing to say."""
    rules = {rule.code: rule for rule in report.rules}
    words = options.words
    lines: list[str] = []
    if report.assessment is not None:
        lines += _assessment(report.assessment, words)
    for file in report.files:
        if file.error is not None:
            title = words("could not be checked")
            lines.append(_line("error", file.path, title, f"{file.path}: {file.error}"))
        for failure in file.failures:
            title = words("{what} could not be checked", what=failure.code)
            lines.append(_line("error", file.path, title, failure.why))
        if file.acceptance is not None and not file.acceptance.met:
            said = missed_text(file.acceptance, words)
            lines.append(_line("error", file.path, words("not accepted"), said))
        for group in file.groups:
            lines.append(_group_line(file, group, rules.get(group.code), words))
    return "".join(line + "\n" for line in lines).encode("utf-8")


def _assessment(found: Assessment, words: Words) -> Iterator[str]:
    for one in found.not_measured:
        title = words("answerability could not be measured")
        yield _line("error", one.document, title, assessed.unmeasured(one, words))
    for remark in found.remarks:
        title = words("answerability")
        yield _line("error" if remark.serious else "notice", "", title, remark.text)
    failing = found.failing
    for threshold in failing[:_THRESHOLDS]:
        title = assessed.title(threshold, words)
        yield _line("error", threshold.document, title, assessed.sentence(threshold, words))
    if len(failing) > _THRESHOLDS:
        more = [assessed.sentence(threshold, words) for threshold in failing[_THRESHOLDS:]]
        title = words("{n:# more answerability threshold|more answerability thresholds}",
                      n=len(more))  # fmt: skip
        yield _line("error", "", title, words("; ").join(more))
    yield _line("notice", "", words("answerability"), _summary(found, words))


def _summary(found: Assessment, words: Words) -> str:
    parts = [
        words("{what}: {text}", what=one.system, text=assessed.figures(one, words))
        for one in found.systems
    ]
    said = assessed.verdict(found, words)
    parts = [*([said] if said else []), *parts, assessed.basis(found, words)]
    return " · ".join([*parts, words("The run: {place}", place=assessed.place(found, words))])


def _group_line(file: FileReport, group: Group, rule: Rule | None, words: Words) -> str:
    first = file.findings[group.findings[0]]
    places = len(group.findings)
    message = group.message
    where = words("the document") if first.path == "/" else first.path
    if first.page >= 0:
        label = first.page_label or str(first.page + 1)
        where = words("page {page}, {path}", page=label, path=where)
    if places > 1:
        message += " " + words("{n:# places|places}, the first: {where}.", n=places, where=where)
    elif first.path != "/" or first.page >= 0:
        message += " " + words("Place: {where}.", where=where)
    if group.tasks_blocked:
        message += " " + words("Blocks {n:# task|tasks}.", n=group.tasks_blocked)
    if rule is not None:
        message += " " + words("Repair: {how}", how=rule.repair_of(first.variant))
    return _line(_COMMAND[group.severity.value], file.path, f"{group.code} {first.rule}", message)


def _line(command: str, path: str, title: str, message: str) -> str:
    """``path``: empty for what is about no file."""
    place = f"file={workflow_property(path)},line=1," if path else ""
    properties = f"{place}title={workflow_property(title)}"
    return f"::{command} {properties}::{workflow_data(message)}"
