"""The end of the text report: what was checked, what the document can answer, what pays most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dtaa_lint.findings.finding import (
    FileReport,
    Finding,
    Group,
    Plan,
    Ratio,
    Report,
    Severity,
    TaskSummary,
)
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.terminal import Lines, cells
from dtaa_lint.report.text_acceptance import acceptance, missed, verdicts

_HAS = "the document has "
_BEST = 5
"""Repairs named as those that matter most."""


def plural(n: int, noun: str) -> str:
    """``1 page``, ``1,204 pages``."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def percent(n: int, of: int) -> str:
    """Cut, not rounded, to a tenth: only all of them are 100 %."""
    if of <= 0:
        return "–"
    return "100 %" if n == of else f"{n * 1000 // of / 10:.1f} %"


def severities(findings: Iterable[Finding]) -> str:
    """``2 errors, 1 warning``; ``no findings``."""
    counts = dict.fromkeys((Severity.ERROR, Severity.WARNING, Severity.INFO), 0)
    for finding in findings:
        counts[finding.severity] += 1
    parts = [
        f"{n:,} info" if severity is Severity.INFO else plural(n, severity.value)
        for severity, n in counts.items()
        if n
    ]
    return ", ".join(parts) or "no findings"


def set_aside(findings: Iterable[Finding]) -> str:
    """``2 suppressed, 12 known``; empty when every finding counts."""
    counts = Counter([finding.status for finding in findings])
    return ", ".join(
        f"{counts[status]:,} {status.value}"
        for status in (Status.SUPPRESSED, Status.KNOWN)
        if counts[status]
    )


def summary(lines: Lines, file: FileReport, *, reasons: bool) -> None:
    """The summary of one file; ``reasons``: say why each rule did not apply (a report of many
    files lists the rules only)."""
    lines.line(("strong", "Summary"))
    found = severities(file.open_findings)
    if file.groups:
        found += f", from {plural(len(file.groups), 'cause')}"
    aside = set_aside(file.findings)
    style = "" if file.groups or aside else "good"
    lines.line((style, found), ("dim", f"; {aside}" if aside else ""), indent=2)
    acceptance(lines, file)
    _ratios(lines, file.ratios)
    if file.tasks is not None:
        _tasks(lines, file.tasks)
    _best(lines, file)
    if file.plan is not None:
        _plan(lines, file, file.plan)
    _unchecked(lines, file, reasons)


def _ratios(lines: Lines, ratios: Sequence[Ratio]) -> None:
    counts = [f"{ratio.n:,} of {ratio.of:,}" for ratio in ratios]
    shares = [percent(ratio.n, ratio.of) for ratio in ratios]
    wide = max((len(count) for count in counts), default=0)
    for ratio, count, share in zip(ratios, counts, shares, strict=True):
        style = "good" if ratio.n == ratio.of else ""
        lines.line((style, f"{count:>{wide}}  {share:>6}"), ("", f"  {ratio.label}"), indent=2)


def _tasks(lines: Lines, tasks: TaskSummary) -> None:
    pages = plural(tasks.pages, "page")
    text = f"{plural(tasks.eligible, 'task')} on {pages}, {tasks.per_page:.1f} a page"
    if tasks.control:
        text += f"; {tasks.control:,} more in the control band"
    lines.paragraph(text, indent=2, lead=("strong", "tasks     "), hang=10)
    if tasks.by_class:
        lines.paragraph(_counts(tasks.by_class), indent=12, style="dim")
    if tasks.rejected:
        lines.paragraph(
            f"{sum(tasks.rejected.values()):,}: {_counts(tasks.rejected)}",
            indent=2,
            lead=("strong", "rejected  "),
            hang=10,
        )


