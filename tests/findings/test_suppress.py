"""Suppressions: by native ID, structure path or fingerprint, and never more than they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import FileReport, Finding
from dtaa_lint.findings.suppress import Status, Suppression, mark, used
from tests.cli.conftest import bad_document

ROWS = frozenset({"DT0101"})


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(bad_document().write(tmp_path / "bad.pdf"))


def finding(report: FileReport) -> Finding:
    return next(item for item in report.findings if item.code == "DT0101")


@pytest.mark.parametrize("key", ["id", "path", "fingerprint"])
def test_each_way_to_name_a_finding(path: str, key: str) -> None:
    about = finding(lint_file(path))
    values = {"id": about.native_id, "path": about.path, "fingerprint": about.fingerprint}
    value = values[key]
    assert value
    report = lint_file(path, LintOptions(suppressions=(Suppression(ROWS, key, value, "as is"),)))
    hidden = [item for item in report.findings if item.status is Status.SUPPRESSED]
    assert [(item.code, item.justification) for item in hidden] == [("DT0101", "as is")]
    assert "DT0101" not in {group.code for group in report.groups}


@pytest.mark.parametrize(
    "suppression",
    [
        Suppression(frozenset({"DT0102"}), "id", "t", "another rule"),
        Suppression(ROWS, "id", "h", "another element"),
        Suppression(ROWS, "path", "/Document/Table[2]", "another place"),
        Suppression(frozenset(), "fingerprint", "0" * 32, "another finding"),
    ],
)
def test_others_are_not_touched(path: str, suppression: Suppression) -> None:
    report = lint_file(path, LintOptions(suppressions=(suppression,)))
    assert {item.status for item in report.findings} == {Status.OPEN}
    assert used([suppression], report.findings) == set()


def test_a_suppression_speaks_before_the_baseline(path: str) -> None:
    about = finding(lint_file(path))
    hidden = Suppression(ROWS, "id", "t", "as is")
    marked = mark([about], [hidden], {about.fingerprint: 1})
    assert marked[0].status is Status.SUPPRESSED


def test_two_about_one_finding_are_both_used(path: str) -> None:
    report = lint_file(path)
    both = [
        Suppression(ROWS, "id", "t", "one"),
        Suppression(ROWS, "path", finding(report).path, "other"),
        Suppression(ROWS, "id", "x", "neither"),
    ]
    assert used(both, report.findings) == {0, 1}
