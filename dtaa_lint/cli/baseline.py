"""``dtaa-lint baseline``: writes the findings of today to a file."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from dtaa_lint.cli.args.revise import BaselineOptions
from dtaa_lint.cli.discover import Source
from dtaa_lint.cli.inputs import InputReader, discover_inputs
from dtaa_lint.cli.known import name_in
from dtaa_lint.cli.output import STDOUT, deliver, refuse_collisions, say
from dtaa_lint.cli.run import assessor_of, configuration, report_of, select
from dtaa_lint.errors import InputError
from dtaa_lint.findings.baseline import record

_FAILURE = 2


def baseline(options: BaselineOptions) -> int:
    """Runs the command; 2 when a file could not be checked, and then nothing is written: findings
    would be missing, and would count as new ones later."""
    arguments = options.lint
    place = options.output or STDOUT
    config = replace(configuration(arguments), baseline=None)
    selection = select(arguments, config)
    inputs = discover_inputs(arguments, config)
    paths = [item.path for item in inputs.items if isinstance(item, Source)]
    refuse_collisions([place], paths, config.source)
    with ExitStack() as stack:
        assessor = assessor_of(arguments, config, selection, stack)
        report, assessed = report_of(InputReader(), inputs, selection, arguments, None, assessor)
    files = report.files
    folder = Path.cwd() if place == STDOUT else Path(place).parent
    found = record(
        (name_in(item.path, folder), file)
        for item, file in zip(inputs.items, files, strict=True)
        if not isinstance(item, InputError)
    )
    if any(file.error is not None or file.failures for file in files):
        say("no baseline was written: name only files that can be checked")
        return _FAILURE
    if assessor is not None and (assessed is None or not assessed.assessed.measured):
        say("no baseline was written: not everything could be measured")
        return _FAILURE
    from dtaa_lint.report.baseline import render_baseline

    deliver([(place, render_baseline(found))])
    if place != STDOUT and not arguments.quiet:
        count = sum(entry.count for entry in found.entries)
        number = len({entry.file for entry in found.entries})
        findings = "finding" if count == 1 else "findings"
        where = "file" if number == 1 else "files"
        say(f"{place}: {count:,} {findings} known, in {number:,} {where}")
    return 0
