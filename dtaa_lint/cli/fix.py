"""``--fix``: repaired copies of the inputs, which are then linted in their place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.discover import STDIN, Inputs, Source, shown
from dtaa_lint.cli.output import say
from dtaa_lint.cli.selection import Selection
from dtaa_lint.cli.single import internal_error
from dtaa_lint.errors import ConfigError, DtaaError, InputError

MARK = ".fixed.pdf"
"""How the copies are called: ``report.fixed.pdf``."""


def fix_inputs(inputs: Inputs, arguments: Arguments, selection: Selection) -> tuple[Inputs, bool]:
    """Writes the copies. The inputs with the copies in place of what they were made from, and
    whether a copy could not be written.

    A file that cannot be repaired, or whose copy cannot be written, is said so and linted as it
    is. Raises ``ConfigError`` where two copies would go to one place.
    """
    sources = [item for item in inputs.items if isinstance(item, Source)]
    if any(source.path == STDIN for source in sources):
        raise ConfigError("--fix needs files: standard input has no place for a copy")
    places = _places(sources, arguments)
    taken = {_identity(source.path) for source in sources}
    items: list[Source | InputError] = []
    made: set[str] = set()
    unwritten = False
    for item in inputs.items:
        place = places.get(item.path) if isinstance(item, Source) else None
        if isinstance(item, InputError) or place is None:
            items.append(item)
            continue
        try:
            if not arguments.in_place:
                _refuse(place, taken)
            written = _fix(item, place, selection)
        except ConfigError as error:
            say(f"{item.name}: not repaired: {error}")
            unwritten, written = True, False
        if written:
            made.add(os.path.normcase(place))
            items.append(Source(shown(place), place, item.path))
        else:
            items.append(item)
    # A copy of an earlier run that was written anew stands for its source already.
    left = [
        item
        for item in items
        if isinstance(item, InputError) or item.made_from or os.path.normcase(item.path) not in made
    ]
    return Inputs(left, inputs.excluded), unwritten


def _places(sources: list[Source], arguments: Arguments) -> Mapping[str, str]:
    """Source -> where its copy goes. Copies that an earlier run left are no sources."""
    found: dict[str, str] = {}
    taken: dict[str, str] = {}
    for source in sources:
        path = Path(source.path)
        if arguments.in_place:
            found[source.path] = source.path
            continue
        if path.name.endswith(MARK):
            continue
        folder = Path(arguments.fix_dir) if arguments.fix_dir is not None else path.parent
        stem = path.name[:-4] if path.name.lower().endswith(".pdf") else path.name
        name = path.name if arguments.fix_dir is not None else stem + MARK
        place = str(folder / name)
        key = os.path.normcase(place)
        if key in taken:
            raise ConfigError(f"{shown(place)}: the copies of two files would go to this place")
        taken[key] = found[source.path] = place
    return found


def _identity(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _refuse(place: str, sources: set[str]) -> None:
    """Raises ``ConfigError`` for a place that leads to another file, or to one of the inputs."""
    # os.path answers False where pathlib raises (a name that is too long).
    if os.path.islink(place):  # noqa: PTH114
        raise ConfigError(f"{shown(place)} is a link, and what it leads to would be replaced")
    if _identity(place) in sources:
        raise ConfigError(
            f"{shown(place)} is a file that is to be read; --in-place would repair it where it is"
        )


def _fix(source: Source, place: str, selection: Selection) -> bool:
    """Whether there is a repaired copy at ``place``. Raises ``ConfigError`` when it cannot be
    written."""
    from dtaa_lint.fix.copy import fix
    from dtaa_lint.pdf.open import Limits, load
    from dtaa_lint.report.write import Output, write_file

    try:
        data = load(Path(source.path), source.name, Limits())
        fixed = fix(data, source.name, selection.options(source.path))
    except InputError as error:
        say(f"{source.name}: not repaired: {error.reason}")
        return False
    except DtaaError:
        raise
    except Exception as error:
        say(f"{source.name}: not repaired: {internal_error(error)}")
        return False
    for code, why in fixed.chosen.left:
        say(f"{source.name}: {code} not repaired: {why}")
    if fixed.data is None:
        say(f"{source.name}: nothing that could be repaired without a person")
        return False
    try:
        Path(place).parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{shown(place)} cannot be written: {reason}") from error
    write_file(Output(place, fixed.data, through_links=False))
    counts = ", ".join(f"{code} ({n:,})" for code, n in fixed.chosen.counts.items())
    say(f"{source.name}: repaired in {shown(place)}: {counts}")
    return True
