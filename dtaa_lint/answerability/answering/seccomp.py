"""Seccomp: which calls of the kernel a process may make, where there is a filter for them (Linux on
x86-64 and 64-bit ARM).

Landlock knows files and TCP. This is for what it does not know: sockets of any other kind, and
processes that are started by compiled code, and outlive the one that started them.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import sys
from dataclasses import dataclass

_NO_NEW_PRIVS, _GET_SECCOMP, _SET_SECCOMP, _FILTER = 38, 21, 22, 2
"""Of ``prctl``."""
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions: load a word, jump if equal, if not less, if a bit is set, return."""
_NUMBER, _MACHINE, _ARGUMENT = 0, 4, 16
"""Offsets in what a filter is given: the call, the machine, the first argument's lower half."""
_ALLOWED, _REFUSED = 0x7FFF0000, 0x00050000
_THREAD = 0x00010000
"""The flag of ``clone`` that makes a thread, and no process."""
_OTHER_ABI = 0x40000000
"""Calls of the x32 interface on x86-64 begin here."""


@dataclass(frozen=True, slots=True)
class _Calls:
    machine: int
    clone: int
    socket: int
    never: tuple[int, ...]
    """fork, vfork, execve, execveat, ptrace, process_vm_readv, process_vm_writev."""


_EVERYWHERE = (425, 438)
"""io_uring_setup, which would make sockets by another way, and pidfd_getfd."""
_CLONE3 = 435
"""Its flags cannot be seen; libraries go back to ``clone`` where it is not there."""
_KNOWN = {
    "x86_64": _Calls(0xC000003E, 56, 41, (57, 58, 59, 322, 101, 310, 311)),
    "aarch64": _Calls(0xC00000B7, 220, 198, (221, 281, 117, 270, 271)),
}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def available() -> bool:
    """Whether there is a filter for this machine, and a kernel that takes it."""
    if not sys.platform.startswith("linux") or platform.machine() not in _KNOWN:
        return False
    if sys.maxsize < 2**32:
        return False
    try:
        return bool(ctypes.CDLL(None, use_errno=True).prctl(_GET_SECCOMP, 0, 0, 0, 0) >= 0)
    except (OSError, AttributeError):
        return False


def restrict(*, network: bool) -> bool:
    """Refuses, for good, that this process starts programs or other processes, looks into others,
    and without ``network`` opens sockets. Threads that run already are not held: it is called
    before there are any. Returns whether it is in force."""
    if not available():
        return False
    made = _filter(_KNOWN[platform.machine()], network)
    program = _Program(len(made), (_Instruction * len(made))(*made))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0):
        return False
    return bool(libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


def _filter(calls: _Calls, network: bool) -> list[_Instruction]:
    def when(code: int, value: int, then: int, otherwise: int) -> _Instruction:
        return _Instruction(code, then, otherwise, value)

    def refuse(reason: int) -> _Instruction:
        return _Instruction(_RETURN, 0, 0, _REFUSED | reason)

    made = [
        _Instruction(_LOAD, 0, 0, _MACHINE),
        when(_EQUAL, calls.machine, 1, 0),
        refuse(errno.EPERM),
        _Instruction(_LOAD, 0, 0, _NUMBER),
        when(_AT_LEAST, _OTHER_ABI, 0, 1),
        refuse(errno.EPERM),
        when(_EQUAL, _CLONE3, 0, 1),
        refuse(errno.ENOSYS),
    ]
    never = (*calls.never, *_EVERYWHERE, *(() if network else (calls.socket,)))
    for number in never:
        made += [when(_EQUAL, number, 0, 1), refuse(errno.EPERM)]
    made += [
        when(_EQUAL, calls.clone, 0, 3),
        _Instruction(_LOAD, 0, 0, _ARGUMENT),
        when(_ANY_BIT, _THREAD, 1, 0),
        refuse(errno.EPERM),
        _Instruction(_RETURN, 0, 0, _ALLOWED),
    ]
    return made
