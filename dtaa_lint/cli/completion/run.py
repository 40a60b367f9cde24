"""``dtaa-lint completion SHELL``."""

from __future__ import annotations

from importlib import import_module

from dtaa_lint.cli.args.shell import CompletionOptions
from dtaa_lint.cli.completion.model import commands
from dtaa_lint.cli.output import STDOUT, deliver


def completion(options: CompletionOptions) -> int:
    """Prints the script for a shell."""
    shell = import_module(f"dtaa_lint.cli.completion.{options.shell}")
    script: str = shell.script(commands())
    deliver([(STDOUT, script.encode("utf-8"))])
    return 0
