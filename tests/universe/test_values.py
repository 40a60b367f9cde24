"""What a cell's text is as a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.universe.values import (
    Value,
    ValueKind,
    decimal_mark,
    like_units,
    parse,
    same_value,
    settle,
)
from tests.cost import within

NUMBERS = [
    ("12", 12.0, ""),
    ("0", 0.0, ""),
    ("0.5", 0.5, ""),
    (".5", 0.5, ""),
    ("1,234,567", 1234567.0, ""),
    ("1.234.567", 1234567.0, ""),
    ("1.234,56", 1234.56, ""),
    ("1,234.56", 1234.56, ""),
    ("1 234,5", 1234.5, ""),
    ("1\u00a0234", 1234.0, ""),
    ("1\u202f234\u202f567", 1234567.0, ""),
    ("1'234.50", 1234.5, ""),
    ("1’234", 1234.0, ""),
    ("12,34,567", 1234567.0, ""),
    ("12,5 %", 12.5, "%"),
    ("12.5%", 12.5, "%"),
    ("5 percent", 5.0, "%"),
    ("5 Prozent", 5.0, "%"),
    ("(1,234.5)", -1234.5, ""),
    ("$(1,234.5)", -1234.5, "$"),
    ("($5)", -5.0, "$"),
    ("(5.2)%", -5.2, "%"),
    ("(5.2%)", -5.2, "%"),
    ("-5", -5.0, ""),
    ("− 5", -5.0, ""),
    ("–5", -5.0, ""),
    ("5-", -5.0, ""),
    ("+5", 5.0, ""),
    ("$ 5", 5.0, "$"),
    ("US$ 5", 5.0, "$"),
    ("€ 12", 12.0, "€"),
    ("12 EUR", 12.0, "€"),
    ("12 Euro", 12.0, "€"),
    ("R$14,20", 14.2, "r$"),
    ("$5 million", 5.0, "$ million"),
    ("3,5 Mio. €", 3.5, "mio. €"),
    ("40 mg", 40.0, "mg"),
    ("12 months", 12.0, "month"),
    ("3 business days", 3.0, "business day"),
    ("12.5*", 12.5, ""),
    ("2019", 2019.0, ""),
]


@pytest.mark.parametrize(("text", "number", "unit"), NUMBERS)
def test_one_number(text: str, number: float, unit: str) -> None:
    value = parse(text)
    assert (value.kind, value.number, value.unit) == (ValueKind.NUMBER, number, unit)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", ValueKind.BLANK),
        *[(text, ValueKind.TRIVIAL) for text in ("-", "–", "—", "--", "n/a", "N/A", "(n/a)")],
        *[(text, ValueKind.TRIVIAL) for text in ("s.o.", "S. O.", "k. A.", "k.A.", "entfällt")],
        *[(text, ValueKind.TRIVIAL) for text in ("No aplica", "sans objet", "n.d.", "TBD")],
        *[(text, ValueKind.SYMBOL) for text in ("$", "%", "____", "........", "☐", ")", "$ (")],
        *[(text, ValueKind.TEXT) for text in ("✓", "none", "keine", "Not Met", "x", "Paris")],
        *[(text, ValueKind.RANGE) for text in ("10–20", "10-20 %", "5 bis 7 Tage", "< 5", "~5")],
        *[(text, ValueKind.RANGE) for text in ("10 to 20", "5 à 7", "5.2 ± 0.3", "[1.2, 3.4]")],
        *[(text, ValueKind.DATE) for text in ("31/12/2020", "2020-12-31", "31.12.2020", "10:30")],
        *[(text, ValueKind.DATE) for text in ("31 December 2020", "1er janvier 2020")],
        *[(text, ValueKind.DATE) for text in ("12. März 2020", "31 de diciembre de 2020", "May")],
        *[(text, ValueKind.SEVERAL) for text in ("20mg & 12.5mg", "12 (34%)", "5 and 7", "12 34")],
        *[(text, ValueKind.SEVERAL) for text in ("5; 7", "1.0 (0.5, 2.0)", "5 und 7", "1 ou 2")],
        *[(text, ValueKind.TEXT) for text in ("007", "1.2.3", "1st", "5a", "2 of 3", "Section 5")],
        *[(text, ValueKind.TEXT) for text in ("+49 30 123456", "1/2", "10 x 20 cm", "1234567890")],
        *[(text, ValueKind.TEXT) for text in ("Q1 2020", "5 Abs. 2", "Pay 5 by 31 May")],
    ],
)
def test_other_kinds(text: str, kind: ValueKind) -> None:
    assert parse(text).kind is kind


def test_a_lone_separator_before_three_digits_has_two_readings() -> None:
    value = parse("1.234")
    assert settle(value, "1.234", ",").number == 1234
    assert settle(value, "1.234", ".").number == 1.234
    assert settle(parse("1,234"), "1,234", ".").number == 1234
    assert settle(parse("1,234"), "1,234", ",").number == 1.234
    assert settle(parse("(1.234)"), "(1.234)", ".").number == -1.234


@pytest.mark.parametrize(
    ("lang", "mark"),
    [("en-US", "."), ("de", ","), ("de-DE", ","), ("de-CH", "."), ("fr-CA", ","), (None, ".")],
)
def test_decimal_mark_of_a_language(lang: str | None, mark: str) -> None:
    assert decimal_mark(lang) == mark


@pytest.mark.parametrize(
    ("left", "right", "like"),
    [
        ("5", "6", True),
        ("5 %", "6%", True),
        ("5 %", "6", False),
        ("$ 5", "6", True),
        ("$ 5", "€ 6", False),
        ("5 kg", "6 g", False),
        ("5 year", "6 years", True),
        ("$5 million", "$6", False),
    ],
)
def test_like_units(left: str, right: str, like: bool) -> None:
    assert like_units(parse(left), parse(right)) is like
    assert like_units(parse(right), parse(left)) is like


def test_same_value() -> None:
    assert same_value("5.0", "5")
    assert same_value("$ 5", "5")
    assert same_value("Basic  plan", "basic plan")
    assert not same_value("5", "5 %")
    assert not same_value("5", "6")
    assert not same_value("yes", "no")


def test_years_are_told_from_quantities() -> None:
    assert parse("2019").plain_year
    assert not parse("2,019").plain_year
    assert not parse("2019 kg").plain_year


@given(st.text(max_size=90))
def test_any_text_has_a_kind(text: str) -> None:
    assert isinstance(parse(" ".join(text.split())), Value)


@pytest.mark.parametrize("piece", ["1,", "1.", "1 ", "1 234,", "(1", "1-", "1 a ", "1/", "–1"])
def test_no_pattern_runs_away(piece: str) -> None:
    texts = [(piece * 80)[:size] + "x" for size in range(1, 80)]
    assert within(1.0, lambda: [parse(text) for text in texts])
