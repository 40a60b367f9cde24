"""Addresses that people configure: of models, and of systems under test."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import shown

HTTP_TOKEN = "DTAA_LINT_HTTP_TOKEN"
"""Environment variable of the token that systems under test are given."""
MODEL_KEY = "DTAA_LINT_MODEL_KEY"
"""Environment variable of the key that an endpoint is given."""

_SCHEMES = ("http://", "https://")
_AUTHORITY = re.compile(r"(?:[^/?#]*://)?([^/?#]*)")
_HOST = re.compile(r"[\w.:%~-]+", re.ASCII)


def is_url(name: str) -> bool:
    """Whether a name is an http or https address; schemes are of any case."""
    return name.lower().startswith(_SCHEMES)


def check_system(name: str) -> None:
    """Raises ``ConfigError`` for an address of a system under test that cannot be asked."""
    check_url(name, "a system's URL", HTTP_TOKEN, query=True)


def check_url(url: str, what: str, key: str, *, query: bool = False) -> None:
    """Raises ``ConfigError`` for an address that is none, that holds a password, or that cannot be
    sent as it is. ``what``: its name for people; ``key``: the environment variable that secrets
    belong into; ``query``: whether it may have one.

    An address that may hold a secret is not repeated: it would be in the log.
    """
    found = _AUTHORITY.match(url)
    if "@" in (found[1] if found else url) or ("@" in url and not is_url(url)):
        raise ConfigError(
            f"{what} must hold no user or password: put the secret into {key} in the environment"
        )
    if not url.isascii() or not url.isprintable() or " " in url:
        raise ConfigError(
            f"{what} must hold no spaces, control characters or letters beyond ASCII: "
            "percent-encode them"
        )
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        good = is_url(url) and _HOST.fullmatch(host) is not None and bool(host.encode("idna"))
    except ValueError:
        good = False
    if not good:
        told = "" if "@" in url else f", not {shown(url)}"
        raise ConfigError(f"{what} must be an http or https URL with a host{told}")
    try:
        _ = parts.port
    except ValueError:
        raise ConfigError(f"{what} has no number as its port") from None
    if "#" in url:
        raise ConfigError(f"{what} must have no fragment (#…): it is not sent")
    if parts.query and not query:
        raise ConfigError(f"{what} must hold no query: put a secret into {key} in the environment")
