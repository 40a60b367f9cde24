"""Options that every command has which lints: what to run, what to hold documents to, what to
read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeVar

from dtaa_lint.cli.args.parser import add_password, codes_of, jobs_of
from dtaa_lint.settings.thresholds import Thresholds, findings_of, tasks_of, twice, unresolved_of

_T = TypeVar("_T")


class _Limits(argparse.Action):
    """Limits by kind; where the option is repeated, of other kinds."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before: dict[str, float] = dict(getattr(namespace, self.dest) or ())
        for kind, limit in values:
            if kind in before:
                raise argparse.ArgumentError(self, twice(kind))
            before[kind] = limit
        setattr(namespace, self.dest, tuple(before.items()))


def add_selection(group: argparse._ActionsContainer) -> None:
    """``--select``, ``--ignore``, ``--extend-select``, ``--profile``."""
    codes = "CODES"
    group.add_argument(
        "--select", type=codes_of, action="extend", metavar=codes,
        help="run only these rules: codes, prefixes (DT01), guidelines (G01) or names, "
        "comma-separated; sets aside the selection of the configuration",
    )  # fmt: skip
    group.add_argument("--ignore", type=codes_of, action="extend", default=[], metavar=codes,
        help="leave these rules out")  # fmt: skip
    group.add_argument("--extend-select", type=codes_of, action="extend", default=[],
        metavar=codes, help="run these rules besides the selected ones")  # fmt: skip
    group.add_argument(
        "--profile", metavar="NAME|FILE.toml",
        help="hold documents to what their class is held to; `dtaa-lint profiles` lists them",
    )  # fmt: skip


def add_thresholds(group: argparse._ActionsContainer) -> None:
    """What documents are held to."""
    group.add_argument(
        "--min-tasks-per-page", type=_read(tasks_of), metavar="N",
        help="tasks a page at least",
    )  # fmt: skip
    group.add_argument(
        "--max-unresolved-relations", type=_read(unresolved_of), action=_Limits, metavar="SHARE",
        help="share of relations that may be unresolved: 5%% of all, or by kind: cells=5%%,notes=0",
    )  # fmt: skip
    group.add_argument(
        "--max-findings", type=_read(findings_of), action=_Limits, metavar="LEVEL=N",
        help="findings of a severity at most, in place of the fail level: error=0,warning=10",
    )  # fmt: skip


def add_input(group: argparse._ArgumentGroup) -> None:
    """Which files, and which configuration."""
    group.add_argument("--include", action="append", metavar="GLOB",
        help="files to take from folders (*.pdf unless set); may be repeated")  # fmt: skip
    group.add_argument("--exclude", action="append", default=[], metavar="GLOB",
        help="files and folders to leave out; may be repeated")  # fmt: skip
    add_config(group)
    group.add_argument("--jobs", type=jobs_of, default=0, metavar="N",
        help="files to lint at the same time (auto unless set)")  # fmt: skip


def add_config(group: argparse._ArgumentGroup) -> None:
    """The password and the configuration file."""
    add_password(group)
    which = group.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="read this configuration file")
    which.add_argument("--isolated", action="store_true", help="read no configuration file")


def common(found: argparse.Namespace) -> dict[str, Any]:
    """The fields of ``LintOptions`` that the options of this module fill, those that a command
    does not have left out."""
    given: dict[str, Any] = {
        "ignore": tuple(found.ignore),
        "extend_select": tuple(found.extend_select),
        "select": None if found.select is None else tuple(found.select),
        "profile": found.profile,
        "password": found.password,
        "config": found.config,
        "isolated": found.isolated,
    }
    if "jobs" in found:
        given["include"] = None if found.include is None else tuple(found.include)
        given["exclude"] = tuple(found.exclude)
        given["jobs"] = found.jobs
    if "max_findings" in found:
        given["thresholds"] = Thresholds(
            found.min_tasks_per_page,
            found.max_unresolved_relations or (),
            found.max_findings or (),
        )
    return given


def _read(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """A reader that complains with a ``ValueError`` as argparse wants it."""

    def call(text: str) -> _T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f'"{text}" {error}') from error

    return call
