"""``--format github``: workflow commands that GitHub Actions shows as annotations.

One annotation per cause, with the number of its places: a step shows ten of each kind at most, so
a list of places would hide the causes. A file that could not be read, and a rule
whose check broke, is an error annotation.
"""

from __future__ import annotations

from dtaa_lint.findings.finding import FileReport, Group, Report, Rule
from dtaa_lint.report.escape import workflow_data, workflow_property
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.text_acceptance import missed_text
from dtaa_lint.words import Words

_COMMAND = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, options: RenderOptions) -> bytes:
    """Workflow commands, one per line; nothing when there is nothing to say."""
    rules = {rule.code: rule for rule in report.rules}
    words = options.words
    lines: list[str] = []
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
    properties = f"file={workflow_property(path)},line=1,title={workflow_property(title)}"
    return f"::{command} {properties}::{workflow_data(message)}"
