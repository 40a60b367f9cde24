"""Linting one file, whatever happens in it: the last guard before the user."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

from dtaa_lint.cli.discover import STDIN, Source
from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.findings.engine import LintOptions, failed, lint_file
from dtaa_lint.findings.finding import FileReport


@dataclass(frozen=True, slots=True)
class Job:
    """One file and what to run on it."""

    source: Source
    options: LintOptions
    data: bytes | None = None
    """The bytes when they came from standard input."""


def lint_one(job: Job, progress: Callable[[int, int], None] | None = None) -> FileReport:
    """The report of one file. An unexpected exception becomes a one-line ``error`` of the report
    (with its traceback on stderr when DTAA_DEBUG is set), so that one file cannot take the others
    down. Raises ``ConfigError`` and ``RuleError``: those concern the whole run.
    """
    source = job.source
    # A document is a hundred thousand long-lived values and hardly a cycle: looking for garbage in
    # the middle of it costs a tenth of the time and frees nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        report = lint_file(source.path, job.options, data=job.data, progress=progress)
    except InputError as error:
        return failed(source.name, error.reason)
    except DtaaError:
        raise
    except Exception as error:
        return failed(source.name, internal_error(error))
    finally:
        if collecting:
            gc.enable()
    return report if report.path == source.name else replace(report, path=source.name)


def internal_error(error: BaseException) -> str:
    """One line about a fault of the tool itself; the traceback goes to stderr on DTAA_DEBUG."""
    if os.environ.get("DTAA_DEBUG"):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
        hint = "please report it"
    else:
        hint = "please report it; DTAA_DEBUG=1 shows where"
    said = str(error).strip().splitlines()
    what = type(error).__name__ + (f": {said[0][:200]}" if said else "")
    return f"internal error: {what} ({hint})"


def read_stdin() -> bytes:
    """Everything on standard input. Raises ``InputError``."""
    try:
        return sys.stdin.buffer.read()
    except (OSError, AttributeError) as error:
        raise InputError(STDIN, f"standard input cannot be read: {error}") from error
