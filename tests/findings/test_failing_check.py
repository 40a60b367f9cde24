"""A check that breaks costs its own rule and nothing else, and nobody can overlook it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest

from dtaa_lint.cli.main import main
from dtaa_lint.cli.run import exit_status
from dtaa_lint.findings.check import CHECKS, Context, Inapplicable, Issue
from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.finding import Report
from dtaa_lint.findings.registry import load_checks
from dtaa_lint.report import renderer
from dtaa_lint.report.interface import RenderOptions
from tests.findings.test_fixtures import FIXTURES

FILE = str(FIXTURES / "DT0102" / "fail-first-row-td.pdf")
load_checks()


def broken(context: Context) -> Iterator[Issue | Inapplicable]:
    yield Issue(0, variant="some")
    raise KeyError("no such\nthing")


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.setitem(CHECKS, "DT0101", broken)
    options = LintOptions(select=("DT0101", "DT0102"))
    return make_report([lint_file(FILE, options)], options)


def shown(report: Report, name: str, **options: object) -> str:
    return renderer(name)(report, RenderOptions(**options)).decode("utf-8")  # type: ignore[arg-type]


def test_the_other_rules_go_on(report: Report) -> None:
    (file,) = report.files
    assert file.error is None
    assert {finding.code for finding in file.findings} == {"DT0102"}, "no half of its findings"
    (failure,) = file.failures
    assert (failure.code, failure.status) == ("DT0101", "failed")
    assert failure.why.startswith("internal error in test_failing_check.py, line ")
    assert failure.why.endswith("KeyError: 'no such\\nthing'")


@pytest.mark.parametrize("name", ["text", "json", "csv", "sarif", "github"])
def test_every_format_says_so(report: Report, name: str) -> None:
    text = shown(report, name)
    assert "internal error in test_failing_check.py" in " ".join(text.split())
    assert "DT0101" in text


@pytest.mark.parametrize("options", [{"quiet": True}, {"statistics": True}])
def test_short_texts_say_so_too(report: Report, options: dict[str, object]) -> None:
    text = " ".join(shown(report, "text", **options).split())
    assert "DT0101 could not be checked: " in text
    assert "internal error in test_failing_check.py" in text


def test_machine_formats(report: Report) -> None:
    unchecked = json.loads(shown(report, "json"))["files"][0]["unchecked"]
    assert [u["code"] for u in unchecked if u["status"] == "failed"] == ["DT0101"]
    rows = list(csv.DictReader(io.StringIO(shown(report, "csv").lstrip("\ufeff"))))
    assert [row["rule"] for row in rows if "could not be checked" in row["message"]] == ["DT0101"]
    (invocation,) = json.loads(shown(report, "sarif"))["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False


def test_status_and_stderr(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status(report, "never") == 2
    assert main([FILE, "--select", "DT01", "--isolated", "--fail-on", "never"]) == 2
    said = capsys.readouterr().err
    assert "DT0101 could not be checked: internal error" in said
    assert len(said.splitlines()) == 1
