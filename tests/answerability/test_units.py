"""Tag-aligned units: one item of evidence for what the structure declares as one thing."""

from __future__ import annotations

import time

import pytest

from dtaa_lint.answerability.answering.units import FIGURE, HEAD, HEADING, ITEM, NOTE, ROW, Units
from tests.answerability.support import document, items, prices, table
from tests.graph.support import el as plain
from tests.graph.support import view
from tests.make import el


def shown(*top: object, **options: object) -> list[tuple[str, str]]:
    return [(unit.kind, unit.text) for unit in Units(document(*top, **options).view).all]


def test_a_table_is_its_header_rows_once_and_its_rows() -> None:
    made = document(el("H1", "Prices"), prices(caption="Table 1. Prices"))
    units = Units(made.view)
    assert [unit.kind for unit in units.all] == [HEADING, HEAD, ROW, ROW, ROW]
    assert units.all[1].text == "[Table] Table 1. Prices\nPlan| 2023| 2024"
    assert units.all[2].text == "Basic| 2.1| 2.1"
    assert units.all[2].heads == (1,)
    assert "2024" in units.all[2].context and "Prices" in units.all[2].context


def test_a_group_header_over_several_rows_is_said_in_each() -> None:
    made = el(
        "Table",
        el("TR", *[el("TH", text, scope="Column") for text in ("Port", "Year", "Receipts")]),
        el("TR", el("TH", "Arvik", scope="Row", row_span=2), el("TH", "2023", scope="Row"),
           el("TD", "22")),
        el("TR", el("TH", "2024", scope="Row"), el("TD", "23")),
    )  # fmt: skip
    assert (ROW, "Arvik| 2024| 23") in shown(el("H1", "Receipts"), made)


def test_a_short_header_over_several_columns_stands_over_each() -> None:
    made = el(
        "Table",
        el("TR", el("TH", "Port", scope="Column", row_span=2),
           el("TH", "2024", scope="Column", col_span=2)),
        el("TR", el("TH", "First half", scope="Column"), el("TH", "Second half", scope="Column")),
        el("TR", el("TH", "Arvik", scope="Row"), el("TD", "1"), el("TD", "2")),
    )  # fmt: skip
    (head, row) = shown(made)
    assert head == (HEAD, "Port| 2024| 2024\n| First half| Second half")
    assert row == (ROW, "Arvik| 1| 2")


def test_a_list_item_is_without_the_lists_in_it() -> None:
    outer = el("L", el("LI", el("Lbl", "1."), el("LBody", "Declare", items("Value", "Owner"))))
    assert shown(el("H1", "Steps"), outer) == [
        (HEADING, "Steps"), (ITEM, "1. Declare"), (ITEM, "• Value"), (ITEM, "• Owner"),
    ]  # fmt: skip


def test_a_figure_is_caption_and_alternative() -> None:
    figure = el("Figure", el("Caption", "Figure 1. Receipts"), alt="Receipts grew to 190.")
    (unit,) = Units(document(figure).view).all
    assert unit.kind == FIGURE
    assert unit.text == "[Figure] Figure 1. Receipts — Receipts grew to 190."
    assert "figure 1" in unit.names


def test_a_note_stands_by_itself_and_not_in_its_claim() -> None:
    claim = el(
        "P", "Small vessels are exempt",
        el("Note", el("Lbl", "1"), "Harbour Act, Schedule 2", id="n1"),
    )  # fmt: skip
    found = shown(claim)
    assert ("block", "Small vessels are exempt") in found
    assert (NOTE, "1 Harbour Act, Schedule 2") in found


def test_blocks_in_a_block_are_units_of_their_own() -> None:
    outer = el(
        "P", el("P", "How to fill it out"), el("H2", "Part 1"), el("P", "Print your name."),
        el("H2", "Part 2"), el("P", "Sign your name."),
    )  # fmt: skip
    assert shown(el("H1", "Form"), outer) == [
        (HEADING, "Form"), ("block", "How to fill it out"),
        (HEADING, "Part 1"), ("block", "Print your name."),
        (HEADING, "Part 2"), ("block", "Sign your name."),
    ]  # fmt: skip


