"""Which header an answer puts a number under."""

from __future__ import annotations

import pytest

from dtaa_lint.answerability.scoring.binding import Bound
from dtaa_lint.answerability.scoring.number_reader import read

PORTS = ("Bellmouth", "Corrie", "Grand total")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("37.8", False),
        ("Arvik: 37.8", False),
        ("Bellmouth: 37.8", True),
        ("It is 37.8 for Arvik and 39.7 for Bellmouth.", False),
        ("It is 39.7 for Arvik and 37.8 for Bellmouth.", True),
        ("Arvik 37.8, Bellmouth 39.7", False),
        ("Arvik 39.7 Bellmouth 37.8 Corrie 16.0", True),
        ("Arvik 37.8 Bellmouth 39.7 Corrie 16.0", False),
        ("37.8 Arvik 39.7 Bellmouth", False),
        ("39.7 Arvik 37.8 Bellmouth", True),
        ("For Bellmouth, the receipts were 37.8.", True),
        ("For Arvik, unlike Bellmouth, the receipts were 37.8.", False),
        ("Bellmouth is larger. The receipts were 37.8.", False),
        ("- Bellmouth: 39.7\n- Arvik: 37.8", False),
        ("- Bellmouth: 37.8\n- Arvik: 39.7", True),
        ("| Arvik | 37.8 |", False),
        ("| Bellmouth | 37.8 |", True),
        ("Arvik and Bellmouth had 37.8 and 39.7 respectively.", False),
        ("In 2024, Arvik took 37.8 while Bellmouth took 39.7.", False),
    ],
)
def test_a_number_stands_under_the_header_that_its_clause_names(text: str, wrong: bool) -> None:
    numbers = read(text, "en")
    bound = Bound(text, numbers)
    number = next(n for n in numbers if "37.8" in text[n.start : n.end])
    assert bound.wrong(number, "Arvik", PORTS) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("Total: 5", False), ("Grand total: 5", True), ("Grand total: 9, total: 5", False)],
)
def test_of_names_that_hold_each_other_the_longer_is_meant(text: str, wrong: bool) -> None:
    numbers = read(text, "en")
    number = next(n for n in numbers if n.values == read("5", "en")[0].values)
    assert Bound(text, numbers).wrong(number, "Total", ("Grand total",)) is wrong


def test_commas_within_a_name_part_nothing() -> None:
    text = "Property, plant and equipment: 289\nProperty, plant and equipment, net: 99"
    names = ("Property, plant and equipment", "Property, plant and equipment, net")
    numbers = read(text, "en")
    bound = Bound(text, numbers, names)
    for number, own, other in zip(numbers, names, reversed(names), strict=True):
        assert not bound.wrong(number, own, (other,))
        assert bound.wrong(number, other, (own,))


def test_paths_are_told_apart_by_what_they_do_not_share() -> None:
    text = "2023 First half 15.5 2023 Second half 22.4"
    numbers = read(text, "en")
    bound = Bound(text, numbers)
    first, second = "2023 › First half", "2023 › Second half"
    low, high = (n for n in numbers if not n.year)
    assert not bound.wrong(low, first, (second,)) and bound.wrong(low, second, (first,))
    assert bound.wrong(high, first, (second,)) and not bound.wrong(high, second, (first,))
