"""Glob patterns over file names, the same on every platform.

``*`` and ``?`` stop at a slash, ``**`` does not, ``[…]`` is a set. A pattern without a slash is
held against every part of the path, so ``drafts`` and ``*-old.pdf`` match at any depth. A pattern
with a slash is held against the path relative to its base folder, or against a folder above it:
``archive/2019`` covers everything below.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

from dtaa_lint.errors import ConfigError


@lru_cache(maxsize=4096)
def _compile(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression over a whole slash-separated path; case-insensitive,
    as PDF names from Windows are."""
    parts: list[str] = []
    position, length = 0, len(pattern)
    while position < length:
        if pattern.startswith("**/", position):
            parts.append("(?:[^/]+/)*")
            position += 3
        elif pattern.startswith("**", position):
            parts.append(".*")
            position += 2
        elif pattern[position] == "*":
            parts.append("[^/]*")
            position += 1
        elif pattern[position] == "?":
            parts.append("[^/]")
            position += 1
        elif pattern[position] == "[":
            end = pattern.find("]", position + 2)
            if end < 0:
                raise ConfigError(f'glob "{pattern}": "[" is never closed')
            inside = pattern[position + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            inside = "^" + inside[1:] if inside.startswith("!") else inside
            parts.append(f"(?!/)[{inside}]")
            position = end + 1
        else:
            parts.append(re.escape(pattern[position]))
            position += 1
    try:
        return re.compile("".join(parts), re.IGNORECASE | re.DOTALL)
    except re.error as error:
        raise ConfigError(f'glob "{pattern}": {error}') from error


def check_glob(pattern: str) -> str:
    """The pattern itself; raises ``ConfigError`` when it is empty or malformed."""
    if not pattern.strip("/"):
        raise ConfigError("an empty glob matches nothing")
    _compile(pattern.strip("/"))
    return pattern


def matches(pattern: str, path: str) -> bool:
    """Whether the pattern covers ``path`` (slash-separated, relative to the pattern's base)."""
    rooted = "/" in pattern.rstrip("/")
    found = _compile(pattern.removeprefix("./").strip("/"))
    parts = PurePosixPath(path).parts
    if not rooted:
        return any(found.fullmatch(part) for part in parts)
    return any(found.fullmatch("/".join(parts[:count])) for count in range(1, len(parts) + 1))


def absolute(path: str) -> Path:
    """The absolute path with ``..`` taken out by name only: a symbolic link keeps its own name,
    which is the one that patterns and people speak of."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def relative_to(path: str, base: Path) -> str:
    """``path`` as patterns under ``base`` see it: relative and with forward slashes, or absolute
    when it lies elsewhere."""
    whole = absolute(path)
    try:
        return whole.relative_to(absolute(str(base))).as_posix()
    except ValueError:
        return whole.as_posix()
