"""Replies that are of no use, or that never came, are told of, counted, and asked for again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.left_out import Kind
from dtaa_lint.answerability.model import Outcome
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.report import html, text
from dtaa_lint.answerability.report import json as json_report
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.trace import traces
from dtaa_lint.answerability.run import Assessed
from dtaa_lint.answerability.scoring.profile import profile
from dtaa_lint.cli.assessment_notes import notes
from tests.answerability.assessed import assessment, pdf, script
from tests.answerability.fakes.scripted import ScriptedClient

Said = Mapping[str, Any] | str | Reply
JUNK = "I cannot do that."
GONE = Reply(ReplyStatus.ERROR, error="HTTP 500: the server is gone")
THEIRS = {
    "question": "What do guests have to be?",
    "answer": "registered",
    "sources": ["Guests must be registered by the member who brings them before noon."],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    (tmp_path / "theirs.jsonl").write_text(json.dumps(THEIRS) + "\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, said: Callable[[Call], Said], **options: Any) -> Assessed:
    """A run of two tasks over models that say this."""
    chosen: dict[str, Any] = {"tasks": 2, "systems": ("egr-s",), **options}
    made, _ = assessment(folder / "run", folder / "cache", **chosen)
    made.client = ScriptedClient(said)
    return made.run([Source("plans.pdf", folder / "plans.pdf")])


def resumed(folder: Path, **options: Any) -> tuple[Assessed, list[Call]]:
    """The run gone on with, over models that work, and what these were asked."""
    chosen: dict[str, Any] = {"tasks": 2, "systems": ("egr-s",), **options}
    made, client = assessment(folder / "run", folder / "cache", **chosen)
    return made.resume(), client.calls


def of(role: Role, said: Said) -> Callable[[Call], Said]:
    """Models of which those of one role say this."""
    return lambda call: said if call.role is role else script(call)


def lines(found: Assessed) -> str:
    return "\n".join(notes(found, [], kept=True))


def reports(found: Assessed) -> tuple[str, Any, str]:
    """The run's reports: for the terminal, as JSON that keeps to its schema, as a page."""
    made = Found(found, profile((*found.runs, *found.foreign)))
    documents = list(traces(found))
    value = json.loads(json_report.render(made, documents))
    jsonschema.Draft202012Validator(json.loads(json_report.schema())).validate(value)
    return text.render(made).decode(), value, html.render(made, documents).decode()


@pytest.mark.parametrize("role", [Role.GENERATOR, Role.VALIDATOR])
@pytest.mark.parametrize("said", [JUNK, GONE], ids=["junk", "gone"])
def test_where_no_question_could_be_written_or_checked(
    folder: Path, role: Role, said: Said
) -> None:
    found = run(folder, of(role, said))
    assert not found.measured
    (one,) = [one for one in found.left_out if one.kind is Kind.WAITING]
    reason = GONE.error if said is GONE else (
        "the reply held no text for it"
        if role is Role.GENERATOR
        else "the validator gave no complete verdict"
    )  # fmt: skip
    assert one.reasons == ((reason, one.count),) and one.count > 2
    assert f"could not be written or checked: {reason} ({one.count}); the run can be" in lines(
        found
    )
    assert not [one for one in found.left_out if one.kind is Kind.EXCLUDED], "counted once"
    again, asked = resumed(folder)
    assert asked and again.measured and again.runs


def test_single_questions_that_got_no_usable_reply_are_excluded(folder: Path) -> None:
    first: list[str] = []

    def some(call: Call) -> Said:
        if call.role is not Role.GENERATOR:
            return script(call)
        first.append(call.prompt.split(" need>>>\n")[1].splitlines()[0])
        return JUNK if first[-1] == first[0] else script(call)

    found = run(folder, some)
    assert found.measured and found.runs
    (one,) = [one for one in found.left_out if one.kind is Kind.EXCLUDED]
    assert one.reasons[0][0] == "the reply held no text for it"


