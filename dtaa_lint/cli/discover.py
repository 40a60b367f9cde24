"""From what the user named to the list of PDFs to read, in a fixed order."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ENOENT, ENOTDIR
from pathlib import Path
from typing import NamedTuple

from dtaa_lint.cli.globs import absolute, matches, relative_to
from dtaa_lint.errors import InputError
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.words import Phrase

STDIN = "-"
NAMELESS = '""'
NO_NAME = Phrase("is the name of no file")
"""What is said of an empty name, and what it is called."""
DEFAULT_INCLUDE = ("*.pdf",)


class Pattern(NamedTuple):
    """A glob and the folder that it is relative to."""

    glob: str
    base: Path

    def covers(self, path: str) -> bool:
        return matches(self.glob, relative_to(path, self.base))


class Source(NamedTuple):
    """One PDF to read."""

    name: str
    """As the user named it, with forward slashes; ``-`` for standard input."""
    path: str
    """What the operating system opens; ``-`` for standard input."""
    made_from: str = ""
    """Of a repaired copy: the path of the file that it was made from."""

    @property
    def known_as(self) -> str:
        """The path by which configuration and baseline know it."""
        return self.made_from or self.path


@dataclass(slots=True)
class Inputs:
    """What discovery came to."""

    items: list[Source | InputError] = field(default_factory=list)
    """In the order of the report; an error stands for a path that yields nothing, though it was
    asked for."""
    excluded: list[str] = field(default_factory=list)
    """Files that were named one by one, yet are excluded by a pattern."""


def discover(
    paths: Sequence[str],
    include: Sequence[Pattern],
    exclude: Sequence[Pattern],
    commands: Iterable[str] = (),
) -> Inputs:
    """The PDFs that ``paths`` stand for, in the order given, each once.

    Folders are searched recursively for files that ``include`` covers, in sorted order, hidden
    files and folders left out; symbolic links to folders are not followed. A file that is named
    itself needs no ``include``. ``exclude`` holds for both. ``commands`` are the names of the
    subcommands, for a better message when one is misspelt.
    """
    inputs = Inputs()
    seen: set[str] = set()

    def add(path: str) -> None:
        key = path if path == STDIN else os.path.normcase(absolute(path))
        if key not in seen:
            seen.add(key)
            inputs.items.append(Source(shown(path), path))

    for path in paths:
        if path == STDIN:
            add(path)
        elif not path:
            inputs.items.append(InputError(NAMELESS, NO_NAME))
        elif os.path.isdir(path):  # noqa: PTH112 - pathlib raises for a name that is too long
            _folder(path, include, exclude, inputs, add)
        elif not os.path.lexists(path):
            inputs.items.append(InputError(shown(path), _absence(path, commands)))
        elif _covered(path, exclude):
            inputs.excluded.append(shown(path))
        else:
            add(path)
    return inputs


def _absence(path: str, commands: Iterable[str]) -> str:
    """Why there is nothing under a name."""
    try:
        os.lstat(path)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        if number not in (ENOENT, ENOTDIR):
            return Phrase(
                "cannot be read ({reason})", reason=getattr(error, "strerror", None) or error
            )
    near = did_you_mean(path, commands) if os.sep not in path else ""
    return Phrase("no such file or folder{near}", near=near)


def _folder(
    folder: str,
    include: Sequence[Pattern],
    exclude: Sequence[Pattern],
    inputs: Inputs,
    add: Callable[[str], None],
) -> None:
    found = excluded = 0
    for path in _walk(folder, exclude, inputs.items):
        if not _covered(path, include):
            continue
        if _covered(path, exclude):
            excluded += 1
            continue
        found += 1
        add(path)
    if not found:
        wanted = ", ".join(pattern.glob for pattern in include)
        also = Phrase(" ({n} excluded)", n=excluded) if excluded else ""
        inputs.items.append(
            InputError(
                shown(folder),
                Phrase("no file in this folder matches {wanted}{also}", wanted=wanted, also=also),
            )
        )


def _walk(
    folder: str, exclude: Sequence[Pattern], problems: list[Source | InputError]
) -> Iterator[str]:
    """Files below ``folder``, sorted by their path."""

    def unreadable(error: OSError) -> None:
        reason = Phrase("the folder cannot be read: {reason}", reason=error.strerror or error)
        problems.append(InputError(shown(str(error.filename or folder)), reason))

    found: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not _covered(str(Path(place, name)), exclude)
        ]
        for name in files:
            # Pipes and devices are no documents, whatever they are called. (os.path, since pathlib
            # costs thrice as much for each file of a large folder.)
            if not name.startswith(".") and _is_file(os.path.join(place, name)):  # noqa: PTH118
                found.append(Path(place, name))
    return (str(path) for path in sorted(found, key=lambda path: path.parts))


def _is_file(path: str) -> bool:
    """Whether it is a regular file, or a link that leads to one or nowhere (which is said when it
    is read)."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116
    except (OSError, ValueError):
        return True


def _covered(path: str, patterns: Sequence[Pattern]) -> bool:
    return any(pattern.covers(path) for pattern in patterns)


def shown(path: str) -> str:
    """A path for people and reports: relative to the working directory where it lies below it,
    with forward slashes and without a leading ``./``. Bytes that are no UTF-8 stay what Python
    makes of them, lone surrogates: each report spells them as its format allows."""
    if Path(path).is_absolute():
        with suppress(ValueError):
            path = str(Path(path).relative_to(Path.cwd()))
    text = path.replace(os.sep, "/")
    while text.startswith("./") and len(text) > 2:
        text = text[2:].lstrip("/")
    return text


def common_folder(paths: Sequence[str]) -> Path:
    """The deepest folder that holds every input: where the search for a configuration begins.
    Standard input counts as the working directory."""
    folders: list[Path] = []
    for path in paths:
        whole = absolute("." if path == STDIN else path)
        folders.append(whole if os.path.isdir(whole) else whole.parent)  # noqa: PTH112
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # no inputs, or inputs on different drives
        return Path.cwd()
