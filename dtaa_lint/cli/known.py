"""The baseline on disk: read for a run, and rewritten when it is to be pruned."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from dtaa_lint.cli.discover import STDIN
from dtaa_lint.cli.globs import absolute
from dtaa_lint.cli.output import deliver
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.baseline import Baseline, parse_baseline, prune, stale
from dtaa_lint.findings.finding import FileReport, Stale
from dtaa_lint.hidden import name_text
from dtaa_lint.settings.reader import read_bytes

_MAX_BYTES = 2**28
_NAMED = 5
"""Files that a message names."""


class KnownFindings:
    """A baseline, and which of its entries are about which file."""

    def __init__(self, path: Path) -> None:
        """Raises ``ConfigError`` when it cannot be read."""
        if not path.exists():
            raise ConfigError(
                f"{path}: no such baseline (`dtaa-lint baseline PATH… -o FILE` writes one)"
            )
        self.path = path
        self._baseline = parse_baseline(read_bytes(path, _MAX_BYTES), path)
        self._by_file = self._baseline.by_file()

    def of(self, path: str) -> Mapping[str, int]:
        """Fingerprint -> known findings of a file, ``path`` as the operating system knows it."""
        return self._by_file.get(name_in(path, self.path.parent), {})

    def stale(
        self, checked: Sequence[tuple[str, FileReport]], selected: Sequence[str]
    ) -> tuple[Stale, ...]:
        """What the (path, report) pairs have no longer, of the rules that were run."""
        return stale(self._baseline, self._named(checked), selected)

    def note(self, gone: Sequence[Stale]) -> str:
        """What there is to say of stale entries; empty for nothing."""
        if not gone:
            return ""
        count = sum(item.count for item in gone)
        what = "finding is" if count == 1 else "findings are"
        return (
            f"{self.path}: {count:,} known {what} gone{_where(gone)}; --prune-baseline forgets them"
        )

    def prune(self, gone: Sequence[Stale]) -> str:
        """Rewrites the file without what is stale and without files that are no more; what there
        is to say of it. Raises ``ConfigError`` when it cannot be written."""
        folder = absolute(str(self.path)).parent
        absent = [
            name
            for name in self._by_file
            if name != STDIN and not os.path.lexists(os.path.join(folder, name))  # noqa: PTH118
        ]
        left = prune(self._baseline, gone, absent)
        before, after = _count(self._baseline), _count(left)
        if left == self._baseline:
            return f"{self.path}: nothing to prune"
        from dtaa_lint.report.baseline import render_baseline

        deliver([(str(self.path), render_baseline(left))])
        return f"{self.path}: {before - after:,} known findings pruned, {after:,} left"

    def _named(self, checked: Sequence[tuple[str, FileReport]]) -> list[tuple[str, FileReport]]:
        return [(name_in(path, self.path.parent), report) for path, report in checked]


def name_in(path: str, folder: Path) -> str:
    """What a baseline in ``folder`` calls a file: relative, with forward slashes; absolute only
    on another drive."""
    if path == STDIN:
        return STDIN
    whole = str(absolute(path))
    try:
        name = os.path.relpath(whole, absolute(str(folder)))
    except ValueError:
        name = whole
    return name_text(name.replace(os.sep, "/"))


def _count(baseline: Baseline) -> int:
    return sum(entry.count for entry in baseline.entries)


def _where(gone: Sequence[Stale]) -> str:
    files = list(dict.fromkeys(item.file for item in gone))
    more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
    return f" ({', '.join(files[:_NAMED])}{more})"
