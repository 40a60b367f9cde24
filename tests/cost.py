"""What work costs, told from what else the machine does: the best of some tries counts, and no
more are made than are needed."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 6


def cpu(work: Callable[[], object]) -> float:
    """Seconds of this process's CPU time."""
    start = time.process_time()
    work()
    return time.process_time() - start


def within(seconds: float, work: Callable[[], object]) -> bool:
    """Whether work costs less than these seconds."""
    return any(cpu(work) < seconds for _ in range(TRIES))


def grows_less(
    small: Callable[[], object], large: Callable[[], object], times: float, least: float
) -> bool:
    """Whether large work costs less than so many times the small one, and ``least`` seconds."""
    costs: list[tuple[float, float]] = []
    for _ in range(TRIES):
        costs.append((cpu(small), cpu(large)))
        if min(cost for _, cost in costs) < times * min(cost for cost, _ in costs) + least:
            return True
    return False
