"""The command line: what can be typed, and the typed options that come of it.

Nothing here imports more than argparse, so that ``--version`` and usage errors are instant.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NoReturn, TypeAlias

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.config import FAIL_LEVELS, FORMATS
from dtaa_lint.hidden import visible
from dtaa_lint.suggest import did_you_mean

PROGRAM = "dtaa-lint"
COMMANDS = ("tree", "tasks", "rules", "explain")
TREE_FORMATS = ("text", "json", "xml")
TASKS_FORMATS = ("text", "json")
COLORS = ("auto", "always", "never")
SUFFIXES = {
    ".json": "json", ".xml": "xml", ".csv": "csv", ".sarif": "sarif", ".txt": "text",
}  # fmt: skip
"""What ``-o FILE`` means for the format when none is given."""

LINT_HELP = """\
Lint tagged PDFs for answerability: compile the tag tree into a graph, enumerate every
information task that the declared structure supports, and list, element by element,
what keeps the others from being answered.
"""

LINT_EXAMPLES = """\
other commands (the command comes first; a file of that name is ./NAME):
  tree FILE             print the tag tree with roles, text and header paths
  tasks FILE…           count the information tasks, and what was rejected and why
  rules                 list the rules
  explain WORD          explain a rule (code or name), a guideline (G01), a task class, a motif
                        or a rejection reason
  COMMAND --help        the options of a command

examples:
  dtaa-lint report.pdf
  dtaa-lint exports/ --exclude 'drafts' --format sarif -o out.sarif
  dtaa-lint *.pdf --output json=findings.json --output csv=punch-list.csv
  dtaa-lint form.pdf --select DT01,DT02 --ignore scope-missing
  dtaa-lint manual.pdf --fail-on error --statistics
  curl -s https://example.org/report.pdf | dtaa-lint -

exit status:
  0  nothing at or above the fail level (warning unless set)
  1  findings at or above it
  2  wrong usage, wrong configuration, a file that could not be read or a rule that could not
     be checked
  130  interrupted (Ctrl-C)
