"""``--watch``: lints again whenever an export changes.

The files are looked at twice a second (``stat``), rather than having the system tell of changes:
systems tell of none on network drives and in folders that are mounted into containers, where
exports often lie, and they tell of an export in many pieces, so that one has to wait for its end
anyway. A look costs microseconds a file, needs nothing installed, and is the same everywhere.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.changes import GONE, PATIENCE, Changes, Stamp
from dtaa_lint.cli.discover import Inputs, Source
from dtaa_lint.cli.inputs import InputReader, discover_inputs, lint_inputs
from dtaa_lint.cli.output import STDOUT, say
from dtaa_lint.cli.run import configuration, lint_once
from dtaa_lint.cli.selection import Selection
from dtaa_lint.config import Config
from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.words import ENGLISH

if TYPE_CHECKING:
    from dtaa_lint.cli.known import KnownFindings

_INTERVAL = 0.5
"""Seconds between two looks."""
_ABSENCE = 4
"""Looks for which a file must be missing before it counts as gone."""
_TAIL = 2048
"""Bytes at the end of a file among which a PDF has its end mark."""
_END = b"%%EOF"
_SETTINGS, _FAULT = "settings\0", "fault\0"
"""What the keys of settings, and of inputs that are none, begin with: no path has such a key."""
_CLEAR = "\x1b[H\x1b[2J"
"""To the top left; empties the screen. What was scrolled off it before stays."""


def sleep() -> None:
    time.sleep(_INTERVAL)


def watch(arguments: Arguments, wait: Callable[[], None] = sleep) -> int:
    """Lints now and after each change; ``wait`` is called between two looks. Ends by
    ``KeyboardInterrupt``, or with the status of the last run when nobody reads standard output
    any more.

    Raises ``ConfigError`` and ``RuleError`` in the first run; those of later ones are told, and
    the next change is waited for.
    """
    watched = Watched(arguments)
    first = True
    unread = _goes_nowhere()
    status = 0
    while True:
        if watched.look():
            _clear_screen(arguments)
            try:
                status = lint_once(arguments, watched)
            except DtaaError as error:
                if first:
                    raise
                say(f"error: {error}")
            first = False
            # Of what a run leaves, parts refer to each other, and nothing else collects them.
            gc.collect()
            if _goes_nowhere() and not unread:
                return status
            _tell(arguments, watched)
        wait()


class Watched(InputReader):
    """What is watched, and the reports of what has not changed since it was linted."""

    def __init__(self, arguments: Arguments) -> None:
        # What is passed over is told once in a run, not at each look.
        self._arguments = replace(arguments, quiet=True)
        self._changes = Changes()
        self._inputs = Inputs()
        self._settings: tuple[str, ...] = ()
        self._now: dict[str, Stamp] = {}
        self._reports: dict[str, FileReport] = {}
        """Key of the input -> its report; without those that are to be linted anew."""
        self._faulty: set[str] = set()
        """Paths of files that could not be checked."""

    @property
    def files(self) -> int:
        """The files that the last run was about."""
        return len(self._reports)

    def look(self) -> bool:
        """Whether there is something to do. Raises ``ConfigError`` at the first look."""
        try:
            config = configuration(self._arguments)
            self._inputs = discover_inputs(self._arguments, config)
            self._settings = _settings(self._arguments, config)
        except DtaaError:
            # It has changed, so there will be a run, which says what is wrong.
            if not self._now:
                raise
        now = {_SETTINGS + path: _stamp(path) for path in self._settings}
        now |= {_key(item): self._stamp(item) for item in self._inputs.items}
        self._now = now
        due = self._changes.due(now, _looks_needed)
        if not due:
            return False
        self._changes.handle({key: now.get(key, GONE) for key in due})
        if any(key.startswith(_SETTINGS) for key in due):
            self._reports.clear()
        for key in due:
            self._reports.pop(key, None)
        return True

    def discover(self, arguments: Arguments, config: Config) -> Inputs:
        """The inputs without those that are just being written and have no report yet."""
        pending = self._changes.pending
        return Inputs(
            [
                item
                for item in self._inputs.items
                if _key(item) in self._reports or _key(item) not in pending
            ]
        )

    def lint(
        self,
        inputs: Inputs,
        selection: Selection,
        arguments: Arguments,
        known: KnownFindings | None,
    ) -> list[FileReport]:
        """The reports of the inputs; only what has changed is linted."""
        anew = [item for item in inputs.items if _key(item) not in self._reports]
        made = lint_inputs(Inputs(anew), selection, arguments, known)
        reports = self._reports | dict(zip(map(_key, anew), made, strict=True))
        self._reports = {key: reports[key] for key in map(_key, inputs.items)}
        for item, report in zip(anew, made, strict=True):
            self._note(item, report)
        return list(self._reports.values())

    def _note(self, item: Source | InputError, report: FileReport) -> None:
        """From now on a file that could not be checked is looked at in one more respect: a program
        that has it locked gives it back without a change."""
        if isinstance(item, InputError):
            return
        if report.error is None:
            self._faulty.discard(item.path)
        else:
            self._faulty.add(item.path)
        self._changes.handle({item.path: self._in_full(item.path, self._now[item.path][:2])})

    def _stamp(self, item: Source | InputError) -> Stamp:
        if isinstance(item, InputError):
            return (item.reason,)
        return self._in_full(item.path, _stamp(item.path))

    def _in_full(self, path: str, stamp: Stamp) -> Stamp:
        return (*stamp, _can_be_opened(path)) if stamp and path in self._faulty else stamp


def _key(item: Source | InputError) -> str:
    return item.path if isinstance(item, Source) else _FAULT + item.path


def _settings(arguments: Arguments, config: Config) -> tuple[str, ...]:
    """Files that decide how the inputs are linted, whether they are there or not."""
    names = [arguments.baseline, arguments.profile]
    if arguments.profile is None:
        profiles = [config.profile, *(name for _, name in config.per_file_profiles)]
        names += [str(config.root / name) for name in profiles if name]
    if arguments.baseline is None and config.baseline is not None:
        names.append(str(config.root / config.baseline))
    if config.source is not None:
        names.append(str(config.source))
    return tuple(name for name in names if name)


def _stamp(path: str) -> Stamp:
    """Size and time of a file. Not its number on the disk, which some network drives make up
    anew each time."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return GONE
    return (status.st_size, status.st_mtime_ns)