def test_answers_of_another_form_are_counted_and_shown(folder: Path) -> None:
    asked: list[Call] = []

    def some(call: Call) -> Said:
        if call.role is Role.ANSWERER:
            asked.append(call)
            return JUNK if len(asked) == 2 else script(call)
        return script(call)

    found = run(folder, some)
    assert found.measured, "they are an outcome, and fail"
    (one,) = [one for one in found.left_out if one.kind is Kind.INVALID]
    said = "plans, egr-s: 1 answer was not in the asked form and counts as failed"
    assert (one.count, one.system) == (1, "egr-s") and said in lines(found)
    terminal, value, page = reports(found)
    assert said in " ".join(terminal.split()) and said in page
    assert {"kind": "invalid", "document": "plans", "system": "egr-s", "count": 1,
            "reasons": [{"reason": "the reply is no JSON object", "count": 1}],
            } in value["leftOut"]  # fmt: skip
    again, calls = resumed(folder)
    assert again.runs == found.runs and not calls, "they stand"


def test_where_no_answer_of_a_system_has_the_form_nothing_is_measured(folder: Path) -> None:
    found = run(folder, of(Role.ANSWERER, JUNK))
    assert not found.measured
    assert {one.score.outcome for one in found.runs} == {Outcome.INVALID}
    (one,) = [one for one in found.left_out if one.kind is Kind.UNUSABLE]
    said = f"plans, egr-s: nothing was answered: {one.count} answers were not in the asked form"
    assert one.count > 2 and f"{said}: the reply is no JSON object ({one.count})" in lines(found)
    assert lines(found).endswith("; the run can be resumed")
    assert said in " ".join(reports(found)[0].split())
    again, calls = resumed(folder)
    assert again.measured and sum(call.role is Role.ANSWERER for call in calls) >= one.count


@pytest.mark.parametrize("said", [GONE, JUNK], ids=["gone", "junk"])
def test_marks_of_filters_that_could_not_be_made_are_not_measured(folder: Path, said: Said) -> None:
    options = {"questions": str(folder / "theirs.jsonl"), "filters": True}

    def of_filters(call: Call) -> Said:
        mine = call.role is Role.VALIDATOR and "objection" in call.schema["required"]
        return said if mine else script(call)

    found = run(folder, of_filters, **options)
    assert not found.measured
    (one,) = [one for one in found.left_out if one.kind is Kind.UNMARKED]
    reason = GONE.error if said is GONE else "the reply is no JSON object"
    assert one.reasons == ((reason, 3),)
    assert f"plans: 3 marks of the filters could not be made: {reason} (3); the run" in lines(found)
    assert reports(found)[1]["leftOut"][-1]["kind"] == "unmarked"
    again, calls = resumed(folder, **options)
    assert again.measured and len(calls) == 3


@pytest.mark.parametrize("said", [GONE, JUNK], ids=["gone", "junk"])
def test_grades_that_were_not_given_are_not_measured(folder: Path, said: Said) -> None:
    options = {"questions": str(folder / "theirs.jsonl")}

    def of_grades(call: Call) -> Said:
        return said if "grade" in call.schema["required"] else script(call)

    found = run(folder, of_grades, **options)
    assert not found.measured
    assert [one.count for one in found.left_out if one.kind is Kind.UNGRADED] == [1]
    assert "plans: 1 grade could not be given: " in lines(found)
    again, calls = resumed(folder, **options)
    assert again.measured and ["grade" in call.schema["required"] for call in calls] == [True]


def test_verdicts_that_could_not_be_used_are_asked_for_again(folder: Path) -> None:
    """Also those that have the form, and do not say what was asked."""

    def twice(call: Call) -> Said:
        found = script(call)
        if call.role is Role.JUDGE and found.get("elements"):
            return {**found, "elements": [{**one, "number": 1} for one in found["elements"]]}
        return found

    for said in (of(Role.JUDGE, JUNK), twice):
        found = run(folder, said, tasks=None)
        assert not found.measured and lines(found).endswith("; the run can be resumed")
        lost = [one for one in found.runs if one.score.outcome is Outcome.UNJUDGED]
        again, calls = resumed(folder, tasks=None)
        assert lost and again.measured and {call.role for call in calls} == {Role.JUDGE}
        again, calls = resumed(folder, tasks=None)
        assert again.measured and not calls
        folder.joinpath("run").rename(folder / f"run of {len(list(folder.iterdir()))}")
        folder.joinpath("cache").rename(folder / f"cache of {len(list(folder.iterdir()))}")
