"""The console script: from ``sys.argv`` to an exit status, never to a traceback."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from dtaa_lint.cli.args import (
    ExplainOptions,
    LintOptions,
    Options,
    RulesOptions,
    TreeOptions,
    parse,
)
from dtaa_lint.cli.output import say
from dtaa_lint.errors import DtaaError

FINDINGS = 1
FAILURE = 2
INTERRUPTED = 130
"""What shells report for a program that Ctrl-C ended."""


def entry() -> None:
    """The console script.

    A document is hundreds of thousands of values that live until the report is made: nothing is
    looked for among them while they are needed (``cli.run`` collects between files), nor when the
    process ends and they with it.
    """
    gc.disable()
    status = main(sys.argv[1:])
    gc.freeze()
    sys.exit(status)


def main(argv: Sequence[str]) -> int:
    """Runs one command; the exit status: 0, 1 (findings), 2 (usage, configuration, input)."""
    options = parse(argv)
    try:
        return _run(options)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except DtaaError as error:
        say(f"error: {error}")
        return FAILURE
    except Exception as error:
        from dtaa_lint.cli.single import internal_error

        say(internal_error(error))
        return FAILURE


def _run(options: Options) -> int:
    if isinstance(options, LintOptions):
        from dtaa_lint.cli.run import lint

        return lint(options)
    from dtaa_lint.cli import commands

    if isinstance(options, TreeOptions):
        return commands.tree(options)
    if isinstance(options, RulesOptions):
        return commands.rules(options)
    if isinstance(options, ExplainOptions):
        return commands.explain(options)
    return commands.tasks(options)
