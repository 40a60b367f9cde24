"""Two documents, and ways to run the tool on them in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dtaa_lint.cli.main import main
from tests.make import Doc, el

ROOT = Path(__file__).resolve().parents[2]


def good_document() -> Doc:
    """Nothing to find, and three tasks."""
    return Doc(lang="en", title="Plan prices").add(
        el("H1", "Plan prices", id="h"),
        el("P", "The prices hold for one year and include tax.", id="p"),
        el(
            "Table",
            el("Caption", "Prices of the plans in euro, 2024"),
            el("TR", el("TH", "Plan", scope="Column"), el("TH", "Price", scope="Column")),
            el("TR", el("TH", "Basic", scope="Row"), el("TD", "12.50")),
            el("TR", el("TH", "Family", scope="Row"), el("TD", "19.00")),
            id="t",
        ),
    )


def bad_document() -> Doc:
    """One DT0101 (error): the plans are data cells."""
    columns = ("Plan", "Price", "Tax")
    return Doc(lang="en", title="Plan prices").add(
        el("H1", "Plan prices", id="h"),
        el("P", "The prices hold for one year.", id="p"),
        el(
            "Table",
            el("Caption", "Prices of the plans in euro, 2024"),
            el("TR", *(el("TH", text, scope="Column") for text in columns)),
            el("TR", el("TD", "Basic"), el("TD", "12.50"), el("TD", "2.50")),
            el("TR", el("TD", "Family"), el("TD", "19.00"), el("TD", "3.50")),
            id="t",
        ),
    )


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with ``good.pdf`` and ``bad.pdf`` and no configuration above it."""
    good_document().write(tmp_path / "good.pdf")
    bad_document().write(tmp_path / "bad.pdf")
    monkeypatch.chdir(tmp_path)
    for name in ("DTAA_PASSWORD", "DTAA_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs the command line in this process."""

    def call(*argv: str) -> Result:
        capfdbinary.readouterr()
        try:
            status = main(argv)
        except SystemExit as exit:
            assert isinstance(exit.code, int)
            status = exit.code
        out, err = capfdbinary.readouterr()
        return Result(status, out.decode("utf-8"), err.decode("utf-8"))

    return call


@pytest.fixture
def spawn(folder: Path) -> Run:
    """Runs the command line in a process of its own; ``env`` is laid over this one's."""

    def call(
        *argv: str, env: dict[str, str] | None = None, cwd: Path = folder, stdin: bytes = b""
    ) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "dtaa_lint", *argv],
            input=stdin,
            capture_output=True,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
            timeout=60,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return call
