"""Reading TOML that people write: whole files, and single keys with complaints that name them."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dtaa_lint.errors import ConfigError
from dtaa_lint.suggest import did_you_mean

_MAX_BYTES = 2**20
"""No settings that people write are larger."""
_MAX_SHOWN = 100
"""Characters of a file's own text in a message."""
_MAX_GLOBS = 1000
"""Globs of one key."""


def read_bytes(path: Path, limit: int = _MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most ``limit`` bytes. Raises ``ConfigError``."""
    try:
        # A pipe might never answer, a device never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ConfigError(f"{path}: is no regular file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise ConfigError(f"{path}: cannot be read: {reason}") from error
    if len(data) > limit:
        raise ConfigError(f"{path}: is larger than {limit:,} bytes")
    return data


def parse_toml(data: bytes, name: object) -> dict[str, Any]:
    """The table in a TOML file; ``name`` is the file's, for complaints. Raises ``ConfigError``."""
    import tomli

    try:
        return tomli.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name}: is not UTF-8 text") from error
    except tomli.TOMLDecodeError as error:
        raise ConfigError(f"{name}: is not valid TOML: {short(str(error))}") from error
    except RecursionError as error:
        raise ConfigError(f"{name}: is nested too deeply") from error
    except ValueError as error:
        raise ConfigError(f"{name}: holds a number or date that is out of range") from error


class Reader:
    """Reads one table, naming file and key in every complaint."""

    def __init__(self, table: Mapping[str, Any], name: object, where: str = "") -> None:
        """``name`` is the file's; ``where`` stands before the keys of a table inside it
        (``suppress[2].``)."""
        self.table = table
        self._name = name
        self._where = where

    def refuse_unknown(self, known: Iterable[str], where: str) -> None:
        """Raises ``ConfigError`` for the first key that is none of ``known``."""
        names = tuple(known)
        for key in self.table:
            if key not in names:
                near = did_you_mean(short(key), names)
                raise ConfigError(f'{self._name}: unknown key "{short(key)}" in {where}{near}')

    def wrong(self, key: str, expected: str) -> ConfigError:
        """The complaint that the value of a key is not what it must be."""
        return ConfigError(f'{self._name}: "{short(self._where + key)}" must be {expected}')

    def _strings(self, value: object, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, "a list of strings")
        return tuple(value)

    def one_of(self, value: object, key: str, known: tuple[str, ...]) -> str:
        """The value, which must be one of ``known``."""
        if isinstance(value, str) and value in known:
            return value
        near = did_you_mean(short(value), known) if isinstance(value, str) else ""
        raise self.wrong(key, f"one of {', '.join(known)}, not {shown(value)}{near}")

    def mapping(self, key: str) -> Mapping[str, Any]:
        """The table under a key; an empty one without it."""
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table")
        return value

    def text(self, key: str) -> str | None:
        """The string under a key, which must say something."""
        if key not in self.table:
            return None
        value = self.table[key]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a string that says something")
        return value

    def strings(self, key: str) -> tuple[str, ...] | None:
        return self._strings(self.table[key], key) if key in self.table else None

    def choice(self, key: str, known: tuple[str, ...]) -> str | None:
        return self.one_of(self.table[key], key, known) if key in self.table else None

    def choices(self, key: str, known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        items = self.mapping(key).items()
        return tuple((name, self.one_of(value, f"{key}.{name}", known)) for name, value in items)

    def texts(self, key: str) -> tuple[tuple[str, str], ...]:
        """Name -> string of a table, in the order of the file."""
        items = self._limited(key)
        for name, value in items:
            if not isinstance(value, str) or not value.strip():
                raise self.wrong(f"{key}.{name}", "a string that says something")
        return tuple(items)

    def globs(self, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        items = self._limited(key)
        return tuple((glob, self._strings(value, f"{key}.{glob}")) for glob, value in items)

    def patterns(self, key: str) -> tuple[str, ...] | None:
        found = self.strings(key)
        if found is not None and len(found) > _MAX_GLOBS:
            raise self.wrong(key, f"no more than {_MAX_GLOBS:,} globs")
        return found

    def _limited(self, key: str) -> list[tuple[str, Any]]:
        items = list(self.mapping(key).items())
        if len(items) > _MAX_GLOBS:
            raise self.wrong(key, f"no more than {_MAX_GLOBS:,} globs")
        return items


def shown(value: object) -> str:
    """A value of the file as a message can hold it."""
    if isinstance(value, str):
        return f'"{short(value)}"'
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    try:
        return short(str(value))
    except ValueError:
        return "a number of great length"


def short(text: str) -> str:
    """A text of the file as a message can hold it."""
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"