@pytest.mark.parametrize("around", ["P", "BlockQuote", "Div", "Sect", "NonStruct"])
def test_a_block_is_what_it_says_itself(around: str) -> None:
    inside = el("P", "A box ", el("Span", "of text."))
    nested = el("Div", el("Span", "Loose words."), el("P", "A paragraph."))
    found = shown(el(around, "It says this ", inside, " and this.", nested))
    assert found == [
        ("block", "It says this and this."), ("block", "A box of text."),
        ("block", "Loose words."), ("block", "A paragraph."),
    ]  # fmt: skip


def test_nothing_in_a_block_is_lost_or_told_twice() -> None:
    made = el(
        "P", "Before.", el("Caption", "Of nothing."), items("one", "two"),
        el("NonStruct", "Looked through.", el("P", "Deep.")), prices(), "After.",
    )  # fmt: skip
    texts = " ".join(text for _, text in shown(made))
    for piece in ("Before.", "Of nothing.", "one", "two", "Looked through.", "Deep.", "After."):
        assert texts.count(piece) == 1, piece
    assert texts.count("Basic|") == 1


def test_a_paragraph_that_is_all_of_another_is_one_with_it() -> None:
    (unit,) = Units(document(el("P", el("P", el("P", "All there is.")))).view).all
    assert unit.text == "All there is." and len(unit.nodes) == 3
    assert shown(el("P", el("H2", "A heading"))) == [(HEADING, "A heading")]
    assert shown(el("P", el("P", el("P", "One."), el("P", "Two.")))) == [
        ("block", "One."), ("block", "Two."),
    ]  # fmt: skip


def test_a_figure_in_a_block_says_its_text_as_one() -> None:
    made = el("P", "See:", el("Figure", el("P", "North"), el("P", "South"), alt="A map."))
    assert [kind for kind, _ in shown(made)] == ["block", FIGURE]


def test_contents_are_left_out() -> None:
    contents = el("TOC", el("TOCI", "Prices 3"), el("TOCI", "Hours 4"))
    assert shown(contents, el("H1", "Prices")) == [(HEADING, "Prices")]


def test_an_expansion_is_a_unit() -> None:
    assert ("term", "CRO: Coastal Revenue Office") in shown(
        el("P", "Ask the ", el("Span", "CRO", e="Coastal Revenue Office"), ".")
    )


def test_cells_as_long_as_pages_are_read_by_themselves() -> None:
    long = "A long paragraph about the harbour and its history. " * 20
    made = el("Table", el("TR", el("TD", el("P", long.strip())), el("TD", el("P", "Margin"))))
    kinds = [kind for kind, _ in shown(made)]
    assert ROW not in kinds and len(kinds) == 2


def test_every_unit_knows_its_words_and_owner() -> None:
    made = document(el("H1", "Prices"), table(("Plan", "Price"), ("Basic", "2.1")), el("P", "End."))
    units = Units(made.view)
    for number, unit in enumerate(units.all):
        assert unit.words == len(unit.text.split())
        assert units.owner(unit.node) == number


def test_a_tree_as_deep_as_it_is_long_is_read() -> None:
    deep = plain("P", "bottom")
    for _ in range(5_000):
        deep = plain("L", plain("LI", plain("LBody", "item", deep)))
    found = Units(view(deep))
    assert [unit.kind for unit in found.all] == [ITEM] * 5_000
    assert found.owner(len(found.view.nodes) - 1) == len(found.all) - 1
    assert found.owner(0) == -1


def test_a_figure_in_boxes_is_no_block_of_what_it_stands_in() -> None:
    sign = el("Sect", el("P", el("Figure", "CAUTION!", alt="Caution")))
    assert ("block", "Mind: CAUTION! the tide.") in shown(el("P", "Mind: ", sign, " the tide."))


@pytest.mark.parametrize("text", [("said",), ()])
def test_blocks_as_deep_as_the_document_is_long_are_read(text: tuple[str, ...]) -> None:
    deep = plain("P", plain("P", "one"), plain("P", "two"))
    for _ in range(5_000):
        deep = plain("P", *text, deep)
    begun = time.process_time()
    found = [unit.text for unit in Units(view(deep)).all]
    assert found == ["said"] * (5_000 if text else 0) + ["one", "two"]
    assert time.process_time() - begun < 10
