"""What formats call passing is what the exit status calls so."""

from __future__ import annotations

import pytest

from dtaa_lint.cli.run import exit_status
from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.finding import FileReport, Unchecked
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.verdict import passes
from dtaa_lint.settings.thresholds import Thresholds
from tests.report.support import FIGURE_RULE, HEADING_RULE, failed, file, finding, report

WARNING = finding(HEADING_RULE, 1)
INFO = finding(FIGURE_RULE, 2)
CASES = {
    "clean": (file((), ()), "warning", 0),
    "warning": (file((WARNING,), ()), "warning", 1),
    "below the level": (file((WARNING,), ()), "error", 0),
    "never": (file((WARNING,), ()), "never", 0),
    "known": (file((finding(HEADING_RULE, 1, status=Status.KNOWN),), ()), "warning", 0),
    "within its limit": (
        accept(file((WARNING,), ()), Thresholds(max_findings=(("warning", 1),))), "warning", 0,
    ),
    "over its limit": (
        accept(file((INFO,), ()), Thresholds(max_findings=(("info", 0),))), "never", 1,
    ),
    "unread": (failed(), "never", 2),
    "a broken rule": (file((), (), unchecked=(Unchecked("DT0101", "failed", "x"),)), "never", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_file_passes_where_the_status_is_0(name: str) -> None:
    made: FileReport
    made, fail_on, status = CASES[name]
    assert exit_status(report(made), fail_on) == status
    assert passes(made, fail_on) == (status == 0)
