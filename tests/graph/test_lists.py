"""Lists: members, labels, nesting, lead, strays."""

from __future__ import annotations

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
