"""Where results go: whole files, or standard output as bytes."""

from __future__ import annotations

import os
import shutil
import sys

from dtaa_lint.cli.globs import absolute
from dtaa_lint.errors import ConfigError, DtaaError

STDOUT = "-"
_WIDTH = 100
"""Columns of text that goes to no terminal."""


def write_stdout(data: bytes) -> None:
    """Writes all of it, the same bytes on every platform.

    A reader that has gone away (``| head``) is no fault: the rest is dropped. Raises ``DtaaError``
    when it cannot be written for another reason, such as a full disk.
    """
    try:
        sys.stdout.flush()
        # On Windows a console takes text only; everything else has the raw buffer.
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(data.decode("utf-8"))
        else:
            buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at its end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise DtaaError(f"standard output cannot be written: {error.strerror or error}") from error


def say(message: str) -> None:
    """One line on stderr."""
    if sys.stderr is not None:
        line = message.encode("utf-8", "replace").decode("utf-8")
        print(f"dtaa-lint: {line}", file=sys.stderr, flush=True)


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
