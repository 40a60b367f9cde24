"""The commands that show what the tool sees and knows: ``tree``, ``tasks``, ``rules``,
``explain``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtaa_lint.cli.args.parser import (
    PROGRAM,
    add_color,
    add_format,
    add_lang,
    add_password,
    file_name,
    format_of,
    make_parser,
)

TREE_FORMATS = ("text", "json", "xml")
TASKS_FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """``dtaa-lint tree FILE``."""

    runner: ClassVar[str] = "dtaa_lint.cli.commands:tree"
    path: str
    format: str
    output: str | None
    password: str | None
    color: str


@dataclass(frozen=True, slots=True)
class TasksOptions:
    """``dtaa-lint tasks FILE…``."""

    runner: ClassVar[str] = "dtaa_lint.cli.tasks:tasks"
    paths: tuple[str, ...]
    format: str
    output: str | None
    freeze: str | None
    """Folder for the frozen sets: ``FREEZE/<name of the file>/``."""
    sweep: bool
    unexplained: bool
    quiet: bool
    password: str | None
    color: str
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """``dtaa-lint rules``."""

    runner: ClassVar[str] = "dtaa_lint.cli.commands:rules"
    format: str
    color: str
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """``dtaa-lint explain CODE``."""

    runner: ClassVar[str] = "dtaa_lint.cli.commands:explain"
    subject: str
    color: str
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class ProfilesOptions:
    """``dtaa-lint profiles``."""

    runner: ClassVar[str] = "dtaa_lint.cli.profiles:profiles"
    format: str
    color: str
    lang: str | None = None


def read_tree(argv: Sequence[str]) -> TreeOptions:
    parser = make_parser(
        f"{PROGRAM} tree", "Print the tag tree with roles, text and header paths.",
        "example:\n  dtaa-lint tree report.pdf -o graph.json",
    )  # fmt: skip
    parser.add_argument("path", metavar="FILE", help="a PDF, or - for stdin")
    add_format(parser, *TREE_FORMATS)
    parser.add_argument(
        "-o", dest="file", type=file_name, metavar="FILE", help="write to FILE instead of stdout"
    )
    add_password(parser)
    add_color(parser)
    found = parser.read(argv)
    form = found.format or format_of(found.file, TREE_FORMATS) or "text"
    return TreeOptions(found.path, form, found.file, found.password, found.color)


def read_tasks(argv: Sequence[str]) -> TasksOptions:
    parser = make_parser(
        f"{PROGRAM} tasks",
        "Count the information tasks that the structure supports, per class and motif, and the\n"
        "rejected candidates by reason. --format json lists every task and every rejection.",
        "examples:\n  dtaa-lint tasks report.pdf -o tasks.json\n"
        "  dtaa-lint tasks report.pdf --freeze frozen/\n"
        "  dtaa-lint tasks exports/ --sweep",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a PDF, a folder of PDFs, or -")
    add_format(parser, *TASKS_FORMATS)
    parser.add_argument(
        "-o", dest="file", type=file_name, metavar="FILE", help="write to FILE instead of stdout"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--freeze", metavar="DIR",
        help="write DIR/NAME/: the universe, the frozen canonical task set and its manifest",
    )  # fmt: skip
    what.add_argument(
        "--sweep", action="store_true",
        help="a line for each document and the sums: tasks a page, motifs, rejections",
    )  # fmt: skip
    what.add_argument(
        "--unexplained", action="store_true",
        help="only the rejected candidates that no finding explains",
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="no progress")
    add_password(parser)
    add_color(parser)
    add_lang(parser)
    found = parser.read(argv)
    if found.freeze is not None and (found.file is not None or found.format is not None):
        parser.error("--freeze decides the files and their formats: no -o, no --format")
    form = found.format or format_of(found.file, TASKS_FORMATS) or "text"
    return TasksOptions(
        paths=tuple(found.paths),
        format=form,
        output=found.file,
        freeze=found.freeze,
        sweep=found.sweep,
        unexplained=found.unexplained,
        quiet=found.quiet,
        password=found.password,
        color=found.color,
        lang=found.lang,
    )


def read_rules(argv: Sequence[str]) -> RulesOptions:
    parser = make_parser(f"{PROGRAM} rules", "List the rules, guideline by guideline.")
    add_format(parser, "text", "json")
    add_color(parser)
    add_lang(parser)
    found = parser.read(argv)
    return RulesOptions(found.format or "text", found.color, found.lang)


def read_profiles(argv: Sequence[str]) -> ProfilesOptions:
    parser = make_parser(
        f"{PROGRAM} profiles",
        "List the profiles: what documents of a class are held to. `dtaa-lint explain NAME` gives\n"
        "the reasons, `dtaa-lint FILE --profile NAME` applies one.",
    )
    add_format(parser, "text", "json")
    add_color(parser)
    add_lang(parser)
    found = parser.read(argv)
    return ProfilesOptions(found.format or "text", found.color, found.lang)


def read_explain(argv: Sequence[str]) -> ExplainOptions:
    parser = make_parser(
        f"{PROGRAM} explain",
        "Explain a rule or a guideline: what it finds, why it costs answers, how to repair it;\n"
        "a profile; or a word of the tasks: an operation, topology, task class, motif or\n"
        "rejection reason.",
        "examples:\n  dtaa-lint explain DT0102\n  dtaa-lint explain cell-without-row-header\n"
        "  dtaa-lint explain G01\n  dtaa-lint explain EXTRACT-L4\n"
        "  dtaa-lint explain INCOMPLETE_EVIDENCE",
    )
    parser.add_argument(
        "subject",
        metavar="WORD",
        help="a rule's code, its beginning or name, a guideline, a profile, or a word of the tasks",
    )
    add_color(parser)
    add_lang(parser)
    found = parser.read(argv)
    return ExplainOptions(found.subject, found.color, found.lang)
