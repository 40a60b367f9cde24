"""Batches through the real software against fakes of the HTTP interfaces: paid once, whatever
happens between submitting and collecting."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.models.batch import RESUBMISSIONS, ProviderBatches
from dtaa_lint.answerability.models.cache import Cache, key_of
from dtaa_lint.answerability.models.handles import BatchStore
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.ledger import Ledger
from dtaa_lint.answerability.models.make import BATCHES, LEDGER, make_runner
from dtaa_lint.answerability.models.prices import Prices
from dtaa_lint.answerability.models.providers import Providers
from dtaa_lint.answerability.models.runner import ModelRunner
from dtaa_lint.answerability.models.settings import Price, make_settings
from tests.answerability.fakes.anthropic_api import AnthropicFake
from tests.answerability.fakes.openai_api import OpenAIFake
from tests.answerability.fakes.server import Fault
from tests.answerability.model_support import call, echo

SECRET = "sk-test-4f1c9a7e2b8d"
OPENAI, ANTHROPIC = "openai:gpt-4.1-mini", "anthropic:claude-haiku-4-5"


@pytest.fixture(params=[OPENAI, ANTHROPIC])
def served(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Any]]:
    """A model's name, and the fake that it is asked at."""
    model: str = request.param
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, SECRET)
    with (OpenAIFake if model == OPENAI else AnthropicFake)(echo) as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{fake.url}/v1")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.url)
        yield model, fake


