"""Notes and the markers that are bound to them: by /Ref, link, label and position."""

from __future__ import annotations

import pytest

from dtaa_lint.graph.markers import leading_marker, markers
from dtaa_lint.graph.model import Origin
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Target, TargetKind
from tests.graph.support import el, table, view


def bound(found: View) -> list[tuple[str, list[str], str, str]]:
    """(marker, texts of the notes it may mean, via, origin)."""
    texts = {note.node: note.text for note in found.notes}
    return [(r.marker, [texts[n] for n in r.notes], r.via, str(r.origin)) for r in found.references]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("1", ("1",)),
        ("(1)", ("1",)),
        ("¹", ("1",)),
        ("[12]", ("12",)),
        ("a)", ("a",)),
        ("*", ("*",)),
        ("**", ("**",)),
        ("†", ("†",)),
        ("1, 2", ("1", "2")),
        ("(1)(2)", ("1", "2")),
        ("2–4", ("2", "3", "4")),
        ("iv", ("iv",)),
        ("2023", ()),
        ("see", ()),
        ("1–2000", ()),
        ("9-3", ()),
        ("1 = x", ()),
        ("", ()),
        ("Section 4", ()),
    ],
)
def test_markers(text: str, keys: tuple[str, ...]) -> None:
    assert markers(text) == keys


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("1 Excluding tax.", "1"),
        ("(1) includes fees", "(1)"),
        ("¹ ohne Steuer", "¹"),
        ("* Provisional", "*"),
        ("2) voir annexe", "2)"),
        ("3 https://example.org", "3"),
        ("a Reduced rate", "a"),
        ("12 months ended", ""),
        ("3.5 percent of all", ""),
        ("A company shall", ""),
        ("Excluding tax", ""),
        ("2023 figures", ""),
        ("", ""),
    ],
)
def test_leading_marker_of_a_note(text: str, marker: str) -> None:
    assert leading_marker(text) == marker


def test_by_ref_in_either_direction() -> None:
    forth = view(el("Note", el("Lbl", "7"), "N", id="n"), el("P", "x", el("Reference", "1",
                 ref=["n"])))  # fmt: skip
    assert bound(forth) == [("1", ["N"], "ref", "source")]
    back = view(el("P", "x", el("Reference", "1", id="r")), el("Note", "N", ref=["r"]))
    assert bound(back) == [("1", ["N"], "ref", "source")]
    assert back.notes[0].references == (back.references[0].node,)


def test_by_link_to_the_note() -> None:
    found = view(
        el("Note", el("Lbl", "1"), el("P", "N", id="inside")),
        el("P", "x", el("Link", "1", dest="inside")),
        el("P", "y", el("Reference", el("Link", "1", dest="inside"))),
    )
    assert bound(found) == [("1", ["N"], "link", "source")] * 2


def test_link_that_is_no_marker_is_no_reference() -> None:
    to_page = Target(TargetKind.PAGE, page=1, top=700.0)
    found = view(
        el("P", "Fees", el("Link", "6", goto=to_page)),
        el("TOC", el("TOCI", el("Reference", el("Link", "1", goto=to_page)))),
        el("Note", el("Lbl", "1"), "N"),
    )
    assert found.references == ()


def test_by_label_on_the_page() -> None:
    found = view(
        el("P", "a", el("Reference", "1"), page=0),
        el("Note", el("Lbl", "1"), "first", page=0),
        el("P", "b", el("Reference", "(1)"), page=1),
        el("Note", "1 Second", page=1),
    )
    assert bound(found) == [
        ("1", ["first"], "label", "derived"),
        ("(1)", ["Second"], "label", "derived"),
    ]


def test_endnotes_are_found_but_earlier_notes_are_not_taken() -> None:
    found = view(
        el("Note", el("Lbl", "2"), "early", page=0),
        el("P", "a", el("Reference", "1"), el("Reference", "2"), page=1),
        el("Note", el("Lbl", "1"), "end", page=2),
    )
    assert bound(found) == [
        ("1", ["end"], "label", "derived"),
        ("2", [], "", "derived"),
    ]


