"""Where results go: whole files, or standard output as bytes."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from dtaa_lint.cli.globs import absolute
from dtaa_lint.errors import ConfigError, DtaaError
from dtaa_lint.hidden import visible

if TYPE_CHECKING:
    from dtaa_lint.report.write import Output

STDOUT = STDIN = "-"
_PDF = "%PDF-"
_WIDTH = 100
"""Columns of text that goes to no terminal."""


def deliver(outputs: Sequence[tuple[str, bytes]]) -> None:
    """Writes (place, content) pairs, each file whole or not at all. Raises ``DtaaError`` for what
    cannot be written; the others are written then."""
    for failure in _written([_output(*output) for output in outputs]):
        raise failure


def deliver_all(outputs: Sequence[Output]) -> bool:
    """Writes all of them; whether that went well. What cannot be written is told, a line each."""
    failures = _written(outputs)
    for failure in failures:
        say(f"error: {failure}")
    return not failures


def _output(place: str, data: bytes) -> Output:
    from dtaa_lint.report.write import Output

    return Output(place, data)


def _written(outputs: Sequence[Output]) -> tuple[DtaaError, ...]:
    """What could not be written. A reader of stdout that has gone away (``| head``) is no fault:
    the rest is dropped."""
    from dtaa_lint.report.write import write_outputs

    files = [output for output in outputs if output.target != STDOUT]
    failures: tuple[DtaaError, ...] = write_outputs(files) if files else ()
    try:
        write_outputs([output for output in outputs if output.target == STDOUT])
    except BrokenPipeError:
        _abandon(sys.stdout)
    except OSError as error:
        _abandon(sys.stdout)
        said = f"standard output cannot be written: {error.strerror or error}"
        failures = (*failures, DtaaError(said))
    return failures


def _abandon(stream: TextIO | None) -> None:
    """The interpreter flushes the stream once more at its end, and would complain."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(message: str) -> None:
    """One line on stderr, whatever is in it. A stderr that takes nothing is no reason to lose
    anything else."""
    if sys.stderr is None:
        return
    line = visible(message).encode("utf-8", "replace").decode("utf-8")
    try:
        sys.stderr.write(f"dtaa-lint: {line}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        _abandon(sys.stderr)


def keep_standard_streams() -> None:
    """Occupies closed descriptors of the standard streams, so that no file that is opened gets
    the number that something else writes its messages to."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)


def wants_color(setting: str) -> bool:
    """Whether text on stdout is to be coloured: ``always``, ``never``, or ``auto`` by terminal,
    NO_COLOR and TERM=dumb."""
    if setting != "auto":
        return setting == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return on_terminal()


def on_terminal() -> bool:
    """Whether stdout is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def terminal_width() -> int:
    """Columns of the terminal on stdout; a fixed number when there is none, so that redirected
    output is the same everywhere."""
    if on_terminal():
        return max(40, shutil.get_terminal_size().columns)
    return _WIDTH


def refuse_collisions(
    outputs: Sequence[str],
    inputs: Sequence[str],
    config: Path | None = None,
    baseline: Path | None = None,
    copies: Sequence[str] = (),
    in_folders: Sequence[str] = (),
) -> None:
    """Raises ``ConfigError`` when two reports would go to one place, or one would replace an
    input, the configuration or the baseline in use, by whatever name: links of either kind are
    seen through. The same holds for ``copies`` of inputs, which are PDFs where reports are none,
    and for files ``in_folders``, which the tool names itself and which must be no links at all.
    """
    read: dict[object, str] = {}
    if config is not None:
        read.update(dict.fromkeys(_identities(str(config)), "the configuration that is in use"))
    if baseline is not None:
        read.update(dict.fromkeys(_identities(str(baseline)), "the baseline that is in use"))
    for path in inputs:
        read.update(dict.fromkeys(_identities(path), "the PDF that is to be read"))
    seen: set[object] = set()
    named = [(path, True) for path in (*outputs, *in_folders)]
    linked = next((path for path in in_folders if os.path.islink(path)), None)  # noqa: PTH114
    for path, report in [*named, *((path, False) for path in copies)]:
        if path == STDOUT:
            keys: set[object] = {STDOUT}
            where = "standard output"
        else:
            keys, where = _identities(path), path
        replaced = sorted({read[key] for key in keys if key in read})
        if report and not replaced and path != STDOUT and _is_pdf(path):
            replaced = ["a PDF, which no report ever is"]
        if report and not replaced and path.lower().endswith(".pdf"):
            raise ConfigError(
                f"{where}: no report is a PDF; give the file another suffix (a PDF with the "
                "findings in it is made by --annotate)"
            )
        what = "report" if report else "review copy"
        if replaced:
            raise ConfigError(f"{where}: the {what} would replace {replaced[0]}")
        if keys & seen:
            raise ConfigError(f"{where}: two reports would go to the same place")
        seen |= keys
    if linked is not None:
        raise ConfigError(f"{linked}: is a link, and what it leads to would be replaced")


def _is_pdf(path: str) -> bool:
    """Whether there is a PDF under that name already."""
    try:
        # A pipe would be waited for.
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            return False
        with Path(path).open("rb") as file:
            return file.read(len(_PDF)) == _PDF.encode()
    except (OSError, ValueError):
        return False


def _identities(path: str) -> set[object]:
    """What tells a file from others: its name, its name without links, its place on the disk.
    For standard input: that of a file that it comes from."""
    found: set[object] = set()
    try:
        if path == STDIN:
            status = os.fstat(0)
        else:
            found.add(os.path.normcase(absolute(path)))
            found.add(os.path.normcase(os.path.realpath(path)))
            status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return found
    # Devices and pipes are written to and never replaced.
    if stat.S_ISREG(status.st_mode):
        found.add((status.st_dev, status.st_ino))
    return found
