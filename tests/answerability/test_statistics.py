"""Means with intervals that are the same everywhere."""

from __future__ import annotations

import hashlib
import math
import struct

import pytest

from dtaa_lint.answerability.scoring.statistics import (
    NOTHING,
    RESAMPLES,
    Estimate,
    Unit,
    difference,
    draws,
    estimate,
    score_interval_of_difference,
    task_means,
)
from tests.cost import within


def shares(passed: int, of: int, cluster: str = "a") -> list[Unit]:
    return [Unit(float(n < passed), 1.0, cluster) for n in range(of)]


def test_what_is_drawn_never_changes() -> None:
    drawn = draws(10, "k")
    assert len(drawn) == RESAMPLES and {len(indices) for indices in drawn} == {10}
    flat = struct.pack(f"<{10 * RESAMPLES}B", *[index for row in drawn for index in row])
    assert hashlib.sha256(flat).hexdigest() == DRAWN
    assert draws(10, "other") != drawn


DRAWN = "0252fbb5a35e3d7a038f9e921bc69d39169f110a44ae9920d611045c5f250eca"


def test_every_index_is_drawn_about_as_often() -> None:
    counts = [0] * 7
    for row in draws(7, "k"):
        for index in row:
            counts[index] += 1
    expected = RESAMPLES
    assert all(abs(count - expected) < 5 * math.sqrt(expected) for count in counts)


def test_the_interval_is_about_the_normal_one() -> None:
    found = estimate(shares(40, 100), "k")
    assert found.value == 0.4 and found.low is not None and found.high is not None
    half = 1.96 * math.sqrt(0.4 * 0.6 / 100)
    assert found.low == pytest.approx(0.4 - half, abs=0.02)
    assert found.high == pytest.approx(0.4 + half, abs=0.02)
    assert not found.too_small


def test_the_same_sample_has_the_same_interval() -> None:
    assert estimate(shares(3, 20), "k") == estimate(shares(3, 20), "k")


@pytest.mark.parametrize(("passed", "value"), [(20, 1.0), (0, 0.0)])
def test_what_was_always_or_never_so_may_be_otherwise(passed: int, value: float) -> None:
    found = estimate(shares(passed, 20))
    margin = 1 - 0.025 ** (1 / 20)
    assert found.value == value
    assert found.low == pytest.approx(max(0, value - margin))
    assert found.high == pytest.approx(min(1, value + margin))


def test_nothing_is_no_number() -> None:
    assert estimate([]) == estimate([Unit(0, 0)]) == NOTHING
    assert NOTHING.value is None and NOTHING.too_small
    assert difference({}, {"t": Unit(1, 1)}) == NOTHING


@pytest.mark.parametrize(("passed", "of", "small"), [(5, 9, True), (5, 10, True), (3, 40, False)])
def test_small_samples_say_so(passed: int, of: int, small: bool) -> None:
    assert estimate(shares(passed, of)).too_small is small


def test_whole_documents_are_drawn_where_there_are_several() -> None:
    alike = [Unit(float(n % 2), 1.0, f"d{d}") for d in range(6) for n in range(20)]
    apart = [Unit(float(d % 2), 1.0, f"d{d}") for d in range(6) for n in range(20)]
    one, other = estimate(alike, "k"), estimate(apart, "k")
    assert one.value == other.value == 0.5
    assert (one.low, one.high) == (0.5, 0.5)
    assert other.low is not None and other.high is not None and other.high - other.low > 0.5
    assert other.documents == 6 and other.too_small
    few = [*shares(10, 20, "a"), *shares(9, 20, "b"), *shares(2, 20, "c")]
    alone = [Unit(unit.total, 1.0, "a") for unit in few]
    of_three, of_one = estimate(few, "k"), estimate(alone, "k")
    assert (of_three.low, of_three.high) == (of_one.low, of_one.high), "tasks of few documents"
    assert not of_three.too_small


def test_a_task_counts_once_however_many_phrasings_it_has() -> None:
    units = [Unit(4, 4), Unit(0, 1)]
    assert estimate(units).value == 0.8
    assert estimate(task_means(units)).value == 0.5


def test_paired_differences_are_narrower_than_their_parts() -> None:
    ours = {f"t{n}": Unit(float(n % 2), 1.0) for n in range(60)}
    theirs = {f"t{n}": Unit(float(n % 2 and n % 10 != 1), 1.0) for n in range(60)}
    found = difference(ours, theirs, "k")
    assert found.value == pytest.approx(0.1)
    assert found.low is not None and found.high is not None
    assert 0 < found.low < found.high < 0.25
    back = difference(theirs, ours, "k")
    assert back.low == pytest.approx(-found.high)
    assert back.high == pytest.approx(-found.low)


def test_equal_systems_may_still_differ() -> None:
    ours = {f"t{n}": Unit(float(n % 2), 1.0) for n in range(20)}
    found = difference(ours, dict(ours))
    assert found.value == 0 and found.low is not None and found.low < 0 < (found.high or 0)


def differing(won: int, lost: int, of: int) -> Estimate:
    ours = {f"t{n:02}": Unit(float(n >= lost), 1.0) for n in range(of)}
    theirs = {f"t{n:02}": Unit(float(n < lost or n >= lost + won), 1.0) for n in range(of)}
    return difference(ours, theirs, "k")


def test_alike_systems_have_the_narrowest_interval() -> None:
    alike = differing(0, 0, 29)
    square = 1.959964**2
    assert alike.alike and alike.value == 0
    assert alike.high == pytest.approx(square / (29 + square), abs=1e-6)
    assert alike.low == pytest.approx(-square / (29 + square), abs=1e-6)
    widths = [_wide(differing(won, 0, 29)) for won in range(5)]
    assert widths == sorted(widths) and not differing(1, 1, 29).alike


def test_paired_differences_of_few_tasks_have_the_score_interval() -> None:
    """The published interval of 1 and 7 of 21 pairs (Fagerland, Lydersen and Laake, Statistics in
    Medicine 33, 2014, airway data): -0.517 to -0.026."""
    low, high = score_interval_of_difference(1, 7, 21)
    assert (low, high) == (pytest.approx(-0.517, abs=5e-4), pytest.approx(-0.026, abs=5e-4))
    found, back = differing(1, 0, 44), differing(0, 1, 44)
    assert (found.low, found.high) == pytest.approx(score_interval_of_difference(1, 0, 44))
    assert (back.low, back.high) == pytest.approx((-(found.high or 0), -(found.low or 0)))


def test_fewer_that_pass_never_raise_the_lower_bound() -> None:
    found = [estimate(shares(passed, 29), "k") for passed in range(29, 20, -1)]
    lows = [one.low or 0.0 for one in found]
    assert lows == sorted(lows, reverse=True)
    # Wilson's interval of 28 of 29.
    assert (found[1].low, found[1].high) == pytest.approx((0.828, 0.994), abs=1e-3)


def _wide(found: Estimate) -> float:
    assert found.low is not None and found.high is not None
    return found.high - found.low


def test_only_common_tasks_are_compared() -> None:
    ours = {"a": Unit(1, 1), "b": Unit(0, 0), "c": Unit(1, 1)}
    theirs = {"a": Unit(0, 1), "b": Unit(1, 1), "d": Unit(1, 1)}
    found = difference(ours, theirs)
    assert (found.value, found.tasks) == (1.0, 1)


def test_five_systems_of_a_hundred_tasks_take_less_than_a_second() -> None:
    def run() -> None:
        draws.cache_clear()
        for system in range(5):
            estimate([Unit(float((n * 7 + system) % 3 == 0), 1.0) for n in range(100)], "k")

    assert within(1, run)
