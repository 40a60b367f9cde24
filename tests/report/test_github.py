"""Workflow commands: one line a cause, and no text of a PDF can start another command."""

from __future__ import annotations

import re

from dtaa_lint.report.github import render
from dtaa_lint.report.interface import RenderOptions
from tests.report.support import HOSTILE, check_golden, hostile, report, typical

COMMAND = re.compile(r"::(error|warning|notice) file=[^:,\r\n]+,line=1,title=[^:,\r\n]+::[^\r\n]+")


def test_golden() -> None:
    check_golden("github.txt", render(typical(), RenderOptions()))


def test_golden_hostile() -> None:
    check_golden("github-hostile.txt", render(hostile(), RenderOptions()))


def test_every_line_is_one_command() -> None:
    lines = render(hostile(), RenderOptions()).decode("utf-8").splitlines()
    assert len(lines) == len(HOSTILE) + 1
    for line in lines:
        assert COMMAND.fullmatch(line), line


def test_a_cause_is_one_line_with_its_places() -> None:
    lines = render(typical(), RenderOptions()).decode("utf-8").splitlines()
    assert len(lines) == 5
    assert "7 places, the first: page 3, /Document/Sect[2]/Table[1]. Blocks 75 tasks." in lines[0]
    assert lines[-1].startswith("::error file=broken.pdf,line=1,title=could not be checked::")


def test_nothing_to_say() -> None:
    assert render(report(), RenderOptions()) == b""
