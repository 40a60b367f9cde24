"""A kept run is held to what its documents were held to: the same status, the same lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dtaa_lint.cli.main import main
from tests.answerability.assessed import pdf

ASSESSED = (
    '[answerability]\nsystems = ["chunk-hybrid"]\nfail-too-small = true\ntasks = 2\n'
    "budget-words = 5\n"
)
LAX, STRICT = "all = 0.0\n", "all = 1.0\n"
LIMITS = "[answerability.thresholds]\n"
RUN = ["--fail-on", "never", "--quiet", "--answerability", "--run-dir", "run"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with two documents and two profiles: the budget is so small that the
    strict one is missed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans.pdf").write_bytes(pdf())
    (tmp_path / "drinks.pdf").write_bytes(pdf("cocoa"))
    for name, limits in (("lax", LAX), ("strict", STRICT)):
        (tmp_path / f"{name}.toml").write_text(f"[answerability]\n{limits}")
    return tmp_path


def configured(text: str, own: str = "") -> None:
    Path("dtaa-lint.toml").write_text(text + ASSESSED + LIMITS + own)


def thresholds(said: str) -> list[str]:
    """The lines of the thresholds."""
    return said.partition("  Thresholds")[2].splitlines()


@pytest.mark.parametrize(
    ("config", "own", "options", "status"),
    [
        ("", LAX, ["--profile", "strict.toml"], 1),
        ("", STRICT, ["--profile", "lax.toml"], 0),
        ('profile = "strict.toml"\n', "", [], 1),
        ('profile = "strict.toml"\n', LAX, [], 0),
        ('profile = "strict.toml"\n', LAX, ["--profile", "strict.toml"], 1),
        ('profile = "lax.toml"\n[per-file-profiles]\n"dri*" = "strict.toml"\n', "", [], 1),
        ("", STRICT, ["--profile", "report"], 1),
    ],
)
def test_report_resume_and_rescore_apply_what_the_run_applied(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    config: str,
    own: str,
    options: list[str],
    status: int,
) -> None:
    configured(config, own)
    assert main(["plans.pdf", "drinks.pdf", *RUN, *options]) == status
    first = capsys.readouterr().out
    # A limit of nothing has no line.
    assert bool(thresholds(first)) is bool(status)
    for action in ("report", "rescore", "resume"):
        assert main(["answerability", action, "run"]) == status, action
        said = capsys.readouterr().out
        assert first.endswith(said) and thresholds(said) == thresholds(first)
    more = ["--min-answerability", "all=off"]
    assert main(["answerability", "report", "run", *more]) == 0
    capsys.readouterr()


def test_a_run_again_with_another_profile_is_held_to_that(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured("")
    assert main(["plans.pdf", *RUN, "--profile", "lax.toml"]) == 0
    assert main(["./plans.pdf", *RUN, "--profile", "strict.toml"]) == 1
    assert main(["answerability", "report", "run"]) == 1
    capsys.readouterr()


def test_runs_that_note_the_name_alone_find_it_in_the_configuration_or_say_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured('profile = "strict.toml"\n')
    assert main(["plans.pdf", *RUN]) == 1
    path = Path("run", "run.json")
    manifest = json.loads(path.read_text())
    (entry,) = manifest["documents"]
    assert (entry.pop("profileFile"), entry.pop("profileFirst")) == ("../strict.toml", False)
    path.write_text(json.dumps(manifest))
    assert main(["answerability", "report", "run"]) == 1
    configured("")
    capsys.readouterr()
    assert main(["answerability", "report", "run"]) == 2
    said = capsys.readouterr().err
    assert "plans.pdf is held to the profile strict, which neither ships nor is configured" in said
