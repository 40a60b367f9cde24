"""NESTED_LIST: what introduces a list in a list, complete sets, malformed ones."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import lists, rejected, tasks, universe

NESTED = Motif.NESTED_LIST


def items(*texts: Any) -> Any:
    return el("L", *[el("LI", el("Lbl", "•"), el("LBody", text)) for text in texts])


def outer(introduction: str, *texts: Any) -> Any:
    """A list whose first item holds a list."""
    first = el("LI", el("Lbl", "•"), el("LBody", introduction, items(*texts)))
    return el("L", first, el("LI", el("Lbl", "•"), el("LBody", "Photo")))


def test_an_item_with_a_list() -> None:
    found = universe(el("H1", "Documents"), outer("Proof of identity:", "passport", "card"))
    assert lists(found, NESTED) == [("Proof of identity", ["passport", "card"])]
    assert lists(found) == [("Documents", ["Proof of identity", "Photo"])]
    (task,) = tasks(found, NESTED)
    assert task.task_class == "ENUMERATE-L2"
    assert task.heading_path == ("Documents",)
    assert [slot.any_of[0][1] for slot in task.slots] == ["Proof of identity", "passport", "card"]
    assert [r.type for r in task.relations] == ["CONTAINS"] * 3


def test_a_list_beside_its_item() -> None:
    found = universe(el("L", el("LI", el("LBody", "Proof")), items("passport", "card")))
    assert lists(found, NESTED) == [("Proof", ["passport", "card"])]


def test_the_item_further_out_constrains() -> None:
    proof = el("LI", el("LBody", "Proof of ownership:", items("bill", "order")))
    middle = el("L", proof, el("LI", el("LBody", "Photo")))
    found = universe(el("L", el("LI", el("LBody", "Register:", middle))))
    assert [(t.subject, t.constraint) for t in tasks(found, NESTED)] == [
        ("Register", ""),
        ("Proof of ownership", "Register"),
    ]


def test_a_label_in_words_introduces() -> None:
    found = universe(el("L", el("LI", el("Lbl", "Telephone"), el("LBody", items("12", "34")))))
    assert lists(found, NESTED) == [("Telephone", ["12", "34"])]


def test_an_item_that_says_nothing() -> None:
    found = universe(el("L", el("LI", el("LBody", items("passport", "card")))))
    assert [r[:2] for r in rejected(found, NESTED)] == [("INCOMPLETE_EVIDENCE", "introduction")]


def test_a_list_beside_no_item() -> None:
    found = universe(el("L", items("passport", "card"), el("LI", el("LBody", "Proof"))))
    assert [r[:2] for r in rejected(found, NESTED)] == [("INCOMPLETE_EVIDENCE", "anchor")]


def test_two_lists_in_one_item() -> None:
    body = el("LBody", "Papers", items("a1", "b1"), "and", items("c1", "d1"))
    found = universe(el("L", el("LI", body)))
    assert [r[:2] for r in rejected(found, NESTED)] == [("AMBIGUOUS", "anchor")] * 2


def test_malformed_sets_and_texts() -> None:
    cases = {
        ("MALFORMED_SET", "single"): items("passport"),
        ("MALFORMED_SET", "empty-item"): items("passport", "card", "•"),
        ("MALFORMED_SET", "stray"): el("L", el("P", "x"), *items("passport", "card").kids),
        ("FRAGMENT", "stub"): items("Name: ____", "City: ____"),
        ("EXTERNAL_CONTEXT", "pointer"): items("see page 3", "see annex II"),
        ("NOT_VERBATIM", "unmapped"): items("pass\ufffdport", "card"),
    }
    for expected, made in cases.items():
        found = universe(el("L", el("LI", el("LBody", "Proof", made))))
        assert [r[:2] for r in rejected(found, NESTED)] == [expected]


def test_a_list_that_was_cut() -> None:
    body = el("LBody", "Papers", items("a1", "b1"), items("c1", "d1"))
    found = universe(el("L", el("LI", body)))
    halves = [("MALFORMED_SET", "cut"), ("SUBSUMED", "rest")]
    assert [r[:2] for r in rejected(found, NESTED)] == halves


def test_an_item_that_names_nothing() -> None:
    found = universe(outer("Where:", "passport", "card"))
    assert [r[:2] for r in rejected(found, NESTED)] == [("INCOMPLETE_EVIDENCE", "introduction")]


def test_split_words() -> None:
    found = universe(outer("Papers", "The F un d", "Cash"), el("P", "A Fund is a Fund for all."))
    assert [r[:2] for r in rejected(found, NESTED)] == [("SPLIT_TEXT", "text")]


def test_equal_introductions() -> None:
    other = outer("Proof", "bill", "order")
    found = universe(el("H1", "A"), outer("Proof", "passport", "card"), other)
    assert [r[:2] for r in rejected(found, NESTED)] == [("AMBIGUOUS", "introduction")] * 2
    found = universe(el("H1", "A"), other, other)
    assert [r[:2] for r in rejected(found, NESTED)] == [("DUPLICATE", "introduction")]
    found = universe(el("H1", "A"), other, el("H1", "B"), outer("Proof", "passport", "card"))
    assert len(tasks(found, NESTED)) == 2


def test_each_list_is_claimed_once() -> None:
    found = universe(el("H1", "A"), outer("Proof", "passport", items("x1", "y1")))
    claimed = [c.anchor for c in found.candidates if c.motif in (NESTED, Motif.HEADING_LIST)]
    assert sorted(claimed) == [found_.node for found_ in found.view.lists]


def test_a_glyph_before_each_item_is_its_bullet() -> None:
    def typed(*texts: str, lang: str | None = None) -> Any:
        return el("L", *[el("LI", el("LBody", text)) for text in texts], lang=lang)

    inner = typed("o party", "o tool")
    found = universe(el("L", el("LI", el("LBody", "Its origins:", inner)), el("LI", "Others")))
    assert lists(found, NESTED) == [("Its origins", ["party", "tool"])]
    # One that introduces a list, and one without the glyph.
    outer_item = el("LI", el("LBody", "o Groups:", items("walking", "routine")))
    mixed = el("L", outer_item, el("LI", el("LBody", "o Visits")), el("LI", el("LBody", "Notes")))
    found = universe(el("H1", "Design"), mixed)
    assert lists(found, NESTED) == [("Groups", ["walking", "routine"])]
    assert lists(found) == [("Design", ["Groups", "Visits", "Notes"])]
    # Words, and numbers of paragraphs of a law, stay.
    found = universe(el("H1", "Dados"), typed("o valor", "o nome", lang="pt-BR"))
    assert lists(found) == [("Dados", ["o valor", "o nome"])]
    found = universe(el("H1", "Gesetz"), typed("§ 1 Zweck", "§ 2 Geltung"))
    assert lists(found) == [("Gesetz", ["§ 1 Zweck", "§ 2 Geltung"])]
    found = universe(el("H1", "Ziele"), typed("§ Zweck", "§ Geltung"))
    assert lists(found) == [("Ziele", ["Zweck", "Geltung"])]
