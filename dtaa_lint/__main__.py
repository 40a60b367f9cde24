"""``python -m dtaa_lint`` and the console script: Ctrl-C ends them quietly from the start on."""

from __future__ import annotations

import os
from contextlib import suppress


def entry() -> None:
    """Starts the command line; exits with its status."""
    try:
        from dtaa_lint.cli.main import entry as run
    except KeyboardInterrupt:
        # Nothing has been begun, and half of the modules are missing to say so in style.
        with suppress(OSError):
            os.write(2, b"dtaa-lint: interrupted\n")
        os._exit(130)
    run()


if __name__ == "__main__":
    entry()
