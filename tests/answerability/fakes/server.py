"""What the fakes have in common: a server on loopback, its record, and faults on order."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Say = Callable[[str, str], str]
"""(system prompt, last message) -> what the model writes."""


@dataclass
class Fault:
    """An answer that is given instead of the right one."""

    status: int
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Seen:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


class Fake:
    """A server in a thread. Subclasses answer in ``answer``."""

    def __init__(self, say: Say = lambda _system, _last: "{}") -> None:
        self.say = say
        self.seen: list[Seen] = []
        self.faults: list[Fault] = []
        """Given one by one, before any right answer."""
        self.headers: dict[str, str] = {}
        """Sent with every right answer."""
        self.lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self._serve("POST")

            def do_GET(self) -> None:
                self._serve("GET")

            def do_DELETE(self) -> None:
                self._serve("DELETE")

            def _serve(self, method: str) -> None:
                data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                kind = self.headers.get("Content-Type") or ""
                is_json = data and kind.startswith("application/json")
                body: Any = json.loads(data) if is_json else data
                headers = {name.lower(): value for name, value in self.headers.items()}
                seen = Seen(method, self.path.partition("?")[0], headers, body)
                with fake.lock:
                    fake.seen.append(seen)
                    fault = fake.faults.pop(0) if fake.faults else None
                if fault is not None:
                    self._send(fault.status, fault.body, fault.headers)
                    return
                try:
                    self._send(200, fake.answer(seen), fake.headers)
                except KeyError as missing:
                    self._send(404, {"error": {"message": f"no {missing}", "type": "not_found"}})

            def _send(self, status: int, body: Any, headers: Mapping[str, str] = {}) -> None:
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                kind = "application/x-jsonl" if isinstance(body, bytes) else "application/json"
                if "Content-Type" not in headers:
                    self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                """Says nothing: the record is ``seen``."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    def answer(self, seen: Seen) -> Any:
        """The right answer. Raises KeyError for what is not there (404)."""
        raise KeyError(seen.path)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def asked(self, method: str, ending: str) -> list[Seen]:
        """Requests whose path ends so."""
        return [one for one in self.seen if one.method == method and one.path.endswith(ending)]

    def __enter__(self) -> Any:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
