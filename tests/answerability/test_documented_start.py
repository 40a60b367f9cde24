"""docs/answerability.md: its first commands run, and what it says of a run's files holds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dtaa_lint.answerability.answering.text import flat_text
from tests.answerability.documented import DOCS, ROOT, blocks, free_port, listens, place, shell
from tests.answerability.schemas import schema

PAGE = "answerability.md"
TEXT = (DOCS / PAGE).read_text("utf-8")
COMMANDS = [line.partition("  #")[0].strip() for line in blocks(PAGE, "sh")[0].splitlines()]
PLACEHOLDER = "http://127.0.0.1:8765/ask"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the page's commands are run, one after the other."""
    made = tmp_path_factory.mktemp("start")
    place(made)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def assistant(folder: Path) -> Iterator[str]:
    """The example of docs/systems.md, as a server."""
    pages = folder / "report.txt"
    pages.write_text("\f".join(flat_text((folder / "report.pdf").read_bytes()).pages), "utf-8")
    port = free_port()
    command = [sys.executable, str(DOCS / "examples" / "assistant.py"), str(pages), str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 30
        while not listens(port):
            assert time.monotonic() < end
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/ask"
        process.kill()


def test_the_quick_start_has_five_lines() -> None:
    assert len(COMMANDS) == 5 and COMMANDS[0].startswith("pip install ")
    assert all(line.startswith("dtaa-lint report.pdf --answerability") for line in COMMANDS[1:])


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_command_of_the_quick_start_runs(number: int, folder: Path, assistant: str) -> None:
    command = COMMANDS[number].replace(PLACEHOLDER, assistant)
    assert (PLACEHOLDER in COMMANDS[number]) == (number == 4)
    done = shell(folder, f"{command} --fail-on never", environ={"DTAA_LINT_HTTP_TOKEN": ""})
    assert done.returncode == 0 and "\nAnswerability\n" in done.stdout
    notice = done.stderr.splitlines()
    assert ("is asked on this machine" in done.stderr) is (number == 4), notice
    assert len(notice) == (2 if number == 4 else 0)
    assert "--run-dir" not in command or (folder / "runs/report/report.html").is_file()


def test_the_files_of_a_run_are_those_of_the_page(folder: Path) -> None:
    run = folder / "runs" / "report"
    if not run.exists():
        assert shell(folder, f"{COMMANDS[2]} --fail-on never").returncode == 0
    named = set(re.findall(r"\b[\w-]+\.jsonl?\b", TEXT)) | {"SYSTEM.jsonl"}
    for path in run.rglob("*.json*"):
        name = "SYSTEM.jsonl" if path.parent.name == "scores" else path.name
        assert name in named or name == "manifest.json", path
    (code,) = blocks(PAGE, "python")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    first, *scores = done.stdout.splitlines()
    assert first.split(", ") == schema("scores")["required"]
    assert len(scores) > 30 and all(re.fullmatch(r"T\w+ Q[0L] \w+ \w+", line) for line in scores)


def test_every_schema_is_on_the_page_or_that_of_reviews() -> None:
    shipped = {path.name for path in (ROOT / "dtaa_lint/answerability/schema").glob("*.json")}
    named = set(re.findall(r"`([\w-]+-1\.json)`", TEXT))
    assert shipped - named == {"review-1.json", "review-key-1.json"}
    assert named - shipped == {"tasks-1.json"}
