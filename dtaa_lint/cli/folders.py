"""Reports that fill a folder (``-o DIR/``): which can, and what goes where."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dtaa_lint.cli.discover import shown
from dtaa_lint.cli.output import STDOUT, on_terminal, say
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import Report
from dtaa_lint.report import FORMATS, site_renderer

if TYPE_CHECKING:
    from dtaa_lint.report.write import Output

_LOOKED_AT = 500_000
"""Bytes of a file that are looked at to find out whose it is."""
_PAGE = (b'<meta name="generator" content="dtaa-lint">', b'<a href="index.html">')
"""What the page of a document in a folder has, and no report in one file."""
_SHOWN = 5
"""Names in a line."""


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


def files_in(name: str, folder: str, paths: Sequence[str]) -> list[str]:
    """The files that a report of a format puts into a folder, given the paths of the documents as
    the report has them: first what is about all of them."""
    if name == "html":
        from dtaa_lint.report.html import INDEX, page_names

        names = [INDEX, *page_names(list(paths))]
    else:
        from dtaa_lint.report.xfdf import site_names

        names = site_names(paths)
    return [str(Path(folder, each)) for each in names]


def in_folder(folder: str, files: Sequence[tuple[str, bytes]]) -> list[Output]:
    """The files in the folder, which is made. Raises ``ConfigError`` when it cannot be."""
    from dtaa_lint.report.write import Output

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{shown(folder)} cannot be written: {reason}") from error
    return [Output(str(Path(folder, name)), data, through_links=False) for name, data in files]


def tidy(name: str, folder: str, report: Report, quiet: bool) -> None:
    """Deals with what an earlier run left in the folder of a report.

    Annotations of a PDF that can no longer be read are of another version of it, and go. Pages of
    documents that are not in the report stay, as somebody may want them, and are told of: the
    index does not lead to them.
    """
    files = files_in(name, folder, [file.path for file in report.files])
    if name == "html":
        _tell_of_old_pages(folder, {os.path.normcase(Path(file).name) for file in files}, quiet)
    else:
        for place, file in zip(files, report.files, strict=True):
            if file.error is not None:
                _remove_annotations(place, file.path, quiet)


def _tell_of_old_pages(folder: str, current: set[str], quiet: bool) -> None:
    old = [page for page in _html_files(folder) if os.path.normcase(page) not in current]
    if old and not quiet:
        names = ", ".join(old[:_SHOWN]) + (", …" if len(old) > _SHOWN else "")
        say(f"{shown(folder)}: pages of an earlier run, which the index does not link to: {names}")


def _html_files(folder: str) -> Iterator[str]:
    """Names of the pages of documents in a folder."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208
    except (OSError, ValueError):
        return
    for name in names:
        if name.lower().endswith(".html"):
            data = _beginning(Path(folder, name))
            if all(mark in data for mark in _PAGE):
                yield name


def _remove_annotations(place: str, document: str, quiet: bool) -> None:
    from dtaa_lint.report.xfdf import is_ours

    if not is_ours(_beginning(Path(place))):
        return
    try:
        Path(place).unlink()
    except OSError as error:
        say(f"{shown(place)}: is of an earlier version, and stays: {error.strerror or error}")
        return
    if not quiet:
        say(f"{shown(place)}: removed, as {document} can no longer be read")


def _beginning(path: Path) -> bytes:
    """The first bytes of a regular file that is no link; empty for anything else."""
    try:
        if path.is_symlink() or not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(_LOOKED_AT)
    except (OSError, ValueError):
        return b""
