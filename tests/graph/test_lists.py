"""Lists: members, labels, nesting, lead, strays."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.graph.lists import is_textual_label
from tests.graph.support import el, view


@pytest.mark.parametrize(
    "label",
    ["•", "–", "o", "\uf0b7", "1.", "1)", "(1)", "2.1.3", "a)", "(b)", "A.", "iv.", "XII", "aa)",
     "A-1", "§ 3", "1º", "①", "*", "", "3a", "(ii)"],
)  # fmt: skip
def test_bullets_numbers_and_letters_are_no_textual_labels(label: str) -> None:
    assert not is_textual_label(label)


@pytest.mark.parametrize("label", ["Fee", "Step 1", "MIME", "Tax year:", "Größe", "Article 5"])
def test_words_are(label: str) -> None:
    assert is_textual_label(label)


def test_members_with_label_body_and_nested_list() -> None:
    found = view(
        el(
            "L",
            el("LI", el("Lbl", "1."), el("LBody", el("P", "First"),
               el("L", el("LI", el("LBody", "inner"))))),
            el("LI", el("Lbl", "2."), el("LBody", "Second")),
            numbering="Decimal",
        )
    )  # fmt: skip
    outer, inner = found.lists
    assert [(m.label_text, m.text, m.textual_label) for m in outer.members] == [
        ("1.", "First", False),
        ("2.", "Second", False),
    ]
    assert outer.members[0].nested == (inner.node,)
    assert outer.numbering == "Decimal"
    assert (inner.nested_in, inner.anchor, inner.anchor_kind) == (
        outer.node,
        outer.members[0].node,
        "item",
    )


def test_list_directly_in_a_list_belongs_to_the_item_before_it() -> None:
    found = view(el("L", el("LI", el("LBody", "a")), el("L", el("LI", el("LBody", "b")))))
    outer, inner = found.lists
    assert outer.members[0].nested == (inner.node,)
    assert (inner.anchor, inner.anchor_kind) == (outer.members[0].node, "item")
    assert outer.strays == ()


def test_item_without_body_and_list_without_items() -> None:
    found = view(el("L", el("LI", el("P", "loose"))), el("P", "x"), el("L", el("P", "no item")))
    first, second = found.lists
    assert first.strays == (first.members[0].node,)
    assert first.members[0].text == "loose"
    assert [m.text for m in second.members] == ["no item"]
    assert second.strays == (second.members[0].node,)


def test_label_and_body_without_item() -> None:
    found = view(el("L", el("Lbl", "Fee"), el("LBody", "12"))).lists[0]
    assert [(m.label_text, m.text, m.textual_label) for m in found.members] == [("Fee", "12", True)]
    assert len(found.strays) == 2


def test_items_in_wrappers_are_items() -> None:
    found = view(el("L", el("Div", el("LI", el("LBody", "a"))), el("LI", el("LBody", "b"))))
    assert [m.text for m in found.lists[0].members] == ["a", "b"]


def test_what_introduces_a_list() -> None:
    item = el("LI", el("LBody", "a"))
    found = view(
        el("H1", "Documents needed"),
        el("L", item),
        el("P", "You also need:"),
        el("P", " "),
        el("Div", el("L", item)),
        el("L", item),
        el("L", el("Caption", "Fees"), item),
    )
    kinds = [(x.anchor_kind, found.text(x.anchor) if x.anchor >= 0 else "") for x in found.lists]
    assert kinds == [
        ("heading", "Documents needed"),
        ("lead", "You also need:"),
        ("", ""),
        ("caption", "Fees"),
    ]


def test_notes_are_no_part_of_an_item() -> None:
    found = view(el("L", el("LI", el("LBody", "Fee", el("Note", el("Lbl", "1"), "Reduced.")))))
    assert found.lists[0].members[0].text == "Fee"


def test_bullets_of_symbol_fonts_are_no_words() -> None:
    """Neither as a label nor where they stand in the item for want of one."""
    for sign in "\uf0b7\uf0a7\uf0fc\uf06e":
        assert not is_textual_label(sign)
        found = view(el("L", el("LI", el("LBody", f"{sign} Bread")), el("LI", f"{sign}\tMilk")))
        assert [member.text for member in found.lists[0].members] == ["Bread", "Milk"]


def listed(*texts: str, **options: Any) -> Any:
    return el("L", *[el("LI", el("LBody", text), **options) for text in texts], **options)


def continued(*parts: Any) -> list[bool]:
    return [found.continues >= 0 for found in view(*parts).lists]


@pytest.mark.parametrize(
    ("last", "first", "goes_on"),
    [
        ("3. three", "4. four", True),
        ("(b) two", "(c) three", True),
        ("ii) two", "iii) three", True),
        ("• two", "• three", True),
        ("- two", "- three", True),
        ("3. three", "1. one", False),
        ("3. three", "5. five", False),
        ("3. three", "4) four", False),
        ("• two", "- three", False),
        ("two", "three", False),
        ("A. Smith", "Brown", False),
    ],
)
def test_a_list_that_goes_on(last: str, first: str, goes_on: bool) -> None:
    opening = last.split(" ", 1)[0] if not last[0].isalnum() else "x"
    parts = listed(f"{opening} first", last), listed(first, page=1)
    assert continued(*parts) == [False, goes_on]


def test_a_list_with_something_in_between_is_another_one() -> None:
    assert continued(listed("1. a"), el("P", "Then:"), listed("2. b")) == [False, False]
    assert continued(listed("1. a"), el("Figure", alt="x"), listed("2. b")) == [False, False]
    assert continued(listed("1. a"), el("Div", listed("2. b"))) == [False, False]


def test_a_page_that_ends_in_mid_sentence() -> None:
    assert continued(listed("- to keep to the", page=0), listed("rules", page=1)) == [False, True]
    assert continued(listed("- to keep to the"), listed("rules")) == [False, False]
    assert continued(listed("- to keep to it;", page=0), listed("rules", page=1)) == [False, False]


def test_a_list_in_a_cell_that_a_page_end_cut_in_two() -> None:
    def cut(first: int, second: int, key: str = "") -> list[bool]:
        return continued(
            el("Table", el("TR", el("TD", "Aims"), el("TD", listed("• a", "• b", page=first)))),
            el("Table", el("TR", el("TD", key), el("TD", listed("• c", page=second)))),
        )

    assert cut(0, 1) == [False, True]
    assert cut(0, 0) == [False, False]
    assert cut(0, 1, "Means") == [False, False]
