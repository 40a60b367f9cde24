"""Each report is written whole or not at all, and costs no other one."""

from __future__ import annotations

import os
import stat
import sys
from io import BytesIO
from pathlib import Path

import pytest

from dtaa_lint.errors import ConfigError
from dtaa_lint.report.write import Output, write_file, write_outputs

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and devices")


def test_files_and_standard_output(tmp_path: Path) -> None:
    stdout = BytesIO()
    outputs = [
        Output("-", b"text"),
        Output(str(tmp_path / "a.json"), b"a"),
        Output(str(tmp_path / "b.csv"), b"b"),
    ]
    assert write_outputs(outputs, stdout) == ()
    assert stdout.getvalue() == b"text"
    assert (tmp_path / "a.json").read_bytes() == b"a"
    assert (tmp_path / "b.csv").read_bytes() == b"b"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.csv"]


def test_one_bad_target_costs_only_itself(tmp_path: Path) -> None:
    good, folder = tmp_path / "good.json", tmp_path / "folder"
    good.write_bytes(b"old")
    folder.mkdir()
    stdout = BytesIO()
    outputs = [
        Output(str(tmp_path / "no" / "x.csv"), b"x"),
        Output("-", b"text"),
        Output(str(folder), b"x"),
        Output(str(good), b"new"),
    ]
    first, second = write_outputs(outputs, stdout)
    assert "the folder does not exist; create it first" in str(first)
    assert "is a folder" in str(second)
    assert (good.read_bytes(), stdout.getvalue()) == (b"new", b"text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "good.json"]


def test_what_cannot_be_written_whole_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "x"
    target.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(ConfigError, match="No space left"):
        write_file(Output(str(target), b"new"))
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_two_reports_for_one_file(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with pytest.raises(ConfigError, match="two reports"):
        write_outputs([Output(str(target), b"1"), Output(str(tmp_path / "." / "x"), b"2")])
    assert not target.exists()


def test_an_impossible_name(tmp_path: Path) -> None:
    for name in ("nul\x00", "n" * 300):
        with pytest.raises(ConfigError, match="cannot be written"):
            write_file(Output(str(tmp_path / name), b"x"))
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_name_of_the_tool_s_own_is_never_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(real)
    with pytest.raises(ConfigError, match="is a link"):
        write_file(Output(str(link), b"new", through_links=False))
    assert real.read_bytes() == b"old"


@POSIX
def test_permissions_are_kept_and_links_followed(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    write_file(Output(str(link), b"new"))
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@POSIX
def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_file(Output(str(tmp_path / "new"), b"x"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o644


@POSIX
def test_devices_are_written_to_and_stay() -> None:
    assert write_outputs([Output("/dev/null", b"x"), Output("/dev/null", b"y")]) == ()
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
