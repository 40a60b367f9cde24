"""Where a run that is gone on with asks: where it is told to, or nowhere; and it says so first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.make import make_runner
from dtaa_lint.answerability.models.settings import ModelSettings, make_settings
from dtaa_lint.answerability.package.folder import Stage
from dtaa_lint.cli.main import main
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import assessment, pdf
from tests.answerability.fakes.openai_api import OpenAIFake

ROLES = {role: f"endpoint:{role.value}" for role in Role}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Where the provider's software asks when nobody tells it where."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setenv("DTAA_LINT_MODEL_KEY", "sk-test-4f1c9a7e2b8d")
    with OpenAIFake() as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{fake.url}/v1")
        yield fake


@pytest.fixture
def begun(tmp_path: Path, library: Any) -> None:
    """A run of models at an address, which was ended before it asked the answerer."""
    (tmp_path / "plans.pdf").write_bytes(pdf())
    chosen = make_settings(ROLES, base_url="http://127.0.0.1:9/v1", cache_dir=tmp_path / "cache")
    made, _ = assessment(tmp_path / "run", tmp_path / "cache", models=chosen, tasks=1)
    made.run([Source("plans.pdf", tmp_path / "plans.pdf")], Stage.RETRIEVE)


@pytest.mark.usefixtures("begun")
def test_a_run_that_is_resumed_without_an_address_sends_nothing(
    library: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["answerability", "resume", "run", "--quiet"]) == 2
    said = capsys.readouterr().err
    assert "needs base-url, the address that it is asked at" in said and "endpoint:" in said
    assert not library.seen


@pytest.mark.parametrize("address", [None, ""])
def test_no_endpoint_is_opened_without_an_address(
    library: Any, tmp_path: Path, address: str | None
) -> None:
    unchecked = ModelSettings(((Role.ANSWERER, "endpoint:m"),), address, cache_dir=tmp_path / "c")
    with pytest.raises(ConfigError, match="needs base-url"):
        make_runner(unchecked, os.environ, tmp_path)
    assert not library.seen


@pytest.mark.usefixtures("begun")
def test_a_run_that_is_resumed_says_first_what_goes_where(
    library: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with OpenAIFake() as fake:
        main(["answerability", "resume", "run", "--quiet", "--base-url", f"{fake.url}/v1"])
        said = capsys.readouterr().err.splitlines()
        place = fake.url.removeprefix("http://")
        assert fake.seen and not library.seen
    first = f"dtaa-lint: endpoint:answerer is asked on this machine ({place}; "
    assert said[0].startswith(first)
    main(["answerability", "report", "run"])
    assert "is asked" not in capsys.readouterr().err, "that asks nobody"


def test_services_under_test_are_told_of_when_a_run_goes_on(
    library: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    options = ["--answerability", "--tasks", "1", "--systems", "http://127.0.0.1:9/ask"]
    main(["plans.pdf", *options, "--run-dir", "run"])
    capsys.readouterr()
    for again in (["answerability", "resume", "run"], ["plans.pdf", *options, "--run-dir", "run"]):
        main([*again, "--quiet"])
        assert "127.0.0.1:9, a system under test, is asked" in capsys.readouterr().err
