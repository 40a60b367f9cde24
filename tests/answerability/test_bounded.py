"""What a service sends costs bounded memory and time, whatever it sends."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from dtaa_lint.answerability.models.interface import Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.parse import LARGEST as LARGEST_REPLY
from dtaa_lint.answerability.models.providers import Providers
from dtaa_lint.answerability.models.settings import make_settings
from tests.answerability.fakes.openai_api import OpenAIFake
from tests.answerability.model_support import call, echo

MODEL = "endpoint:m"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
CHAT = {
    "id": "x", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [
        {"index": 0, "finish_reason": "stop",
         "message": {"role": "assistant", "content": '{"answer": "12"}'}},
    ],
    "usage": {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10},
}  # fmt: skip


class Sent:
    """A server that answers every request with the same pieces, and counts what it got rid of."""

    def __init__(self, pieces: Callable[[], Iterable[bytes]], wait: float) -> None:
        self.asked = self.bytes = 0
        self._pieces, self._wait = pieces, wait
        self._over = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}/v1"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection = self._server.accept()[0]
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            head, _, body = connection.recv(65_536).partition(b"\r\n\r\n")
            (length,) = [
                int(line.split(b":")[1])
                for line in head.splitlines()
                if line.lower().startswith(b"content-length")
            ]
            while len(body) < length:
                body += connection.recv(65_536)
            self.asked += 1
            for piece in self._pieces():
                connection.sendall(piece)
                self.bytes += len(piece)
                if self._over.wait(self._wait):
                    return

    def close(self) -> None:
        self._over.set()
        self._server.close()


@pytest.fixture
def sends() -> Iterator[Callable[..., Sent]]:
    made: list[Sent] = []

    def start(pieces: Callable[[], Iterable[bytes]], wait: float = 0.0) -> Sent:
        made.append(Sent(pieces, wait))
        return made[-1]

    yield start
    for one in made:
        one.close()


def ask(url: str, timeout: float = 60.0) -> Reply:
    async def sleep(seconds: float) -> None:
        """Retries come at once."""

    async def run() -> Reply:
        made = make_settings({Role.ANSWERER: MODEL}, base_url=url, timeout=timeout)
        providers = Providers(made, os.environ, sleep)
        try:
            return await providers.complete(call("What?", MODEL))
        finally:
            await providers.close()

    return asyncio.run(run())


def _bomb() -> bytes:
    """What unpacks to 200 MB."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    made = [packing.compress(b" " * 10_000_000) for _ in range(20)]
    return b"".join([*made, packing.flush()])


def test_what_unpacks_to_more_than_any_reply_is_not_unpacked(
    sends: Callable[..., Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _bomb()
    assert len(data) < 250_000
    unpacked = 0

    class Counting:
        def __init__(self, window: int) -> None:
            self._inner = zlib_decompressobj(window)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._inner, name)

        def decompress(self, piece: bytes, most: int) -> bytes:
            nonlocal unpacked
            found = self._inner.decompress(piece, most)
            assert len(found) <= most
            unpacked += len(found)
            return found

    zlib_decompressobj = zlib.decompressobj
    monkeypatch.setattr(zlib, "decompressobj", Counting)
    server = sends(lambda: [HEAD + b"Content-Encoding: gzip\r\n\r\n", data])
    reply = ask(server.url)
    assert reply.status is ReplyStatus.ERROR
    assert reply.error == f"{MODEL}: the answer is larger than 16,000,000 bytes"
    assert server.asked == 1 and 16_000_000 < unpacked < 17_000_000


def test_an_answer_without_an_end_is_not_read_to_it(sends: Callable[..., Sent]) -> None:
    def endless() -> Iterator[bytes]:
        yield HEAD + b"\r\n"
        for _ in range(200):
            yield b" " * 1_000_000

    server = sends(endless)
    reply = ask(server.url)
    assert "larger than 16,000,000 bytes" in reply.error
    # The rest was in the pipes of the system, or not sent at all.
    assert server.asked == 1 and server.bytes < 60_000_000


@pytest.mark.parametrize("packing", [b"gzip", b"x-gzip", b"identity", b"GZIP, identity"])
def test_packed_answers_are_read(sends: Callable[..., Sent], packing: bytes) -> None:
    body = json.dumps(CHAT).encode()
    body = body if packing == b"identity" else gzip.compress(body)
    # Cut anywhere.
    pieces = [body[at : at + 7] for at in range(0, len(body), 7)]
    head = HEAD + b"Content-Encoding: " + packing + b"\r\n"
    server = sends(lambda: [head, b"Content-Length: %d\r\n\r\n" % len(body), *pieces])
    assert ask(server.url).value == {"answer": "12"}


@pytest.mark.parametrize("packing", [b"br", b"gzip, gzip", b"gzip"])
def test_what_is_packed_in_another_way_is_an_error(
    sends: Callable[..., Sent], packing: bytes
) -> None:
    server = sends(lambda: [HEAD + b"Content-Encoding: " + packing + b"\r\n\r\n", b"no gzip"])
    assert ask(server.url).status is ReplyStatus.ERROR


@pytest.mark.parametrize("body", [False, True])
def test_the_time_is_that_of_the_whole_request(sends: Callable[..., Sent], body: bool) -> None:
    def drops() -> Iterator[bytes]:
        yield HEAD + (b"\r\n" if body else b"")
        for number in range(300):
            yield b" " if body else b"X-%d: y\r\n" % number

    server = sends(drops, 0.1)
    before = time.monotonic()
    reply = ask(server.url, timeout=1)
    # It is asked once more, as for any request that ran out of time.
    assert reply.error == f"{MODEL}: no answer within 1 seconds"
    assert server.asked == 2 and time.monotonic() - before < 10


def test_a_reply_that_is_too_long_is_kept_and_sent_back_in_part() -> None:
    with OpenAIFake(lambda _system, _last: "A " * 2_000_000) as fake:
        reply = ask(f"{fake.url}/v1")
    assert reply.status is ReplyStatus.INVALID
    assert "longer than 400,000 characters" in reply.error
    assert len(reply.text) == LARGEST_REPLY + 1
    first, second = (len(json.dumps(one.body)) for one in fake.seen)
    assert second - first < 50_000


def test_what_fits_the_bounds_is_read() -> None:
    with OpenAIFake(echo) as fake:
        assert ask(f"{fake.url}/v1").value == {"answer": "What?"}
