"""A failing status is never without its reason: what other formats than text say of an
assessment, and standard error where they say nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.scoring.profile import profile
from dtaa_lint.answerability.scoring.thresholds import held, thresholds_of
from dtaa_lint.cli.answerability import Outcome
from dtaa_lint.cli.assessed import reasons, summary, way_to, whereabouts
from dtaa_lint.cli.main import main
from dtaa_lint.report import FORMATS
from dtaa_lint.words import ENGLISH
from tests.answerability.assessed import SYSTEMS, pdf
from tests.answerability.assessed import assessment as run_of
from tests.report.assessed import assessment, threshold

ASKED = ["--fail-on", "never", "--answerability", "--systems", "egr-s,chunk-hybrid"]
MISSED = [*ASKED, "--budget-words", "5", "--min-answerability", "all=0.6"]
SAID = "dtaa-lint: answerability threshold missed: egr-s on all tasks: 0.00 "


@pytest.fixture
def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with plans.pdf in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans.pdf").write_bytes(pdf())
    return tmp_path


@pytest.fixture
def kept(plans: Path) -> Path:
    """The same, with the run."""
    assert main(["plans.pdf", *MISSED, "--run-dir", "run"]) == 1
    return plans


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "text"])
def test_standard_error_says_why_whatever_the_format(
    kept: Path, capsysbinary: pytest.CaptureFixture[bytes], name: str
) -> None:
    options = ["plans.pdf", *MISSED, "--run-dir", "run", "--format", name]
    capsysbinary.readouterr()
    for quiet in ([], ["--quiet"]):
        assert main([*options, *quiet]) == 1
        said = capsysbinary.readouterr().err.decode()
        assert said.count("dtaa-lint: answerability threshold missed: ") == 2
        assert SAID in said
        where = "dtaa-lint: answerability: run/report.html has every task"
        assert (where in said) is not bool(quiet)


def test_behind_the_text_report_standard_error_says_nothing_more(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["plans.pdf", *MISSED, "--run-dir", "run"]
    capsys.readouterr()
    for more in ([], ["-o", "lint.json"], ["--output", "junit=lint.xml"]):
        assert main([*options, *more]) == 1
        said = capsys.readouterr()
        assert "thresholds are missed" in said.out and not said.err, more


def test_a_run_that_is_not_kept_is_told_of(plans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plans.pdf", *ASKED, "--format", "csv"]) == 0
    said = capsys.readouterr().err
    assert said == (
        "dtaa-lint: answerability: the run is not kept; --run-dir DIR keeps the run, with a page "
        "that shows every task\n"
    )
    assert main(["plans.pdf", *ASKED, "--format", "csv", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_what_is_too_small_to_tell_is_a_reason_where_it_fails(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "dtaa-lint.toml").write_text("[answerability]\nfail-too-small = true\n")
    options = [*ASKED, "--budget-words", "5", "--min-answerability", "FIND-L1=0.1"]
    assert main(["plans.pdf", *options, "--format", "json"]) == 1
    said = capsys.readouterr()
    assert "threshold: too few tasks to tell: egr-s on FIND-L1: 0.00" in said.err
    found = json.loads(said.out)["answerability"]
    assert [one["status"] for one in found["thresholds"]] == [1, 1]


def found(name: str, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    status = main([name, *options, "--format", "json"])
    value = json.loads(capsys.readouterr().out)["answerability"]
    assert value["status"] == status
    return value


def test_json_says_what_the_run_says(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    ours = found("plans.pdf", capsys, *MISSED, "--run-dir", "run")
    theirs = json.loads((kept / "run" / "report.json").read_text("utf-8"))
    assert ours["run"] == {"folder": "run", "report": "run/report.html"}
    for one, other in zip(ours["systems"], theirs["systems"], strict=True):
        assert (one["system"], one["questions"]) == (other["system"], other["runs"])
        for key in ("answerability", "evidence", "relations"):
            assert one[key].items() <= other[key].items()
    for one, other in zip(ours["thresholds"], theirs["thresholds"], strict=True):
        assert one.pop("status") == 1 and one.pop("document") == "plans.pdf"
        values, others = one.pop("found"), other.pop("found")
        assert values.items() <= others.items()
        assert one.items() <= other.items()


def test_what_could_not_be_measured_is_in_the_report(
    plans: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "dtaa_lint.cli.assessment_options.system_names"
    monkeypatch.setattr(known, lambda: ("nobody", "egr-s"))
    options = ["--fail-on", "never", "--answerability", "--systems", "nobody,egr-s"]
    value = found("plans.pdf", capsys, *options, "--min-answerability", "all=0.1")
    (lost,) = value["notMeasured"]
    assert (lost["system"], lost["document"]) == ("nobody", "plans.pdf")
    assert "there is no system" in lost["reason"]
    assert {one["system"]: one["status"] for one in value["thresholds"]} == {
        "nobody": 2, "egr-s": 0,
    }  # fmt: skip


def test_where_a_file_cannot_be_read_not_everything_was_measured(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (plans / "broken.pdf").write_text("no PDF")
    for names, systems in ((["broken.pdf"], 0), (["broken.pdf", "plans.pdf"], 2)):
        assert main([*names, *ASKED, "--format", "json"]) == 2
        said = capsys.readouterr()
        value = json.loads(said.out)["answerability"]
        assert (value["status"], len(value["systems"])) == (2, systems)
        assert ("the run is not kept" in said.err) is bool(systems)
    assert main(["broken.pdf", *ASKED, "--format", "markdown"]) == 2
    assert "No system could be measured" in capsys.readouterr().out


def test_a_run_of_the_full_tier_with_controls(tmp_path: Path) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    (tmp_path / "more.pdf").write_bytes(pdf("cocoa"))
    made, _ = run_of(tmp_path / "run", tmp_path / "cache")
    assessed = made.run(
        [Source(f"docs/{name}", tmp_path / name) for name in ("plans.pdf", "more.pdf")]
    )
    runs = assessed.runs
    results = held(runs, thresholds_of("all=1,Q0.all=0"), "key", "", SYSTEMS)
    alone = held(
        [run for run in runs if run.labels.document == "more"], thresholds_of("all=1"), "key",
        "more", SYSTEMS,
    )  # fmt: skip
    found = summary(Outcome(assessed, profile(runs), (*results, *alone), False), ENGLISH)
    assert not found.ceiling and found.elsewhere
    for system in found.systems:
        assert system.abstention is not None and system.abstention.tasks > 0
        assert system.questions > system.tasks
    assert {one.document for one in found.thresholds} == {"", "docs/more.pdf"}
    assert found.page.endswith("run/report.html")


def test_documents_are_called_as_their_files_are(
    plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "<b>::error]( {0}.pdf"
    (plans / name).write_bytes(pdf("cocoa"))
    value = found(name, capsys, *MISSED)
    assert {one["document"] for one in value["thresholds"]} == {name}
    assert value["run"] is None
    main([name, *MISSED, "--format", "github"])
    (line, *_) = capsys.readouterr().out.splitlines()
    assert line.startswith("::error file=<b>%3A%3Aerror]( {0}.pdf,line=1,title=answerability")


def test_links_lead_from_the_report_to_the_run(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["plans.pdf", *MISSED, "--run-dir", "run", "--no-images"]
    (kept / "deep #1").mkdir()
    places = {
        "report.html": ("report.html", "run/report.html"),
        "site/": ("site/index.html", "../run/report.html"),
        "deep #1/page.html": ("deep #1/page.html", "../run/report.html"),
    }
    for place, (page, link) in places.items():
        assert main([*options, "--format", "html", "-o", place]) == 1
        assert f'<a href="{link}">' in (kept / page).read_text("utf-8")
    capsys.readouterr()
    assert main([*options, "--format", "html"]) == 1
    said = capsys.readouterr().out
    assert "run/report.html" not in said and "kept in run" in said, "where it goes is not known"


def test_the_way_is_found_between_folders() -> None:
    assert way_to("/a/run/report.html", "/a/out/page.html", folder=False) == "../run/report.html"
    assert way_to("/a/out/run/report.html", "/a/out/", folder=True) == "run/report.html"


def test_a_hundred_missed_thresholds_are_fifty_lines_and_a_count() -> None:
    many = assessment(
        thresholds=tuple([threshold(system=f"s{n}", document=f"{n % 2}.pdf") for n in range(100)])
    )
    lines = reasons(many)
    assert len(lines) == 51 and lines[-1] == "… and 50 more answerability thresholds"
    assert lines[1].startswith("1.pdf: answerability threshold missed: s1 on EXTRACT-L4: 0.59")
    assert whereabouts(many).startswith("answerability: runs/annual/report.html")
