"""Landlock: the kernel's own fence around a process, where there is one (Linux 5.13 or later).

The audit hook of ``confine`` sees what Python code does. Landlock also holds what compiled code
does: a library that opens a file by itself, a program that is started. What is not granted here
cannot be had again by anything in this process. It says nothing about ``stat``.
"""

from __future__ import annotations

import ctypes
import os
import platform
import stat
import sys
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""Numbers of the system calls, the same on every machine of ``_MACHINES``."""
_MACHINES = frozenset({"x86_64", "aarch64", "riscv64", "ppc64le", "s390x", "loongarch64"})
_NO_NEW_PRIVS = 38
_VERSION = 1
_BENEATH, _PORT = 1, 2
"""Kinds of rules."""

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS = 0b111 | 1 << 14 | 1 << 15
"""Rights that a rule about a file may grant: execute, write, read, truncate, device control."""
_FIRST = (1 << 13) - 1
"""Rights over files of the first version: execute, write, read, list, remove and make of each
kind."""
_LATER = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""Version -> the right that came with it: to move between folders, truncate, device control."""
_NETWORK = 0b11
"""To bind and connect TCP sockets, from version 4."""
_SCOPED = 0b11
"""Abstract sockets and signals of the processes outside, from version 6."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The version of the kernel's interface; 0 where there is none."""
    if not sys.platform.startswith("linux") or platform.machine() not in _MACHINES:
        return 0
    try:
        found: int = ctypes.CDLL(None, use_errno=True).syscall(_CREATE, None, 0, _VERSION)
    except (OSError, AttributeError):
        return 0
    return max(0, found)


def restrict(
    readable: Iterable[str], listed: Iterable[str], writable: Iterable[str], *, network: bool
) -> int:
    """Restricts this process, for good: reading of ``readable`` (files, or folders with all that
    is in them), listing of ``listed``, everything but running programs in ``writable``; TCP only
    with ``network``. Paths that do not exist are passed over. Returns the version in force; 0
    where the kernel has none."""
    found = version()
    if not found:
        return 0
    files = _FIRST
    for since, right in _LATER.items():
        files |= right if found >= since else 0
    rules = _Ruleset(
        files,
        _NETWORK if found >= 4 and not network else 0,
        _SCOPED if found >= 6 else 0,
    )
    # An older kernel refuses a structure that is longer than the one it knows.
    size = 8 if found < 4 else 16 if found < 6 else 24
    libc = ctypes.CDLL(None, use_errno=True)
    ruleset = libc.syscall(_CREATE, ctypes.byref(rules), size, 0)
    if ruleset < 0:
        return 0
    try:
        for path in readable:
            _grant(libc, ruleset, path, _READ_FILE | _READ_DIR)
        for path in listed:
            _grant(libc, ruleset, path, _READ_DIR)
        for path in writable:
            _grant(libc, ruleset, path, files & ~1)
        if libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.syscall(_RESTRICT, ruleset, 0):
            return 0
    finally:
        os.close(ruleset)
    return found


def _grant(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(folder).st_mode):
            rights &= _FILE_RIGHTS
        if rights:
            rule = _Beneath(rights, folder)
            libc.syscall(_ADD, ruleset, _BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(folder)
