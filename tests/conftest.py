"""What holds for all tests."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: the tool, which collects garbage between
    documents, need not look through them each time."""
    gc.collect()
    gc.freeze()