def runner_of(
    model: str,
    folder: Path,
    said: list[str] | None = None,
    max_cost: float | None = None,
    price: float = 1000.0,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> ModelRunner:
    """As ``make_runner`` puts it together, with short waits."""
    folder.mkdir(exist_ok=True)
    settings = make_settings(
        {Role.ANSWERER: model}, batch=True, max_cost=max_cost,
        prices={model: Price(price, price)},
    )  # fmt: skip
    prices = Prices(settings, os.environ)
    providers = Providers(settings, os.environ)
    batcher = ProviderBatches(
        providers,
        BatchStore(folder / BATCHES),
        first_wait=0.01,
        longest_wait=0.05,
        say=(said if said is not None else []).append,
        sleep=sleep,
    )
    return ModelRunner(
        settings, providers, Cache(folder / "cache"), prices,
        Ledger(prices, folder / LEDGER), batcher=batcher, close=providers.close,
    )  # fmt: skip


def calls(model: str, count: int = 5) -> list[Call]:
    return [call(f"question {number}", model) for number in range(count)]


def submissions(fake: Any) -> int:
    return len(fake.asked("POST", "/batches"))


def answers(replies: list[Reply]) -> list[Any]:
    return [reply.value.get("answer", reply.status.value) for reply in replies]


def test_calls_are_pooled_and_cost_half(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    fake.looks = 3
    seen: list[tuple[int, int]] = []
    with runner_of(model, tmp_path) as runner:
        replies = runner.run(calls(model), lambda done, of: seen.append((done, of)))
        assert answers(replies) == [f"question {number}" for number in range(5)]
        assert runner.cost == pytest.approx(5 * 110 * 1000 / 1e6 / 2)
        assert all(entry.batch for entry in runner.ledger.entries)
    assert submissions(fake) == 1 and fake.paid == 5
    assert seen[-1] == (5, 5)
    with runner_of(model, tmp_path) as runner:
        assert all(reply.cached for reply in runner.run(calls(model)))
    assert submissions(fake) == 1


def test_handles_hold_no_key(served: tuple[str, Any], tmp_path: Path) -> None:
    model, _ = served
    with runner_of(model, tmp_path) as runner:
        runner.run(calls(model))
    lines = (tmp_path / BATCHES).read_text("utf-8").splitlines()
    assert [json.loads(line)["event"] for line in lines] == [
        "submitting", "submitted", "collected",
    ]  # fmt: skip
    group = json.loads(json.loads(lines[1])["batch"]["group"])
    assert group["credential"] == "" and SECRET not in "".join(lines)


def test_a_part_that_fails_costs_its_calls_only(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    fake.fates = {1: "error", 3: "canceled" if model == ANTHROPIC else "cancelled"}
    with runner_of(model, tmp_path) as runner:
        replies = runner.run(calls(model))
    assert answers(replies) == ["question 0", "error", "question 2", "error", "question 4"]
    assert "was error" in replies[1].error and "cancel" in replies[3].error
    assert submissions(fake) == 1 and fake.paid == 3


@pytest.mark.parametrize("fate", ["expired", "busy"])
def test_what_did_not_run_is_submitted_again(
    served: tuple[str, Any], tmp_path: Path, fate: str
) -> None:
    model, fake = served
    fake.fates = {0: fate, 2: fate}
    said: list[str] = []
    with runner_of(model, tmp_path, said) as runner:
        replies = runner.run(calls(model))
    assert answers(replies) == [f"question {number}" for number in range(5)]
    assert submissions(fake) == 2 and fake.paid == 5
    assert any("2 requests are submitted once more" in line for line in said)


def test_what_never_runs_is_an_error(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served

    class Always(dict[int, str]):
        def pop(self, *_: Any) -> str:
            return "expired"

    fake.fates = Always()
    with runner_of(model, tmp_path) as runner:
        (reply,) = runner.run(calls(model, 1))
    assert reply.status is ReplyStatus.ERROR and "expired" in reply.error
    assert submissions(fake) == 1 + RESUBMISSIONS and fake.paid == 0


def test_a_wrong_reply_is_repaired_live_at_the_full_price(
    served: tuple[str, Any], tmp_path: Path
) -> None:
    model, fake = served
    fake.say = lambda system, last: (
        "no" if last == "question 1" else echo(system, "five" if "not fit" in last else last)
    )
    with runner_of(model, tmp_path) as runner:
        replies = runner.run(calls(model, 2))
        assert answers(replies) == ["question 0", "five"]
        assert [entry.batch for entry in runner.ledger.entries] == [True, True, False]
        assert runner.cost == pytest.approx((110 / 2 + 110 / 2 + 110) * 1000 / 1e6)
    assert replies[1].input_tokens == 200


def test_a_refused_batch_is_an_error_and_leaves_nothing_open(
    served: tuple[str, Any], tmp_path: Path
) -> None:
    model, fake = served
    fake.faults = [Fault(400, {"error": {"message": "no batches today", "type": "x"}})]
    with runner_of(model, tmp_path) as runner:
        replies = runner.run(calls(model, 2))
        assert answers(replies) == ["error", "error"] and "no batches today" in replies[0].error
        assert answers(runner.run(calls(model, 2))) == ["question 0", "question 1"]
    assert fake.paid == 2


def test_a_look_that_fails_is_taken_again(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    fake.looks = 4
    with runner_of(model, tmp_path) as runner:
        answer, fake.answer = fake.answer, lambda seen: fault_once(fake, seen, answer)
        assert answers(runner.run(calls(model, 1))) == ["question 0"]
    assert submissions(fake) == 1


def fault_once(fake: Any, seen: Any, answer: Any) -> Any:
    if submissions(fake) and not getattr(fake, "failed", False):
        fake.failed = True
        fake.faults = [Fault(503), Fault(503), Fault(503)]
    return answer(seen)


def interrupt(model: str, fake: Any, folder: Path) -> None:
    """Runs until a batch is submitted and being waited for, and is then interrupted."""

    async def stop(_: float) -> None:
        raise KeyboardInterrupt

    fake.looks = 10**9
    with pytest.raises(KeyboardInterrupt), runner_of(model, folder, sleep=stop) as runner:
        runner.run(calls(model))
    assert submissions(fake) == 1 and fake.paid == 0


def test_a_batch_that_is_gone_is_submitted_again(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    interrupt(model, fake, tmp_path)
    fake.batches.clear()
    fake.looks = 1
    said: list[str] = []
    with runner_of(model, tmp_path, said) as runner:
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
    assert any("no longer at the provider" in line for line in said)


def test_the_budget_holds_in_waves(served: tuple[str, Any], tmp_path: Path) -> None:
    """A call costs 5.5 cents, and at most about three dollars as long as nothing is known."""
    model, fake = served
    asked = [call(f"question {number}", model, max_tokens=200) for number in range(12)]
    with runner_of(model, tmp_path, max_cost=7.0) as runner:
        most = runner.budget.most(asked[0], batch=True)
        assert most is not None and 7.0 / 4 < most < 7.0
        replies = runner.run(asked)
        assert runner.cost <= 7.0 and answers(replies)[:12] == [f"question {n}" for n in range(12)]
    assert submissions(fake) > 3
    with runner_of(model, tmp_path / "other", max_cost=0.5) as runner:
        refused = runner.run([call("never asked", model)])
    assert refused[0].status is ReplyStatus.ERROR and "budget of $0.50" in refused[0].error


KILLED = """
import sys
from pathlib import Path
from tests.answerability.test_batches import calls, runner_of
with runner_of(sys.argv[1], Path(sys.argv[2])) as runner:
    runner.run(calls(sys.argv[1]))
"""


def kill(model: str, fake: Any, folder: Path) -> None:
    """Runs until a batch is submitted and being waited for, in a process that is then killed."""
    fake.looks = 10**9
    run = subprocess.Popen([sys.executable, "-c", KILLED, model, str(folder)])
    try:
        until = time.monotonic() + 60
        while not fake.asked("GET", f"/{next(iter(fake.batches), '-')}"):
            assert time.monotonic() < until and run.poll() is None
            time.sleep(0.02)
    finally:
        run.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        run.wait(20)
    assert submissions(fake) == 1 and fake.paid == 0


def test_a_killed_run_collects_the_same_batch(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    kill(model, fake, tmp_path)
    fake.looks = 1
    with runner_of(model, tmp_path) as runner:
        assert runner.estimate(calls(model)).calls == 0, "it is paid already"
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
        assert runner.ledger.total.calls == 5
    assert submissions(fake) == 1 and fake.paid == 5


def test_a_run_killed_before_it_knew_the_handle_finds_the_batch(
    served: tuple[str, Any], tmp_path: Path
) -> None:
    model, fake = served
    interrupt(model, fake, tmp_path)
    path = tmp_path / BATCHES
    first, second, *_ = path.read_bytes().split(b"\n")
    assert b"submitted" in second
    path.write_bytes(first + b"\n" + second[:30])  # As a crash tears it.
    fake.looks = 1
    said: list[str] = []
    with runner_of(model, tmp_path, said) as runner:
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
    assert submissions(fake) == 1 and fake.paid == 5
    assert any("is found again" in line for line in said)


def test_a_batch_that_never_arrived_is_submitted(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    interrupt(model, fake, tmp_path)
    path = tmp_path / BATCHES
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")
    fake.batches.clear()
    fake.looks = 1
    with runner_of(model, tmp_path) as runner:
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
    assert submissions(fake) == 2 and fake.paid == 5


def test_a_foreign_batch_is_not_taken_for_ours(served: tuple[str, Any], tmp_path: Path) -> None:
    """Another run's batch of as many requests lies at the provider, and ours never arrived."""
    model, fake = served
    with runner_of(model, tmp_path / "other") as runner:
        runner.run([call(f"other {n}", model) for n in range(5)])
    (tmp_path / "ours").mkdir()
    store = BatchStore(tmp_path / "ours" / BATCHES)
    store.submitting(model, tuple(key_of(one) for one in calls(model)), True)
    store.close()
    with runner_of(model, tmp_path / "ours") as runner:
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
    assert submissions(fake) == 2 and fake.paid == 10


def test_a_run_killed_while_it_collected_pays_and_books_once(
    served: tuple[str, Any], tmp_path: Path
) -> None:
    model, fake = served
    with runner_of(model, tmp_path) as runner:
        runner.run(calls(model))
    path = tmp_path / BATCHES
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:2]) + b"\n")
    kept = sorted((tmp_path / "cache").rglob("*.json"))
    kept[0].unlink()
    with runner_of(model, tmp_path) as runner:
        assert answers(runner.run(calls(model))) == [f"question {n}" for n in range(5)]
    assert submissions(fake) == 1 and fake.paid == 5


def test_an_endpoint_without_batches_is_asked_live(tmp_path: Path) -> None:
    with OpenAIFake(echo) as fake:
        settings = make_settings(
            {Role.ANSWERER: "endpoint:m"}, base_url=f"{fake.url}/v1", batch=True,
            cache_dir=tmp_path / "cache",
        )  # fmt: skip
        with make_runner(settings, os.environ, tmp_path) as runner:
            assert answers(runner.run(calls("endpoint:m", 2))) == ["question 0", "question 1"]
    assert len(fake.asked("POST", "/chat/completions")) == 2 and not submissions(fake)
