"""``http``: a user's own assistant, asked over HTTP, so that a team can assess what it runs.

One POST a question, to the URL that was configured and to no other place:

    {"question": "…", "k": 10,
     "document": {"name": "report.pdf", "sha256": "…", "pages": 12}}

and the answer lists items in rank order, best first:

    {"items": [{"id": "a1", "text": "…", "page": 3}]}

``page`` is 1-based and optional; ``id`` is optional. The document itself is not sent: the assistant
has it. A token goes into the header ``Authorization`` from an environment variable, never from a
configuration file, and to the configured URL alone: a redirect is refused and said.

What comes is bounded in bytes and in time, and whatever is wrong with it costs one question.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping, Sequence
from http.client import HTTPResponse
from pathlib import PurePath
from queue import Empty, Queue
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from dtaa_lint.answerability.answering.checked import LONGEST_ID
from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.answerability.plain import plain
from dtaa_lint.answerability.urls import HTTP_TOKEN, check_system
from dtaa_lint.errors import ConfigError, ProviderError
from dtaa_lint.hidden import visible, whole_text
from dtaa_lint.words import cut

TIMEOUT = 45.0
"""Seconds that an answer may take, from the connection to its last byte. Less than a question may
take (``deadlines.Times``), so that an endpoint that is slow loses a question and not all."""
LARGEST = 8_000_000
"""Bytes of an answer that are read."""
_PIECE = 65_536
_DIGITS = 18
"""Of a number as an id."""
_SAID = 200
"""Characters of an endpoint's own words that are told."""
TOKEN = HTTP_TOKEN
"""Environment variable of the token."""


class HttpSystem:
    """An endpoint as a system under test."""

    name = "http"

    def __init__(self, url: str, timeout: float = TIMEOUT, token: str | None = None) -> None:
        """Raises ConfigError for a URL that cannot be asked, and for a token that no header can
        hold, which is not repeated."""
        check_system(url)
        self._url = url
        self._timeout = timeout
        self._token = (os.environ.get(TOKEN, "") if token is None else token).strip()
        if not (self._token.isascii() and self._token.isprintable()):
            raise ConfigError(f"{TOKEN} holds characters that no token may have")
        self._document: Mapping[str, Any] = {}

    def index(self, document: Document) -> None:
        """Notes which document is asked about; nothing is sent."""
        pdf = document.view.document
        name = PurePath(pdf.path.replace("\\", "/")).name
        self._document = {"name": name, "sha256": pdf.sha256, "pages": len(pdf.pages)}

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        """Asks the endpoint. Raises ProviderError when it gives no usable answer."""
        body = {"question": question, "k": k, "document": self._document}
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = Request(self._url, json.dumps(body).encode(), headers, method="POST")
        try:
            content = json.loads(self._exchange(request))
        except (ValueError, RecursionError) as error:
            raise ProviderError(f"{self._url} does not answer in JSON: {_words(error)}") from error
        return self._items(content)

    def _exchange(self, request: Request) -> bytes:
        """The bytes of the answer, within the time: a socket's own timeout begins anew with each
        byte. Raises ProviderError."""
        came: Queue[bytes | Exception] = Queue()
        late = threading.Event()

        def exchange() -> None:
            try:
                came.put(self._sent(request, late))
            except Exception as error:
                came.put(error)

        threading.Thread(target=exchange, daemon=True).start()
        try:
            found = came.get(timeout=self._timeout)
        except Empty:
            late.set()
            raise ProviderError(
                f"{self._url} gives no answer within {self._timeout:g} seconds"
            ) from None
        if isinstance(found, bytes):
            return found
        if isinstance(found, ProviderError):
            raise found
        if isinstance(found, HTTPError):
            said = _words(f"{found.code} {found.reason}".strip())
            raise ProviderError(f"{self._url} answers {said}") from found
        reason = found.reason if isinstance(found, URLError) else found
        raise ProviderError(f"{self._url} gives no answer: {_words(reason)}") from found

    def _sent(self, request: Request, late: threading.Event) -> bytes:
        """Raises what ``urlopen`` raises, and ProviderError for an answer that is too long or not
        whole."""
        pieces: list[bytes] = []
        size = 0
        with build_opener(_NoRedirect).open(request, timeout=self._timeout) as answer:
            assert isinstance(answer, HTTPResponse)
            while not late.is_set() and (piece := answer.read1(_PIECE)):
                size += len(piece)
                if size > LARGEST:
                    raise ProviderError(f"{self._url} answers with more than {LARGEST:,} bytes")
                pieces.append(piece)
            if answer.length:
                raise ProviderError(
                    f"{self._url} breaks off: {answer.length:,} bytes of its answer are missing"
                )
        return b"".join(pieces)

    def _items(self, content: object) -> list[Item]:
        found = content.get("items") if isinstance(content, dict) else None
        if not isinstance(found, list):
            raise ProviderError(f'{self._url}: the answer has no list "items"')
        items: list[Item] = []
        known: set[str] = set()
        for number, entry in enumerate(found, 1):
            text = entry.get("text") if isinstance(entry, dict) else None
            if not isinstance(text, str):
                raise ProviderError(f'{self._url}: item {number} has no "text"')
            name = self._name(entry.get("id"), number)
            if name in known:
                name = f"{name[: LONGEST_ID // 2]}-{number}"
            while name in known:
                name += "+"
            known.add(name)
            items.append(Item(name, whole_text(text), (), self._page(entry.get("page"))))
        return items

    def _name(self, given: object, number: int) -> str:
        if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 10**_DIGITS:
            return str(given)
        if isinstance(given, str) and 0 < len(given) < LONGEST_ID:
            return whole_text(given)
        return f"item-{number}"

    def _page(self, given: object) -> int:
        """0-based; -1 for what is no page of the document."""
        if not isinstance(given, int) or isinstance(given, bool):
            return -1
        return given - 1 if 0 < given <= self._document.get("pages", 0) else -1


class _NoRedirect(HTTPRedirectHandler):
    """Where an answer is to be had elsewhere, nothing is sent there: neither question nor token."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        where = _words(headers.get("Location") or "somewhere else")
        raise ProviderError(
            f"{req.full_url} redirects to {where} ({code}), where nothing is sent; "
            "name the URL that answers"
        )


def _words(error: object) -> str:
    """What an endpoint, or the network, says, on one line."""
    said = plain(error) if isinstance(error, Exception) else ""
    return cut(visible(said or str(error)), _SAID) or type(error).__name__
