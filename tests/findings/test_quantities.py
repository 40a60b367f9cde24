"""What numbers in running text may mean, by their separators."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.quantities import amounts, numbers, readings


@pytest.mark.parametrize(
    ("number", "meant"),
    [
        ("60", {"60"}),
        ("6.0", {"6"}),
        ("0,50", {"0.5"}),
        ("1,250", {"1250", "1.25"}),
        ("1 250", {"1250"}),
        ("1.250,75", {"1250.75"}),
        ("1’250’000.5", {"1250000.5"}),
        ("1,250,000", {"1250000"}),
        ("12.05.2019", set()),
        ("9,52510", set()),
    ],
)
def test_readings(number: str, meant: set[str]) -> None:
    assert readings(number) == meant


def test_numbers_end_where_digits_end() -> None:
    assert numbers("From 6.0 to 19, in 2019 250 more (1 250 in all).") == [
        *("6.0", "19", "2019", "250", "1 250"),
    ]


def test_an_amount_is_none_that_other_digits_only_hold() -> None:
    said = amounts("6.0 and 19.0 in 21304")
    assert said.isdisjoint({"60", "190", "130"})


def test_parts_count_where_a_number_may_be_several() -> None:
    assert {"12", "5", "2019", "20", "250"} <= amounts("on 12.05.2019: 20 250")


def test_the_number_of_a_catalogue_is_no_number() -> None:
    assert numbers("Cat. No. 24811V, 2018, 120 V, 5km") == ["2018", "120", "5"]
