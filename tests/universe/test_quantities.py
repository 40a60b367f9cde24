"""Kinds of quantity in headers: what parts the numbers of one table."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.quantities import quantities
from tests.graph.support import table
from tests.universe.support import pairs, reasons, series, universe


@pytest.mark.parametrize(
    ("header", "kinds"),
    [
        ("Shares", ("shares",)),
        ("Earnings per share", ("per share",)),
        ("Dividends declared ($2.585 per share)", ()),
        ("Effective tax rate", ("rate",)),
        ("Rate of improper payments", ("rate",)),
        ("Interest rate swaps", ()),
        ("Increase/(Decrease)", ("change",)),
        ("Inc/ (Dec)", ("change",)),
        ("Inc/ (Dec) Excluding Currency Translation", ("change",)),
        ("Income (declared)", ()),
        ("Apple Inc", ()),
        ("Var.", ("change",)),
        ("Health Care and Life", ()),
        ("Anzahl", ("count",)),
        ("Anteil in %", ("share",)),
        ("Nombre de dossiers", ("count",)),
        ("Taux de chômage", ("rate",)),
        ("Évolution", ("change",)),
        ("Porcentaje", ("share",)),
        ("Quantidade", ("count",)),
        ("2024", ()),
        ("Australia", ()),
    ],
)
def test_kinds(header: str, kinds: tuple[str, ...]) -> None:
    assert quantities(header) == kinds


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Amount", "Shares"),
        ("Betrag", "Anzahl"),
        ("Montant", "Taux"),
        ("Importe", "Variación"),
        ("Hourly", "Annual"),
        ("2024", "Increase"),
        ("Revenue", "Earnings per share"),
    ],
)
def test_neighbouring_columns_of_other_kinds_are_no_pair(one: str, other: str) -> None:
    found = universe(table(f"* |*C {one} |*C {other}", "*R x | 5 | 6", "*R y | 7 | 8"))
    assert [what for what, *_ in pairs(found)] == [one, other]


def test_rows_of_other_kinds_are_no_pair_and_no_series() -> None:
    found = universe(
        table("* |*C 2024", "*R Accounts | 33", "*R Connections per account | 3", "*R Lines | 9")
    )
    assert pairs(found) == []
    assert series(found) == []


def test_a_currency_sign_beside_a_bare_number_of_the_same_row() -> None:
    found = universe(table("* |*C Borrowed |*C Maturing", "*R Facility | $ 9,500 | 2,026"))
    assert pairs(found) == []
    found = universe(table("* |*C<2 Borrowed |*C<2 Paid", "*R Facility | $ | 9,500 | € | 9,000"))
    assert pairs(found) == []


def test_a_unit_line_names_no_kind() -> None:
    line = "(dollars in millions, except per share amounts, and shares in thousands)"
    found = universe(
        table(f"* |*C<2 {line}", "* |*C 2024 |*C 2023", "*R Revenue | 5 | 6"),
    )
    assert len(pairs(found)) == 1


def test_numbers_in_brackets_are_no_unit() -> None:
    found = universe(
        table("* |*C Net", "*R Lists (5 to 13 years) | 5", "*R Software (7 years) | 6")
    )
    assert len(pairs(found)) == 1


def test_a_year_is_no_quantity() -> None:
    found = universe(table("* |*C Ends |*C Seats", "*R x | 2026 | 9", "*R y | 2031 | 8"))
    assert [p[0] for p in pairs(found)] == ["Seats"]


def test_the_attributes_of_a_record_are_no_series() -> None:
    found = universe(
        table(
            "* |*C Date |*C Author |*C Status",
            "*R 0.1 | 2024-03-01 | Ines | Draft",
            "*R 0.2 | 2024-05-01 | Omar | Final",
            "*R 0.3 | 2024-07-01 | Ines | Final",
        )
    )
    assert [(axis, name) for axis, name, _ in series(found)] == [
        ("column", "Date"),
        ("column", "Author"),
        ("column", "Status"),
    ]


def test_words_that_come_back_from_column_to_column_are_a_series() -> None:
    found = universe(
        table(
            "* |*C Arvik |*C Corrie |*C Estery",
            "*R Fuel | yes | no | yes",
            "*R Water | no | yes | no",
        )
    )
    assert [name for _, name, _ in series(found)] == ["Fuel", "Water"]


def test_a_result_in_words_beside_numbers_is_no_series() -> None:
    found = universe(table("* |*C 2022 |*C 2023 |*C Target met", "*R Calls | 5 | 6 | yes"))
    assert reasons(found, Motif.TABLE_SERIES) == []
