"""What could not be measured is no 0, and no gate that was passed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.model import Outcome, Phrasing, Score
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.scoring.failures import NO_RETRIEVAL
from dtaa_lint.answerability.scoring.profile import Labels, Run, profile, why_undecided
from dtaa_lint.answerability.scoring.thresholds import (
    Standing,
    held,
    thresholds_of,
    unmeasured,
)
from dtaa_lint.cli.main import main
from tests.answerability.assessed import assessment, pdf, script
from tests.answerability.fakes.scripted import ScriptedClient


@pytest.fixture
def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans.pdf").write_bytes(pdf())
    return tmp_path


def run(task: str, system: str, outcome: Outcome, detail: Mapping[str, str] | None = None) -> Run:
    score = Score(task, f"Q{task}", Phrasing.Q0, system, outcome, 1.0, 1.0, detail=detail or {})
    return Run(Labels("d", task, "EXTRACT", "L4", "TABLE_CELL"), score)


def test_a_system_without_any_verdict_has_no_values_and_takes_no_part() -> None:
    dead = [run(f"t{n}", "dead", Outcome.ERROR, {NO_RETRIEVAL: "refused"}) for n in range(9)]
    alive = [run(f"t{n}", "alive", Outcome.RETRIEVED) for n in range(9)]
    half = [run(f"t{n}", "half", Outcome.RETRIEVED if n % 2 else Outcome.ERROR) for n in range(9)]
    found = profile([*dead, *alive, *half])
    values = {one.system: one.answerability.value for one in found.systems}
    assert values["dead"] is None and values["alive"] == 1.0 and values["half"] == 4 / 9
    (system,) = [one for one in found.systems if one.system == "dead"]
    assert system.tasks == 9 and system.at_most is None and system.evidence.value is None
    assert all(
        group.answerability.value is None for kind in system.groups.values() for group in kind
    )
    for one in found.differences:
        assert (one.answerability.value is None) is ("dead" in (one.system, one.other))
    results = held([*dead, *alive], thresholds_of("all=0.5"))
    assert {one.system: one.standing for one in results} == {
        "dead": Standing.NOTHING,
        "alive": Standing.MET,
    }
    assert unmeasured(results) == (("", "dead"),)
    assert why_undecided([*dead, *alive]) == (("refused", 9),)


def test_a_limit_of_a_class_that_a_document_lacks_is_not_the_whole_gate() -> None:
    found = held([run("t", "egr-s", Outcome.RETRIEVED)], thresholds_of("all=0.5,QUALIFY-L4=0.5"))
    assert [one.standing for one in found][1] is Standing.NOTHING and not unmeasured(found)
    assert unmeasured(held([], thresholds_of("all=0.5"), systems=["egr-s"])) == (("", "egr-s"),)
    assert not unmeasured(held([], thresholds_of("all=off"), systems=["egr-s"]))


def test_a_gate_on_a_document_without_tasks_is_status_2_and_says_so(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = BytesIO()
    with pikepdf.new() as made:
        made.add_blank_page()
        made.save(stream)
    (plans / "bare.pdf").write_bytes(stream.getvalue())
    options = ["bare.pdf", "--fail-on", "never", "--answerability", "--systems", "egr-s"]
    assert main(options) == 0
    said = capsys.readouterr()
    assert "bare: no task: it has no structure" in said.err
    assert "bare: no task: it has no structure" in said.out
    assert main([*options, "--min-answerability", "all=0.5"]) == 2
    said = capsys.readouterr()
    assert "bare: nothing could be measured that the thresholds hold (egr-s)" in said.err
    assert "nothing to measure" in said.out


def test_why_services_are_dead_is_told_with_counts(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "http://127.0.0.1:9/nobody"
    options = [
        "plans.pdf", "--fail-on", "never", "--answerability", "--tasks", "1", "--systems",
        f"{url},egr-s",
    ]  # fmt: skip
    assert main(options) == 2
    said = capsys.readouterr()
    (line,) = [one for one in said.err.splitlines() if "no verdict" in one]
    assert "refused" in line.lower() and "can be resumed" not in line
    row = next(one for one in said.out.splitlines() if one.startswith("  evidence shown"))
    assert "–" in row and "0.00" not in row
    assert main([*options, "--run-dir", "run"]) == 2
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "no verdict" in one]
    assert line.endswith("; the run can be resumed")


def test_resuming_asks_a_dead_answerer_again(plans: Path) -> None:
    def dead(call: Call) -> Mapping[str, Any] | Reply:
        if call.role is Role.ANSWERER:
            return Reply(ReplyStatus.ERROR, error="401 no such key")
        return script(call)

    run_, cache = plans / "run", plans / "cache"
    made, _ = assessment(run_, cache, tasks=2, systems=("egr-s",))
    made.client = ScriptedClient(dead)
    found = made.run([Source("plans.pdf", plans / "plans.pdf")])
    assert not found.measured
    assert why_undecided(found.runs) == (("401 no such key", len(found.runs)),)
    assert assessment(run_, cache, tasks=2, systems=("egr-s",))[0].resume().measured


def test_a_typo_in_a_system_is_said_before_anything_is_read(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plans.pdf", "--answerability", "--systems", "egr-x"]) == 2
    said = capsys.readouterr()
    assert "there is no system 'egr-x' (did you mean \"egr-s\"?)" in said.err and not said.out


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "--run-dir names no folder"),
        ("nowhere", "is a link that leads nowhere"),
        ("plans.pdf", "is a file; a run needs a folder"),
        (str(Path(os.__file__).parent / "site-packages" / "run"), "among the installed packages"),
    ],
)
def test_a_folder_that_may_not_be_used_is_refused_at_once(
    plans: Path, capsys: pytest.CaptureFixture[str], folder: str, said: str
) -> None:
    (plans / "nowhere").symlink_to(plans / "gone")
    before = sorted(plans.iterdir())
    assert main(["plans.pdf", "--answerability", "--run-dir", folder]) == 2
    found = capsys.readouterr()
    assert said in found.err and not found.out
    assert sorted(plans.iterdir()) == before and not (folder and Path(folder).is_dir())


def test_a_run_is_used_again_by_another_spelling_and_may_have_more_systems(
    plans: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "deep").mkdir()
    options = ["--fail-on", "never", "--answerability", "--tasks", "2", "--run-dir"]
    assert main(["plans.pdf", *options, "run", "--systems", "egr-s"]) == 0
    monkeypatch.chdir(plans / "deep")
    more = ["--systems", "chunk-hybrid"]
    capsys.readouterr()
    assert main(["../plans.pdf", *options, "../run", *more]) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert main(["answerability", "report", "../run"]) == 0
    said = capsys.readouterr()
    assert "egr-s" in said.out and "chunk-hybrid" in said.out
    assert said.err == "dtaa-lint: ../run: wrote report.txt, report.json, report.html\n"
