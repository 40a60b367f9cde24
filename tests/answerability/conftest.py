"""Runs of an assessment, mostly without a process for the answering side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.answerability.here import answer_apart, answer_here


@pytest.fixture(scope="package", autouse=True)
def _answering_here() -> Iterator[None]:
    """A process reads a second long the weights that another test's has read: here they are read
    once. That the process is apart is shown by the tests of isolation, and by runs of each tier."""
    with pytest.MonkeyPatch.context() as patch:
        answer_here(patch)
        yield


@pytest.fixture
def own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answering side runs in a process of its own, as for users."""
    answer_apart(monkeypatch)
