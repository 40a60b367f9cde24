"""Lines that were lost from a run's files, or written into them, are noticed and made again."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.package.folder import Stage
from dtaa_lint.answerability.run import Assessment
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import assessment, pdf
from tests.answerability.test_resume import written

THEIRS = {"question": "What do guests have to be?", "answer": "registered by the member"}
FILES = (
    "benchmark/universe.jsonl", "benchmark/frozen.jsonl", "benchmark/elements.jsonl",
    "benchmark/questions.jsonl", "benchmark/validation.jsonl", "benchmark/foreign.jsonl",
    "benchmark/controls.jsonl", "benchmark/filters.jsonl", "answering/questions.jsonl",
    "answering/egr-s/retrieval.jsonl", "answering/egr-s/answers.jsonl", "scores/judgments.jsonl",
    "scores/egr-s.jsonl", "scores/rubric.jsonl",
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a whole run, its document and its cache."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "plans.pdf").write_bytes(pdf())
    (folder / "theirs.jsonl").write_text(json.dumps(THEIRS) + "\n", encoding="utf-8")
    made = over(folder)[0].run([Source("plans.pdf", folder / "plans.pdf")])
    assert made.measured
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(whole, tmp_path / "copy")


def over(folder: Path) -> tuple[Assessment, list[str]]:
    """The run of a folder, and what it says."""
    made, _ = assessment(
        folder / "run", folder / "cache", systems=("egr-s",), tasks=3, filters=True,
        questions=str(folder / "theirs.jsonl"),
    )  # fmt: skip
    said: list[str] = []
    made.say = said.append
    return made, said


def cut(path: Path) -> None:
    """As ``truncate -s -40``."""
    os.truncate(path, path.stat().st_size - 40)


def lose_the_first(path: Path) -> None:
    """As ``sed -i 1d``."""
    path.write_bytes(path.read_bytes().split(b"\n", 1)[1])


def space(path: Path) -> None:
    """Says the same in other bytes."""
    path.write_bytes(path.read_bytes().replace(b'": ', b'":  ', 1))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("alter", [cut, lose_the_first, space])
def test_a_file_that_is_not_as_it_was_written_is_named_and_made_again(
    whole: Path, folder: Path, name: str, alter: Callable[[Path], None]
) -> None:
    path = folder / "run" / "plans" / name
    before = path.read_bytes().count(b"\n")
    alter(path)
    now = path.read_bytes().count(b"\n")
    lines = f" ({now:,} lines in place of {before:,})" if now < before else ""
    wrong = f"{path}: is not as the run wrote it{lines}"
    with pytest.raises(ConfigError) as raised:
        over(folder)[0].read()
    assert str(raised.value) == f"{wrong}; `dtaa-lint answerability resume` makes it again"
    made, said = over(folder)
    found = made.resume()
    assert said == [f"{wrong}: it is made again"] and found.measured
    assert written(folder / "run") == written(whole / "run")
    assert over(folder)[0].read().runs == found.runs


def test_scores_are_not_made_of_what_lost_lines(folder: Path) -> None:
    cut(folder / "run" / "plans" / "answering" / "egr-s" / "answers.jsonl")
    with pytest.raises(ConfigError, match=r"answers\.jsonl: is not as the run wrote it"):
        over(folder)[0].rescore()


def test_scores_that_lost_lines_are_made_again_by_scoring(whole: Path, folder: Path) -> None:
    lose_the_first(folder / "run" / "plans" / "scores" / "egr-s.jsonl")
    over(folder)[0].rescore()
    assert written(folder / "run") == written(whole / "run")


def test_lines_that_are_lost_between_two_parts_of_a_run_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    source = Source("plans.pdf", tmp_path / "plans.pdf")
    options = {"systems": ("egr-s",), "tasks": 2}
    assessment(tmp_path / "run", tmp_path / "cache", **options)[0].run([source], Stage.RETRIEVE)
    lose_the_first(tmp_path / "run" / "plans" / "benchmark" / "questions.jsonl")
    found = assessment(tmp_path / "run", tmp_path / "cache", **options)[0].resume()
    assessment(tmp_path / "other", tmp_path / "cache", **options)[0].run([source])
    assert found.measured and written(tmp_path / "run") == written(tmp_path / "other")


def test_a_run_without_notes_goes_on_as_it_is(folder: Path) -> None:
    manifest = folder / "run" / "run.json"
    value = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**value, "files": []}), encoding="utf-8")
    lose_the_first(folder / "run" / "plans" / "scores" / "egr-s.jsonl")
    assert over(folder)[0].read().runs