def _looks_needed(key: str, stamp: Stamp) -> int:
    """For how many looks a change must have been seen before it counts: few where a file ends as
    a PDF does, more where it does not or is missing, as if in the middle of an export."""
    if stamp == GONE or key.startswith(_FAULT):
        return _ABSENCE
    if key.startswith(_SETTINGS) or _ends_as_pdf(key):
        return 1
    return PATIENCE


def _ends_as_pdf(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            file.seek(-min(_TAIL, os.fstat(file.fileno()).st_size), os.SEEK_END)
            return _END in file.read(_TAIL)
    except (OSError, ValueError):
        return False


def _can_be_opened(path: str) -> bool:
    try:
        with Path(path).open("rb"):
            return True
    except (OSError, ValueError):
        return False


def _clear_screen(arguments: Arguments) -> None:
    """So that the report on the screen is that of now. Elsewhere reports follow each other."""
    if arguments.file not in (None, STDOUT) or not _is_terminal(sys.stdout):
        return
    if os.environ.get("TERM") == "dumb":
        return
    with suppress(OSError, ValueError):
        sys.stdout.write(_CLEAR)
        sys.stdout.flush()


def _tell(arguments: Arguments, watched: Watched) -> None:
    """For people at a terminal: that the tool is waiting, and since when."""
    if arguments.quiet or not _is_terminal(sys.stderr):
        return
    files = ENGLISH("{n:# file|files}", n=watched.files)
    say(f"{time.strftime('%H:%M:%S')}  watching {files}; Ctrl-C ends")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _goes_nowhere() -> bool:
    """Whether standard output is the null device: also after its reader has gone."""
    try:
        return os.path.samestat(os.fstat(1), os.stat(os.devnull))  # noqa: PTH116
    except OSError:
        return False
