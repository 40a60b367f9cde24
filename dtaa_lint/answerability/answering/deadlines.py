"""How long systems may take: a system that hangs costs itself, and not the run."""

from __future__ import annotations

from dataclasses import dataclass

_SLOW = 20_000
"""Bytes of a document for which a second is added."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for a small document; a large one has a second more for every 20 kB."""

    indexing: float = 300.0
    """Until a system is ready: starting, reading the document, its index."""
    question: float = 60.0
    """Until a system has given its items for one question."""

    def scaled(self, size: int) -> Times:
        """The times for a document of so many bytes."""
        more = size / _SLOW
        return Times(self.indexing + more, self.question + more)


SMALL = Times()
