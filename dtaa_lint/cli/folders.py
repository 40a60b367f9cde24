"""Reports that fill a folder (``-o DIR/``): which can, and what goes where."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dtaa_lint.cli.discover import shown
from dtaa_lint.cli.output import STDOUT, on_terminal
from dtaa_lint.errors import ConfigError
from dtaa_lint.report import FORMATS, site_renderer


def is_folder(place: str) -> bool:
    """Whether a place is a folder: it ends in a slash, or is one already."""
    # os.path answers False where pathlib raises (a name that is too long).
    return place != "-" and (place.endswith(("/", os.sep)) or os.path.isdir(place))  # noqa: PTH112


def refuse_misfits(outputs: Sequence[tuple[str, str]], inputs: int) -> None:
    """Raises ``ConfigError`` for a (format, place) where the format fills no folder, where one
    file is to hold what is about several PDFs and must not be, and for what is no text on a
    terminal."""
    for name, place in outputs:
        if is_folder(place):
            site_renderer(name)
        elif FORMATS[name].binary and place == STDOUT and on_terminal():
            raise ConfigError(
                f"{name} is no text that a terminal could show; name a file: -o report.{name}"
            )
        elif FORMATS[name].single and inputs > 1:
            raise ConfigError(
                f"a file of {name} is about one PDF, and there are {inputs:,} to read; name a "
                f"folder: -o DIR/ --format {name}"
            )


def in_folder(folder: str, files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The files with their paths, in the folder, which is made. Raises ``ConfigError`` when it
    cannot be."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{shown(folder)} cannot be written: {reason}") from error
    return [(str(Path(folder, name)), data) for name, data in files]