"""


@dataclass(frozen=True, slots=True)
class LintOptions:
    """``dtaa-lint [PATHS…]``; None where the configuration file may speak."""

    paths: tuple[str, ...]
    format: str | None
    file: str | None
    """``-o``: where the report goes in place of stdout."""
    outputs: tuple[tuple[str, str], ...]
    """(format, file) of each ``--output``: further reports."""
    select: tuple[str, ...] | None
    ignore: tuple[str, ...]
    extend_select: tuple[str, ...]
    fail_on: str | None
    quiet: bool
    statistics: bool
    places: int | None
    """Places shown per cause in text; 0: all."""
    password: str | None
    config: str | None
    isolated: bool
    include: tuple[str, ...] | None
    exclude: tuple[str, ...]
    jobs: int
    """0: as many as pay."""
    color: str


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """``dtaa-lint tree FILE``."""

    path: str
    format: str
    output: str | None
    password: str | None
    color: str


@dataclass(frozen=True, slots=True)
class TasksOptions:
    """``dtaa-lint tasks FILE…``."""

    paths: tuple[str, ...]
    format: str
    output: str | None
    password: str | None
    color: str


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """``dtaa-lint rules``."""

    format: str
    color: str


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """``dtaa-lint explain CODE``."""

    subject: str
    color: str


Options: TypeAlias = LintOptions | TreeOptions | TasksOptions | RulesOptions | ExplainOptions


def parse(argv: Sequence[str]) -> Options:
    """The options that ``argv`` (without the program's name) stands for.

    Raises ``SystemExit``: 0 after ``--help`` and ``--version``, 2 with one line on stderr for
    wrong usage.
    """
    if argv and argv[0] in COMMANDS:
        return _READERS[argv[0]](argv[1:])
    return _lint(argv)


class _Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and a suggestion for misspelt options."""

    def error(self, message: str) -> NoReturn:
        usage = f"(`{self.prog} --help` shows the usage)"
        self.exit(2, f"{PROGRAM}: error: {visible(message)}\n{usage}\n")

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        words = list(argv)
        if "--" in words:
            # Intermixed parsing loses track of what follows "--"; such words are paths here.
            end = words.index("--")
            words[end:] = [f"./{word}" if word[:1] == "-" else word for word in words[end + 1 :]]
        found, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            option = next((word for word in unknown if word.startswith("-")), unknown[0])
            option = option.split("=")[0]
            known = [name for name in self._option_string_actions if name.startswith("--")]
            kind = "option" if option.startswith("-") else "argument"
            self.error(f"unknown {kind} {option}{did_you_mean(option, known)}")
        return found


def _parser(prog: str, description: str, epilog: str = "") -> _Parser:
    return _Parser(
        prog=prog,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _choice(*known: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in known:
            raise argparse.ArgumentTypeError(
                f'"{value}" is none of {", ".join(known)}{did_you_mean(value, known)}'
            )
        return value

    return read


def _codes(value: str) -> tuple[str, ...]:
    codes = tuple(code.strip() for code in value.split(",") if code.strip())
    if not codes:
        raise argparse.ArgumentTypeError("name at least one code, prefix or rule")
    return codes


def _format_path(value: str) -> tuple[str, str]:
    name, equals, path = value.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(f'"{value}" must look like FORMAT=PATH')
    return _choice(*FORMATS)(name), path


def _jobs(value: str) -> int:
    if value == "auto":
        return 0
    if not value.isascii() or not value.isdigit() or not 1 <= int(value[:9]) <= 1024:
        raise argparse.ArgumentTypeError(f'"{value}" must be a number from 1 to 1024, or auto')
    return int(value)


def _places(value: str) -> int:
    if value == "all":
        return 0
    if not value.isascii() or not value.isdigit():
        raise argparse.ArgumentTypeError(f'"{value}" must be a number, or all')
    return int(value[:9])


def _one_of(known: Sequence[str]) -> str:
    return "{" + ",".join(known) + "}"


def _add_color(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--color", type=_choice(*COLORS), default="auto", metavar=_one_of(COLORS),
        help="colours: auto is for terminals only, and NO_COLOR is honoured",
    )  # fmt: skip


def _add_format(parser: argparse.ArgumentParser, *known: str) -> None:
    parser.add_argument(
        "--format", type=_choice(*known), metavar=_one_of(known),
        help="what to print (text unless set, here or by the suffix of -o)",
    )  # fmt: skip


def format_of(file: str | None, known: Sequence[str]) -> str | None:
    """The format that the suffix of ``-o FILE`` stands for; None when it stands for none."""
    found = SUFFIXES.get(PurePath(file).suffix.lower()) if file else None
    return found if found in known else None


def _add_password(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--password", metavar="TEXT",
        help="password of encrypted files; the variable DTAA_PASSWORD keeps it out of the "
        "process list",
    )  # fmt: skip


def _lint(argv: Sequence[str]) -> LintOptions:
    parser = _parser(PROGRAM, LINT_HELP, LINT_EXAMPLES)
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="a PDF, a folder of PDFs, or - for stdin")
    add(
        "--version", action="version",
        version=f"{PROGRAM} {__version__} (task protocol {PROTOCOL})",
        help="print the version and exit",
    )  # fmt: skip

    group = parser.add_argument_group("output")
    add = group.add_argument
    add(
        "--format", type=_choice(*FORMATS), metavar=_one_of(FORMATS),
        help="report format (text unless set, here or in the configuration)",
    )  # fmt: skip
    add("-o", dest="file", metavar="FILE", help="write the report to FILE instead of stdout")
    add(
        "--output", type=_format_path, action="append", default=[], metavar="FORMAT=PATH",
        help="write the report to a file besides, in a format of its own; may be repeated",
    )  # fmt: skip
    add("--quiet", action="store_true", help="findings only: no summary, no totals, no progress")
    add("--statistics", action="store_true", help="text: counts per rule in place of findings")
    add("--places", type=_places, metavar="N", help="text: places shown per cause, or all")
    _add_color(group)

    group = parser.add_argument_group("rules")
    add = group.add_argument
    codes = "CODES"
    add(
        "--select", type=_codes, action="extend", metavar=codes,
        help="run only these rules: codes, prefixes (DT01), guidelines (G01) or names, "
        "comma-separated; sets aside the selection of the configuration",
    )  # fmt: skip
    add("--ignore", type=_codes, action="extend", default=[], metavar=codes,
        help="leave these rules out")  # fmt: skip
    add("--extend-select", type=_codes, action="extend", default=[], metavar=codes,
        help="run these rules besides the selected ones")  # fmt: skip
    add(
        "--fail-on", type=_choice(*FAIL_LEVELS), metavar=_one_of(FAIL_LEVELS),
        help="lowest severity that makes the exit status 1 (warning unless set)",
    )  # fmt: skip

    group = parser.add_argument_group("input")
    add = group.add_argument
    add("--include", action="append", metavar="GLOB",
        help="files to take from folders (*.pdf unless set); may be repeated")  # fmt: skip
    add("--exclude", action="append", default=[], metavar="GLOB",
        help="files and folders to leave out; may be repeated")  # fmt: skip
    _add_password(group)
    which = group.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="read this configuration file")
    which.add_argument("--isolated", action="store_true", help="read no configuration file")
    add("--jobs", type=_jobs, default=0, metavar="N",
        help="files to lint at the same time (auto unless set)")  # fmt: skip

    found = parser.read(argv)
    if not found.paths:
        parser.error("name a PDF, a folder, or - for standard input")
    misplaced = next((word for word in found.paths if word in COMMANDS), None)
    if misplaced is not None and argv[0] != misplaced:
        parser.error(
            f'"{misplaced}" is a command and must come first; for a file of that name '
            f"write ./{misplaced}"
        )
    return LintOptions(
        paths=tuple(found.paths),
        format=found.format,
        file=found.file,
        outputs=tuple(found.output),
        select=None if found.select is None else tuple(found.select),
        ignore=tuple(found.ignore),
        extend_select=tuple(found.extend_select),
        fail_on=found.fail_on,
        quiet=found.quiet,
        statistics=found.statistics,
        places=found.places,
        password=found.password,
        config=found.config,
        isolated=found.isolated,
        include=None if found.include is None else tuple(found.include),
        exclude=tuple(found.exclude),
        jobs=found.jobs,
        color=found.color,
    )


def _tree(argv: Sequence[str]) -> TreeOptions:
    parser = _parser(
        f"{PROGRAM} tree", "Print the tag tree with roles, text and header paths.",
        "example:\n  dtaa-lint tree report.pdf -o graph.json",
    )  # fmt: skip
    parser.add_argument("path", metavar="FILE", help="a PDF, or - for stdin")
    _add_format(parser, *TREE_FORMATS)
    parser.add_argument("-o", dest="file", metavar="FILE", help="write to FILE instead of stdout")
    _add_password(parser)
    _add_color(parser)
    found = parser.read(argv)
    form = found.format or format_of(found.file, TREE_FORMATS) or "text"
    return TreeOptions(found.path, form, found.file, found.password, found.color)


def _tasks(argv: Sequence[str]) -> TasksOptions:
    parser = _parser(
        f"{PROGRAM} tasks",
        "Count the information tasks that the structure supports, per class and motif, and the\n"
        "rejected candidates by reason. --format json lists every task and every rejection.",
        "example:\n  dtaa-lint tasks report.pdf -o tasks.json",
    )
    parser.add_argument("paths", metavar="FILE", nargs="+", help="a PDF, or - for stdin")
    _add_format(parser, *TASKS_FORMATS)
    parser.add_argument("-o", dest="file", metavar="FILE", help="write to FILE instead of stdout")
    _add_password(parser)
    _add_color(parser)
    found = parser.read(argv)
    form = found.format or format_of(found.file, TASKS_FORMATS) or "text"
    return TasksOptions(tuple(found.paths), form, found.file, found.password, found.color)


def _rules(argv: Sequence[str]) -> RulesOptions:
    parser = _parser(f"{PROGRAM} rules", "List the rules, guideline by guideline.")
    _add_format(parser, "text", "json")
    _add_color(parser)
    found = parser.read(argv)
    return RulesOptions(found.format or "text", found.color)


def _explain(argv: Sequence[str]) -> ExplainOptions:
    parser = _parser(
        f"{PROGRAM} explain",
        "Explain a rule or a guideline: what it finds, why it costs answers, how to repair it;\n"
        "or a word of the tasks: an operation, topology, task class, motif or rejection reason.",
        "examples:\n  dtaa-lint explain DT0102\n  dtaa-lint explain cell-without-row-header\n"
        "  dtaa-lint explain G01\n  dtaa-lint explain EXTRACT-L4\n"
        "  dtaa-lint explain INCOMPLETE_EVIDENCE",
    )
    parser.add_argument(
        "subject",
        metavar="WORD",
        help="a rule's code, its beginning or name, a guideline, or a word of the tasks",
    )
    _add_color(parser)
    found = parser.read(argv)
    return ExplainOptions(found.subject, found.color)


_READERS: dict[str, Callable[[Sequence[str]], Options]] = {
    "tree": _tree,
    "tasks": _tasks,
    "rules": _rules,
    "explain": _explain,
}
