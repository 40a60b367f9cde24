"""The hook, run by the real pre-commit in a git repository of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import bad_document, good_document

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
LFS_POINTER = (
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    "size 12345\n"
)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with a good and a bad PDF, and a text file that is none of our business."""
    # Git must not see the configuration of the machine, nor the repository that runs this test.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    place = tmp_path / "repository"
    (place / "docs").mkdir(parents=True)
    good_document().write(place / "docs" / "good.pdf")
    bad_document().write(place / "docs" / "bad.pdf")
    (place / "docs" / "notes.txt").write_text("not a PDF")
    git(place, "init", "--quiet")
    return place


def git(place: Path, *argv: str) -> None:
    who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, *argv], cwd=place, check=True, capture_output=True)


def pre_commit(place: Path, *argv: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", *argv],
        cwd=place, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def install_hook(place: Path) -> None:
    """The published hook with the same id, types and options; only its environment is this one's,
    so that nothing has to be installed."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert (hook["language"], hook["entry"]) == ("python", "dtaa-lint")
    hook |= {"language": "system", "entry": f'"{sys.executable}" -m dtaa_lint'}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (place / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")


def test_a_good_file_passes_and_a_bad_one_fails(repository: Path) -> None:
    install_hook(repository)
    git(repository, "add", "docs/good.pdf", "docs/notes.txt", ".pre-commit-config.yaml")
    status, out = pre_commit(repository, "run")
    assert (status, "Passed" in out) == (0, True), out

    git(repository, "add", "docs/bad.pdf")
    status, out = pre_commit(repository, "run")
    assert status == 1
    assert "Failed" in out
    assert "exit code: 1" in out
    assert "docs/bad.pdf" in out
    assert "cell-without-row-header" in out
    assert "notes.txt" not in out


def test_only_pdfs_are_looked_at(repository: Path) -> None:
    install_hook(repository)
    git(repository, "add", "docs/notes.txt")
    status, out = pre_commit(repository, "run")
    assert (status, "no files to check" in out) == (0, True), out


def test_a_commit_is_stopped(repository: Path) -> None:
    install_hook(repository)
    assert pre_commit(repository, "install")[0] == 0
    git(repository, "add", "docs/good.pdf")
    git(repository, "commit", "--quiet", "-m", "good")
    git(repository, "add", "docs/bad.pdf")
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "commit", "--quiet", "-m", "bad")


def test_the_configuration_of_the_repository_holds(repository: Path) -> None:
    install_hook(repository)
    (repository / "dtaa-lint.toml").write_text('per-file-ignores = { "docs/bad.pdf" = ["DT01"] }')
    git(repository, "add", "docs")
    status, out = pre_commit(repository, "run")
    assert status == 0, out


def test_a_git_lfs_pointer_is_called_by_its_name(repository: Path) -> None:
    install_hook(repository)
    (repository / "docs" / "big.pdf").write_text(LFS_POINTER)
    git(repository, "add", "docs/big.pdf")
    status, out = pre_commit(repository, "run")
    assert status == 1
    assert "exit code: 2" in out
    assert "Git LFS" in out


@pytest.mark.slow
def test_the_hook_as_published_installs_itself(repository: Path) -> None:
    """pre-commit clones this checkout and builds the hook's environment from the package index."""
    git(repository, "add", "docs")
    status, out = pre_commit(repository, "try-repo", str(ROOT), "dtaa-lint", "--all-files")
    assert status == 1, out
    assert "exit code: 1" in out
    assert "docs/bad.pdf" in out
