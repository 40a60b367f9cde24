"""Progress: one line, on terminals only, gone at the end."""

from __future__ import annotations

import io
import sys

import pytest

from dtaa_lint.cli import progress
from dtaa_lint.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_it_shows_file_and_page_after_a_while(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    shown = Progress(3, wanted=True)
    shown.file(0, "first.pdf")
    assert sys.stderr.getvalue() == ""
    clock[0] = 1.0
    shown.file(1, "second\x1b[31m.pdf")
    assert sys.stderr.getvalue() == "\r\x1b[K1/3 second?[31m.pdf"
    shown.page(2, 90)
    clock[0] = 1.2
    shown.page(40, 90)
    assert sys.stderr.getvalue().endswith("\r\x1b[K1/3 second?[31m.pdf  page 40/90")
    shown.clear()
    assert sys.stderr.getvalue().endswith("page 40/90\r\x1b[K")


@pytest.mark.parametrize(("terminal", "wanted"), [(False, True), (True, False)])
def test_it_is_silent_elsewhere(
    monkeypatch: pytest.MonkeyPatch, clock: list[float], terminal: bool, wanted: bool
) -> None:
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    shown = Progress(1, wanted=wanted)
    clock[0] = 9.0
    shown.file(0, "a.pdf")
    shown.page(1, 2)
    shown.clear()
    assert stream.getvalue() == ""
