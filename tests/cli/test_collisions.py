"""A report never takes the place of what is read, by whatever name it is called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")


def _aliases(folder: Path) -> list[str]:
    (folder / "link.json").symlink_to("good.pdf")
    (folder / "far.json").symlink_to("link.json")
    (folder / "hard.json").hardlink_to(folder / "good.pdf")
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to("..")
    (folder / "link.pdf").symlink_to("good.pdf")
    return ["link.json", "far.json", "hard.json", "sub/up/good.pdf", "good.pdf", "link.pdf"]


def test_no_alias_of_an_input_is_written_to(run: Run, folder: Path) -> None:
    before = (folder / "good.pdf").read_bytes()
    for alias in _aliases(folder):
        for argv in (
            ["good.pdf", "--format", "json", "-o", alias],
            ["link.pdf", "--output", f"csv={alias}"],
            ["tree", "good.pdf", "--format", "json", "-o", alias],
            ["tasks", "bad.pdf", "good.pdf", "-o", alias],
            [".", "--format", "json", "-o", alias],
        ):
            result = run(*argv)
            assert result.status == 2, argv
            assert result.out == ""
            assert f"{alias}: the report would replace the PDF" in result.err
            assert (folder / "good.pdf").read_bytes() == before


def test_two_names_of_one_output(run: Run, folder: Path) -> None:
    (folder / "a.json").write_bytes(b"old")
    (folder / "b.json").symlink_to("a.json")
    result = run("good.pdf", "-o", "a.json", "--output", "json=b.json")
    assert (result.status, (folder / "a.json").read_bytes()) == (2, b"old")
    assert "two reports would go to the same place" in result.err


def test_the_configuration_in_use_is_kept(run: Run, folder: Path) -> None:
    (folder / "dtaa-lint.toml").write_text('fail-on = "error"\n')
    result = run("good.pdf", "-o", "dtaa-lint.toml")
    assert result.status == 2
    assert "would replace the configuration" in result.err
    assert (folder / "dtaa-lint.toml").read_text() == 'fail-on = "error"\n'


def test_the_file_behind_standard_input_is_kept(folder: Path) -> None:
    before = (folder / "good.pdf").read_bytes()
    with (folder / "good.pdf").open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-m", "dtaa_lint", "-", "-o", "good.pdf"],
            stdin=stdin, capture_output=True, cwd=folder, timeout=60, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    assert done.returncode == 2
    assert (folder / "good.pdf").read_bytes() == before


def test_a_device_may_be_written_to(run: Run, folder: Path) -> None:
    assert run("good.pdf", "--format", "json", "-o", "/dev/null").status == 0
    assert not Path("/dev/null").is_file()


def test_no_report_replaces_a_pdf(run: Run, folder: Path) -> None:
    before = (folder / "bad.pdf").read_bytes()
    result = run("good.pdf", "--format", "json", "-o", "bad.pdf")
    assert (result.status, (folder / "bad.pdf").read_bytes()) == (2, before)
    assert "bad.pdf: the report would replace a PDF, which no report ever is" in result.err
