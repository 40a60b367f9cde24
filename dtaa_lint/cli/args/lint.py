"""``dtaa-lint [PATHS…]``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.cli.args.answerability import (
    AnswerabilityOptions,
    add_answerability,
    answerability_of,
)
from dtaa_lint.cli.args.parser import (
    COMMANDS,
    PROGRAM,
    Parser,
    add_color,
    add_lang,
    choice,
    file_name,
    format_path,
    make_parser,
    one_of,
    places_of,
)
from dtaa_lint.cli.args.shared import add_input, add_selection, add_thresholds, common
from dtaa_lint.config import FAIL_LEVELS, FORMATS, web_address
from dtaa_lint.settings.thresholds import NO_THRESHOLDS, Thresholds

LINT_HELP = """\
Lint tagged PDFs for answerability: compile the tag tree into a graph, enumerate every
information task that the declared structure supports, and list, element by element,
what keeps the others from being answered.
"""

LINT_EXAMPLES = """\
other commands (the command comes first; a file of that name is ./NAME):
  tree FILE             print the tag tree with roles, text and header paths
  tasks FILE…           count the information tasks, and what was rejected and why
  diff OLD NEW          what a revision loses, gains and changes; fails when tasks are lost
  baseline PATH…        write the findings of today to a file for --baseline
  calibrate PATH…       propose a profile from documents of one class
  answerability WHAT DIR  report on, score again or go on with the run of an assessment
  review export|score   sheets for people who judge the tasks, and what they say
  profiles              list the profiles
  rules                 list the rules
  completion SHELL      print a script that makes a shell complete what is typed
  explain WORD          explain a rule (code or name), a guideline (G01), a profile, a task class,
                        a motif or a rejection reason
  COMMAND --help        the options of a command

examples:
  dtaa-lint report.pdf
  dtaa-lint exports/ --exclude 'drafts' --format sarif -o out.sarif
  dtaa-lint *.pdf --output json=findings.json --output csv=punch-list.csv
  dtaa-lint form.pdf --select DT01,DT02 --ignore scope-missing
  dtaa-lint manual.pdf --fail-on error --statistics
  dtaa-lint exports/ --profile report --baseline known.json
  dtaa-lint manual.pdf --plan
  dtaa-lint manual.pdf --fix
  dtaa-lint manual.pdf --answerability --min-answerability all=60%
  dtaa-lint exports/ --watch
  curl -s https://example.org/report.pdf | dtaa-lint -

exit status:
  0  nothing at or above the fail level (warning unless set), every threshold kept
  1  otherwise
  2  wrong usage, wrong configuration, a file that could not be read or a rule that could not
     be checked; of an assessment: a system, question or answer that could not be measured, or
     a threshold with nothing to measure
  130  interrupted (Ctrl-C)
