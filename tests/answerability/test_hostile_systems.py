"""A system that hangs, lies or outlives its process costs itself, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dtaa_lint.answerability.answering import running
from dtaa_lint.answerability.answering.checked import check_shown, checked_items
from dtaa_lint.answerability.answering.deadlines import Times
from dtaa_lint.answerability.answering.process import Asked, Broken, Setup, retrieve
from dtaa_lint.answerability.model import Retrieval
from tests.answerability import hostile
from tests.answerability.here import answer_apart
from tests.make import Doc, el

PDF = Doc(lang="en", title="T").add(el("H1", "Costs"), el("P", "The fee is 12 euros.")).bytes()
ASKED = [Asked("Q1", "What is the first fee?"), Asked("Q2", "What is the second fee?")]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's part is Linux's")


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hostile systems, installed; processes are real."""
    site = tmp_path / "site"
    package, metadata = site / "hostile_systems", site / "hostile_systems-1.0.dist-info"
    package.mkdir(parents=True)
    metadata.mkdir()
    shutil.copy(str(hostile.__file__), package / "__init__.py")
    entries = [f"{name} = hostile_systems:{name.replace('-', '_')}" for name in hostile.CLASSES]
    text = "\n".join(["[dtaa_lint.systems]", *entries, ""])
    (metadata / "entry_points.txt").write_text(text, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile-systems\nVersion: 1\n")
    monkeypatch.syspath_prepend(str(site))
    answer_apart(monkeypatch)
    return site


def ask(*systems: str, times: Times = Times(60, 60)) -> tuple[dict[str, str], dict[str, int]]:  # noqa: B008
    """What was told of systems that broke, and how many answers the others gave."""
    broken: dict[str, str] = {}
    given: dict[str, int] = {}
    for one in retrieve("T.pdf", PDF, dict.fromkeys(systems, ASKED), Setup(times=times)):
        if isinstance(one, Broken):
            assert one.system not in broken
            broken[one.system] = one.error
        else:
            assert isinstance(one, Retrieval)
            given[one.system] = given.get(one.system, 0) + 1
    return broken, given


@pytest.mark.parametrize("name", hostile.ODD)
def test_items_that_are_none_are_refused(name: str) -> None:
    made = hostile.CLASSES[f"gives-{name}"]().retrieve("?", 1)
    with pytest.raises(ValueError, match=r"item|shows more|gives"):
        check_shown(checked_items(made))


def test_items_that_do_not_fit_break_one_system() -> None:
    odd = ("gives-nan-box", "gives-huge-page", "gives-endless", "gives-long", "budget")
    broken, given = ask(*odd, "good", "gives-surrogate")
    assert broken.keys() == set(odd)
    assert "a box of item 1 is none" in broken["gives-nan-box"]
    assert given == {"good": 2, "gives-surrogate": 2}


def test_what_a_process_says_costs_its_system_alone() -> None:
    says = {
        "says-broken": "\ufffd",
        "says-broken-twice": "None",
        "says-config": "give me up",
        "says-ready": "not write what was agreed",
        "says-twice": "answers what was not asked",
        "says-nan": "a box of item 1 is none",
        "says-deep": "not write JSON",
        "ends": "ended with status 1: enough",
    }
    broken, given = ask(*says, "good")
    assert broken.keys() == says.keys() and given["good"] == 2
    assert [name for name, text in says.items() if text not in broken[name]] == []


def test_a_system_that_hangs_is_ended() -> None:
    broken, given = ask("hangs", "good", times=Times(60, 2))
    assert "no answer to a question within 2 seconds" in broken["hangs"] and len(broken) == 1
    # What it gave before is kept.
    assert given == {"good": 2, "hangs": 1}


@pytest.mark.slow
def test_an_index_that_hangs_is_ended() -> None:
    before = time.monotonic()
    broken, _ = ask("hangs-in-index", times=Times(4, 60))
    assert "not ready within 4 seconds" in broken["hangs-in-index"]
    assert time.monotonic() - before < 30


@LINUX
def test_a_process_of_a_system_is_not_started() -> None:
    broken, given = ask("orphan", "good")
    assert given == {"good": 2}
    assert "ended with status 3" in broken["orphan"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a session of its own")
def test_a_process_that_keeps_the_pipes_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    start = (
        "import os, subprocess, sys; subprocess.Popen([sys.executable, '-c', "
        "'import time; time.sleep(20)'], start_new_session=True); os._exit(3)"
    )
    monkeypatch.setattr(running, "_START", start)
    before = time.monotonic()
    broken, _ = ask("good")
    assert "ended with status 3" in broken["good"]
    assert time.monotonic() - before < 15


def test_large_documents_have_more_time() -> None:
    assert Times(300, 60).scaled(20_000_000) == Times(1_300, 1_060)


_RUN = """
import sys
from pathlib import Path
from dtaa_lint.answerability.answering.process import Asked, retrieve
list(retrieve("T.pdf", Path(sys.argv[1]).read_bytes(), {"hangs": [Asked("Q1", "What?")]}))
"""


def until(what: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@LINUX
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_what_is_asked_ends_with_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    (tmp_path / "T.pdf").write_bytes(PDF)
    folders = tmp_path / "temporary"
    folders.mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-c", _RUN, str(tmp_path / "T.pdf")],
        env={
            **os.environ, "TMPDIR": str(folders),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
    )  # fmt: skip
    try:
        until(lambda: children(parent.pid))
        (asked,) = children(parent.pid)
        # It is told everything, and hangs.
        until(lambda: sleeping(asked))
        parent.send_signal(how)
        parent.wait(10)
        until(lambda: not Path(f"/proc/{asked}").exists())
    finally:
        parent.kill()
        parent.wait()
    (left,) = folders.iterdir()
    os.utime(left, (0, 0))
    monkeypatch.setattr("tempfile.tempdir", str(folders))
    assert ask("good")[1] == {"good": 2}
    assert list(folders.iterdir()) == []


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, task.read_text().split())
    return found


def sleeping(pid: int) -> bool:
    """Whether all its fences are up: a filter of calls, or a long wait."""
    status = Path(f"/proc/{pid}/status").read_text()
    return "Seccomp:\t2" in status or "Threads:\t2" in status


def test_a_pipe_that_closes_ends_the_process() -> None:
    """What holds where the kernel does not tell of a parent's end."""
    code = "import sys, time; from dtaa_lint.answerability.answering.worker import _watch; "
    code += "import threading; print(flush=True); "
    code += "threading.Thread(target=_watch, args=(0,), daemon=True).start(); "
    code += "time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout
        process.stdout.readline()
        process.stdin.close()
        assert process.wait(20) == 1
