"""Finding a batch again whose name was never learnt.

A process may die after the provider took a batch and before the answer was written down. Calls are
named after their content, so a batch says itself whether it is the one: OpenAI keeps the file that
it was made of, Anthropic names the calls in the results. Where Anthropic's candidate is still
running, it is taken if it has as many requests: results that are not ours are left aside by their
names, and the calls then go into a batch of their own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dtaa_lint.answerability.models.handles import Intent

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.batch import Batch

NEWEST = 100
"""Batches of the account that are looked at, newest first."""


async def find_orphan(service: Model, intent: Intent, known: frozenset[str]) -> Batch | None:
    """The provider's batch with the intent's calls, none of those ``known``; None when there is
    none. Raises what the provider's software raises."""
    client: Any = getattr(service, "client", None)
    wanted = set(intent.keys)
    if service.system == "openai":
        async for found in _first(client.batches.list(limit=NEWEST)):
            if found.id in known or found.endpoint != "/v1/responses":
                continue
            try:
                content = (await client.files.content(found.input_file_id)).text
            except Exception as error:
                if getattr(error, "status_code", None) != 404:
                    raise
                continue  # Its file is gone: it was collected, and is somebody else's.
            if _names(content) & wanted:
                return await _handle(service, found.id, len(wanted), ("endpoint", "model"))
        return None
    candidates: list[Batch] = []
    async for found in _first(client.beta.messages.batches.list(limit=NEWEST)):
        counts = found.request_counts
        total = (
            counts.processing + counts.succeeded + counts.errored + counts.canceled
            + counts.expired
        )  # fmt: skip
        if found.id in known or total != len(wanted):
            continue
        batch = await _handle(service, found.id, total, ("endpoint", "betas"))
        if batch.status != "ended":
            candidates.append(batch)
        elif {one.custom_id for one in await service.batch_results(batch)} & wanted:
            return batch
    return candidates[-1] if candidates else None


async def _first(page: Any) -> Any:
    """The first page of a list: older batches are of no concern."""
    for found in (await page).data:
        yield found


async def _handle(service: Model, name: str, count: int, parts: tuple[str, ...]) -> Batch:
    """A handle of a batch of which only the name is known, filled by the provider. The group names
    endpoint and model as a request of our own does; ``parts`` are the group's."""
    from datetime import UTC, datetime

    from pydantic_ai.messages import ModelRequest
    from pydantic_ai.models.batch import Batch, BatchRequest

    probe = BatchRequest(custom_id="probe", messages=[ModelRequest.user_text_prompt("x")])
    group = json.loads((await service.batch_encode(probe)).group)
    kept = {part: value for part, value in group.items() if part in parts}
    batch = Batch(
        id=name,
        model_name=service.model_name,
        provider_name=service.system,
        group=json.dumps({**kept, "credential": ""}, sort_keys=True),
        status="in_progress",
        created_at=datetime.fromtimestamp(0, UTC),
        request_count=count,
    )
    return await service.batch_status(batch)


def _names(lines: str) -> set[str]:
    found: set[str] = set()
    for line in lines.splitlines():
        try:
            found.add(str(json.loads(line)["custom_id"]))
        except (ValueError, KeyError, TypeError):
            continue
    return found
