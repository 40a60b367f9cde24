"""Row path, column path and value of every cell, worked out by hand."""

from __future__ import annotations

from dtaa_lint.graph.model import HeaderVia
from tests.graph.support import el, facts, table, view


def paths(*rows: object, **options: object) -> list[tuple[str, str, str]]:
    return facts(view(table(*rows, **options)).tables[0])  # type: ignore[arg-type]


def test_one_header_row_one_header_column() -> None:
    assert paths("*C Port |*C 2023 |*C 2024", "*R Arvik | 1 | 2", "*R Corrie | 3 | 4") == [
        ("Arvik", "2023", "1"),
        ("Arvik", "2024", "2"),
        ("Corrie", "2023", "3"),
        ("Corrie", "2024", "4"),
    ]


def test_headers_of_two_levels() -> None:
    assert paths(
        "*C^2 Port |*C<2 2023 |*C<2 2024",
        "*C H1 |*C H2 |*C H1 |*C H2",
        "*R Arvik | 1 | 2 | 3 | 4",
    ) == [
        ("Arvik", "2023 > H1", "1"),
        ("Arvik", "2023 > H2", "2"),
        ("Arvik", "2024 > H1", "3"),
        ("Arvik", "2024 > H2", "4"),
    ]


def test_the_same_without_scope_is_assumed() -> None:
    found = view(
        table(
            "*^2 Port |*<2 2023 |*<2 2024",
            "*H1 |*H2 |*H1 |*H2",
            "*Arvik | 1 | 2 | 3 | 4",
        )
    ).tables[0]
    assert facts(found)[3] == ("Arvik", "2024 > H2", "4")
    assert {path.via for path in found.row_paths if path} == {HeaderVia.ASSUMED}
    assert {path.via for path in found.column_paths if path} == {HeaderVia.ASSUMED}


def test_blank_corner_as_data_cell_or_header() -> None:
    expected = [("Arvik", "2023", "1"), ("Arvik", "2024", "2")]
    assert paths(" |*2023 |*2024", "*Arvik | 1 | 2") == expected
    assert paths("* |*2023 |*2024", "*Arvik | 1 | 2") == expected


def test_blank_header_gives_no_text_to_a_path() -> None:
    assert paths("*C |*C<2", "*C |*C 2023 |*C 2024", "*R A | 1 | 2") == [
        ("A", "2023", "1"),
        ("A", "2024", "2"),
    ]


def test_row_group_by_a_spanning_header() -> None:
    assert paths(
        "*C Region |*C Port |*C Calls",
        "*R^2 North |*R Arvik | 1",
        "*R Corrie | 2",
        "*R South |*R Dunmer | 3",
    ) == [
        ("North > Arvik", "Calls", "1"),
        ("North > Corrie", "Calls", "2"),
        ("South > Dunmer", "Calls", "3"),
    ]


def test_row_group_without_scope() -> None:
    assert paths(
        "*Region |*Port |*Calls |*Days", "*^2 North |*Arvik | 1 | 5", "*Corrie | 2 | 6"
    ) == [
        ("North > Arvik", "Calls", "1"),
        ("North > Arvik", "Days", "5"),
        ("North > Corrie", "Calls", "2"),
        ("North > Corrie", "Days", "6"),
    ]


def test_group_header_of_the_whole_width_stands_in_front_of_the_column_path() -> None:
    assert paths(
        "*C Port |*C 2023 |*C 2024",
        "*C<3 Income",
        "*R Arvik | 1 | 2",
        "*C<3 Cost",
        "*R Arvik | 3 | 4",
    ) == [
        ("Arvik", "Income > 2023", "1"),
        ("Arvik", "Income > 2024", "2"),
        ("Arvik", "Cost > 2023", "3"),
        ("Arvik", "Cost > 2024", "4"),
    ]


def test_title_row_and_stacked_tables() -> None:
    assert paths(
        "*C<3 First",
        "*C Port |*C 2023 |*C 2024",
        "*R Arvik | 1 | 2",
        "*C<3 Second",
        "*C Port |*C May |*C June",
        "*R Arvik | 3 | 4",
    ) == [
        ("Arvik", "First > 2023", "1"),
        ("Arvik", "First > 2024", "2"),
        ("Arvik", "Second > May", "3"),
        ("Arvik", "Second > June", "4"),
    ]


def test_later_header_row_replaces_the_earlier() -> None:
    assert paths(
        "*Port |*Calls |*Days", "*Arvik | 1 | 2", "*Port |*Tons |*Crew", "*Arvik | 3 | 4"
    ) == [
        ("Arvik", "Calls", "1"),
        ("Arvik", "Days", "2"),
        ("Arvik", "Tons", "3"),
        ("Arvik", "Crew", "4"),
    ]


