"""Writes reports: whole files or none.

Every report is written to a temporary file beside its target first; only when all of them are
complete do they take their names. A full disk or a missing folder thus leaves the old files as
they were. ``-`` is standard output.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from errno import EBADF, ENXIO
from pathlib import Path
from typing import BinaryIO

from dtaa_lint.errors import ConfigError

STDOUT = "-"


def write_outputs(outputs: Sequence[tuple[str, bytes]], stdout: BinaryIO | None = None) -> None:
    """Writes (target, content) pairs, files first, then standard output.

    ``stdout`` is the process's own unless given. Raises ConfigError when a target cannot be
    written or is named twice, before any file has changed (unless the last step, a rename, is what
    fails); BrokenPipeError when the reader of standard output went away.
    """
    files = [(_resolve(target), target, data) for target, data in outputs if target != STDOUT]
    _refuse_doubles(files)
    ready: list[tuple[Path, Path, str]] = []
    direct: list[tuple[Path, str, bytes]] = []
    try:
        for path, name, data in files:
            if _is_special(path):
                direct.append((path, name, data))
            else:
                ready.append((_write_beside(path, name, data), path, name))
        for temporary, path, name in ready:
            try:
                temporary.replace(path)
            except OSError as error:
                raise _cannot(name, error) from error
    finally:
        for temporary, _, _ in ready:
            temporary.unlink(missing_ok=True)
    for path, name, data in direct:
        try:
            _write_special(path, data)
        except OSError as error:
            raise _cannot(name, error) from error
    for target, data in outputs:
        if target == STDOUT:
            stream = stdout if stdout is not None else _stdout()
            stream.write(data)
            stream.flush()


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise OSError(EBADF, "it is closed")
    return sys.stdout.buffer


def _resolve(target: str) -> Path:
    """The file that a name leads to: a symbolic link stays, its target is replaced."""
    try:
        # /dev/fd/63 leads to a name that nothing has.
        return Path(target) if _is_special(Path(target)) else Path(os.path.realpath(target))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{target!r}: cannot be written: {error}") from error


def _refuse_doubles(files: Sequence[tuple[Path, str, bytes]]) -> None:
    seen: set[Path] = set()
    for path, name, _ in files:
        if path in seen and not _is_special(path):
            raise ConfigError(f"{name}: two reports would be written to this file")
        seen.add(path)


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


def _write_beside(path: Path, name: str, data: bytes) -> Path:
    """A complete temporary file in the folder of ``path``, with the permissions that the file has
    or a new file would get."""
    # os.path answers False where pathlib raises (a name that is too long).
    if os.path.isdir(path):  # noqa: PTH112
        raise ConfigError(f"{name}: is a folder; name a file in it")
    if not os.path.isdir(path.parent):  # noqa: PTH112
        raise ConfigError(f"{name}: the folder does not exist; create it first")
    temporary = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
            if path.exists():
                temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _cannot(name, error) from error
    return temporary


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would translate line ends without it."""


_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def _cannot(name: str, error: Exception) -> ConfigError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return ConfigError(f"{name}: cannot be written: {reason}")
