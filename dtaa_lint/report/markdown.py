"""``--format markdown``: the report as the summary of a job or a comment on a change.

A table of the files, what an assessment came to, then for each file with findings the causes that
matter most, and all of them in a part that unfolds. GitHub refuses comments of more than 65,536
characters, so the report stays below that in bytes, and says what it leaves out; the files that
need most work come first then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dtaa_lint.findings.finding import FileReport, Finding, Group, Report, Rule, Severity
from dtaa_lint.report.escape import code_span, github_markdown
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.links import rule_page
from dtaa_lint.report.markdown_assessment import assessment
from dtaa_lint.report.text_acceptance import missed_text
from dtaa_lint.report.verdict import passes
from dtaa_lint.words import cut

MAX_BYTES = 65_536
_TABLE = 24_000
"""Bytes of the table of files."""
_ASSESSMENT = 12_000
"""Bytes of what an assessment came to."""
_RESERVE = 1_500
"""Bytes kept for the sentences that say what is left out."""
_TOP = 3
"""Causes of a file that are shown unfolded."""
_PLACES = 5
_MESSAGE = 500
"""Characters of a message or a repair."""


class _Part(NamedTuple):
    """What there is to say of a file."""

    file: FileReport
    top: str
    details: str
    """Empty when ``top`` says all."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as UTF-8 Markdown (GitHub's)."""
    words = options.words
    order = sorted(range(len(report.files)), key=lambda index: _need(report.files[index], options))
    table, listed = _table(report, order, options)
    left_out: list[str] = []
    if len(listed) < len(report.files):
        more = len(report.files) - len(listed)
        left_out.append(words("{n:# file is|files are} not in the table.", n=more))

    asked = ""
    if report.assessment is not None:
        asked = assessment(report.assessment, words, _ASSESSMENT)
    room = MAX_BYTES - _RESERVE - _size(table) - _size(asked)
    rules = {rule.code: rule for rule in report.rules}
    parts = {
        index: _part(report.files[index], rules, options)
        for index in listed
        if report.files[index].groups or _troubles(report.files[index], options)
    }
    worst = [index for index in order if index in parts]
    tops, room = _fitting(((index, parts[index].top) for index in worst), room)
    unfolding = ((index, parts[index].details) for index in worst if index in tops)
    details, room = _fitting(((index, text) for index, text in unfolding if text), room)
    without = sum(1 for index in parts if index not in tops)
    folded = sum(1 for index in tops if parts[index].details and index not in details)
    if without:
        left_out.append(
            words("The findings of {n:# file|files} are left out here for want of room.", n=without)
        )
    if folded:
        left_out.append(
            words("Of {n:# file|files} only the first causes are shown here.", n=folded)
        )
    if left_out:
        left_out.append(words("Other formats (html, xlsx, csv, json) have everything."))
    sections = [tops[index] + details.get(index, "") for index in sorted(tops)]
    closing = f"\n{' '.join(left_out)}\n" if left_out else ""
    return (table + asked + "".join(sections) + closing).encode("utf-8")


def _fitting(texts: Iterable[tuple[int, str]], room: int) -> tuple[dict[int, str], int]:
    """Those of the texts that fit, in order, and the room that is left."""
    kept: dict[int, str] = {}
    for index, text in texts:
        size = _size(text)
        if size <= room:
            kept[index] = text
            room -= size
    return kept, room


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


def _need(file: FileReport, options: RenderOptions) -> tuple[int, ...]:
    """Sorts files that need most work first."""
    counts = _counts(file)
    unread = 0 if file.error is not None or file.failures else 1
    return unread, int(passes(file, options.fail_on)), *(-n for n in counts)


def _counts(file: FileReport) -> tuple[int, int, int]:
    found = [finding.severity for finding in file.open_findings]
    return found.count(Severity.ERROR), found.count(Severity.WARNING), found.count(Severity.INFO)


def _table(report: Report, order: list[int], options: RenderOptions) -> tuple[str, list[int]]:
    """The heading and the table, and the files that are in it."""
    words = options.words
    passed = sum(1 for file in report.files if passes(file, options.fail_on))
    title = words("Tagged PDFs: {passed} of {n:# file passes|files pass}", passed=passed,
                  n=len(report.files))  # fmt: skip
    heads = (
        words("File"), words("Errors"), words("Warnings"), words("Info"), words("Tasks"),
        words("Tasks a page"), words("Verdict"),
    )  # fmt: skip
    lead = f"## {title}\n\n"
    if not report.files:
        return lead, []
    lead += f"| {' | '.join(heads)} |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
    rows: dict[int, str] = {}
    room = _TABLE
    for index in order:
        row = _row(report.files[index], options)
        room -= _size(row)
        if room < 0:
            break
        rows[index] = row
    listed = sorted(rows)
    return lead + "".join(rows[index] for index in listed), listed


