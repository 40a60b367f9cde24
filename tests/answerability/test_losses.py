"""A system that gives nothing loses questions; one that gives nothing again and again is left."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

import pytest

from dtaa_lint.answerability.answering import worker
from dtaa_lint.answerability.answering.interface import Document, Item
from dtaa_lint.answerability.answering.process import Asked, Broken, retrieve
from dtaa_lint.errors import ConfigError, ProviderError
from tests.answerability.support import document
from tests.make import el

DOCUMENT = document(el("P", "The fee is 12 euros."))


class Fails:
    """Fails at the questions that it is told to, for that reason."""

    def __init__(self, why: Callable[[int], str]) -> None:
        self._why = why
        self.asked = 0

    def index(self, document: Document) -> None:
        """Needs none."""

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        self.asked += 1
        if reason := self._why(self.asked):
            raise ProviderError(reason)
        return [Item("a", "b")]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[Any], Fails]]:
    def asked(number: int, why: Callable[[int], str]) -> tuple[list[Any], Fails]:
        """What the process says of so many questions."""
        system = Fails(why)
        questions = [{"id": f"Q{n}", "text": "?"} for n in range(number)]
        sink = BytesIO()
        told = {"budget": 100, "seeds": 10, "window": 90_000}
        try:
            worker._ask("s", system, questions, told, sink)
        except ConfigError as error:
            return [*_lines(sink), str(error)], system
        return _lines(sink), system

    return asked


def _lines(sink: BytesIO) -> list[Any]:
    return [json.loads(line) for line in sink.getvalue().splitlines()][1:]


def test_a_question_is_lost_and_the_others_are_not(ask: Callable[..., Any]) -> None:
    said, system = ask(6, lambda n: "HTTP 500" if n % 2 else "")
    assert ["error" in one for one in said] == [True, False] * 3
    assert system.asked == 6


def test_who_never_answers_is_asked_three_times(ask: Callable[..., Any]) -> None:
    said, system = ask(50, lambda n: "connection refused")
    assert system.asked == 3
    assert said[-1] == "connection refused (asked 3 times in a row)"


def test_who_has_answered_is_asked_ten_times(ask: Callable[..., Any]) -> None:
    said, system = ask(50, lambda n: "connection refused" if n > 5 else "")
    assert system.asked == 15
    assert said[-1] == "connection refused (asked 10 times in a row)"


def test_different_reasons_are_not_one(ask: Callable[..., Any]) -> None:
    said, system = ask(20, lambda n: f"reason {n}")
    assert system.asked == len(said) == 20


def test_an_endpoint_that_is_not_there_is_a_system_that_cannot_be_measured() -> None:
    asked = [Asked(f"Q{n}", "?") for n in range(9)]
    found = list(retrieve("T.pdf", DOCUMENT.data, {"http://127.0.0.1:9/": asked}))
    assert isinstance(found[-1], Broken) and len(found) == 3
    assert "gives no answer" in found[-1].error and "3 times in a row" in found[-1].error
