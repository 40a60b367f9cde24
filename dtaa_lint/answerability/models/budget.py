"""A hard limit on what a run may cost.

Before a call is sent, the most that it can cost is set aside; when it is answered, what it did cost
is booked and the rest is free again. A call for which nothing is left waits for those in flight,
and is refused when none is: so the limit holds, and what is done is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from dtaa_lint.answerability.models.interface import Call, Reply
from dtaa_lint.answerability.models.prices import Prices, bytes_of, most_input

REPAIR_ROOM = 4
"""A repair may be so many times as long as the call allows: where a reply was cut at its end, the
same length would cut it again."""
_LEARNT = 8
"""Replies of a model after which its tokens per byte are known well enough."""
_MARGIN = 1.5
"""By how much a call may have more tokens per byte than any before it."""


class Budget:
    """Money of one run, for calls in flight and done."""

    def __init__(self, limit: float | None, prices: Prices, spent: Callable[[], float]) -> None:
        """``spent`` says what the ledger has booked so far, US dollars."""
        self.limit = limit
        self._prices = prices
        self._spent = spent
        self._reserved = 0.0
        self._flying = 0
        self._stopped = False
        self._changed = asyncio.Condition()
        self._seen: dict[str, tuple[int, float]] = {}

    def most(self, call: Call, *, batch: bool = False) -> float | None:
        """US dollars that a call can cost at most, its repair included; None where no price is
        known."""
        count, ratio = self._seen.get(call.model, (0, 1.0))
        per_byte = min(1.0, ratio * _MARGIN) if count >= _LEARNT else 1.0
        given = most_input(bytes_of(call), per_byte)
        first = self._prices.cost(call.model, given, call.max_tokens, batch=batch)
        longer = call.max_tokens * REPAIR_ROOM
        again = self._prices.cost(call.model, given + call.max_tokens, longer)
        return None if first is None or again is None else first + again

    def refusal(self) -> str:
        """Why a call was not sent."""
        return (
            f"not sent: the budget of ${self.limit:,.2f} is spent "
            f"(${self._spent():,.4f}; a further call could exceed it)"
        )

    async def reserve(self, call: Call, *, batch: bool = False) -> float | None:
        """Sets the most that a call can cost aside, once it fits; None when it never will."""
        if self.limit is None:
            return 0.0
        most = self.most(call, batch=batch)
        if most is None:
            return None
        async with self._changed:
            while not self._stopped and not self._fits(most):
                if self._flying == 0:
                    self._stopped = True
                    break
                await self._changed.wait()
            if self._stopped:
                self._changed.notify_all()
                return None
            self._reserved += most
            self._flying += 1
            return most

    def at_once(self, call: Call) -> float | None:
        """Sets the most that a call in a batch can cost aside; None when it does not fit now."""
        if self.limit is None:
            return 0.0
        most = self.most(call, batch=True)
        if most is None or not self._fits(most):
            return None
        self._reserved += most
        self._flying += 1
        return most

    async def settle(self, reserved: float) -> None:
        """Frees what was set aside, after the ledger has booked what was paid."""
        if self.limit is None:
            return
        async with self._changed:
            self._reserved = max(0.0, self._reserved - reserved)
            self._flying -= 1
            self._changed.notify_all()

    def learn(self, call: Call, reply: Reply) -> None:
        """Notes how many tokens a model makes of a byte."""
        if reply.cached or reply.input_tokens <= 0:
            return
        count, ratio = self._seen.get(call.model, (0, 0.0))
        self._seen[call.model] = (count + 1, max(ratio, reply.input_tokens / bytes_of(call)))

    def _fits(self, most: float) -> bool:
        return self.limit is not None and self._spent() + self._reserved + most <= self.limit
