"""Keys out of texts: what an error or a reply may have repeated of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SURE = re.compile(r"(_API_KEY|_MODEL_KEY|_AUTH_TOKEN|_HTTP_TOKEN)\Z", re.IGNORECASE)
_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+|\d+|.*\s.*|.{0,7}", re.DOTALL)
"""What under a name like ``KEYBOARD`` is a setting and no secret, and may stand in any reply."""
_SHORTEST = 4
"""Characters of a value that can be removed without harm."""
_LOOKS = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|key)-[A-Za-z0-9_*-]{8,}|(?<=Bearer )[^\s\"',}]{6,}", re.IGNORECASE
)
GONE = "[key removed]"
"""What stands in its place."""


class Redactor:
    """Texts without the values of environment variables that are named like secrets, and without
    what looks like a key."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        values = {
            value.strip()
            for name, value in environ.items()
            if len(value.strip()) >= _SHORTEST
            and (_SURE.search(name) or (_NAME.search(name) and not _WORD.fullmatch(value.strip())))
        }
        # The longest first: one may be the beginning of another.
        ordered = sorted(values, key=lambda value: (-len(value), value))
        self._values = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def __call__(self, text: str) -> str:
        if self._values is not None:
            text = self._values.sub(GONE, text)
        return _LOOKS.sub(GONE, text)
