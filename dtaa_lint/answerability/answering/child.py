"""One answering process as its parent has it: started, told, heard, and ended whatever it does.

Nothing that it writes is believed, and nothing that it does holds the parent up: what it says comes
through a thread, so that a system that hangs, or a process of its own that keeps the pipe open, has
its time and no more.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from typing import IO, Any, TypeAlias

from dtaa_lint.answerability.answering.confine import Allowed, import_roots
from dtaa_lint.answerability.answering.deadlines import Times
from dtaa_lint.answerability.answering.systems.registry import BUILT_IN
from dtaa_lint.answerability.answering.trace import Lost, read_retrieval
from dtaa_lint.answerability.model import Retrieval
from dtaa_lint.answerability.plain import plain
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.hidden import whole_text

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from dtaa_lint.answerability.answering.worker import main; main()"
)
_KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_FOR_NETWORK = (
    "DTAA_LINT_HTTP_TOKEN", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""Of the environment, where a system is an endpoint."""
_LAST = 5
"""Lines of a process's last words that are shown."""
_LINE = 64_000_000
"""Bytes of one answer of the process."""
_SAID = 2_000
"""Characters of an error that it tells."""
_AHEAD = 4
"""Answers that are read before they are wanted."""
_LOOK = 0.5
"""Seconds between looks at whether a silent process is still there."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A system that cannot be measured on this document."""

    system: str
    error: str


Given: TypeAlias = Retrieval | Lost | Broken


class Child:
    """One process: a document, and the systems that are asked in it."""

    def __init__(
        self, sent: bytes, allowed: Allowed, asked: Mapping[str, Sequence[str]], times: Times
    ) -> None:
        """``asked``: system -> ids of its questions; ``times``: for this document."""
        self._sent = sent
        self._allowed = allowed
        self._left = {system: set(names) for system, names in asked.items()}
        self._ready: set[str] = set()
        self._times = times
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._ended = False

    def exchange(self) -> Iterator[Given]:
        """Starts it, and gives what it gives. What ends it costs the systems that are asked in
        it. Raises ConfigError for an embedder that cannot be had."""
        try:
            yield from self._exchange()
        except ProviderError as error:
            for system in [name for name, left in self._left.items() if left]:
                yield Broken(system, str(error))

    def kill(self) -> None:
        """Ends it with all that it started, or keeps it from being started."""
        self._killed = True
        if self._process is not None:
            _kill(self._process)

    def _exchange(self) -> Iterator[Given]:
        self._process = process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, json.dumps(_search_path()), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._allowed.scratch,
            env=environment(self._allowed),
            close_fds=True,
            # Ctrl-C is this process's business.
            start_new_session=True,
        )
        assert process.stdin and process.stdout and process.stderr
        last: deque[bytes] = deque(maxlen=_LAST)
        lines: Queue[bytes] = Queue(_AHEAD)
        over = threading.Event()
        threads = [
            threading.Thread(target=_drain, args=(process.stderr, last), daemon=True),
            threading.Thread(target=_read, args=(process.stdout, lines, over), daemon=True),
            # It may be ended before it has read everything. The pipe stays open: that it closes
            # tells the process that its parent is no more.
            threading.Thread(target=_write, args=(process.stdin, self._sent), daemon=True),
        ]
        for thread in threads:
            thread.start()
        try:
            if not self._killed:
                yield from self._heard(process, lines, last, threads[0])
        finally:
            over.set()
            _kill(process)
            process.wait()
            for thread, pipe in zip(
                threads, (process.stderr, process.stdout, process.stdin), strict=True
            ):
                # Another process may hold the other end still; its pipe is left alone.
                thread.join(1)
                if not thread.is_alive():
                    with suppress(OSError):
                        pipe.close()

    def _heard(
        self,
        process: subprocess.Popen[bytes],
        lines: Queue[bytes],
        last: deque[bytes],
        errors: threading.Thread,
    ) -> Iterator[Given]:
        """What the process says; ``errors`` reads into ``last`` what it says of itself. Raises
        ProviderError where it says what was not agreed, nothing for too long, or ends before its
        end."""
        while line := self._next(process, lines):
            found = self.taken(line)
            if found is not None:
                yield found
            if self._ended:
                return
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        status = process.poll()
        # Its last words may still be on their way.
        errors.join(1)
        said = b" ".join(last).decode(errors="replace").strip()
        how = "closed its output" if status is None else f"ended with status {status}"
        raise ProviderError(f"the answering process {how}" + (f": {said[-500:]}" if said else ""))

    def taken(self, line: bytes) -> Given | None:
        """What a line of the process says; None for what is no result. Raises ProviderError for
        what was not agreed, ConfigError for an embedder that cannot be had."""
        message = _message(line)
        kind = message.get("kind")
        error = whole_text(str(message.get("error")))[:_SAID]
        if kind == "end":
            self._ended = True
        elif kind == "config" and self._left.keys() & BUILT_IN.keys():
            raise ConfigError(error)
        elif kind in ("config", "failed"):
            raise ProviderError(error)
        elif kind == "ready":
            self._is_ready(message)
        elif kind != "confined":
            return self._found(message, error)
        return None

    def _next(self, process: subprocess.Popen[bytes], lines: Queue[bytes]) -> bytes:
        """The next line; empty at the end."""
        waiting = any(left and name in self._ready for name, left in self._left.items())
        seconds = self._times.question if waiting else self._times.indexing
        until = time.monotonic() + seconds
        ended = False
        while (left := until - time.monotonic()) > 0:
            try:
                return lines.get(timeout=min(left, _LOOK))
            except Empty:
                if ended:
                    return b""
                # What it wrote last may still be on its way.
                ended = process.poll() is not None
        what = "no answer to a question" if waiting else "not ready"
        raise ProviderError(f"{what} within {seconds:,.0f} seconds; the system was ended")

    def _is_ready(self, message: Mapping[str, Any]) -> None:
        system = message.get("system")
        if not isinstance(system, str) or system not in self._left or system in self._ready:
            raise ProviderError("the answering process does not write what was agreed")
        self._ready.add(system)

    def _found(self, message: Mapping[str, Any], error: str) -> Given:
        system = message.get("system")
        if not isinstance(system, str) or system not in self._left:
            raise ProviderError("the answering process speaks for a system that was not asked")
        if message.get("kind") == "broken":
            del self._left[system]
            return Broken(system, error)
        try:
            found = read_retrieval(message)
        except ValueError as wrong:
            raise ProviderError(
                f"the answering process does not keep to the form: {wrong}"
            ) from wrong
        if found.question_id not in self._left[system]:
            raise ProviderError("the answering process answers what was not asked")
        self._left[system].discard(found.question_id)
        return found