def test_later_wider_header_keeps_the_narrower_ones_below_it() -> None:
    assert paths(
        " |*C<2 2023",
        "*C Port |*C H1 |*C H2",
        "*R Arvik | 1 | 2",
        " |*C<2 2024",
        "*R Arvik | 3 | 4",
    ) == [
        ("Arvik", "2023 > H1", "1"),
        ("Arvik", "2023 > H2", "2"),
        ("Arvik", "2024 > H1", "3"),
        ("Arvik", "2024 > H2", "4"),
    ]


def test_row_of_totals_ends_groups() -> None:
    assert paths(
        "*C Item |*C 2023 |*C 2024",
        "*C<3 Current assets",
        "*R Cash | 1 | 2",
        "*R Total current assets | 3 | 4",
        "*R Goodwill | 5 | 6",
    ) == [
        ("Cash", "Current assets > 2023", "1"),
        ("Cash", "Current assets > 2024", "2"),
        ("Total current assets", "2023", "3"),
        ("Total current assets", "2024", "4"),
        ("Goodwill", "2023", "5"),
        ("Goodwill", "2024", "6"),
    ]


def test_totals_are_told_in_the_language_of_the_table() -> None:
    rows = ("*C Posten |*C 2023 |*C 2024", "*C<3 Umlauf", "*R Kasse | 1 | 2")
    german = paths(*rows, "*R Summe Umlauf | 3 | 4", lang="de")
    assert german[2] == ("Summe Umlauf", "2023", "3")
    english = paths(*rows, "*R Summe Umlauf | 3 | 4", lang="en")
    assert english[2] == ("Summe Umlauf", "Umlauf > 2023", "3")


def test_header_alone_in_a_blank_row_groups_the_rows_below() -> None:
    assert paths(
        "*C Item |*C 2023 |*C 2024",
        "*R Basic | | ",
        "*R Income | 1 | 2",
        "*R Shares | 3 | 4",
        "*R Diluted | | ",
        "*R Income | 5 | 6",
        "*R Total | 7 | 8",
        "*R Dividend | 9 | 10",
    ) == [
        ("Basic > Income", "2023", "1"),
        ("Basic > Income", "2024", "2"),
        ("Basic > Shares", "2023", "3"),
        ("Basic > Shares", "2024", "4"),
        ("Diluted > Income", "2023", "5"),
        ("Diluted > Income", "2024", "6"),
        ("Diluted > Total", "2023", "7"),
        ("Diluted > Total", "2024", "8"),
        ("Dividend", "2023", "9"),
        ("Dividend", "2024", "10"),
    ]


def test_blank_form_has_no_groups() -> None:
    found = view(
        table("*C Day |*C From |*C To", "*R Monday | | ", "*R Tuesday | | ", "*R Friday | 8 | 12")
    ).tables[0]
    assert facts(found) == [("Friday", "From", "8"), ("Friday", "To", "12")]


def test_two_columns_of_key_and_value() -> None:
    assert paths("*Name | Ada", "*Born | 1815", "*Died | ") == [
        ("Name", "", "Ada"),
        ("Born", "", "1815"),
    ]


def test_pairs_side_by_side_take_the_nearest_header() -> None:
    assert paths("*R Name | Ada |*R Born | 1815", "*R City | London |*R Age | ") == [
        ("Name", "", "Ada"),
        ("Born", "", "1815"),
        ("City", "", "London"),
    ]


def test_row_header_in_the_second_column() -> None:
    assert paths("*C No. |*C Name |*C Value", "1 |*R Arvik | 5", "2 |*R Corrie | 6") == [
        ("Arvik", "No.", "1"),
        ("Arvik", "Value", "5"),
        ("Corrie", "No.", "2"),
        ("Corrie", "Value", "6"),
    ]


def test_header_row_with_a_plain_stub() -> None:
    assert paths("Port |*2023 |*2024", "Arvik | 1 | 2") == [
        ("", "", "Port"),
        ("", "", "Arvik"),
        ("", "2023", "1"),
        ("", "2024", "2"),
    ]


def test_sections_and_footers() -> None:
    found = view(
        el(
            "Table",
            el("THead", el("TR", el("TH", "Port"), el("TH", "Calls"))),
            el("TFoot", el("TR", el("TH", "Sum"), el("TD", "3"))),
            el("TBody", el("TR", el("TH", "Arvik"), el("TD", "1"))),
        )
    ).tables[0]
    assert facts(found) == [("Sum", "Calls", "3"), ("Arvik", "Calls", "1")]


