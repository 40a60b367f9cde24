"""docs/models.md: its commands run, and its keys are the ones that providers ask for."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from dtaa_lint.answerability.models.cache import user_cache_dir
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.providers import Providers
from dtaa_lint.answerability.models.services import KEY
from dtaa_lint.answerability.models.settings import make_settings
from dtaa_lint.cli.args.answerability import AnswerabilityOptions
from dtaa_lint.cli.assessment_options import run_options
from dtaa_lint.config import load_config
from dtaa_lint.errors import ConfigError
from tests.answerability.documented import DOCS, blocks, place, shell
from tests.answerability.fakes.openai_api import OpenAIFake

PAGE = "models.md"
TEXT = (DOCS / PAGE).read_text("utf-8")
ROWS = re.findall(r"^\| `([\w-]+):` \| `([A-Z_]+)`[^|]*\| (yes|no) \|$", TEXT, re.M)
ABSTAINS = json.dumps(
    {"quotes": [], "answer": "", "citations": [], "outcome": "not in the evidence"}
)


def command(word: str) -> str:
    (found,) = [block for block in blocks(PAGE, "sh") if word in block]
    return found.rstrip()


def test_there_are_rows() -> None:
    assert {"openai", "anthropic", "ollama"} <= {name for name, _, _ in ROWS} and len(ROWS) > 10


@pytest.mark.parametrize(("provider", "variable", "batches"), ROWS)
def test_a_provider_asks_for_the_variable_of_its_row(
    provider: str, variable: str, batches: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _, name, _ in ROWS:
        monkeypatch.delenv(name, raising=False)
    name = f"{provider}:some/model"
    settings = make_settings({Role.ANSWERER: name})
    with pytest.raises(ConfigError, match=f"set {variable} in the environment"):
        Providers(settings, dict(os.environ)).check()
    monkeypatch.setenv(variable, "http://127.0.0.1:1/v1" if "URL" in variable else "k" * 20)
    providers = Providers(settings, dict(os.environ))
    providers.check()
    there = providers.service(name).model.batch_max_requests is not None
    assert there == (batches == "yes")


def test_the_estimate_needs_no_key_and_sends_nothing(tmp_path: Path) -> None:
    place(tmp_path)
    done = shell(tmp_path, command("--estimate"))
    assert (done.returncode, done.stderr) == (0, "")
    for role in Role:
        assert re.search(rf"^{role.value} \w+:\S+: \d+ calls, .*\$", done.stdout, re.M)
    assert not (tmp_path / "runs").exists()


@pytest.mark.slow
def test_an_endpoint_is_asked_and_what_it_costs_is_kept(tmp_path: Path) -> None:
    place(tmp_path)
    with OpenAIFake(lambda _system, _last: ABSTAINS) as fake:
        script = command("endpoint:").replace("http://127.0.0.1:8080", fake.url)
        assert fake.url in script
        more = "--systems egr-s --tasks 2 --fail-on never"
        key = {KEY: "the-key-of-the-endpoint"}
        done = shell(tmp_path, f"{script} {more}", environ=key)
        asked = len(fake.seen)
        assert done.returncode == 0 and asked > 2
        assert {seen.headers["authorization"] for seen in fake.seen} == {f"Bearer {key[KEY]}"}
        assert "endpoint:qwen3-4b is asked on this machine" in done.stderr
        ledger = (tmp_path / "runs/local/ledger.jsonl").read_text("utf-8").splitlines()
        assert len(ledger) == asked and not any(key[KEY] in line for line in ledger)
        # Another run of the same calls is answered from the cache.
        again = script.replace("runs/local", "runs/again")
        assert shell(tmp_path, f"{again} {more}", environ=key).returncode == 0
        assert len(fake.seen) == asked
    assert list((tmp_path / "cache" / "dtaa-lint" / "calls").iterdir())


def test_the_cache_is_where_the_page_says() -> None:
    home = {"HOME": "/home/me", "LOCALAPPDATA": "/local"}
    assert user_cache_dir(home, "linux") == Path("/home/me/.cache/dtaa-lint/calls")
    assert user_cache_dir(home, "darwin") == Path("/home/me/Library/Caches/dtaa-lint/calls")
    assert user_cache_dir(home, "win32") == Path("/local/dtaa-lint/calls")
    assert all(f"`{name}`" in TEXT for name in ("~/.cache", "~/Library/Caches", "%LOCALAPPDATA%"))


def test_the_configuration_of_the_page_holds_together(tmp_path: Path) -> None:
    (example,) = blocks(PAGE, "toml")
    (tmp_path / "dtaa-lint.toml").write_text(example, encoding="utf-8")
    found = run_options(AnswerabilityOptions(), load_config(tmp_path / "dtaa-lint.toml"))
    found.check()
    assert found.rules and found.models.max_cost == 5
    ((name, price),) = found.models.prices
    assert name == found.models.model(Role.ANSWERER) and price.output == 1.0
