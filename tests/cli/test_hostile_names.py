"""File names are bytes that somebody else chose: every one is read, none acts on the terminal."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, good_document

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names are any bytes on Linux only")

NOT_UTF8 = os.fsdecode(b"\xff\xfe.pdf")
ACTIVE = "a\nb\x1b[31m\u202e\x9b::error::x.pdf"


def test_names_that_are_no_utf8_are_read(spawn: Run, folder: Path) -> None:
    good_document().write(folder / NOT_UTF8)
    result = spawn(NOT_UTF8, "--format", "json")
    assert (result.status, result.err) == (0, "")
    (file,) = json.loads(result.out)["files"]
    assert (file["path"], file["error"], file["pages"]) == ("\\xff\\xfe.pdf", None, 1)
    assert spawn("tree", NOT_UTF8).status == 0
    assert spawn("tasks", NOT_UTF8, "--format", "json").status == 0
    assert "\\udcff\\udcfe.pdf" in spawn(NOT_UTF8).out


def test_such_names_are_uris_of_their_bytes(spawn: Run, folder: Path) -> None:
    good_document().write(folder / NOT_UTF8)
    (run,) = json.loads(spawn(NOT_UTF8, "--format", "sarif").out)["runs"]
    assert run["artifacts"][0]["location"]["uri"] == "%FF%FE.pdf"


def test_two_of_them_stay_two(spawn: Run, folder: Path) -> None:
    for name in (b"sub/\xff.pdf", b"sub/\xfe.pdf"):
        path = folder / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        good_document().write(path)
    for jobs in ("1", "2"):
        files = json.loads(spawn("sub", "--format", "json", "--jobs", jobs).out)["files"]
        assert [file["path"] for file in files] == ["sub/\\xfe.pdf", "sub/\\xff.pdf"]


@pytest.mark.parametrize("format", ["text", "json", "csv", "sarif", "github"])
def test_names_do_not_act(spawn: Run, folder: Path, format: str) -> None:
    (folder / ACTIVE).write_bytes(b"no PDF")
    result = spawn(ACTIVE, "--format", format)
    assert result.status == 2
    assert result.err == "dtaa-lint: a b\\x1b[31m\\u202e\\x9b::error::x.pdf: is not a PDF\n"
    for char in "\x1b\u202e\x9b":
        assert char not in result.out


def test_messages_about_options_do_not_act(spawn: Run) -> None:
    for argv in ([f"--{ACTIVE}", "x"], ["--format", ACTIVE, "x"], ["x", "-o", f"{ACTIVE}/o"]):
        result = spawn(*argv)
        assert result.status == 2
        assert not set("\x1b\u202e\x9b") & set(result.err)
        assert "\n::" not in result.err


def test_a_name_that_is_too_long_costs_only_itself(spawn: Run, folder: Path) -> None:
    for name in ("a" * 5000 + ".pdf", "b/" * 3000):
        result = spawn(name, "good.pdf", "-o", "x.json")
        assert result.status == 2
        assert result.err == f"dtaa-lint: {name}: cannot be read (File name too long)\n"
        assert json.loads((folder / "x.json").read_text())["files"][1]["error"] is None


def test_an_empty_name(spawn: Run) -> None:
    result = spawn("")
    assert (result.status, result.err) == (2, 'dtaa-lint: "": is the name of no file\n')
    for command in ("tree", "tasks"):
        result = spawn(command, "")
        assert (result.status, len(result.err.splitlines())) == (2, 1)
        assert '"": is the name of no file' in result.err
