"""The task universe of a document: every candidate that a motif fired on, eligible or rejected."""

from __future__ import annotations

from collections.abc import Iterator

from dtaa_lint.graph.view import View
from dtaa_lint.tasks.model import Candidate, Task


class Universe:
    """SKETCH of the interface (the tasks package implements it)."""

    view: View
    candidates: list[Candidate]
    """In a fixed order: motif by motif, reading order within."""

    def task(self, index: int) -> Task:
        """The canonical task of the eligible candidate at ``index``."""
        raise NotImplementedError

    def tasks(self) -> Iterator[Task]:
        """Every eligible task, in order."""
        raise NotImplementedError


def enumerate_tasks(view: View) -> Universe:
    """SKETCH: detects, validates and deduplicates."""
    raise NotImplementedError
