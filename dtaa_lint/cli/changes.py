"""What has changed, and has come to rest: decided from one look at the files after the other.

Programs write exports in different ways: over the old file, piece by piece; under another name,
which then replaces the old one; or by deleting first. So a change counts when two looks in a row
show the same, and for some changes only after a number of looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Stamp: TypeAlias = tuple[object, ...]
"""What is another one when a file has changed."""
Snapshot: TypeAlias = Mapping[str, Stamp]
"""Name -> stamp of everything that is watched."""
GONE: Stamp = ()
"""The stamp of what is not there."""
PATIENCE = 10
"""Looks for which changes that have come to rest wait for others that have not."""


class Changes:
    """Which changes are due. The first look makes everything due that is there."""

    def __init__(self) -> None:
        self._handled: dict[str, Stamp] = {}
        self._before: Snapshot | None = None
        self._looks: dict[str, int] = {}
        """Pending changes -> the looks that saw them."""

    @property
    def pending(self) -> frozenset[str]:
        """The names whose change is not handled."""
        return frozenset(self._looks)

    def due(self, now: Snapshot, needed: Callable[[str, Stamp], int]) -> frozenset[str]:
        """The names whose change is to be handled now; empty when there is none, or none yet.

        ``needed(name, stamp)`` is how many looks a change to ``stamp`` must have been seen for. It
        is asked only about changes that have come to rest.
        """
        pending = sorted(
            name
            for name in now.keys() | self._handled.keys()
            if now.get(name, GONE) != self._handled.get(name, GONE)
        )
        before, self._before = self._before, now
        self._looks = {name: self._looks.get(name, 0) + 1 for name in pending}
        if before is None:
            return frozenset(pending)
        ready = [
            name
            for name in pending
            if now.get(name, GONE) == before.get(name, GONE)
            and self._looks[name] > needed(name, now.get(name, GONE))
        ]
        if len(ready) < len(pending) and all(self._looks[name] <= PATIENCE for name in ready):
            return frozenset()
        return frozenset(ready)

    def handle(self, changes: Snapshot) -> None:
        """From now on the state of these names is what is known of them."""
        for name, stamp in changes.items():
            if stamp == GONE:
                self._handled.pop(name, None)
            else:
                self._handled[name] = stamp
            self._looks.pop(name, None)
