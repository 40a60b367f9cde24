"""Calls in, replies out: cache, budget, ledger, concurrency and batches around a client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Protocol

from dtaa_lint.answerability.models.budget import Budget
from dtaa_lint.answerability.models.cache import Cache, key_of
from dtaa_lint.answerability.models.estimate import Estimate, estimate, needs_of
from dtaa_lint.answerability.models.interface import Call, Client, Reply, ReplyStatus
from dtaa_lint.answerability.models.ledger import Ledger
from dtaa_lint.answerability.models.prices import Prices
from dtaa_lint.answerability.models.settings import ModelSettings
from dtaa_lint.errors import ConfigError

Progress = Callable[[int, int], None]
"""Called with the calls that are answered, and all calls."""
NOT_CACHED = "not in the cache, and nothing is sent in a replay"


@dataclass(frozen=True, slots=True)
class Batched:
    """A reply that came in a batch."""

    key: str
    reply: Reply
    """Its tokens are those of the batch and of the repair together."""
    repair_input: int = 0
    """Tokens of those that a repair had, which is made live and paid in full."""
    repair_output: int = 0


class Batcher(Protocol):
    """What asks many calls of one model at once, later and cheaper."""

    def batches(self, model: str) -> bool:
        """Whether the model's provider has batches. Raises nothing."""
        ...

    async def run(
        self, model: str, calls: Mapping[str, Call], answered: Callable[[Batched], None]
    ) -> None:
        """Answers every call (by key), reporting each reply as soon as it is there; calls that
        were submitted before are collected, not submitted again. Raises nothing but
        cancellation, on which batches stay where they are."""
        ...

    def waiting(self) -> frozenset[str]:
        """Keys of calls that are in a batch which is not collected yet: they are paid."""
        ...

    def close(self) -> None:
        """Closes what it writes to; batches under way stay where they are."""
        ...


