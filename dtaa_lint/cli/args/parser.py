"""What every command's arguments are read with: the parser, and the options that several have.

Nothing here imports more than argparse, so that ``--version`` and usage errors are instant.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePath
from typing import NoReturn

from dtaa_lint.config import FORMATS
from dtaa_lint.hidden import visible
from dtaa_lint.suggest import did_you_mean

PROGRAM = "dtaa-lint"
COMMANDS = {
    "tree": "inspect", "tasks": "inspect", "rules": "inspect", "explain": "inspect",
    "profiles": "inspect", "diff": "revise", "baseline": "revise", "calibrate": "revise",
    "answerability": "answerability", "review": "review",
    "completion": "shell",
}  # fmt: skip
"""Command -> the module of this package that reads its arguments, by ``read_<command>``."""
COLORS = ("auto", "always", "never")
SUFFIXES = {
    ".json": "json", ".csv": "csv", ".sarif": "sarif", ".txt": "text", ".jsonl": "jsonl",
    ".html": "html", ".htm": "html",
    ".xlsx": "xlsx", ".md": "markdown", ".xfdf": "xfdf",
}  # fmt: skip
"""What ``-o FILE`` means for the format when none is given."""
XML_FORMATS = ("xml", "junit")
"""What ``.xml`` means: that of the two which the command has."""


DESCRIBE = ("--describe",)
"""Read in place of what was typed, it makes a parser show itself (``Described``)."""


class Described(Exception):
    """Carries a parser that is to be described, not to read anything."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.prog)
        self.parser = parser


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and a suggestion for misspelt options."""

    @property
    def option_names(self) -> Collection[str]:
        """Every name of an option, with its hyphens."""
        return self._option_string_actions.keys()

    def error(self, message: str) -> NoReturn:
        usage = f"(`{self.prog} --help` shows the usage)"
        self.exit(2, f"{PROGRAM}: error: {visible(message)}\n{usage}\n")

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        if argv is DESCRIBE:
            raise Described(self)
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


def make_parser(prog: str, description: str, epilog: str = "") -> Parser:
    return Parser(
        prog=prog,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def choice(*known: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in known:
            raise argparse.ArgumentTypeError(
                f'"{value}" is none of {", ".join(known)}{did_you_mean(value, known)}'
            )
        return value

    return read


def codes_of(value: str) -> tuple[str, ...]:
    codes = tuple(code.strip() for code in value.split(",") if code.strip())
    if not codes:
        raise argparse.ArgumentTypeError("name at least one code, prefix or rule")
    return codes


def format_path(value: str) -> tuple[str, str]:
    name, equals, path = value.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(f'"{value}" must look like FORMAT=PATH')
    return choice(*FORMATS)(name), path


def jobs_of(value: str) -> int:
    if value == "auto":
        return 0
    if not value.isascii() or not value.isdigit() or not 1 <= int(value[:9]) <= 1024:
        raise argparse.ArgumentTypeError(f'"{value}" must be a number from 1 to 1024, or auto')
    return int(value)


def places_of(value: str) -> int:
    if value == "all":
        return 0
    if not value.isascii() or not value.isdigit():
        raise argparse.ArgumentTypeError(f'"{value}" must be a number, or all')
    return int(value[:9])


def one_of(known: Sequence[str]) -> str:
    return "{" + ",".join(known) + "}"


def add_color(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--color", type=choice(*COLORS), default="auto", metavar=one_of(COLORS),
        help="colours: auto is for terminals only, and NO_COLOR is honoured",
    )  # fmt: skip


def add_format(parser: argparse.ArgumentParser, *known: str) -> None:
    parser.add_argument(
        "--format", type=choice(*known), metavar=one_of(known),
        help="what to print (text unless set, here or by the suffix of -o)",
    )  # fmt: skip


def add_lang(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--lang", type=_language, metavar="LANG",
        help="language of what is said: en, fr (en unless set, here or in the configuration)",
    )  # fmt: skip


def file_name(value: str) -> str:
    """The name of a file to write."""
    if not value:
        raise argparse.ArgumentTypeError("name a file, or - for standard output")
    return value


def format_of(file: str | None, known: Sequence[str]) -> str | None:
    """The format that the suffix of ``-o FILE`` stands for; None when it stands for none."""
    suffix = PurePath(file).suffix.lower() if file else ""
    found = XML_FORMATS if suffix == ".xml" else (SUFFIXES.get(suffix),)
    return next((name for name in found if name in known), None)


def add_password(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--password", metavar="TEXT",
        help="password of encrypted files; the variable DTAA_PASSWORD keeps it out of the "
        "process list",
    )  # fmt: skip


def _language(text: str) -> str:
    """Raises ``ConfigError`` for a language that there is not."""
    from dtaa_lint.words import pick

    pick(text)
    return text
