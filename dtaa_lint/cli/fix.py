"""``--fix``: repaired copies of the inputs, which are then linted in their place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.discover import STDIN, Inputs, Source, shown
from dtaa_lint.cli.output import say
from dtaa_lint.cli.single import internal_error
from dtaa_lint.errors import ConfigError, DtaaError, InputError

MARK = ".fixed.pdf"
"""How the copies are called: ``report.fixed.pdf``."""


def fix_inputs(inputs: Inputs, arguments: Arguments) -> Inputs:
    """Writes the copies; the inputs with the copies in place of what they were made from.

    A file that cannot be repaired is said so and linted as it is. Raises ``ConfigError`` where a
    copy cannot be written.
    """
    sources = [item for item in inputs.items if isinstance(item, Source)]
    if any(source.path == STDIN for source in sources):
        raise ConfigError("--fix needs files: standard input has no place for a copy")
    places = _places(sources, arguments)
    items: list[Source | InputError] = []
    for item in inputs.items:
        place = places.get(item.path) if isinstance(item, Source) else None
        if isinstance(item, InputError) or place is None:
            items.append(item)
            continue
        items.append(Source(shown(place), place) if _fix(item, place) else item)
    return Inputs(items, inputs.excluded)


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
            raise ConfigError(f"{place}: the copies of two files would go to this place")
        if arguments.fix_dir is not None and _same(place, source.path):
            raise ConfigError(
                f"{place}: is the file itself; --in-place would repair it where it is"
            )
        taken[key] = found[source.path] = place
    return found


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121
    except (OSError, ValueError):
        return False


def _fix(source: Source, place: str) -> bool:
    """Whether there is a repaired copy at ``place``."""
    from dtaa_lint.fix.copy import fix
    from dtaa_lint.pdf.open import Limits, load
    from dtaa_lint.report.write import write_outputs

    try:
        fixed = fix(load(Path(source.path), source.name, Limits()), source.name)
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
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    write_outputs([(place, fixed.data)])
    counts = ", ".join(f"{code} ({n:,})" for code, n in fixed.chosen.counts.items())
    say(f"{source.name}: repaired in {shown(place)}: {counts}")
    return True
