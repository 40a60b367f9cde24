"""The console script: from ``sys.argv`` to an exit status, never to a traceback."""

from __future__ import annotations

import gc
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from dtaa_lint.cli.args import Options, parse
from dtaa_lint.cli.output import keep_standard_streams, say
from dtaa_lint.errors import DtaaError

FAILURE = 2
INTERRUPTED, TERMINATED = 130, 143
"""What shells report for a program that Ctrl-C ended, or ``kill``."""


class Terminated(KeyboardInterrupt):
    """``kill`` and ``timeout``: as Ctrl-C, so that nothing is left behind."""


def _terminate(*_: object) -> NoReturn:
    raise Terminated


def _ended(error: BaseException) -> int:
    """The status of a process that was ended so."""
    return TERMINATED if isinstance(error, Terminated) else INTERRUPTED


def entry() -> None:
    """The console script.

    A document is hundreds of thousands of values that live until the report is made: nothing is
    looked for among them while they are needed (``cli.run`` collects between files), nor when the
    process ends and they with it.
    """
    gc.disable()
    keep_standard_streams()
    if not sys.warnoptions:
        # They are for programmers.
        warnings.simplefilter("ignore")
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGTERM, _terminate)
    try:
        status = main(sys.argv[1:])
    except KeyboardInterrupt as error:  # while the message of another end was written
        status = _ended(error)
    finally:
        # The end of the process is short, and an interrupt of it would leave a traceback.
        with suppress(ValueError, OSError):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    gc.freeze()
    sys.exit(status)


def main(argv: Sequence[str]) -> int:
    """Runs one command; the exit status: 0, 1 (findings), 2 (usage, configuration, input)."""
    try:
        return _run(parse(argv))
    except KeyboardInterrupt as error:
        say("interrupted")
        return _ended(error)
    except DtaaError as error:
        say(f"error: {error}")
        return FAILURE
    except Exception as error:
        from dtaa_lint.cli.single import from_interrupt, internal_error

        if from_interrupt(error):
            say("interrupted")
            return INTERRUPTED
        say(internal_error(error))
        return FAILURE


def _run(options: Options) -> int:
    module, _, function = options.runner.partition(":")
    status: int = getattr(import_module(module), function)(options)
    return status
