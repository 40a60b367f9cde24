"""The answering side without a process of its own, for tests that are not about the process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import Any

import pytest

from dtaa_lint.answerability.answering import child, embed, worker
from dtaa_lint.errors import ConfigError, DtaaError, ProviderError

_EXCHANGE, _START = child.Child._exchange, child.Child.start
_EMBEDDER = embed.make_embedder
_known_embedder = lru_cache(maxsize=None)(_EMBEDDER)
_one_at_a_time = Lock()


def answer_here(patch: pytest.MonkeyPatch) -> None:
    """From now on the answering side runs in this process, over weights that are read once."""
    patch.setattr(child.Child, "start", lambda self, lang: None)
    patch.setattr(child.Child, "_exchange", _exchange)
    patch.setattr(embed, "make_embedder", _known_embedder)


def answer_apart(patch: pytest.MonkeyPatch) -> None:
    """From now on it runs in a process of its own, as for users."""
    patch.setattr(child.Child, "start", _START)
    patch.setattr(child.Child, "_exchange", _EXCHANGE)
    patch.setattr(embed, "make_embedder", _EMBEDDER)


def _exchange(self: Any, questions: bytes, lang: str) -> Iterator[Any]:
    """What the process would give: the same code on the same request, without fences."""
    source, sink = BytesIO(self._told(lang) + questions), BytesIO()
    asked = worker._told(source)
    parts = [source.read(length) for length in asked["parts"]]
    if self._killed:
        return
    with _one_at_a_time:
        try:
            worker._serve(asked, parts, sink, lambda: worker._told(source))
        except ConfigError:
            raise
        except DtaaError as error:
            raise ProviderError(str(error)) from error
    for line in sink.getvalue().splitlines():
        found = self.taken(line)
        if found is not None:
            yield found
