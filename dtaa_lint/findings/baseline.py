"""Baselines: the findings that are known, file by file, so that only new ones fail.

A finding is known by its file and its fingerprint. Fingerprints survive edits elsewhere in the
document, so a baseline outlives revisions; a file that is renamed is a new file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.finding import FileReport, Stale
from dtaa_lint.findings.suppress import Status

VERSION = 1
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")
_CODE = re.compile(r"DT[0-9]{4}")
_MOST = 10**6
"""Findings of one fingerprint at most."""


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """Findings that are known."""

    file: str
    """Relative to the folder of the baseline, with forward slashes; ``-`` for standard input."""
    code: str
    fingerprint: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Baseline:
    """What is known of all files."""

    entries: tuple[Known, ...] = ()
    """In order of file, code, fingerprint, each once."""

    def by_file(self) -> dict[str, dict[str, int]]:
        """File -> fingerprint -> how many findings of it are known."""
        found: dict[str, dict[str, int]] = {}
        for entry in self.entries:
            found.setdefault(entry.file, {})[entry.fingerprint] = entry.count
        return found


def make_baseline(entries: Iterable[Known]) -> Baseline:
    """In order; of entries with the same file and fingerprint (two people have added it) the one
    with the greater count stays."""
    kept: dict[tuple[str, str], Known] = {}
    for entry in sorted(entries):
        key = (entry.file, entry.fingerprint)
        if key not in kept or kept[key].count < entry.count:
            kept[key] = entry
    return Baseline(tuple(sorted(kept.values())))


def record(files: Iterable[tuple[str, FileReport]]) -> Baseline:
    """The baseline of (name, report) pairs: every finding that is not suppressed."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for name, report in files:
        for finding in report.findings:
            if finding.status is not Status.SUPPRESSED:
                counts[name, finding.code, finding.fingerprint] += 1
    return make_baseline(Known(*key, count) for key, count in counts.items())


def stale(
    baseline: Baseline,
    files: Iterable[tuple[str, FileReport]],
    selected: Iterable[str],
    absent: Iterable[str] = (),
) -> tuple[Stale, ...]:
    """What the baseline has and the (name, report) pairs have no longer: of files that were read,
    and of rules among the ``selected`` ones that were checked there. Then, in order of name, all
    that it has of files that are ``absent`` and not among the pairs: whatever rules are run, a file
    that is no more has no findings."""
    ran_everywhere = frozenset(selected)
    by_name: dict[str, list[Known]] = {}
    for entry in baseline.entries:
        by_name.setdefault(entry.file, []).append(entry)
    found: list[Stale] = []
    left = set(absent) & by_name.keys()
    for name, report in files:
        left.discard(name)
        if report.error is not None or name not in by_name:
            continue
        unchecked = [item.code for item in report.unchecked if item.status != "inapplicable"]
        ran = ran_everywhere.difference(unchecked)
        now = Counter([finding.fingerprint for finding in report.findings])
        for entry in by_name[name]:
            gone = entry.count - now[entry.fingerprint]
            if gone > 0 and entry.code in ran:
                found.append(Stale(name, entry.code, entry.fingerprint, gone))
    for name in sorted(left):
        found += [Stale(name, it.code, it.fingerprint, it.count) for it in by_name[name]]
    return tuple(found)


def prune(baseline: Baseline, gone: Sequence[Stale], absent: Iterable[str]) -> Baseline:
    """The baseline without what is stale, and without files that are ``absent``."""
    less = {(item.file, item.fingerprint): item.count for item in gone}
    missing = frozenset(absent)
    entries = [
        Known(
            entry.file,
            entry.code,
            entry.fingerprint,
            entry.count - less.get((entry.file, entry.fingerprint), 0),
        )
        for entry in baseline.entries
        if entry.file not in missing
    ]
    return make_baseline(entry for entry in entries if entry.count > 0)


def parse_baseline(data: bytes, name: object) -> Baseline:
    """The baseline in a file called ``name``. Raises ``ConfigError`` that says what is wrong."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name}: is no baseline: not valid JSON") from error
    if not isinstance(value, Mapping) or "schemaVersion" not in value or "findings" not in value:
        raise ConfigError(f"{name}: is no baseline (`dtaa-lint baseline PATH… -o FILE` writes one)")
    version = value["schemaVersion"]
    # True is equal to 1.
    if isinstance(version, bool) or version != VERSION:
        raise ConfigError(f"{name}: is a baseline of another version; write it anew")
    entries = value["findings"]
    if not isinstance(entries, list):
        raise ConfigError(f'{name}: "findings" must be a list')
    return make_baseline(_entry(item, number, name) for number, item in enumerate(entries, 1))


def _entry(item: object, number: int, name: object) -> Known:
    if isinstance(item, dict):
        file, code = item.get("file"), item.get("code")
        fingerprint, count = item.get("fingerprint"), item.get("count", 1)
        if (
            isinstance(file, str)
            and isinstance(code, str)
            and isinstance(fingerprint, str)
            and isinstance(count, int)
            and not isinstance(count, bool)
            and _CODE.fullmatch(code)
            and _FINGERPRINT.fullmatch(fingerprint)
            and 0 < count <= _MOST
        ):
            return Known(file, code, fingerprint, count)
    raise ConfigError(
        f"{name}: finding {number} must have a file, a code, a fingerprint (32 hexadecimal digits) "
        "and a count"
    )