def _message(line: bytes) -> Mapping[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        said = plain(error)
        raise ProviderError(f"the answering process does not write JSON: {said}") from error
    if not isinstance(message, dict):
        raise ProviderError("the answering process does not write what was agreed")
    return message


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix" and process.returncode is None:
        # It has a session, and so a group, of its own.
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _read(stream: IO[bytes], lines: Queue[bytes], over: threading.Event) -> None:
    line = b"-"
    while line and not over.is_set():
        try:
            line = stream.readline(_LINE)
        except (OSError, ValueError):
            line = b""
        while not over.is_set():
            try:
                lines.put(line, timeout=_LOOK)
                break
            except Full:
                continue


def _write(stream: IO[bytes], sent: bytes) -> None:
    with suppress(OSError, ValueError):
        stream.write(sent)
        stream.flush()


def _drain(stream: IO[bytes], last: deque[bytes]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(4_096):
            last.append(line.strip())


def environment(allowed: Allowed) -> dict[str, str]:
    """The variables that the process gets: none of this process's keys."""
    names = (*_KEPT, *(_FOR_NETWORK if allowed.network else ()))
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"), allowed.scratch)
    return {**kept, **own, "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"}


def _search_path() -> list[str]:
    """Where modules are imported from, as here, without the working directory's empty name."""
    zips = [path for path in sys.path if path.endswith(".zip")]
    return list(dict.fromkeys([*zips, *import_roots(), str(Path(__file__).parents[3])]))
