"""Whoever answers first: what a run writes does not depend on it, but for the account."""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.models.interface import Call, Role
from dtaa_lint.cli.main import main
from tests.answerability.assessed import pdf, script
from tests.answerability.fakes.openai_api import OpenAIFake

ROLES = ("generator", "validator", "answerer", "judge")


def part(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:2], 16)


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema as it was before it was put on the wire: without unions."""
    found = dict(schema, **next(iter(schema.get("anyOf", ())), {}))
    found.pop("anyOf", None)
    if "properties" in found:
        found["properties"] = {name: plain(one) for name, one in found["properties"].items()}
    if "items" in found:
        found["items"] = plain(found["items"])
    return found


class Hasty(OpenAIFake):
    """The models of ``assessed.script``, each call after another while. Some replies are none, by
    what is asked."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)

    def _chat(self, body: Any) -> Any:
        last = str(body["messages"][-1]["content"])
        first = next(str(one["content"]) for one in body["messages"] if one["role"] == "user")
        schema = plain(body["response_format"]["json_schema"]["schema"])
        call = Call(Role(body["model"]), "fake:m", "", first, schema)
        with self.lock:
            wait = self.chance.random() * 0.03
        time.sleep(wait)
        bad = part(first) < 25 and call.role is not Role.GENERATOR
        said = "no JSON" if bad else json.dumps(script(call))
        return {**super()._chat(body), "choices": [choice(said)], "usage": usage(last)}


def choice(said: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": said}
    return {"index": 0, "finish_reason": "stop", "message": message}


def usage(text: str) -> dict[str, int]:
    return {"prompt_tokens": len(text), "completion_tokens": 5, "total_tokens": len(text) + 5}


class Assistant(BaseHTTPRequestHandler):
    """Answers by the question, after another while each time; below ``/gone`` never."""

    chance = random.Random()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(self.chance.random() * 0.02)
        word = "Basic" if part(asked["question"]) % 2 else "tea with lemon"
        body = json.dumps({"items": [{"text": word}]}).encode()
        self.send_response(500 if self.path.startswith("/gone") else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def assistant() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Assistant)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def written(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_equal_runs_give_equal_bytes_whoever_answers_first(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    assistant: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plans.pdf").write_bytes(pdf())
    Path("more.pdf").write_bytes(pdf("cocoa"))
    asked = [{"question": f"What is {word}?", "answer": "coffee"} for word in ("served", "free")]
    Path("theirs.jsonl").write_text("\n".join(map(json.dumps, asked)))
    systems = f"{assistant}/gone/b,egr-s,{assistant}/ask,{assistant}/gone/a"
    models = [word for role in ROLES for word in (f"--{role}", f"endpoint:{role}")]
    runs, outs, orders = [], [], []
    for seed in (1, 2):
        with Hasty(seed) as fake:
            Path("dtaa-lint.toml").write_text(
                f'[answerability.models]\nbase-url = "{fake.url}/v1"\nconcurrency = 8\n'
            )
            status = main([
                "plans.pdf", "more.pdf", "--fail-on", "never", "--answerability", "--tasks", "6",
                "--systems", systems, "--run-dir", f"run-{seed}", "--cache-dir", f"cache-{seed}",
                "--questions", "theirs.jsonl", "--filter-questions", *models,
            ])  # fmt: skip
            assert status == 2, "two systems answer nothing"
            orders.append([json.dumps(one.body) for one in fake.seen])
        runs.append(written(tmp_path / f"run-{seed}"))
        outs.append(capsys.readouterr().out.replace(f"run-{seed}", "run"))
    one, other = runs
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])
    ledgers = [found.pop("ledger.jsonl").splitlines() for found in runs]
    assert sorted(ledgers[0]) == sorted(ledgers[1]) and len(ledgers[0]) > 60
    assert one == other and outs[0] == outs[1]
    manifest = json.loads(one["run.json"])
    assert manifest["stages"]["open"] == []
    assert [one["system"] for one in manifest["broken"]] == 2 * [
        f"{assistant}/gone/a", f"{assistant}/gone/b",
    ]  # fmt: skip
    assert {name["name"] for name in manifest["files"]} == set(one) - {"run.json"}
