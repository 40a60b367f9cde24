"""Several files in several processes: order, equality, and a worker that dies."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from dtaa_lint.cli import workers
from dtaa_lint.cli.discover import Source
from dtaa_lint.cli.single import Job, lint_one
from dtaa_lint.cli.workers import lint_in_processes, worker_count
from dtaa_lint.errors import RuleError
from dtaa_lint.findings.engine import LintOptions
from tests.cli.conftest import Run


class Deadly(LintOptions):
    """Options that kill the process which unpacks them, as a crash in a library would."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.kill, (_Own(), signal.SIGKILL)


class _Own(int):
    """The process id of whoever unpacks it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.getpid, ()


def job(path: str, options: LintOptions | None = None) -> Job:
    return Job(Source(path, path), options or LintOptions())


def test_reports_are_the_same_and_in_order(folder: Path) -> None:
    jobs = [job(name) for name in ("bad.pdf", "good.pdf", "missing.pdf", "bad.pdf", "good.pdf")]
    seen: list[int] = []
    reports = lint_in_processes(jobs, 2, lambda done, name: seen.append(done))
    assert reports == [lint_one(each) for each in jobs]
    assert seen == [1, 2, 3, 4, 5]


def test_data_travels_with_the_job(folder: Path) -> None:
    data = (folder / "good.pdf").read_bytes()
    jobs = [Job(Source("-", "-"), LintOptions(), data), job("bad.pdf")]
    assert lint_in_processes(jobs, 2, lambda done, name: None) == [lint_one(each) for each in jobs]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.usefixtures("folder")
def test_a_worker_that_dies_costs_one_file() -> None:
    jobs = [job("good.pdf"), job("bad.pdf", Deadly()), job("good.pdf"), job("bad.pdf")]
    reports = lint_in_processes(jobs, 1, lambda done, name: None)
    assert [report.path for report in reports] == ["good.pdf", "bad.pdf", "good.pdf", "bad.pdf"]
    assert reports[1].error == "internal error: the process that read it was ended by SIGKILL"
    assert [report.error for report in reports if report is not reports[1]] == [None] * 3


@pytest.mark.usefixtures("folder")
def test_a_wrong_selector_in_a_worker_ends_the_run() -> None:
    with pytest.raises(RuleError, match="DT9999"):
        lint_in_processes(
            [job("good.pdf", LintOptions(select=("DT9999",)))], 1, lambda done, name: None
        )


def test_jobs_from_the_command_line(run: Run, folder: Path) -> None:
    alone = run("bad.pdf", "good.pdf", "missing.pdf", "--format", "json", "--jobs", "1")
    many = run("bad.pdf", "good.pdf", "missing.pdf", "--format", "json", "--jobs", "3")
    assert many == alone
    assert many.status == 2


def test_processes_are_used_only_when_they_pay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_processors", lambda: 4)
    small = [job("good.pdf"), job("bad.pdf")]
    assert worker_count(small, 0) == 1
    (folder / "big.pdf").write_bytes(b"x" * 2_000_000)
    large = [job("big.pdf"), job("good.pdf"), job("missing.pdf")]
    assert worker_count(large, 0) == 3
    assert worker_count(large[:1], 0) == 1
    assert worker_count(large, 2) == 2
    assert worker_count(large, 16) == 3
    monkeypatch.setattr(workers, "_processors", lambda: 1)
    assert worker_count(large, 0) == 1
