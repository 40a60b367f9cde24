"""The command line: what can be typed, and the typed options that come of it.

Nothing here imports more than argparse, and only the command's own arguments, so that
``--version`` and usage errors are instant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import ClassVar, Protocol

from dtaa_lint.cli.args.parser import COMMANDS, DESCRIBE, Described, Parser


class Options(Protocol):
    """A command's options: a frozen value that knows what runs it."""

    runner: ClassVar[str]
    """``module:function``; the function takes the options and returns the exit status."""


def parse(argv: Sequence[str]) -> Options:
    """The options that ``argv`` (without the program's name) stands for.

    Raises ``SystemExit``: 0 after ``--help`` and ``--version``, 2 with one line on stderr for
    wrong usage.
    """
    command = argv[0] if argv and argv[0] in COMMANDS else None
    return _reader(command)(argv if command is None else argv[1:])


def parser_of(command: str | None) -> Parser:
    """The parser that the arguments of a command are read with; None: those of the lint."""
    try:
        _reader(command)(DESCRIBE)
    except Described as found:
        return found.parser
    raise LookupError(f"{command} reads no arguments")


def _reader(command: str | None) -> Callable[[Sequence[str]], Options]:
    module = import_module(f"dtaa_lint.cli.args.{COMMANDS[command] if command else 'lint'}")
    reader: Callable[[Sequence[str]], Options] = getattr(module, f"read_{command or 'lint'}")
    return reader
