"""What to run on which file: the command line laid over the configuration and the profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias, TypeVar

from dtaa_lint.cli.args.lint import LintOptions as Arguments
from dtaa_lint.cli.globs import check_glob, matches, relative_to
from dtaa_lint.config import Config
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.engine import LintOptions
from dtaa_lint.findings.finding import FileReport, Severity
from dtaa_lint.findings.profiles import Profile, find_profile, severities
from dtaa_lint.findings.registry import select_rules
from dtaa_lint.findings.suppress import Status, Suppression, used
from dtaa_lint.report import Format
from dtaa_lint.settings.thresholds import NO_THRESHOLDS
from dtaa_lint.words import SOURCE, pick

_T = TypeVar("_T")
_Choice: TypeAlias = tuple[Profile | None, bool]
"""A profile, and whether it comes before the configuration's own keys."""


class Selection:
    """The options of the engine, for the run as a whole and for each file.

    ``--select`` sets aside the configuration's ``select``, ``extend-select``, ``ignore`` and
    every ``off``; ``--ignore`` and ``--extend-select`` add to them. A guideline that has no rules
    yet selects nothing, which is told and no error. Severities and thresholds come from the first
    of these that says something of them: the command line, the profile that it names, the
    profile of the file's pattern, the configuration, the profile that it names. Raises
    ``ConfigError`` for a selector or a profile that names nothing, and says where it stands.
    ``formats`` are the reports to be written, for what they show besides findings.
    """

    def __init__(
        self,
        arguments: Arguments,
        config: Config,
        password: str | None,
        formats: Sequence[Format] = (),
    ) -> None:
        if arguments.select is None:
            select = _known("select", config.select or ("ALL",), config)
            select += _known("extend-select", config.extend_select, config)
            ignore = _known("ignore", config.ignore, config)
        else:
            select, ignore = _known("--select", arguments.select), ()
        select += _known("--extend-select", arguments.extend_select)
        ignore += _known("--ignore", arguments.ignore)
        self._per_file = tuple(
            (_glob("per-file-ignores", glob, config), _codes("per-file-ignores", codes, config))
            for glob, codes in config.per_file_ignores
        )
        self._root = config.root
        self._off_holds = arguments.select is None
        self._password = password
        asked = arguments.lang
        self.lang = (
            pick(asked) if asked else _named("lang", config, lambda: pick(config.lang or SOURCE))
        )
        """The language of the reports."""
        self._impact = arguments.impact
        self._plan = arguments.plan or (arguments.impact and any(form.plan for form in formats))
        self._sketches = any(form.sketches for form in formats)
        self._task_lines = any(form.task_lines for form in formats)
        self._base = (select, ignore)
        self._own = (
            _named("severity", config, lambda: severities(config.severity)),
            config.thresholds,
        )
        self._thresholds = arguments.thresholds
        self._profiles = _Profiles(arguments, config)
        self._suppressions = tuple(_suppressions(config))
        self._made: dict[_Choice, LintOptions] = {}
        everything = [self._layered(choice) for choice in self._profiles.all()]
        common = set.intersection(*(set(options.ignore) for options in everything))
        general = everything[0]
        self.run = replace(general, ignore=tuple(code for code in general.ignore if code in common))
        """Without what holds for single files only: every rule that runs on some file."""
        self.notes = tuple(_notes(select, arguments.answerability is not None))
        """What to tell about the selectors."""
        if not select_rules(select, general.ignore) and select_rules(select):
            raise ConfigError("no rule is left to run: each selected one is ignored")

    def options(self, path: str) -> LintOptions:
        """The options for one file; ``path`` as the operating system knows it."""
        relative = ""
        if self._per_file or self._profiles.patterns or self._suppressions:
            relative = relative_to(path, self._root)
        options = self._layered(self._profiles.of(relative))
        ignored = tuple(
            code for glob, codes in self._per_file if matches(glob, relative) for code in codes
        )
        if ignored:
            options = replace(options, ignore=options.ignore + ignored)
        about = tuple(item for item in self._suppressions if _about(item, relative))
        return replace(options, suppressions=about) if about else options

    def profile(self, path: str) -> tuple[Profile | None, bool]:
        """The profile of one file, and whether it comes before the configuration's own keys."""
        return self._profiles.of(relative_to(path, self._root) if self._profiles.patterns else "")

    def unused_suppressions(
        self, checked: Sequence[tuple[str, FileReport]], codes: Sequence[str]
    ) -> tuple[Suppression, ...]:
        """The suppressions about a file and a rule that were checked, which no finding answers to.
        ``checked`` holds each file's path, as the operating system knows it, and its report;
        ``codes`` are the rules that were run."""
        if not self._suppressions:
            return ()
        files = [
            (relative_to(path, self._root), report)
            for path, report in checked
            if report.error is None
        ]
        asked: set[int] = set()
        answered: set[int] = set()
        for relative, report in files:
            unchecked = [item.code for item in report.unchecked if item.status != "inapplicable"]
            ran = set(codes).difference(unchecked)
            about = [
                index
                for index, item in enumerate(self._suppressions)
                if _about(item, relative) and (not item.codes or item.codes & ran)
            ]
            asked.update(about)
            found = [item for item in report.findings if item.status is Status.SUPPRESSED]
            local = used([self._suppressions[index] for index in about], found)
            answered.update(about[index] for index in local)
        return tuple(self._suppressions[index] for index in sorted(asked - answered))

    def _layered(self, choice: _Choice) -> LintOptions:
        """The options that hold where a profile does."""
        made = self._made.get(choice)
        if made is None:
            made = self._made[choice] = self._lay(*choice)
        return made

    def _lay(self, profile: Profile | None, outranks: bool) -> LintOptions:
        own, limits = self._own
        theirs = {} if profile is None else profile.severities()
        thresholds = NO_THRESHOLDS if profile is None else profile.thresholds
        if outranks:
            levels, thresholds = {**own, **theirs}, thresholds.over(limits)
        else:
            levels, thresholds = {**theirs, **own}, limits.over(thresholds)
        select, ignore = self._base
        if self._off_holds:
            ignore += tuple(sorted(code for code, level in levels.items() if level == "off"))
        return LintOptions(
            lang=self.lang,
            select=select,
            ignore=ignore,
            severity={
                code: Severity(level) for code, level in sorted(levels.items()) if level != "off"
            },
            password=self._password,
            impact=self._impact,
            plan=self._plan,
            sketches=self._sketches,
            task_lines=self._task_lines,
            thresholds=self._thresholds.over(thresholds),
            profile="" if profile is None else profile.name,
        )


