"""``--watch``: what is linted again, when, and what it survives. Nothing here sleeps: the tests
are what is waited for."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dtaa_lint.cli import watch as module
from dtaa_lint.cli.args import parse
from dtaa_lint.cli.args.lint import LintOptions
from dtaa_lint.cli.changes import PATIENCE
from dtaa_lint.cli.discover import Inputs
from dtaa_lint.cli.watch import watch
from dtaa_lint.errors import ConfigError
from tests.cli.conftest import ROOT, Run

Step = Callable[[], object]
FOREVER = 40
"""Looks after which everything has settled."""


class Session:
    """Runs ``--watch`` through steps: each is done, then looks are taken until all is settled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.linted: list[list[str]] = []
        real = module.lint_inputs

        def lint_inputs(inputs: Inputs, *rest: object) -> object:
            self.linted.append([item.path for item in inputs.items])
            return real(inputs, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(module, "lint_inputs", lint_inputs)

    def __call__(self, argv: list[str], *steps: Step, looks: int = FOREVER) -> list[list[str]]:
        """The files that each run linted."""
        arguments = parse([*argv, "--watch"])
        assert isinstance(arguments, LintOptions)
        script = self._script(steps, looks)

        def wait() -> None:
            next(script)

        with pytest.raises(KeyboardInterrupt):
            watch(arguments, wait)
        return self.linted

    def _script(self, steps: tuple[Step, ...], looks: int) -> Iterator[None]:
        for step in steps:
            step()
            for _ in range(looks):
                yield
        raise KeyboardInterrupt


@pytest.fixture
def session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    return Session(monkeypatch)


def replace(path: str, other: str) -> None:
    """As many programs write: under another name first. The time differs, however fast this is."""
    shutil.copyfile(other, f"{path}.tmp")
    os.utime(f"{path}.tmp", (1_000_000, 1_000_000))
    Path(f"{path}.tmp").replace(path)


def test_what_has_changed_is_linted_and_reported_with_the_rest(session: Session) -> None:
    linted = session(
        ["good.pdf", "bad.pdf", "-o", "out.json"], lambda: replace("good.pdf", "bad.pdf")
    )
    assert linted == [["good.pdf", "bad.pdf"], ["good.pdf"]]
    report = json.loads(Path("out.json").read_text("utf-8"))
    found = {file["path"]: len(file["findings"]) for file in report["files"]}
    assert found == {"good.pdf": 1, "bad.pdf": 1}


def test_the_report_is_printed_after_each_change(
    session: Session, capfd: pytest.CaptureFixture[str]
) -> None:
    session(["bad.pdf", "--quiet"], lambda: replace("bad.pdf", "good.pdf"))
    out, err = capfd.readouterr()
    assert out.count("DT0101") == 1
    assert "\x1b" not in out + err


def test_on_a_terminal_the_screen_is_that_of_now(
    session: Session, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm")
    session(["bad.pdf"], lambda: replace("bad.pdf", "good.pdf"))
    out, err = capfd.readouterr()
    assert [("DT0101" in part) for part in out.split("\x1b[H\x1b[2J")] == [False, True, False]
    assert re.fullmatch(r"(dtaa-lint: \d\d:\d\d:\d\d  watching 1 file; Ctrl-C ends\n){2}", err)


def test_a_new_file_in_a_folder_is_found_and_one_that_goes_is_dropped(session: Session) -> None:
    Path("exports").mkdir()
    shutil.copy("good.pdf", "exports/a.pdf")
    linted = session(
        ["exports", "-o", "out.json"],
        lambda: replace("exports/b.pdf", "bad.pdf"),
        lambda: Path("exports/a.pdf").unlink(),
    )
    assert linted == [["exports/a.pdf"], ["exports/b.pdf"], []]
    report = Path("out.json").read_text("utf-8")
    assert "exports/b.pdf" in report
    assert "exports/a.pdf" not in report


def test_a_named_file_that_goes_is_reported_and_linted_when_it_is_back(session: Session) -> None:
    def reappear() -> None:
        assert "no such file" in Path("out.json").read_text("utf-8")
        replace("bad.pdf", "good.pdf")

    linted = session(["bad.pdf", "-o", "out.json"], lambda: Path("bad.pdf").unlink(), reappear)
    assert linted == [["bad.pdf"], ["bad.pdf"], ["bad.pdf"]]
    assert "no such file" not in Path("out.json").read_text("utf-8")


def test_a_file_that_is_deleted_first_and_written_then_was_never_gone(session: Session) -> None:
    whole = Path("bad.pdf").read_bytes()
    looks = iter(range(100))

    def look() -> None:
        # Two looks at nothing, two at the first half of the file.
        number = next(looks)
        if number == 0:
            Path("bad.pdf").unlink()
        elif number == 2:
            Path("bad.pdf").write_bytes(whole[: len(whole) // 2])
        elif number == 5:
            Path("bad.pdf").write_bytes(whole + b"\n")

    linted = session(["bad.pdf"], *[look] * 12, looks=1)
    assert linted == [["bad.pdf"], ["bad.pdf"]]


def test_a_file_that_stays_half_written_is_reported_in_the_end(session: Session) -> None:
    half = Path("bad.pdf").read_bytes()[:400]
    linted = session(
        ["bad.pdf"], lambda: Path("bad.pdf").write_bytes(half), lambda: None, looks=PATIENCE
    )
    assert linted == [["bad.pdf"], ["bad.pdf"]]


def test_it_is_not_reported_at_once(session: Session) -> None:
    half = Path("bad.pdf").read_bytes()[:400]
    linted = session(["bad.pdf"], lambda: Path("bad.pdf").write_bytes(half), looks=PATIENCE)
    assert linted == [["bad.pdf"]]


def test_a_new_file_that_is_being_written_is_left_out_so_long(session: Session) -> None:
    size = iter(range(1000, 100_000))

    def grow() -> None:
        Path("growing.pdf").write_bytes(b"%PDF-1.7\n" + bytes(next(size)))
        if Path("good.pdf").stat().st_mtime != 1_000_000:
            replace("good.pdf", "good.pdf")

    linted = session([".", "-o", "out.json"], *[grow] * FOREVER, looks=1)
    assert linted == [["bad.pdf", "good.pdf"], ["good.pdf"]]
    assert "growing.pdf" not in Path("out.json").read_text("utf-8")


def test_a_file_that_cannot_be_opened_is_tried_again_when_it_can(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locked by the program that exports, and let go without a change."""
    locked = {"bad.pdf"}
    opened = Path.open

    def open(self: Path, *rest: object, **named: object) -> object:
        if self.name in locked:
            raise PermissionError(13, "Permission denied")
        return opened(self, *rest, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", open)
    monkeypatch.setattr(
        "dtaa_lint.pdf.open.regular_file", lambda path, name, limit: path.open("rb").read()
    )
    linted = session(["bad.pdf", "good.pdf", "-o", "out.csv"], lambda: None, locked.clear)
    assert linted == [["bad.pdf", "good.pdf"], ["bad.pdf"]]
    assert "DT0101" in Path("out.csv").read_text("utf-8-sig")


def test_what_is_no_pdf_is_survived(session: Session, capfd: pytest.CaptureFixture[str]) -> None:
    session(
        ["bad.pdf"],
        lambda: Path("bad.pdf").write_bytes(b""),
        lambda: Path("bad.pdf").write_bytes(b"hello %%EOF"),
    )
    out, _ = capfd.readouterr()
    assert out.count("could not be checked") == 2


def test_a_new_configuration_holds_for_all_files(session: Session) -> None:
    config = Path("dtaa-lint.toml")
    linted = session(
        ["good.pdf", "bad.pdf", "-o", "out.csv"],
        lambda: config.write_text('ignore = ["DT01"]'),
        lambda: config.write_text('ignore = ["DT01"'),
        lambda: config.write_text('ignore = ["DT18"]'),
    )
    both = ["good.pdf", "bad.pdf"]
    assert linted == [both, both, both]
    assert "DT0101" in Path("out.csv").read_text("utf-8-sig")


def test_a_broken_configuration_is_told_and_waited_for(
    session: Session, capfd: pytest.CaptureFixture[str]
) -> None:
    config = Path("dtaa-lint.toml")
    config.write_text('ignore = ["DT01"]')
    linted = session(["bad.pdf"], lambda: config.write_text("ignore = 5"))
    assert linted == [["bad.pdf"]]
    assert capfd.readouterr().err.count("dtaa-lint: error: ") == 1


def test_a_broken_configuration_at_the_start_is_an_error(folder: Path) -> None:
    Path("dtaa-lint.toml").write_text("ignore = 5")
    arguments = parse(["bad.pdf", "--watch"])
    assert isinstance(arguments, LintOptions)
    with pytest.raises(ConfigError):
        watch(arguments, lambda: pytest.fail("waited"))


def test_a_baseline_and_a_profile_are_watched(session: Session, run: Run) -> None:
    assert run("baseline", "bad.pdf", "-o", "known.json").status == 0
    Path("own.toml").write_text('name = "own"\n[severity]\nDT0101 = "info"\n')
    linted = session(
        ["bad.pdf", "--baseline", "known.json", "--profile", "./own.toml"],
        lambda: Path("own.toml").write_text('name = "own"\n[severity]\nDT0101 = "warning"\n'),
        lambda: Path("known.json").write_text(Path("known.json").read_text() + "\n"),
    )
    assert linted == [["bad.pdf"]] * 3


def test_a_report_that_cannot_be_written_does_not_end_it(
    session: Session, capfd: pytest.CaptureFixture[str]
) -> None:
    def block() -> None:
        Path("out").rename("gone")
        replace("bad.pdf", "good.pdf")

    Path("out").mkdir()
    linted = session(["bad.pdf", "-o", "out/report.csv"], block)
    assert linted == [["bad.pdf"], ["bad.pdf"]]
    assert "out" in capfd.readouterr().err


@pytest.mark.parametrize(
    "argv", [["-"], ["a.pdf", "-"], ["a.pdf", "--fix"], ["a.pdf", "--fix", "--in-place"],
             ["a.pdf", "--baseline", "b.json", "--prune-baseline"]],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(run: Run, argv: list[str]) -> None:
    found = run(*argv, "--watch")
    assert found.status == 2
    assert "--watch" in found.err.splitlines()[0]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_the_process_quietly(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dtaa_lint", "good.pdf", "--watch", "-o", "out.json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        deadline = time.monotonic() + 60
        while not Path("out.json").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "dtaa-lint: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes that close")
def test_it_ends_when_nobody_reads_any_more(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dtaa_lint", "bad.pdf", "--watch"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 1
