"""Writes reports: each file whole or not at all, and none at the expense of another.

A report is written to a temporary file beside its target, which takes its name when it is complete.
A full disk or a missing folder thus leaves the old file as it was, and costs that report only.
``-`` is standard output.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF, ENXIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from dtaa_lint.errors import ConfigError

STDOUT = "-"


class Output(NamedTuple):
    """What is to be written, and where."""

    target: str
    """A file, or ``-``."""
    data: bytes
    through_links: bool = True
    """Whether a symbolic link stays and what it leads to is replaced: so for a file that somebody
    has named, and not for one that the tool names itself, where a link is refused."""


def write_outputs(
    outputs: Sequence[Output], stdout: BinaryIO | None = None
) -> tuple[ConfigError, ...]:
    """Writes all of them, files first, then standard output (``stdout``; the process's own unless
    given); what could not be written, and why, in order.

    Raises ConfigError, with nothing written, when a file is named twice; BrokenPipeError when the
    reader of standard output went away, and OSError when that takes nothing.
    """
    _refuse_doubles(outputs)
    failures: list[ConfigError] = []
    for output in outputs:
        if output.target != STDOUT:
            try:
                write_file(output)
            except ConfigError as error:
                failures.append(error)
    for output in outputs:
        if output.target == STDOUT:
            stream = stdout if stdout is not None else _stdout()
            stream.write(output.data)
            stream.flush()
    return tuple(failures)


def write_file(output: Output) -> None:
    """Writes one file. Raises ConfigError when it cannot be written; an old one is then as it
    was."""
    name = output.target
    try:
        path = Path(name)
        if not output.through_links and path.is_symlink():
            raise ConfigError(f"{name}: is a link, and what it leads to would be replaced")
        # /dev/fd/63 leads to a name that nothing has.
        if _is_special(path):
            _write_special(path, output.data)
        else:
            # Without following, a link that takes the place meanwhile is replaced itself.
            followed = Path(os.path.realpath(path)) if output.through_links else path
            _write_whole(followed, name, output.data)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{name}: cannot be written: {reason}") from error


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise OSError(EBADF, "it is closed")
    return sys.stdout.buffer


def _refuse_doubles(outputs: Sequence[Output]) -> None:
    seen: set[str] = set()
    for output in outputs:
        with suppress(OSError, ValueError):
            place = os.path.realpath(output.target)
            if output.target != STDOUT and not _is_special(Path(output.target)):
                if place in seen:
                    raise ConfigError(f"{output.target}: two reports would be written to this file")
                seen.add(place)


def _is_special(path: Path) -> bool:
    """A device or a pipe, which is written to and never replaced."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _write_special(path: Path, data: bytes) -> None:
    """Writes to a device or a pipe; a pipe that nobody reads is an error and no reason to wait."""
    try:
        descriptor = os.open(path, os.O_WRONLY | _NO_WAIT | _BINARY)
    except OSError as error:
        if error.errno == ENXIO:
            raise OSError(ENXIO, "nobody reads from this pipe") from error
        raise
    with os.fdopen(descriptor, "wb") as stream:
        if _NO_WAIT:
            os.set_blocking(descriptor, True)
        stream.write(data)


def _write_whole(path: Path, name: str, data: bytes) -> None:
    """By way of a temporary file in the folder of ``path``, with the permissions that the file has
    or a new file would get."""
    # os.path answers False where pathlib raises (a name that is too long).
    if os.path.isdir(path):  # noqa: PTH112
        raise ConfigError(f"{name}: is a folder; name a file in it")
    if not os.path.isdir(path.parent):  # noqa: PTH112
        raise ConfigError(f"{name}: the folder does not exist; create it first")
    temporary = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would translate line ends without it."""


_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
