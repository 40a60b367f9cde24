"""Whether a folder may hold a run: asked before anything is read or written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dtaa_lint.answerability.answering.confine import Allowed
from dtaa_lint.errors import ConfigError


def check_folder(root: Path, systems: Sequence[str]) -> None:
    """Raises ConfigError, with the reason, for a folder in which no run may lie. ``systems``:
    those under test, which may read their own packages."""
    try:
        if root.is_symlink() and not root.exists():
            raise ConfigError(f"{root}: is a link that leads nowhere; name another folder")
        if root.exists() and not root.is_dir():
            raise ConfigError(f"{root}: is a file; a run needs a folder")
        above = next(one for one in root.absolute().parents if one.exists())
        if not above.is_dir():
            raise ConfigError(f"{root}: {above} is a file; a run needs a folder")
        readable = Allowed.of("", (), systems, network=False).reads(str(root.absolute()))
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(f"{root}: cannot be a run's folder: {reason}") from error
    if readable:
        raise ConfigError(
            f"{root}: a run cannot lie among the installed packages, which the answering side "
            "may read; name another folder"
        )
