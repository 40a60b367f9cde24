"""What to run on which file: the command line laid over the configuration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.globs import check_glob, matches, relative_to
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.engine import LintOptions
from dtaa_lint.findings.finding import Severity
from dtaa_lint.findings.registry import select_rules

_T = TypeVar("_T")


class Selection:
    """The options of the engine, for the run as a whole and for each file.

    ``--select`` sets aside the configuration's ``select``, ``extend-select``, ``ignore`` and
    ``severity = "off"``; ``--ignore`` and ``--extend-select`` add to them. A guideline that has no
    rules yet selects nothing, which is told and no error. Raises ``ConfigError`` for a selector
    that names nothing, and says where it stands.
    """

    def __init__(self, arguments: Arguments, config: Config, password: str | None) -> None:
        severity, off = _severities(config)
        if arguments.select is None:
            select = _known("select", config.select or ("ALL",), config)
            select += _known("extend-select", config.extend_select, config)
            ignore = _known("ignore", config.ignore, config) + off
        else:
            select, ignore = _known("--select", arguments.select), ()
        select += _known("--extend-select", arguments.extend_select)
        ignore += _known("--ignore", arguments.ignore)
        self._per_file = tuple(
            (_glob(glob, config), _codes("per-file-ignores", codes, config))
            for glob, codes in config.per_file_ignores
        )
        self._root = config.root
        self.run = LintOptions(
            select, ignore, severity, password, arguments.impact, arguments.plan
        )
        """Without what holds for single files only."""
        empty = dict.fromkeys(name for name in select if not select_rules((name,)))
        self.notes = tuple(f"{name} has no rules yet: it selects nothing" for name in empty)
        """What to tell about the selectors."""
        if not select_rules(select, ignore) and select_rules(select):
            raise ConfigError("no rule is left to run: each selected one is ignored")

    def options(self, path: str) -> LintOptions:
        """The options for one file; ``path`` as the operating system knows it."""
        relative = relative_to(path, self._root) if self._per_file else ""
        ignored = tuple(
            code for glob, codes in self._per_file if matches(glob, relative) for code in codes
        )
        return replace(self.run, ignore=self.run.ignore + ignored) if ignored else self.run


def _severities(config: Config) -> tuple[dict[str, Severity], tuple[str, ...]]:
    """Code -> severity, and the codes that are off; a longer selector beats a shorter one."""
    chosen: dict[str, str] = {}
    for selector, level in sorted(config.severity, key=_specificity):
        for code in _codes("severity", (selector,), config):
            chosen[code] = level
    off = tuple(sorted(code for code, level in chosen.items() if level == "off"))
    return {code: Severity(level) for code, level in sorted(chosen.items()) if level != "off"}, off


def _codes(key: str, selectors: tuple[str, ...], config: Config) -> tuple[str, ...]:
    """Whole codes: what is said of one file or one severity outranks any selector."""
    return tuple(rule.code for rule in _named(key, config, lambda: select_rules(selectors)))


def _known(key: str, selectors: tuple[str, ...], config: Config | None = None) -> tuple[str, ...]:
    """The selectors themselves, each of them known to select something."""
    _named(key, config, lambda: select_rules(selectors))
    return selectors


def _named(key: str, config: Config | None, decide: Callable[[], _T]) -> _T:
    try:
        return decide()
    except ConfigError as error:
        source = f"{config.source}: " if config is not None and config.source else ""
        raise ConfigError(f"{source}{key}: {error}") from error


def _glob(glob: str, config: Config) -> str:
    return _named("per-file-ignores", config, lambda: check_glob(glob))


def _specificity(entry: tuple[str, str]) -> int:
    selector = entry[0].strip()
    return 0 if selector.upper() == "ALL" else len(selector)
