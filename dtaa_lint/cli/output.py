"""Where results go: whole files, or standard output as bytes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

from dtaa_lint.cli.globs import absolute
from dtaa_lint.errors import ConfigError, DtaaError

STDOUT = "-"
_WIDTH = 100
"""Columns of text that goes to no terminal."""


def deliver(outputs: Sequence[tuple[str, bytes]]) -> None:
    """Writes (place, content) pairs, files whole or not at all.

    A reader of stdout that has gone away (``| head``) is no fault: the rest is dropped. Raises
    ``DtaaError`` for what cannot be written.
    """
    from dtaa_lint.report.write import write_outputs

    try:
        write_outputs(outputs)
    except BrokenPipeError:
        _abandon_stdout()
    except OSError as error:
        _abandon_stdout()
        raise DtaaError(f"standard output cannot be written: {error.strerror or error}") from error


def _abandon_stdout() -> None:
    """The interpreter flushes stdout once more at its end, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """One line on stderr."""
    if sys.stderr is not None:
        line = message.encode("utf-8", "replace").decode("utf-8")
        sys.stderr.write(f"dtaa-lint: {line}\n")
        sys.stderr.flush()


def wants_color(setting: str) -> bool:
    """Whether text on stdout is to be coloured: ``always``, ``never``, or ``auto`` by terminal,
    NO_COLOR and TERM=dumb."""
    if setting != "auto":
        return setting == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def terminal_width() -> int:
    """Columns of the terminal on stdout; a fixed number when there is none, so that redirected
    output is the same everywhere."""
    if sys.stdout is not None and sys.stdout.isatty():
        return max(40, shutil.get_terminal_size().columns)
    return _WIDTH


def refuse_collisions(outputs: list[str], inputs: list[str]) -> None:
    """Raises ``ConfigError`` when two reports would go to one place, or one would replace an
    input."""
    taken = {os.path.normcase(absolute(path)) for path in inputs if path != STDOUT}
    seen: set[str] = set()
    for path in outputs:
        key = path if path == STDOUT else os.path.normcase(absolute(path))
        where = "standard output" if path == STDOUT else path
        if key in taken:
            raise ConfigError(f"{where}: the report would replace the PDF that is to be read")
        if key in seen:
            raise ConfigError(f"{where}: two reports would go to the same place")
        seen.add(key)
