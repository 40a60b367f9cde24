"""What is not asked is counted with its reason, and a provider's silence is no exclusion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.left_out import (
    NO_ANSWER,
    NO_CANDIDATE,
    NO_SOURCES,
    NO_STRUCTURE,
    NOT_FOUND,
    Kind,
    LeftOut,
)
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from tests.answerability.assessed import assessment, pdf, script
from tests.answerability.fakes.scripted import ScriptedClient
from tests.answerability.test_resume import written
from tests.make import Doc, el

DOWN = "connection refused"


def of_kind(found: tuple[LeftOut, ...], kind: Kind) -> list[LeftOut]:
    return [one for one in found if one.kind is kind]


@pytest.fixture
def plans(tmp_path: Path) -> Source:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    return Source("plans.pdf", tmp_path / "plans.pdf")


@pytest.mark.parametrize(("role", "some"), [(Role.GENERATOR, False), (Role.VALIDATOR, True)])
def test_an_outage_leaves_questions_open_and_resuming_asks_again(
    tmp_path: Path, plans: Source, role: Role, some: bool
) -> None:
    down: list[Call] = []

    def failing(call: Call) -> Mapping[str, Any] | Reply:
        if call.role is role and (not some or len(down) < 2):
            down.append(call)
            return Reply(ReplyStatus.ERROR, error=DOWN)
        return script(call)

    run, cache = tmp_path / "run", tmp_path / "cache"
    made, _ = assessment(run, cache, tasks=3, systems=("egr-s",))
    made.client = ScriptedClient(failing)
    first = made.run([plans])
    (left,) = of_kind(first.left_out, Kind.WAITING)
    assert down and not first.measured
    assert any(run.score.phrasing == "Q0" for run in first.runs) is some
    assert left.reasons == ((DOWN, left.count),)
    assert not of_kind(first.left_out, Kind.EXCLUDED), "nothing was found wanting"
    again, client = assessment(run, cache, tasks=3, systems=("egr-s",))
    second = again.resume()
    assert client.calls and second.measured and not of_kind(second.left_out, Kind.WAITING)
    whole, _ = assessment(tmp_path / "whole", tmp_path / "other", tasks=3, systems=("egr-s",))
    assert whole.run([plans]).runs == second.runs
    assert written(run) == written(tmp_path / "whole")


def test_exclusions_are_counted_by_their_reason(tmp_path: Path, plans: Source) -> None:
    def strict(call: Call) -> Mapping[str, Any]:
        said = script(call)
        if call.role is not Role.VALIDATOR:
            return said
        return {name: {**verdict, "natural": False} for name, verdict in said.items()}

    made, _ = assessment(tmp_path / "run", tmp_path / "cache", tasks=2, systems=("egr-s",))
    made.client = ScriptedClient(strict)
    found = made.run([plans])
    (left,) = of_kind(found.left_out, Kind.EXCLUDED)
    assert left.reasons == (("is not what a person would ask", left.count),)
    assert found.measured and not of_kind(found.left_out, Kind.WAITING)
    assert str(left.text) == (
        f"plans: {left.count} questions are excluded: is not what a person would ask ({left.count})"
    )


def untagged() -> bytes:
    stream = BytesIO()
    with pikepdf.new() as made:
        made.add_blank_page()
        made.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [(untagged(), NO_STRUCTURE), (Doc(lang="en").add(el("P", "Short.")).bytes(), NO_CANDIDATE)],
)
def test_a_document_without_tasks_says_why(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "d.pdf").write_bytes(data)
    made, _ = assessment(tmp_path / "run", systems=("egr-s",))
    found = made.run([Source("d.pdf", tmp_path / "d.pdf")])
    (left,) = found.left_out
    assert (left.kind, left.document) == (Kind.NO_TASK, "d")
    assert str(left.text) == f"d: no task: {reason}" and not found.runs


def test_rejections_say_why_there_is_no_task(tmp_path: Path) -> None:
    table = el("Table", el("TR", el("TD", "Plan"), el("TD", "9")), el("TR", el("TD", "x")))
    (tmp_path / "d.pdf").write_bytes(Doc(lang="en").add(table).bytes())
    made, _ = assessment(tmp_path / "run", systems=("egr-s",))
    (left,) = made.run([Source("d.pdf", tmp_path / "d.pdf")]).left_out
    assert left.kind is Kind.NO_TASK and all(n for _, n in left.reasons)


def test_questions_that_nobody_is_asked_are_counted(tmp_path: Path, plans: Source) -> None:
    given = [
        {"question": "What is served?", "answer": "coffee with milk"},
        {"question": "What is not?", "answer": "beer", "sources": ["Beer is not served at all."]},
        {"question": "Who pays?", "answer": "", "sources": ["tea with lemon"]},
        {"question": "Whose is it?", "answer": "x", "document": "another"},
    ]
    path = tmp_path / "theirs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in given), encoding="utf-8")
    made, _ = assessment(tmp_path / "run", systems=("egr-s",), questions=str(path))
    (left,) = of_kind(made.run([plans]).left_out, Kind.GIVEN)
    assert left.count == 4
    reasons = dict(left.reasons)
    assert reasons == dict.fromkeys(
        (NO_SOURCES, NOT_FOUND, NO_ANSWER, "no document has this name"), 1
    )
