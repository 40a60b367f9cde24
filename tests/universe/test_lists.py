"""HEADING_LIST: anchors, complete sets, malformed ones."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import lists, reasons, rejected, tasks, universe

LIST = Motif.HEADING_LIST


def items(*texts: str, label: str | None = "•") -> object:
    head = [el("Lbl", label)] if label else []
    return el("L", *[el("LI", *head, el("LBody", text)) for text in texts])


def test_a_lead_sentence() -> None:
    found = universe(
        el("H1", "Application"),
        el("P", "An application has parts. Attach the following:"),
        items("Passport", "Photo"),
    )
    assert lists(found) == [("Attach the following:", ["Passport", "Photo"])]
    (task,) = tasks(found, LIST)
    assert (task.operation.value, task.topology) == ("ENUMERATE", "L2")
    assert [slot.any_of[0][1] for slot in task.slots] == [
        "Attach the following:",
        "Passport",
        "Photo",
    ]
    assert [r.type for r in task.relations] == ["PRECEDES", "CONTAINS", "CONTAINS"]


def test_the_heading_of_a_first_block() -> None:
    found = universe(el("H1", "Documents"), items("Passport", "Photo"))
    assert lists(found) == [("Documents", ["Passport", "Photo"])]
    assert tasks(found, LIST)[0].relations[0].type == "HEADING_FOR"


def test_a_caption() -> None:
    found = universe(
        el("L", el("Caption", "Needed documents"), *[el("LI", el("LBody", x)) for x in "ab"])
    )
    assert lists(found) == [("Needed documents", ["a", "b"])]


def test_one_loose_list_is_its_headings() -> None:
    loose = el("Figure", alt="x")
    found = universe(el("H1", "Documents"), loose, items("Passport", "Photo"))
    assert lists(found) == [("Documents", ["Passport", "Photo"])]


def test_two_loose_lists_in_one_scope() -> None:
    figure = el("Figure", alt="x")
    found = universe(el("H1", "D"), figure, items("a1", "b1"), figure, items("c1", "d1"))
    assert [r[:2] for r in rejected(found, LIST)] == [("AMBIGUOUS", "anchor")] * 2


def test_a_list_under_nothing() -> None:
    found = universe(items("Passport", "Photo"))
    assert [r[:2] for r in rejected(found, LIST)] == [("INCOMPLETE_EVIDENCE", "anchor")]


def test_nested_lists_belong_to_another_motif() -> None:
    nested = el("L", el("LI", el("LBody", "passport")), el("LI", el("LBody", "identity card")))
    found = universe(
        el("H1", "Documents"),
        el(
            "L",
            el("LI", el("Lbl", "1."), el("LBody", "Proof of identity", nested)),
            el("LI", el("Lbl", "2."), el("LBody", "Photo")),
        ),
    )
    assert lists(found) == [("Documents", ["Proof of identity", "Photo"])]


def test_words_as_labels_stay_with_their_items() -> None:
    found = universe(
        el("H1", "Contact"),
        el(
            "L",
            el("LI", el("Lbl", "Telephone"), el("LBody", "123")),
            el("LI", el("Lbl", "Office"), el("LBody", "Main Street")),
        ),
    )
    assert lists(found) == [("Contact", ["Telephone=123", "Office=Main Street"])]


def test_bullets_in_the_text_are_no_part_of_the_item() -> None:
    found = universe(el("H1", "Fruit"), items("• Apple", "\uf0b7 Pear", "- Plum", label=None))
    assert lists(found) == [("Fruit", ["Apple", "Pear", "Plum"])]


def test_malformed_sets() -> None:
    cases = {
        "single": items("one"),
        "empty": el("L"),
        "empty-item": items("one", "two", "•"),
        "stray": el("L", el("P", "Lead"), *[el("LI", el("LBody", x)) for x in ("one", "two")]),
    }
    for detail, made in cases.items():
        found = universe(el("H1", "Things"), made)
        assert [r[:2] for r in rejected(found, LIST)] == [("MALFORMED_SET", detail)]


def test_a_table_of_contents_made_of_list_items() -> None:
    entries = [
        el("LI", el("LBody", el("Link", f"Part {n} {3 * n}", uri="#"))) for n in (1, 2, 3, 4)
    ]
    found = universe(el("H1", "Contents"), el("L", *entries))
    assert [r[:2] for r in rejected(found, LIST)] == [("FRAGMENT", "contents")]
    found = universe(el("H1", "Grades"), items("Level 1 10", "Level 2 20", "Level 3 30"))
    assert rejected(found, LIST) == []


def test_fill_in_lines_and_pointers() -> None:
    found = universe(el("H1", "Form"), items("Name: ____", "City: ____"))
    assert [r[:2] for r in rejected(found, LIST)] == [("FRAGMENT", "stub")]
    found = universe(el("H1", "More"), items("see page 3", "see annex II"))
    assert [r[:2] for r in rejected(found, LIST)] == [("EXTERNAL_CONTEXT", "pointer")]


def test_unmapped_and_split_text() -> None:
    found = universe(el("H1", "Funds"), items("a\ufffdb", "c"))
    assert [r[:2] for r in rejected(found, LIST)] == [("NOT_VERBATIM", "unmapped")]
    found = universe(
        el("H1", "Funds"), items("The F un d", "Cash"), el("P", "A Fund is a Fund for all.")
    )
    assert [r[:2] for r in rejected(found, LIST)] == [("SPLIT_TEXT", "text")]


def test_the_same_lead_twice() -> None:
    lead = el("P", "The following apply:")
    found = universe(el("H1", "Rules"), lead, items("a1", "b1"), lead, items("c1", "d1"))
    assert [r[:2] for r in rejected(found, LIST)] == [("AMBIGUOUS", "lead")] * 2
    found = universe(el("H1", "Rules"), lead, items("a1", "b1"), lead, items("a1", "b1"))
    assert [r[:2] for r in rejected(found, LIST)] == [("DUPLICATE", "lead")]


def test_links_to_the_headings_are_contents() -> None:
    entries = [el("LI", el("LBody", el("Link", name, uri="#"))) for name in ("Fees", "Rules")]
    parts = [el("H1", "Fees"), el("P", "Text one."), el("H1", "Rules"), el("P", "Text two.")]
    found = universe(el("H1", "Overview"), el("L", *entries), *parts)
    assert [r[:2] for r in rejected(found, LIST)] == [("FRAGMENT", "contents")]


def test_a_figures_caption_leads_into_no_list() -> None:
    found = universe(
        el("H1", "A"),
        el("P", "Some words before."),
        el("Figure", alt="x"),
        el("P", "Figure 4: Ships by port"),
        items("Arvik", "Corrie"),
    )
    assert lists(found) == [("A", ["Arvik", "Corrie"])]


def test_numbers_typed_into_the_items_are_no_part_of_them() -> None:
    found = universe(el("H1", "Topics"), items("1. Images", "2. Colours", label=None))
    assert lists(found) == [("Topics", ["Images", "Colours"])]
    found = universe(el("H1", "Authors"), items("A. Smith", "T. Jones", label=None))
    assert lists(found) == [("Authors", ["A. Smith", "T. Jones"])]


def test_a_sentence_that_announces_nothing_is_no_lead() -> None:
    plain = "The harbour was built in 1911 and has two basins."
    found = universe(el("H1", "Harbour"), el("P", plain), items("Arvik", "Corrie"))
    assert [subject for subject, _ in lists(found)] == ["Harbour"]
    found = universe(
        el("H1", "Harbour"),
        el("P", plain),
        items("A b", "C d"),
        el("P", plain),
        items("E f", "G h"),
    )
    assert [r[:2] for r in rejected(found, LIST)] == [("AMBIGUOUS", "anchor")] * 2


@pytest.mark.parametrize(
    "lead",
    [
        "You need:",
        "Bring the following documents.",
        "Folgende Unterlagen sind nötig.",
        "Les pièces suivantes sont nécessaires.",
        "Presente los documentos siguientes.",
        "What to bring",
    ],
)
def test_sentences_that_announce_a_list(lead: str) -> None:
    found = universe(
        el("H1", "A"), el("P", "All is well here. " + lead), items("Passport", "Photo")
    )
    assert [subject for subject, _ in lists(found)] == [lead]


def test_an_item_that_introduces_a_nested_list_is_its_name() -> None:
    nested = el("L", el("LI", el("LBody", "red")), el("LI", el("LBody", "green")))
    found = universe(
        el("H1", "Fields"),
        el("L", el("LI", el("LBody", "The type flag:", nested)), el("LI", el("LBody", "The name"))),
    )
    assert lists(found) == [("Fields", ["The type flag", "The name"])]


def test_markers_are_no_part_of_items_and_leads() -> None:
    link = el("Link", "8", size=7.0)
    found = universe(
        el("H1", "A"),
        el("P", "You need the following documents", link, "."),
        el("L", el("LI", el("LBody", "Passport", el("Link", "¹"))), el("LI", el("LBody", "Photo"))),
    )
    assert [(t.subject, [i[1] for i in t.gold.items]) for t in tasks(found, LIST)] == [
        ("You need the following documents.", ["Passport", "Photo"])
    ]


def test_the_heading_path_ends_above_the_subject() -> None:
    found = universe(
        el("H1", "Travel"),
        el("H2", "Documents"),
        items("Passport", "Photo"),
        el("H2", "Clothes"),
        el("P", "Bring these:"),
        items("Coat", "Hat"),
    )
    assert [(task.subject, task.heading_path) for task in tasks(found, LIST)] == [
        ("Documents", ("Travel",)),
        ("Bring these:", ("Travel", "Clothes")),
    ]


@pytest.mark.parametrize(
    "lead", ["Avec :", "Notes :", "Where:", "z. B.:", "Remarque 2 :", "e.g.:", "Con:", "p. ex. :"]
)
def test_a_lead_that_names_nothing(lead: str) -> None:
    found = universe(el("H1", "Fees"), el("P", lead), items("by card", "by transfer"))
    assert rejected(found, LIST)[0][:2] == ("INCOMPLETE_EVIDENCE", "subject")


@pytest.mark.parametrize("lead", ["The amounts are:", "Gebühren:", "Con tarjeta:", "A", "Part B:"])
def test_a_short_lead_that_names_something(lead: str) -> None:
    found = universe(el("H1", "Fees"), el("P", lead), items("by card", "by transfer"))
    assert reasons(found, LIST) == ["ok"]


def test_the_lead_of_a_list_inside_a_paragraph_ends_where_the_list_begins() -> None:
    lead = el("P", "There are two ways. You can pay:", items("by card", "by transfer"))
    found = universe(el("H1", "Fees"), lead)
    assert lists(found) == [("You can pay:", ["by card", "by transfer"])]


def test_a_list_in_a_cell_is_not_that_of_the_section() -> None:
    cells = el(
        "Table",
        el("TR", el("TH", "Way", scope="Column"), el("TH", "Steps", scope="Column")),
        el("TR", el("TH", "Card", scope="Row"), el("TD", items("insert", "sign"))),
    )
    found = universe(el("H1", "Fees"), cells)
    assert rejected(found, LIST)[0][:2] == ("SUBSUMED", "cell")
    # Nor does it take the only list of the section its name.
    found = universe(el("H1", "Fees"), items("by card", "by transfer"), cells)
    assert lists(found) == [("Fees", ["by card", "by transfer"])]


def test_items_that_run_together_in_one_make_no_set() -> None:
    found = universe(el("H1", "Fees"), items("by card • by transfer", "in cash"))
    assert rejected(found, LIST)[0][:2] == ("MALFORMED_SET", "several-items")


def test_halves_of_a_list_are_no_sets() -> None:
    found = universe(
        el("H1", "Fees"),
        el("P", "You can pay:"),
        el("L", el("LI", el("LBody", "1. by card")), el("LI", el("LBody", "2. by transfer"))),
        el("L", el("LI", el("LBody", "3. in cash"), page=1), page=1),
    )
    halves = [("MALFORMED_SET", "cut"), ("SUBSUMED", "rest")]
    assert [r[:2] for r in rejected(found, LIST)] == halves


def test_a_list_far_below_its_heading_is_not_the_headings() -> None:
    words = "The office is open all week."
    found = universe(el("H1", "Fees"), el("P", words), items("by card", "by transfer"))
    assert lists(found) == [("Fees", ["by card", "by transfer"])]
    found = universe(
        el("H1", "Fees"), el("P", words), el("P", words), items("by card", "by transfer")
    )
    assert rejected(found, LIST)[0][:2] == ("INCOMPLETE_EVIDENCE", "anchor")


def test_a_question_leads_into_a_list() -> None:
    words = "The office is open all week."
    ask = el("P", "We take several ways of payment into account. How can you pay the fee?")
    found = universe(el("H1", "Fees"), el("P", words), ask, items("by card", "by transfer"))
    assert lists(found) == [("How can you pay the fee?", ["by card", "by transfer"])]


def test_items_that_only_lead_into_lists_are_no_set() -> None:
    def lead(text: str) -> object:
        return el("LI", el("LBody", text, items("Report", "Advise")))

    found = universe(
        el("H1", "Section 40"),
        el("L", lead("It shall have the following duties:"), lead("It may do the following:")),
    )
    assert [r[:2] for r in rejected(found, LIST)] == [("MALFORMED_SET", "leads")]
    found = universe(el("H1", "Duties"), el("L", lead("Of the council:"), lead("Of the board:")))
    assert lists(found) == [("Duties", ["Of the council", "Of the board"])]


def test_a_last_item_that_breaks_off_is_no_whole_set() -> None:
    whole = "The court provides a safe place for all of its employees."
    cut = "An employee may refuse to work there until the hazard is gone or until the"
    rest = "employee was given the safeguards that are needed."
    found = universe(el("H1", "Safety"), items(whole, cut), el("P", rest))
    assert ("SPLIT_TEXT", "text") in [r[:2] for r in rejected(found, LIST)]
    assert "Safety" not in [name for name, _ in lists(found)]
    # What follows begins anew, or the items are no sentences.
    found = universe(el("H1", "Safety"), items(whole, cut), el("P", "Employees know that."))
    assert lists(found) == [("Safety", [whole, cut])]
    found = universe(el("H1", "Safety"), items("Passport", "Photo"), el("P", "and nothing else."))
    assert lists(found) == [("Safety", ["Passport", "Photo"])]
