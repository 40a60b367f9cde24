"""Somebody else's questions, through the same systems, beside the derived tasks."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.left_out import Kind
from dtaa_lint.answerability.model import Outcome, Phrasing
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.report import html, text
from dtaa_lint.answerability.report import json as json_report
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.answerability.scoring.profile import profile
from tests.answerability.assessed import assessment, pdf
from tests.answerability.schemas import schema

QUESTIONS = (
    {
        "question": "What do guests have to be?",
        "answer": "registered by the member who brings them before noon",
        "sources": ["Guests must be registered by the member who brings them before noon."],
    },
    {"question": "Which drink has milk?", "answer": "coffee"},
    {"question": "Is it so?", "answer": "yes", "document": "another.pdf"},
)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    path = tmp_path / "theirs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS), encoding="utf-8")
    return path


def test_they_are_scored_graded_and_kept_apart(tmp_path: Path, given: Path) -> None:
    made, _ = assessment(
        tmp_path / "run", tmp_path / "cache", systems=("egr-s",), questions=str(given)
    )
    found = made.run([Source("plans.pdf", tmp_path / "plans.pdf")])
    (left,) = [one for one in found.left_out if one.kind is Kind.GIVEN]
    assert left.reasons == (("no document has this name", 1),)
    assert {run.score.phrasing for run in found.foreign} == {Phrasing.FOREIGN}
    assert Phrasing.FOREIGN not in {run.score.phrasing for run in found.runs}
    first, second = sorted(found.foreign, key=lambda run: run.score.provenance is None)
    assert first.score.provenance is not None, "its source is known"
    assert second.score.provenance is None and second.score.failure != "P"
    assert first.labels.task_class == "" and dict(first.labels.dimensions)["sources"]
    folder = tmp_path / "run" / "plans"
    for name, shape in (("scores/rubric", "rubric"), ("benchmark/foreign", "foreign")):
        lines = read_lines(folder / f"{name}.jsonl")
        assert len(lines) == 2
        for line in lines:
            jsonschema.Draft202012Validator(schema(shape)).validate(line)
    rubric = read_lines(folder / "scores" / "rubric.jsonl")
    grades = {line["questionId"]: line["grade"] for line in rubric}
    shown = Found(found, profile((*found.runs, *found.foreign)))
    value = json.loads(json_report.render(shown, traces(found)))
    jsonschema.Draft202012Validator(json.loads(json_report.schema())).validate(value)
    counted = value["systems"][0]["grades"]
    assert [int(name) for name, n in counted["counts"].items() for _ in range(n)] == sorted(
        grades.values()
    )
    assert counted["mean"] == sum(grades.values()) / 2 and counted["without"] == 0
    runs = [
        (run["grade"], one["questionId"])
        for task in value["documents"][0]["tasks"]
        for one in task["variants"]
        for run in one["runs"]
    ]
    assert {name: one["grade"] for one, name in runs if one is not None} == grades
    said = text.render(shown).decode()
    assert "Grades of other people's questions" in said
    assert f"mean of those that have a grade            {counted['mean']:.2f}" in said
    page = html.render(shown, traces(found)).decode()
    assert page.count('<h3 id="grades">') == 1
    assert all(page.count(f"Grade {n} of 5") == list(grades.values()).count(n) for n in range(1, 6))
    given.unlink()
    again, client = assessment(tmp_path / "run", tmp_path / "nothing", systems=("egr-s",))
    assert again.rescore().foreign == found.foreign and not client.calls


def test_without_models_those_with_sources_are_measured(tmp_path: Path, given: Path) -> None:
    made, _ = assessment(tmp_path / "run", systems=("egr-s",), questions=str(given))
    (found,) = made.run([Source("plans.pdf", tmp_path / "plans.pdf")]).foreign
    assert (found.score.outcome, found.score.evidence) == (Outcome.RETRIEVED, 1.0)
