"""Folders for a while, which are gone afterwards even when this process is killed.

A process that is killed removes nothing. Each folder is locked while it is in use, and whoever
makes the next one removes those that nobody holds.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows removes no folder that is in use, and has no such locks.
    fcntl = None  # type: ignore[assignment]

_BEGINNING = "dtaa-lint-"
_MARK = ".scratch"
"""The file that is locked. A folder without it is none of these, whatever it is called."""
_OWN = "own"
_YOUNG = 10.0
"""Seconds before a folder that nobody holds is taken for one that was left: between its making and
its lock there is a moment."""


@contextmanager
def scratch_folder(kind: str) -> Iterator[str]:
    """An empty folder of this process's own. ``kind`` is part of its name."""
    sweep()
    with tempfile.TemporaryDirectory(
        prefix=f"{_BEGINNING}{kind}-", ignore_cleanup_errors=True
    ) as folder:
        held = _lock(folder, os.O_CREAT | os.O_WRONLY)
        own = Path(folder, _OWN)
        own.mkdir(0o700)
        try:
            yield str(own)
        finally:
            if held is not None:
                os.close(held)


def sweep() -> None:
    """Removes the folders that processes left which are no more. Raises nothing."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(_BEGINNING):
                with suppress(OSError):
                    _remove(entry.path)


def _remove(folder: str) -> None:
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return
    if time.time() - found.st_mtime < _YOUNG:
        return
    held = _lock(folder, os.O_RDONLY)
    if held is not None:
        try:
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(held)


def _lock(folder: str, flags: int) -> int | None:
    """A descriptor that holds the folder; None where another one does, where there is no mark, or
    where there are no locks."""
    if fcntl is None:
        return None
    try:
        held = os.open(Path(folder, _MARK), flags, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        return None
    return held
