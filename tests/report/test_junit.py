"""JUnit XML: what readers of it ask for, and cases that fail where the exit status says so."""

from __future__ import annotations

from collections import Counter

from lxml import etree

from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.finding import Report, Severity, Unchecked
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.junit import render
from dtaa_lint.settings.thresholds import Thresholds
from tests.report.support import (
    FIGURE_RULE,
    RULES,
    check_golden,
    file,
    finding,
    group,
    hostile,
    report,
    typical,
)


def parsed(made: Report, **options: str) -> etree._Element:
    return etree.fromstring(render(made, RenderOptions(**options)))  # type: ignore[arg-type]


def outcomes(made: Report, **options: str) -> dict[str, str]:
    """Name of each case of the first file -> the element that says how it ended."""
    suite = parsed(made, **options)[0]
    return {
        str(case.get("name")): next((str(child.tag) for child in case), "passed")
        for case in suite.iter("testcase")
    }


def test_golden() -> None:
    check_golden("report.junit.xml", render(typical(), RenderOptions()))


def test_only_what_the_common_schema_knows() -> None:
    """The schema of Jenkins' xUnit plugin: elements, their order and their attributes."""
    kids = {
        "testsuites": {"testsuite"},
        "testsuite": {"properties", "testcase"},
        "properties": {"property"},
        "property": set(),
        "testcase": {"skipped", "error", "failure", "system-out"},
        "skipped": set(),
        "error": set(),
        "failure": set(),
        "system-out": set(),
    }
    attributes = {
        "testsuites": {"name", "tests", "failures", "errors"},
        "testsuite": {"name", "file", "tests", "failures", "errors", "skipped"},
        "property": {"name", "value"},
        "testcase": {"name", "classname"},
        "skipped": {"message", "type"},
        "error": {"message", "type"},
        "failure": {"message", "type"},
    }
    for made in (typical(), hostile(), report()):
        for element in parsed(made).iter():
            tag = str(element.tag)
            assert {str(child.tag) for child in element} <= kids[tag]
            assert {str(name) for name in element.attrib} <= attributes.get(tag, set())
            if tag in ("testcase", "testsuite"):
                assert element.get("name")


def test_counts_are_those_of_the_cases() -> None:
    for made in (typical(), hostile()):
        root = parsed(made)
        for element in (root, *root):
            ended = Counter(str(child.tag) for case in element.iter("testcase") for child in case)
            assert element.get("tests") == str(len(list(element.iter("testcase"))))
            assert element.get("failures") == str(ended["failure"])
            assert element.get("errors") == str(ended["error"])


def test_a_case_has_a_name_of_its_own() -> None:
    for made in (typical(), hostile()):
        cases = [
            (case.get("classname"), case.get("name")) for case in parsed(made).iter("testcase")
        ]
        assert len(set(cases)) == len(cases)


def test_a_case_has_one_failure_with_every_cause() -> None:
    case = next(parsed(typical()).iter("testcase"))
    (failure,) = case
    assert failure.get("type") == "error"
    assert failure.get("message") == "7 tables have data cells without a row header."
    assert failure.text is not None
    assert failure.text.count("/Document/Sect") == 7
    both = parsed(typical())[0].xpath("testcase[contains(@name, 'DT0502')]/failure")
    assert isinstance(both, list)
    assert len(both) == 1
    (failure,) = both
    assert isinstance(failure, etree._Element)
    assert (failure.get("message") or "").startswith("2 causes, the first: ")


def test_the_fail_level_decides() -> None:
    names = [f"{rule.code} {rule.name}" for rule in RULES]
    for level, failing in (("info", 3), ("warning", 2), ("error", 1), ("never", 0)):
        found = outcomes(typical(), fail_on=level)
        ended = ["failure"] * failing + ["system-out"] * (3 - failing)
        assert [found[name] for name in names] == ended


def test_rules_that_were_not_checked() -> None:
    statuses = ("inapplicable", "not-checked", "disabled")
    made = [
        file((), (), unchecked=(Unchecked(RULES[0].code, status, "no tables"),))
        for status in (*statuses, "failed")
    ]
    name = f"{RULES[0].code} {RULES[0].name}"
    ended = [outcomes(report(one)).get(name) for one in made]
    assert ended == ["skipped", "skipped", None, "error"]


def test_known_and_suppressed_findings_fail_nothing() -> None:
    found = (finding(n=1, status=Status.KNOWN), finding(n=2, status=Status.SUPPRESSED))
    assert set(outcomes(report(file(found, ()))).values()) == {"passed"}


def test_thresholds_are_cases() -> None:
    found = (finding(FIGURE_RULE, 1),)
    limits = Thresholds(min_tasks_per_page=500.0, max_findings=(("info", 0),))
    held = accept(file(found, (group(found, 0),)), limits, "report")
    ended = outcomes(report(held))
    assert ended["min-tasks-per-page"] == "failure"
    assert ended["max-findings.info"] == "failure"
    # The limit decides in place of the fail level, which is above info.
    assert found[0].severity is Severity.INFO
    assert ended[f"{FIGURE_RULE.code} {FIGURE_RULE.name}"] == "failure"


def test_a_file_that_could_not_be_read_is_an_error() -> None:
    suite = parsed(typical())[2]
    assert suite.get("errors") == suite.get("tests") == "1"
    assert suite.xpath("string(testcase/error)") == "the file is empty"


def test_hostile_text_stays_text() -> None:
    data = render(hostile(), RenderOptions())
    root = etree.fromstring(data)
    assert b"<script>" not in data
    assert b"\x1b" not in data
    said = "".join(root.itertext())
    assert "<script>alert(1)</script> &amp;" in said
    assert "\u202e" not in data.decode("utf-8")


def test_links_to_the_documentation() -> None:
    case = next(parsed(typical(), docs_url="https://docs.example.org").iter("testcase"))
    assert "https://docs.example.org/rules/DT0101/" in "".join(case.itertext())  # type: ignore[arg-type]
