"""``dtaa-lint diff``: what a revision of a document loses, gains and changes."""

from __future__ import annotations

import gc
from dataclasses import dataclass

from dtaa_lint.cli.args.revise import DiffOptions
from dtaa_lint.cli.commands import compile_file, screen_of
from dtaa_lint.cli.output import STDOUT, deliver, refuse_collisions, say
from dtaa_lint.cli.run import configuration, select
from dtaa_lint.cli.selection import Selection
from dtaa_lint.findings.engine import lint_view
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.findings.revisions import Revision, compare
from dtaa_lint.universe.universe import Universe, enumerate_tasks

_FAILURE = 2


@dataclass(frozen=True, slots=True)
class _Read:
    universe: Universe
    report: FileReport


def diff(options: DiffOptions) -> int:
    """Runs the command: 1 when more tasks are lost than may be, 2 when a rule could not be
    checked. Raises ``InputError`` for a file that cannot be read."""
    arguments = options.lint
    old_path, new_path = arguments.paths
    place = options.output or STDOUT
    config = configuration(arguments)
    refuse_collisions([place], arguments.paths, config.source)
    selection = select(arguments, config)
    old = _read(old_path, selection)
    gc.collect()
    new = _read(new_path, selection)
    found = compare(old.universe, new.universe, old.report.open_findings, new.report.open_findings)
    allowed = options.max_lost
    if options.lost_share:
        allowed *= found.old.eligible
    if options.format == "json":
        from dtaa_lint.report.diff_json import render_diff_json

        data = render_diff_json(found, allowed)
    else:
        from dtaa_lint.report.diff import render_diff

        data = render_diff(
            found, allowed, options.places, screen_of(options.lint.color, place, selection.lang)
        )
    deliver([(place, data)])
    failures = [*old.report.failures, *new.report.failures]
    for failure in failures:
        say(f"{failure.code} could not be checked: {failure.why}")
    return _FAILURE if failures else int(beyond(found, allowed))


def beyond(found: Revision, allowed: float) -> bool:
    """Whether more tasks are lost than may be."""
    return len(found.lost) > allowed + 1e-9


def _read(path: str, selection: Selection) -> _Read:
    """One revision, compiled and linted."""
    view = compile_file(path, selection.run.password)
    universe = enumerate_tasks(view)
    return _Read(universe, lint_view(view, universe, selection.options(path)))
