"""An answering process while it runs: started, written to, heard, and ended whatever it does.

Each of its pipes is served by a thread, so that a process that hangs, or one of its own that keeps
a pipe open, holds nobody up.
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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from typing import IO

from dtaa_lint.answerability.answering.confine import Allowed, import_roots
from dtaa_lint.answerability.models.secrets import GONE

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from dtaa_lint.answerability.answering.worker import main; main()"
)
_KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_TOKEN = "DTAA_LINT_HTTP_TOKEN"
_FOR_NETWORK = (
    _TOKEN, "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""Of the environment, where a system is an endpoint."""
_SHORTEST = 4
"""Characters of a token that is taken out."""
_LAST = 5
"""Lines of a process's last words that are shown."""
_LINE = 64_000_000
"""Bytes of one answer of the process."""
_AHEAD = 4
"""Answers that are read before they are wanted."""
_LOOK = 0.5
"""Seconds between looks at whether a silent process is still there."""


class Running:
    """One process. ``close`` ends it."""

    def __init__(self, allowed: Allowed, sent: bytes) -> None:
        """Starts it and tells it what it begins with. Raises OSError."""
        self._process = process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, json.dumps(_search_path()), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=allowed.scratch,
            env=environment(allowed),
            close_fds=True,
            # Ctrl-C is this process's business.
            start_new_session=True,
        )
        assert process.stdin and process.stdout and process.stderr
        self._without = _redaction(allowed)
        self._last: deque[bytes] = deque(maxlen=_LAST)
        self._lines: Queue[bytes] = Queue(_AHEAD)
        self._told: Queue[bytes | None] = Queue()
        self._over = threading.Event()
        self._errors = threading.Thread(target=self._drain, args=(process.stderr,), daemon=True)
        self._served = [
            (self._errors, process.stderr),
            (threading.Thread(target=self._read, args=(process.stdout,), daemon=True),
             process.stdout),
            # It may be ended before it has read everything. The pipe stays open: that it closes
            # tells the process that its parent is no more.
            (threading.Thread(target=self._write, args=(process.stdin,), daemon=True),
             process.stdin),
        ]  # fmt: skip
        self.send(sent)
        for thread, _ in self._served:
            thread.start()

    def send(self, data: bytes) -> None:
        """Tells it more, behind what it was told before."""
        self._told.put(data)

    def line(self, seconds: float) -> bytes | None:
        """The next line that it writes; empty at the end, None where the time is over."""
        until = time.monotonic() + seconds
        ended = False
        while (left := until - time.monotonic()) > 0:
            try:
                return self._without(self._lines.get(timeout=min(left, _LOOK)))
            except Empty:
                if ended:
                    return b""
                # What it wrote last may still be on its way.
                ended = self._process.poll() is not None
        return None

    def last_words(self) -> str:
        """How a process came to its end of which nothing more comes."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.poll()
        # Its last words may still be on their way.
        self._errors.join(1)
        said = self._without(b" ".join(self._last)).decode(errors="replace").strip()
        how = "closed its output" if status is None else f"ended with status {status}"
        return how + (f": {said[-500:]}" if said else "")

    def kill(self) -> None:
        """Ends it with all that it started."""
        process = self._process
        if os.name == "posix" and process.returncode is None:
            # It has a session, and so a group, of its own.
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()

    def close(self) -> None:
        """Ends it, and lets go of what it held."""
        self._over.set()
        self._told.put(None)
        self.kill()
        self._process.wait()
        for thread, pipe in self._served:
            # Another process may hold the other end still; its pipe is left alone.
            thread.join(1)
            if not thread.is_alive():
                with suppress(OSError):
                    pipe.close()

    def _read(self, stream: IO[bytes]) -> None:
        line = b"-"
        while line and not self._over.is_set():
            try:
                line = stream.readline(_LINE)
            except (OSError, ValueError):
                line = b""
            while not self._over.is_set():
                try:
                    self._lines.put(line, timeout=_LOOK)
                    break
                except Full:
                    continue

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (data := self._told.get()) is not None:
                stream.write(data)
                stream.flush()

    def _drain(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(4_096):
                self._last.append(line.strip())


def environment(allowed: Allowed) -> dict[str, str]:
    """The variables that the process gets: none of this process's keys."""
    names = (*_KEPT, *(_FOR_NETWORK if allowed.network else ()))
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"), allowed.scratch)
    return {**kept, **own, "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"}


def _redaction(allowed: Allowed) -> Callable[[bytes], bytes]:
    """What takes the service's token out of what the process says: a service may repeat it."""
    token = os.environ.get(_TOKEN, "").strip() if allowed.network else ""
    if len(token) < _SHORTEST:
        return lambda data: data
    plain, escaped = token.encode(errors="surrogateescape"), json.dumps(token)[1:-1].encode()
    return lambda data: data.replace(plain, GONE.encode()).replace(escaped, GONE.encode())


def _search_path() -> list[str]:
    """Where modules are imported from, as here, without the working directory's empty name."""
    zips = [path for path in sys.path if path.endswith(".zip")]
    return list(dict.fromkeys([*zips, *import_roots(), str(Path(__file__).parents[3])]))
