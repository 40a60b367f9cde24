"""DT1506: a Lang is contradicted by plain prose of another language, and by nothing less."""

from __future__ import annotations

from itertools import permutations

import pytest

from dtaa_lint.findings.checks.g15_language import contradiction
from dtaa_lint.findings.languages import LANGUAGE_NAMES

PROSE = {
    "en": (
        "The plan pays a benefit to all of those members who have worked for the company for "
        "ten years. If a member leaves before that date, half of the claim is lost, but it can "
        "be bought back by the member within two years. The benefit will not be less than that "
        "of the first year."
    ),
    "fr": (
        "Le régime verse une pension à tous les membres qui ont travaillé dans la société "
        "pendant dix ans. Si un membre part avant cette date, la moitié de ses droits est "
        "perdue, mais elle peut être rachetée par le membre avec son employeur. La pension ne "
        "sera pas réduite ainsi."
    ),
    "de": (
        "Der Plan zahlt allen Mitgliedern eine Rente, die zehn Jahre in der Firma gearbeitet "
        "haben. Wenn ein Mitglied vor dieser Zeit geht, wird die Hälfte des Anspruchs nicht "
        "gezahlt, sie kann aber auch von dem Mitglied zum Ende des Jahres gekauft werden. Die "
        "Rente ist nicht kleiner."
    ),
    "es": (
        "El plan paga una pensión a todos los miembros que han trabajado en la empresa durante "
        "diez años. Cuando un miembro se va antes de esta fecha, la mitad de los derechos se "
        "pierde, pero también puede ser comprada por el miembro según las normas. La pensión no "
        "debe ser menor."
    ),
    "it": (
        "Il piano paga una pensione a tutti gli iscritti che hanno lavorato nella società per "
        "dieci anni. Se uno degli iscritti lascia la società prima di questa data, la metà dei "
        "diritti è persa, ma può anche essere comprata dal socio con il datore. La pensione non "
        "è più bassa."
    ),
    "pt": (
        "O plano paga uma pensão a todos os membros que trabalharam na empresa durante dez "
        "anos. Quando um membro sai da empresa até essa data, a metade dos direitos não é paga, "
        "mas também pode ser comprada pelo membro com o patrão. A pensão não deve ser menor do "
        "que a do ano."
    ),
    "nl": (
        "Het plan betaalt een pensioen aan alle leden die tien jaar bij het bedrijf hebben "
        "gewerkt. Als een lid voor deze tijd weggaat, wordt de helft van het recht niet "
        "betaald, maar die kan ook door het lid worden gekocht. Het pensioen wordt niet lager "
        "dan dat van het eerste jaar."
    ),
}


@pytest.mark.parametrize("language", sorted(PROSE))
def test_its_own_language_is_no_contradiction(language: str) -> None:
    assert contradiction(PROSE[language], language) == ""


@pytest.mark.parametrize(("text", "tag"), list(permutations(sorted(PROSE), 2)))
def test_any_other_language_is_never_called_right_or_a_third_one(text: str, tag: str) -> None:
    assert contradiction(PROSE[text], tag) in (LANGUAGE_NAMES[text], "")


def test_most_pairs_are_told_apart() -> None:
    pairs = list(permutations(sorted(PROSE), 2))
    assert sum(bool(contradiction(PROSE[text], tag)) for text, tag in pairs) >= 0.9 * len(pairs)


@pytest.mark.parametrize("tag", ["af", "cy", "sv", "ca", "x-klingon", ""])
def test_languages_that_are_not_known_are_not_judged(tag: str) -> None:
    assert all(contradiction(text, tag) == "" for text in PROSE.values())


def test_short_texts_tables_of_names_and_mixtures_are_not_judged() -> None:
    assert contradiction(" ".join(PROSE["en"].split()[:20]), "de") == ""
    assert contradiction("Acme Fund Calais Dunkerque 2024 " * 40, "de") == ""
    assert contradiction(PROSE["en"] + " " + PROSE["de"], "de") == ""


def test_scripts() -> None:
    assert contradiction("Общие положения о порядке выплаты пенсий " * 5, "en") == "Cyrillic"
    assert contradiction("Общие положения о порядке выплаты пенсий " * 5, "ru") == ""
    assert contradiction("関する一般規定と年金の支払い手続きについて" * 8, "ja") == ""
    assert contradiction(PROSE["en"], "zh-CN") == "English"
    # A name in another script is no passage.
    assert contradiction("Общие положения", "en") == ""
