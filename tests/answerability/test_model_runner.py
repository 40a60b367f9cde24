"""Calls are made once, within bounds and budget, and what is done is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dtaa_lint.answerability.models.cache import Cache
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.make import LEDGER, make_runner
from dtaa_lint.answerability.models.prices import Prices
from dtaa_lint.answerability.models.runner import NOT_CACHED, ModelRunner
from dtaa_lint.answerability.models.settings import ModelSettings, Price, make_settings
from dtaa_lint.errors import ConfigError
from tests.answerability.fakes.scripted import ScriptedClient, sample
from tests.answerability.model_support import call

ONE = "scripted:one"


def settings(
    tmp_path: Path, concurrency: int = 4, max_cost: float | None = None, price: float = 0.0
) -> ModelSettings:
    return make_settings(
        {Role.ANSWERER: ONE},
        concurrency=concurrency,
        max_cost=max_cost,
        cache_dir=tmp_path / "cache",
        prices={ONE: Price(price, price)},
    )


def answer(call: Call) -> dict[str, str]:
    return {"answer": call.prompt.upper()}


def test_replies_come_in_the_order_of_the_calls(tmp_path: Path) -> None:
    client = ScriptedClient(answer)
    seen: list[tuple[int, int]] = []
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        calls = [call(f"q{number}") for number in range(20)]
        replies = runner.run(calls, lambda done, of: seen.append((done, of)))
    assert [reply.value["answer"] for reply in replies] == [f"Q{n}" for n in range(20)]
    assert seen == [(n, 20) for n in range(1, 21)]


def test_equal_calls_are_made_once_and_repetitions_each(tmp_path: Path) -> None:
    client = ScriptedClient(answer)
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        replies = runner.run([call("a"), call("a"), call("a", repeat=1)])
    assert len(replies) == 3 and len(client.calls) == 2


def test_no_more_calls_are_in_flight_than_allowed(tmp_path: Path) -> None:
    client = ScriptedClient(answer, delay=0.005)
    with make_runner(settings(tmp_path, concurrency=3), {}, tmp_path, client=client) as runner:
        runner.run([call(f"q{number}") for number in range(12)])
    assert client.most_at_once == 3


def test_a_second_run_pays_nothing(tmp_path: Path) -> None:
    client, other = ScriptedClient(answer), ScriptedClient(answer)
    calls = [call("a"), call("b")]
    with make_runner(settings(tmp_path, price=5), {}, tmp_path, client=client) as runner:
        first = runner.run(calls)
        cost = runner.cost
    with make_runner(settings(tmp_path, price=5), {}, tmp_path, client=other) as runner:
        second = runner.run(calls)
        assert runner.cost == cost > 0 and runner.cached == 2
        assert runner.estimate(calls).calls == 0
    assert other.calls == [] and all(reply.cached for reply in second)
    assert [one.value for one in first] == [two.value for two in second]


def test_a_replay_never_sends(tmp_path: Path) -> None:
    client = ScriptedClient(answer)
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        runner.run([call("a")])
    with make_runner(settings(tmp_path), {}, None, client=client, replay=True) as runner:
        known, unknown = runner.run([call("a"), call("b")])
    assert known.status is ReplyStatus.OK and known.cached
    assert (unknown.status, unknown.error) == (ReplyStatus.ERROR, NOT_CACHED)
    assert len(client.calls) == 1


def test_for_what_does_not_fit_and_errors_is_asked_again(tmp_path: Path) -> None:
    client = ScriptedClient(
        lambda one: "no" if one.prompt == "a" else Reply(ReplyStatus.ERROR, error="busy")
    )
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        first = runner.run([call("a"), call("b")])
        again = runner.run([call("a"), call("b")])
    assert [one.status for one in first] == [ReplyStatus.INVALID, ReplyStatus.ERROR]
    assert (again[0].cached, again[1].cached) == (False, False)
    assert sorted(one.prompt for one in client.calls) == ["a", "a", "b", "b"]


def test_what_is_of_no_use_is_forgotten_and_asked_for_again(tmp_path: Path) -> None:
    client = ScriptedClient()
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        runner.run([call("a"), call("b")])
        runner.forget([call("a"), call("never asked")])
        again = runner.run([call("a"), call("b")])
    assert [one.cached for one in again] == [False, True]


def test_a_client_that_raises_costs_a_reply_and_not_the_run(tmp_path: Path) -> None:
    def break_(_: Call) -> dict[str, str]:
        raise RuntimeError("with sk-secret-in-it")

    with make_runner(settings(tmp_path), {}, tmp_path, client=ScriptedClient(break_)) as runner:
        (reply,) = runner.run([call()])
    assert reply.status is ReplyStatus.ERROR and "secret" not in reply.error


def test_the_budget_stops_cleanly(tmp_path: Path) -> None:
    """A call costs about 1 cent and at most about 16; the limit is a dollar."""
    limit, price = 1.0, 100.0
    client = ScriptedClient(lambda one: {"answer": "x" * 360}, delay=0.001)
    calls = [call(f"question {number}", max_tokens=100) for number in range(200)]
    with make_runner(settings(tmp_path, 4, limit, price), {}, tmp_path, client=client) as runner:
        replies = runner.run(calls)
        assert 0 < runner.cost <= limit
        done = [reply for reply in replies if reply.status is ReplyStatus.OK]
        refused = [reply for reply in replies if reply.status is ReplyStatus.ERROR]
        assert done and refused and len(done) + len(refused) == 200
        assert len(client.calls) == len(done)
        assert all("budget of $1.00" in reply.error for reply in refused)
        assert runner.cost > limit / 2
    with make_runner(settings(tmp_path, 4, limit, price), {}, tmp_path, client=client) as runner:
        again = runner.run(calls)
        assert runner.cost <= limit, "a resumed run has the same budget"
    assert sum(reply.status is ReplyStatus.OK for reply in again) >= len(done)
    with make_runner(settings(tmp_path, 4, 100, price), {}, tmp_path, client=client) as runner:
        assert all(reply.status is ReplyStatus.OK for reply in runner.run(calls))


def test_calls_in_flight_count(tmp_path: Path) -> None:
    """Ten at once, each allowed to cost almost the whole limit: one at a time is sent."""
    client = ScriptedClient(answer, delay=0.002)
    one = call("x", max_tokens=10)
    limits = settings(tmp_path, 10, 2.0, 1000.0)
    with make_runner(limits, {}, tmp_path, client=client) as runner:
        most = runner.budget.most(one)
        assert most is not None and 1.0 < most < 2.0
        runner.run([call(f"{number}", max_tokens=10) for number in range(10)])
        assert runner.cost <= 2.0
    assert client.most_at_once == 1 and len(client.calls) >= 2


def test_a_limit_without_a_price_is_refused(tmp_path: Path) -> None:
    unpriced = make_settings({Role.JUDGE: "groq:nobody-knows"}, max_cost=1, cache_dir=tmp_path)
    with pytest.raises(ConfigError, match="no price is known for groq:nobody-knows"):
        ModelRunner(unpriced, ScriptedClient(), Cache(tmp_path), Prices(unpriced, {}))


KILLED = """
import sys
from pathlib import Path
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.make import make_runner
from tests.answerability.fakes.scripted import ScriptedClient
from tests.answerability.model_support import call
from tests.answerability.test_model_runner import answer, settings
folder = Path(sys.argv[1])
client = ScriptedClient(answer, delay=0.02)
with make_runner(settings(folder, price=5), {}, folder, client=client) as runner:
    runner.run([call(f"q{n}") for n in range(400)], lambda done, _: print(done, flush=True))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_what_a_killed_run_paid_is_not_paid_again(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stdout is not None
        reported = 0
        while reported < 8:
            reported = int(run.stdout.readline())
        run.send_signal(how)
        assert run.wait(20) != 0
    client = ScriptedClient(answer)
    calls = [call(f"q{number}") for number in range(400)]
    with make_runner(settings(tmp_path, price=5), {}, tmp_path, client=client) as runner:
        booked = runner.ledger.total.calls
        replies = runner.run(calls)
        assert all(reply.status is ReplyStatus.OK for reply in replies)
        assert reported <= runner.cached <= booked
        assert len(client.calls) == 400 - runner.cached
    assert (tmp_path / LEDGER).read_bytes().count(b"\n") == booked + len(client.calls)


def test_its_own_time_is_small(tmp_path: Path) -> None:
    """The aim is 5 ms a call; benchmarks/model_overhead.py measures it. Here only the order."""
    client = ScriptedClient(answer)
    calls = [call(f"{number} " + "word " * 1400) for number in range(300)]
    with make_runner(settings(tmp_path), {}, tmp_path, client=client) as runner:
        begun = time.process_time()
        runner.run(calls)
        assert (time.process_time() - begun) / 300 < 0.02


def test_samples_fit_their_schemas() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"type": "integer", "minimum": 2}, "minItems": 2},
            "b": {"enum": ["x", "y"]},
            "c": {"type": ["string", "null"], "minLength": 1},
            "d": {"type": "boolean"},
            "e": {"type": "number"},
        },
        "required": ["a", "b", "c", "d"],
    }
    assert sample(schema) == {"a": [2, 2], "b": "x", "c": "x", "d": False}


def test_the_scripted_client_is_a_function_of_the_call() -> None:
    async def twice() -> list[Reply]:
        return [await ScriptedClient(answer).complete(call("a")) for _ in range(2)]

    one, two = asyncio.run(twice())
    assert one == two and one.value == {"answer": "A"}
