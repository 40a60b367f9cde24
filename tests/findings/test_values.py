"""What counts as a value, a label, a period, several values, a glued marker, an empty caption."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.checks.g02_table_names import _says_nothing
from dtaa_lint.findings.checks.g03_cell_values import glued_marker, several_values
from dtaa_lint.findings.values import same_value
from dtaa_lint.universe.looks import is_blank, is_label, is_period, is_quantity, is_value


@pytest.mark.parametrize(
    "text", ["12", "(804)", "$ 1,204.50", "-3.5 %", "12 mg", "1 204,5 €", "≥ 18"]
)
def test_quantities(text: str) -> None:
    assert is_quantity(text)
    assert is_value(text)
    assert not is_label(text)


@pytest.mark.parametrize("text", ["Section 3", "12 of 14 members", "3 May 2021 or later", "A12-B"])
def test_no_quantities(text: str) -> None:
    assert not is_quantity(text)


@pytest.mark.parametrize("text", ["2020", "FY2021", "Q1 2023", "2020/21", "2020*"])
def test_periods_are_labels_although_they_are_numbers(text: str) -> None:
    assert is_period(text)
    assert is_label(text)


@pytest.mark.parametrize("text", ["20201", "1820", "3.2020", "12"])
def test_no_periods(text: str) -> None:
    assert not is_period(text)


@pytest.mark.parametrize("text", ["", "–", "N/A", "n.a.", "k. A.", "s.o.", "--"])
def test_blanks(text: str) -> None:
    assert is_blank(text)
    assert not is_label(text)


def test_sentences_are_no_labels() -> None:
    assert is_label("Total return (%), 1 year")
    assert not is_label("The member pays the price of the plan at the start of each month.")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("20mg & 12.5mg", "list"),
        ("5; 7; 9", "list"),
        ("10 mg/20 mg", "list"),
        ("12 und 14", "list"),
        ("12 (34%)", "share"),
        ("1,204 (29.0)", "share"),
        ("12/2020", ""),
        ("3/5/2021", ""),
        ("10-20 mg", ""),
        ("1 of 3", ""),
        ("(804)", ""),
        ("Section 3 and 4", ""),
        ("3 & Smith", ""),
        ("", ""),
    ],
)
def test_several_values(text: str, how: str) -> None:
    assert several_values(text) == how


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("12.5*", "*"),
        ("0.45***", "***"),
        ("1,234(1)", "(1)"),
        ("12 %²", "²"),
        ("45†", "†"),
        ("(1)", ""),
        ("(804)", ""),
        ("12 m²", ""),
        ("12.5", ""),
        ("***", ""),
        ("", ""),
    ],
)
def test_glued_marker(text: str, marker: str) -> None:
    assert glued_marker(text) == marker


@pytest.mark.parametrize(
    ("text", "lang", "nothing"),
    [
        ("Table 3", "en", True),
        ("Table 3.1 (continued)", "en-US", True),
        ("TABLE A-1:", "en", True),
        ("Tableau 2", "fr", True),
        ("Tabelle 4", "de-AT", True),
        ("Cuadro 5.", "es", True),
        ("Tabelle 4", None, True),
        ("Tableau 2", "en", False),
        ("Table 3. Prices", "en", False),
        ("Tablets", "en", False),
        ("Table of contents", "en", False),
        ("Taulukko 3", "fi", False),
        ("3.2", "en", True),
    ],
)
def test_captions_that_say_nothing(text: str, lang: str | None, nothing: bool) -> None:
    assert _says_nothing(text, lang) is nothing


def test_the_same_value_in_other_clothes() -> None:
    assert same_value("$ 1,204 %") == same_value("1,204")
    assert same_value("Data of the invoice.") == same_value("data of the invoice")
    assert same_value("(804)") != same_value("804")
    assert same_value("1.5") != same_value("15")
