"""The wheel: what is in it, and that it works where there is no checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import tomli

from dtaa_lint import __version__
from dtaa_lint.config import FORMATS

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
    done = subprocess.run(
        [*build, str(folder), str(ROOT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it lies in a site-packages folder."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, cwd: Path, *argv: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "dtaa_lint", *argv],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        check=False,
    )


def test_it_holds_the_rules_the_schemas_and_the_licence(installed: Path) -> None:
    shipped = {path.name for path in (installed / "dtaa_lint" / "_rules").glob("*.toml")}
    assert shipped == {path.name for path in (ROOT / "rules").glob("*.toml")}
    profiles = {path.name for path in (installed / "dtaa_lint" / "_rules" / "profiles").iterdir()}
    assert profiles == {path.name for path in (ROOT / "rules" / "profiles").iterdir()}
    schemas = [f"report/schema/{name}-1.json" for name in ("report", "baseline", "diff")]
    for name in ("py.typed", *schemas):
        assert (installed / "dtaa_lint" / name).is_file()
    (licence,) = installed.glob("dtaa_lint-*.dist-info/licenses/LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_it_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert tops == {"dtaa_lint", f"dtaa_lint-{__version__}.dist-info"}


def test_it_works_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "demo.pdf").write_bytes(DEMO.read_bytes())
    assert run(installed, tmp_path, "--version").stdout.startswith(b"dtaa-lint " + _version())
    assert b"DT0101" in run(installed, tmp_path, "rules").stdout
    done = run(installed, tmp_path, "demo.pdf")
    assert (done.returncode, done.stderr) == (1, b"") and b"DT0101" in done.stdout
    every = (
        "import sys; from dtaa_lint.cli.main import main\n"
        "for name in sys.argv[1:]:\n"
        "    assert main(['demo.pdf', '--format', name, '-o', f'made.{name}']) == 1, name"
    )
    done = subprocess.run(
        [sys.executable, "-c", every, *FORMATS], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)}, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    for name in FORMATS:
        made = (tmp_path / f"made.{name}").read_bytes()
        assert b"DT0101" in made or (name == "xlsx" and made.startswith(b"PK"))


def test_the_checkout_and_the_wheel_say_the_same(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "demo.pdf").write_bytes(DEMO.read_bytes())
    assert (
        run(installed, tmp_path, "demo.pdf", "--format", "json").stdout
        == run(ROOT, tmp_path, "demo.pdf", "--format", "json").stdout
    )


def test_pins_satisfy_what_the_project_asks_for() -> None:
    """CI tests against exact versions that a user could get."""
    from packaging.requirements import Requirement

    pins = {}
    for line in (ROOT / ".ci" / "requirements.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            match = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!]+)", line)
            assert match is not None, f"{line!r} is no exact version"
            pins[_folded(match[1])] = match[2]
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomli.load(file)["project"]
    for text in project["dependencies"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(pins[_folded(requirement.name)])


def test_the_changelog_knows_the_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def _version() -> bytes:
    return __version__.encode()


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
