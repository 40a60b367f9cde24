"""What a call to a model costs beside the model: CPU and waiting of cache, ledger, budget, checks
and of the provider's software, against a server on loopback that answers at once.

    python benchmarks/model_overhead.py [--calls 500] [--words 1400]

Needs the extra ``models``. Exit 1 when the pipeline's own part is 5 ms a call or more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dtaa_lint.answerability.models.interface import Call, Client, ReplyStatus, Role
from dtaa_lint.answerability.models.make import make_runner
from dtaa_lint.answerability.models.prompts import fence, instructions, sections
from dtaa_lint.answerability.models.providers import Providers
from dtaa_lint.answerability.models.settings import ModelSettings, Price, make_settings
from tests.answerability.fakes.openai_api import OpenAIFake
from tests.answerability.fakes.scripted import ScriptedClient

AIM = 5.0
"""Milliseconds a call of the pipeline's own."""
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}
ANSWER = json.dumps({"answer": "12 euros"})


def make_calls(model: str, count: int, words: int) -> list[Call]:
    """Prompts as an answerer gets them, all different."""
    text = " ".join(f"word{number}" for number in range(words))
    system = instructions("Answer the question from the evidence.")
    return [
        Call(
            Role.ANSWERER, model, system,
            sections(("Evidence", fence(f"{number} {text}", "item s1")), ("Question", "How much?")),
            SCHEMA,
        )
        for number in range(count)
    ]  # fmt: skip


def timed(settings: ModelSettings, calls: list[Call], client: Client | None) -> tuple[float, float]:
    """Milliseconds a call for the first run, and for one from the cache."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = make_settings(
            dict(settings.roles), base_url=settings.base_url, cache_dir=folder / "cache",
            concurrency=settings.concurrency, max_cost=1e6, prices=dict(settings.prices),
        )  # fmt: skip
        with make_runner(chosen, os.environ, folder, client=client) as runner:
            runner.run(calls[:1])
            times = []
            for _ in range(2):
                begun = time.perf_counter()
                replies = runner.run(calls[1:])
                times.append((time.perf_counter() - begun) * 1e3 / len(replies))
                assert all(reply.status is ReplyStatus.OK for reply in replies)
    return times[0], times[1]


def bare(settings: ModelSettings, calls: list[Call]) -> float:
    """Milliseconds a call of the provider's software alone, with the same concurrency."""
    import asyncio

    async def run() -> float:
        providers = Providers(settings, os.environ)
        await providers.complete(calls[0])
        queue = iter(calls[1:])

        async def work() -> None:
            for call in queue:
                await providers.complete(call)

        begun = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(settings.concurrency)))
        spent = time.perf_counter() - begun
        await providers.close()
        return spent * 1e3 / (len(calls) - 1)

    return asyncio.run(run())


def main() -> int:
    parser = argparse.ArgumentParser(description="Overhead of a call to a model.")
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--words", type=int, default=1_400)
    options = parser.parse_args()
    own = make_settings({Role.ANSWERER: "scripted:m"}, prices={"scripted:m": Price(1, 1)})
    calls = make_calls("scripted:m", options.calls, options.words)
    alone, cached = timed(own, calls, ScriptedClient(lambda _: ANSWER))
    with OpenAIFake(lambda _system, _last: ANSWER) as fake:
        served = make_settings({Role.ANSWERER: "endpoint:m"}, base_url=f"{fake.url}/v1")
        calls = make_calls("endpoint:m", options.calls, options.words)
        software = bare(served, calls)
        whole, _ = timed(served, calls, None)
    print("| milliseconds a call | |\n|---|---:|")
    print(f"| the pipeline alone (key, cache, budget, ledger, checks) | {alone:.2f} |")
    print(f"| answered from the cache | {cached:.2f} |")
    print(f"| pydantic-ai, SDK and server on loopback, without the pipeline | {software:.2f} |")
    print(f"| all of it | {whole:.2f} |")
    return 0 if alone < AIM else 1


if __name__ == "__main__":
    sys.exit(main())
