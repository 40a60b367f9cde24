"""Shell completion, in real shells: bash always, others where they are installed."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

from dtaa_lint.cli.args.shell import SHELLS
from dtaa_lint.cli.completion import bash, fish, powershell, zsh
from dtaa_lint.cli.completion.model import Kind, commands
from dtaa_lint.config import FORMATS
from dtaa_lint.words import languages
from tests.cli.conftest import Run

WRITERS = {"bash": bash, "fish": fish, "powershell": powershell, "zsh": zsh}
INSTALLED = [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell)]


@cache
def script(shell: str) -> str:
    return WRITERS[shell].script(commands())


@pytest.fixture
def exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with something of each kind."""
    for name in ("annual.pdf", "SCAN.PDF", "my file.pdf", "notes.txt", "own.toml"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "drafts").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(run: Run, shell: str) -> None:
    found = run("completion", shell)
    assert (found.status, found.out, found.err) == (0, script(shell), "")


def test_an_unknown_shell_is_told(run: Run) -> None:
    assert "is none of bash, zsh, fish, powershell" in run("completion", "tcsh").err


@pytest.mark.parametrize("shell", SHELLS)
def test_no_command_and_no_option_is_forgotten(shell: str) -> None:
    known = set(re.findall(r"[\w-]+", script(shell)))
    for command in commands():
        names = {name for option in command.options for name in option.names}
        if shell == "fish":
            names = {name.lstrip("-") for name in names}
        assert names | {command.name} <= known


def test_words_have_no_meaning_for_a_shell() -> None:
    for command in commands():
        for value in [*(option.value for option in command.options), command.operand]:
            assert value is None or all(re.fullmatch(r"[\w.-]+", word) for word in value.words)


@pytest.mark.parametrize("shell", INSTALLED)
def test_the_shell_understands_its_script(shell: str, tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text(script(shell), "utf-8")
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def in_bash(*typed: str) -> list[str]:
    """What bash is given for the words typed; readline makes a word of each ``=``. ``compopt``
    works only while a key is pressed, so that it has a stand-in."""
    words = " ".join(f"'{word}'" for word in typed)
    call = (
        f"{script('bash')}\ncompopt() {{ :; }}\n"
        f"COMP_WORDS=(dtaa-lint {words}); COMP_CWORD={len(typed)}; _dtaa_lint\n"
        'for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", call], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stderr == ""
    return sorted(done.stdout.splitlines())


PDFS = ["SCAN.PDF", "annual.pdf", "drafts", "my file.pdf"]


@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        (["tre"], ["tree"]),
        (["ann"], ["annual.pdf"]),
        (["an"], ["annual.pdf", "answerability"]),
        (["--fo"], ["--format"]),
        (["tree", "--fo"], ["--format"]),
        (["tree", "--fail"], []),
        (["--format", ""], sorted(FORMATS)),
        (["--format", "sar"], ["sarif"]),
        (["--format", "=", "sar"], ["sarif"]),
        (["--format", "="], sorted(FORMATS)),
        (["tree", "--format", ""], ["json", "text", "xml"]),
        (["--fail-on", ""], ["error", "info", "never", "warning"]),
        (["--select", "scope-m"], ["scope-missing"]),
        (["--select", "DT02,DT010"], [f"DT02,DT010{n}" for n in range(1, 10)]),
        (["--ignore", "=", "DT02,scope-m"], ["DT02,scope-missing"]),
        (["--profile", "tax"], ["tax-guide"]),
        (["--profile", "o"], ["own.toml"]),
        (["--output", "sar"], ["sarif="]),
        (["--output", "sarif", "=", "no"], ["notes.txt"]),
        (["--output", "=", "sarif", "=", "no"], ["notes.txt"]),
        (["--fix-dir", ""], ["drafts"]),
        (["--config", "o"], ["own.toml"]),
        (["-o", "n"], ["notes.txt"]),
        (["--quiet", ""], PDFS),
        (["annual.pdf", ""], PDFS),
        (["--", ""], PDFS),
        (["--", "--fo"], []),
        (["diff", "annual.pdf", "S"], ["SCAN.PDF"]),
        (["tree", "m"], ["my file.pdf"]),
        (["explain", "EXTRACT-L"], ["EXTRACT-L0", "EXTRACT-L1", "EXTRACT-L4"]),
        (["explain", "DT0101"], ["DT0101"]),
        (["rules", "a"], []),
        (["completion", ""], sorted(SHELLS)),
        (["--lang", ""], sorted(languages())),
        (["--min-tasks-per-page", ""], []),
    ],
)
def test_bash_proposes(exports: Path, typed: list[str], proposed: list[str]) -> None:
    assert in_bash(*typed) == proposed


def test_bash_completes_at_the_key(exports: Path) -> None:
    """In a terminal, with the real readline: also the space in a name, and no space after ``=``."""
    (exports / "script").write_text(script("bash"), "utf-8")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PS1="$ ", INPUTRC=os.devnull, HISTFILE=os.devnull)
        os.execvp("bash", ["bash", "--norc", "-i"])
    try:
        os.write(
            terminal, b"bind 'set enable-bracketed-paste off'; source ./script; echo rea''dy\n"
        )
        until(terminal, "ready")
        for typed, shown in [
            ("dtaa-lint --format sar", "--format sarif "),
            ("dtaa-lint my", r"dtaa-lint my\ file.pdf "),
            ("dtaa-lint --output sar", "--output sarif="),
            ("dtaa-lint --output=sarif=no", "--output=sarif=notes.txt "),
            ("dtaa-lint --select=DT01,scope-m", "--select=DT01,scope-missing "),
        ]:
            os.write(terminal, typed.encode() + b"\t")
            until(terminal, shown)
            os.write(terminal, b"\x15")
    finally:
        os.write(terminal, b"\x15exit\n")
        os.waitpid(pid, 0)
        os.close(terminal)


def until(terminal: int, wanted: str) -> None:
    """Reads what the terminal shows up to some text."""
    shown = ""
    deadline = time.monotonic() + 30
    while wanted not in shown:
        assert time.monotonic() < deadline, shown
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65536).decode()


def test_fish_and_zsh_describe_what_they_propose() -> None:
    for shell in ("fish", "zsh"):
        assert "lowest severity that makes the exit status 1" in script(shell)


def test_what_is_proposed_is_of_the_right_kind() -> None:
    """Every value that is neither free nor a place has words to propose."""
    kinds = set()
    for command in commands():
        for option in command.options:
            if option.value is not None:
                kinds.add(option.value.kind)
                wordy = option.value.kind in (
                    Kind.WORD, Kind.WORDS, Kind.FORMAT_FILE, Kind.PROFILE
                )  # fmt: skip
                assert bool(option.value.words) == wordy, option
    assert kinds == set(Kind) - {Kind.PDF}
