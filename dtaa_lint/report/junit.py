"""``--format junit``: JUnit XML as Jenkins, GitLab and the reporters of GitHub read it.

A test suite is a file, a test case a rule that was run on it or a threshold that it is held to. A
case fails where the exit status says so: by findings at or above the fail level, by a threshold
that is missed; other findings are the output of a case that passes. A rule that did not apply is
skipped, with the reason; one that was switched off is no case. A file that could not be read and a
rule whose check broke are errors. An assessment is a suite of its own, ``answerability``.

Jenkins shows the first failure of a case only, so a case has one failure with all causes in its
text. There are no times: the same files give the same report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dtaa_lint.findings.finding import FileReport, Finding, Group, Report, Rule
from dtaa_lint.report.escape import name_text, visible, xml
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.junit_assessment import ANSWERABILITY, assessed_cases
from dtaa_lint.report.junit_case import Case
from dtaa_lint.report.labels import severity_label
from dtaa_lint.report.links import rule_page
from dtaa_lint.report.text_acceptance import missed_text
from dtaa_lint.report.verdict import fails
from dtaa_lint.words import Words

_PLACES = 50
"""Places of a cause; ``csv`` and ``json`` have all."""


def render(report: Report, options: RenderOptions) -> bytes:
    """The report as UTF-8 XML."""
    suites = [(file, list(_cases(file, report, options))) for file in report.files]
    asked = [] if report.assessment is None else assessed_cases(report.assessment, options.words)
    every = [*[case for _, cases in suites for case in cases], *asked]
    counts = _counts(every)
    # The schema that Jenkins holds reports to knows no skipped tests here.
    del counts["skipped"]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _tag("testsuites", name="dtaa-lint", **counts),
    ]
    for file, cases in suites:
        path = name_text(file.path)
        lines.append("  " + _tag("testsuite", name=path, file=path, **_counts(cases)))
        lines.extend(_properties(file, report))
        for case in cases:
            lines.extend(_lines(case, path))
        lines.append("  </testsuite>")
    if asked:
        lines.append("  " + _tag("testsuite", name=ANSWERABILITY, **_counts(asked)))
        for case in asked:
            lines.extend(_lines(case, ANSWERABILITY))
        lines.append("  </testsuite>")
    lines.append("</testsuites>\n")
    return "\n".join(lines).encode("utf-8")


def _counts(cases: list[Case]) -> dict[str, str]:
    outcomes = [case.outcome for case in cases]
    return {
        "tests": str(len(cases)),
        "failures": str(outcomes.count("failure")),
        "errors": str(outcomes.count("error")),
        "skipped": str(outcomes.count("skipped")),
    }


def _properties(file: FileReport, report: Report) -> Iterator[str]:
    values = {"tool": f"dtaa-lint {report.tool_version}", "protocol": report.protocol}
    if file.error is None:
        values |= {"sha256": file.sha256, "pages": str(file.pages)}
    if file.tasks is not None:
        values["tasks"] = str(file.tasks.eligible)
    yield "    <properties>"
    for name, value in values.items():
        yield "      " + _tag("property", "/", name=name, value=value)
    yield "    </properties>"


def _lines(case: Case, path: str) -> Iterator[str]:
    attributes = {"name": case.name, "classname": f"{path}.{case.group}"}
    if not case.outcome and not case.text:
        yield "    " + _tag("testcase", "/", **attributes)
        return
    yield "    " + _tag("testcase", **attributes)
    if not case.outcome:
        yield f"      <system-out>{xml(case.text)}</system-out>"
    else:
        said = {"type": case.kind, "message": visible(case.message)}
        opening = _tag(case.outcome, **{name: value for name, value in said.items() if value})
        yield f"      {opening}{xml(case.text)}</{case.outcome}>"
    yield "    </testcase>"


def _cases(file: FileReport, report: Report, options: RenderOptions) -> Iterator[Case]:
    words = options.words
    if file.error is not None:
        name = words("the file can be checked")
        yield Case(name, "file", "error", "unreadable", file.error, visible(file.error))
        return
    if file.acceptance is not None:
        for criterion in file.acceptance.criteria:
            case = Case(criterion.key, "acceptance")
            if not criterion.met:
                said = missed_text(replace(file.acceptance, criteria=(criterion,)), words)
                case = case._replace(
                    outcome="failure", kind="threshold", message=said, text=visible(said)
                )
            yield case
    unchecked = {item.code: item for item in file.unchecked}
    groups: dict[str, list[Group]] = {}
    for group in file.groups:
        groups.setdefault(group.code, []).append(group)
    for rule in report.rules:
        case = Case(f"{rule.code} {rule.name}", rule.guideline)
        item = unchecked.get(rule.code)
        if rule.code in groups:
            yield _found(case, file, groups[rule.code], rule, options)
        elif item is None:
            yield case
        elif item.status == "failed":
            yield case._replace(
                outcome="error", kind="broken-check", message=item.why, text=visible(item.why)
            )
        elif item.status != "disabled":
            yield case._replace(outcome="skipped", message=item.why, text=visible(item.why))


def _found(
    case: Case, file: FileReport, groups: list[Group], rule: Rule, options: RenderOptions
) -> Case:
    failing = [
        group
        for group in groups
        if any(fails(file.findings[index], file, options.fail_on) for index in group.findings)
    ]
    blocks = [_cause(file, group, rule, options.words) for group in failing or groups]
    page = rule_page(options.docs_url, rule.code)
    if page is not None:
        blocks.append(page)
    text = "\n\n".join(blocks)
    if not failing:
        return case._replace(text=text)
    message = failing[0].message
    if len(failing) > 1:
        message = options.words(
            "{n:# cause|causes}, the first: {message}", n=len(failing), message=message
        )
    kind = max(failing, key=lambda group: group.severity.rank).severity.value
    return case._replace(outcome="failure", kind=kind, message=message, text=text)


def _cause(file: FileReport, group: Group, rule: Rule, words: Words) -> str:
    first = file.findings[group.findings[0]]
    lines = [
        f"{severity_label(group.severity, words)}: {group.message}",
        words("repair: {repair}", repair=rule.repair_of(first.variant)),
    ]
    if group.tasks_unlocked:
        lines.append(words("the repair unlocks {n:# task|tasks}", n=group.tasks_unlocked))
    elif group.tasks_blocked:
        lines.append(words("blocks {n:# task|tasks}", n=group.tasks_blocked))
    lines += [f"  {_place(file.findings[index], words)}" for index in group.findings[:_PLACES]]
    if len(group.findings) > _PLACES:
        more = len(group.findings) - _PLACES
        lines.append("  " + words("… and {n} more", n=more))
    return "\n".join(visible(line) for line in lines)


def _place(finding: Finding, words: Words) -> str:
    path = words("the document") if finding.path == "/" else finding.path
    if finding.page < 0:
        return path
    page = words("p. {page}", page=finding.page_label or str(finding.page + 1))
    return f"{page}  {path}"


def _tag(element: str, end: str = "", /, **attributes: str) -> str:
    written = "".join(f' {key}="{xml(value)}"' for key, value in attributes.items())
    return f"<{element}{written}{end}>"
