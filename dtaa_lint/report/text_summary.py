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
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.terminal import Lines, cells
from dtaa_lint.report.text_acceptance import acceptance, missed, verdicts
from dtaa_lint.words import ENGLISH, Words, mark

_HAS = mark("the document has ")
"""How reasons begin that say what the document lacks; said once for all of them."""
_BEST = 5
"""Repairs named as those that matter most."""
_CODES = 5
"""Codes named of causes that a plan leaves out."""


def plural(n: int, noun: str) -> str:
    """``1 page``, ``1,204 pages``."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def percent(n: int, of: int, words: Words = ENGLISH) -> str:
    """Cut, not rounded, to a tenth: only all of them are 100 %."""
    if of <= 0:
        return "–"
    if n == of:
        return words("{share:.0f} %", share=100)
    return words("{share:.1f} %", share=n * 1000 // of / 10)


def severities(findings: Iterable[Finding], words: Words = ENGLISH) -> str:
    """``2 errors, 1 warning``; ``no findings``."""
    counts = dict.fromkeys((Severity.ERROR, Severity.WARNING, Severity.INFO), 0)
    for finding in findings:
        counts[finding.severity] += 1
    parts = []
    if n := counts[Severity.ERROR]:
        parts.append(words("{n:# error|errors}", n=n))
    if n := counts[Severity.WARNING]:
        parts.append(words("{n:# warning|warnings}", n=n))
    if n := counts[Severity.INFO]:
        parts.append(words("{n:# info|info}", n=n))
    return ", ".join(parts) or words("no findings")


def set_aside(findings: Iterable[Finding], words: Words = ENGLISH) -> str:
    """``2 suppressed, 12 known``; empty when every finding counts."""
    counts = Counter([finding.status for finding in findings])
    parts = []
    if n := counts[Status.SUPPRESSED]:
        parts.append(words("{n:# suppressed|suppressed}", n=n))
    if n := counts[Status.KNOWN]:
        parts.append(words("{n:# known|known}", n=n))
    return ", ".join(parts)


def summary(lines: Lines, file: FileReport, *, reasons: bool) -> None:
    """The summary of one file; ``reasons``: say why each rule did not apply (a report of many
    files lists the rules only)."""
    words = lines.words
    lines.line(("strong", words("Summary")))
    found = severities(file.open_findings, words)
    if file.groups:
        found = words("{findings}, from {n:# cause|causes}", findings=found, n=len(file.groups))
    aside = set_aside(file.findings, words)
    style = "" if file.groups or aside else "good"
    lines.line((style, found), ("dim", words("; ") + aside if aside else ""), indent=2)
    acceptance(lines, file)
    _ratios(lines, file.ratios)
    if file.tasks is not None:
        _tasks(lines, file.tasks)
    _best(lines, file)
    if file.plan is not None:
        _plan(lines, file, file.plan)
    _unchecked(lines, file, reasons)


def _ratios(lines: Lines, ratios: Sequence[Ratio]) -> None:
    words = lines.words
    counts = [words("{n} of {of}", n=ratio.n, of=ratio.of) for ratio in ratios]
    shares = [percent(ratio.n, ratio.of, words) for ratio in ratios]
    wide = max((len(count) for count in counts), default=0)
    for ratio, count, share in zip(ratios, counts, shares, strict=True):
        style = "good" if ratio.n == ratio.of else ""
        lines.line((style, f"{count:>{wide}}  {share:>6}"), ("", f"  {ratio.label}"), indent=2)


def _tasks(lines: Lines, tasks: TaskSummary) -> None:
    words = lines.words
    text = words(
        "{tasks:# task|tasks} on {pages:# page|pages}, {rate:.1f} a page",
        tasks=tasks.eligible,
        pages=tasks.pages,
        rate=tasks.per_page,
    )
    if tasks.control:
        text = words("{tasks}; {n:# more|more} in the control band", tasks=text, n=tasks.control)
    made, rejected = words("tasks"), words("rejected")
    wide = max(len(made), len(rejected)) + 2
    lines.paragraph(text, indent=2, lead=("strong", f"{made:<{wide}}"), hang=wide)
    if tasks.by_class:
        lines.paragraph(_counts(words, tasks.by_class), indent=2 + wide, style="dim")
    if tasks.rejected:
        lines.paragraph(
            words(
                "{n}: {reasons}",
                n=sum(tasks.rejected.values()),
                reasons=_counts(words, tasks.rejected),
            ),
            indent=2,
            lead=("strong", f"{rejected:<{wide}}"),
            hang=wide,
        )


def _counts(words: Words, counts: Mapping[str, int]) -> str:
    """Largest first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return " · ".join(f"{name}\N{NO-BREAK SPACE}{words.number(n)}" for name, n in ordered)


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
    words = lines.words
    lines.line(("strong", words("repairs that matter most")), indent=2)
    numbers = [words.number(_gain(group)) for group in best]
    wide = max(map(len, numbers))
    gains = [
        " " * (wide - len(number))
        + (
            # Translators: the number comes first; "  " at the end of a form keeps columns apart.
            words("{n:# task  blocked|tasks blocked}", n=_gain(group))
            if group.tasks_unlocked is None
            else words("{n:# task  unlocked|tasks unlocked}", n=_gain(group))
        )
        for group, number in zip(best, numbers, strict=True)
    ]
    for group, gain in zip(best, gains, strict=True):
        name = file.findings[group.findings[0]].rule
        lines.line(
            ("", f"{gain}  "),
            ("code", group.code),
            ("", f" {name}"),
            ("dim", words(", {n:# place|places}", n=len(group.findings))),
            indent=4,
        )