def test_notes_of_a_table_go_before_those_of_the_page() -> None:
    found = view(
        table(
            el("TR", el("TH", "Fee"), el("TD", "5", el("Reference", "a"))),
            el("TR", el("TD", el("Note", el("Lbl", "a"), "in the table"), colspan=2)),
        ),
        el("Note", el("Lbl", "a"), "on the page"),
    )
    assert bound(found) == [("a", ["in the table"], "label", "derived")]
    assert found.nodes[found.references[0].claim].type == "TD"


def test_two_notes_with_the_label_stay_two() -> None:
    found = view(
        el("P", "a", el("Reference", "1")),
        el("Note", el("Lbl", "1"), "one"),
        el("Note", el("Lbl", "1"), "other"),
    )
    assert bound(found) == [("1", ["one", "other"], "label", "derived")]
    assert [note.references for note in found.notes] == [(), ()]


def test_a_list_of_markers_is_several_references() -> None:
    found = view(
        el("P", "a", el("Reference", "1, 2")),
        el("Note", el("Lbl", "1"), "one"),
        el("Note", el("Lbl", "2"), "two"),
    )
    assert bound(found) == [
        ("1", ["one"], "label", "derived"),
        ("2", ["two"], "label", "derived"),
    ]


def test_by_position_is_inferred() -> None:
    found = view(el("P", "a", el("Reference", "*")), el("Note", "Without any mark."))
    assert bound(found) == [("*", ["Without any mark."], "position", "inferred")]
    edge = next(edge for edge in found.edges() if edge.relation == "NOTE_FOR")
    assert edge.origin is Origin.INFERRED


def test_way_back_from_a_note_is_no_reference() -> None:
    found = view(
        el("P", "a", el("Reference", el("Link", "1", dest="n")), id="p"),
        el("Note", el("Lbl", el("Link", "1", dest="p")), "N", id="n"),
    )
    assert bound(found) == [("1", ["N"], "link", "source")]


def test_note_inside_the_reference_or_unreferenced() -> None:
    found = view(
        el("P", "a", el("Reference", "1", el("Note", el("Lbl", "1"), "inside"))),
        el("FENote", el("Lbl", "9"), "orphan"),
    )
    assert bound(found) == [("1", ["inside"], "inside", "derived")]
    assert [(note.label, note.references == ()) for note in found.notes] == [
        ("1", False),
        ("9", True),
    ]


def test_claim_is_the_item_or_the_paragraph() -> None:
    found = view(
        el("L", el("LI", el("LBody", "a", el("Reference", "1")))),
        el("P", el("Span", "b", el("Reference", "1"))),
        el("Note", el("Lbl", "1"), "N"),
    )
    assert [found.nodes[r.claim].type for r in found.references] == ["LI", "P"]


def test_two_tables_with_a_note_each() -> None:
    """Each marker means the note below its own table."""
    found = view(
        table("*a (1) | 1"),
        el("Table", el("TR", el("TH", "x", el("Reference", "(1)")), el("TD", "1"))),
        el("Note", "(1) First."),
        el("P", "Between."),
        el("Table", el("TR", el("TH", "y", el("Reference", "(1)")), el("TD", "2"))),
        el("Note", "(1) Second."),
        el("P", "In text", el("Reference", "(1)")),
    )
    first, second, loose = found.references
    assert [found.text(n) for n in first.notes] == ["(1) First."]
    assert [found.text(n) for n in second.notes] == ["(1) Second."]
    assert (first.via, first.origin) == ("label", Origin.DERIVED)
    assert len(loose.notes) == 2


