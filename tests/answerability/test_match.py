"""Texts are found whatever their spaces and typography, and never across a boundary."""

from __future__ import annotations

import pytest

from dtaa_lint.answerability.scoring.match import Squeezed


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


def test_a_short_text_is_not_found_through_other_numbers() -> None:
    assert not Squeezed("net 5 income").contains(Squeezed("net income"))


def test_places_are_every_occurrence() -> None:
    assert len(list(Squeezed("2.1 and 2.1, not 12.1").places(Squeezed("2.1")))) == 2
