"""``dtaa-lint completion SHELL``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtaa_lint.cli.args.parser import PROGRAM, choice, make_parser, one_of

SHELLS = ("bash", "zsh", "fish", "powershell")


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """``dtaa-lint completion SHELL``."""

    runner: ClassVar[str] = "dtaa_lint.cli.completion.run:completion"
    shell: str


def read_completion(argv: Sequence[str]) -> CompletionOptions:
    parser = make_parser(
        f"{PROGRAM} completion",
        "Print a script that makes a shell complete commands, options and their values, with the\n"
        "names of all rules and profiles.",
        "examples:\n"
        '  eval "$(dtaa-lint completion bash)"        in ~/.bashrc\n'
        '  eval "$(dtaa-lint completion zsh)"         in ~/.zshrc, after compinit\n'
        "  dtaa-lint completion fish > ~/.config/fish/completions/dtaa-lint.fish\n"
        "  dtaa-lint completion powershell | Out-String | Invoke-Expression     in $PROFILE",
    )
    parser.add_argument(
        "shell", type=choice(*SHELLS), metavar=one_of(SHELLS), help="the shell to write for"
    )
    return CompletionOptions(parser.read(argv).shell)