def _row(file: FileReport, options: RenderOptions) -> str:
    words = options.words
    name = github_markdown(cut(file.path, 200))
    if file.error is not None:
        return f"| {name} | | | | | | **{github_markdown(words('could not be checked'))}** |\n"
    tasks = ("", "")
    if file.tasks is not None:
        tasks = (words.number(file.tasks.eligible), words.number(file.tasks.per_page, ".1f"))
    counts = (words.number(n) for n in _counts(file))
    cells = (name, *counts, *tasks, _verdict(file, options))
    return f"| {' | '.join(cells)} |\n"


def _verdict(file: FileReport, options: RenderOptions) -> str:
    words = options.words
    said: list[str] = []
    if file.failures:
        codes = ", ".join(item.code for item in file.failures)
        said.append(words("not checked by {codes}", codes=codes))
    if file.acceptance is not None and not file.acceptance.met:
        said.append(words("not accepted"))
    if said:
        return f"**{github_markdown('; '.join(said))}**"
    if not passes(file, options.fail_on):
        return f"**{words('fails')}**"
    return words("passes") if file.acceptance is None else words("accepted")


def _troubles(file: FileReport, options: RenderOptions) -> str:
    """A paragraph for each thing besides findings that keeps the file from passing."""
    words = options.words
    said: list[str] = []
    if file.error is not None:
        said.append(words("Could not be checked: {error}", error=cut(file.error, _MESSAGE)))
    for item in file.failures[:_TOP]:
        why = cut(item.why, _MESSAGE)
        said.append(words("{code} could not be checked: {why}", code=item.code, why=why))
    if file.acceptance is not None and not file.acceptance.met:
        missed = cut(missed_text(file.acceptance, words), 2 * _MESSAGE)
        said.append(words("Not accepted: {missed}.", missed=missed))
    return "".join(f"{github_markdown(text)}\n\n" for text in said)


def _part(file: FileReport, rules: dict[str, Rule], options: RenderOptions) -> _Part:
    words = options.words
    top = [
        _cause(file, group, rules.get(group.code), options, places=0)
        for group in file.groups[:_TOP]
    ]
    heading = f"\n### {github_markdown(cut(file.path, 200))}\n\n{_troubles(file, options)}"
    text = heading + "".join(top)
    if all(len(group.findings) == 1 for group in file.groups) and len(file.groups) <= _TOP:
        every = [_cause(file, group, rules.get(group.code), options, _PLACES)
                 for group in file.groups]  # fmt: skip
        return _Part(file, heading + "".join(every), "")
    lines: list[str] = []
    room = MAX_BYTES // 4
    for group in file.groups:
        line = _cause(file, group, rules.get(group.code), options, _PLACES)
        room -= _size(line)
        if room < 0:
            more = len(file.groups) - len(lines)
            lines.append("\n" + words("{n:# cause is|causes are} left out here.", n=more) + "\n")
            break
        lines.append(line)
    title = words("{n:# cause|causes}, with {places:# place|places}", n=len(file.groups),
                  places=len(file.open_findings))  # fmt: skip
    details = f"\n<details><summary>{title}</summary>\n\n{''.join(lines)}\n</details>\n"
    return _Part(file, text, details)


def _cause(
    file: FileReport, group: Group, rule: Rule | None, options: RenderOptions, places: int
) -> str:
    """An item of a list; ``places``: how many of them are named."""
    words = options.words
    first = file.findings[group.findings[0]]
    page = rule_page(options.docs_url, group.code)
    code = group.code if page is None else f"[{group.code}](<{page}>)"
    facts = []
    if len(group.findings) > 1:
        facts.append(words("{n:# place|places}", n=len(group.findings)))
    if group.tasks_unlocked:
        facts.append(words("the repair unlocks {n:# task|tasks}", n=group.tasks_unlocked))
    elif group.tasks_blocked:
        facts.append(words("blocks {n:# task|tasks}", n=group.tasks_blocked))
    severity = severity_label(group.severity, words)
    said = f" ({', '.join(facts)})" if facts else ""
    lines = [
        words(
            # Translators: a rule with its severity and counts, and the message of its finding.
            "- {rule}: {message}",
            rule=f"**{severity}** {code} {github_markdown(first.rule)}{said}",
            message=github_markdown(cut(group.message, _MESSAGE)),
        )
    ]
    if rule is not None:
        repair = cut(rule.repair_of(first.variant), _MESSAGE)
        lines.append(f"  - {words('Repair:')} {github_markdown(repair)}")
    shown = group.findings[:places]
    lines += [f"  - {_place(file.findings[index], options)}" for index in shown]
    if shown and len(group.findings) > places:
        lines.append("  - " + words("… and {n} more", n=len(group.findings) - places))
    return "\n".join(lines) + "\n"


def _place(finding: Finding, options: RenderOptions) -> str:
    words = options.words
    path = words("the document") if finding.path == "/" else code_span(cut(finding.path, 300))
    if finding.page < 0:
        return path
    page = words("p. {page}", page=finding.page_label or str(finding.page + 1))
    return f"{github_markdown(page)} {path}"
