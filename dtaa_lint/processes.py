"""Starting processes that work for this one."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType

_starting = threading.Lock()


def start(serve: Callable[[Connection], None]) -> tuple[BaseProcess, Connection]:
    """A new process that runs ``serve``, and this end of its connection. It ends with this process
    at the latest. ``serve`` is to ignore SIGINT: Ctrl-C is this process's business."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve_quietly, args=(serve, there), daemon=True)
    # A child that starts with the signal ignored keeps it so until it can say so itself.
    main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main_thread else None
    try:
        with _starting, _main_stays_here():
            process.start()
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    there.close()
    return process, here


def _serve_quietly(serve: Callable[[Connection], None], connection: Connection) -> None:
    if not sys.warnoptions:
        # They are for programmers.
        warnings.simplefilter("ignore")
    serve(connection)


class _StandIn(ModuleType):
    """Looks like the main module to all but those who want to know where it came from."""

    def __init__(self, main: ModuleType) -> None:
        super().__init__("__main__")
        self.__dict__["_main"] = main

    def __getattr__(self, name: str) -> object:
        if name == "__file__":
            raise AttributeError(name)
        return getattr(self.__dict__["_main"], name)


@contextmanager
def _main_stays_here() -> Iterator[None]:
    """``spawn`` would run the main module of this process again in the new one, which needs nothing
    of it: the script of somebody who uses this package as a library, guarded against that or not.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = _StandIn(main)
    try:
        yield
    finally:
        sys.modules["__main__"] = main
