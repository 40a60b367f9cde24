"""The configuration file: finding the nearest one and reading it into a typed, frozen value.

``dtaa-lint.toml`` holds the keys at its top level, ``pyproject.toml`` under ``[tool.dtaa-lint]``.
Only shapes and keys are checked here; whether a code names a rule is decided where the rules are
known (``dtaa_lint.cli.selection``).
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dtaa_lint.errors import ConfigError
from dtaa_lint.suggest import did_you_mean

OWN_FILE = "dtaa-lint.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "dtaa-lint"

FORMATS = ("text", "json", "csv", "sarif", "github")
"""Names of the report formats, in the order of the documentation."""
FAIL_LEVELS = ("error", "warning", "info", "never")
SEVERITIES = ("error", "warning", "info", "off")

_MAX_BYTES = 2**20
"""No configuration that people write is larger."""
_MAX_SHOWN = 100
"""Characters of a file's own text in a message."""
_MAX_GLOBS = 1000
"""Globs of one key."""

KEYS = (
    "select", "extend-select", "ignore", "per-file-ignores", "severity",
    "fail-on", "format", "include", "exclude",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file says; the defaults are what holds without one."""

    source: Path | None = None
    """The file that it was read from."""
    root: Path = Path()
    """The folder that holds ``source``: patterns with a slash are relative to it."""
    select: tuple[str, ...] | None = None
    """Codes, prefixes or names of the rules to run; None for all."""
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(glob, codes) in the order of the file."""
    severity: tuple[tuple[str, str], ...] = ()
    """(code, prefix or name; one of ``SEVERITIES``) in the order of the file."""
    fail_on: str | None = None
    """One of ``FAIL_LEVELS``."""
    format: str | None = None
    """One of ``FORMATS``."""
    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()


def find_config(start: Path) -> Config:
    """The configuration that holds for ``start`` (a folder): that of the nearest folder upwards
    with a ``dtaa-lint.toml``, or a ``pyproject.toml`` that has the table; else the defaults.

    Raises ``ConfigError`` when the nearest one cannot be honoured.
    """
    folder = start.absolute()
    for place in (folder, *folder.parents):
        own = place / OWN_FILE
        if own.is_file():
            return load_config(own)
        shared = place / SHARED_FILE
        # A pyproject.toml that never mentions the tool is not even parsed: a fault in another
        # tool's table is that tool's to report.
        if shared.is_file() and TABLE.encode() in _bytes(shared):
            table = _tool_table(shared)
            if table is not None:
                return _parse(table, shared, f"[tool.{TABLE}]")
    return Config()


def load_config(path: Path) -> Config:
    """The configuration in ``path``: any TOML file; one called ``pyproject.toml`` must have the
    table ``[tool.dtaa-lint]``. Raises ``ConfigError``."""
    if path.name == SHARED_FILE:
        table = _tool_table(path)
        if table is None:
            raise ConfigError(f"{path}: has no table [tool.{TABLE}]")
        return _parse(table, path, f"[tool.{TABLE}]")
    table = _toml(path)
    tool = table.get("tool")
    if isinstance(tool, dict) and TABLE in tool:
        raise ConfigError(f"{path}: the keys stand at the top level here, not under [tool.{TABLE}]")
    return _parse(table, path, "the file")


def _bytes(path: Path) -> bytes:
    try:
        # A pipe might never answer, a device never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ConfigError(f"{path}: is no regular file")
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise ConfigError(f"{path}: cannot be read: {reason}") from error
    if len(data) > _MAX_BYTES:
        raise ConfigError(f"{path}: is larger than {_MAX_BYTES:,} bytes")
    return data


def _toml(path: Path) -> dict[str, Any]:
    import tomli

    try:
        return tomli.loads(_bytes(path).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text") from error
    except tomli.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not valid TOML: {_short(str(error))}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: is nested too deeply") from error
    except ValueError as error:
        raise ConfigError(f"{path}: holds a number or date that is out of range") from error


def _tool_table(path: Path) -> dict[str, Any] | None:
    tool = _toml(path).get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: [tool.{TABLE}] must be a table")
    return table


def _parse(table: Mapping[str, Any], path: Path, where: str) -> Config:
    reader = _Reader(table, path)
    for key in table:
        if key not in KEYS:
            near = did_you_mean(_short(key), KEYS)
            raise ConfigError(f'{path}: unknown key "{_short(key)}" in {where}{near}')
    return Config(
        source=path,
        root=path.absolute().parent,
        select=reader.strings("select"),
        extend_select=reader.strings("extend-select") or (),
        ignore=reader.strings("ignore") or (),
        per_file_ignores=reader.globs("per-file-ignores"),
        severity=reader.choices("severity", SEVERITIES),
        fail_on=reader.choice("fail-on", FAIL_LEVELS),
        format=reader.choice("format", FORMATS),
        include=reader.patterns("include"),
        exclude=reader.patterns("exclude") or (),
    )


class _Reader:
    """Reads one table, naming file and key in every complaint."""

    def __init__(self, table: Mapping[str, Any], path: Path) -> None:
        self._table = table
        self._path = path

    def _wrong(self, key: str, expected: str) -> ConfigError:
        return ConfigError(f'{self._path}: "{_short(key)}" must be {expected}')

    def _strings(self, value: object, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, "a list of strings")
        return tuple(value)

    def _one_of(self, value: object, key: str, known: tuple[str, ...]) -> str:
        if isinstance(value, str) and value in known:
            return value
        near = did_you_mean(_short(value), known) if isinstance(value, str) else ""
        raise self._wrong(key, f"one of {', '.join(known)}, not {_shown(value)}{near}")

    def _mapping(self, key: str) -> Mapping[str, Any]:
        value = self._table.get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key, "a table")
        return value

    def strings(self, key: str) -> tuple[str, ...] | None:
        return self._strings(self._table[key], key) if key in self._table else None

    def choice(self, key: str, known: tuple[str, ...]) -> str | None:
        return self._one_of(self._table[key], key, known) if key in self._table else None

    def choices(self, key: str, known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        items = self._mapping(key).items()
        return tuple((name, self._one_of(value, f"{key}.{name}", known)) for name, value in items)

    def globs(self, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        items = self._mapping(key).items()
        if len(items) > _MAX_GLOBS:
            raise self._wrong(key, f"no more than {_MAX_GLOBS:,} globs")
        return tuple((glob, self._strings(value, f"{key}.{glob}")) for glob, value in items)

    def patterns(self, key: str) -> tuple[str, ...] | None:
        found = self.strings(key)
        if found is not None and len(found) > _MAX_GLOBS:
            raise self._wrong(key, f"no more than {_MAX_GLOBS:,} globs")
        return found


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    try:
        return _short(str(value))
    except ValueError:
        return "a number of great length"


def _short(text: str) -> str:
    """A text of the file as a message can hold it."""
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"