def _plan(lines: Lines, file: FileReport, plan: Plan) -> None:
    """One line a step: its gain, and the share of what is attainable that is unlocked with it."""
    by_id = {group.id: group for group in file.groups}
    words = lines.words
    lines.line(("strong", words("repair plan")), ("", words(": {goal}", goal=plan.goal)), indent=2)
    if not plan.steps:
        text = words("nothing to do" if plan.reached else "no computable repair unlocks a task")
        lines.line(("", text), indent=4)
    gains = [words.number(step.gain, "+,") for step in plan.steps]
    wide = max(map(len, gains), default=0)
    for number, (step, gain) in enumerate(zip(plan.steps, gains, strict=True), 1):
        group = by_id[step.group]
        first = file.findings[step.findings[0]]
        where = words("{n:# place|places}", n=len(step.findings))
        if len(step.findings) < len(group.findings):
            where = words("{places} of {of}", places=where, of=len(group.findings))
        if len(step.findings) == 1:
            where = first.path
        lines.line(
            (
                "",
                f"{number:>2}. "
                + words(
                    "{gain} tasks  {share} %  ",
                    gain=f"{gain:>{wide}}",
                    share=f"{int(step.share * 100):>3}",
                ),
            ),
            ("code", first.code),
            ("", f" {first.rule}"),
            ("dim", f", {where}"),
            indent=4,
        )
    if plan.steps:
        text = words(
            "{now} tasks now, {then} then; goal reached"
            if plan.reached
            else "{now} tasks now, {then} then; goal not reached",
            now=plan.eligible,
            then=plan.steps[-1].eligible,
        )
        lines.line(("dim", text), indent=4)
    left = file.uncounted
    if left:
        codes = list(dict.fromkeys(group.code for group in left))
        text = words(
            "not in it: {n:# cause|causes} whose repair could not be counted ({codes}), "
            "{blocked:# task|tasks} blocked",
            n=len(left),
            codes=", ".join(codes[:_CODES]) + (" …" if len(codes) > _CODES else ""),
            blocked=sum(group.tasks_blocked for group in left),
        )
        lines.paragraph(text, indent=4, style="dim")
    if not plan.complete:
        text = words("the document is too large to count every interaction: some gains are sums")
        lines.line(("dim", text), indent=4)


def failures(lines: Lines, file: FileReport) -> None:
    """One paragraph for each rule whose check broke."""
    for failure in file.failures:
        lead = ("error", lines.words("{what} could not be checked: ", what=failure.code))
        lines.paragraph(failure.why, lead=lead, hang=2)


