"""What holds for all tests."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest


def pytest_configure() -> None:
    """A shell that puts the tests in the background has them ignore Ctrl-C, and what they start as
    well: tests of it would wait for ever."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: the tool, which collects garbage between
    documents, need not look through them each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _nothing_old_to_look_through() -> Iterator[None]:
    """Nor through what other modules keep."""
    gc.collect()
    gc.freeze()
    yield
