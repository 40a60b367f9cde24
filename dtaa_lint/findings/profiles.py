"""Profiles: what documents of a class are held to, as TOML files under ``rules/profiles/`` or of
the user's own.

A profile has the keys of the configuration that say so (thresholds, ``severity``), a description,
and the reasons for its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from dtaa_lint.errors import ConfigError, RuleError
from dtaa_lint.findings.engine import LintOptions
from dtaa_lint.findings.finding import Severity
from dtaa_lint.findings.registry import rules_folder, select_rules
from dtaa_lint.settings.reader import Reader, parse_toml, read_bytes
from dtaa_lint.settings.thresholds import (
    LEVELS,
    MAX_FINDINGS,
    MAX_UNRESOLVED,
    MIN_TASKS,
    THRESHOLD_KEYS,
    Thresholds,
    read_thresholds,
)
from dtaa_lint.suggest import did_you_mean

SEVERITIES = (*LEVELS, "off")
_KEYS = ("name", "description", *THRESHOLD_KEYS, "severity", "answerability", "reasons")
_SUFFIX = ".toml"
_MAX_NAME = 60
_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, slots=True)
class Profile:
    """What documents of a class are held to."""

    name: str
    """Kebab-case."""
    description: str
    thresholds: Thresholds
    severity: tuple[tuple[str, str], ...]
    """(code, prefix or name of rules; one of ``SEVERITIES``), in the order of the file."""
    reasons: tuple[tuple[str, str], ...]
    """(key, why it has that value); a key is ``min-tasks-per-page``,
    ``max-unresolved-relations.cells``, ``max-findings.error`` or a rule as ``severity`` names
    it."""
    answerability: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Least answerability of task classes, as the configuration has it under
    ``answerability.thresholds``; read where assessments are known."""
    file: Path | None = field(default=None, compare=False)
    """Where it was read from; None for one that ships."""

    def severities(self) -> dict[str, str]:
        """Code -> severity or ``off``; a longer selector beats a shorter one."""
        return severities(self.severity)

    def settings(self) -> list[tuple[str, str]]:
        """(key as in ``reasons``, value in words) of everything that it says, in order."""
        found: list[tuple[str, str]] = []
        least = self.thresholds.min_tasks_per_page
        if least is not None:
            found.append((MIN_TASKS, f"{least:g}"))
        for kind, share in self.thresholds.max_unresolved:
            key = MAX_UNRESOLVED if kind == "all" else f"{MAX_UNRESOLVED}.{kind}"
            found.append((key, f"{share * 100:g} %"))
        for level, most in self.thresholds.max_findings:
            found.append((f"{MAX_FINDINGS}.{level}", f"{most:g}"))
        return [*found, *self.severity]


def under(profile: Profile, options: LintOptions) -> LintOptions:
    """The options with what the profile says laid over them."""
    levels = profile.severities()
    off = tuple(code for code, level in levels.items() if level == "off")
    kept = {code: Severity(level) for code, level in levels.items() if level != "off"}
    return replace(
        options,
        ignore=(*options.ignore, *off),
        severity={**options.severity, **kept},
        thresholds=profile.thresholds.over(options.thresholds),
        profile=profile.name,
    )


def severities(entries: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Code -> level of (selector, level) pairs: a longer selector beats a shorter one, a later
    entry an earlier one of the same length. Raises ConfigError for a selector that names nothing.
    """
    chosen: dict[str, str] = {}
    for selector, level in sorted(entries, key=_specificity):
        for rule in select_rules((selector,)):
            chosen[rule.code] = level
    return dict(sorted(chosen.items()))


def _specificity(entry: tuple[str, str]) -> int:
    selector = entry[0].strip()
    return 0 if selector.upper() == "ALL" else len(selector)


@cache
def shipped_profiles() -> Mapping[str, Profile]:
    """Name -> profile, in alphabetical order. Raises RuleError for a malformed file."""
    folder = rules_folder() / "profiles"
    found: dict[str, Profile] = {}
    names = sorted(item.name for item in folder.iterdir()) if folder.is_dir() else []
    for name in names:
        if not name.endswith(_SUFFIX):
            continue
        where = f"rules/profiles/{name}"
        try:
            profile = parse_profile(parse_toml((folder / name).read_bytes(), where), where)
        except ConfigError as error:
            raise RuleError(str(error)) from error
        if profile.name != name.removesuffix(_SUFFIX):
            raise RuleError(f"{where}: the name {profile.name!r} does not match the file's")
        found[profile.name] = profile
    return found


def find_profile(wanted: str, folder: Path | None = None) -> Profile:
    """The profile of a name, or in a file: what ends in ``.toml`` or has a slash is one, relative
    to ``folder``. Raises ConfigError with a suggestion."""
    if wanted.lower().endswith(_SUFFIX) or "/" in wanted or "\\" in wanted:
        path = Path(wanted) if folder is None else folder / wanted
        return replace(parse_profile(parse_toml(read_bytes(path), path), str(path)), file=path)
    known = shipped_profiles()
    if wanted in known:
        return known[wanted]
    near = did_you_mean(wanted, known)
    listed = "" if near else f"; profiles are {', '.join(known)}, or a file that ends in .toml"
    raise ConfigError(f'unknown profile "{wanted[:_MAX_NAME]}"{near}{listed}')


def parse_profile(table: Mapping[str, Any], where: str) -> Profile:
    """A profile of a TOML table; ``where`` is the file's name. Raises ConfigError that names the
    file and the key at fault."""
    reader = Reader(table, where)
    reader.refuse_unknown(_KEYS, "the profile")
    name = reader.text("name")
    if name is None:
        name = Path(where).stem
    elif not set(name) <= _NAME or len(name) > _MAX_NAME:
        raise reader.wrong("name", "small letters, digits and hyphens")
    severity = reader.choices("severity", SEVERITIES)
    for selector, _ in severity:
        try:
            select_rules((selector,))
        except ConfigError as error:
            raise ConfigError(f"{where}: severity: {error}") from error
    profile = Profile(
        name=name,
        description=" ".join((reader.text("description") or "").split()),
        thresholds=read_thresholds(reader),
        severity=severity,
        reasons=tuple((key, " ".join(text.split())) for key, text in reader.texts("reasons")),
        answerability=reader.mapping("answerability"),
    )
    given = [key for key, _ in profile.settings()]
    for key, _ in profile.reasons:
        if key not in given:
            near = did_you_mean(key, given)
            raise ConfigError(f'{where}: reasons: the profile sets no "{key[:_MAX_NAME]}"{near}')
    return profile
