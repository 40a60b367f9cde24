"""pdfQA's filters as a stage of a run: marks on disk, and scores broken down by them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.models.cache import key_of
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import RunFolder, Stage
from dtaa_lint.answerability.report import html, text
from dtaa_lint.answerability.report import json as json_report
from dtaa_lint.answerability.report.found import Found, filtered
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.answerability.run import Assessment
from dtaa_lint.answerability.scoring.profile import profile
from dtaa_lint.cli.main import main
from tests.answerability.assessed import assessment, pdf, script
from tests.answerability.fakes.scripted import ScriptedClient
from tests.answerability.killed import KILLED
from tests.answerability.schemas import schema
from tests.answerability.test_resume import kill, written

SOURCE = "Guests must be registered by the member who brings them before noon."
QUESTIONS = (
    {"question": "What do guests have to be?", "answer": "registered", "sources": [SOURCE]},
    {"question": "What is in this table?", "answer": "prices", "sources": [SOURCE]},
    {"question": "Which drink has milk?", "answer": "coffee"},
)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    path = tmp_path / "theirs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS), encoding="utf-8")
    return path


def filtering(folder: Path, theirs: Path, cache: str = "cache", **more: Any
              ) -> tuple[Assessment, ScriptedClient]:  # fmt: skip
    return assessment(
        folder, theirs.parent / cache, questions=str(theirs), filters=True, tasks=1, **more
    )


def source(theirs: Path) -> Source:
    return Source("plans.pdf", theirs.parent / "plans.pdf")


def of_filters(call: Call) -> bool:
    """Whether a call is one of the filters' own (grades are other calls too)."""
    return {"objection", "answered"} & set(call.schema["required"]) != set()


def test_every_question_is_marked_and_none_is_dropped(tmp_path: Path, theirs: Path) -> None:
    made, client = filtering(tmp_path / "run", theirs)
    found = made.run([source(theirs)])
    assert found.measured and len(found.foreign) == 6, "three questions, two systems"
    lines = read_lines(tmp_path / "run" / "plans" / "benchmark" / "filters.jsonl")
    for line in lines:
        jsonschema.Draft202012Validator(schema("filters")).validate(line)
    verdicts: dict[str, list[str]] = {}
    for line in lines:
        verdicts.setdefault(line["foreignId"], []).append(f"{line['check']} {line['verdict']}")
    assert list(verdicts.values()) == [
        ["formal passed", "internal passed", "external passed", "difficulty passed"],
        ["formal failed", "internal passed", "external passed", "difficulty passed"],
        # It is answered by its reference itself, which needs no judge to be called right.
        ["formal passed", "internal skipped", "external skipped", "difficulty failed"],
    ]
    labels = [dict(run.labels.dimensions) for run in found.foreign]
    assert {one["quality"] for one in labels} == {"passed", "failed", "unknown"}
    assert {one["difficulty"] for one in labels} == {"hard", "too easy"}
    assert not any("quality" in dict(run.labels.dimensions) for run in found.runs)
    calls = [call for call in client.calls if of_filters(call)]
    roles = [call.role for call in calls]
    assert (roles.count(Role.VALIDATOR), roles.count(Role.ANSWERER)) == (6, 3)


def test_similar_passages_are_what_the_first_system_showed(tmp_path: Path, theirs: Path) -> None:
    made, client = filtering(tmp_path / "run", theirs)
    made.run([source(theirs)])
    folder = tmp_path / "run" / "plans"
    (question,) = [
        line for line in read_lines(folder / "benchmark" / "foreign.jsonl")
        if line["text"] == QUESTIONS[0]["question"]
    ]  # fmt: skip
    (shown,) = [
        line["shown"] for line in read_lines(folder / "answering" / "egr-full" / "retrieval.jsonl")
        if line["questionId"] == question["questionId"]
    ]  # fmt: skip
    external = [call.prompt for call in client.calls if "Other passages" in call.prompt]
    (prompt,) = [one for one in external if str(QUESTIONS[0]["question"]) in one]
    assert shown and all(item["text"] in prompt for item in shown[:5])
    assert not any(item["text"] in prompt for item in shown[5:])


def test_the_reports_break_their_scores_down_and_say_how_many_passed(
    tmp_path: Path, theirs: Path
) -> None:
    made, _ = filtering(tmp_path / "run", theirs)
    assessed = made.run([source(theirs)])
    found = Found(assessed, profile((*assessed.runs, *assessed.foreign)))
    assert filtered(found) == {
        "difficulty": {"hard": 2, "too easy": 1},
        "quality": {"failed": 1, "passed": 1, "unknown": 1},
    }
    said = text.render(found).decode()
    assert "3 questions: 1 passed for quality, 2 for difficulty; none is left out." in said
    assert "Quality of the question: failed" in said
    value = json.loads(json_report.render(found, traces(assessed)))
    jsonschema.Draft202012Validator(json.loads(json_report.schema())).validate(value)
    for system in value["systems"]:
        groups = {one["name"]: one["tasks"] for one in system["foreignBreakdowns"]["quality"]}
        assert groups == {"failed": 1, "passed": 1, "unknown": 1}
    marks = [
        [mark["verdict"] for mark in task["task"]["filters"]]
        for task in value["documents"][0]["tasks"] if task["kind"] == "foreign"
    ]  # fmt: skip
    assert sorted(marks)[0] == ["failed", "passed", "passed", "passed"]
    page = html.render(found, traces(assessed)).decode()
    assert "Quality of the question" in page and "it has no sources" in page
    again, client = filtering(tmp_path / "run", theirs, "nothing")
    assert again.rescore().foreign == assessed.foreign and not client.calls