"""


@dataclass(frozen=True, slots=True)
class LintOptions:
    """``dtaa-lint [PATHS…]``; None where the configuration file may speak."""

    runner: ClassVar[str] = "dtaa_lint.cli.run:lint"
    paths: tuple[str, ...]
    format: str | None = None
    file: str | None = None
    """``-o``: where the report goes in place of stdout."""
    outputs: tuple[tuple[str, str], ...] = ()
    """(format, file) of each ``--output``: further reports."""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    fail_on: str | None = None
    quiet: bool = False
    statistics: bool = False
    impact: bool = True
    """False: what repairs unlock is not counted."""
    plan: bool = False
    images: bool = True
    """False: no pictures of pages in reports."""
    annotate: str | None = None
    """File or folder of the review copies."""
    fix: bool = False
    """Write repaired copies and lint those."""
    fix_dir: str | None = None
    """Folder of the copies; None: beside the files."""
    in_place: bool = False
    places: int | None = None
    """Places shown per cause in text; 0: all."""
    password: str | None = None
    config: str | None = None
    isolated: bool = False
    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    jobs: int = 0
    """0: as many as pay."""
    color: str = "auto"
    lang: str | None = None
    """Language of the reports, as the user asks for it."""
    profile: str | None = None
    """Name or file of the profile."""
    thresholds: Thresholds = NO_THRESHOLDS
    """What the options say of them."""
    baseline: str | None = None
    """File of known findings."""
    prune_baseline: bool = False
    answerability: AnswerabilityOptions | None = None
    """None: the documents are not assessed."""
    watch: bool = False
    """Lint again whenever an input changes, until interrupted."""
    docs_url: str | None = None
    """Address of the documentation that reports link to."""


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
    add(
        "--annotate", type=file_name, metavar="OUT.pdf",
        help="write a review copy: the PDF with its findings as notes and bookmarks; for several "
        "files a folder, DIR/",
    )  # fmt: skip
    add("--quiet", action="store_true", help="findings only: no summary, no totals, no progress")
    add("--statistics", action="store_true", help="text: counts per rule in place of findings")
    add("--plan", action="store_true",
        help="add the order of repairs that unlocks most (text and json)")  # fmt: skip
    add("--no-impact", action="store_true",
        help="do not count what repairs unlock, which may take half of the time")  # fmt: skip
    add("--no-images", action="store_true", help="html: no pictures of the pages")
    add("--places", type=places_of, metavar="N", help="text: places shown per cause, or all")
    add("--docs-url", type=_address_of, metavar="URL",
        help="where the documentation is: reports link rules to their pages there")  # fmt: skip
    add_color(group)
    add_lang(group)

    group = parser.add_argument_group("rules")
    add_selection(group)
    add = group.add_argument
    add(
        "--fail-on", type=choice(*FAIL_LEVELS), metavar=one_of(FAIL_LEVELS),
        help="lowest severity that makes the exit status 1 (warning unless set)",
    )  # fmt: skip
    add(
        "--baseline", metavar="FILE",
        help="findings that this file knows fail nothing; `dtaa-lint baseline` writes it",
    )  # fmt: skip
    add("--prune-baseline", action="store_true",
        help="take out of the baseline what the files have no longer")  # fmt: skip

    group = parser.add_argument_group("repair")
    add = group.add_argument
    add(
        "--fix", action="store_true",
        help="write a repaired copy, NAME.fixed.pdf, of each file and lint that: only what has "
        "one right answer, nothing on a page changes",
    )  # fmt: skip
    add("--fix-dir", metavar="DIR", help="with --fix: write the copies to DIR, under their names")
    add("--in-place", action="store_true", help="with --fix: replace the files themselves")

    add_thresholds(parser.add_argument_group("acceptance"))
    add_answerability(parser.add_argument_group("answerability"))
    group = parser.add_argument_group("input")
    add_input(group)
    group.add_argument(
        "--watch", action="store_true",
        help="lint again whenever a file changes, is added or goes, until Ctrl-C",
    )  # fmt: skip

    found = parser.read(argv)
    if not found.paths:
        parser.error("name a PDF, a folder, or - for standard input")
    if (found.in_place or found.fix_dir is not None) and not found.fix:
        parser.error("--in-place and --fix-dir go with --fix")
    if found.in_place and found.fix_dir is not None:
        parser.error("--in-place and --fix-dir exclude each other")
    if found.plan and found.no_impact:
        parser.error("--plan needs what --no-impact leaves out")
    if found.watch:
        _refuse_unwatchable(parser, found)
    misplaced = next((word for word in found.paths if word in COMMANDS), None)
    if misplaced is not None and argv[0] != misplaced:
        parser.error(
            f'"{misplaced}" is a command and must come first; for a file of that name '
            f"write ./{misplaced}"
        )
    assessment = answerability_of(found, parser)
    return LintOptions(
        paths=tuple(found.paths),
        format=found.format,
        file=found.file,
        outputs=tuple(found.output),
        fail_on=found.fail_on,
        quiet=found.quiet,
        statistics=found.statistics,
        impact=not found.no_impact,
        plan=found.plan,
        images=not found.no_images,
        annotate=found.annotate,
        fix=found.fix,
        fix_dir=found.fix_dir,
        in_place=found.in_place,
        places=found.places,
        color=found.color,
        lang=found.lang,
        baseline=found.baseline,
        answerability=assessment,
        prune_baseline=found.prune_baseline,
        watch=found.watch,
        docs_url=found.docs_url,
        **common(found),
    )


def _address_of(text: str) -> str:
    try:
        return web_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f'"{text}" must be {error}') from error


def _refuse_unwatchable(parser: Parser, found: argparse.Namespace) -> None:
    """Standard input comes once, and what writes into the watched files would set off itself."""
    if "-" in found.paths:
        parser.error("--watch needs files or folders: standard input comes only once")
    if found.annotate is not None:
        parser.error("--watch only reads: run --annotate by itself")
    if found.fix:
        parser.error("--watch only reads: run --fix when the export is as it is to stay")
    if found.prune_baseline:
        parser.error("--watch only reads: run --prune-baseline once, by itself")
    if found.answerability:
        parser.error("--watch lints: run --answerability once, by itself")
