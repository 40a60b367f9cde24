"""A runner put together from settings, environment and folders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dtaa_lint.answerability.models.cache import Cache, user_cache_dir
from dtaa_lint.answerability.models.interface import Call, Client, Reply, ReplyStatus
from dtaa_lint.answerability.models.ledger import Ledger
from dtaa_lint.answerability.models.prices import Prices
from dtaa_lint.answerability.models.runner import NOT_CACHED, Batcher, ModelRunner
from dtaa_lint.answerability.models.settings import ModelSettings

if TYPE_CHECKING:
    from dtaa_lint.answerability.models.providers import Providers

LEDGER = "ledger.jsonl"
BATCHES = "batches.jsonl"


class NoClient:
    """The client of a replay: it has nobody to ask."""

    async def complete(self, call: Call) -> Reply:
        return Reply(ReplyStatus.ERROR, error=NOT_CACHED)


def make_runner(
    settings: ModelSettings,
    environ: Mapping[str, str],
    run_folder: Path | None,
    *,
    replay: bool = False,
    client: Client | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> ModelRunner:
    """The runner of a run. ``run_folder`` holds ledger and batches (without one nothing but the
    cache is written); ``client`` stands in for the providers; ``say`` is told in
    sentences what people must know: of batches, and of models that answer otherwise each time.

    Raises ``ConfigError`` where the extra or a key is missing, a folder cannot be written, or a
    limit on the cost cannot be held.
    """
    cache = Cache(settings.cache_dir or user_cache_dir(environ))
    prices = Prices(settings, environ)
    ledger = Ledger(prices, None if run_folder is None else run_folder / LEDGER)
    batcher: Batcher | None = None
    close: Callable[[], object] | None = None
    if replay:
        client = NoClient()
    elif client is None:
        from dtaa_lint.answerability.models.providers import Providers

        providers = Providers(settings, environ)
        for note in providers.check():
            say(note)
        client, close = providers, providers.close
        if settings.batch and run_folder is not None:
            batcher = _batches(providers, run_folder, say)
    return ModelRunner(
        settings, client, cache, prices, ledger, batcher=batcher, replay=replay, close=close
    )


def check_models(settings: ModelSettings, environ: Mapping[str, str]) -> None:
    """Opens every model that is named, and sends nothing. Raises ``ConfigError`` where the extra or
    a key is missing, or there is no such provider."""
    from dtaa_lint.answerability.models.providers import Providers

    providers = Providers(settings, environ)
    try:
        providers.check()
    finally:
        asyncio.run(providers.close())


def _batches(providers: Providers, folder: Path, say: Callable[[str], None]) -> Batcher:
    from dtaa_lint.answerability.models.batch import ProviderBatches
    from dtaa_lint.answerability.models.handles import BatchStore

    return ProviderBatches(providers, BatchStore(folder / BATCHES), say=say)
