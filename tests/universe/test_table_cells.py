"""TABLE_CELL: every (row path, column path, value), worked out by hand."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import enumerate_tasks
from tests.graph.support import build, el, table
from tests.universe.support import reasons, rejected, tasks, universe, values

CELL = Motif.TABLE_CELL


def test_headers_of_two_levels_and_row_groups() -> None:
    found = universe(
        table(
            "*C^2 Region |*C^2 Port |*C<2 2023 |*C<2 2024",
            "*C H1 |*C H2 |*C H1 |*C H2",
            "*R^2 North |*R Arvik | 1 | 2 | 3 | 4",
            "*R Corrie | 5 | 6 | 7 | 8",
        )
    )
    assert values(found) == [
        ("North › Arvik", "2023 › H1", "1"),
        ("North › Arvik", "2023 › H2", "2"),
        ("North › Arvik", "2024 › H1", "3"),
        ("North › Arvik", "2024 › H2", "4"),
        ("North › Corrie", "2023 › H1", "5"),
        ("North › Corrie", "2023 › H2", "6"),
        ("North › Corrie", "2024 › H1", "7"),
        ("North › Corrie", "2024 › H2", "8"),
    ]


def test_blank_corner_and_spanning_cell() -> None:
    found = universe(table(" |*C A |*C B |*C C", "*R one | 1 |<2 both", "*R two | 2 | 3 | 4"))
    assert values(found) == [
        ("one", "A", "1"),
        ("two", "A", "2"),
        ("two", "B", "3"),
        ("two", "C", "4"),
    ]
    assert rejected(found, CELL) == [
        ("TRIVIAL", "blank", ""),
        ("AMBIGUOUS_RELATION", "column", "both"),
    ]


def test_a_cell_across_two_rows_has_no_one_row_header() -> None:
    found = universe(table("* |*C A |*C B", "*R one | 1 |^2 9", "*R two | 2"))
    assert values(found) == [("one", "A", "1"), ("two", "A", "2")]
    assert rejected(found, CELL) == [("AMBIGUOUS_RELATION", "row", "9")]


def test_headers_named_by_id() -> None:
    found = universe(
        el(
            "Table",
            el("TR", el("TH", "x", id="x"), el("TH", "Price", id="p"), el("TH", "Tax", id="t")),
            el(
                "TR",
                el("TH", "Basic", id="b"),
                el("TD", "12", headers=["b", "p"]),
                el("TD", "3", headers=["b", "t"]),
            ),
        )
    )
    assert values(found) == [("Basic", "Price", "12"), ("Basic", "Tax", "3")]


def test_evidence_and_relations() -> None:
    found = universe(
        el("H1", "Plans"),
        table(el("Caption", "Prices 2024"), "* |*C Price", "*R Basic | 12.50"),
    )
    (task,) = tasks(found, CELL)
    assert (task.operation.value, task.topology) == ("EXTRACT", "L4")
    assert task.heading_path == ("Plans",)
    assert task.caption == "Prices 2024"
    assert task.page == 0
    text = found.view.text
    assert [[text(node) for node, _ in slot.any_of] for slot in task.slots] == [
        ["12.50"],
        ["Basic"],
        ["Price"],
    ]
    relations = [(r.type, text(r.source), text(r.target)) for r in task.relations]
    assert relations == [
        ("ROW_HEADER_FOR", "Basic", "12.50"),
        ("COLUMN_HEADER_FOR", "Price", "12.50"),
    ]


def test_headers_on_one_axis_only() -> None:
    found = universe(table("*C A |*C B |*C C", "1 | 2 | 3"))
    assert rejected(found, CELL) == [("INCOMPLETE_EVIDENCE", "row", c) for c in "123"]
    found = universe(table("*R A | 1 | 2", "*R B | 3 | 4"))
    assert rejected(found, CELL) == [("INCOMPLETE_EVIDENCE", "column", c) for c in "1234"]


def test_no_headers_at_all() -> None:
    found = universe(table("A | B | C", "x | 1 | 2"))
    # A, B, C and x would be the headers: they are no cells that are lost.
    assert rejected(found, CELL) == [("INCOMPLETE_EVIDENCE", "row+column", c) for c in "12"]


def test_a_layout_table_loses_nothing() -> None:
    found = universe(
        el(
            "Table",
            el("TR", el("TD", el("H2", "News"), el("P", "Long story.")), el("TD", el("P", "Ad"))),
            el("TR", el("TD", el("L", el("LI", el("LBody", "a")))), el("TD", el("P", "b"))),
        )
    )
    assert {reason for reason, _, _ in rejected(found, CELL)} == {"MALFORMED_STRUCTURE"}
    assert {detail for _, detail, _ in rejected(found, CELL)} == {"layout"}
    assert values(found) == []


def test_header_cells_everywhere() -> None:
    found = universe(table("*A |*B |*C", "*x |*1 |*2"))
    assert rejected(found, CELL) == [("MALFORMED_STRUCTURE", "all-headers", c) for c in "12"]


def test_a_table_in_a_cell_is_no_value() -> None:
    inner = table("*C a |*C b", "*R c | 7")
    found = universe(
        el(
            "Table",
            el("TR", el("TH", "x"), el("TH", "A", scope="Column"), el("TH", "B", scope="Column")),
            el("TR", el("TH", "one", scope="Row"), el("TD", inner), el("TD", "2")),
        )
    )
    assert ("c", "b", "7") in values(found)
    assert [r[:2] for r in rejected(found, CELL)] == [("MALFORMED_STRUCTURE", "nested-table")]


def test_trivial_values_and_stubs() -> None:
    found = universe(
        table(
            "* |*C A |*C B |*C C |*C D |*C E",
            "*R one | – | n/a | ☐ | Name: ____ | see page 12",
            "*R two | | 1 of 2 | one | Paris | siehe Anlage 3",
        )
    )
    assert rejected(found, CELL) == [
        ("TRIVIAL", "dash", "–"),
        ("TRIVIAL", "dash", "n/a"),
        ("FRAGMENT", "symbol", "☐"),
        ("FRAGMENT", "stub", "Name: ____"),
        ("EXTERNAL_CONTEXT", "pointer", "see page 12"),
        ("TRIVIAL", "blank", ""),
        ("EXTERNAL_CONTEXT", "pointer", "siehe Anlage 3"),
    ]
    assert [value for _, _, value in values(found)] == ["1 of 2", "one", "Paris"]


def test_a_lone_sign_asks_for_nothing() -> None:
    found = universe(table("* |*C A |*C B |*C C |*C D", "*R one | 14 | % | $ | /"))
    assert [(row, value) for row, _, value in values(found)] == [("one", "14")]
    assert rejected(found, CELL) == []


def test_labels_above_missing_headers_ask_for_nothing() -> None:
    found = universe(
        table(
            "* | Net income | | Per share | ",
            "* | 2023 | 2022 | 2023 | 2022",
            "*R Basic | 12 | 13 | 14 | 15",
            "*R Team | 16 | 17 | 18 | 19",
        )
    )
    assert [r[2] for r in rejected(found, CELL) if r[0] == "INCOMPLETE_EVIDENCE"] == [
        str(n) for n in range(12, 20)
    ]


def test_a_value_that_repeats_its_header() -> None:
    found = universe(table("* |*C Status |*C Level", "*R Active | Status | 5", "*R 5 | on | 5"))
    assert rejected(found, CELL) == [("HEADING_ECHO", "header", "Status")]
    assert ("5", "Level", "5") in values(found)


def test_several_numbers_stay_one_value() -> None:
    found = universe(table("* |*C Dose", "*R Adults | 20mg & 12.5mg"))
    assert values(found) == [("Adults", "Dose", "20mg & 12.5mg")]


def test_unmapped_glyphs_are_no_evidence() -> None:
    found = universe(table("* |*C A |*C \ufffdx", "*R one | a\ufffdc | 2"))
    assert rejected(found, CELL) == [
        ("NOT_VERBATIM", "unmapped", "a\ufffdc"),
        ("NOT_VERBATIM", "header", "2"),
    ]


def test_a_marker_inside_the_cell_is_no_part_of_the_value() -> None:
    found = universe(
        el(
            "Table",
            el("TR", el("TH", "x"), el("TH", "Price", scope="Column")),
            el(
                "TR",
                el("TH", "Basic", scope="Row"),
                el("TD", "12.50", el("Reference", "1", ref=["n"])),
            ),
        ),
        el("Note", el("Lbl", "1"), "Excluding tax.", id="n"),
    )
    assert values(found) == [("Basic", "Price", "12.50")]


def test_a_marker_between_digits_leaves_no_verbatim_value() -> None:
    found = universe(
        el(
            "Table",
            el("TR", el("TH", "x"), el("TH", "Price", scope="Column")),
            el(
                "TR",
                el("TH", "Basic", scope="Row"),
                el("TD", "12", el("Reference", "1", ref=["n"]), "000"),
            ),
        ),
        el("Note", el("Lbl", "1"), "Excluding tax.", id="n"),
    )
    assert rejected(found, CELL) == [("NOT_VERBATIM", "marker", "12 1 000")]


def test_actual_text_with_other_digits_than_the_page() -> None:
    document = build(table("* |*C A |*C B", "*R x | 12 | 13"))
    runs = list(document.runs)
    for place, shown in ((-2, "1 2"), (-1, "15")):
        runs[place] = runs[place]._replace(raw=shown, flags=RunFlag.ACTUAL_TEXT)
    found = enumerate_tasks(View(replace(document, runs=tuple(runs))))
    assert values(found) == [("x", "A", "12")]
    assert rejected(found, CELL) == [("NOT_VERBATIM", "actual-text", "13")]


def test_soft_hyphens_are_repaired_in_the_value_only() -> None:
    found = universe(table("* |*C A", "*R x | Ver\u00adsicherung"))
    assert values(found) == [("x", "A", "Versicherung")]
    assert tasks(found, CELL)[0].slots[0].any_of[0][1] == "Ver\u00adsicherung"


def test_kerning_split_header() -> None:
    found = universe(
        table("* |*C F un d |*C Index", "*R 2024 | 1.5 | 2.5"),
        el("P", "The Fund invests abroad. The Fund is small."),
    )
    assert values(found) == [("2024", "Index", "2.5")]
    assert rejected(found, CELL) == [("SPLIT_TEXT", "header", "1.5")]


def test_a_full_width_cell_is_no_value() -> None:
    found = universe(table("* |*C A", "*R one | 1", "<2 Source: own data"))
    assert reasons(found, CELL) == ["ok"]


def test_what_the_repair_makes_headers_of_is_no_lost_task() -> None:
    rows = ("Up to 10 m | 1.0 | 40", "10 m to 25 m | 1.8 | 90", "Over 25 m | 2.5 | 210")
    broken = universe(el("H1", "A"), table("*C Class |*C Rate |*C Minimum", *rows))
    repaired = universe(
        el("H1", "A"), table("*C Class |*C Rate |*C Minimum", *["*R " + row for row in rows])
    )
    assert len(rejected(broken, CELL)) == len(values(repaired)) == 6
    for motif in (Motif.TABLE_COMPARE, Motif.TABLE_SERIES):
        assert len(rejected(broken, motif)) == len(tasks(repaired, motif)) > 0


def test_codes_among_words_are_values_and_nothing_among_numbers() -> None:
    found = universe(
        table("* |*C Result |*C Scope |*C Value", "*R x | nc | na | 1", "*R y | pass | All | nd")
    )
    assert [(row, column, value) for row, column, value in values(found) if row == "x"] == [
        ("x", "Result", "nc"),
        ("x", "Scope", "na"),
        ("x", "Value", "1"),
    ]
    found = universe(table("* |*C A |*C B", "*R x | 1 | nd", "*R y | 2 | 3", "*R z | – | n/a"))
    assert [r[:2] for r in rejected(found, CELL)] == [("TRIVIAL", "dash")] * 3


def test_a_day_that_is_announced_by_a_day_is_data_under_data() -> None:
    found = universe(
        table(
            "* Notice |*C 17 mai 2021 |*C 4 June 2021",
            "*R Adoption | 7 juin 2021 | 12",
            "*R In force | 1er juillet 2021 | 14",
        )
    )
    assert values(found) == [("Adoption", "4 June 2021", "12"), ("In force", "4 June 2021", "14")]
    assert rejected(found, CELL) == [
        ("MALFORMED_STRUCTURE", "header-is-data", "7 juin 2021"),
        ("MALFORMED_STRUCTURE", "header-is-data", "1er juillet 2021"),
    ]