def test_cell_over_several_columns_has_the_header_that_covers_it() -> None:
    assert paths(
        "*C Port |*C<2 2023 |*C 2024", "*C |*C H1 |*C H2 |*C All", "*R Arvik |<2 both | 3"
    ) == [("Arvik", "2023", "both"), ("Arvik", "2024 > All", "3")]


def test_cell_over_several_rows_has_the_header_that_covers_it() -> None:
    assert paths("*C Region |*C Port |*C Calls", "*R^2 North |*R Arvik |^2 9", "*R Corrie") == [
        ("North", "Calls", "9")
    ]


def test_scope_both_heads_row_and_column() -> None:
    assert paths("*C Port |*C Calls |*C Days", "*B Arvik | 1 | 2", " x | 3 | 4") == [
        ("Arvik", "Calls", "1"),
        ("Arvik", "Days", "2"),
        ("", "Port > Arvik", "x"),
        ("", "Calls", "3"),
        ("", "Days", "4"),
    ]


def test_paths_are_shared() -> None:
    found = view(table("*C P |*C Q", *[f"*R r{i} | {i}" for i in range(50)])).tables[0]
    assert len({id(path) for path in found.column_paths if path}) == 1


def test_markers_and_notes_are_no_part_of_a_value() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Port"), el("TH", "Calls", el("Reference", "a"))),
            el(
                "TR",
                el("TH", "Arvik"),
                el("TD", el("P", "12", el("Reference", el("Link", "1")))),
            ),
            el("TR", el("TH", "Corrie"), el("TD", "13", el("Note", el("Lbl", "b"), "Late."))),
        )
    ).tables[0]
    assert facts(found) == [("Arvik", "Calls", "12"), ("Corrie", "Calls", "13")]


def test_a_reference_that_is_no_marker_stays_in_the_value() -> None:
    found = view(
        table(el("TR", el("TH", "See"), el("TD", el("Reference", "Schedule of fees"))))
    ).tables[0]
    assert facts(found) == [("See", "", "Schedule of fees")]


def test_header_that_is_a_picture_is_named_by_its_alt() -> None:
    found = view(
        table(
            el("TR", el("TH", el("Figure", alt="Ship")), el("TH", "Price")),
            el("TR", el("TD", "Ferry"), el("TD", "4")),
        )
    ).tables[0]
    assert facts(found) == [("", "Ship", "Ferry"), ("", "Price", "4")]


def test_soft_hyphens_are_taken_out_of_texts() -> None:
    assert paths("*C Um\u00adsatz |*C Ge\u00ad winn", "1 | 2") == [
        ("", "Umsatz", "1"),
        ("", "Gewinn", "2"),
    ]


def test_rows_of_another_width_tell_no_columns() -> None:
    merged_without_span = paths("* |*Quarter |*Half-year", "*Sales | 1 | 2 | 3 | 4")
    assert [column for _, column, _ in merged_without_span] == ["", "", "", ""]
    one_cell_short = paths("*Port |*P |*Q", "*x | 1 | 2", "*y | 3", "*z | 4 | 5")
    assert one_cell_short == [
        ("x", "P", "1"),
        ("x", "Q", "2"),
        ("y", "", "3"),
        ("z", "P", "4"),
        ("z", "Q", "5"),
    ]
    one_cell_too_many = paths("*Port |*P |*Q", "*x | 1 | 2", "*y | 3 | 4 | 5", "*z | 6 | 7")
    assert [column for _, column, _ in one_cell_too_many] == ["P", "Q", "", "", "", "P", "Q"]


def test_a_lone_header_without_span_heads_no_column() -> None:
    assert paths("*Fees", "*Port |*A", "*x | 1") == [("x", "A", "1")]


def test_headers_of_the_whole_width_with_scope_row_open_groups_of_rows() -> None:
    """Beside groups with scope Column, which they do not replace; a title on top opens none."""
    found = view(
        table(
            "*R<3 Receipts",
            "*C Item |*C 2023 |*C 2024",
            "*R<3 Operations",
            "*R Fees | 1 | 2",
            "*C<3 Adjusted",
            "*R Dues | 3 | 4",
            "*R<3 Investments",
            "*R Ships | 5 | 6",
        )
    )
    assert facts(found.tables[0]) == [
        ("Operations > Fees", "2023", "1"),
        ("Operations > Fees", "2024", "2"),
        ("Operations > Dues", "Adjusted > 2023", "3"),
        ("Operations > Dues", "Adjusted > 2024", "4"),
        ("Investments > Ships", "Adjusted > 2023", "5"),
        ("Investments > Ships", "Adjusted > 2024", "6"),
    ]
