"""What a fault costs: the rejected candidates that it explains."""

from __future__ import annotations

from collections.abc import Iterable

from dtaa_lint.universe.model import Candidate


class Claims:
    """Counts each rejected candidate under one finding of a rule, the first that explains it."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self._candidates = candidates
        self._claimed: dict[str, set[int]] = {}

    def claim(self, code: str, explains: Iterable[int]) -> dict[str, int]:
        """Rejection reason -> candidates that no earlier finding of the rule has counted."""
        claimed = self._claimed.setdefault(code, set())
        counted: dict[str, int] = {}
        for index in explains:
            if index in claimed:
                continue
            reason = self._candidates[index].reason
            if reason is None:
                continue
            claimed.add(index)
            counted[reason.value] = counted.get(reason.value, 0) + 1
        return dict(sorted(counted.items()))
