"""Lists whose items are not what the list says on the page, each beside one that is as it should
be."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.sentences import last_sentence
from tests.graph.support import el
from tests.universe.support import lists, reasons, rejected, universe

LIST, NESTED = Motif.HEADING_LIST, Motif.NESTED_LIST
HEAD = el("H1", "Fees")
LEAD = el("P", "You can pay in these ways:")


def item(*content: Any, label: float = 50, text: float = 64) -> Any:
    """An item with a bullet whose label and text stand at these edges."""
    return el("LI", el("Lbl", "•", left=label), el("LBody", *content, left=text))


def plain(*texts: str) -> Any:
    return el("L", *[el("LI", el("LBody", text)) for text in texts])


def fault(*content: Any, motif: Motif = LIST) -> list[tuple[str, str]]:
    return [found[:2] for found in rejected(universe(HEAD, *content), motif)]


@pytest.mark.parametrize("edge", [50, 36])
def test_the_paragraph_after_a_list_in_its_last_item(edge: int) -> None:
    after = el("P", "The office is open all week.", left=edge)
    held = el("L", item("by card"), item("by transfer", after))
    assert fault(LEAD, held) == [("MALFORMED_SET", "swallowed")]


def test_a_second_paragraph_under_an_items_text_is_the_items() -> None:
    more = el("P", "The bank may take a day.", left=64)
    found = universe(HEAD, LEAD, el("L", item("by card"), item("by transfer", more)))
    assert reasons(found, LIST) == ["ok"]


def test_where_texts_go_back_to_the_labels_edge_that_edge_says_nothing() -> None:
    more = el("P", "The bank may take a day.", left=50)
    found = universe(HEAD, LEAD, el("L", item("by card", text=50), item("by transfer", more)))
    assert reasons(found, LIST) == ["ok"]


@pytest.mark.parametrize("colon", [":", "："])
def test_a_lead_inside_an_item_parts_two_lists(colon: str) -> None:
    lead = el("P", f"In cash you pay{colon}")
    held = el("L", el("LI", el("LBody", "by card", lead)), el("LI", el("LBody", "at the desk")))
    assert fault(LEAD, held) == [("MALFORMED_SET", "swallowed")]


def test_a_lead_inside_an_item_with_a_list_of_its_own() -> None:
    lead = el("P", "We take cards of two kinds:")
    held = el(
        "L",
        el("LI", el("LBody", "by card", lead, plain("debit card", "credit card"))),
        el("LI", el("LBody", "at the desk")),
    )
    assert reasons(universe(HEAD, LEAD, held), LIST) == ["ok"]


def test_a_text_box_in_an_item() -> None:
    box = el("Sect", el("P", "Receipts come in these forms:"), plain("on paper", "by mail"))
    held = el("L", el("LI", el("LBody", "by card")), el("LI", el("LBody", "by transfer", box)))
    found = universe(HEAD, LEAD, held)
    assert [r[:2] for r in rejected(found, LIST)] == [("MALFORMED_SET", "swallowed")]
    assert [r[:2] for r in rejected(found, NESTED)] == [("INCOMPLETE_EVIDENCE", "anchor")]


def test_a_section_around_all_of_an_item_is_no_text_box() -> None:
    def wrapped(text: str) -> Any:
        return el("LI", el("LBody", el("Sect", el("P", text))))

    found = universe(HEAD, LEAD, el("L", wrapped("by card"), wrapped("by transfer")))
    assert lists(found) == [("You can pay in these ways:", ["by card", "by transfer"])]


@pytest.mark.parametrize(
    "text",
    [
        *("Up to 20 members, including", "The applicant shall", "The file is not:"),
        *("Both of the following apply.", "Mitglieder, die der Vorstand beruft, wobei", "Soit par"),
    ],
)
def test_an_item_that_breaks_off_where_its_list_begins(text: str) -> None:
    held = el("LI", el("LBody", text, plain("Ada", "Grace")))
    assert fault(el("L", held, el("LI", el("LBody", "The chair")))) == [("FRAGMENT", "open-item")]
    # Without a list in it nothing is cut off.
    assert reasons(universe(HEAD, plain(text, "The chair")), LIST) == ["ok"]


@pytest.mark.parametrize("text", ["Members:", "Members of the board", "One member is elected."])
def test_an_item_that_names_its_list(text: str) -> None:
    held = el("LI", el("LBody", text, plain("Ada", "Grace")))
    found = universe(HEAD, el("L", held, el("LI", el("LBody", "The chair"))))
    assert lists(found) == [("Fees", [text.rstrip(":"), "The chair"])]


def test_alternatives_go_on_with_the_sentence() -> None:
    lead = el("P", "Il s'agit de rendre les contenus perceptibles :")
    held = plain("Soit par des formes adaptées.", "Soit par des technologies d'assistance.")
    assert fault(lead, held) == [("MALFORMED_SET", "alternatives")]
    one = plain("Soit par des formes adaptées.", "Des technologies d'assistance.")
    assert reasons(universe(HEAD, lead, one), LIST) == ["ok"]


def test_a_lead_that_begins_other_paragraphs_names_nothing() -> None:
    lead, held = el("P", "More information:"), plain("www.a.example", "www.b.example")
    others = [el("P", f"More information: www.{c}.example") for c in "cd"]
    assert fault(lead, held, *others) == [("AMBIGUOUS", "boilerplate")]
    # Once more is chance, and other lists of other sections have the same lead by right.
    assert reasons(universe(HEAD, lead, held, others[0]), LIST) == ["ok"]
    again = [part for n in "xyz" for part in (el("H1", n * 2), lead, plain(n, n + n))]
    assert reasons(universe(HEAD, lead, held, *again), LIST) == ["ok"] * 4


def test_a_text_introduces_no_list() -> None:
    sentence = "The board of the club decides on all fees of its members once in every year. "
    held = plain("by card", "by transfer")
    long = "The fees " + "that the board of the club has set for its members " * 8 + "are:"
    assert fault(el("P", long), held) == [("MALFORMED_STRUCTURE", "long-lead")]
    inner = el("L", el("LI", el("LBody", long, held)), el("LI", el("LBody", "Others")))
    assert fault(inner, motif=NESTED) == [("MALFORMED_STRUCTURE", "long-lead")]
    # Of a text of many sentences the last one is the lead.
    texts = sentence * 6 + "They are paid:"
    found = universe(HEAD, el("L", el("LI", el("LBody", texts, held))))
    assert lists(found, NESTED) == [("They are paid", ["by card", "by transfer"])]


def test_the_last_sentence_in_chinese() -> None:
    assert last_sentence("请填写表格。请按以下步骤操作：") == "请按以下步骤操作："
    assert last_sentence("他说：“请填写。”") == "他说：“请填写。”"
    assert last_sentence("请按以下步骤操作。") == "请按以下步骤操作。"
