"""Reports are written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from io import BytesIO
from pathlib import Path

import pytest

from dtaa_lint.errors import ConfigError
from dtaa_lint.report.write import write_outputs

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and devices")


def test_files_and_standard_output(tmp_path: Path) -> None:
    stdout = BytesIO()
    write_outputs(
        [("-", b"text"), (str(tmp_path / "a.json"), b"a"), (str(tmp_path / "b.csv"), b"b")], stdout
    )
    assert stdout.getvalue() == b"text"
    assert (tmp_path / "a.json").read_bytes() == b"a"
    assert (tmp_path / "b.csv").read_bytes() == b"b"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.csv"]


def test_one_bad_target_leaves_everything_as_it_was(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_bytes(b"old")
    stdout = BytesIO()
    outputs = [(str(good), b"new"), (str(tmp_path / "no" / "x.csv"), b"x"), ("-", b"text")]
    with pytest.raises(ConfigError, match="the folder does not exist; create it first"):
        write_outputs(outputs, stdout)
    assert good.read_bytes() == b"old"
    assert stdout.getvalue() == b""
    assert [path.name for path in tmp_path.iterdir()] == ["good.json"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is a folder"):
        write_outputs([(str(tmp_path), b"x")])


def test_two_reports_for_one_file(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with pytest.raises(ConfigError, match="two reports"):
        write_outputs([(str(target), b"1"), (str(tmp_path / "." / "x"), b"2")])
    assert not target.exists()


def test_an_impossible_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        write_outputs([(str(tmp_path / "nul\x00"), b"x")])
    with pytest.raises(ConfigError, match="cannot be written"):
        write_outputs([(str(tmp_path / ("n" * 300)), b"x")])
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_permissions_are_kept_and_links_followed(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    write_outputs([(str(link), b"new")])
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@POSIX
def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_outputs([(str(tmp_path / "new"), b"x")])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o644


@POSIX
def test_devices_are_written_to_and_stay() -> None:
    write_outputs([("/dev/null", b"x"), ("/dev/null", b"y")])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
