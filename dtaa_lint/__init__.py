"""dtaa-lint: which information tasks a tagged PDF's structure supports, and what to repair.

    import dtaa_lint

    report = dtaa_lint.lint("report.pdf", select=["G01", "G02"])
    for finding in report.files[0].findings:
        print(finding.code, finding.page_label, finding.path, finding.message)

Nothing heavy is imported before a function is called.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from typing import TYPE_CHECKING

from dtaa_lint._version import __version__
from dtaa_lint.errors import ConfigError, DtaaError, InputError, PasswordError, RuleError

if TYPE_CHECKING:
    from dtaa_lint.findings.finding import FileReport, Finding, Report
    from dtaa_lint.graph.view import View as Document
    from dtaa_lint.universe.universe import Universe

__all__ = [
    "ConfigError",
    "Document",
    "DtaaError",
    "FileReport",
    "Finding",
    "InputError",
    "PasswordError",
    "Report",
    "RuleError",
    "Universe",
    "__version__",
    "compile",
    "lint",
    "tasks",
]

_LAZY = {
    "Document": ("dtaa_lint.graph.view", "View"),
    "FileReport": ("dtaa_lint.findings.finding", "FileReport"),
    "Finding": ("dtaa_lint.findings.finding", "Finding"),
    "Report": ("dtaa_lint.findings.finding", "Report"),
    "Universe": ("dtaa_lint.universe.universe", "Universe"),
}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        from importlib import import_module

        module, attribute = _LAZY[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'dtaa_lint' has no attribute {name!r}")


def compile(path: str | PathLike[str], *, password: str | None = None) -> Document:
    """Reads a tagged PDF and compiles its structure: nodes, headings, tables, lists, notes.

    Raises InputError (PasswordError for a locked file) when it cannot be read.
    """
    from dtaa_lint.graph.view import View
    from dtaa_lint.pdf.read import read

    return View(read(_name(path), password=password))


def tasks(path: str | PathLike[str], *, password: str | None = None) -> Universe:
    """Every information task that the document's structure supports, and every rejected one.

    Raises InputError when the file cannot be read.
    """
    from dtaa_lint.universe.universe import enumerate_tasks

    return enumerate_tasks(compile(path, password=password))


def lint(
    *paths: str | PathLike[str],
    select: str | Iterable[str] = ("ALL",),
    ignore: str | Iterable[str] = (),
    password: str | None = None,
    profile: str | None = None,
    impact: bool = True,
    plan: bool = False,
    lang: str = "en",
) -> Report:
    """Lints files. ``select`` and ``ignore`` take codes (``DT0102``), beginnings of codes
    (``DT01``), guidelines (``G01``), rule names and ``ALL``: several, or one string with commas
    between them. ``profile`` is the name or the file of a profile: its severities hold, and each
    ``FileReport`` has its ``acceptance``. ``impact``: count what each repair unlocks (up to half of
    the time); ``plan``: order the repairs by it. ``lang``: the language of messages and rules, such
    as ``fr``. Configuration files and environment variables are not read.

    A file that cannot be read gets a ``FileReport`` with ``error`` and does not stop the others.
    Raises ConfigError for a selector or a profile that names nothing, for a language that there is
    not, and for a path that is none.
    """
    from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
    from dtaa_lint.words import pick

    names = [_name(path) for path in paths]
    options = LintOptions(
        select=_selectors(select),
        ignore=_selectors(ignore),
        password=password,
        impact=impact or plan,
        plan=plan,
        lang=pick(lang),
    )
    if profile is not None:
        from dtaa_lint.findings.profiles import find_profile, under

        options = under(find_profile(profile), options)
    return make_report([lint_file(name, options) for name in names], options)


def _name(path: str | PathLike[str]) -> str:
    if isinstance(path, str | PathLike):
        name = fspath(path)
        if isinstance(name, str):
            return name
    raise ConfigError(
        f"a path must be a str or an os.PathLike of str, not {type(path).__name__}; "
        "lint takes several as lint(*paths)"
    )


def _selectors(given: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        return tuple(part.strip() for part in given.split(",") if part.strip())
    return tuple(given)
