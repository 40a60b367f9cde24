"""Language tags and the guess from function words."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.languages import KNOWN, guess, known, primary


@pytest.mark.parametrize(
    ("tag", "language"),
    [("en-GB", "en"), ("DE_ch", "de"), ("English", "en"), (None, ""), ("", ""), ("pt-BR", "pt")],
)
def test_primary(tag: str | None, language: str) -> None:
    assert primary(tag) == language


def test_all_are_judged_where_nothing_is_said_and_none_where_it_is_unknown() -> None:
    assert known(None) == KNOWN
    assert known("fr-CA") == ("fr",)
    assert known("cy") == ()


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("the plan pays a benefit to all that have been here for years", "en"),
        ("le régime verse une pension à tous les membres qui sont dans le service", "fr"),
        ("der plan zahlt eine rente die nicht unter dem beitrag liegt", "de"),
        ("el plan paga una pensión a los miembros según las normas del servicio", "es"),
        ("o plano paga uma pensão a todos os membros do serviço que não têm outra", "pt"),
        ("il piano paga una pensione nella misura che gli spetta anche alla fine", "it"),
    ],
)
def test_sentences(sentence: str, language: str) -> None:
    assert guess(sentence.split())[0] == language


def test_names_and_numbers_are_in_no_language() -> None:
    assert guess(["acme", "fund", "2024", "q3", "ebitda"])[0] == ""


def test_a_mixture_is_in_no_language() -> None:
    assert guess(["the", "plan", "and", "le", "plan", "est", "the", "dans", "with"])[0] == ""
