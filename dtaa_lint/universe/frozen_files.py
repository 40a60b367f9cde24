"""The frozen set of a document on disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from dtaa_lint.errors import ConfigError
from dtaa_lint.universe import freeze as frozen_set
from dtaa_lint.universe.freeze import Frozen
from dtaa_lint.universe.universe import Universe


def write_frozen(universe: Universe, folder: Path, drawn: Frozen | None = None) -> int:
    """Writes the universe (streamed), the frozen tasks, the control band and the manifest, which
    comes last: a folder with a manifest is whole. ``drawn``: what ``freeze`` gave, if it is known.
    Returns the number of frozen tasks; raises ``ConfigError`` when it cannot."""
    drawn = drawn or frozen_set.freeze(universe)
    parts: list[tuple[str, Iterable[bytes]]] = [
        (frozen_set.UNIVERSE_FILE, frozen_set.universe_lines(universe)),
        (frozen_set.FROZEN_FILE, frozen_set.frozen_lines(universe, drawn.tasks, "F")),
        (frozen_set.CONTROL_FILE, frozen_set.frozen_lines(universe, drawn.control, "C")),
    ]
    written: dict[str, tuple[int, str]] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        manifest = folder / frozen_set.MANIFEST_FILE
        manifest.unlink(missing_ok=True)
        for name, lines in parts:
            written[name] = _stream(folder / name, lines)
        _stream(manifest, [frozen_set.manifest(universe, drawn, written)])
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{folder}: cannot be written: {reason}") from error
    return len(drawn.tasks)


def _stream(path: Path, lines: Iterable[bytes]) -> tuple[int, str]:
    """Writes lines under a temporary name, which then takes the file's place; the number of lines
    and the SHA-256 of all."""
    digest = hashlib.sha256()
    count = 0
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            for line in lines:
                digest.update(line)
                stream.write(line)
                count += 1
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return count, digest.hexdigest()
