"""Encrypted documents: the password opens them, and is written nowhere and told nobody."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from dtaa_lint.answerability.answering import process
from dtaa_lint.answerability.documents import Source
from dtaa_lint.cli.main import main
from tests.answerability.assessed import assessment, pdf

PASSWORD = "open-sesame-4711"
SYSTEMS = ("chunk-hybrid", "egr-s")


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with an encrypted plans.pdf in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DTAA_PASSWORD", raising=False)
    with pikepdf.open(io.BytesIO(pdf())) as made:
        made.save("plans.pdf", encryption=pikepdf.Encryption(user=PASSWORD, owner="owner"))
    return tmp_path


def holds_it(folder: Path) -> list[str]:
    """Files that hold the password."""
    found = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    assert found
    return [path.name for path in found if PASSWORD.encode() in path.read_bytes()]


def test_a_locked_document_is_assessed_reported_scored_again_and_resumed(
    locked: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--fail-on", "never", "--answerability", "--systems", ",".join(SYSTEMS)]
    key = ["--password", PASSWORD]
    assert main(["plans.pdf", *options, "--run-dir", "run", *key]) == 0
    first = capsys.readouterr().out
    assert not holds_it(locked)
    for action in ("report", "rescore", "resume"):
        assert main(["answerability", action, "run"]) == 2
        assert "needs a password" in capsys.readouterr().err
        assert main(["answerability", action, "run", *key]) == 0
        assert first.endswith(capsys.readouterr().out), action
        monkeypatch.setenv("DTAA_PASSWORD", PASSWORD)
        assert main(["answerability", action, "run"]) == 0
        assert first.endswith(capsys.readouterr().out), action
        monkeypatch.delenv("DTAA_PASSWORD")
    assert not holds_it(locked)


def test_it_is_measured_as_if_it_were_not_locked(locked: Path) -> None:
    (locked / "open.pdf").write_bytes(pdf())
    found = []
    for name, password in (("plans.pdf", PASSWORD), ("open.pdf", None)):
        made, _ = assessment(locked / f"run of {name}", systems=SYSTEMS)
        made.password = password
        runs = made.run([Source("plans.pdf", locked / name)]).runs
        found.append(sorted((str(r.score.system), r.score.evidence, r.score.failure) for r in runs))
    assert found[0] == found[1]
    assert any(evidence == 1.0 for system, evidence, _ in found[0] if system == "chunk-hybrid")


def test_no_file_of_a_run_with_models_and_no_process_has_the_password(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    ask: Callable[..., bytes] = process.request

    def listening(*given: Any) -> bytes:
        sent.append(ask(*given))
        return sent[-1]

    monkeypatch.setattr(process, "request", listening)
    made, client = assessment(locked / "run", locked / "cache", systems=SYSTEMS)
    made.password = PASSWORD
    assert made.run([Source("plans.pdf", locked / "plans.pdf")]).measured
    assert not holds_it(locked)
    assert sent and not any(PASSWORD.encode() in one for one in sent)
    assert client.calls and not any(PASSWORD in repr(call) for call in client.calls)
    assert PASSWORD not in repr(made)


def test_an_estimate_opens_it_too(locked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--answerability", "--estimate", "--answerer", "scripted:a", "--judge", "rules"]
    assert main(["plans.pdf", *options]) == 2
    assert "needs a password" in capsys.readouterr().err
    assert main(["plans.pdf", *options, "--password", PASSWORD]) == 0
    assert "answerer scripted:a: " in capsys.readouterr().out


def test_its_tasks_are_reviewed(locked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["review", "export", "plans.pdf", "-o", "sheet.csv"]
    assert main(command) == 2
    assert "needs a password" in capsys.readouterr().err
    assert main([*command, "--password", PASSWORD]) == 0
    assert "tasks for 1 reviewer" in capsys.readouterr().err
    assert not holds_it(locked)
