"""Texts are found whatever their spaces and typography, and never across a boundary."""

from __future__ import annotations

import time

import pytest

from dtaa_lint.answerability.scoring.match import LETTERS, Squeezed


@pytest.mark.parametrize(
    ("text", "wanted", "there"),
    [
        ("The rate is 2.1 per cent", "2.1", True),
        ("The rate is 12.1 per cent", "2.1", False),
        ("The rate is 2.15 per cent", "2.1", False),
        ("In all 1,234.5 tonnes", "1,234.5", True),
        ("In all 11,234.5 tonnes", "1,234.5", False),
        ("party", "art", False),
        ("art.", "Art", True),
        ("Employee\nbenefits | $ 3,888", "Employee benefits $3,888", True),
        ("the ﬁnal oﬃce", "final office", True),
        ("informa- tion", "information", True),
        ("Vessels are exempt1 from it", "vessels are exempt", True),
        ("Vessels are exempt¹ from it", "exempt from it", True),
        ("Form 1040", "Form 10", False),
        ("資料を参照", "資料", True),
        ("– … –", "–", False),
        ("anything", "", False),
    ],
)
def test_boundaries(text: str, wanted: str, there: bool) -> None:
    assert Squeezed(text).contains(Squeezed(wanted)) is there


def test_a_long_text_is_found_through_the_markers_of_its_notes() -> None:
    text = "Vessels under five metres 1 are exempt from the levy 2 in every harbour."
    assert Squeezed(text).contains(
        Squeezed("Vessels under five metres are exempt from the levy in every harbour")
    )


@pytest.mark.parametrize(
    ("text", "wanted", "there"),
    [
        ("See FedRAMP POA&M Content, Section 2.6", "FedRAMP POA&M Content, Section 4.7", False),
        ("Guide to FedRAMP Content, Section 4.71", "Guide to FedRAMP Content, Section 4.7", False),
        (
            "The levy of all harbours 7 is due by: 120",
            "The levy of all harbours is due by: 12",
            False,
        ),
        (
            "The levy of all harbours 7 is due by: 12 3",
            "The levy of all harbours is due by: 12",
            True,
        ),
        (
            "4 4.7 The levy of inner harbours 7 is due",
            "4.7 The levy of inner harbours is due",
            True,
        ),
        (
            "From 3 to 5 harbours pay a levy 1 yearly",
            "From 5 to 3 harbours pay a levy yearly",
            False,
        ),
    ],
)
def test_a_long_text_has_its_own_numbers(text: str, wanted: str, there: bool) -> None:
    assert len(Squeezed(wanted).letters) >= LETTERS
    assert Squeezed(text).contains(Squeezed(wanted)) is there


def test_a_text_with_other_numbers_does_not_hide_the_one_that_follows() -> None:
    rows = [f"The levy of inner harbours {year} | 7 is due: {year}" for year in (2022, 2023, 2024)]
    wanted = Squeezed("The levy of inner harbours 2024 is due: 2024")
    assert Squeezed(" ".join(rows)).contains(wanted)
    assert not Squeezed(" ".join(rows[:2])).contains(wanted)


def test_a_text_that_repeats_itself_takes_no_long_time() -> None:
    begun = time.process_time()
    assert not Squeezed("ab 1 " * 20_000).contains(Squeezed("ab 1 " * 10_000 + "ab 2"))
    assert not Squeezed("a" * 40_000).contains(Squeezed("a" * 20_000 + " 2"))
    assert time.process_time() - begun < 10


def test_a_short_text_is_not_found_through_other_numbers() -> None:
    assert not Squeezed("net 5 income").contains(Squeezed("net income"))


def test_places_are_every_occurrence() -> None:
    assert len(list(Squeezed("2.1 and 2.1, not 12.1").places(Squeezed("2.1")))) == 2
