"""Folders for a while: gone afterwards, and gone the next time when a process was killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dtaa_lint.scratch import scratch_folder, sweep

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def _age(folder: Path) -> None:
    os.utime(folder, (0, 0))


def test_a_folder_is_empty_and_gone_afterwards(temporary: Path) -> None:
    with scratch_folder("run") as folder:
        assert list(Path(folder).iterdir()) == []
        Path(folder, "a").write_text("a")
    assert list(temporary.iterdir()) == []


def test_a_folder_in_use_stays(temporary: Path) -> None:
    with scratch_folder("run") as folder:
        _age(Path(folder).parent)
        sweep()
        with scratch_folder("answering"):
            assert Path(folder).is_dir()


def test_what_a_killed_process_left_is_removed(temporary: Path) -> None:
    code = (
        "import os, sys, tempfile; tempfile.tempdir = sys.argv[1]; "
        "from dtaa_lint.scratch import scratch_folder; "
        "made = scratch_folder('run'); open(made.__enter__() + '/a', 'w').close(); "
        "os.kill(os.getpid(), 9)"
    )
    search = os.pathsep.join(filter(None, sys.path))
    subprocess.run(
        [sys.executable, "-c", code, str(temporary)],
        env={**os.environ, "PYTHONPATH": search}, check=False, timeout=60,
    )  # fmt: skip
    (left,) = temporary.iterdir()
    # It might just be about to be locked.
    sweep()
    assert left.is_dir()
    _age(left)
    sweep()
    assert not left.exists()


def test_other_folders_stay_whatever_they_are_called(temporary: Path) -> None:
    other, target = temporary / "dtaa-lint-run-mine", temporary / "target"
    link = temporary / "dtaa-lint-run-link"
    for folder in (other, target):
        folder.mkdir()
        (folder / "kept").write_text("")
        _age(folder)
    (target / ".scratch").write_text("")
    _age(target)
    link.symlink_to(target)
    sweep()
    assert (other / "kept").exists() and (target / "kept").exists() and link.is_symlink()
