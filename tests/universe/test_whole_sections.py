"""What a section says is asked for as a whole, or not at all."""

from __future__ import annotations

from typing import cast

import pytest

from dtaa_lint.graph.model import ListMember, ListView
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.indents import set_deeper
from dtaa_lint.universe.model import Motif, Reason
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from tests.make import Doc, Element, el, new_page
from tests.universe.support import spans

SCOPE, SET = Motif.HEADING_SCOPE, Motif.SECTION_SET
ONE = "The fee is due on the first day of the month."
LEAD = "The form must be sent, with all its enclosures, to the following address:"
HALF = "The fee is to be paid by every person who is registered with the Office of the"


def universe(*blocks: Element | object) -> Universe:
    document = Doc(lang="en", title="T").add(*blocks)
    return enumerate_tasks(View(read(document.bytes(), name="made.pdf")))


def details(found: Universe, motif: Motif) -> list[str]:
    return [candidate.detail for candidate in found.rejections() if candidate.motif is motif]


def bullet(*texts: str) -> Element:
    return el("L", *(el("LI", el("Lbl", "•"), el("LBody", text)) for text in texts))


def test_lists_among_the_text_are_asked_for_with_it() -> None:
    found = universe(el("H1", "Fees"), el("P", ONE), el("P", "Paid by:"), bullet("card", "cash"))
    assert spans(found, SCOPE) == []
    assert details(found, SCOPE) == ["set"]
    assert spans(found, SET) == [("Fees", [ONE, "card", "cash"])]


def test_an_address_behind_a_lead_is_part_of_it() -> None:
    address = "https://example.org/forms"
    found = universe(el("H1", "Fees"), el("P", ONE), el("P", LEAD), el("P", address))
    assert spans(found, SCOPE) == [("Fees", [ONE, LEAD, address])]


def test_a_lead_without_what_it_leads_into_is_no_answer() -> None:
    table = el("Table", el("TR", el("TH", "A", scope="Column")), el("TR", el("TD", "1")))
    lead = f"{ONE} The rates for the members of the fund are set out here:"
    found = universe(el("H1", "Fees"), el("P", lead), table)
    assert details(found, SCOPE) == ["lead"]


def test_lines_of_markup_are_no_text() -> None:
    found = universe(
        el("H1", "Sample"), el("P", ONE), el("P", "<div>The hedges may not be removed.</div>")
    )
    assert details(found, SCOPE) == ["code"]


def test_a_sentence_that_a_page_end_cuts_is_no_text() -> None:
    found = universe(
        el("H1", "Fees"), el("P", ONE), el("P", HALF), new_page(), el("P", f"Registrar. {ONE}")
    )
    assert details(found, SCOPE) == ["piece"]


@pytest.mark.parametrize("heading", ["Exhibit 99.1", "Part II", "Section 3"])
def test_a_heading_that_is_a_place_names_nothing(heading: str) -> None:
    found = universe(el("H1", heading), el("P", ONE))
    assert details(found, SCOPE) == ["subject"]


def test_untagged_headings_in_a_section_make_it_no_task() -> None:
    text = f"{ONE} It can be paid by card or by bank transfer."
    lines = [
        block
        for word in ("Eligibility", "Benefits", "Appeals")
        for block in (el("P", word, bold=True), el("P", text))
    ]
    found = universe(el("H1", "Pensions"), el("P", ONE), *lines)
    assert spans(found, SCOPE) == []
    assert details(found, SCOPE) == ["untagged-heading"]
    assert details(found, SET) == ["find"]


def test_sub_headings_whose_numbers_nest_are_no_set() -> None:
    words = ("1. Tables", "1.1. Taxpayer", "1.2. Bodies", "2. Events")
    found = universe(
        el("H1", "Guide"), *(block for word in words for block in (el("H2", word), el("P", ONE)))
    )
    assert details(found, SET)[0] == "levels"


def test_formulas_are_said_by_their_alternative() -> None:
    formula = el("Formula", "x2 + y2", alt="x squared plus y squared")
    found = universe(el("H1", "Sum"), el("P", "The sum of both sides is", formula))
    assert spans(found, SCOPE) == [("Sum", ["The sum of both sides is x squared plus y squared"])]


def test_numbers_of_notes_without_a_reference_are_left_out() -> None:
    note = el("Note", el("Lbl", "4"), "See the act of 2011, as amended since then.")
    text = "The fee is due on day 4 of the month4, or on the next one."
    found = universe(el("H1", "Fees"), el("P", text), note)
    assert spans(found, SCOPE) == [
        ("Fees", ["The fee is due on day 4 of the month, or on the next one."])
    ]


def test_notes_that_only_refer_elsewhere_restrict_nothing() -> None:
    found = universe(
        el("P", "Old vessels pay half.", el("Reference", "1", ref=["n"])),
        el("Note", el("Lbl", "1"), "See the register kept by the board.", id="n"),
    )
    (note,) = [c for c in found.rejections() if c.motif is Motif.NOTE_QUALIFICATION]
    assert (note.reason, note.detail) == (Reason.EXTERNAL_CONTEXT, "note")


