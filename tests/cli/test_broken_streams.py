"""Standard streams that are closed, full or interrupted lose nothing but themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
COMMAND = f"{sys.executable} -m dtaa_lint"


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", line], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("stderr", ["2>/dev/full", "2>&-"])
def test_a_lost_stderr_changes_neither_report_nor_status(folder: Path, stderr: str) -> None:
    done = shell(folder, f"{COMMAND} missing.pdf good.pdf -o y.json {stderr}")
    assert done.returncode == 2
    assert (folder / "y.json").read_bytes().startswith(b"{")
    done = shell(folder, f"{COMMAND} missing.pdf bad.pdf --format csv {stderr}")
    assert done.returncode == 2
    assert "DT0101" in done.stdout
    assert shell(folder, f"{COMMAND} --fromat x {stderr}").returncode == 2


def test_a_closed_stdout_matters_only_to_what_goes_there(folder: Path) -> None:
    done = shell(folder, f"{COMMAND} good.pdf >&-")
    assert (done.returncode, done.stderr) == (
        2, "dtaa-lint: error: standard output cannot be written: it is closed\n",
    )  # fmt: skip
    done = shell(folder, f"{COMMAND} bad.pdf -o z.json >&-")
    assert (done.returncode, done.stderr) == (1, "")
    assert (folder / "z.json").read_bytes().endswith(b"}\n")


def test_a_closed_stdin(folder: Path) -> None:
    done = shell(folder, f"{COMMAND} - <&-")
    assert (done.returncode, done.stderr) == (2, "dtaa-lint: -: standard input is closed\n")


def test_an_endless_stdin(folder: Path) -> None:
    done = shell(folder, f"{COMMAND} - </dev/zero")
    assert (done.returncode, done.stderr) == (2, "dtaa-lint: -: is not a PDF\n")


@pytest.mark.parametrize(
    "module",
    ["dtaa_lint.cli.args.parser", "dtaa_lint.cli.selection", "dtaa_lint.pdf.read", "pikepdf",
     "zlib", "dtaa_lint.graph.view", "dtaa_lint.universe.universe"],
)  # fmt: skip
def test_ctrl_c_at_any_moment(folder: Path, module: str) -> None:
    """The moment is when ``module`` begins to be imported: the same on any machine."""
    code = (
        "import os, signal, sys\n"
        "def strike(event, arguments):\n"
        "    global done\n"
        f"    if event == 'import' and arguments[0] == {module!r} and not done:\n"
        "        done = True\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "done = False\n"
        "from dtaa_lint.__main__ import entry\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.addaudithook(strike)\n"
        "raise SystemExit(entry())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "bad.pdf"], cwd=folder, env=ENVIRONMENT,
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, b"dtaa-lint: interrupted\n")
