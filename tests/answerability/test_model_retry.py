"""How long a service is left alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dtaa_lint.answerability.models.retry import (
    FIRST,
    LONGEST,
    asked_wait,
    back_off,
    is_temporary,
    spent_wait,
)

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Sun, 01 Mar 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Sun, 01 Mar 2026 11:00:00 GMT"}, 0),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s"}, 360),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "20ms"}, 0.02),
        (
            {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": "2026-03-01T12:00:05Z",
                "anthropic-ratelimit-input-tokens-remaining": "0",
                "anthropic-ratelimit-input-tokens-reset": "2026-03-01T12:00:09Z",
            },
            9,
        ),
        ({"x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "6m0s"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "9" * 70}, None),
        ({}, None),
    ],
)
def test_what_headers_ask(headers: dict[str, str], seconds: float | None) -> None:
    found = asked_wait(headers, NOW)
    assert found is None if seconds is None else found == pytest.approx(seconds)


def test_limits_that_are_not_spent_ask_nothing() -> None:
    assert spent_wait({"retry-after": "7"}, NOW) is None


def test_back_off_grows_is_bounded_and_is_no_chance() -> None:
    waits = [back_off(attempt, "key") for attempt in range(1, 40)]
    assert FIRST / 2 <= waits[0] <= FIRST and max(waits) <= LONGEST
    assert all(back_off(9, f"{n}") >= LONGEST / 2 for n in range(50))
    assert back_off(3, "key") == back_off(3, "key")
    assert len({back_off(3, f"{n}") for n in range(20)}) > 10


def test_which_statuses_pass() -> None:
    assert all(is_temporary(status) for status in (408, 409, 429, 500, 502, 503, 504, 529))
    assert not any(is_temporary(status) for status in (400, 401, 403, 404, 413, 422, 501))
