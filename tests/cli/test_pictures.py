"""Pictures of pages on the command line: where they come from, and who does without."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from tests.cli.conftest import Run, bad_document

PICTURE = b"data:image/png;base64,"


def test_the_html_report_shows_the_page_unless_it_is_not_to(folder: Path, run: Run) -> None:
    assert run("bad.pdf", "--format", "html", "-o", "with.html").status == 1
    assert run("bad.pdf", "--format", "html", "-o", "without.html", "--no-images").status == 1
    assert PICTURE in (folder / "with.html").read_bytes()
    assert PICTURE not in (folder / "without.html").read_bytes()


def test_what_comes_from_standard_input_is_shown(spawn: Run) -> None:
    done = spawn("-", "--format", "html", stdin=bad_document().bytes())
    assert PICTURE.decode() in done.out


def test_a_locked_file_is_shown_with_its_password(folder: Path, run: Run) -> None:
    with pikepdf.open(folder / "bad.pdf") as pdf:
        pdf.save(folder / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="secret"))
    run("locked.pdf", "--password", "secret", "--format", "html", "-o", "out.html")
    assert PICTURE in (folder / "out.html").read_bytes()


def test_a_file_that_is_gone_is_shown_by_the_others_alone(folder: Path, run: Run) -> None:
    assert run("gone.pdf", "bad.pdf", "--format", "html", "-o", "out.html").status == 2
    assert PICTURE in (folder / "out.html").read_bytes()


@pytest.mark.parametrize("becomes", ["other", "absent"])
def test_a_file_that_changes_meanwhile_is_not_shown(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch, becomes: str
) -> None:
    """The new version has as many pages, and its times are those of the old one."""
    from dtaa_lint.cli import inputs as running

    lint = running.lint_inputs

    def changing(*arguments: Any) -> Any:
        reports = lint(*arguments)
        path = folder / "bad.pdf"
        if becomes == "absent":
            path.unlink()
        else:
            times = path.stat()
            path.write_bytes((folder / "good.pdf").read_bytes())
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return reports

    monkeypatch.setattr(running, "lint_inputs", changing)
    result = run("bad.pdf", "--format", "html", "-o", "out.html")
    assert result.err == (
        "dtaa-lint: bad.pdf: no pictures: the file has changed since it was checked\n"
    )
    assert result.status == 1
    page = (folder / "out.html").read_bytes()
    assert PICTURE not in page and b"DT0101" in page


def test_a_report_beside_html_stays_as_it_is(folder: Path, run: Run) -> None:
    """HTML shows the plan by itself; text and JSON show it when they are asked to."""
    for form in ("text", "json"):
        alone = run("bad.pdf", "--format", form).out
        assert run("bad.pdf", "--format", form, "--output", "html=out.html").out == alone
        assert run("bad.pdf", "--format", form, "--plan").out != alone


def test_other_formats_start_nothing(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("dtaa_lint.processes.start", refuse)
    monkeypatch.setattr("dtaa_lint.report.pictures.start", refuse)
    assert run("bad.pdf", "--format", "csv").status == 1
    assert run("bad.pdf", "--format", "html", "--no-images").status == 1
