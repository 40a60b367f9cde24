"""The baseline on disk: read for a run, and rewritten when it is to be pruned."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from errno import ENAMETOOLONG, ENOENT, ENOTDIR
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
_BYTE = re.compile(rb"\\x([0-9a-f]{2})")
"""A byte that is no UTF-8, as ``name_text`` spells it."""
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
        """What the (path, report) pairs have no longer, of the rules that were run; and all of
        files that are not among them and are no more."""
        return stale(self._baseline, self._named(checked), selected, self._absent())

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
        left = prune(self._baseline, gone, self._absent())
        before, after = _count(self._baseline), _count(left)
        if left == self._baseline:
            return f"{self.path}: nothing to prune"
        from dtaa_lint.report.baseline import render_baseline

        deliver([(str(self.path), render_baseline(left))])
        return f"{self.path}: {before - after:,} known findings pruned, {after:,} left"

    def _absent(self) -> list[str]:
        """The files of the baseline that are no more."""
        folder = str(absolute(str(self.path)).parent)
        return [name for name in self._by_file if name != STDIN and _is_gone(folder, name)]

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


def _is_gone(folder: str, name: str) -> bool:
    """Whether nothing is called ``name`` below ``folder``, neither as it is written nor with bytes
    that are no UTF-8 where it spells some. False where nobody can know: in a locked folder."""
    written = name.encode("utf-8", "surrogatepass")
    spelled = os.fsdecode(_BYTE.sub(lambda byte: bytes.fromhex(byte[1].decode()), written))
    # os.path keeps the bytes of a name as they are.
    return all(_is_missing(os.path.join(folder, one)) for one in {name, spelled})  # noqa: PTH118


def _is_missing(path: str) -> bool:
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno in (ENOENT, ENOTDIR, ENAMETOOLONG)
    except ValueError:  # no name of a file
        return True
    return False


def _count(baseline: Baseline) -> int:
    return sum(entry.count for entry in baseline.entries)


def _where(gone: Sequence[Stale]) -> str:
    files = list(dict.fromkeys(item.file for item in gone))
    more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
    return f" ({', '.join(files[:_NAMED])}{more})"
