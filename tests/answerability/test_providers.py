"""Services over their real software, against fakes of their HTTP interfaces on loopback."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.make import make_runner
from dtaa_lint.answerability.models.providers import Providers
from dtaa_lint.answerability.models.retry import ATTEMPTS, TIMEOUTS
from dtaa_lint.answerability.models.secrets import Redactor
from dtaa_lint.answerability.models.settings import ModelSettings, make_settings
from dtaa_lint.answerability.plain import FORM
from dtaa_lint.errors import ConfigError
from tests.answerability.fakes.anthropic_api import AnthropicFake
from tests.answerability.fakes.openai_api import OpenAIFake
from tests.answerability.fakes.server import Fake, Fault, Seen
from tests.answerability.model_support import SCHEMA, call, echo

SECRET = "sk-test-4f1c9a7e2b8d"
ENDPOINT, OPENAI, ANTHROPIC = "endpoint:m", "openai:gpt-4.1-mini", "anthropic:claude-haiku-4-5"
FAKES: dict[str, type[Fake]] = {
    ENDPOINT: OpenAIFake, OPENAI: OpenAIFake, ANTHROPIC: AnthropicFake,
}  # fmt: skip


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "DTAA_LINT_MODEL_KEY"):
        monkeypatch.setenv(name, SECRET)


@pytest.fixture(params=list(FAKES))
def served(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Any]]:
    """A model's name, and the fake that it is asked at."""
    model: str = request.param
    with FAKES[model](echo) as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{fake.url}/v1")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.url)
        yield model, fake


def settings(model: str, fake: Fake, **more: Any) -> ModelSettings:
    return make_settings({Role.ANSWERER: model}, base_url=f"{fake.url}/v1", **more)


def ask(
    model: str, fake: Fake, calls: Sequence[Call], waits: list[float] | None = None
) -> list[Reply]:
    """The replies to calls that are made one after the other."""

    async def sleep(seconds: float) -> None:
        if waits is not None:
            waits.append(seconds)

    async def run() -> list[Reply]:
        providers = Providers(settings(model, fake), os.environ, sleep)
        try:
            return [await providers.complete(one) for one in calls]
        finally:
            await providers.close()

    return asyncio.run(run())


def test_a_reply_that_fits(served: tuple[str, Any]) -> None:
    model, fake = served
    (reply,) = ask(model, fake, [call("What?", model)])
    assert (reply.status, reply.value) == (ReplyStatus.OK, {"answer": "What?"})
    assert (reply.input_tokens, reply.output_tokens) == (100, 10)
    (sent,) = fake.seen
    body = json.dumps(sent.body)
    assert "json_schema" in body and "Answer in JSON." in body
    assert sent.body.get("temperature") == 0.0
    assert 1024 in (sent.body.get(name) for name in sent.body if "max" in name)


def test_keys_go_to_their_own_service_only(served: tuple[str, Any]) -> None:
    model, fake = served
    ask(model, fake, [call("x", model)])
    headers = fake.seen[0].headers
    sent = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
    assert sent == SECRET


def test_an_endpoint_is_not_given_the_keys_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DTAA_LINT_MODEL_KEY")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-private")
    with OpenAIFake(echo) as fake:
        ask(ENDPOINT, fake, [call("x", ENDPOINT)])
    text = json.dumps(dict(fake.seen[0].headers))
    assert SECRET not in text and "private" not in text


def test_a_wrong_reply_is_repaired_once(served: tuple[str, Any]) -> None:
    model, fake = served
    said: list[str] = []

    def stubborn(_system: str, last: str) -> str:
        said.append(last)
        return '{"answer": 5}' if len(said) == 1 else '{"answer": "five"}'

    fake.say = stubborn
    (reply,) = ask(model, fake, [call("x", model)])
    assert reply.value == {"answer": "five"} and len(fake.seen) == 2
    assert "must be of type string" in said[1]
    assert (reply.input_tokens, reply.output_tokens) == (200, 20)


