"""Linting several files at the same time, each in a process that may die without the others.

The standard library's pools break as a whole when one worker dies; here a death costs the file
that the worker had, and a new worker takes the next one.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from dtaa_lint.cli.discover import STDIN
from dtaa_lint.cli.single import Job, lint_one
from dtaa_lint.errors import DtaaError, RuleError
from dtaa_lint.findings.engine import failed
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.processes import start
from dtaa_lint.words import Phrase

_PAYS = 1_500_000
"""Bytes of PDF in all from which starting processes (about 0.3 s of CPU each) pays."""
_MOST = 8
"""Workers at most unless the user asks for more: each may need 400 MB."""


def worker_count(jobs: Sequence[Job], wanted: int) -> int:
    """How many processes to use; 1 means this one. ``wanted`` 0: as many as pay."""
    if wanted:
        return min(wanted, len(jobs))
    usable = min(_processors(), _MOST, len(jobs))
    if usable < 2 or sum(_size(job) for job in jobs) < _PAYS:
        return 1
    return usable


def lint_in_processes(
    jobs: Sequence[Job], workers: int, done: Callable[[int, str], None]
) -> list[FileReport]:
    """The reports in the order of ``jobs``. ``done`` is called with (files done, name of one).

    Raises ``RuleError`` or ``ConfigError`` when a worker meets one.
    """
    reports: list[FileReport | None] = [None] * len(jobs)
    waiting = iter(range(len(jobs)))
    busy: dict[Connection, _Worker] = {}
    finished = 0
    try:
        for _ in range(workers):
            _assign(_start(), waiting, jobs, busy)
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                worker = busy.pop(connection)
                report = worker.receive(jobs[worker.job])
                reports[worker.job] = report
                finished += 1
                done(finished, report.path)
                # A worker that has died is replaced only when there is something left to do.
                _assign(worker, waiting, jobs, busy)
    finally:
        for worker in busy.values():
            worker.process.terminate()
        for worker in busy.values():
            worker.process.join()
    return [report for report in reports if report is not None]


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    job: int = -1

    def receive(self, job: Job) -> FileReport:
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            return failed(
                job.source.name,
                Phrase("internal error: {what}", what=_death(self.process.exitcode)),
                job.options.lang,
            )
        if isinstance(answer, str):
            raise RuleError(answer)
        assert isinstance(answer, FileReport)
        return answer


def _assign(
    worker: _Worker,
    waiting: Iterator[int],
    jobs: Sequence[Job],
    busy: dict[Connection, _Worker],
) -> None:
    """Gives the next job to the worker, or lets it go when there is none."""
    index = next(waiting, None)
    if index is None:
        worker.connection.close()
        worker.process.join()
        return
    if worker.process.exitcode is not None:
        worker = _start()
    worker.job = index
    with suppress(OSError):  # it died before it was asked: ``receive`` says so
        worker.connection.send(jobs[index])
    busy[worker.connection] = worker


def _start() -> _Worker:
    return _Worker(*start(_serve))


def _serve(connection: Connection) -> None:
    """The life of a worker: a job in, a report out, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    served = False
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):
            gc.freeze()
            return
        if served:
            # The document before: its parts refer to each other.
            gc.collect()
        served = True
        try:
            answer: FileReport | str = lint_one(job)
        except DtaaError as error:
            answer = str(error)
        connection.send(answer)


def _death(code: int | None) -> Phrase:
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return Phrase("the process that read it was ended by {name}", name=name)
    return Phrase("the process that read it ended with status {code}", code=str(code))


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def _size(job: Job) -> int:
    if job.source.path == STDIN:
        return len(job.data or b"")
    try:
        return Path(job.source.path).stat().st_size
    except OSError:
        return 0