class ModelRunner(AbstractContextManager["ModelRunner"]):
    """The ``Runner`` of the seam. One for a run, and in one thread; close it."""

    def __init__(
        self,
        settings: ModelSettings,
        client: Client,
        cache: Cache | None,
        prices: Prices,
        ledger: Ledger | None = None,
        *,
        batcher: Batcher | None = None,
        replay: bool = False,
        close: Callable[[], object] | None = None,
    ) -> None:
        """``replay`` answers from the cache alone. ``close`` makes what the client has to close,
        awaited at the end. Raises ``ConfigError`` for a limit on the cost of a model whose price
        nobody knows: it could not be held."""
        if settings.max_cost is not None and not replay:
            unknown = [name for name in settings.models if not prices.knows(name)]
            if unknown:
                raise ConfigError(
                    f"max-cost cannot be held: no price is known for {', '.join(unknown)}; set it "
                    "under models.prices"
                )
        self._settings = settings
        self._client = client
        self._cache = cache
        self._prices = prices
        self._batcher = batcher if settings.batch else None
        self._replay = replay
        self._close = close
        self._loop: asyncio.Runner | None = None
        self.ledger = Ledger(prices) if ledger is None else ledger
        self.budget = Budget(settings.max_cost, prices, lambda: self.ledger.total.cost)
        self.cached = 0
        """Calls that the cache answered."""

    @property
    def cost(self) -> float:
        """US dollars so far, of calls whose price is known."""
        return self.ledger.total.cost

    def estimate(self, calls: Sequence[Call]) -> Estimate:
        """What ``run`` would send and pay for these calls."""
        unique = {key_of(call): call for call in calls}
        paid = self._batcher.waiting() if self._batcher is not None else frozenset()
        known = {
            id(call)
            for key, call in unique.items()
            if key in paid or (self._cache is not None and self._cache.get(key) is not None)
        }
        needs, cached = needs_of(tuple(unique.values()), lambda call: id(call) in known)
        return estimate(needs, self._prices, cached=cached, batched=self._batched)

    def run(self, calls: Sequence[Call], progress: Progress | None = None) -> list[Reply]:
        """The replies, in the order of the calls; equal calls are made once. What goes wrong is a
        reply with status ERROR. Interrupted, it keeps what is done in cache and ledger."""
        if self._loop is None:
            self._loop = asyncio.Runner()
        return self._loop.run(self._run(calls, progress))

    def forget(self, calls: Iterable[Call]) -> None:
        """Takes the replies to these calls out of the cache: they were of no use."""
        if self._cache is not None:
            for call in calls:
                self._cache.drop(key_of(call))

    def close(self) -> None:
        if self._loop is not None:
            if self._close is not None:
                self._loop.run(_awaited(self._close()))
            self._loop.close()
            self._loop = None
        if self._batcher is not None:
            self._batcher.close()
        self.ledger.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def _run(self, calls: Sequence[Call], progress: Progress | None) -> list[Reply]:
        keys = [key_of(call) for call in calls]
        unique = dict(zip(keys, calls, strict=True))
        times: dict[str, int] = {}
        for key in keys:
            times[key] = times.get(key, 0) + 1
        replies: dict[str, Reply] = {}
        done = 0

        def answered(key: str, reply: Reply) -> None:
            nonlocal done
            replies[key] = reply
            done += times[key]
            if progress is not None:
                progress(done, len(calls))

        waiting: dict[str, Call] = {}
        for key, call in unique.items():
            stored = self._cache.get(key) if self._cache is not None else None
            if stored is not None:
                self.cached += times[key]
                answered(key, stored)
            elif self._replay:
                answered(key, Reply(ReplyStatus.ERROR, error=NOT_CACHED))
            else:
                waiting[key] = call
        await self._send(waiting, answered)
        return [replies[key] for key in keys]

    async def _send(
        self, waiting: Mapping[str, Call], answered: Callable[[str, Reply], None]
    ) -> None:
        pools: dict[str, dict[str, Call]] = {}
        live: dict[str, Call] = {}
        for key, call in waiting.items():
            if self._batched(call.model):
                pools.setdefault(call.model, {})[key] = call
            else:
                live[key] = call
        queue = iter(live.items())
        workers = min(self._settings.concurrency, len(live))
        async with asyncio.TaskGroup() as group:
            for model, pool in sorted(pools.items()):
                group.create_task(self._pool(model, pool, answered))
            for _ in range(workers):
                group.create_task(self._work(queue, answered))

    async def _work(
        self, queue: Iterator[tuple[str, Call]], answered: Callable[[str, Reply], None]
    ) -> None:
        for key, call in queue:
            reserved = await self.budget.reserve(call)
            if reserved is None:
                answered(key, Reply(ReplyStatus.ERROR, error=self.budget.refusal()))
                continue
            try:
                reply = await self._complete(call)
                self._keep(key, call, reply)
            finally:
                await self.budget.settle(reserved)
            answered(key, reply)

    async def _pool(
        self, model: str, pool: Mapping[str, Call], answered: Callable[[str, Reply], None]
    ) -> None:
        """One model's calls in batches: as many as the budget allows at a time."""
        assert self._batcher is not None
        pending = dict(pool)
        while pending:
            paid = self._batcher.waiting()
            wave: dict[str, Call] = {}
            rooms: list[float] = []
            for key, call in pending.items():
                # What was submitted before is paid, and collected whatever is left.
                room = 0.0 if key in paid else self.budget.at_once(call)
                if room is not None:
                    wave[key] = call
                    if key not in paid:
                        rooms.append(room)
            if not wave:
                for key in pending:
                    answered(key, Reply(ReplyStatus.ERROR, error=self.budget.refusal()))
                return

            def came(found: Batched, wave: Mapping[str, Call] = wave) -> None:
                self._keep(found.key, wave[found.key], found.reply, found)
                answered(found.key, found.reply)

            try:
                await self._batcher.run(model, wave, came)
            finally:
                for room in rooms:
                    await self.budget.settle(room)
            pending = {key: call for key, call in pending.items() if key not in wave}

    async def _complete(self, call: Call) -> Reply:
        try:
            return await self._client.complete(call)
        except Exception as error:
            # A client raises nothing; one that does costs a reply and not the run.
            return Reply(ReplyStatus.ERROR, error=f"the client failed: {type(error).__name__}")

    def _keep(self, key: str, call: Call, reply: Reply, batch: Batched | None = None) -> None:
        # The ledger first: what is booked and not kept is paid again and said so; the other way
        # round a crash would hide a payment.
        if batch is None:
            self.ledger.add(call, key, reply)
        else:
            given, out = batch.repair_input, batch.repair_output
            first = replace(
                reply,
                input_tokens=reply.input_tokens - given,
                output_tokens=reply.output_tokens - out,
            )
            self.ledger.add(call, key, first, batch=True)
            if given or out:
                self.ledger.add(call, key, replace(reply, input_tokens=given, output_tokens=out))
        if self._cache is not None:
            self._cache.put(key, reply)
        self.budget.learn(call, reply)

    def _batched(self, model: str) -> bool:
        return self._batcher is not None and self._batcher.batches(model)


async def _awaited(found: object) -> None:
    if asyncio.iscoroutine(found):
        await found
