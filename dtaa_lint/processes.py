"""Starting processes that work for this one."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess


def start(serve: Callable[[Connection], None]) -> tuple[BaseProcess, Connection]:
    """A new process that runs ``serve``, and this end of its connection. It ends with this process
    at the latest. ``serve`` is to ignore SIGINT: Ctrl-C is this process's business."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there,), daemon=True)
    # A child that starts with the signal ignored keeps it so until it can say so itself.
    main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main_thread else None
    try:
        process.start()
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    there.close()
    return process, here
