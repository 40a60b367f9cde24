"""``dtaa-lint [PATHS…]``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.cli.args.parser import (
    COMMANDS,
    PROGRAM,
    add_color,
    add_password,
    choice,
    codes_of,
    file_name,
    format_path,
    jobs_of,
    make_parser,
    one_of,
    places_of,
)
from dtaa_lint.config import FAIL_LEVELS, FORMATS

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

    runner: ClassVar[str] = "dtaa_lint.cli.run:lint"
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


def read_lint(argv: Sequence[str]) -> LintOptions:
    parser = make_parser(PROGRAM, LINT_HELP, LINT_EXAMPLES)
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
        "--format", type=choice(*FORMATS), metavar=one_of(FORMATS),
        help="report format (text unless set, here or in the configuration)",
    )  # fmt: skip
    add(
        "-o",
        dest="file",
        type=file_name,
        metavar="FILE",
        help="write the report to FILE instead of stdout",
    )
    add(
        "--output", type=format_path, action="append", default=[], metavar="FORMAT=PATH",
        help="write the report to a file besides, in a format of its own; may be repeated",
    )  # fmt: skip
    add("--quiet", action="store_true", help="findings only: no summary, no totals, no progress")
    add("--statistics", action="store_true", help="text: counts per rule in place of findings")
    add("--places", type=places_of, metavar="N", help="text: places shown per cause, or all")
    add_color(group)

    group = parser.add_argument_group("rules")
    add = group.add_argument
    codes = "CODES"
    add(
        "--select", type=codes_of, action="extend", metavar=codes,
        help="run only these rules: codes, prefixes (DT01), guidelines (G01) or names, "
        "comma-separated; sets aside the selection of the configuration",
    )  # fmt: skip
    add("--ignore", type=codes_of, action="extend", default=[], metavar=codes,
        help="leave these rules out")  # fmt: skip
    add("--extend-select", type=codes_of, action="extend", default=[], metavar=codes,
        help="run these rules besides the selected ones")  # fmt: skip
    add(
        "--fail-on", type=choice(*FAIL_LEVELS), metavar=one_of(FAIL_LEVELS),
        help="lowest severity that makes the exit status 1 (warning unless set)",
    )  # fmt: skip

    group = parser.add_argument_group("input")
    add = group.add_argument
    add("--include", action="append", metavar="GLOB",
        help="files to take from folders (*.pdf unless set); may be repeated")  # fmt: skip
    add("--exclude", action="append", default=[], metavar="GLOB",
        help="files and folders to leave out; may be repeated")  # fmt: skip
    add_password(group)
    which = group.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="read this configuration file")
    which.add_argument("--isolated", action="store_true", help="read no configuration file")
    add("--jobs", type=jobs_of, default=0, metavar="N",
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
