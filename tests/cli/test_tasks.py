"""``dtaa-lint tasks``: counted, listed, frozen, swept, and what no finding explains."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("folder")


def test_as_text(run: Run) -> None:
    result = run("tasks", "good.pdf", "bad.pdf")
    assert (result.status, result.err) == (0, "")
    assert "TABLE_CELL" in result.out
    assert "INCOMPLETE_EVIDENCE" in result.out


def test_as_json(run: Run) -> None:
    text = run("tasks", "good.pdf", "--format", "json").out
    assert "12.50" in text
    assert json.loads(text)


def test_of_some_that_cannot_be_read(run: Run) -> None:
    result = run("tasks", "missing.pdf", "good.pdf")
    assert result.status == 2
    assert result.err.startswith("dtaa-lint: missing.pdf: ")
    assert "TABLE_CELL" in result.out


def test_of_a_folder(run: Run) -> None:
    result = run("tasks", ".")
    assert (result.status, result.err) == (0, "")
    assert result.out.index("bad.pdf") < result.out.index("good.pdf")


def test_freeze(run: Run, folder: Path) -> None:
    result = run("tasks", ".", "--freeze", "frozen/sets")
    assert (result.status, result.out) == (0, "")
    assert "good.pdf: 5 tasks frozen in frozen/sets/good" in result.err
    assert run("tasks", ".", "--freeze", "frozen/sets", "--quiet").err == ""
    made = folder / "frozen" / "sets"
    assert sorted(path.name for path in made.iterdir()) == ["bad", "good"]
    frozen = [json.loads(line) for line in (made / "good" / "frozen.jsonl").open("rb")]
    manifest = json.loads((made / "good" / "manifest.json").read_bytes())
    assert [task["frozenId"] for task in frozen] == [f"F{n:03}" for n in range(1, len(frozen) + 1)]
    assert manifest["counts"]["frozen"] == len(frozen) > 0
    assert manifest["sampling"]["exhaustive"]
    lines = (made / "bad" / "universe.jsonl").read_bytes().splitlines()
    states = [json.loads(line)["status"] for line in lines]
    assert set(states) == {"eligible", "rejected"}
    assert not list(made.rglob("*.tmp"))


def test_freeze_of_files_with_one_name(run: Run, folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "good.pdf").write_bytes((folder / "bad.pdf").read_bytes())
    assert run("tasks", ".", "--freeze", "out").status == 0
    names = sorted(path.name for path in (folder / "out").iterdir())
    assert len(names) == 3
    assert names[:2] == ["bad", "good"]
    assert names[2].startswith("good-")


def test_freeze_of_names_that_differ_in_case_or_are_no_names(run: Run, folder: Path) -> None:
    data = (folder / "bad.pdf").read_bytes()
    for name in ("GOOD.pdf", "a:b?.pdf", "\x1b[31m.pdf"):
        (folder / name).write_bytes(data)
    assert run("tasks", ".", "--freeze", "out").status == 0
    names = sorted(path.name for path in (folder / "out").iterdir())
    assert names == ["GOOD", "_[31m", "a_b_", "bad", names[4]]
    assert names[4].startswith("good-")


def test_freeze_writes_where_it_says_only(run: Run) -> None:
    result = run("tasks", "good.pdf", "--freeze", "out", "-o", "x.json")
    assert result.status == 2
    assert "no -o" in result.err


def test_freeze_where_nothing_can_be_written(run: Run, folder: Path) -> None:
    (folder / "taken").write_bytes(b"")
    result = run("tasks", "good.pdf", "--freeze", "taken")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "cannot be written" in result.err


def test_sweep(run: Run, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"no PDF")
    result = run("tasks", ".", "--sweep")
    assert result.status == 2
    assert "2 documents" in result.out
    assert "could not be read: 1" in result.out
    swept = json.loads(run("tasks", ".", "--sweep", "--format", "json").out)
    assert swept["totals"]["documents"] == 2
    assert swept["totals"]["unreadable"] == 1
    counted = [
        json.loads(run("tasks", name, "--format", "json").out)["documents"][0]["summary"]
        for name in ("bad.pdf", "good.pdf")
    ]
    assert swept["totals"]["eligible"] == sum(summary["eligible"] for summary in counted)
    assert [entry.get("summary") for entry in swept["documents"]] == [counted[0], None, counted[1]]


def test_sweep_says_why_there_is_no_task(run: Run, folder: Path) -> None:
    from tests.make import Doc, el

    Doc(lang="en", title="T").add(el("P", "Nothing but a line.")).write(folder / "plain.pdf")
    result = run("tasks", "plain.pdf", "--sweep")
    assert result.status == 0
    assert "without any task: 1\n  plain.pdf: The structure supports no task" in result.out


def test_unexplained(run: Run) -> None:
    result = run("tasks", "bad.pdf", "--unexplained")
    assert (result.status, result.err) == (0, "")
    assert re.search(r"^0 of [1-9]\d* rejections unexplained \(0\.0 %\)$", result.out, re.M)
    found = json.loads(run("tasks", "bad.pdf", "--unexplained", "--format", "json").out)
    (document,) = found["documents"]
    assert document["rejected"] == document["settled"] + document["explained"]
    assert document["unexplained"] == []


def test_one_thing_at_a_time(run: Run) -> None:
    result = run("tasks", "good.pdf", "--sweep", "--freeze", "x")
    assert result.status == 2
    assert "not allowed with" in result.err
