"""Linting one file, whatever happens in it: the last guard before the user."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from dtaa_lint.cli.discover import STDIN, Source
from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.findings.engine import LintOptions, failed, lint_file
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.words import Phrase

if TYPE_CHECKING:
    from dtaa_lint.universe.universe import Universe


class Job(NamedTuple):
    """One file and what to run on it."""

    source: Source
    options: LintOptions
    data: bytes | None = None
    """The bytes when they came from standard input."""


def lint_one(
    job: Job,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[Universe], None] | None = None,
) -> FileReport:
    """The report of one file; ``keep`` is given what was compiled. An unexpected exception becomes
    a one-line ``error`` of the report (with its traceback on stderr when DTAA_DEBUG is set), so
    that one file cannot take the others down. Raises ``ConfigError`` and ``RuleError``: those
    concern the whole run.
    """
    source = job.source
    # A document is a hundred thousand long-lived values and hardly a cycle: looking for garbage in
    # the middle of it costs a tenth of the time and frees nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        report = lint_file(source.path, job.options, data=job.data, progress=progress, keep=keep)
    except InputError as error:
        return failed(source.name, error.reason, job.options.lang)
    except DtaaError:
        raise
    except Exception as error:
        if from_interrupt(error):
            raise KeyboardInterrupt from error
        return failed(source.name, internal_error(error), job.options.lang)
    finally:
        if collecting:
            gc.enable()
    return report if report.path == source.name else replace(report, path=source.name)


def from_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind ``error``: a library that is interrupted while it is imported says
    that it is broken."""
    for _ in range(20):
        if error is None or isinstance(error, KeyboardInterrupt):
            return error is not None
        if isinstance(error, ImportError) and "KeyboardInterrupt" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def internal_error(error: BaseException) -> Phrase:
    """One line about a fault of the tool itself; the traceback goes to stderr on DTAA_DEBUG."""
    if os.environ.get("DTAA_DEBUG"):
        import traceback

        with suppress(OSError, ValueError):
            traceback.print_exception(error, file=sys.stderr)
        hint = Phrase("please report it")
    else:
        hint = Phrase("please report it; DTAA_DEBUG=1 shows where")
    said = str(error).strip().splitlines()
    what = type(error).__name__ + (f": {said[0][:200]}" if said else "")
    return Phrase("internal error: {what} ({hint})", what=what, hint=hint)


def read_stdin() -> bytes:
    """Everything on standard input, up to the size of files that are read. Raises ``InputError``
    also for what is no PDF by its first megabyte, as it may have no end."""
    from dtaa_lint.pdf.open import Limits, could_be_pdf

    if sys.stdin is None:
        raise InputError(STDIN, "standard input is closed")
    try:
        stream = sys.stdin.buffer
        data = stream.read(_FIRST)
        if len(data) == _FIRST:
            if not could_be_pdf(data):
                raise InputError(STDIN, "is not a PDF")
            data += stream.read(Limits().file_bytes + 1 - _FIRST)
    except MemoryError as error:
        raise InputError(STDIN, "does not fit into memory") from error
    except OSError as error:
        reason = error.strerror or error
        raise InputError(
            STDIN, Phrase("standard input cannot be read: {reason}", reason=str(reason))
        ) from error
    return data


_FIRST = 2**20
"""Bytes of standard input that are looked at before the rest is read."""
