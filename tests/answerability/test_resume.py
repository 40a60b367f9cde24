"""A run that is killed, at any point, goes on where it was and ends as if it had not been."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.models.cache import key_of
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.package.folder import Stage
from tests.answerability.assessed import assessment, pdf, script
from tests.answerability.fakes.scripted import ScriptedClient
from tests.answerability.killed import KILLED

POINTS = (
    ("freeze", 0), ("questions", 0), ("questions", 2), ("controls", 0), ("retrieve", 0),
    ("retrieve", 9), ("answer", 0), ("answer", 4), ("judge", 0), ("judge", 1), ("score", 0),
)  # fmt: skip
"""Stage and what of it is done: its beginning is the end of the stage before."""


def kill(run: Path, cache: Path, points: Sequence[tuple[str, int]]) -> list[tuple[int, str]]:
    """Status and open stage, for each point at which the run was killed."""
    command = [sys.executable, "-m", "tests.answerability.killed", str(run), str(cache)]
    said = subprocess.run(
        [*command, *[f"{stage}:{done}" for stage, done in points]],
        cwd=Path(__file__).parents[2], timeout=600, check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    found = [line.split() for line in said.splitlines()]
    return [(int(status), stage) for status, stage in found]


def written(root: Path) -> dict[str, bytes]:
    """All files but the ledger, which tells of money: a killed run may know a reply by its cache
    alone."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name not in ("ledger.jsonl", "run.json")
    }


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed as a fork")
def test_a_run_that_is_killed_again_and_again_ends_as_one_that_was_not(tmp_path: Path) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    run, cache = tmp_path / "run", tmp_path / "cache"
    ended = kill(run, cache, POINTS)
    assert ended == [(KILLED, stage) for stage, _ in POINTS], "each in the stage that it was in"
    source = Source("plans.pdf", tmp_path / "plans.pdf")
    found = assessment(run, cache)[0].resume()
    whole, client = assessment(tmp_path / "whole", tmp_path / "other cache")
    expected = whole.run([source])
    assert found.runs == expected.runs and found.measured
    assert written(run) == written(tmp_path / "whole")
    asked = [json.loads(line) for line in (run / "ledger.jsonl").read_text().splitlines()]
    assert len(asked) <= len(client.calls) + len(POINTS), "what was paid is not paid again"


def test_a_last_line_that_is_torn_is_made_again(tmp_path: Path) -> None:
    source = Source("plans.pdf", tmp_path / "plans.pdf")
    (tmp_path / "plans.pdf").write_bytes(pdf())
    made, _ = assessment(tmp_path / "whole")
    expected = made.run([source])
    whole = tmp_path / "whole" / "plans" / "answering" / "egr-s" / "retrieval.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    for number, torn in enumerate((b'{"questionId": "Q12', b'{"sys', b"\0" * 40)):
        run = tmp_path / f"run-{number}"
        assessment(run)[0].run([source], Stage.CONTROLS)
        path = run / "plans" / "answering" / "egr-s" / "retrieval.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(lines[:3]) + torn)
        found = assessment(run)[0].resume()
        assert found.runs == expected.runs, torn
        assert path.read_bytes() == whole.read_bytes(), torn


@pytest.mark.parametrize("role", [Role.ANSWERER, Role.JUDGE])
def test_replies_that_did_not_come_are_asked_for_again(tmp_path: Path, role: Role) -> None:
    (tmp_path / "plans.pdf").write_bytes(pdf())
    run, cache = tmp_path / "run", tmp_path / "cache"
    made, _ = assessment(run, cache)
    lost: list[Call] = []

    def failing(call: Call) -> Mapping[str, Any] | Reply:
        if call.role is role and len(lost) < 2:
            lost.append(call)
            return Reply(ReplyStatus.ERROR, error="the server is gone")
        return script(call)

    made.client = ScriptedClient(failing)
    first = made.run([Source("plans.pdf", tmp_path / "plans.pdf")])
    assert len(lost) == 2 and not first.measured
    again, client = assessment(run, cache)
    again.rescore()
    assert not client.calls, "scoring again asks nobody"
    again, client = assessment(run, cache)
    assert again.resume().measured
    assert {key_of(call) for call in lost} <= {key_of(call) for call in client.calls}
    if role is Role.JUDGE:
        assert len(client.calls) == 2
    expected = assessment(tmp_path / "whole", tmp_path / "other cache")[0]
    expected.run([Source("plans.pdf", tmp_path / "plans.pdf")])
    assert written(run) == written(tmp_path / "whole")
    again, client = assessment(run, cache)
    assert again.resume().measured and not client.calls
