"""What happens to files while a run goes on, and what cannot be done: the lint is never lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability import stages
from dtaa_lint.answerability.answering import child, running
from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.answerability.package import files
from dtaa_lint.cli import answerability
from dtaa_lint.cli.main import main
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import pdf
from tests.make import Doc, el

ASSESS = ["--fail-on", "never", "--answerability", "--systems", "egr-s"]
OTHER = Doc(lang="en", title="T").add(el("H1", "Levy"), el("P", "The levy is 4 euros.")).bytes()


@pytest.fixture
def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with plans.pdf in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans.pdf").write_bytes(pdf())
    return tmp_path


@pytest.mark.parametrize("change", [b"", OTHER, None])
def test_a_file_that_goes_or_changes_costs_no_result(
    plans: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    change: bytes | None,
) -> None:
    (plans / "levy.pdf").write_bytes(OTHER)
    assert main(["plans.pdf", "levy.pdf", *ASSESS]) == 0
    whole = capsys.readouterr().out
    freeze = stages.freeze

    def meanwhile(context: Any) -> None:
        (plans / "plans.pdf").unlink()
        if change is not None:
            (plans / "plans.pdf").write_bytes(change)
        freeze(context)

    monkeypatch.setattr(stages, "freeze", meanwhile)
    assert main(["plans.pdf", "levy.pdf", *ASSESS]) == 0
    assert capsys.readouterr().out == whole
    assert not list(plans.glob("**/*.tmp"))


def test_another_version_than_was_checked_is_not_assessed(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assess = answerability.Assessor.assess

    def meanwhile(self: Any, *given: Any, **options: Any) -> Any:
        (plans / "plans.pdf").write_bytes(OTHER)
        return assess(self, *given, **options)

    monkeypatch.setattr(answerability.Assessor, "assess", meanwhile)
    assert main(["plans.pdf", *ASSESS]) == 2
    said = capsys.readouterr()
    assert said.err == "dtaa-lint: plans.pdf: has changed since it was checked\n"
    assert said.out.startswith("plans.pdf")


def test_a_file_that_is_there_twice_is_asked_once(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "copy.pdf").write_bytes(pdf())
    assert main(["plans.pdf", "copy.pdf", *ASSESS]) == 0
    said = capsys.readouterr()
    assert "copy.pdf: is the same file as plans.pdf; asked once" in said.err
    assert "1 document ·" in said.out and "\ncopy.pdf\n" in said.out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize(
    "command",
    [
        ["pipe.pdf", *ASSESS],
        ["plans.pdf", *ASSESS, "--questions", "pipe.jsonl"],
        ["review", "export", "pipe.pdf", "-o", "sheets/"],
        ["review", "score", "pipe.csv"],
        ["review", "score", "pipe.csv", "--key", "pipe.json"],
    ],
)
def test_pipes_are_not_waited_for(
    plans: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    for ending in ("pdf", "jsonl", "csv", "json"):
        os.mkfifo(f"pipe.{ending}")
    assert main(command) == 2
    assert "is a pipe, not a file" in capsys.readouterr().err


def test_a_run_that_names_a_device_is_not_read(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plans.pdf", *ASSESS, "--run-dir", "run"]) == 0
    path = plans / "run" / "run.json"
    text = path.read_text("utf-8").replace('"../plans.pdf"', f'"{os.devnull}"')
    path.write_text(text, encoding="utf-8")
    for action in ("report", "resume"):
        (plans / "plans.pdf").unlink(missing_ok=True)
        capsys.readouterr()
        assert main(["answerability", action, "run"]) == 2
        assert "is no regular file" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_costs_the_assessment_alone(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["plans.pdf", "--fail-on", "never", "--quiet"]) == 0
    lint = capsys.readouterr().out

    def full(path: Path, data: bytes) -> None:
        raise ConfigError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    assert main(["plans.pdf", *ASSESS, "--run-dir", "run", "--quiet"]) == 2
    said = capsys.readouterr()
    assert said.out == lint and said.err.count("\n") == 1
    assert "cannot be written: No space left on device" in said.err


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), OSError(24, "Too many")])
def test_a_process_that_cannot_be_started_costs_its_systems_alone(
    plans: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    def started(*given: object) -> None:
        raise error

    monkeypatch.setattr(child, "Running", started)
    assert main(["plans.pdf", *ASSESS]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("plans.pdf")
    assert "the answering process cannot be started: " in said.out


def test_what_a_service_repeats_of_its_token_is_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DTAA_LINT_HTTP_TOKEN", 'tok-"SECRET"-9')
    taken = running._redaction(Allowed((), (), "", network=True))
    line = b'{"error": "no: tok-\\"SECRET\\"-9 is wrong"}'
    assert taken(line) == b'{"error": "no: [key removed] is wrong"}'
    assert taken(b'died of tok-"SECRET"-9') == b"died of [key removed]"
    assert running._redaction(Allowed((), (), "", network=False))(line) == line, "it has none"
    monkeypatch.setenv("DTAA_LINT_HTTP_TOKEN", "no")
    assert running._redaction(Allowed((), (), "", network=True))(line) == line


def test_a_filled_sheet_is_not_replaced(plans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["review", "export", "plans.pdf", "-o", "sheets/", "--format", "csv"]
    assert main([*command, "--reviewers", "2"]) == 0
    assert main([*command, "--reviewers", "2"]) == 0, "nothing is lost by it"
    capsys.readouterr()
    # The sheet of the second one would be left beside a key that is not its own.
    assert main(command) == 2
    assert "R2-tasks.csv: is there already" in capsys.readouterr().err
    sheet = plans / "sheets" / "R1-tasks.csv"
    filled = sheet.read_bytes() + b"\r\n"
    sheet.write_bytes(filled)
    assert main([*command, "--reviewers", "2"]) == 2
    assert "somebody may have filled it in" in capsys.readouterr().err
    assert sheet.read_bytes() == filled


def test_what_a_killed_process_left_is_removed(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plans.pdf", *ASSESS, "--run-dir", "run"]) == 0
    old, new = (plans / "run" / "plans" / f".scores.jsonl.{pid}.tmp" for pid in (17, 18))
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    assert main(["answerability", "resume", "run", "--quiet"]) == 0
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize("option", [["--base-url", "http://127.0.0.1:9"], ["--batch"]])
def test_what_is_for_models_needs_one(
    plans: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert main(["plans.pdf", *ASSESS, *option]) == 2
    assert f"{option[0]} is for models, and none is named" in capsys.readouterr().err


def test_a_folder_below_a_file_is_none(plans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plans.pdf", *ASSESS, "--run-dir", "plans.pdf/run"]) == 2
    assert "plans.pdf is a file; a run needs a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--questions", "none.jsonl"], "none.jsonl: no such file"),
        (["--run-dir", "run", "--answerer", "nobody:m", "--judge", "rules"], "nobody"),
    ],
)
def test_a_mistake_comes_before_the_lint(
    plans: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert main(["plans.pdf", *ASSESS, *options]) == 2
    told = capsys.readouterr()
    assert told.out == "" and said in told.err and told.err.count("\n") == 1
