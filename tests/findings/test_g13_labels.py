"""Which alternatives are labels, and which facts an alternative holds alone."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.checks.g13_alternatives import Said, facts, label


@pytest.mark.parametrize(
    ("alt", "variant"),
    [
        ("image", "default"),
        ("Figure 12", "default"),
        ("A picture containing text, logo Description automatically generated", "default"),
        ("Kreisdiagramm", "default"),
        ("Capture d'écran", "default"),
        ("Imagen de un gráfico", "default"),
        ("42", "default"),
        ("chart1.png", "file-name"),
        ("C:\\Users\\a\\Pictures\\x.jpg", "file-name"),
        ("https://example.org/a/b.svg", "file-name"),
        ("Screen shot (3).jpeg", "file-name"),
        ("DSC_0042", "file-name"),
        ("C:\\Documents and Settings\\a b\\Logo.jpg", "file-name"),
        ("Costs by year.", "caption"),
    ],
)
def test_labels(alt: str, variant: str) -> None:
    assert label(alt, "Costs by year") == variant


@pytest.mark.parametrize(
    "alt",
    [
        "IRS logo",
        "And",
        "Costs by year: they fell",
        "Map of Spain",
        "Warning",
        "Karte der Schweiz",
        "See page index.html for the figure",
    ],
)
def test_what_says_something(alt: str) -> None:
    assert label(alt, "Costs by year") == ""


def test_quantities_are_compared_without_separators() -> None:
    text = Said("Costs of 1 250 euros and 3.50 a day")
    assert facts("Costs of 1,250 and 3.50", text, "en") == []
    assert facts("Costs of 1,251 and 3.60", text, "en") == ["1,251", "3.60"]


def test_single_digits_and_first_words_are_no_facts() -> None:
    assert facts("Two of 7 houses. Smoke rises", Said("nothing"), "en") == []


def test_capitals_of_titles_and_key_words_mark_no_names() -> None:
    assert facts("Factory, Industrial, Manufacturer, Production Plant", Said("x"), "en") == []


def test_names_are_looked_up_in_any_case_but_not_in_german() -> None:
    assert facts("A portrait of Ada Lovelace", Said("ADA signed"), "en") == ["Lovelace"]
    assert facts("Ein Bild mit Ada Lovelace", Said("nichts"), "de") == []
