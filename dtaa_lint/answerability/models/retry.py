"""How long to wait before a request is sent again: pure arithmetic over what a service said."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

ATTEMPTS = 6
"""Times that one request is sent at most."""
TIMEOUTS = 2
"""Times that a request may run out of time: each takes its whole time, and may be paid."""
FIRST = 0.5
"""Seconds before the second attempt; each further wait is twice as long."""
LONGEST = 30.0
"""Seconds of back-off at most, where the service does not say."""
PATIENCE = 180.0
"""Seconds that a service may ask for; one that asks for more is given up, with what it asked."""

_AGAIN = frozenset({408, 409, 425, 429})
_NEVER = frozenset({501, 505})
_SPAN = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?", re.A)
_LIMITS = (
    ("anthropic-ratelimit-{}-remaining", "anthropic-ratelimit-{}-reset"),
    ("x-ratelimit-remaining-{}", "x-ratelimit-reset-{}"),
)
_KINDS = ("requests", "tokens", "input-tokens", "output-tokens")


def is_temporary(status: int) -> bool:
    """Whether an HTTP status may be another one next time."""
    return status in _AGAIN or (status >= 500 and status not in _NEVER)


def asked_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the headers ask to wait; None where they do not. Names in lower case.

    ``retry-after-ms`` and ``Retry-After`` (seconds or a date) first, then the latest reset of a
    rate limit of which nothing remains.
    """
    for name, scale in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        if name in headers:
            seconds = _seconds(headers[name], now)
            if seconds is not None:
                return seconds * scale
    return spent_wait(headers, now)


def spent_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds until every limit has something left, where one has nothing left."""
    waits: list[float] = []
    for remaining, reset in _LIMITS:
        for kind in _KINDS:
            if headers.get(remaining.format(kind), "").strip() == "0":
                seconds = _seconds(headers.get(reset.format(kind), ""), now)
                if seconds is not None:
                    waits.append(seconds)
    return max(waits, default=None)


def back_off(attempt: int, key: str) -> float:
    """Seconds before attempt number ``attempt + 1`` (the first is 1). Calls spread over the second
    half of the interval by their key: not all come back at once, and none by chance."""
    full = min(FIRST * 2.0 ** min(attempt - 1, 20), LONGEST)
    share = hashlib.sha256(f"{key}/{attempt}".encode()).digest()[0] / 255
    return full * (0.5 + share / 2)


def _seconds(text: str, now: datetime) -> float | None:
    """``1.5``, ``6m0s``, ``20ms``, an HTTP date, an RFC 3339 date."""
    text = text.strip()
    if not text or len(text) > 60:
        return None
    if re.fullmatch(r"\d{1,9}(\.\d+)?", text, re.A):
        return float(text)
    span = _SPAN.fullmatch(text)
    if span is not None:
        hours, minutes, seconds, thousandths = (float(part or 0) for part in span.groups())
        return hours * 3600 + minutes * 60 + seconds + thousandths / 1000
    for read in (_rfc3339, parsedate_to_datetime):
        try:
            moment = read(text)
        except (ValueError, TypeError, OverflowError):
            continue
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    return None


def _rfc3339(text: str) -> datetime:
    return datetime.fromisoformat(text)
