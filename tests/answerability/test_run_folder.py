"""A run's folder that somebody has edited, thinned out or moved is told of, or made whole."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.errors import ConfigError, InputError
from tests.answerability.assessed import assessment, pdf
from tests.answerability.test_resume import written


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``plans.pdf`` and the run of it in ``run``."""
    root = tmp_path_factory.mktemp("whole")
    (root / "plans.pdf").write_bytes(pdf())
    source = Source("plans.pdf", root / "plans.pdf")
    assessment(root / "run", root / "cache", tasks=2, systems=("egr-s",))[0].run([source])
    return root


@pytest.fixture
def whole(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "w")
    return tmp_path / "w"


def again(root: Path, **more: Any) -> Any:
    return assessment(root / "run", root / "cache", tasks=2, systems=("egr-s",), **more)[0]


@pytest.mark.parametrize(
    "part",
    [
        "benchmark", "answering", "scores", "benchmark/excluded.jsonl", "benchmark/frozen.jsonl",
        "benchmark/elements.jsonl", "answering/questions.jsonl", "scores/judgments.jsonl",
    ],
)  # fmt: skip
def test_what_is_missing_is_said_and_made_again(whole: Path, part: str) -> None:
    before = written(whole / "run")
    path = whole / "run" / "plans" / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    for act in ("read", "rescore"):
        with pytest.raises(
            ConfigError, match=r"is missing.*; `dtaa-lint answerability resume` makes"
        ):
            getattr(again(whole), act)()
    assert again(whole).resume().measured
    assert written(whole / "run") == before


def edited(run: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = run / "run.json"
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value), "utf-8")


@pytest.mark.parametrize(
    "folder", ["../../evil", "..", "a/b", "/tmp/evil", "a\\b", "", "a\n", 5, None, "\ud800"]
)
def test_a_folder_that_leads_elsewhere_is_refused(whole: Path, folder: object) -> None:
    edited(whole / "run", lambda value: value["documents"][0].update(folder=folder))
    with pytest.raises(ConfigError, match=r"run\.json: "):
        again(whole).resume()
    assert sorted(path.name for path in whole.iterdir()) == ["cache", "plans.pdf", "run"]


@pytest.mark.parametrize("part", ["", "scores"])
def test_a_folder_that_is_a_link_is_refused(whole: Path, part: str) -> None:
    place = whole / "run" / "plans" / part
    place.rename(whole / "elsewhere")
    place.symlink_to(whole / "elsewhere", target_is_directory=True)
    with pytest.raises(ConfigError, match="is a link, and a run keeps to its folder"):
        again(whole).resume()


@pytest.mark.parametrize(
    ("file", "line", "said"),
    [
        ("answering/egr-s/retrieval.jsonl", {"leftOut": "x"}, "leftOut: expected a whole number"),
        ("scores/egr-s.jsonl", {"evidence": 10**400}, "evidence: expected a number, found a"),
        ("scores/egr-s.jsonl", {"correct": "\ud800"}, "correct: expected true or false or nothing"),
        ("scores/egr-s.jsonl", {"missingSlots": [99]}, "misses what its task does not have"),
        ("benchmark/frozen.jsonl", {"gold": []}, "gold: fits none of the forms"),
        ("benchmark/questions.jsonl", {"text": "\ud800"}, r"holds half a character \(\\ud800\)"),
    ],
)
def test_a_wrong_line_is_said_by_folder_file_and_line(
    whole: Path, file: str, line: dict[str, Any], said: str
) -> None:
    path = whole / "run" / "plans" / file
    lines = path.read_text("utf-8").splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **line})
    path.write_text("\n".join(lines) + "\n", "utf-8")
    # Of files that the manifest has a note of, it is said already that they are others.
    edited(whole / "run", lambda value: value.update(files=[]))
    with pytest.raises(ConfigError, match=f"plans/{file}, line 2: {said}"):
        from dtaa_lint.answerability.report.trace import traces

        traces(again(whole).read())


def test_a_moved_run_says_what_it_tried_and_finds_the_file_by_its_name(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    shutil.move(whole / "run", tmp_path / "deep" / "er" / "run")
    moved = tmp_path / "deep" / "er"
    monkeypatch.chdir(moved)
    with pytest.raises(InputError, match=r"is not at .*plans\.pdf .*folder has moved, or the file"):
        again(moved).read()
    (moved / "plans.pdf").write_bytes(b"another")
    with pytest.raises(InputError, match="is another file than the run was made of"):
        again(moved).read()
    monkeypatch.chdir(whole)
    assert again(moved).read().runs


def test_a_document_is_the_same_by_its_content(whole: Path) -> None:
    first = again(whole).read()
    (whole / "plans.pdf").rename(whole / "renamed.pdf")
    found = again(whole).run([Source("./renamed.pdf", whole / "renamed.pdf")])
    assert found.runs == first.runs
    assert [(one.folder, one.name) for one in found.manifest.documents] == [
        ("plans", "./renamed.pdf")
    ]


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX alone")
def test_a_name_that_is_no_utf_8_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"b\xffd.pdf")
    try:
        path.write_bytes(pdf())
    except OSError:
        pytest.skip("the file system takes no such name")
    made, _ = assessment(tmp_path / "run", systems=("egr-s",), tasks=2)
    first = made.run([Source(str(path), path)])
    found = assessment(tmp_path / "run", systems=("egr-s",), tasks=2)[0].read()
    assert found.runs == first.runs
    assert found.manifest.documents[0].name.endswith("b\\xffd.pdf")


def test_given_questions_are_those_of_the_run(tmp_path: Path) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_text('{"question": "What?", "answer": "tea", "sources": ["tea with lemon"]}\n')
    options: dict[str, Any] = {"systems": ("egr-s",), "tasks": 1}
    source = Source("plans.pdf", tmp_path / "plans.pdf")
    run = tmp_path / "run"
    found = assessment(run, **options, questions=str(theirs))[0].run([source])
    given = run / "given.jsonl"
    given.write_text('{"question": "Why?", "answer": "5"}\n')
    with pytest.raises(
        ConfigError, match=r"given\.jsonl: is another file than the run was made of"
    ):
        assessment(run, **options)[0].read()
    given.unlink()
    with pytest.raises(ConfigError, match="somebody else's questions are missing"):
        assessment(run, **options)[0].read()
    assert assessment(run, **options, questions=str(theirs))[0].run([source]).runs == found.runs
    assessment(tmp_path / "plain", **options)[0].run([source])
    (tmp_path / "plain" / "given.jsonl").write_text("junk")
    assert not assessment(tmp_path / "plain", **options)[0].resume().foreign
