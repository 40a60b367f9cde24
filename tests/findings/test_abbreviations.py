"""Which words of labels are abbreviations, and what counts as saying one in full."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.abbreviations import Said, candidates, is_listed
from tests.cost import within


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Changes of the PQWR", {"PQWR"}),
        ("PQWR", {"PQWR"}),
        ("CHANGES OF THE PQWR", set()),
        ("Form W-4 and A.B.C.", set()),
        ("Part XIV, in EUR", set()),
        ("The PDF of the IRS", set()),
        ("R&D of the PQWR/KLMT", set()),
    ],
)
def test_candidates(label: str, found: set[str]) -> None:
    assert candidates(label) == found


@pytest.mark.parametrize(
    "text",
    [
        "the paid quarterly wage record (PQWR) is kept",
        "records (of the PQWR) are kept",
        "PQWR (paid quarterly wage record)",
        "PQWR: paid by quarter",
        "PQWR – Paid by quarter",
        "the Paid Quarterly\nWage Record",
        "a record of the paid, quarterly wage, record by record",
        "Paid and Quarterly Wages of the Record",
    ],
)
def test_said_in_full(text: str) -> None:
    assert Said(text).expands("PQWR")


@pytest.mark.parametrize(
    "text", ["the PQWR is kept", "PQWR: see below", "PQWR – the record", "quarterly wage record"]
)
def test_not_said(text: str) -> None:
    assert not Said(text).expands("PQWR")


def test_initials_of_a_short_one_must_be_capitals() -> None:
    assert Said("the Paid Wage Record").expands("PWR")
    assert not Said("they paid what remained").expands("PWR")


def test_words_in_capitals_are_told_from_abbreviations() -> None:
    said = Said("The total is checked. The sum of all PQWR is the TOTAL.")
    assert said.is_word("TOTAL") and not said.is_word("PQWR")
    assert said.in_sentence("PQWR") and not Said("PQWR\nMembers").in_sentence("PQWR")


def test_lists() -> None:
    assert is_listed("PQWR", [("PQWR:", "what was paid")])
    assert not is_listed("PQWR", [("PQWR", "12 40"), ("Plan", "what was paid")])


@pytest.mark.parametrize("text", ["P" * 400_000, "P q w " * 100_000, "PQW (" * 100_000])
def test_long_texts_are_searched_in_linear_time(text: str) -> None:
    found: list[bool] = []
    assert within(2, lambda: found.append(Said(text).expands("PQWR")))
    assert not any(found)