@pytest.mark.parametrize(
    ("text", "label", "found"),
    [
        ("as the agency says1, and", "1", True),
        ("as the agency says.1", "1", True),
        ("as the agency says (1)", "(1)", True),
        ("as the agency says*", "*", True),
        ("in version 1.2.1 of 1 May", "1", False),
        ("paragraph 1", "1", False),
        ("a plan", "a", False),
        ("EFD1000", "1", False),
    ],
)
def test_a_marker_in_plain_text_is_pointed_out_and_bound_to_nothing(
    text: str, label: str, found: bool
) -> None:
    made = view(el("P", text), el("Note", el("Lbl", label), "Conditions apply."))
    assert made.notes[0].mention == (0 if found else -1)
    assert made.notes[0].references == ()
    assert made.references == ()


def test_a_note_that_is_referred_to_has_no_plain_marker() -> None:
    made = view(
        el("P", "as it says1", el("Reference", "1")), el("Note", el("Lbl", "1"), "Conditions.")
    )
    assert made.notes[0].mention == -1


def test_the_marker_of_a_note_far_behind_a_table_is_found_on_its_page() -> None:
    rows = [el("TR", el("TH", f"Class {n}"), el("TD", f"{n} euros")) for n in range(200)]
    made = view(
        el("Table", el("TR", el("TH", "Fee1"), el("TD", "12 euros")), *rows),
        el("Note", "1 A year."),
    )
    assert made.text(made.notes[0].mention) == "Fee1"


@pytest.mark.parametrize("text", ["an area of 20 m2", "emissions of CO2", "on page 2"])
def test_an_exponent_or_an_index_is_no_marker(text: str) -> None:
    made = view(el("P", text), el("Note", el("Lbl", "2"), "Conditions apply."))
    assert made.notes[0].mention == -1


def test_a_sign_behind_a_number_or_alone_is_a_marker() -> None:
    for text in ("3,457†", "†"):
        made = view(el("P", text), el("Note", "† Conditions apply."))
        assert made.notes[0].mention == 0
    made = view(el("P", "5*3"), el("Note", "* Conditions apply."))
    assert made.notes[0].mention == -1


def test_a_small_number_is_the_label_even_before_a_small_letter() -> None:
    made = view(el("Note", el("Span", "30", size=6.0), "see the discussion"))
    assert (made.notes[0].label, made.notes[0].text) == ("30", "see the discussion")


def test_a_note_that_holds_the_marker_of_the_text_beside_its_own() -> None:
    made = view(el("P", "Ships pay.", el("Note", el("Span", "1"), el("P", "1 Until 2030."))))
    (note,) = made.notes
    assert (note.label, note.text, note.marker_inside) == ("1", "Until 2030.", True)


def test_notes_that_follow_in_one_element() -> None:
    made = view(
        el(
            "Note",
            el("P", "1 Until 2030."),
            el("P", "2 https://example.org/a"),
            el("P", "3 Not now."),
        )
    )
    assert made.notes[0].further == ("2", "3")
    apart = view(el("Note", el("P", "1 Until 2030."), el("P", "3 Since 2020.")))
    assert apart.notes[0].further == ()


def test_the_same_marker_on_two_pages_is_bound_by_page() -> None:
    made = view(
        el("P", "Ships", el("Reference", "1"), page=0), el("Note", "1 First.", page=0),
        el("P", "Boats", el("Reference", "1"), page=1), el("Note", "1 Second.", page=1),
    )  # fmt: skip
    assert [texts for _, texts, _, _ in bound(made)] == [["First."], ["Second."]]


def test_the_note_of_a_table_is_the_one_on_the_first_page_behind_it() -> None:
    made = view(
        el("Table", el("TR", el("TH", "x", el("Reference", "a")), el("TD", "1")), page=0),
        el("Note", "a) First.", page=0),
        el("P", "Between.", page=1),
        el("Note", "a) Second.", page=1),
    )  # fmt: skip
    assert [texts for _, texts, _, _ in bound(made)] == [["First."]]