class Placed:
    """A view whose elements stand where the test says."""

    def __init__(self, left: dict[int, float]) -> None:
        self.left = left

    def boxes(self, node: int) -> tuple[PageBox, ...]:
        top = 800.0 - 20.0 * node
        return (PageBox(0, (self.left[node], top - 10.0, 500.0, top)),)


@pytest.mark.parametrize(
    ("first", "left", "deeper"),
    [
        ("Sales rose:", (54, 90, 90, 54), (1, 2)),
        ("Sales rose.", (54, 90, 90, 54), ()),
        ("Sales rose:", (54, 57, 57, 54), ()),
        ("Sales rose:", (54, 300, 300, 54), ()),
    ],
)
def test_items_that_are_set_deeper(
    first: str, left: tuple[float, ...], deeper: tuple[int, ...]
) -> None:
    texts = (first, "in the US", "abroad", "Costs fell.")
    members = tuple(ListMember(n, -1, -1, "", text, False, ()) for n, text in enumerate(texts))
    found = ListView(9, members, None, -1, -1, "", -1, ())
    view = cast(View, Placed(dict(enumerate(left))))
    assert set_deeper(view, found) == deeper


def test_an_item_that_two_lists_share_makes_no_set() -> None:
    cut = el("L", el("LI", el("LBody", "of the members for each of their rights.")))
    found = universe(
        el("H1", "Aims"),
        el("P", ONE),
        bullet("more plain words;", "and new rules to let the rights"),
        cut,
    )
    assert details(found, SET) == ["piece"]


def test_a_lead_that_tells_of_a_figure_is_no_text_without_it() -> None:
    lead = "The following diagram shows the relations of the funds with the standards in use today:"
    found = universe(
        el("H1", "Model"), el("P", lead), el("Figure", alt="Three funds"), el("P", ONE)
    )
    assert details(found, SCOPE) == ["lead"]


def test_a_citation_in_brackets_is_part_of_its_sentence() -> None:
    found = universe(
        el("H1", "Sources"),
        el("P", "Here we cite", "[", el("Reference", "2"), "]", "and the older work."),
    )
    assert spans(found, SCOPE) == [("Sources", ["Here we cite [ 2 ] and the older work."])]


def test_a_reference_that_is_a_word_of_the_line_is_part_of_its_sentence() -> None:
    found = universe(
        el("H1", "Rates"),
        el("P", "The rates of all ports are shown in table", el("Reference", "2"), "below."),
    )
    ((_, said),) = spans(found, SCOPE)
    assert said == ["The rates of all ports are shown in table 2 below."]


def test_the_marker_of_a_note_is_no_part_of_its_sentence() -> None:
    found = universe(
        el("H1", "Rates"),
        el("P", "The rates of all ports are due", el("Reference", "2", ref=["n"]), "at once."),
        el("Note", el("Lbl", "2"), "Since 2020.", id="n"),
    )
    ((_, said),) = spans(found, SCOPE)
    assert said == ["The rates of all ports are due at once."]


def test_the_points_of_a_form_are_no_set_without_its_lines() -> None:
    prompt = "Enter an estimate of your deductions of the year from the schedule"
    notice = (
        "We ask for the information on this form to carry out the laws of the land, and you are "
        "not required to provide what is asked for unless the form shows a valid number of the "
        "office that collects it."
    )
    rates = bullet("27,700 for two", "13,850 for one")
    lines = [el("P", prompt, el("Form", field={"type": "Tx", "name": "a", "tooltip": "Line"}))]
    found = universe(el("H1", "Worksheet"), *lines, rates, el("P", notice))
    assert spans(found, SET) == []
    assert details(found, SET) == ["stub"]
    assert spans(universe(el("H1", "Worksheet"), rates, el("P", notice)), SET) != []


def test_lines_that_name_the_paragraphs_below_them_are_said_too() -> None:
    other = "The forwarder answers every request of the office within one second."
    found = universe(
        el("H1", "For now"), el("P", ONE), el("P", "Answers on the net"), el("P", ONE + " Always."),
        el("P", "Forwarder"), el("P", other),
    )  # fmt: skip
    assert spans(found, SCOPE) == [
        ("For now", [ONE, "Answers on the net", ONE + " Always.", "Forwarder", other])
    ]


def test_a_listing_is_said_with_its_text() -> None:
    code = el("Code", "main() { print(1); }")
    found = universe(el("H1", "Sample"), el("P", ONE), code)
    assert spans(found, SCOPE) == [("Sample", [ONE, "main() { print(1); }"])]
    lead = "The program that computes the fee of the whole year is this one:"
    found = universe(el("H1", "Sample"), el("P", ONE), el("P", lead), code)
    assert spans(found, SCOPE) == [("Sample", [ONE, lead, "main() { print(1); }"])]
    assert spans(universe(el("H1", "Sample"), code), SCOPE) == []


def test_the_note_below_a_table_is_no_part_of_the_text() -> None:
    table = el("Table", el("TR", el("TH", "A", scope="Column")), el("TR", el("TD", "1")))
    note = "Note. Percentages are of the total of the row and of nothing else."
    found = universe(el("H1", "Fees"), el("P", ONE), table, el("P", note))
    assert spans(found, SCOPE) == [("Fees", [ONE])]
    found = universe(el("H1", "Fees"), el("P", ONE), el("P", note))
    assert spans(found, SCOPE) == [("Fees", [ONE, note])]