def test_runs_without_filters_say_nothing_of_them(tmp_path: Path, theirs: Path) -> None:
    made, client = assessment(tmp_path / "run", tmp_path / "cache", questions=str(theirs), tasks=1)
    assessed = made.run([source(theirs)])
    found = Found(assessed, profile((*assessed.runs, *assessed.foreign)))
    assert not filtered(found) and "filtered" not in text.render(found).decode()
    assert not any(map(of_filters, client.calls))
    assert not (tmp_path / "run" / "plans" / "benchmark" / "filters.jsonl").exists()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed as a fork")
def test_a_run_that_is_killed_while_it_filters_goes_on(tmp_path: Path, theirs: Path) -> None:
    run, cache = tmp_path / "run", tmp_path / "cache"
    ended = kill(run, cache, [("filter", done) for done in (0, 1, 5)])
    assert [status for status, _ in ended] == [KILLED] * 3
    options = {"questions": str(theirs), "filters": True}
    again, client = assessment(run, cache, **options)
    found = again.resume()
    whole, expected = assessment(tmp_path / "whole", tmp_path / "other", **options)
    assert found.foreign == whole.run([source(theirs)]).foreign
    assert written(run) == written(tmp_path / "whole")
    paid = [json.loads(line)["key"] for line in (run / "ledger.jsonl").read_text().splitlines()]
    assert len(paid) == len(set(paid)) and len(client.calls) < len(expected.calls)


def test_nothing_is_asked_twice(tmp_path: Path, theirs: Path) -> None:
    made, client = filtering(tmp_path / "run", theirs)
    first = made.run([source(theirs)])
    assert client.calls
    for folder, cache in (("run", "nothing"), ("other", "cache")):
        again, asked = filtering(tmp_path / folder, theirs, cache)
        assert again.run([source(theirs)]).foreign == first.foreign and not asked.calls


def test_marks_that_no_reply_came_for_are_asked_for_again(tmp_path: Path, theirs: Path) -> None:
    lost: list[Call] = []

    def failing(call: Call) -> Mapping[str, Any] | Reply:
        if call.role is Role.VALIDATOR and "Other passages" in call.prompt and not lost:
            lost.append(call)
            return Reply(ReplyStatus.ERROR, error="the server is gone")
        return script(call)

    made, _ = filtering(tmp_path / "run", theirs)
    made.client = ScriptedClient(failing)
    made.run([source(theirs)])
    path = tmp_path / "run" / "plans" / "benchmark" / "filters.jsonl"
    assert b"the server is gone" in path.read_bytes()
    again, client = filtering(tmp_path / "run", theirs)
    again.resume()
    assert [key_of(call) for call in client.calls] == [key_of(call) for call in lost]
    assert b"the server is gone" not in path.read_bytes()


def test_runs_from_before_there_were_filters_go_on(tmp_path: Path, theirs: Path) -> None:
    def asking(cache: str) -> tuple[Assessment, ScriptedClient]:
        return assessment(
            tmp_path / "run", tmp_path / cache, questions=str(theirs), tasks=1, systems=("egr-s",)
        )

    first = asking("cache")[0].run([source(theirs)])
    path = tmp_path / "run" / "run.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    del manifest["options"]["filterQuestions"]
    manifest["stages"]["done"].remove("filter")
    path.write_text(json.dumps(manifest), encoding="utf-8")
    found = RunFolder(tmp_path / "run").read()
    assert found is not None and found.done == list(Stage)[:-1]
    again, client = asking("nothing")
    assert again.rescore().foreign == first.foreign
    again, client = asking("nothing")
    assert again.run([source(theirs)]).foreign == first.foreign and not client.calls


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ([], "--questions, a validator, an answerer, a judge that is a model"),
        (["--questions", "theirs.jsonl", "--answerer", "scripted:a", "--judge", "rules"],
         "a validator, a judge that is a model"),
        (["--answerer", "scripted:a", "--judge", "scripted:j", "--validator", "scripted:v"],
         "name --questions"),
    ],
)  # fmt: skip
def test_filters_need_questions_and_models(
    tmp_path: Path,
    theirs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    missing: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plans.pdf", "--answerability", "--filter-questions", *options]) == 2
    said = capsys.readouterr().err
    assert missing in said and said.count("\n") == 1


def test_the_configuration_filters_wherever_there_are_questions(
    tmp_path: Path,
    theirs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dtaa-lint.toml").write_text(
        '[answerability]\nfilter-questions = true\nsystems = ["egr-s"]\ntasks = 1\n'
    )
    options = ["plans.pdf", "--fail-on", "never", "--answerability"]
    assert main(options) == 0
    assert main([*options, "--questions", "theirs.jsonl"]) == 2
    assert "name a validator" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["plans.pdf", "--filter-questions"])
    assert "--filter-questions goes with --answerability" in capsys.readouterr().err