class _Profiles:
    """Which profile holds for which file."""

    def __init__(self, arguments: Arguments, config: Config) -> None:
        self.patterns: tuple[tuple[str, Profile], ...] = ()
        self._general: _Choice = (None, False)
        if arguments.profile is not None:
            wanted = arguments.profile
            self._general = (_named("--profile", None, lambda: find_profile(wanted)), True)
            return
        if config.profile is not None:
            finder = _finder(config.profile, config.root)
            self._general = (_named("profile", config, finder), False)
        key = "per-file-profiles"
        self.patterns = tuple(
            (_glob(key, glob, config), _named(key, config, _finder(name, config.root)))
            for glob, name in config.per_file_profiles
        )

    def of(self, relative: str) -> _Choice:
        """The profile of a file: that of the last pattern that matches, else the general one."""
        found = [profile for glob, profile in self.patterns if matches(glob, relative)]
        return (found[-1], True) if found else self._general

    def all(self) -> list[_Choice]:
        """Every profile that may hold, the general one first."""
        return [self._general, *((profile, True) for _, profile in self.patterns)]


def _notes(select: Sequence[str], assessed: bool) -> Iterator[str]:
    for name in dict.fromkeys(select):
        rules = select_rules((name,))
        if not rules:
            yield f"{name} has no rules yet: it selects nothing"
        elif not assessed and all(rule.assessed for rule in rules):
            yield f"{name} rests on an assessment: without --answerability it selects nothing"


def _finder(name: str, root: Path) -> Callable[[], Profile]:
    return lambda: find_profile(name, root)


def _suppressions(config: Config) -> list[Suppression]:
    found: list[Suppression] = []
    for entry in config.suppress:
        codes = () if entry.rule is None else _codes("suppress", (entry.rule,), config)
        file = "" if entry.file is None else _glob("suppress", entry.file, config)
        found.append(
            Suppression(
                frozenset(codes), entry.key, entry.value, entry.reason, file, entry.rule or ""
            )
        )
    return found


def _about(suppression: Suppression, relative: str) -> bool:
    return not suppression.file or matches(suppression.file, relative)


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


def _glob(key: str, glob: str, config: Config) -> str:
    return _named(key, config, lambda: check_glob(glob))