def test_a_reply_that_was_cut_is_given_more_room_and_one_that_loops_is_not() -> None:
    """More room would be more rounds: minutes on a small machine, and money elsewhere."""
    said: list[str] = []
    with OpenAIFake(echo) as fake:
        fake.finish = "length"
        fake.say = lambda _system, last: said.append(last) or '{"answer": "The fee is'
        ask(ENDPOINT, fake, [call("x", ENDPOINT)])
        cut = [sent.body["max_completion_tokens"] for sent in fake.seen]
        fake.seen.clear()
        loop = '"The fee is due in March of each year, and late fees in May.", '
        fake.say = lambda _system, last: said.append(last) or '{"answer": [' + loop * 30
        (reply,) = ask(ENDPOINT, fake, [call("x", ENDPOINT)])
        looped = [sent.body["max_completion_tokens"] for sent in fake.seen]
        shown = fake.seen[1].body["messages"][-2]["content"]
    assert (cut, looped) == ([1024, 4096], [1024, 1024])
    assert reply.status is ReplyStatus.INVALID and "again and again" in reply.error
    assert "again and again" in said[-1]
    assert shown.count(loop.strip(", ")) == 1, "what is shown is gone on with"


def test_what_never_fits_is_invalid(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.say = lambda _system, _last: "I would rather not."
    (reply,) = ask(model, fake, [call("x", model)])
    assert reply.status is ReplyStatus.INVALID and len(fake.seen) == 2
    assert reply.text == "I would rather not." and "no JSON object" in reply.error
    assert reply.input_tokens == 200


def test_a_server_without_schemas_is_asked_in_words(served: tuple[str, Any]) -> None:
    model, fake = served
    seen: list[str] = []

    def note(system: str, last: str) -> str:
        seen.append(system)
        return f"Sure:\n```json\n{echo(system, last)}\n```"

    fake.say = note
    fake.faults = [Fault(400, {"error": {"message": "json_schema is not supported"}})]
    replies = ask(model, fake, [call("a", model), call("b", model)])
    assert [reply.value for reply in replies] == [{"answer": "a"}, {"answer": "b"}]
    assert len(fake.seen) == 3, "the second call is asked in words at once"
    assert all(json.dumps(SCHEMA) in system for system in seen) and len(seen) == 2
    assert "json_schema" not in json.dumps(fake.seen[-1].body)


def test_a_bad_request_of_another_kind_changes_nothing(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(400, {"error": {"message": "bad word"}})]
    bad, good = ask(model, fake, [call("a", model), call("b", model)])
    assert bad.status is ReplyStatus.ERROR and "bad word" in bad.error
    assert good.status is ReplyStatus.OK and "json_schema" in json.dumps(fake.seen[-1].body)


RICH = {
    "type": "object",
    "properties": {
        "answer": {"type": "string", "maxLength": 90},
        "note": {"type": ["string", "null"], "maxLength": 5},
        "ids": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["answer", "note", "ids", "share"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"id": ' + b"[" * 100_000, "the answer is nested too deeply"),
        (b'{"id": ' + b"9" * 5_000 + b"}", "the answer has a number with too many digits"),
        (gzip.compress(b"{}"), "the answer is compressed (gzip), and should not be"),
        (b'{"id": "\xff"}', "the answer is not UTF-8 text"),
        (b"none", "the answer is no JSON (line 1, column 1)"),
        (b"", "the answer is empty"),
    ],
)
def test_what_is_no_answer_is_said_in_plain_words(
    served: tuple[str, Any], body: bytes, says: str
) -> None:
    model, fake = served
    fake.faults = [Fault(200, body, {"Content-Type": "application/json"})] * 2
    (reply,) = ask(model, fake, [call("x", model)])
    assert (reply.status, reply.error) == (ReplyStatus.ERROR, f"{model}: {says}")


def test_an_object_of_another_interface_is_said_to_be_one(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(200, {"other": 1})] * 2
    (reply,) = ask(model, fake, [call("x", model)])
    assert reply.error.startswith(f"{model}: {FORM}") and "\n" not in reply.error


def test_rich_schemas_are_sent_as_such(served: tuple[str, Any]) -> None:
    model, fake = served
    value = {"answer": "a", "note": None, "ids": ["s1"], "share": 0.5}
    fake.say = lambda _system, _last: json.dumps(value)
    (reply,) = ask(model, fake, [replace(call("a", model), schema=RICH)])
    assert reply.value == value and len(fake.seen) == 1
    sent = json.dumps(fake.seen[0].body)
    assert "json_schema" in sent
    if model == OPENAI:
        assert '"strict": true' in sent and "maxLength" not in sent


def test_passing_failures_are_tried_again(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(500), Fault(529), Fault(503)]
    waits: list[float] = []
    (reply,) = ask(model, fake, [call("x", model)], waits)
    assert reply.status is ReplyStatus.OK and len(fake.seen) == 4
    assert len(waits) == 3 and waits == sorted(waits)


def test_it_waits_as_long_as_it_is_asked_to(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(429, headers={"Retry-After": "7"})]
    waits: list[float] = []
    (reply,) = ask(model, fake, [call("x", model)], waits)
    assert reply.status is ReplyStatus.OK and 7 <= waits[0] < 7.2


def test_a_service_that_never_recovers_is_an_error(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(503, {"error": {"message": "down for repairs"}})] * 99
    waits: list[float] = []
    (reply,) = ask(model, fake, [call("x", model)], waits)
    assert reply.status is ReplyStatus.ERROR and "503" in reply.error
    assert len(fake.seen) == ATTEMPTS and len(waits) == ATTEMPTS - 1


def test_an_endless_wait_is_not_waited_for(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.faults = [Fault(429, headers={"Retry-After": "7200"})]
    replies = ask(model, fake, [call("a", model), call("b", model)])
    assert [reply.status for reply in replies] == [ReplyStatus.ERROR] * 2
    assert "wait 7,200 seconds" in replies[0].error and len(fake.seen) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_will_not_pass_is_asked_once(served: tuple[str, Any], status: int) -> None:
    model, fake = served
    fake.faults = [Fault(status, {"error": {"message": "no such thing", "type": "x"}})]
    replies = ask(model, fake, [call("a", model), call("b", model)])
    assert [reply.status for reply in replies] == [ReplyStatus.ERROR] * 2
    assert "no such thing" in replies[0].error and len(fake.seen) == 1


def test_a_spent_limit_is_heeded_before_it_is_hit(served: tuple[str, Any]) -> None:
    model, fake = served
    fake.headers = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "3s"}
    waits: list[float] = []
    ask(model, fake, [call("a", model), call("b", model)], waits)
    assert len(waits) == 1 and 2.5 < waits[0] <= 3


def test_a_service_that_hangs_is_given_up(served: tuple[str, Any]) -> None:
    model, fake = served

    def slow(_system: str, _last: str) -> str:
        time.sleep(0.8)
        return "{}"

    fake.say = slow

    async def run() -> Reply:
        providers = Providers(settings(model, fake, timeout=0.2), os.environ, pause)
        reply = await providers.complete(call("x", model))
        await providers.close()
        return reply

    assert asyncio.run(run()).status is ReplyStatus.ERROR
    assert len(fake.seen) == TIMEOUTS


async def pause(_: float) -> None:
    await asyncio.sleep(0)


def test_nobody_there() -> None:
    with OpenAIFake(echo) as fake:
        pass
    waits: list[float] = []
    (reply,) = ask(ENDPOINT, fake, [call("x", ENDPOINT)], waits)
    assert reply.status is ReplyStatus.ERROR and len(waits) == ATTEMPTS - 1


class Telltale(OpenAIFake):
    """Repeats the headers that it was sent, wherever it can."""

    def answer(self, seen: Seen) -> Any:
        self.say = lambda _system, _last: json.dumps({"answer": str(dict(seen.headers))})
        return super().answer(seen)


@pytest.mark.parametrize("fault", [None, 401, 400, 500])
def test_keys_are_in_nothing_that_is_kept(
    fault: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    caplog.set_level("DEBUG")
    with Telltale() as fake:
        if fault is not None:
            body = {"error": {"message": f"bad key {SECRET}", "type": f"Bearer {SECRET}"}}
            fake.faults = [Fault(fault, body)] * 20
        chosen = settings(ENDPOINT, fake, cache_dir=tmp_path / "cache", concurrency=1)
        client = Providers(chosen, os.environ, pause)
        with make_runner(chosen, os.environ, tmp_path, client=client) as runner:
            (reply,) = runner.run([call("x", ENDPOINT)])
            lines = runner.ledger.lines()
    assert SECRET not in f"{reply} {lines}"
    assert (reply.status is ReplyStatus.OK) == (fault is None)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET.encode() not in kept
    assert SECRET not in caplog.text


def test_what_is_taken_for_a_key() -> None:
    redact = Redactor(
        {"X_API_KEY": "hunter", "KEYMAP": "english", "A_TOKEN": "a1b2c3d4e5", "P": "q"}
    )
    assert redact("hunter english a1b2c3d4e5 q") == "[key removed] english [key removed] q"
    assert "abcdefgh1234" not in redact("invalid: sk-abcdefgh1234")


def test_no_proxy_stands_before_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIFake(echo) as fake, OpenAIFake(echo) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        (reply,) = ask(ENDPOINT, fake, [call("x", ENDPOINT)])
    assert reply.status is ReplyStatus.OK and not proxy.seen


def test_it_is_not_sent_elsewhere_by_a_redirect() -> None:
    with OpenAIFake(echo) as fake, OpenAIFake(echo) as other:
        moved = f"{other.url}/v1/chat/completions"
        fake.faults = [Fault(307, headers={"Location": moved})] * 20
        (reply,) = ask(ENDPOINT, fake, [call("x", ENDPOINT)])
    assert reply.status is ReplyStatus.ERROR and not other.seen


@pytest.mark.parametrize(
    ("model", "key"), [(OPENAI, "OPENAI_API_KEY"), (ANTHROPIC, "ANTHROPIC_API_KEY")]
)
def test_a_missing_key_is_said_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, key: str
) -> None:
    monkeypatch.delenv(key)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    chosen = make_settings({Role.JUDGE: model}, cache_dir=tmp_path)
    # And nothing of what its software advises programmers to do.
    with pytest.raises(ConfigError, match=rf"\A{model}: set {key} in the environment\Z"):
        make_runner(chosen, os.environ, tmp_path)


@pytest.mark.parametrize("model", ["nobody:m", "groq:m", "scripted:m"])
def test_a_provider_that_is_not_there_is_said(model: str, tmp_path: Path) -> None:
    chosen = make_settings({Role.JUDGE: model}, cache_dir=tmp_path)
    with pytest.raises(ConfigError):
        make_runner(chosen, os.environ, tmp_path)


WITHOUT = """
import sys
sys.modules["pydantic_ai"] = None
from pathlib import Path
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.make import make_runner
from dtaa_lint.answerability.models.settings import make_settings
from dtaa_lint.errors import ConfigError
settings = make_settings({Role.JUDGE: "openai:m"}, cache_dir=Path(sys.argv[1]))
try:
    make_runner(settings, {}, None)
except ConfigError as error:
    print(error)
with make_runner(settings, {}, None, replay=True) as runner:
    print(len(runner.run([])))
"""
LATE = """
import sys
import dtaa_lint.answerability.models.make, dtaa_lint.answerability.models.settings
import dtaa_lint.answerability.models.estimate, dtaa_lint.answerability.models.prompts
print([name for name in ("pydantic_ai", "openai", "anthropic", "genai_prices", "httpx2")
       if name in sys.modules])
"""


def script(text: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", text, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_without_the_extra_one_sentence_names_it(tmp_path: Path) -> None:
    said, replayed = script(WITHOUT, str(tmp_path))
    assert "pip install 'dtaa-lint[models]'" in said and replayed == "0"


def test_nothing_is_imported_before_it_is_used() -> None:
    assert script(LATE) == ["[]"]


def test_many_at_once(served: tuple[str, Any], tmp_path: Path) -> None:
    model, fake = served
    chosen = settings(model, fake, cache_dir=tmp_path / "cache", concurrency=5)
    with make_runner(chosen, os.environ, tmp_path) as runner:
        first = runner.run([call(f"{n}", model) for n in range(25)])
        second = runner.run([call(f"{n}", model) for n in range(30)])
    assert [reply.value["answer"] for reply in first + second] == [
        f"{n}" for n in [*range(25), *range(30)]
    ]
    assert len(fake.seen) == 30
