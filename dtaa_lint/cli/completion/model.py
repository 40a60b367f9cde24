"""What can be typed after ``dtaa-lint``: read off the parsers, so that no option is forgotten."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from dtaa_lint.cli.args import parser_of
from dtaa_lint.cli.args.parser import COMMANDS
from dtaa_lint.config import FORMATS
from dtaa_lint.findings.profiles import shipped_profiles
from dtaa_lint.findings.registry import load_guidelines
from dtaa_lint.universe.glossary import words as task_words
from dtaa_lint.words import languages

LINT = "lint"
"""What the command without a name is called in the scripts."""


class Kind(Enum):
    """What a value is."""

    FREE = "free"
    """Anything, which nobody can propose."""
    WORD = "word"
    """One of some words."""
    WORDS = "words"
    """Some words, with commas between them."""
    FORMAT_FILE = "format-file"
    """``FORMAT=PATH``."""
    PROFILE = "profile"
    """One of some words, or a file."""
    FILE = "file"
    FOLDER = "folder"
    PDF = "pdf"
    """A PDF or a folder (which may have some)."""


@dataclass(frozen=True, slots=True)
class Value:
    kind: Kind
    name: str
    """What the usage calls it."""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    names: tuple[str, ...]
    """With their hyphens."""
    help: str
    value: Value | None
    repeated: bool
    """Whether it may stand more than once."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    help: str
    options: tuple[Option, ...]
    operand: Value | None
    """What its arguments are that are no options."""


def commands() -> tuple[Command, ...]:
    """Every command, the lint first."""
    values = _Values()
    return tuple(_command(name, values) for name in (None, *COMMANDS))


def _command(name: str | None, values: _Values) -> Command:
    parser = parser_of(name)
    options: list[Option] = []
    operand: Value | None = None
    for action in parser._actions:
        if action.option_strings:
            options.append(
                Option(
                    tuple(action.option_strings),
                    " ".join((action.help or "").replace("%%", "%").split()),
                    None if action.nargs == 0 else values.of(action, option=True),
                    "Append" in type(action).__name__ or "Extend" in type(action).__name__,
                )
            )
        else:
            operand = values.of(action, option=False)
    about = " ".join((parser.description or "").split())
    brief = re.split("[.:;] ", about)[0].rstrip(".")
    return Command(name or LINT, brief, tuple(options), operand)


class _Values:
    """What the arguments of all commands may be."""

    def __init__(self) -> None:
        self._rules = tuple(_rule_words())
        self._profiles = tuple(shipped_profiles())
        self._explained = (*self._rules, *self._profiles, *task_words())

    def of(self, action: argparse.Action, option: bool) -> Value:
        name = action.metavar if isinstance(action.metavar, str) else action.dest
        if name.startswith("{"):
            return Value(Kind.WORD, action.dest, tuple(name.strip("{}").split(",")))
        if name == "CODES":
            return Value(Kind.WORDS, name, ("ALL", *self._rules))
        if name == "WORD":
            return Value(Kind.WORD, name, self._explained)
        if name == "FORMAT=PATH":
            return Value(Kind.FORMAT_FILE, name, tuple(FORMATS))
        if name.startswith("NAME|FILE"):
            return Value(Kind.PROFILE, name, self._profiles)
        if name == "LANG":
            return Value(Kind.WORD, name, languages())
        if name == "DIR":
            return Value(Kind.FOLDER, name)
        if not option and name in ("PATH", "FILE", "OLD", "NEW"):
            return Value(Kind.PDF, name)
        if "FILE" in name or name.lower().endswith(".pdf"):
            return Value(Kind.FILE, name)
        return Value(Kind.FREE, name)


def _rule_words() -> Iterator[str]:
    """Guidelines, codes and names, as ``--select`` takes them."""
    guidelines = load_guidelines()
    yield from (guideline.id for guideline in guidelines)
    rules = [rule for guideline in guidelines for rule in guideline.rules]
    yield from (rule.code for rule in rules)
    yield from (rule.name for rule in rules)
