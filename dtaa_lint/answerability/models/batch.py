"""Many calls at half price: the batch interfaces of Anthropic and OpenAI, through pydantic-ai.

Calls are pooled by the stage, over all documents. What is submitted is written down first
(``handles``); a run that was killed collects the same batch. Each call ends as a reply: requests
that expired or failed for a passing reason are submitted once more, cancelled ones are errors, and
a reply that does not fit is repaired live.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.models.handles import BatchStore, Handle, Intent
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus
from dtaa_lint.answerability.models.orphans import find_orphan
from dtaa_lint.answerability.models.providers import Failed, Providers
from dtaa_lint.answerability.models.retry import is_temporary
from dtaa_lint.answerability.models.runner import Batched

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.batch import Batch, BatchRequest, BatchResult, EncodedBatchRequest

RESUBMISSIONS = 2
"""Times that a request is submitted again."""
FIRST_WAIT = 15.0
"""Seconds between the first looks at a batch; each further wait is half as long again."""
LONGEST_WAIT = 300.0
FAILED_CHECKS = 8
"""Looks at a batch that may fail one after the other before the run gives up waiting. The batch
stays where it is, and a later run collects it."""
MOST_REQUESTS = 10_000
"""Requests of one batch: a smaller batch is ready earlier, and loses less."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Again:
    """A request that did not run for a passing reason."""

    why: str


