"""The commands that hold documents against each other, or against what was known of them:
``diff``, ``baseline``, ``calibrate``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtaa_lint.cli.args.answerability import add_answerability, answerability_of
from dtaa_lint.cli.args.lint import LintOptions
from dtaa_lint.cli.args.parser import (
    PROGRAM,
    add_color,
    add_format,
    add_lang,
    file_name,
    format_of,
    make_parser,
    places_of,
)
from dtaa_lint.cli.args.shared import add_config, add_input, add_selection, common

DIFF_FORMATS = ("text", "json")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_MAX_NAME = 60
_LOST = re.compile(r"(\d{1,9})|(\d{1,3}(?:\.\d{1,6})?)\s*%", re.ASCII)


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """``dtaa-lint diff OLD NEW``."""

    runner: ClassVar[str] = "dtaa_lint.cli.diff:diff"
    lint: LintOptions
    """What to run; its paths are the two files."""
    format: str
    output: str | None
    max_lost: float
    """Tasks that may be lost; a share (0 to 1) of the old file's when ``lost_share``."""
    lost_share: bool
    places: int
    """Tasks and findings of a kind that text lists; 0: all."""


@dataclass(frozen=True, slots=True)
class BaselineOptions:
    """``dtaa-lint baseline PATH…``."""

    runner: ClassVar[str] = "dtaa_lint.cli.baseline:baseline"
    lint: LintOptions
    output: str | None


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """``dtaa-lint calibrate PATH…``."""

    runner: ClassVar[str] = "dtaa_lint.cli.calibrate:calibrate"
    lint: LintOptions
    output: str | None
    percentile: float
    """Of the documents that miss each threshold, 0 to 50."""
    name: str | None


def add_file(parser: argparse.ArgumentParser) -> None:
    """``-o FILE``."""
    parser.add_argument(
        "-o", dest="file", type=file_name, metavar="FILE", help="write to FILE instead of stdout"
    )


def read_diff(argv: Sequence[str]) -> DiffOptions:
    parser = make_parser(
        f"{PROGRAM} diff",
        "Compare two revisions of a document: the tasks that are lost, gained, moved or have\n"
        "another answer, and the findings that are new or fixed. The status is 1 when more tasks\n"
        "are lost than --max-lost allows (none, unless set).",
        "examples:\n  dtaa-lint diff report-v1.pdf report-v2.pdf\n"
        "  dtaa-lint diff old.pdf new.pdf --max-lost 2% --format json -o diff.json",
    )
    parser.add_argument("old", metavar="OLD", help="the revision before")
    parser.add_argument("new", metavar="NEW", help="the revision after")
    add_format(parser, *DIFF_FORMATS)
    add_file(parser)
    parser.add_argument(
        "--max-lost", type=_lost_of, default=(0.0, False), metavar="N|P%",
        help="tasks that may be lost: a number, or a share of the old revision's",
    )  # fmt: skip
    parser.add_argument("--places", type=places_of, default=5, metavar="N",
        help="text: tasks and findings of a kind that are listed, or all")  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="no progress")
    add_color(parser)
    add_lang(parser)
    add_selection(parser)
    add_config(parser.add_argument_group("input"))
    found = parser.read(argv)
    limit, share = found.max_lost
    paths = (found.old, found.new)
    if paths == ("-", "-"):
        parser.error("only one of the revisions can come from standard input")
    return DiffOptions(
        lint=LintOptions(
            paths,
            color=found.color,
            lang=found.lang,
            quiet=found.quiet,
            impact=False,
            **common(found),
        ),
        format=found.format or format_of(found.file, DIFF_FORMATS) or "text",
        output=found.file,
        max_lost=limit,
        lost_share=share,
        places=found.places,
    )


def read_baseline(argv: Sequence[str]) -> BaselineOptions:
    parser = make_parser(
        f"{PROGRAM} baseline",
        "Write the findings of today to a file; `dtaa-lint PATH… --baseline FILE` then fails for\n"
        "new findings only. Files are named relative to the folder of FILE. With --answerability\n"
        "the findings of an assessment are written as well.",
        "example:\n  dtaa-lint baseline exports/ -o known.json",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a PDF, a folder of PDFs, or -")
    add_file(parser)
    parser.add_argument("--quiet", action="store_true", help="no progress, no totals")
    add_selection(parser)
    add_input(parser.add_argument_group("input"))
    add_answerability(parser.add_argument_group("answerability"))
    found = parser.read(argv)
    if found.estimate:
        parser.error("--estimate goes with a lint: dtaa-lint PATH… --answerability --estimate")
    options = LintOptions(
        tuple(found.paths),
        quiet=found.quiet,
        impact=False,
        answerability=answerability_of(found, parser),
        **common(found),
    )
    return BaselineOptions(options, found.file)


def read_calibrate(argv: Sequence[str]) -> CalibrateOptions:
    parser = make_parser(
        f"{PROGRAM} calibrate",
        "Lint documents of one class and propose what such documents are to be held to, as a\n"
        "profile with the distributions that were seen. The configuration's selection of rules\n"
        "holds; its thresholds, profiles, suppressions and severities do not. With --profile the\n"
        "severities are those of a profile that is to be set anew.",
        "example:\n  dtaa-lint calibrate reports/ --name quarterly -o quarterly.toml\n"
        "  dtaa-lint new.pdf --profile quarterly.toml",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a folder of PDFs, or PDFs")
    add_file(parser)
    parser.add_argument(
        "--percentile", type=_percentile_of, default=25.0, metavar="P",
        help="each threshold is one that about P %% of the documents miss (25 unless set)",
    )  # fmt: skip
    parser.add_argument("--name", type=_name_of, metavar="NAME",
        help="name of the profile (that of the folder of all PATHs unless set)")  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="no progress")
    add_selection(parser)
    add_input(parser.add_argument_group("input"))
    found = parser.read(argv)
    options = LintOptions(tuple(found.paths), quiet=found.quiet, impact=False, **common(found))
    return CalibrateOptions(options, found.file, found.percentile, found.name)


def _lost_of(text: str) -> tuple[float, bool]:
    found = _LOST.fullmatch(text.strip())
    if found is None or (found[2] and float(found[2]) > 100):
        raise argparse.ArgumentTypeError(
            f'"{text}" must be a number of tasks, or a share such as 2%'
        )
    return (float(found[2]) / 100, True) if found[2] else (float(found[1]), False)


def _percentile_of(text: str) -> float:
    if re.fullmatch(r"\d{1,2}(?:\.\d{1,3})?", text, re.ASCII) is None or float(text) > 50:
        raise argparse.ArgumentTypeError(f'"{text}" must be a number from 0 to 50')
    return float(text)


def _name_of(text: str) -> str:
    if _NAME.fullmatch(text) is None or len(text) > _MAX_NAME:
        raise argparse.ArgumentTypeError(f'"{text}" must be small letters, digits and hyphens')
    return text
