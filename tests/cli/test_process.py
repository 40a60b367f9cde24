"""The tool as a process: pipes, standard input, signals, start-up, the same bytes everywhere."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dtaa_lint.config import FORMATS
from tests.cli.conftest import ROOT, Run, bad_document, good_document

COMMAND = [sys.executable, "-m", "dtaa_lint"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def test_standard_input(spawn: Run, folder: Path) -> None:
    data = (folder / "bad.pdf").read_bytes()
    result = spawn("-", "--format", "json", stdin=data)
    assert result.status == 1
    (file,) = json.loads(result.out)["files"]
    assert file["path"] == "-"
    by_name = json.loads(spawn("bad.pdf", "--format", "json").out)["files"][0]
    assert file["sha256"] == by_name["sha256"]
    assert [f["fingerprint"] for f in file["findings"]] == [
        f["fingerprint"] for f in by_name["findings"]
    ]


def test_empty_standard_input(spawn: Run) -> None:
    result = spawn("-")
    assert result.status == 2
    assert result.err.startswith("dtaa-lint: -: ")
    assert "Traceback" not in result.err


def test_a_reader_that_goes_away_is_no_fault(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "bad.pdf"], cwd=folder, env=ENVIRONMENT,
        stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False,
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "bad.pdf"], cwd=folder, env=ENVIRONMENT,
            stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        b"dtaa-lint: error: standard output cannot be written: No space left on device\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_and_kill_end_it_without_a_traceback(
    folder: Path, how: signal.Signals, status: int
) -> None:
    process = subprocess.Popen(
        [*COMMAND, "-"], cwd=folder, env=ENVIRONMENT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    # It waits for standard input now, once it has started.
    deadline = time.monotonic() + 20
    while not _reads(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (status, b"", b"dtaa-lint: interrupted\n")


def _reads(pid: int) -> bool:
    """Whether the process sleeps in a read of a pipe (elsewhere than on Linux: a guess)."""
    place = Path(f"/proc/{pid}/wchan")
    if not place.exists():
        time.sleep(1.5)
        return True
    return "pipe" in place.read_text()


def test_version_starts_in_less_than_150_ms_of_cpu(spawn: Run) -> None:
    def cpu() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def spent() -> float:
        before = cpu()
        assert spawn("--version").out.startswith("dtaa-lint ")
        return cpu() - before

    assert any(spent() < 0.150 for _ in range(20)), "the best of some tries counts"


def test_version_imports_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from dtaa_lint.cli.main import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'pikepdf', 'playa', 'lxml', 'rich', 'attrs', 'sarif_om', 'tomli',\n"
        "         'multiprocessing', 'dtaa_lint.findings', 'dtaa_lint.report'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, check=True
    )
    assert done.stdout.splitlines()[1:] == [b"[]"]


WORLDS = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC", "PYTHONUTF8": "0", "COLUMNS": "40"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "COLUMNS": "200"},
)


ARGUMENTS = [*(("--format", name) for name in FORMATS), ("--statistics",)]
ALL = """
import json, os, sys
from dtaa_lint.cli.main import main
for number, arguments in enumerate(json.loads(sys.argv[1])):
    with open(f"printed-{number}", "wb") as printed:
        os.dup2(printed.fileno(), 1)
    main(arguments)
    sys.stdout.flush()
"""
"""What each of them prints, in a file of its own."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], list[bytes]]:
    """What is printed for all these arguments in each world, by a process for each."""
    found = []
    for number, world in enumerate(WORLDS):
        place = tmp_path_factory.mktemp(f"place-{number}")
        bad_document().write(place / "bad.pdf")
        good_document().write(place / "good.pdf")
        demo = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
        (place / "demo.pdf").write_bytes(demo.read_bytes())
        asked = []
        for arguments in ARGUMENTS:
            files = ("demo.pdf",) if "xfdf" in arguments else ("demo.pdf", "bad.pdf", "good.pdf")
            binary = ("-o", "report.xlsx") if "xlsx" in arguments else ()
            asked.append([*files, *arguments, *binary])
        done = subprocess.run(
            [sys.executable, "-c", ALL, json.dumps(asked)], cwd=place, env={**ENVIRONMENT, **world},
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=600, check=True,
        )  # fmt: skip
        assert done.stderr == b""
        made = [(place / f"printed-{n}").read_bytes() for n in range(len(ARGUMENTS))]
        made = [
            (place / "report.xlsx").read_bytes() if "xlsx" in a else m
            for a, m in zip(ARGUMENTS, made, strict=True)
        ]
        assert all(str(place).encode() not in one for one in made)
        found.append(made)
    return found[0], found[1]


@pytest.mark.parametrize("number", range(len(ARGUMENTS)), ids=[a[-1] for a in ARGUMENTS])
def test_the_same_bytes_in_every_process(
    printed: tuple[list[bytes], list[bytes]], number: int
) -> None:
    """Neither hash seed, locale, time zone, terminal nor the place of the checkout shows."""
    one, other = printed
    assert one[number] and one[number] == other[number]
