"""``--fix``: where the copies go, and what is linted then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.make import Doc, el

PROSE = "The prices hold for one year and include tax."


@pytest.fixture
def plans(folder: Path) -> Path:
    """A document without a title and IDs, both of which can be given."""
    path = folder / "plans.pdf"
    headers = [el("TR", el("TH", name), el("TH", price)) for name, price in (("Plan", "Price"),)]
    rows = [el("TR", el("TH", name), el("TD", price)) for name, price in (("A", "1"), ("B", "2"))]
    caption = el("Caption", "Prices of the plans in euro, 2024")
    Doc(lang="en", title=None).add(
        el("H1", "Plan prices"), el("P", PROSE), el("Table", caption, *headers, *rows)
    ).write(path)
    return path


def found(run: Run, *argv: str) -> set[str]:
    report = json.loads(run(*argv, "--format", "json").out)
    return {finding["code"] for file in report["files"] for finding in file["findings"]}


def test_a_copy_beside_the_file_is_linted(run: Run, plans: Path) -> None:
    before = plans.read_bytes()
    assert {"DT0105", "DT1801", "DT1803"} <= found(run, "plans.pdf")
    result = run("plans.pdf", "--fix", "--format", "json")
    report = json.loads(result.out)
    assert [file["path"] for file in report["files"]] == ["plans.fixed.pdf"]
    assert result.err == (
        "dtaa-lint: plans.pdf: repaired in plans.fixed.pdf: DT0105 (4), DT1801 (2), DT1803 (1)\n"
    )
    assert plans.read_bytes() == before
    left = found(run, "plans.fixed.pdf")
    assert not left & {"DT0105", "DT1801", "DT1803"}


def test_copies_are_no_sources(run: Run, folder: Path, plans: Path) -> None:
    run(".", "--fix")
    once = sorted(path.name for path in folder.glob("*.pdf"))
    run(".", "--fix")
    assert sorted(path.name for path in folder.glob("*.pdf")) == once
    assert "plans.fixed.pdf" in once


def test_a_folder_for_the_copies(run: Run, folder: Path, plans: Path) -> None:
    result = run("plans.pdf", "--fix", "--fix-dir", "out/repaired")
    assert "repaired in out/repaired/plans.pdf" in result.err
    assert (folder / "out" / "repaired" / "plans.pdf").is_file()


def test_in_place_only_when_asked(run: Run, folder: Path, plans: Path) -> None:
    before = plans.read_bytes()
    run("plans.pdf", "--fix", "--in-place")
    assert plans.read_bytes() != before
    assert not list(folder.glob("*.fixed.pdf"))
    result = run("plans.pdf", "--fix", "--in-place")
    assert "nothing that could be repaired without a person" in result.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("plans.pdf", "--in-place"), "go with --fix"),
        (("plans.pdf", "--fix", "--in-place", "--fix-dir", "x"), "exclude each other"),
        (("-", "--fix"), "--fix needs files"),
    ],
)
def test_refused(run: Run, plans: Path, argv: tuple[str, ...], said: str) -> None:
    result = run(*argv)
    assert (result.status, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") <= 2


def test_two_copies_of_one_name(run: Run, folder: Path, plans: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "plans.pdf").write_bytes(plans.read_bytes())
    result = run("plans.pdf", "more/plans.pdf", "--fix", "--fix-dir", "x")
    assert result.status == 2
    assert "two files would go to this place" in result.err


def test_a_file_that_cannot_be_repaired_is_linted_as_it_is(run: Run, folder: Path) -> None:
    import pikepdf

    with pikepdf.open(folder / "good.pdf") as pdf:
        pdf.save(folder / "locked.pdf", encryption=pikepdf.Encryption(owner="x", user=""))
    result = run("locked.pdf", "--fix", "--format", "json")
    assert "locked.pdf: not repaired: is encrypted" in result.err
    assert json.loads(result.out)["files"][0]["path"] == "locked.pdf"


@pytest.mark.parametrize("target", ["plans.pdf", "good.pdf"])
def test_a_link_in_the_place_of_the_copy_is_not_written_through(
    run: Run, folder: Path, plans: Path, target: str
) -> None:
    before = {path.name: path.read_bytes() for path in folder.glob("*.pdf")}
    (folder / "plans.fixed.pdf").symlink_to(target)
    result = run("plans.pdf", "good.pdf", "--fix", "--format", "json")
    assert result.status == 2
    assert "is a link" in result.err
    assert {name: (folder / name).read_bytes() for name in before} == before
    names = {file["path"] for file in json.loads(result.out)["files"]}
    assert names == {"plans.pdf", "good.fixed.pdf"} or names == {"plans.pdf", "good.pdf"}


def test_the_folder_of_the_files_is_no_folder_for_the_copies(run: Run, plans: Path) -> None:
    before = plans.read_bytes()
    result = run("plans.pdf", "--fix", "--fix-dir", ".")
    assert result.status == 2
    assert "is a file that is to be read" in result.err
    assert plans.read_bytes() == before


@pytest.mark.parametrize("place", ["folder", "file"])
def test_a_place_that_cannot_be_written_costs_its_copy_only(
    run: Run, folder: Path, plans: Path, place: str
) -> None:
    if place == "folder":
        (folder / "plans.fixed.pdf").mkdir()
        argv = ["plans.pdf", "good.pdf", "--fix"]
    else:
        (folder / "taken").write_bytes(b"")
        argv = ["plans.pdf", "good.pdf", "--fix", "--fix-dir", "taken"]
    result = run(*argv, "--format", "json")
    assert result.status == 2
    assert "plans.pdf: not repaired: " in result.err
    assert "internal error" not in result.err
    assert len(json.loads(result.out)["files"]) == 2


def test_a_second_run_lints_every_copy_once(run: Run, folder: Path, plans: Path) -> None:
    run(".", "--fix")
    files = json.loads(run(".", "--fix", "--format", "json").out)["files"]
    paths = [file["path"] for file in files]
    assert len(paths) == len(set(paths))
    assert "plans.fixed.pdf" in paths


def test_only_what_is_selected_is_repaired(run: Run, folder: Path, plans: Path) -> None:
    result = run("plans.pdf", "--fix", "--select", "DT0105")
    assert "plans.fixed.pdf: DT0105 (4)\n" in result.err
    result = run("plans.pdf", "--fix", "--ignore", "DT0105,DT1801")
    assert "plans.fixed.pdf: DT1803 (1)\n" in result.err
    (folder / "dtaa-lint.toml").write_text(
        '[[suppress]]\nfile = "plans.pdf"\nrule = "DT0105"\npath = "/Document/Table[1]"\n'
        'reason = "as it is"\n[per-file-ignores]\n"plans.pdf" = ["DT1803"]\n'
    )
    result = run("plans.pdf", "--fix", "--format", "json")
    assert "plans.fixed.pdf: DT1801 (2)\n" in result.err
    report = json.loads(result.out)
    codes = {finding["code"] for finding in report["files"][0]["findings"]}
    assert "DT1803" not in codes, "what is said of the file holds for its copy"
