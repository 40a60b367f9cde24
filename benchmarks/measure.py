"""Whole-process cost of a command: CPU seconds and peak memory of the child and its children."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    cpu: float
    """User and system time, seconds."""
    peak: float
    """Largest resident set, megabytes (10^6 bytes)."""
    status: int
    """Exit status; negative for a signal."""
    output: bytes
    error: bytes


def measure(
    command: Sequence[str], *, timeout: float = 600, env: Mapping[str, str] | None = None
) -> Cost:
    """Runs the command to its end. A command over ``timeout`` (wall seconds) is killed, and says
    so by its status -9. POSIX only."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    assert process.stdout is not None and process.stderr is not None
    killer = threading.Timer(timeout, process.kill)
    killer.start()
    errors: list[bytes] = []
    stderr = process.stderr
    reader = threading.Thread(target=lambda: errors.append(stderr.read()))
    reader.start()
    output = process.stdout.read()
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    killer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(
        cpu=usage.ru_utime + usage.ru_stime,
        peak=usage.ru_maxrss * unit / 1e6,
        status=process.returncode,
        output=output,
        error=errors[0],
    )


def best(command: Sequence[str], runs: int, *, timeout: float = 600) -> Cost:
    """The run with the least CPU time: noise only ever adds."""
    return min((measure(command, timeout=timeout) for _ in range(runs)), key=lambda cost: cost.cpu)
