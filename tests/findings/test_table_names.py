"""Which texts before a table read as its name."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.table_names import name_before, reads_as_name, text_before, title_row
from dtaa_lint.findings.wording import contrast
from tests.graph.support import el, table, view

ROWS = ("*C Item |*C Price", "*R Ferry | 4")
PROSE = el("P", "Whoever leaves within a year is asked to pay for the rest of it.")


@pytest.mark.parametrize(
    "text",
    [
        "Prices of the plans",
        "Salary Rate Table effective 7/1/2023:",
        "Niveaux de conformité WCAG :",
        "Type énuméré : CatCondition - attribut de : Condition",
        "Percent of employees in the Federal government with targeted disabilities",
        "Tarife und Preise 2021",
        "Precios de los planes",
    ],
)
def test_names(text: str) -> None:
    assert reads_as_name(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ":", "Prices", "All prices are those of May.", "prices of the plans"),
        *("(dollars in millions)", "Dollars in millions, except per share data", "In EUR million"),
        *("Montants en euros", "Angaben in Tausend Euro", "Cifras en miles de euros"),
        *("Thirty-nine weeks ended", "October 29, 2022", "Millésime : 2023-02", "Stand: Mai 2023"),
        *("Edición de mayo de 2023", "5. Impairment and Other Charges", "1.1 Receipts"),
        *("Stock option activity was as follows:", "Les tarifs sont les suivants :"),
        "OPM’S MISSION: Recruit, Retain, and Honor a World-Class Workforce to Serve the People",
        "The prices of the plans that we offer are these:",
    ],
)
def test_sentences_units_dates_and_numbered_headings_are_no_names(text: str) -> None:
    assert not reads_as_name(text)


def named(*elements: object) -> str:
    found = view(el("Document", *elements))
    node = name_before(found, found.tables[0])
    return found.text(node) if node >= 0 else ""


def test_the_text_between_tables_and_at_the_end_is_a_name() -> None:
    name = el("P", "Fishing vessels")
    assert named(name, table(*ROWS)) == "Fishing vessels"
    assert named(name, table(*ROWS), el("P", "Cargo vessels"), table(*ROWS)) == "Fishing vessels"
    assert named(name, table(*ROWS), el("H2", "Others")) == "Fishing vessels"
    assert named(name, table(*ROWS), PROSE) == ""


def test_a_number_a_style_or_a_colon_make_a_name_before_prose_too() -> None:
    for text, raw in (
        ("Table 3 Fees", "P"),
        ("Fees by vessel:", "P"),
        ("Fees by vessel", "Légende"),
    ):
        assert named(el("P", text, raw=raw), table(*ROWS), PROSE) == text


def test_a_line_in_a_headings_size_is_no_name() -> None:
    assert named(el("P", "Fees by vessel", size=20.0), table(*ROWS)) == ""
    assert named(el("P", "Fees by vessel", size=14.0), table(*ROWS), PROSE) == ""
    assert named(el("P", "Fees by vessel", size=14.0), table(*ROWS)) == "Fees by vessel"


def test_a_unit_and_blanks_stand_between_a_name_and_its_table() -> None:
    unit = el("P", "Dollars in millions, except per share data")
    assert named(el("P", "FEES BY VESSEL"), unit, el("P"), table(*ROWS), PROSE) == "FEES BY VESSEL"
    assert named(el("P", "Fees by vessel"), unit, table(*ROWS), PROSE) == ""


def test_text_before_is_any_short_block_but_no_heading_and_no_table() -> None:
    blocks = (PROSE, table(*ROWS), table(*ROWS), el("H2", "Fees"), table(*ROWS))
    found = view(el("Document", *blocks))
    assert [text_before(found, one) >= 0 for one in found.tables] == [True, False, False]


def test_a_list_of_one_item_is_a_text_and_no_name() -> None:
    def items(*texts: str) -> object:
        return el("L", *[el("LI", el("LBody", text)) for text in texts])

    one, two = (
        view(el("Document", before, table(*ROWS)))
        for before in (items("Fees by vessel:"), items("Fees by vessel:", "Others"))
    )
    assert text_before(one, one.tables[0]) >= 0
    assert name_before(one, one.tables[0]) < 0
    assert text_before(two, two.tables[0]) < 0


def test_a_title_row_spans_the_table() -> None:
    whole, half = view(
        table("*C<2 Fees by vessel", *ROWS),
        table("*C<2 Options outstanding |*C Price", "a | b | c"),
    ).tables
    assert (title_row(whole), title_row(half)) == ("Fees by vessel", "")


def test_quotes_show_the_first_difference() -> None:
    begin = "The fair values for the pension plans by asset category at December 31, "
    assert contrast(begin + "2022 are:", begin + "2021 are:") == (
        "“…at December 31, 2022 are:”",
        "“…at December 31, 2021 are:”",
    )
    assert contrast("Actual returns", "Assumed returns") == (
        "“Actual returns”",
        "“Assumed returns”",
    )
    assert contrast(begin, begin + "2021") == ("“…at December 31,”", "“…at December 31, 2021”")
