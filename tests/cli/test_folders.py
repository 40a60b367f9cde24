"""Reports that fill a folder replace nothing but what they are, and say what is out of date."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")

HTML = ("--format", "html", "--no-images", "-o", "site/")
XFDF = ("--format", "xfdf", "-o", "xf/")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def other(folder: Path) -> Path:
    """A PDF that is not read."""
    (folder / "other.pdf").write_bytes((folder / "good.pdf").read_bytes())
    return folder


@pytest.mark.parametrize("join", [os.symlink, os.link], ids=["symbolic", "hard"])
@pytest.mark.parametrize(
    ("link", "target", "argv"),
    [
        ("site/bad.html", "bad.pdf", HTML),
        ("site/bad.html", "bad.pdf", ("--no-images", "--output", "html=site/")),
        ("site/index.html", "bad.pdf", HTML),
        ("site/index.html", "other.pdf", HTML),
        ("site/index.html", "dtaa-lint.toml", HTML),
        ("site/index.html", "known.json", (*HTML, "--baseline", "known.json")),
        ("xf/bad.xfdf", "bad.pdf", XFDF),
        ("xf/bad.xfdf", "other.pdf", XFDF),
        ("xf/bad.xfdf", "dtaa-lint.toml", ("--output", "xfdf=xf/")),
        ("copies/bad.review.pdf", "bad.pdf", ("--annotate", "copies/")),
        ("copies/bad.review.pdf", "other.pdf", ("--annotate", "copies/")),
        ("copies/bad.review.pdf", "dtaa-lint.toml", ("--annotate", "copies/")),
    ],
)
def test_no_link_in_a_folder_is_written_through(
    run: Run, other: Path, link: str, target: str, argv: tuple[str, ...],
    join: Callable[[Path, Path], None],
) -> None:  # fmt: skip
    (other / "dtaa-lint.toml").write_text('fail-on = "error"\n')
    run("baseline", "good.pdf", "-o", "known.json")
    (other / link).parent.mkdir()
    before = (other / target).read_bytes()
    join(other / target, other / link)
    result = run("bad.pdf", *argv)
    assert result.status == 2
    assert link in result.err and result.err.count("\n") == 1
    assert (other / target).read_bytes() == before
    assert (other / link).read_bytes() == before


def test_a_link_to_something_else_stays_as_well(run: Run, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "site" / "index.html").symlink_to("../notes.txt")
    result = run("bad.pdf", *HTML)
    assert result.status == 2 and "site/index.html: is a link" in result.err
    assert (folder / "notes.txt").read_text() == "mine"


def test_a_folder_may_be_a_link_itself(run: Run, folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "site").symlink_to("real")
    assert run("bad.pdf", *HTML).status == 1
    assert (folder / "real" / "bad.html").is_file()


def test_repaired_copies_are_inputs_too(run: Run, folder: Path) -> None:
    """What is linted after a repair has other names, and so have its pages."""
    (folder / "site").mkdir()
    (folder / "site" / "bad-fixed.html").symlink_to("../good.pdf")
    before = (folder / "good.pdf").read_bytes()
    run("bad.pdf", "--fix", *HTML)
    assert (folder / "good.pdf").read_bytes() == before


def test_two_files_of_one_name(run: Run, folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "bad.pdf").write_bytes((folder / "good.pdf").read_bytes())
    result = run("bad.pdf", "sub/bad.pdf", *HTML, "--output", "xfdf=xf/", "--annotate", "copies/")
    assert result.status == 1
    assert "sub/bad.pdf: review copy in copies/bad-2.review.pdf" in result.err
    names = {each: names_in(folder / each) for each in ("site", "xf", "copies")}
    assert names == {
        "site": ["bad-2.html", "bad.html", "index.html"],
        "xf": ["bad-2.xfdf", "bad.xfdf"],
        "copies": ["bad-2.review.pdf", "bad.review.pdf"],
    }
    assert b"DT0101" in (folder / "xf" / "bad.xfdf").read_bytes()
    assert b"DT0101" not in (folder / "xf" / "bad-2.xfdf").read_bytes()


def test_a_report_that_cannot_be_written_costs_no_other(run: Run, folder: Path) -> None:
    (folder / "file").write_text("no folder")
    result = run(
        "bad.pdf", "--output", "json=no/x.json", "--output", "csv=c.csv",
        "--output", "xfdf=file/xf/", "--output", "xfdf=xf/",
    )  # fmt: skip
    assert result.status == 2
    assert "cell-without-row-header" in result.out
    assert (folder / "c.csv").is_file() and (folder / "xf" / "bad.xfdf").is_file()
    first, second = sorted(result.err.splitlines())
    assert "file/xf" in first and "cannot be written" in first
    assert second == "dtaa-lint: error: no/x.json: the folder does not exist; create it first"


def test_a_report_that_cannot_be_made_costs_no_other(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise KeyError("x")

    monkeypatch.setattr("dtaa_lint.report.csv.render", broken)
    result = run("bad.pdf", "--output", "csv=c.csv", "--output", "json=j.json")
    assert result.status == 2 and (folder / "j.json").is_file()
    assert result.err.startswith("dtaa-lint: csv: internal error: KeyError")
    assert result.err.count("\n") == 1


def test_pages_of_an_earlier_run_are_told_of(run: Run, folder: Path) -> None:
    assert run("bad.pdf", "good.pdf", *HTML).err == ""
    run("good.pdf", "--no-images", "-o", "site/whole.html")
    (folder / "site" / "own.html").write_text("mine")
    result = run("bad.pdf", *HTML)
    assert result.err == (
        "dtaa-lint: site/: pages of an earlier run, which the index does not link to: good.html\n"
    )
    assert b"good.html" not in (folder / "site" / "index.html").read_bytes()
    assert (folder / "site" / "good.html").is_file()
    assert run("bad.pdf", *HTML, "--quiet").err == ""


def test_annotations_of_what_cannot_be_read_any_more_go(run: Run, folder: Path) -> None:
    run("bad.pdf", "good.pdf", *XFDF, "--annotate", "copies/")
    (folder / "bad.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "xf" / "broken.xfdf").write_text("<xfdf>mine</xfdf>")
    result = run("bad.pdf", "broken.pdf", *XFDF, "--annotate", "copies/")
    assert "xf/bad.xfdf: removed, as bad.pdf can no longer be read" in result.err
    assert "bad.pdf: copies/bad.review.pdf is of an earlier version" in result.err
    assert names_in(folder / "xf") == ["broken.xfdf", "good.xfdf"]
