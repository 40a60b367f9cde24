"""``dtaa-lint review export|score``: human validation."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import ClassVar, NoReturn

from dtaa_lint.cli.args.parser import (
    DESCRIBE,
    PROGRAM,
    Parser,
    add_format,
    add_lang,
    add_password,
    choice,
    file_name,
    format_of,
    make_parser,
)
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.words import SOURCE, pick

ACTIONS = ("export", "score")
SHEETS = ("xlsx", "csv")
SCORE_FORMATS = ("text", "json")
_MOST_REVIEWERS = 50
_MOST = 5_000
_ANSWERS = 80
_COUNT = re.compile(r"[1-9]\d{0,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReviewExportOptions:
    """``dtaa-lint review export RUN_DIR|PDF… -o PLACE``."""

    runner: ClassVar[str] = "dtaa_lint.cli.review:export"
    paths: tuple[str, ...]
    output: str
    """A file, or a folder."""
    folder: bool
    """Whether ``output`` is a folder, with a file for each reviewer."""
    format: str
    reviewers: int
    size: int
    answers: int
    """Answers to draw; 0: none."""
    quiet: bool
    lang: str = SOURCE
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ReviewScoreOptions:
    """``dtaa-lint review score SHEET…``."""

    runner: ClassVar[str] = "dtaa_lint.cli.review:score"
    sheets: tuple[str, ...]
    key: str | None
    format: str
    output: str | None
    lang: str = SOURCE


def read_review(argv: Sequence[str]) -> ReviewExportOptions | ReviewScoreOptions:
    if argv is DESCRIBE:
        _describe()
    if argv and argv[0] == "export":
        return _read_export(argv[1:])
    if argv and argv[0] == "score":
        return _read_score(argv[1:])
    return _read_neither(argv)


def _read_neither(argv: Sequence[str]) -> NoReturn:
    parser = _parser()
    if any(word in ("-h", "--help") for word in argv):
        parser.parse_args(["--help"])
    word = argv[0] if argv else ""
    near = did_you_mean(word, ACTIONS) if word else ""
    parser.error(f'"{word}" is neither export nor score{near}')


def _describe() -> NoReturn:
    """Shows one parser with what may stand behind either word."""
    parser = _parser()
    for other in (_export_parser(), _score_parser()):
        for action in other._actions:
            if action.option_strings and action.option_strings[-1] not in parser.option_names:
                parser._add_action(action)
    parser.read(DESCRIBE)
    raise AssertionError("it was described")


def _parser() -> Parser:
    parser = make_parser(
        f"{PROGRAM} review",
        "Let people judge what was derived: export draws a sample of tasks and writes a sheet for\n"
        "each reviewer, score reads the filled sheets (each has its own --help).",
        "examples:\n  dtaa-lint review export runs/report -o review/ --reviewers 2 --answers\n"
        "  dtaa-lint review score review/",
    )
    parser.add_argument("action", metavar="{export,score}", nargs="?", help="what to do")
    return parser


def _export_parser() -> Parser:
    parser = make_parser(
        f"{PROGRAM} review export",
        "Draw a sample of tasks over all operations, topologies and motifs, and write a sheet for\n"
        "each reviewer: the same tasks in an order of its own. Beside the sheets goes a key that\n"
        "`review score` reads and reviewers must not. The sample depends on the documents alone.",
        "examples:\n  dtaa-lint review export report.pdf -o review.xlsx\n"
        "  dtaa-lint review export runs/report -o review/ --reviewers 2 --answers",
    )
    parser.add_argument(
        "paths", metavar="RUN_DIR|PDF", nargs="+",
        help="the folder of a run (with its phrasings and answers), or documents",
    )  # fmt: skip
    parser.add_argument(
        "-o", dest="output", type=file_name, required=True, metavar="FILE|DIR/",
        help="a workbook, a CSV file, or a folder with a file for each reviewer",
    )  # fmt: skip
    parser.add_argument(
        "--format", type=choice(*SHEETS), metavar="{xlsx,csv}",
        help="kind of the files (xlsx unless set, here or by the suffix of -o)",
    )  # fmt: skip
    parser.add_argument("--reviewers", type=_reviewers, default=1, metavar="N",
        help="sheets to make (1 unless set; two or more show how far people agree)")  # fmt: skip
    parser.add_argument("--size", type=_size, default=80, metavar="N",
        help="tasks of the sample (80 unless set)")  # fmt: skip
    parser.add_argument(
        "--answers", type=_size, nargs="?", const=_ANSWERS, default=0, metavar="N",
        help="have N answers judged as well (80 when N is left out), whatever the judge said of "
        "them",
    )  # fmt: skip
    add_password(parser)
    add_lang(parser)
    parser.add_argument("--quiet", action="store_true", help="say nothing of what was written")
    return parser


def _read_export(argv: Sequence[str]) -> ReviewExportOptions:
    parser = _export_parser()
    found = parser.read(argv)
    suffix = PurePath(found.output).suffix.lower().lstrip(".")
    folder = found.output.endswith(("/", "\\")) or suffix not in SHEETS
    if found.output == "-":
        parser.error("sheets are files: name one, or a folder")
    if folder and suffix and not found.output.endswith(("/", "\\")):
        parser.error(f"{found.output}: name a .xlsx or .csv file, or a folder with / at its end")
    if not folder and found.format not in (None, suffix):
        parser.error(f"{found.output}: is no file of --format {found.format}")
    form = found.format or (SHEETS[0] if folder else suffix)
    if not folder and form == "csv" and (found.reviewers > 1 or found.answers):
        parser.error("a .csv file holds one sheet: name a folder (-o DIR/), or a .xlsx file")
    return ReviewExportOptions(
        tuple(found.paths), found.output, folder, form, found.reviewers, found.size,
        found.answers, found.quiet, pick(found.lang or SOURCE), found.password,
    )  # fmt: skip


def _score_parser() -> Parser:
    parser = make_parser(
        f"{PROGRAM} review score",
        "Read filled sheets (.xlsx, .csv, any mixture): rates against their targets, agreement of\n"
        "the reviewers, of people and the judge, and answerability corrected for the judge's\n"
        "errors. The status is 1 when a target is missed, 2 when something in a sheet had to be\n"
        "left out.",
        "example:\n  dtaa-lint review score review/ --format json -o review.json",
    )
    parser.add_argument(
        "sheets", metavar="SHEET|DIR", nargs="+", help="a filled .xlsx or .csv file, or a folder"
    )
    parser.add_argument(
        "--key", metavar="FILE",
        help="the key that the export wrote (found beside the sheets unless set)",
    )  # fmt: skip
    add_format(parser, *SCORE_FORMATS)
    parser.add_argument(
        "-o", dest="file", type=file_name, metavar="FILE", help="write to FILE instead of stdout"
    )
    return parser


def _read_score(argv: Sequence[str]) -> ReviewScoreOptions:
    parser = _score_parser()
    add_lang(parser)
    found = parser.read(argv)
    form = found.format or format_of(found.file, SCORE_FORMATS) or "text"
    return ReviewScoreOptions(
        tuple(found.sheets), found.key, form, found.file, pick(found.lang or SOURCE)
    )


def _reviewers(text: str) -> int:
    return _number(text, _MOST_REVIEWERS)


def _size(text: str) -> int:
    return _number(text, _MOST)


def _number(text: str, most: int) -> int:
    digits = text.replace(",", "")
    if _COUNT.fullmatch(digits) is None or int(digits) > most:
        raise argparse.ArgumentTypeError(f'"{text}" must be a number from 1 to {most:,}')
    return int(digits)
