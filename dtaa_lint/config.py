"""The configuration file: finding the nearest one and reading it into a typed, frozen value.

``dtaa-lint.toml`` holds the keys at its top level, ``pyproject.toml`` under ``[tool.dtaa-lint]``.
Only shapes and keys are checked here; whether a code names a rule is decided where the rules are
known (``dtaa_lint.cli.selection``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader, parse_toml, read_bytes
from dtaa_lint.settings.thresholds import (
    LEVELS,
    NO_THRESHOLDS,
    THRESHOLD_KEYS,
    Thresholds,
    read_thresholds,
)

OWN_FILE = "dtaa-lint.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "dtaa-lint"

FORMATS = (
    "text", "html", "json", "jsonl", "csv", "xlsx", "sarif", "github", "gitlab", "junit",
    "markdown", "xfdf",
)  # fmt: skip
"""Names of the report formats, in the order of the documentation."""
FAIL_LEVELS = ("error", "warning", "info", "never")
SEVERITIES = (*LEVELS, "off")
_MAX_ADDRESS = 1000
"""Characters: spreadsheets and code scanning take links of about twice that."""
_WEB_ADDRESS = re.compile(
    rf"(?=.{{1,{_MAX_ADDRESS}}}\Z)https?://[A-Za-z0-9\-._~:/\[\]@!$&'*+(),;=%]+", re.ASCII
)

KEYS = (
    "select", "extend-select", "ignore", "per-file-ignores", "severity",
    "fail-on", "format", "include", "exclude", *THRESHOLD_KEYS,
    "profile", "per-file-profiles", "baseline", "suppress", "docs-url", "lang", "answerability",
)  # fmt: skip


ANSWERABILITY_KEYS = (
    "systems", "embedder", "budget-words", "window-words", "tasks", "run-dir", "network",
    "judge-repeats", "fail-too-small", "filter-questions", "models", "thresholds",
)  # fmt: skip
"""Keys of ``[answerability]``; what they hold is read where assessments are known."""


@dataclass(frozen=True, slots=True)
class SuppressEntry:
    """A finding that is not to be reported, and why."""

    file: str | None
    """Glob; None for every file."""
    rule: str | None
    """Code, prefix or name; None for any (only beside a fingerprint)."""
    key: str
    """``id``, ``path`` or ``fingerprint``: how the finding is told from others."""
    value: str
    reason: str


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
    thresholds: Thresholds = NO_THRESHOLDS
    profile: str | None = None
    """Name of a profile, or a file of one, relative to ``root``."""
    per_file_profiles: tuple[tuple[str, str], ...] = ()
    """(glob, profile) in the order of the file; the last one that matches holds."""
    baseline: str | None = None
    """File of known findings, relative to ``root``."""
    suppress: tuple[SuppressEntry, ...] = ()
    docs_url: str | None = None
    """Address of the documentation that reports link to."""
    lang: str | None = None
    """Language of the reports (BCP 47)."""
    answerability: Mapping[str, Any] = field(default_factory=dict)
    """The table of that name, its keys checked."""


def web_address(text: str) -> str:
    """The address of a web site, as links can hold it; the addresses of its pages begin with it, so
    that it has neither query nor fragment. Raises ``ValueError``, which says what it must be."""
    if "?" in text or "#" in text:
        raise ValueError("an address without ? and #: those of pages begin with it")
    if _WEB_ADDRESS.fullmatch(text) is None:
        raise ValueError(f"an address of {_MAX_ADDRESS} characters at most: https://…")
    return text


def find_config(start: Path) -> Config:
    """The configuration that holds for ``start`` (a folder): that of the nearest folder upwards
    with a ``dtaa-lint.toml``, or a ``pyproject.toml`` that has the table; else the defaults.

    Raises ``ConfigError`` when the nearest one cannot be honoured.
    """
    folder = start.absolute()
    for place in (folder, *folder.parents):
        own = place / OWN_FILE
        # Also what is no file, or a link to nowhere: whoever put it there meant to configure.
        if os.path.lexists(own):
            return load_config(own)
        shared = place / SHARED_FILE
        # A pyproject.toml that never mentions the tool is not even parsed: a fault in another
        # tool's table is that tool's to report.
        if shared.is_file() and TABLE.encode() in read_bytes(shared):
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
    table = parse_toml(read_bytes(path), path)
    tool = table.get("tool")
    if isinstance(tool, dict) and TABLE in tool:
        raise ConfigError(f"{path}: the keys stand at the top level here, not under [tool.{TABLE}]")
    return _parse(table, path, "the file")


def _tool_table(path: Path) -> dict[str, Any] | None:
    tool = parse_toml(read_bytes(path), path).get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: [tool.{TABLE}] must be a table")
    return table


def _parse(table: Mapping[str, Any], path: Path, where: str) -> Config:
    reader = Reader(table, path)
    reader.refuse_unknown(KEYS, where)
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
        thresholds=read_thresholds(reader),
        profile=reader.text("profile"),
        per_file_profiles=reader.texts("per-file-profiles"),
        baseline=reader.text("baseline"),
        suppress=_suppressions(reader, path),
        docs_url=_docs_url(reader),
        lang=reader.text("lang"),
        answerability=_answerability(reader, path),
    )


def _answerability(reader: Reader, path: Path) -> Mapping[str, Any]:
    table = reader.mapping("answerability")
    Reader(table, path, "answerability.").refuse_unknown(ANSWERABILITY_KEYS, "[answerability]")
    return table


def _docs_url(reader: Reader) -> str | None:
    text = reader.text("docs-url")
    try:
        return None if text is None else web_address(text)
    except ValueError as error:
        raise reader.wrong("docs-url", str(error)) from error


_SUPPRESS_KEYS = ("file", "rule", "id", "path", "fingerprint", "reason")
_MAX_SUPPRESSIONS = 10_000


def _suppressions(reader: Reader, path: Path) -> tuple[SuppressEntry, ...]:
    """The ``[[suppress]]`` tables, each with one way to name the element, and a reason."""
    tables = reader.table.get("suppress", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise reader.wrong("suppress", "tables: [[suppress]]")
    if len(tables) > _MAX_SUPPRESSIONS:
        raise reader.wrong("suppress", f"no more than {_MAX_SUPPRESSIONS:,} tables")
    found: list[SuppressEntry] = []
    for number, table in enumerate(tables, 1):
        where = f"suppress {number}"
        entry = Reader(table, path, f"{where}: ")
        entry.refuse_unknown(_SUPPRESS_KEYS, f"[[{where}]]")
        named = [(key, text) for key in ("id", "path", "fingerprint") if (text := entry.text(key))]
        if len(named) != 1:
            raise ConfigError(f"{path}: {where} needs one of id, path and fingerprint")
        rule, reason = entry.text("rule"), entry.text("reason")
        if rule is None and named[0][0] != "fingerprint":
            raise ConfigError(
                f"{path}: {where} needs a rule: another fault must not hide behind it"
            )
        if reason is None:
            raise ConfigError(f"{path}: {where} needs a reason")
        key, value = named[0]
        if key == "fingerprint":
            # Hexadecimal digits are the same number in capitals.
            value = value.lower()
        found.append(SuppressEntry(entry.text("file"), rule, key, value, reason))
    return tuple(found)
