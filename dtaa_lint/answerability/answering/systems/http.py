"""``http``: a user's own assistant, asked over HTTP, so that a team can assess what it runs.

One POST a question, to the URL that was configured and to no other place:

    {"question": "…", "k": 10,
     "document": {"name": "report.pdf", "sha256": "…", "pages": 12}}

and the answer lists items in rank order, best first:

    {"items": [{"id": "a1", "text": "…", "page": 3}]}

``page`` is 1-based and optional; ``id`` is optional. The document itself is not sent: the assistant
has it. A token goes into the header ``Authorization`` from an environment variable, never from a
configuration file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.errors import ConfigError, ProviderError

TIMEOUT = 60.0
"""Seconds that an answer may take."""
LARGEST = 8_000_000
"""Bytes of an answer that are read."""
TOKEN = "DTAA_LINT_HTTP_TOKEN"
"""Environment variable of the token."""


class HttpSystem:
    """An endpoint as a system under test."""

    name = "http"

    def __init__(self, url: str, timeout: float = TIMEOUT, token: str | None = None) -> None:
        """Raises ConfigError for a URL that is not http or https."""
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise ConfigError(f"the endpoint must be an http or https URL, not {url!r}")
        self._url = url
        self._timeout = timeout
        self._token = token if token is not None else os.environ.get(TOKEN, "")
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
            with urlopen(request, timeout=self._timeout) as answer:
                read = answer.read(LARGEST + 1)
        except HTTPError as error:
            raise ProviderError(f"{self._url} answers {error.code} {error.reason}") from error
        except (URLError, OSError, ValueError) as error:
            raise ProviderError(f"{self._url} gives no answer: {error}") from error
        if len(read) > LARGEST:
            raise ProviderError(f"{self._url} answers with more than {LARGEST:,} bytes")
        try:
            content = json.loads(read)
        except ValueError as error:
            raise ProviderError(f"{self._url} does not answer in JSON: {error}") from error
        return self._items(content)

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
            page = entry.get("page")
            at = page - 1 if isinstance(page, int) and page > 0 else -1
            name = str(entry.get("id") or f"item-{number}")
            while name in known:
                name = f"{name}-{number}"
            known.add(name)
            items.append(Item(name, text, (), at))
        return items
