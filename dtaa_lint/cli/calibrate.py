"""``dtaa-lint calibrate``: proposes a profile from documents of one class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dtaa_lint.cli.args.revise import CalibrateOptions
from dtaa_lint.cli.discover import STDIN, Source, common_folder
from dtaa_lint.cli.inputs import discover_inputs, lint_inputs
from dtaa_lint.cli.output import STDOUT, deliver, refuse_collisions, say
from dtaa_lint.cli.run import configuration, select
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.calibration import ENOUGH
from dtaa_lint.findings.calibration import calibrate as measure
from dtaa_lint.findings.profiles import find_profile
from dtaa_lint.settings.thresholds import NO_THRESHOLDS

_FAILURE = 2
_MAX_NAME = 60


def calibrate(options: CalibrateOptions) -> int:
    """Runs the command; 2 when a file could not be read."""
    arguments = options.lint
    place = options.output or STDOUT
    config = replace(
        configuration(arguments),
        severity=(), thresholds=NO_THRESHOLDS, profile=None, per_file_profiles=(), baseline=None,
        suppress=(),
    )  # fmt: skip
    selection = select(arguments, config)
    inputs = discover_inputs(arguments, config)
    paths = [item.path for item in inputs.items if isinstance(item, Source)]
    refuse_collisions([place], paths, config.source)
    files = lint_inputs(inputs, selection, arguments)
    found = measure(files, options.percentile)
    if not found.documents:
        raise ConfigError("there is no tagged document to calibrate on")
    if found.documents < ENOUGH:
        say(f"{found.documents} documents are few: quartiles say something from {ENOUGH} on")
    from dtaa_lint.report.calibration import render_calibration

    name = options.name or name_of(arguments.paths)
    severity = find_profile(arguments.profile).severity if arguments.profile is not None else ()
    deliver([(place, render_calibration(found, name, severity))])
    failed = any(file.error is not None or file.failures for file in files)
    return _FAILURE if failed else 0


def name_of(paths: Sequence[str]) -> str:
    """A profile's name, in whatever order the paths come: that of the deepest folder that holds
    all of them, standard input aside."""
    files = [path for path in paths if path != STDIN]
    folder = common_folder(files).name if files else ""
    name = re.sub(r"[^a-z0-9]+", "-", folder.lower()).strip("-")
    return name[:_MAX_NAME].strip("-") or "documents"
