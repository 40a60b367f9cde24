"""Which of two things an answer calls the greater one."""

from __future__ import annotations

import pytest

from dtaa_lint.answerability.scoring.comparing import concerns_others, relation, wrong_values
from dtaa_lint.universe.model import ComparisonGold

PORTS = ComparisonGold(("Arvik", "37.8"), ("Bellmouth", "39.7"), "less")
HALVES = ComparisonGold(("2023 › First half", "15.5"), ("2023 › Second half", "22.4"), "less")


@pytest.mark.parametrize(
    ("text", "lang", "left_is_greater"),
    [
        ("Bellmouth", "en", False),
        ("Bellmouth is greater than Arvik.", "en", False),
        ("Bellmouth is higher, at 39.7 against 37.8 for Arvik.", "en", False),
        ("Arvik is less than Bellmouth.", "en", False),
        ("Arvik has the lower value.", "en", False),
        ("Arvik is greater.", "en", True),
        ("The greater one is Bellmouth.", "en", False),
        ("The greater one is Bellmouth, not Arvik.", "en", False),
        ("Arvik is not greater than Bellmouth.", "en", False),
        ("Arvik: 37.8, Bellmouth: 39.7", "en", False),
        ("Arvik 39.7; Bellmouth 37.8", "en", True),
        ("Both are the same.", "en", None),
        ("I could not say.", "en", None),
        ("Bellmouth est plus élevé que Arvik.", "fr", False),
        ("Arvik est inférieur à Bellmouth.", "fr", False),
        ("Bellmouth ist größer als Arvik.", "de", False),
        ("Arvik ist niedriger als Bellmouth.", "de", False),
        ("Bellmouth es mayor que Arvik.", "es", False),
    ],
)
def test_relation_of_ports(text: str, lang: str, left_is_greater: bool | None) -> None:
    assert relation(text, PORTS, lang) is left_is_greater


def test_names_are_told_apart_by_what_they_do_not_share() -> None:
    assert relation("The second half of 2023 is higher.", HALVES, "en") is False
    assert relation("In 2023 the first half was higher than the second half.", HALVES, "en") is True


def test_words_of_the_names_compare_nothing() -> None:
    gold = ComparisonGold(("Less depreciation", "200"), ("Equipment, net", "107"), "greater")
    assert relation("Less depreciation (200) is greater than Equipment, net (107).", gold, "en")
    assert relation("Less depreciation is less than Equipment, net.", gold, "en") is False


def test_values_under_the_other_name_are_wrong() -> None:
    assert wrong_values("Bellmouth (37.8) is greater than Arvik (39.7).", PORTS, "en")
    assert not wrong_values("Bellmouth (39.7) is greater than Arvik (37.8).", PORTS, "en")
    assert not wrong_values("Arvik and Bellmouth: 37.8 and 39.7 respectively.", PORTS, "en")


def test_a_comparison_of_others_is_another_intent() -> None:
    assert concerns_others("Corrie is greater than Dunmarsh.", PORTS)
    assert not concerns_others("Arvik is greater than Dunmarsh.", PORTS)
