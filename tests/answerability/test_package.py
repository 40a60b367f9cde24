"""A run's files: their schemas, their hashes, and what is left of a file that a kill cut."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.package.files import (
    Appender,
    read_lines,
    read_page,
    write_lines,
    write_whole,
)
from dtaa_lint.answerability.package.folder import DocumentFolder, safe_name
from dtaa_lint.errors import ConfigError
from tests.answerability.assessed import assessment, pdf
from tests.answerability.schemas import schema

SCHEMAS = {
    "benchmark/questions.jsonl": "questions",
    "benchmark/controls.jsonl": "controls",
    "benchmark/validation.jsonl": "validation",
    "benchmark/excluded.jsonl": "excluded",
    "benchmark/elements.jsonl": "elements",
    "benchmark/foreign.jsonl": "foreign",
    "benchmark/filters.jsonl": "filters",
    "scores/rubric.jsonl": "rubric",
    "answering/questions.jsonl": "asked",
    "answering/egr-s/retrieval.jsonl": "retrieval",
    "answering/egr-s/answers.jsonl": "answers",
    "scores/egr-s.jsonl": "scores",
    "scores/judgments.jsonl": "judgments",
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the full tier."""
    folder = tmp_path_factory.mktemp("package")
    (folder / "plans.pdf").write_bytes(pdf())
    theirs = folder / "theirs.jsonl"
    theirs.write_text('{"question": "What has milk?", "answer": "coffee"}\n', encoding="utf-8")
    made, _ = assessment(
        folder / "run", folder / "cache", systems=("egr-s", "nobody"), questions=str(theirs),
        filters=True,
    )  # fmt: skip
    made.run([Source("plans.pdf", folder / "plans.pdf")])
    return folder / "run"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_file_has_a_schema_and_keeps_to_it(run: Path, name: str) -> None:
    checker = jsonschema.Draft202012Validator(schema(SCHEMAS[name]))
    checker.check_schema(checker.schema)
    lines = read_lines(run / "plans" / name)
    assert lines or name.endswith("excluded.jsonl")
    for line in lines:
        checker.validate(line)
    for line in lines[:1]:
        assert not checker.is_valid({**line, "gold": "42"})
        for key in checker.schema["required"]:
            assert not checker.is_valid({name: line[name] for name in line if name != key}), key


def test_the_manifest_keeps_to_its_schema_and_names_every_file(run: Path) -> None:
    manifest = read_page(run / "run.json")
    assert manifest is not None
    jsonschema.Draft202012Validator(schema("run")).validate(manifest)
    assert [one["system"] for one in manifest["broken"]] == ["nobody"]
    named = {entry["name"]: entry for entry in manifest["files"]}
    there = {p.relative_to(run).as_posix() for p in run.rglob("*") if p.is_file()}
    assert there - {"run.json", "ledger.jsonl"} == set(named)
    for name, entry in named.items():
        data = (run / name).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest()
        assert entry["lines"] == (data.count(b"\n") if name.endswith(".jsonl") else None)


def test_a_run_names_no_place_of_the_machine(run: Path) -> None:
    for path in run.rglob("*"):
        if path.is_file():
            assert str(run.parent) not in path.read_text(encoding="utf-8"), path.name


def test_lines_come_back(tmp_path: Path) -> None:
    lines = [{"a": "ä\u2028\ud800"}, {"b": 1.5}]
    write_lines(tmp_path / "x" / "f.jsonl", lines)
    assert (tmp_path / "x" / "f.jsonl").read_bytes().count(b"\n") == 2
    assert read_lines(tmp_path / "x" / "f.jsonl")[1] == lines[1]
    assert read_lines(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize("end", [b'{"n": 3', b'{"n": 3}', b"\0\0\0\n", b'{"n": \n', b"\xff\xfe"])
def test_a_torn_end_is_left_out_and_cut_off(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"n": 1}\n{"n": 2}\n' + end)
    assert [line["n"] for line in read_lines(path)] == [1, 2]
    with Appender(path) as file:
        assert [line["n"] for line in file.before] == [1, 2]
        file.add({"n": 4})
    assert path.read_bytes() == b'{"n": 1}\n{"n": 2}\n{"n": 4}\n'


@pytest.mark.parametrize("middle", [b"no JSON\n", b"[1]\n", b'{"n": \n'])
def test_a_file_that_is_damaged_in_the_middle_is_said(tmp_path: Path, middle: bytes) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"n": 1}\n' + middle + b'{"n": 2}\n')
    with pytest.raises(ConfigError, match="line 2: is no JSON object"):
        read_lines(path)
    with pytest.raises(ConfigError, match="line 2: is no JSON object"):
        Appender(path)


def test_a_file_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    write_whole(path, b"{}")
    (tmp_path / "g.json").mkdir()
    with pytest.raises(ConfigError, match="cannot be written"):
        write_whole(tmp_path / "g.json", b"{}")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["f.json", "g.json"]


@pytest.mark.parametrize("text", ["", "no JSON", "[]"])
def test_a_page_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    if not text:
        assert read_page(path) is None
    else:
        with pytest.raises(ConfigError):
            read_page(path)


@pytest.mark.parametrize(
    "name",
    ["egr-s", "http://127.0.0.1:8000/ask?x=1", "../up", "NUL", "a/b", "Ünïcode", "x" * 300, "…"],
)
def test_names_of_systems_are_names_of_folders(name: str) -> None:
    made = safe_name(name)
    assert made.isascii() and len(made) < 80 and not set(made) & set('/\\:*?"<>|')
    assert made not in (".", "..") and made.casefold() != "nul"
    assert (made == name) == (name == "egr-s")
    folder = DocumentFolder(Path("run", "doc"))
    assert folder.retrieval(name).parent.parent == Path("run", "doc", "answering")


def test_names_that_differ_stay_apart() -> None:
    assert safe_name("a/b") != safe_name("a:b")
    assert safe_name("Report", {"report"}) != "Report"
    assert json.dumps(safe_name("\ud800"))