class ProviderBatches:
    """The ``Batcher`` of the runner."""

    def __init__(
        self,
        providers: Providers,
        store: BatchStore,
        *,
        first_wait: float = FIRST_WAIT,
        longest_wait: float = LONGEST_WAIT,
        say: Say = lambda _: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``say`` is told, in a sentence, what people must know of: batches that are waited for,
        found again, or lost."""
        self._providers = providers
        self._store = store
        self._first_wait = first_wait
        self._longest_wait = longest_wait
        self._say = say
        self._sleep = sleep
        self._answered: set[str] = set()

    def batches(self, model: str) -> bool:
        try:
            return self._providers.service(model).model.batch_max_requests is not None
        except Failed:
            return False

    def waiting(self) -> frozenset[str]:
        return frozenset(key for handle in self._store.open() for key in handle.intent.keys)

    def close(self) -> None:
        self._store.close()

    async def run(
        self, model: str, calls: Mapping[str, Call], answered: Callable[[Batched], None]
    ) -> None:
        left = dict(calls)
        reasons: dict[str, str] = {}
        seen: set[int] = set()
        try:
            service = self._providers.service(model).model
            await self._adopt(model, service)
            for round_number in range(RESUBMISSIONS + 1):
                handles = [
                    handle
                    for handle in self._store.open(model)
                    if handle.intent.number not in seen
                    and any(key in left for key in handle.intent.keys)
                ]
                held = {key for handle in handles for key in handle.intent.keys}
                fresh = {key: call for key, call in left.items() if key not in held}
                if round_number and fresh:
                    self._say(f"{model}: {len(fresh):,} requests are submitted once more")
                if fresh:
                    handles += await self._submit(model, service, fresh, left, answered)
                if not handles:
                    break
                seen |= {handle.intent.number for handle in handles}
                async with asyncio.TaskGroup() as group:
                    for handle in handles:
                        group.create_task(self._collect(service, handle, left, reasons, answered))
                if not left:
                    return
        except Failed as error:
            reasons = dict.fromkeys(left, self._providers.clean(error))
        except ExceptionGroup as failures:
            expected, other = failures.split(Failed)
            if other is not None:
                raise
            first = expected.exceptions[0] if expected is not None else failures
            reasons = dict.fromkeys(left, self._providers.clean(first))
        for key in list(left):
            error_text = reasons.get(key, "the batch ended without a reply")
            answered(Batched(key, Reply(ReplyStatus.ERROR, error=error_text)))

    async def _adopt(self, model: str, service: Model) -> None:
        """Looks for batches that were submitted when a process died before it knew their names."""
        for intent in self._store.orphans(model):
            try:
                found = await find_orphan(service, intent, self._store.known())
            except Exception as error:
                raise Failed(
                    f"{model}: a batch may have been submitted before this run was interrupted, "
                    f"and the provider cannot be asked: {self._providers.said(error)}"
                ) from error
            if found is None:
                self._store.ended(intent, "refused")
            else:
                self._say(f"{model}: batch {found.id} of an interrupted run is found again")
                self._store.submitted(intent, _dump(found))

    async def _submit(
        self,
        model: str,
        service: Model,
        fresh: Mapping[str, Call],
        left: dict[str, Call],
        answered: Callable[[Batched], None],
    ) -> list[Handle]:
        reached = self._providers.service(model)
        first = next(iter(fresh.items()))
        if reached.structured and not await self._takes_schema(service, *first):
            reached.structured = False
        structured = reached.structured
        groups: dict[str, list[EncodedBatchRequest]] = {}
        for key, call in fresh.items():
            try:
                encoded = await service.batch_encode(self._request(key, call, structured))
            except Exception as error:
                # One that no batch can hold costs a reply and not the batch.
                del left[key]
                text = self._providers.said(error)
                answered(Batched(key, Reply(ReplyStatus.ERROR, error=text)))
                continue
            groups.setdefault(encoded.group, []).append(encoded)
        handles: list[Handle] = []
        for _, requests in sorted(groups.items()):
            for chunk in _chunks(service, requests):
                keys = tuple(request.custom_id for request in chunk)
                intent = self._store.submitting(model, keys, structured)
                try:
                    batch = await service.batch_create(chunk)
                except Exception as error:
                    if _never_arrived(error):
                        self._store.ended(intent, "refused")
                    # The other batches are waited for all the same.
                    reply = Reply(ReplyStatus.ERROR, error=self._providers.said(error))
                    for key in keys:
                        del left[key]
                        answered(Batched(key, reply))
                    continue
                handles.append(self._store.submitted(intent, _dump(batch)))
                self._say(
                    f"{model}: batch {batch.id} of {len(keys):,} requests is submitted; it may "
                    "take up to a day, and the run can be interrupted and resumed"
                )
        return handles

    async def _takes_schema(self, service: Model, key: str, call: Call) -> bool:
        try:
            await service.batch_encode(self._request(key, call, True))
        except Exception:
            return False  # Asked in words; what is wrong beside the schema is said then.
        return True

    async def _collect(
        self,
        service: Model,
        handle: Handle,
        left: dict[str, Call],
        reasons: dict[str, str],
        answered: Callable[[Batched], None],
    ) -> None:
        """Waits for a batch and answers its calls; those to be submitted again stay in ``left``.
        Raises ``Failed``."""
        from pydantic_ai.exceptions import ModelHTTPError

        try:
            batch = await self._ended(service, handle)
            results = {found.custom_id: found for found in await service.batch_results(batch)}
        except ModelHTTPError as error:
            if error.status_code != 404:
                raise Failed(f"{handle.intent.model}: {self._providers.said(error)}") from error
            self._say(
                f"{handle.intent.model}: batch {handle.batch.get('id')} is no longer at the "
                "provider; its requests are submitted again"
            )
            self._store.ended(handle.intent, "lost")
            return
        except Failed:
            raise
        except Exception as error:
            raise Failed(f"{handle.intent.model}: {self._providers.said(error)}") from error
        asked = [key for key in handle.intent.keys if key in left]
        repairs: list[tuple[str, Call, Reply, bool]] = []
        for key in asked:
            call = left[key]
            outcome = self._decode(service, handle.intent, key, call, results.get(key))
            if isinstance(outcome, _Again):
                reasons[key] = outcome.why
                continue
            reply, was_cut = outcome
            del left[key]
            if reply.status is ReplyStatus.INVALID:
                repairs.append((key, call, reply, was_cut))
            else:
                answered(Batched(key, reply))
        queue = iter(repairs)
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self._providers.concurrency, len(repairs))):
                group.create_task(self._repair(queue, answered))
        if set(handle.intent.keys) <= self._answered | set(asked):
            self._store.ended(handle.intent, "collected")
        self._answered.update(asked)

    async def _repair(
        self,
        queue: Iterator[tuple[str, Call, Reply, bool]],
        answered: Callable[[Batched], None],
    ) -> None:
        for key, call, first, was_cut in queue:
            both = await self._providers.repair(call, first, was_cut)
            given = both.input_tokens - first.input_tokens
            out = both.output_tokens - first.output_tokens
            answered(Batched(key, both, given, out))

    async def _ended(self, service: Model, handle: Handle) -> Batch:
        from pydantic import TypeAdapter
        from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError
        from pydantic_ai.models.batch import Batch

        batch = TypeAdapter(Batch).validate_python(handle.batch)
        wait, failed = self._first_wait, 0
        while True:
            try:
                batch = await service.batch_status(batch)
                failed = 0
            except ModelAPIError as error:
                if isinstance(error, ModelHTTPError) and not is_temporary(error.status_code):
                    raise
                failed += 1
                if failed >= FAILED_CHECKS:
                    raise
            if batch.status == "ended":
                return batch
            await self._sleep(wait)
            wait = min(wait * 1.5, self._longest_wait)

    def _decode(
        self, service: Model, intent: Intent, key: str, call: Call, result: BatchResult | None
    ) -> tuple[Reply, bool] | _Again:
        from pydantic_ai.exceptions import ModelHTTPError

        if result is None:
            return _Again("the batch ended without a reply")
        if result.status == "expired":
            return _Again("the batch expired before the model was asked")
        try:
            response = service.batch_decode(result, self._request(key, call, intent.structured))
            return self._providers.reply(call, response)
        except Exception as error:
            text = self._providers.said(error)
            if isinstance(error, ModelHTTPError) and is_temporary(error.status_code):
                return _Again(text)
            return Reply(ReplyStatus.ERROR, error=text), False

    def _request(self, key: str, call: Call, structured: bool) -> BatchRequest:
        from pydantic_ai.models.batch import BatchRequest

        return BatchRequest(
            custom_id=key,
            messages=self._providers.messages(call, structured),
            model_settings=self._providers.knobs(call, call.max_tokens, live=False),
            model_request_parameters=self._providers.parameters(call, structured),
        )


def _chunks(service: Model, requests: list[EncodedBatchRequest]) -> list[list[EncodedBatchRequest]]:
    """Requests in batches that the provider takes."""
    most = min(service.batch_max_requests or MOST_REQUESTS, MOST_REQUESTS)
    most_bytes = service.batch_max_bytes
    chunks: list[list[EncodedBatchRequest]] = []
    size = 0
    for request in requests:
        weight = service.batch_request_size(request)
        full = most_bytes is not None and size + weight > most_bytes
        if not chunks or full or len(chunks[-1]) >= most:
            chunks.append([])
            size = 0
        chunks[-1].append(request)
        size += weight
    return chunks


def _never_arrived(error: Exception) -> bool:
    """Whether a failed submission certainly left no batch behind: it was refused, or not sent.
    After a server error or a broken connection there may be one."""
    from pydantic_ai.exceptions import ModelConnectionError, ModelHTTPError, UserError

    if isinstance(error, ModelHTTPError):
        return error.status_code < 500
    if isinstance(error, ModelConnectionError):
        return error.phase in ("pool", "connect")
    return isinstance(error, UserError)


def _dump(batch: Batch) -> dict[str, Any]:
    from pydantic import TypeAdapter
    from pydantic_ai.models.batch import Batch

    dumped: dict[str, Any] = TypeAdapter(Batch).dump_python(batch, mode="json")
    return dumped