def _counts(counts: Mapping[str, int]) -> str:
    """Largest first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return " · ".join(f"{name}\N{NO-BREAK SPACE}{n:,}" for name, n in ordered)


def _gain(group: Group) -> int:
    return group.tasks_blocked if group.tasks_unlocked is None else group.tasks_unlocked


def best_repairs(groups: Iterable[Group]) -> list[Group]:
    """The causes whose repair matters most: by tasks unlocked (blocked, while that is unknown)."""
    paying = [group for group in groups if _gain(group) > 0]
    paying.sort(key=lambda group: (-_gain(group), -group.severity.rank, group.code))
    return paying[:_BEST]


def _best(lines: Lines, file: FileReport) -> None:
    best = best_repairs(file.groups)
    if len(file.groups) < 2 or not best:
        return
    lines.line(("strong", "repairs that matter most"), indent=2)
    gains = [f"{_gain(group):,}" for group in best]
    wide = max(map(len, gains))
    for group, gain in zip(best, gains, strict=True):
        name = file.findings[group.findings[0]].rule
        verb = "blocked" if group.tasks_unlocked is None else "unlocked"
        noun = "task " if gain == "1" else "tasks"
        lines.line(
            ("", f"{gain:>{wide}} {noun} {verb}  "),
            ("code", group.code),
            ("", f" {name}"),
            ("dim", f", {plural(len(group.findings), 'place')}"),
            indent=4,
        )


def _plan(lines: Lines, file: FileReport, plan: Plan) -> None:
    """One line a step: its gain, and the share of what is attainable that is unlocked with it."""
    by_id = {group.id: group for group in file.groups}
    lines.line(("strong", "repair plan"), ("", f": {plan.goal}"), indent=2)
    if not plan.steps:
        text = "nothing to do" if plan.reached else "no computable repair unlocks a task"
        lines.line(("", text), indent=4)
    wide = max((len(f"{step.gain:+,}") for step in plan.steps), default=0)
    for number, step in enumerate(plan.steps, 1):
        group = by_id[step.group]
        first = file.findings[step.findings[0]]
        where = plural(len(step.findings), "place")
        if len(step.findings) < len(group.findings):
            where = f"{where} of {len(group.findings):,}"
        if len(step.findings) == 1:
            where = first.path
        lines.line(
            ("", f"{number:>2}. {step.gain:>+{wide},} tasks  {int(step.share * 100):>3} %  "),
            ("code", first.code),
            ("", f" {first.rule}"),
            ("dim", f", {where}"),
            indent=4,
        )
    if plan.steps:
        end = "reached" if plan.reached else "not reached"
        text = f"{plan.eligible:,} tasks now, {plan.steps[-1].eligible:,} then; goal {end}"
        lines.line(("dim", text), indent=4)
    if not plan.complete:
        text = "the document is too large to count every interaction: some gains are sums"
        lines.line(("dim", text), indent=4)


def failures(lines: Lines, file: FileReport) -> None:
    """One paragraph for each rule whose check broke."""
    for failure in file.failures:
        lead = ("error", f"{failure.code} could not be checked: ")
        lines.paragraph(failure.why, lead=lead, hang=2)


def _unchecked(lines: Lines, file: FileReport, reasons: bool) -> None:
    for status, title in (
        ("not-checked", "not checked"),
        ("inapplicable", "did not apply"),
        ("disabled", "disabled"),
    ):
        by_why: dict[str, list[str]] = {}
        for item in file.unchecked:
            if item.status == status:
                by_why.setdefault(item.why, []).append(item.code)
        if not by_why:
            continue
        if status == "disabled":
            text = plural(sum(map(len, by_why.values())), "rule")
        elif status == "inapplicable" and not reasons:
            text = code_list(code for codes in by_why.values() for code in codes)
        else:
            text = _reasons({why: code_list(codes) for why, codes in by_why.items()})
        lines.paragraph(text, indent=2, lead=("dim", f"{title}: "), hang=2, style="dim")


def _reasons(codes: Mapping[str, str]) -> str:
    """Reasons with the rules that they concern; what the document lacks is said in one clause."""
    lacks: list[str] = []
    clauses: list[str] = []
    for why, rules in codes.items():
        if why.startswith(_HAS):
            lacks.append(f"{why.removeprefix(_HAS)} ({rules})")
        else:
            clauses.append(f"{why} ({rules})")
    if lacks:
        clauses.insert(0, _HAS + ", ".join(lacks))
    return "; ".join(clauses)


def code_list(codes: Iterable[str]) -> str:
    """Codes in order, runs within a guideline joined: ``DT0101–DT0104, DT0303``."""
    runs: list[list[str]] = []
    for code in sorted(set(codes)):
        if runs and _follows(runs[-1][-1], code):
            runs[-1].append(code)
        else:
            runs.append([code])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _follows(one: str, other: str) -> bool:
    """Whether two codes are neighbours of one guideline."""
    if one[:-2] != other[:-2] or not (one[-2:].isdecimal() and other[-2:].isdecimal()):
        return False
    return int(other[-2:]) == int(one[-2:]) + 1


def statistics(lines: Lines, report: Report) -> None:
    """Counts per rule over all files, most severe and most frequent first; then what failed."""
    places: dict[tuple[str, Severity], list[tuple[int, Finding]]] = {}
    for index, file in enumerate(report.files):
        for finding in file.open_findings:
            places.setdefault((finding.code, finding.severity), []).append((index, finding))
    rows = [
        (
            f"{len(found):,}",
            f"{len({index for index, _ in found}):,}",
            f"{sum(finding.tasks_blocked for _, finding in found):,}",
            severity,
            code,
            found[0][1].rule,
        )
        for (code, severity), found in sorted(
            places.items(), key=lambda item: (-item[0][1].rank, -len(item[1]), item[0][0])
        )
    ]
    if rows:
        heads = ("places", "files", "tasks blocked")
        wide = [max(len(head), *(cells(row[i]) for row in rows)) for i, head in enumerate(heads)]
        head = "  ".join(f"{name:>{size}}" for name, size in zip(heads, wide, strict=True))
        lines.line(("dim", f"{head}  severity  rule"))
        for row in rows:
            numbers = "  ".join(f"{row[i]:>{wide[i]}}" for i in range(len(heads)))
            severity = row[3].value
            lines.line(
                ("", f"{numbers}  "),
                (severity, severity),
                ("", " " * (10 - len(severity))),
                ("code", row[4]),
                ("", f" {row[5]}"),
            )
    for file in report.files:
        missed(lines, file, name=True)
        if file.error is not None:
            lines.paragraph(
                f"{file.path}: {file.error}", lead=("error", "could not be checked: "), hang=2
            )
        for failure in file.failures:
            lines.paragraph(
                f"{file.path}: {failure.why}",
                lead=("error", f"{failure.code} could not be checked: "),
                hang=2,
            )


def closing(lines: Lines, report: Report) -> None:
    """One line over all files."""
    files = report.files
    read = [file for file in files if file.error is None]
    failed = len(files) - len(read)
    found = severities(finding for file in files for finding in file.open_findings)
    tasks = sum(file.tasks.eligible for file in read if file.tasks is not None)
    clean = sum(1 for file in read if not file.open_findings)
    parts = [found]
    aside = set_aside(finding for file in files for finding in file.findings)
    if aside:
        parts.append(aside)
    verdict = verdicts(report)
    if verdict:
        parts.append(verdict)
    if clean and len(files) > 1:
        parts.append(f"{clean:,} without findings")
    if failed:
        parts.append(f"{failed:,} could not be checked")
    incomplete = sum(1 for file in read if file.failures)
    if incomplete:
        parts.append(f"{incomplete:,} not by every rule")
    parts.append(plural(tasks, "task"))
    style = "error" if failed or incomplete or verdict else "strong"
    lines.paragraph("; ".join(parts), lead=(style, f"{plural(len(files), 'file')}: "), hang=2)
