"""One line of progress on stderr, for people at a terminal only."""

from __future__ import annotations

import shutil
import sys
import time

_DELAY = 0.7
"""Seconds before anything is shown: short runs stay silent."""
_INTERVAL = 0.1


class Progress:
    """Shows which file and page is being read. Silent unless stderr is a terminal."""

    def __init__(self, files: int, wanted: bool) -> None:
        self._files = files
        self._on = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + _DELAY
        self._shown = False
        self._prefix = ""

    def file(self, done: int, name: str) -> None:
        """``done`` files are finished; ``name`` is the one at hand, or the last one finished."""
        self._prefix = f"{done}/{self._files} {name}" if self._files > 1 else name
        self._show(self._prefix)

    def page(self, done: int, pages: int) -> None:
        if self._on:
            self._show(f"{self._prefix}  page {done}/{pages}")

    def _show(self, text: str) -> None:
        if not self._on:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _INTERVAL
        self._shown = True
        width = max(20, shutil.get_terminal_size().columns - 1)
        line = "".join(char if char.isprintable() else "?" for char in text)
        self._write("\r\x1b[K" + line[-width:])

    def clear(self) -> None:
        """Takes the line away again."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            # The terminal has gone; the report is what matters.
            self._on = False
