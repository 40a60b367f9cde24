"""``dtaa-lint review``: from a run and from documents to sheets, and from sheets to a score."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.model import Score
from dtaa_lint.answerability.package.records import read_score
from dtaa_lint.answerability.review.export import rest_holds
from dtaa_lint.cli.main import main
from tests.answerability.assessed import assessment, pdf
from tests.answerability.reviews import YES_TO_ALL, fill_workbook, says
from tests.answerability.schemas import schema

Export = Callable[..., Path]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of the full tier, beside its document."""
    folder = tmp_path_factory.mktemp("review")
    (folder / "plans.pdf").write_bytes(pdf())
    made, _ = assessment(folder / "run", folder / "cache", systems=("egr-s",))
    made.run([Source("plans.pdf", folder / "plans.pdf")])
    return folder / "run"


@pytest.fixture
def export(run: Path, tmp_path: Path) -> Export:
    """Exports the run into a folder."""

    def to(*options: str) -> Path:
        place = tmp_path / "sheets"
        assert main(["review", "export", str(run), "-o", f"{place}/", "--quiet", *options]) == 0
        return place

    return to


def scored(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    status = main(["review", "score", *arguments, "--format", "json"])
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    checker = jsonschema.Draft202012Validator(schema("review"))
    checker.check_schema(checker.schema)
    checker.validate(value)
    assert "NaN" not in json.dumps(value)
    return status, value


def test_from_a_run_to_a_score_and_back(
    run: Path, export: Export, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export("--reviewers", "2", "--answers", "20")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["R1.xlsx", "R2.xlsx", "key.json"]
    (folder / "~$R1.xlsx").write_bytes(b"locked")
    key = json.loads((folder / "key.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema("review-key")).validate(key)
    no = key["tasks"][0]["id"]
    fill_workbook(folder / "R1.xlsx", YES_TO_ALL)
    fill_workbook(
        folder / "R2.xlsx",
        lambda row, code: (
            {"J1": "non", "K": "says nothing"}.get(code) if row == no and code in ("J1", "K")
            else YES_TO_ALL(row, code)
        ),
    )  # fmt: skip
    status, value = scored(str(folder), capsys=capsys)
    tasks, answers = len(key["tasks"]), len(key["answers"])
    assert status == 0 and value["problems"] == [] and value["weighted"]
    assert value["tasks"] == {"judged": tasks, "sampled": tasks}
    assert value["answers"] == {"judged": answers, "sampled": answers}
    rates = {one["criterion"]: one for one in value["criteria"]}
    # One of two reviewers says no of one task; all tasks were drawn, so all weigh one.
    assert rates["J1"]["rate"]["value"] == pytest.approx(1 - 0.5 / tasks)
    assert rates["J2"]["agreement"]["kappa"]["why"] == "no variance"
    assert rates["J2"]["agreement"]["ac1"]["value"] == 1
    (fault,) = value["faults"]
    assert fault["criteria"] == [{"criterion": "J1", "reviewers": ["R2"]}]
    assert fault["comments"] == [{"reviewer": "R2", "text": "says nothing"}]
    # People pass every labelled answer that evidence, relations and citations allow.
    (system,) = value["answerability"]
    scores = _scores(run)
    by_task: dict[str, list[bool]] = {}
    for one in scores:
        by_task.setdefault(one.task_id, []).append(one.passed)
    judged = sum(sum(own) / len(own) for own in by_task.values()) / len(by_task)
    assert system["judged"] == pytest.approx(judged, abs=1e-6)
    assert answers <= 20 < sum(one.correct is not None for one in scores)
    assert system["corrected"]["n"] == 20 and system["correction"] >= 0


def _scores(run: Path) -> list[Score]:
    lines = (run / "plans" / "scores" / "egr-s.jsonl").read_text("utf-8").splitlines()
    found = [read_score(json.loads(line)) for line in lines]
    return [one for one in found if one.phrasing not in ("QC", "QX")]


def test_all_answers_labelled_give_what_people_say(
    run: Path, export: Export, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every answer labelled the corrected A_t is the people's own: here the share of runs,
    mean over tasks, in which evidence, relations and citations hold."""
    folder = export("--answers", "5000")
    fill_workbook(folder / "R1.xlsx", YES_TO_ALL)
    _, value = scored(str(folder / "R1.xlsx"), capsys=capsys)
    by_task: dict[str, list[bool]] = {}
    for one in _scores(run):
        people = one.outcome == "answered" and one.correct is not None and rest_holds(one)
        by_task.setdefault(one.task_id, []).append(people)
    expected = sum(sum(own) / len(own) for own in by_task.values()) / len(by_task)
    (system,) = value["answerability"]
    assert system["corrected"]["value"] == pytest.approx(expected, abs=1e-6)
    parts = {one["part"]: one for one in value["judge"]}
    answered = [one for one in _scores(run) if one.correct is not None]
    assert parts["correct"]["bothYes"] == sum(bool(one.correct) for one in answered)
    assert parts["correct"]["peopleAlone"] == sum(not one.correct for one in answered)


def test_the_verdict_of_the_judge_is_in_no_sheet(export: Export) -> None:
    from openpyxl import load_workbook

    folder = export("--answers")
    for page in load_workbook(folder / "R1.xlsx").worksheets[1:]:
        texts = {str(cell.value) for row in page.iter_rows() for cell in row if cell.value}
        assert not any("egr-s" in text for text in texts)
        assert not texts & {"True", "False", "pass", "fail"}


def test_csv_folders_and_single_files(
    run: Path, export: Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export("--format", "csv", "--answers", "3")
    assert sorted(path.name for path in folder.iterdir()) == [
        "R1-answers.csv", "R1-tasks.csv", "instructions.txt", "key.json",
    ]  # fmt: skip
    single = tmp_path / "own.csv"
    assert main(["review", "export", str(run.parent / "plans.pdf"), "-o", str(single)]) == 0
    assert "keep" in capsys.readouterr().err
    assert single.read_bytes().startswith(b"\xef\xbb\xbf") and b"\r\n" in single.read_bytes()
    for wrong in (
        ["-o", "a.csv", "--reviewers", "2"],
        ["-o", "a.pdf"],
        ["-o", "-"],
        ["-o", "a.csv", "--format", "xlsx"],
        ["-o", "a.xlsx", "--size", "0"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(["review", "export", str(run.parent / "plans.pdf"), *wrong])
        assert ended.value.code == 2


def test_the_same_documents_give_the_same_bytes(run: Path, export: Export) -> None:
    first = {path.name: path.read_bytes() for path in export("--answers").iterdir()}
    assert first == {path.name: path.read_bytes() for path in export("--answers").iterdir()}


def test_empty_sheets_and_missing_ones(
    run: Path, export: Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export()
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 2
    assert "No sheet holds a verdict" in capsys.readouterr().out
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    fill_workbook(folder / "R1.xlsx", YES_TO_ALL)
    sheets = [str(folder / "R1.xlsx"), str(tmp_path / "other.csv"), str(tmp_path / "gone.csv")]
    assert main(["review", "score", *sheets]) == 2
    said = capsys.readouterr()
    assert "other.csv: holds no row of a review" in said.err and "gone.csv" in said.err
    assert "95 % takes" not in said.out and "72 tasks" in said.out
    assert main(["review", "export", str(tmp_path / "nothing.pdf"), "-o", f"{tmp_path}/b/"]) == 2


def test_a_missed_target_is_status_1(export: Export, capsys: pytest.CaptureFixture[str]) -> None:
    folder = export()
    fill_workbook(folder / "R1.xlsx", says({"J1": "no", "J2": "?"}))
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 1
    said = capsys.readouterr().out
    assert "missed" in said and "No row has two reviewers" in said
    (folder / "key.json").rename(folder / "kept.json")
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 1
    assert "The key of the sample is not there" in capsys.readouterr().out
    key = ["--key", str(folder / "kept.json")]
    assert main(["review", "score", str(folder / "R1.xlsx"), *key]) == 1
    assert "The key" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("strata", {"stratum": "another"}), ("strata", {"stratum": 5}), ("tasks", {"stratum": 5}),
        ("answers", {"runs": 5}), ("systems", {"system": "another"}), ("systems", {"tasks": [[1]]}),
        ("documents", {"sha256": "\ud800"}),
    ],
)  # fmt: skip
def test_a_key_that_has_been_edited(
    part: str, change: dict[str, Any], export: Export, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export()
    path = folder / "key.json"
    key = json.loads(path.read_text("utf-8"))
    key[part] = [{**one, **change} for one in key[part]] or [change]
    path.write_text(json.dumps(key), "utf-8")
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 2
    assert "key.json: is no key of a review" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schemaVersion": 2}', "[" * 100_000])
def test_a_key_that_is_none(text: str, export: Export, capsys: pytest.CaptureFixture[str]) -> None:
    folder = export()
    (folder / "key.json").write_text(text)
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 2
    assert "key.json: is " in capsys.readouterr().err


def test_a_run_of_the_retrieval_tier_has_no_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    made, _ = assessment(tmp_path / "run", systems=("egr-s",))
    made.run([Source("plans.pdf", tmp_path / "plans.pdf")])
    place = ["-o", str(tmp_path / "a.xlsx")]
    assert main(["review", "export", str(tmp_path / "run"), *place]) == 0
    assert main(["review", "export", str(tmp_path / "run"), *place, "--answers"]) == 2
    assert "retrieval tier has none" in capsys.readouterr().err


def test_without_openpyxl_csv_is_read_and_workbooks_say_what_to_install(
    export: Export, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = export()
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert main(["review", "score", str(folder / "R1.xlsx")]) == 2
    assert "pip install 'dtaa-lint[answerability]'" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_sheets_that_libreoffice_has_saved(
    export: Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export("--answers", "5")
    fill_workbook(folder / "R1.xlsx", YES_TO_ALL)
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    subprocess.run(
        ["soffice", home, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
         "--outdir", str(folder / "saved"), str(folder / "R1.xlsx")],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    saved, key = str(folder / "saved" / "R1.xlsx"), str(folder / "key.json")
    status, value = scored(saved, "--key", key, capsys=capsys)
    assert status == 0 and value["problems"] == []
    assert value["tasks"]["judged"] == value["tasks"]["sampled"]
    assert value["answers"]["judged"] == value["answers"]["sampled"]
