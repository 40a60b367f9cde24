"""Estimates take off what the run's folder and the cache have, and send nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.models.estimate import Estimate
from dtaa_lint.answerability.models.interface import Call, Role
from dtaa_lint.answerability.package.folder import Stage
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import assessment, pdf
from tests.answerability.test_filter_run import QUESTIONS

SOURCES = ("plans.pdf", "drinks.pdf")
UNKNOWN = "not known before the run: what the cache has of them is not asked again"
Made = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, word in zip(SOURCES, ("coffee", "cocoa"), strict=True):
        (tmp_path / name).write_bytes(pdf(word))
    return tmp_path


def sources(folder: Path) -> list[Source]:
    return [Source(name, folder / name) for name in SOURCES]


def calls(found: Estimate) -> dict[Role, int]:
    return {row.role: row.calls for row in found.rows}


def of_roles(asked: list[Call]) -> dict[Role, int]:
    roles = [call.role for call in asked]
    return {role: roles.count(role) for role in Role if role in roles}


def given(folder: Path) -> dict[str, Any]:
    path = folder / "theirs.jsonl"
    lines = [{**one, "document": "plans"} for one in QUESTIONS]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return {"questions": str(path), "filters": True}


def test_a_run_that_has_not_begun_is_counted_whole_and_leaves_nothing(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    made, client = assessment(folder / "run", folder / "cache", tasks=2)
    found = made.estimate(sources(folder))
    assert not client.calls and sorted(folder.rglob("*")) == before
    assert found.cached == 0 and found.unforeseen
    assert any(UNKNOWN in line for line in found.lines())
    made.run(sources(folder))
    asked = of_roles(client.calls)
    assert calls(found)[Role.GENERATOR] == asked[Role.GENERATOR]
    for role in Role:
        assert calls(found)[role] >= asked[role], role


def test_what_the_cache_has_of_the_questions_is_taken_off(folder: Path) -> None:
    made, client = assessment(folder / "run", folder / "cache", tasks=2)
    made.run(sources(folder), Stage.QUESTIONS)
    written = len(client.calls)
    other, _ = assessment(folder / "other", folder / "cache", tasks=2)
    found = other.estimate(sources(folder))
    assert found.cached == written
    assert not {Role.GENERATOR, Role.VALIDATOR} & set(calls(found))


@pytest.mark.parametrize("filters", [False, True])
@pytest.mark.parametrize("until", [Stage.RETRIEVE, Stage.ANSWER, Stage.SCORE])
def test_a_run_that_has_begun_counts_what_its_files_lack(
    folder: Path, until: Stage, filters: bool
) -> None:
    options = {"tasks": 2, **(given(folder) if filters else {})}
    assessment(folder / "run", folder / "cache", **options)[0].run(sources(folder), until)
    found = assessment(folder / "run", folder / "none", **options)[0].estimate(sources(folder))
    again, client = assessment(folder / "run", folder / "none", **options)
    again.run(sources(folder))
    asked = of_roles(client.calls)
    if until is Stage.SCORE:
        assert not found.rows and not asked
        return
    if until is Stage.ANSWER:
        assert calls(found) == asked and not found.unforeseen
        return
    assert not {Role.GENERATOR} & set(calls(found))
    assert calls(found)[Role.ANSWERER] == asked[Role.ANSWERER], "all of them can be foreseen"
    assert calls(found).get(Role.VALIDATOR) == asked.get(Role.VALIDATOR)
    assert calls(found)[Role.JUDGE] >= asked[Role.JUDGE]
    assert found.unforeseen == calls(found)[Role.JUDGE]


def test_what_the_cache_has_of_answers_is_taken_off_where_retrieval_is_known(folder: Path) -> None:
    made, _ = assessment(folder / "run", folder / "cache", tasks=2)
    made.run(sources(folder), Stage.RETRIEVE)
    kept = {path: path.read_bytes() for path in (folder / "run").rglob("*") if path.is_file()}
    again, client = assessment(folder / "run", folder / "cache", tasks=2)
    again.run(sources(folder))
    for path in (folder / "run").rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
    for path, data in kept.items():
        path.write_bytes(data)
    made, _ = assessment(folder / "run", folder / "cache", tasks=2)
    found = made.estimate(sources(folder))
    answered = of_roles(client.calls)[Role.ANSWERER]
    assert Role.ANSWERER not in calls(found) and found.cached == answered


def test_filters_are_counted(folder: Path) -> None:
    more = given(folder)
    with_them, _ = assessment(folder / "run", folder / "cache", tasks=2, **more)
    without, _ = assessment(folder / "run", folder / "cache", tasks=2, questions=more["questions"])
    filtered, plain = (calls(one.estimate(sources(folder))) for one in (with_them, without))
    # One of three is found wanting without a call, one has no sources.
    assert filtered[Role.VALIDATOR] - plain[Role.VALIDATOR] == 2 + 2 + 2
    assert filtered[Role.ANSWERER] - plain[Role.ANSWERER] == 3
    assert filtered[Role.JUDGE] - plain[Role.JUDGE] == 3


def test_more_systems_cost_theirs_alone(folder: Path) -> None:
    made, _ = assessment(folder / "run", folder / "cache", tasks=2, systems=("egr-s",))
    made.run(sources(folder))
    more = {"tasks": 2, "systems": ("egr-s", "long-context")}
    found = assessment(folder / "run", folder / "cache", **more)[0].estimate(sources(folder))
    again, client = assessment(folder / "run", folder / "cache", **more)
    again.run(sources(folder))
    assert calls(found)[Role.ANSWERER] == of_roles(client.calls)[Role.ANSWERER]


def test_the_folder_of_another_run_is_refused(folder: Path) -> None:
    made, _ = assessment(folder / "run", folder / "cache", tasks=2)
    made.run(sources(folder), Stage.FREEZE)
    other, _ = assessment(folder / "run", folder / "cache", tasks=3)
    with pytest.raises(ConfigError, match="tasks = 2, not 3"):
        other.estimate(sources(folder))
