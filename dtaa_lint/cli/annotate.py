"""``--annotate``: review copies of the inputs, with the findings as annotations and bookmarks."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from dtaa_lint.cli.discover import STDIN, Inputs, Source, shown
from dtaa_lint.cli.folders import in_folder, is_folder
from dtaa_lint.cli.output import say
from dtaa_lint.cli.single import internal_error
from dtaa_lint.errors import ConfigError, DtaaError, InputError
from dtaa_lint.findings.finding import FileReport, Report
from dtaa_lint.report.names import distinct, stem_of
from dtaa_lint.words import Words

MARK = ".review.pdf"
"""How the copies in a folder are called: ``report.review.pdf``."""


def review_places(inputs: Inputs, paths: Sequence[str], target: str) -> Mapping[str, str]:
    """Source -> where its copy goes: ``target`` itself for one file, else a name in the folder
    ``target``, no two alike. Copies that an earlier run left have no copy of their own there.

    Raises ``ConfigError`` where that is not clear.
    """
    sources = [item for item in inputs.items if isinstance(item, Source)]
    if any(source.path == STDIN for source in sources):
        raise ConfigError("--annotate needs files: standard input cannot be read again")
    if not is_folder(target):
        # os.path answers False where pathlib raises (a name that is too long).
        if len(inputs.items) > 1 or any(os.path.isdir(path) for path in paths):  # noqa: PTH112
            raise ConfigError(
                f"--annotate {target} is for one file; for several, or a folder, name a folder: "
                "--annotate DIR/"
            )
        if not target.lower().endswith(".pdf"):
            raise ConfigError(
                f"--annotate {target}: name a file that ends in .pdf, or a folder, with a slash "
                "at its end"
            )
        if not os.path.isdir(Path(target).parent):  # noqa: PTH112
            raise ConfigError(f"{target}: the folder does not exist; create it first")
        return {source.path: target for source in sources}
    annotated = [source for source in sources if not source.path.lower().endswith(MARK)]
    stems = distinct([stem_of(source.path) for source in annotated])
    return {
        source.path: str(Path(target, stem + MARK))
        for source, stem in zip(annotated, stems, strict=True)
    }


def annotate(
    report: Report, inputs: Inputs, places: Mapping[str, str], password: str | None, quiet: bool
) -> bool:
    """Writes the copies; whether one that should be there could not be written, which is said."""
    unwritten = False
    for item, file in zip(inputs.items, report.files, strict=True):
        place = places.get(item.path) if isinstance(item, Source) else None
        if place is None or isinstance(item, InputError):
            continue
        if file.error is not None:
            if not quiet and _is_copy(place, password):
                say(f"{item.name}: {shown(place)} is of an earlier version")
            continue
        try:
            _annotate(report, file, item, place, password, quiet)
        except InputError as error:
            say(f"{item.name}: no review copy: {error.reason}")
            unwritten = True
        except DtaaError as error:
            say(f"{item.name}: no review copy: {error}")
            unwritten = True
        except Exception as error:
            say(f"{item.name}: no review copy: {internal_error(error)}")
            unwritten = True
    return unwritten


def _annotate(
    report: Report, file: FileReport, source: Source, place: str, password: str | None, quiet: bool
) -> None:
    """Raises ``InputError`` when there can be no copy, ``ConfigError`` when it cannot be
    written."""
    from dtaa_lint.pdf.open import Limits, load
    from dtaa_lint.report.bookmarks import bookmarks
    from dtaa_lint.report.marks import file_marks
    from dtaa_lint.report.write import write_file
    from dtaa_lint.review.copy import review_copy

    _refuse(place, password)
    data = load(Path(source.path), source.name, Limits())
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise InputError(source.name, "the file has changed since it was checked")
    words = Words(report.lang)
    made = review_copy(
        data,
        source.name,
        file_marks(report, file, words),
        bookmarks(file, words),
        lang=report.lang,
        password=password,
    )
    for output in in_folder(str(Path(place).parent), [(Path(place).name, made.data)]):
        write_file(output)
    if made.signed:
        say(f"{source.name}: is signed; the signature does not hold for the review copy")
    if not quiet:
        say(f"{source.name}: review copy in {shown(place)}")


def _refuse(place: str, password: str | None) -> None:
    """Raises ``ConfigError`` for a place where something else is than a review copy."""
    from dtaa_lint.pdf.open import Limits, load
    from dtaa_lint.review.copy import is_review_copy

    try:
        mode = os.lstat(place).st_mode
    except (OSError, ValueError):
        return  # Nothing is there, or writing will say why there can be nothing.
    if stat.S_ISLNK(mode):
        raise ConfigError(f"{shown(place)} is a link, and what it leads to would be replaced")
    if not stat.S_ISREG(mode):
        raise ConfigError(f"{shown(place)} is no regular file")
    try:
        data = load(Path(place), place, Limits())
    except InputError as error:
        raise ConfigError(f"{shown(place)} is no review copy: {error.reason}") from error
    if not is_review_copy(data, password):
        raise ConfigError(f"{shown(place)} is no review copy, and is not replaced")


def _is_copy(place: str, password: str | None) -> bool:
    """Whether there is a review copy already."""
    try:
        _refuse(place, password)
        return Path(place).is_file()
    except (ConfigError, OSError, ValueError):
        return False
