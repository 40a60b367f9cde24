"""A run's folder that was edited anywhere ends in a sentence, never in an internal error."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.cli.main import main
from tests.answerability.assessed import assessment, pdf

ACTIONS = ("report", "rescore", "resume")
VALUES: tuple[Any, ...] = (
    5, -1, 0.5, None, True, "", "\x1b[31m<b>", "../../evil", "a\0b", "\ud800", 10**400, 1e300,
    [], [None], [1, {}], {}, {"a": 1},
)  # fmt: skip
BYTES = (
    b"", b"junk\n", b"{}\n", b"[]\n", b'{"questionId": "Q1', b"\0" * 64, b'{"id": NaN}\n',
    b'{"id": "\\ud800"}\n', b'{"a": ' + b"[" * 100_000 + b"\n", b'{"a": ' + b"9" * 6_000 + b"}\n",
    b"\xff\xfe\x00\x80\n", b'\xef\xbb\xbf{"a": 1}\n',
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the retrieval tier, with somebody else's questions."""
    root = tmp_path_factory.mktemp("whole")
    (root / "plans.pdf").write_bytes(pdf())
    given = {"question": "What is served?", "answer": "tea", "sources": ["tea with lemon"]}
    (root / "theirs.jsonl").write_text(json.dumps(given) + "\n", "utf-8")
    made, _ = assessment(
        root / "run", tasks=2, systems=("egr-s",), questions=str(root / "theirs.jsonl")
    )
    made.run([Source("plans.pdf", root / "plans.pdf")])
    return root


def test_a_few_edits(whole: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _fuzz(whole, tmp_path, capfd, seed=5, edits=40)


@pytest.mark.slow
def test_many_edits(whole: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for seed in range(20):
        _fuzz(whole, tmp_path, capfd, seed, edits=100)


def _fuzz(
    whole: Path, scratch: Path, capfd: pytest.CaptureFixture[str], seed: int, edits: int
) -> None:
    chance = random.Random(seed)
    for number in range(edits):
        root = scratch / f"{seed}-{number}"
        shutil.copytree(whole, root)
        what = _edit(root / "run", chance)
        action = chance.choice(ACTIONS)
        status = main(["answerability", action, str(root / "run"), "--isolated", "--quiet"])
        said = capfd.readouterr()
        told = f"{seed}/{number}: {action} after {what}: {said.err[-400:]}"
        assert status in (0, 1, 2), told
        assert "internal error" not in said.err and "Traceback" not in said.err, told
        assert "\x1b" not in said.err + said.out, told
        assert status != 2 or said.err.strip(), told
        assert not (scratch / "evil").exists() and not (root / "evil").exists(), told
        shutil.rmtree(root)


def _edit(run: Path, chance: random.Random) -> str:
    files = sorted(path for path in run.rglob("*") if path.is_file())
    path = chance.choice(files)
    edits: list[Callable[[Path, random.Random], str]] = [_value] * 8 + [_bytes, _append, _gone]
    return f"{path.relative_to(run)}: {chance.choice(edits)(path, chance)}"


def _bytes(path: Path, chance: random.Random) -> str:
    data = chance.choice(BYTES)
    path.write_bytes(data)
    return f"is {data[:40]!r}"


def _append(path: Path, chance: random.Random) -> str:
    data = chance.choice((*BYTES, path.read_bytes()))
    with path.open("ab") as stream:
        stream.write(data)
    return f"ends with {data[:40]!r}"


def _gone(path: Path, chance: random.Random) -> str:
    if chance.random() < 0.3 and path.parent.name != "run":
        shutil.rmtree(path.parent)
        return "its folder is gone"
    path.unlink()
    if chance.random() < 0.3:
        path.mkdir()
        return "is a folder"
    return "is gone"


def _value(path: Path, chance: random.Random) -> str:
    """Changes or removes one value, at any depth, of one line."""
    lines = path.read_text("utf-8").splitlines()
    whole = path.suffix == ".json"
    if path.suffix not in (".json", ".jsonl") or not lines:
        return _bytes(path, chance)
    at = chance.randrange(len(lines))
    line = json.loads("\n".join(lines) if whole else lines[at])
    inner, way = line, []
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            return "nothing"
        key = chance.choice(keys)
        way.append(key)
        if not isinstance(inner[key], dict | list) or chance.random() < 0.3:
            break
        inner = inner[key]
    if chance.random() < 0.2:
        del inner[key]
        said = "removed"
    else:
        inner[key] = chance.choice(VALUES)
        said = repr(inner[key])[:60]
    if whole:
        lines = [json.dumps(line)]
    else:
        lines[at] = json.dumps(line)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return f"line {at + 1}, {way}: {said}"
