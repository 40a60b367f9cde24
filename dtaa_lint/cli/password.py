"""The password of encrypted files."""

from __future__ import annotations

import os


def password_of(given: str | None) -> str | None:
    """The one that is given, else that of the environment; None without one."""
    return os.environ.get("DTAA_PASSWORD") if given is None else given
