"""Pictures of pages for reports that show them, drawn by a process of its own.

Limits are counts of pages and bytes, so that the same files give the same report. Only for what
never answers there is a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple, TypeAlias

from dtaa_lint.processes import start
from dtaa_lint.report.interface import PageImage

CHANGED = -1


class Open(NamedTuple):
    """The request to draw pages of another document from now on; answered with the number of its
    pages, 0 when it cannot be opened, ``CHANGED`` when it is not what it was."""

    path: str
    data: bytes | None
    """The bytes, when they did not come from ``path``."""
    password: str | None
    sha256: str
    """What the bytes must have, hexadecimal; empty: any."""


Request: TypeAlias = "Open | int"
"""A document, or a page (0-based) of the one that is open."""
Answer: TypeAlias = "int | PageImage | None"


class Pictured(NamedTuple):
    """A file whose pages may be shown."""

    path: str
    """What the operating system opens."""
    pages: int
    """As the report has them: a file with another number of pages for pdfium is read otherwise
    there, and is not shown. 0: it could not be read."""
    data: bytes | None = None
    """The bytes, when they did not come from ``path``."""
    password: str | None = None
    sha256: str = ""
    """Of the bytes that the report is about, hexadecimal; other ones are not shown. Empty: not
    known."""


class Limits(NamedTuple):
    """How much of one report may be pictures. Each file has its share of the bytes, and of what
    those before it have left."""

    pages: int = 400
    image_bytes: int = 10_000_000
    file_bytes: int = 10_000_000
    """The same of one file, in reports of several parts."""
    seconds: float = 30.0
    """Without an answer the process is taken to hang."""
    losses: int = 2
    """Crashes and hangs after which a file is given up."""
    all_losses: int = 6
    """The same for the report."""


FOLDER_LIMITS = Limits(pages=2_000, image_bytes=60_000_000)
"""Of a report that is a folder of files, one for each document."""


class PagePictures:
    """Draws pages when they are asked for (``report.interface.Pictures``); one document is open at
    a time. To be closed: it is a context manager."""

    def __init__(self, files: Sequence[Pictured], limits: Limits | None = None) -> None:
        self._files = files
        self._limits = limits or Limits()
        self._worker: _Worker | None = None
        self._open = -1
        """Index of the file that is open in the worker."""
        self._given: dict[tuple[int, int], PageImage | None] = {}
        self._unfit: set[int] = set()
        """Files of which there are no pictures."""
        self.changed: set[int] = set()
        """Those that are not shown as they are no longer what the report is about."""
        self._losses: dict[int, int] = {}
        self._drawn = self._bytes = 0
        self._waiting = sum(1 for file in files if file.pages)
        """Files of which no page was asked for yet."""
        self._shares: dict[int, int] = {}
        """File -> bytes that its pages may still take."""

    def __enter__(self) -> PagePictures:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process that draws."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None
            self._open = -1

    def page(self, file: int, page: int) -> PageImage | None:
        """See ``Pictures.page``. Pages that were given are given again."""
        key = (file, page)
        if key not in self._given:
            self._given[key] = self._page(file, page)
        return self._given[key]

    def _page(self, file: int, page: int) -> PageImage | None:
        if not 0 <= file < len(self._files) or not 0 <= page < self._files[file].pages:
            return None
        if file not in self._shares:
            left = (self._limits.image_bytes - self._bytes) // self._waiting
            self._shares[file] = min(left, self._limits.file_bytes)
            self._waiting -= 1
        if file in self._unfit or self._drawn >= self._limits.pages:
            return None
        if sum(self._losses.values()) >= self._limits.all_losses:
            return None
        if self._open != file and not self._opened(file):
            return None
        self._drawn += 1
        image = self._ask(file, page)
        if not isinstance(image, PageImage):
            return None
        size = len(image.data)
        if size > self._shares[file] or self._bytes + size > self._limits.image_bytes:
            # No smaller one is looked for: that the rest is missing must be seen, not guessed.
            self._unfit.add(file)
            return None
        self._shares[file] -= size
        self._bytes += size
        return image

    def _opened(self, file: int) -> bool:
        """Opens a file in the worker; when that fails it stays without pictures."""
        wanted = self._files[file]
        path = str(Path(wanted.path).absolute())
        answer = self._ask(file, Open(path, wanted.data, wanted.password, wanted.sha256))
        if answer == CHANGED:
            self.changed.add(file)
        if answer != wanted.pages:
            self._unfit.add(file)
            return False
        self._open = file
        return True

    def _ask(self, file: int, request: Request) -> Answer:
        """The worker's answer; None when it crashes or hangs over it."""
        if self._worker is None:
            self._worker = _Worker(*start(_serve))
        answered, answer = self._worker.ask(request, self._limits.seconds)
        if not answered:
            self.close()
            lost = self._losses[file] = self._losses.get(file, 0) + 1
            if lost >= self._limits.losses:
                self._unfit.add(file)
        return answer


class _Worker:
    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self._process = process
        self._connection = connection

    def ask(self, request: Request, seconds: float) -> tuple[bool, Answer]:
        """Whether there was an answer, and which."""
        try:
            self._connection.send(request)
            if not self._connection.poll(seconds):
                return False, None
            return True, self._connection.recv()
        except (EOFError, OSError):
            return False, None

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        with suppress(OSError):
            self._connection.close()
        # Nothing that it does is worth waiting for.
        self._process.kill()
        self._process.join()


def _serve(connection: Connection) -> None:
    """The life of the process that draws: this one never loads native code that reads hostile
    files."""
    from dtaa_lint.report.picture_worker import serve

    serve(connection)
