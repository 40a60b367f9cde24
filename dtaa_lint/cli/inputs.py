"""The files of a run: which they are, and the report of each."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.cli.discover import DEFAULT_INCLUDE, STDIN, Inputs, Pattern, discover
from dtaa_lint.cli.globs import check_glob
from dtaa_lint.cli.output import say
from dtaa_lint.cli.progress import Progress
from dtaa_lint.cli.selection import Selection
from dtaa_lint.cli.single import Job, lint_one, read_stdin
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError, InputError
from dtaa_lint.findings.engine import failed
from dtaa_lint.findings.finding import FileReport

if TYPE_CHECKING:
    from dtaa_lint.cli.known import KnownFindings
    from dtaa_lint.universe.universe import Universe

    Keep: TypeAlias = Callable[[str, Universe], None]


def discover_inputs(arguments: Arguments, config: Config) -> Inputs:
    """The files that a run reads; those that are named yet excluded are told of."""
    inputs = discover(
        arguments.paths, _include(arguments, config), _exclude(arguments, config), COMMANDS
    )
    for name in inputs.excluded:
        if not arguments.quiet:
            say(f"{name}: excluded by a pattern, not read")
    return inputs


def lint_inputs(
    inputs: Inputs,
    selection: Selection,
    arguments: Arguments,
    known: KnownFindings | None = None,
    held: dict[str, bytes] | None = None,
    keep: Keep | None = None,
) -> list[FileReport]:
    """One report for each input, in order; what could not be checked is told of. ``held`` is given
    what came from standard input, which cannot be read again; ``keep`` what was compiled of a file
    that is the only one, and its path."""
    files = _files(inputs, selection, arguments, known, held, keep)
    for file in files:
        if file.error is not None:
            say(f"{file.path}: {file.error}")
        for failure in file.failures:
            say(f"{file.path}: {failure.code} could not be checked: {failure.why}")
    return files


class InputReader:
    """What a run reads, and what it makes of that."""

    held: dict[str, bytes] | None = None
    """Where what came from standard input, which cannot be read again, is kept when it is needed
    once more."""
    keep: Keep | None = None
    """What is given what was compiled of a file that is the only one, and its path."""

    def discover(self, arguments: Arguments, config: Config) -> Inputs:
        """The files of this run. Raises ``ConfigError``."""
        return discover_inputs(arguments, config)

    def lint(
        self,
        inputs: Inputs,
        selection: Selection,
        arguments: Arguments,
        known: KnownFindings | None,
    ) -> list[FileReport]:
        """One report for each input, in order. Raises ``ConfigError`` and ``RuleError``."""
        return lint_inputs(inputs, selection, arguments, known, self.held, self.keep)


def _include(arguments: Arguments, config: Config) -> list[Pattern]:
    if arguments.include is not None:
        return _patterns("--include", arguments.include, Path.cwd())
    if config.include is not None:
        return _patterns(f"{config.source}: include", config.include, config.root)
    return _patterns("", DEFAULT_INCLUDE, Path.cwd())


def _exclude(arguments: Arguments, config: Config) -> list[Pattern]:
    return [
        *_patterns(f"{config.source}: exclude", config.exclude, config.root),
        *_patterns("--exclude", arguments.exclude, Path.cwd()),
    ]


def _patterns(where: str, globs: Iterable[str], base: Path) -> list[Pattern]:
    try:
        return [Pattern(check_glob(glob), base) for glob in globs]
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error


def _files(
    inputs: Inputs,
    selection: Selection,
    arguments: Arguments,
    known: KnownFindings | None,
    held: dict[str, bytes] | None,
    keep: Keep | None,
) -> list[FileReport]:
    """One report for each input, in order."""
    jobs: list[Job] = []
    reports: dict[int, FileReport] = {}
    places: list[int] = []
    for place, item in enumerate(inputs.items):
        if isinstance(item, InputError):
            reports[place] = failed(item.path, item.reason, selection.lang)
            continue
        try:
            data = read_stdin() if item.path == STDIN else None
        except InputError as error:
            reports[place] = failed(item.name, error.reason, selection.lang)
            continue
        if data is not None and held is not None:
            held[item.path] = data
        options = selection.options(item.known_as)
        if known is not None:
            options = replace(options, known=known.of(item.known_as))
        jobs.append(Job(item, options, data))
        places.append(place)

    progress = Progress(len(jobs), wanted=not arguments.quiet)
    try:
        reports.update(zip(places, _lint_jobs(jobs, arguments.jobs, progress, keep), strict=True))
    finally:
        progress.clear()
    return [report for _, report in sorted(reports.items())]


def _lint_jobs(
    jobs: list[Job], wanted: int, progress: Progress, keep: Keep | None
) -> list[FileReport]:
    if len(jobs) == 1 and keep is not None:
        (job,) = jobs
        progress.file(0, job.source.name)
        return [lint_one(job, progress.page, partial(keep, job.source.path))]
    if len(jobs) > 1 and wanted != 1:
        from dtaa_lint.cli.workers import lint_in_processes, worker_count

        workers = worker_count(jobs, wanted)
        if workers > 1:
            return lint_in_processes(jobs, workers, progress.file)
    reports = []
    for done, job in enumerate(jobs):
        if done:
            # The document before: its parts refer to each other.
            gc.collect()
        progress.file(done, job.source.name)
        reports.append(lint_one(job, progress.page))
    return reports