def _unchecked(lines: Lines, file: FileReport, reasons: bool) -> None:
    words = lines.words
    for status, title in (
        ("not-checked", words("not checked: ")),
        ("inapplicable", words("did not apply: ")),
        ("disabled", words("disabled: ")),
    ):
        by_why: dict[str, list[str]] = {}
        for item in file.unchecked:
            if item.status == status:
                by_why.setdefault(item.why, []).append(item.code)
        if not by_why:
            continue
        if status == "disabled":
            text = words("{n:# rule|rules}", n=sum(map(len, by_why.values())))
        elif status == "inapplicable" and not reasons:
            text = code_list(code for codes in by_why.values() for code in codes)
        else:
            text = _reasons(words, {why: code_list(codes) for why, codes in by_why.items()})
        lines.paragraph(text, indent=2, lead=("dim", title), hang=2, style="dim")


def _reasons(words: Words, codes: Mapping[str, str]) -> str:
    """Reasons with the rules that they concern; what the document lacks is said in one clause."""
    has = words.said(_HAS)
    lacks: list[str] = []
    clauses: list[str] = []
    for why, rules in codes.items():
        if why.startswith(has):
            lacks.append(f"{why.removeprefix(has)} ({rules})")
        else:
            clauses.append(f"{why} ({rules})")
    if lacks:
        clauses.insert(0, has + ", ".join(lacks))
    return words("; ").join(clauses)


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
    words = lines.words
    places: dict[tuple[str, Severity], list[tuple[int, Finding]]] = {}
    for index, file in enumerate(report.files):
        for finding in file.open_findings:
            places.setdefault((finding.code, finding.severity), []).append((index, finding))
    rows = [
        (
            words.number(len(found)),
            words.number(len({index for index, _ in found})),
            words.number(sum(finding.tasks_blocked for _, finding in found)),
            severity,
            code,
            found[0][1].rule,
        )
        for (code, severity), found in sorted(
            places.items(), key=lambda item: (-item[0][1].rank, -len(item[1]), item[0][0])
        )
    ]
    if rows:
        heads = (words("places"), words("files"), words("tasks blocked"))
        level, rule = words("severity"), words("rule")
        room = max(len(level), *(len(severity_label(row[3], words)) for row in rows), 8) + 2
        wide = [max(len(head), *(cells(row[i]) for row in rows)) for i, head in enumerate(heads)]
        head = "  ".join(f"{name:>{size}}" for name, size in zip(heads, wide, strict=True))
        lines.line(("dim", f"{head}  {level:<{room}}{rule}"))
        for row in rows:
            numbers = "  ".join(f"{row[i]:>{wide[i]}}" for i in range(len(heads)))
            shown = severity_label(row[3], words)
            lines.line(
                ("", f"{numbers}  "),
                (row[3].value, shown),
                ("", " " * (room - len(shown))),
                ("code", row[4]),
                ("", f" {row[5]}"),
            )
    for file in report.files:
        missed(lines, file, name=True)
        if file.error is not None:
            lines.paragraph(
                f"{file.path}: {file.error}",
                lead=("error", words("could not be checked: ")),
                hang=2,
            )
        for failure in file.failures:
            lines.paragraph(
                f"{file.path}: {failure.why}",
                lead=("error", words("{what} could not be checked: ", what=failure.code)),
                hang=2,
            )


def closing(lines: Lines, report: Report) -> None:
    """One line over all files."""
    words = lines.words
    files = report.files
    read = [file for file in files if file.error is None]
    failed = len(files) - len(read)
    found = severities((finding for file in files for finding in file.open_findings), words)
    tasks = sum(file.tasks.eligible for file in read if file.tasks is not None)
    clean = sum(1 for file in read if not file.open_findings)
    parts = [found]
    aside = set_aside((finding for file in files for finding in file.findings), words)
    if aside:
        parts.append(aside)
    verdict = verdicts(report, words)
    if verdict:
        parts.append(verdict)
    if clean and len(files) > 1:
        parts.append(words("{n} without findings", n=clean))
    if failed:
        parts.append(words("{n} could not be checked", n=failed))
    incomplete = sum(1 for file in read if file.failures)
    if incomplete:
        parts.append(words("{n} checked only in part", n=incomplete))
    parts.append(words("{n:# task|tasks}", n=tasks))
    style = "error" if failed or incomplete or verdict else "strong"
    lead = words("{n:# file|files}: ", n=len(files))
    lines.paragraph(words("; ").join(parts), lead=(style, lead), hang=2)
