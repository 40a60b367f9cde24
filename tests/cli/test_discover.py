"""Discovery: which files are read, in which order, under which name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.cli.discover import Inputs, Pattern, Source, common_folder, discover, shown
from dtaa_lint.errors import InputError


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.pdf", "a.PDF", "notes.txt", "sub/c.pdf", "sub/deep/d.pdf", "sub-1.pdf",
        ".hidden/e.pdf", "._b.pdf", "drafts/f.pdf",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def find(*paths: str, include: str = "*.pdf", exclude: tuple[str, ...] = ()) -> Inputs:
    base = Path.cwd()
    excluded = [Pattern(glob, base) for glob in exclude]
    return discover(paths, [Pattern(include, base)], excluded, COMMANDS)


def names(inputs: Inputs) -> list[str]:
    return [item.name for item in inputs.items if isinstance(item, Source)]


def problems(inputs: Inputs) -> list[str]:
    return [str(item) for item in inputs.items if isinstance(item, InputError)]


@pytest.mark.usefixtures("tree")
def test_a_folder_is_searched_in_sorted_order_without_hidden_files() -> None:
    inputs = find(".")
    assert names(inputs) == [
        "a.PDF", "b.pdf", "drafts/f.pdf", "sub/c.pdf", "sub/deep/d.pdf", "sub-1.pdf",
    ]  # fmt: skip
    assert not problems(inputs)


@pytest.mark.usefixtures("tree")
def test_order_is_as_named_and_each_file_comes_once() -> None:
    inputs = find("sub", "b.pdf", "./b.pdf", "sub/../b.pdf", "sub/c.pdf", "-", "-")
    assert names(inputs) == ["sub/c.pdf", "sub/deep/d.pdf", "b.pdf", "-"]


@pytest.mark.usefixtures("tree")
def test_a_named_file_needs_no_include_and_no_suffix() -> None:
    assert names(find("notes.txt", "._b.pdf")) == ["notes.txt", "._b.pdf"]
    assert names(find(".", include="*.txt")) == ["notes.txt"]


@pytest.mark.usefixtures("tree")
def test_exclude_holds_for_folders_and_named_files() -> None:
    inputs = find(".", "drafts/f.pdf", exclude=("drafts", "sub/deep"))
    assert names(inputs) == ["a.PDF", "b.pdf", "sub/c.pdf", "sub-1.pdf"]
    assert inputs.excluded == ["drafts/f.pdf"]


@pytest.mark.usefixtures("tree")
def test_a_folder_without_pdfs_is_a_problem() -> None:
    assert problems(find("empty")) == ["empty: no file in this folder matches *.pdf"]
    assert problems(find("drafts", exclude=("f.pdf",))) == [
        "drafts: no file in this folder matches *.pdf (1 excluded)"
    ]


@pytest.mark.usefixtures("tree")
def test_a_path_that_is_not_there_is_a_problem_in_its_place() -> None:
    inputs = find("b.pdf", "nope.pdf", "sub/c.pdf")
    assert [type(item) for item in inputs.items] == [Source, InputError, Source]
    assert problems(inputs) == ["nope.pdf: no such file or folder"]


@pytest.mark.usefixtures("tree")
def test_a_misspelt_command_is_recognised() -> None:
    (problem,) = problems(find("explian"))
    assert 'did you mean "explain"?' in problem


def test_links_to_folders_are_not_followed(tree: Path) -> None:
    (tree / "sub" / "loop").symlink_to(tree, target_is_directory=True)
    assert names(find("sub")) == ["sub/c.pdf", "sub/deep/d.pdf"]


@pytest.mark.usefixtures("tree")
def test_an_unreadable_folder_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def closed(path: str) -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "deep":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    # Permissions would not stop a test that runs as root.
    monkeypatch.setattr(os, "scandir", closed)
    inputs = find("sub")
    assert names(inputs) == ["sub/c.pdf"]
    assert problems(inputs) == ["sub/deep: the folder cannot be read: Permission denied"]


def test_names_are_valid_unicode() -> None:
    assert shown("caf\udce9.pdf") == "caf\udce9.pdf"
    assert shown("././x.pdf") == "x.pdf"


def test_absolute_paths_below_the_working_directory_are_shown_relative(tree: Path) -> None:
    """What code scanning needs when a workflow names files by absolute paths."""
    assert names(find(str(tree / "sub"))) == ["sub/c.pdf", "sub/deep/d.pdf"]
    assert shown(str(tree.parent / "x.pdf")) == (tree.parent / "x.pdf").as_posix()


def test_the_search_for_a_configuration_begins_at_the_common_folder(tree: Path) -> None:
    assert common_folder(["sub/c.pdf"]) == tree / "sub"
    assert common_folder(["sub/c.pdf", "sub/deep"]) == tree / "sub"
    assert common_folder(["sub/deep", "drafts/f.pdf"]) == tree
    assert common_folder(["-"]) == tree
