"""``dtaa-lint tasks``: counts, lists, freezes and sweeps the information tasks of documents."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from dtaa_lint.cli.args.inspect import TasksOptions
from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.cli.commands import compile_file
from dtaa_lint.cli.discover import DEFAULT_INCLUDE, Pattern, Source, discover, shown
from dtaa_lint.cli.output import STDOUT, deliver, refuse_collisions, say
from dtaa_lint.cli.progress import Progress
from dtaa_lint.cli.single import internal_error
from dtaa_lint.errors import DtaaError, InputError
from dtaa_lint.universe.frozen_files import write_frozen
from dtaa_lint.universe.sweep import Swept
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from dtaa_lint.words import SOURCE, Words, pick

_FAILURE = 2
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff<>:\"/\\|?*]")
"""What no name of a folder may have on one platform or another."""


def tasks(options: TasksOptions) -> int:
    """Runs the command; 2 when a file could not be read."""
    words = Words(pick(options.lang or SOURCE))
    place = options.output or STDOUT
    include = [Pattern(glob, Path.cwd()) for glob in DEFAULT_INCLUDE]
    inputs = discover(options.paths, include, (), COMMANDS)
    names = [item.path for item in inputs.items]
    refuse_collisions([place], names)
    read = _Reader(options)
    if options.sweep:
        data = _sweep(read, inputs.items, options.format, words)
    elif options.freeze is not None:
        _freeze(read, inputs.items, Path(options.freeze), options.quiet)
        data = b""
    else:
        universes = (found for _, found in read.all(inputs.items) if isinstance(found, Universe))
        data = _listed(universes, options, words)
    if data:
        deliver([(place, data)])
    return read.status


class _Reader:
    """Reads files one by one, says which cannot be read, and goes on."""

    def __init__(self, options: TasksOptions) -> None:
        self._password = options.password
        self._quiet = options.quiet
        self.status = 0

    def all(
        self, items: Sequence[Source | InputError]
    ) -> Iterator[tuple[str, Universe | InputError]]:
        """(name, universe or why there is none) of each, in order."""
        progress = Progress(len(items), wanted=not self._quiet)
        try:
            for done, item in enumerate(items):
                if isinstance(item, InputError):
                    yield item.path, self._lost(item)
                    continue
                progress.file(done, item.name)
                found: Universe | InputError
                try:
                    found = enumerate_tasks(compile_file(item.path, self._password))
                except InputError as error:
                    found = self._lost(error)
                except DtaaError:
                    raise
                except Exception as error:
                    found = self._lost(InputError(item.name, internal_error(error)))
                yield item.name, found
                del found
                gc.collect()
        finally:
            progress.clear()

    def _lost(self, error: InputError) -> InputError:
        say(str(error))
        self.status = _FAILURE
        return error


def _listed(universes: Iterable[Universe], options: TasksOptions, words: Words) -> bytes:
    from dtaa_lint.universe.export import export_json, export_text

    if options.unexplained:
        from dtaa_lint.findings.unexplained import unexplained_json, unexplained_text

        return (
            unexplained_json(universes)
            if options.format == "json"
            else unexplained_text(universes, words)
        )
    return export_json(universes) if options.format == "json" else export_text(universes, words)


def _sweep(read: _Reader, items: Sequence[Source | InputError], form: str, words: Words) -> bytes:
    from dtaa_lint.universe.sweep import sweep_json, sweep_text

    rows = []
    for name, found in read.all(items):
        if isinstance(found, InputError):
            rows.append(Swept(name, None, words.said(found.reason)))
            continue
        summary = found.summary()
        rows.append(Swept(name, summary, "" if summary.eligible else _why_none(found, words)))
    return sweep_json(rows) if form == "json" else sweep_text(rows, words)


def _why_none(universe: Universe, words: Words) -> str:
    """What the input contract (G00) says of a document without tasks."""
    from dtaa_lint.findings.engine import LintOptions, lint_view

    report = lint_view(universe.view, universe, LintOptions(select=("G00",), lang=words.lang))
    said = sorted(report.findings, key=lambda finding: -finding.severity.rank)
    return said[0].message if said else words("no motif fires")


def _freeze(read: _Reader, items: Sequence[Source | InputError], root: Path, quiet: bool) -> None:
    from dtaa_lint.universe.export import doc_id

    taken: set[str] = set()
    for _, found in read.all(items):
        if isinstance(found, InputError):
            continue
        name = _UNFIT.sub("_", doc_id(found.view)).strip(". ") or "document"
        folder = root / (name if name != STDOUT else "stdin")
        key = folder.name.casefold()
        if key in taken:
            folder = root / f"{folder.name}-{found.view.document.sha256[:8]}"
        taken.add(folder.name.casefold())
        count = write_frozen(found, folder)
        if not quiet:
            say(f"{found.view.document.path}: {count:,} tasks frozen in {shown(str(folder))}")
