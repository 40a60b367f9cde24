"""What holds for all tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


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
