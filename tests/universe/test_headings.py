"""HEADING_SCOPE and SECTION_SET: what stands under a heading."""

from __future__ import annotations

from dtaa_lint.pdf.model import FormField
from dtaa_lint.universe.model import Motif, SpanGold
from tests.graph.support import el, table
from tests.universe.support import reasons, rejected, spans, tasks, universe

SCOPE, SET = Motif.HEADING_SCOPE, Motif.SECTION_SET
ONE = "The fee is due on the first day of the month."
TWO = "It can be paid by card or by bank transfer."


def items(*texts: str) -> object:
    return el("L", *[el("LI", el("Lbl", "•"), el("LBody", text)) for text in texts])


def test_text_before_the_first_sub_heading() -> None:
    found = universe(
        el("H1", "Fees"),
        el("P", ONE),
        table("* |*C A", "*R x | 1"),
        el("P", TWO),
        el("H2", "Late payment"),
        el("P", "Interest is charged after thirty days."),
    )
    assert spans(found, SCOPE) == [
        ("Fees", [ONE, TWO]),
        ("Late payment", ["Interest is charged after thirty days."]),
    ]
    late = tasks(found, SCOPE)[1]
    assert late.heading_path == ("Fees",)
    assert [(r.type, r.source, r.target) for r in late.relations] == [
        ("HEADING_FOR", found.view.headings[1].node, found.view.headings[1].blocks[0])
    ]
    assert [slot.any_of[0][1] for slot in late.slots] == [
        "Late payment",
        "Interest is charged after thirty days.",
    ]


def test_section_set_of_blocks_lists_and_sub_headings() -> None:
    found = universe(
        el("H1", "Fees"),
        el("P", ONE),
        el("P", "You can pay:"),
        items("by card", "by transfer"),
        el("H2", "Late payment"),
        el("P", TWO),
        el("H2", "Empty"),
    )
    assert spans(found, SET) == [("Fees", [ONE, "by card", "by transfer", "Late payment"])]


def test_section_set_of_sub_headings_only() -> None:
    found = universe(
        el("H1", "Rules"), el("H2", "One"), el("P", ONE), el("H2", "Two"), el("P", TWO)
    )
    assert spans(found, SET) == [("Rules", ["One", "Two"])]
    assert reasons(found, SCOPE) == ["ok", "ok"]


def test_one_block_and_one_sub_heading_are_no_set() -> None:
    found = universe(el("H1", "Rules"), el("P", ONE), el("H2", "One"), el("P", TWO))
    assert reasons(found, SET) == []


def test_a_scope_that_is_one_list() -> None:
    found = universe(el("H1", "Documents"), items("Passport", "Photo"))
    assert rejected(found, SCOPE) == [("SUBSUMED", "list", "Documents")]
    found = universe(
        el("H1", "Documents"), el("P", "The following are needed:"), items("Passport", "Photo")
    )
    assert rejected(found, SCOPE) == [("SUBSUMED", "list", "Documents")]
    assert reasons(found, SET) == []


def test_a_set_of_running_text_only_is_what_the_scope_asks_for() -> None:
    found = universe(el("H1", "Fees"), el("P", ONE), el("P", TWO))
    assert spans(found, SCOPE) == [("Fees", [ONE, TWO])]
    assert rejected(found, SET) == [("SUBSUMED", "find", "Fees")]


def test_a_list_that_is_no_task_subsumes_nothing() -> None:
    found = universe(el("H1", "Documents"), el("L", el("LI", el("LBody", "Passport"))))
    assert reasons(found, SCOPE) == []
    assert reasons(found, Motif.HEADING_LIST) == ["MALFORMED_SET"]


def test_an_empty_list_is_no_entry() -> None:
    found = universe(el("H1", "A"), el("L", alt="x"), items("Passport", "Photo"))
    assert reasons(found, SET) == []


def test_leads_that_say_something_are_part_of_the_answer() -> None:
    list_lead = "A handicap depends on where a person is, for example:"
    before_quote = "The law defines it as:"
    found = universe(
        el("H1", "Context"),
        el("P", ONE + " The main kinds are:"),
        items("one", "two"),
        el("P", list_lead),
        items("three", "four"),
        el("P", before_quote),
        el("BlockQuote", TWO),
        el("P", "The prices are listed in the following table:"),
        table("* |*C A", "*R x | 1"),
    )
    assert spans(found, SCOPE) == []
    assert spans(found, SET) == [
        (
            "Context",
            [
                ONE + " The main kinds are:",
                *("one", "two", list_lead, "three", "four"),
                before_quote,
                TWO,
            ],
        )
    ]


def test_a_short_line_is_an_answer_at_the_end_and_a_title_before_text() -> None:
    found = universe(
        el("H1", "Fees"), el("P", "Who pays"), el("P", ONE), el("P", TWO), el("P", "harbour dues")
    )
    assert spans(found, SCOPE) == [("Fees", [ONE, TWO, "harbour dues"])]


def test_numbered_titles_tagged_as_paragraphs_are_no_answer() -> None:
    found = universe(
        el("H1", "3.1. Context"),
        el("P", "3.1.1. Who does it cost more than the others?"),
        el("P", ONE),
    )
    assert spans(found, SCOPE) == [("3.1. Context", [ONE])]


def test_labels_of_a_form_are_no_answer() -> None:
    label = "Social security number or taxpayer identification number"
    field = el("Form", field=FormField("Tx", "ssn", None, None, 0))
    said = (
        "The buyer states here what was sold and when. A sale in parts is stated in parts, each "
        "with its own day and its own price, and none is left out of the total."
    )
    found = universe(el("H1", "Sales"), el("P", label), el("P", said), el("P", ONE), field)
    assert spans(found, SCOPE) == [("Sales", [said])]
    found = universe(el("H1", "Sales"), el("P", label), field)
    assert reasons(found, SCOPE) == []


def test_contents_are_no_content() -> None:
    for heading, contents in (
        ("Contents", el("TOC", el("TOCI", "Fees 3"), el("TOCI", "Terms 4"))),
        (
            "1. Sommaire",
            el("L", *[el("LI", el("LBody", el("Link", t))) for t in ("Fees", "Terms")]),
        ),
        ("Where to find it", el("TOC", el("TOCI", "Fees 3"), el("TOCI", "Terms 4"))),
    ):
        found = universe(
            el("H1", heading),
            contents,
            el("H2", "Fees"),
            el("P", ONE),
            el("H2", "Terms"),
            el("P", TWO),
        )
        assert rejected(found, SCOPE) == [("FRAGMENT", "contents", heading)]
        assert [(t.subject, t.heading_path) for t in found.tasks()] == [("Fees", ()), ("Terms", ())]


def test_nothing_under_a_heading() -> None:
    found = universe(el("H1", "Fees"), el("H1", "Terms"), el("P", ONE))
    assert rejected(found, SCOPE) == [("INCOMPLETE_EVIDENCE", "scope", "Fees")]


def test_tables_and_figures_alone_are_other_motifs() -> None:
    found = universe(el("H1", "A"), table("* |*C A", "*R x | 1"), el("Figure", alt="Sales grew."))
    assert reasons(found, SCOPE) == []


def test_labels_stubs_and_contents_lines() -> None:
    for texts, detail in (
        (("Name: ____", "Date: ____"), "stub"),
        (("Yes. Go on.", "No"), "stub"),
        (("Introduction ........ 3",), "contents"),
    ):
        found = universe(el("H1", "Form"), *[el("P", text) for text in texts])
        assert rejected(found, SCOPE) == [("FRAGMENT", detail, "Form")], texts


def test_a_lead_into_a_table_is_no_answer() -> None:
    found = universe(
        el("H1", "Prices"), el("P", "The prices are these:"), table("* |*C A", "*R x | 1")
    )
    assert spans(found, SCOPE) == []


def test_text_that_repeats_the_heading() -> None:
    found = universe(el("H1", "Terms and conditions."), el("P", "TERMS AND CONDITIONS."))
    assert rejected(found, SCOPE) == [("HEADING_ECHO", "heading", "Terms and conditions.")]


def test_text_that_points_elsewhere() -> None:
    for text in ("See section 4.2.", "Siehe Anlage 3.", "Voir page 12.", "Véase el anexo II."):
        found = universe(el("H1", "Fees"), el("P", text))
        assert rejected(found, SCOPE) == [("EXTERNAL_CONTEXT", "pointer", "Fees")], text
    found = universe(el("H1", "Fees"), el("P", "See your adviser before you sell the shares."))
    assert reasons(found, SCOPE) == ["ok"]


def test_headings_that_read_alike() -> None:
    found = universe(el("H1", "Terms"), el("P", ONE), el("H1", "Terms"), el("P", TWO))
    assert rejected(found, SCOPE) == [("AMBIGUOUS", "heading", "Terms")] * 2
    found = universe(el("H1", "Terms"), el("P", ONE), el("H1", "Terms"), el("P", ONE))
    assert reasons(found, SCOPE) == ["ok", "DUPLICATE"]
    found = universe(
        el("H1", "Fees"),
        el("H2", "Terms"),
        el("P", ONE),
        el("H1", "Dues"),
        el("H2", "Terms"),
        el("P", TWO),
    )
    assert reasons(found, SCOPE) == ["ok", "ok"]


def test_sub_headings_that_read_alike_make_no_checklist() -> None:
    found = universe(
        el("H1", "Year"), el("H2", "Results"), el("P", ONE), el("H2", "Results"), el("P", TWO)
    )
    assert rejected(found, SET) == [("MALFORMED_SET", "repeated", "Year")]


def test_split_and_unmapped_headings() -> None:
    found = universe(el("H1", "F un d rules"), el("P", "The Fund is small. The Fund is new."))
    assert rejected(found, SCOPE) == [("SPLIT_TEXT", "heading", "F un d rules")]
    found = universe(el("H1", "R\ufffdles"), el("P", ONE))
    assert rejected(found, SCOPE) == [("NOT_VERBATIM", "unmapped", "R\ufffdles")]


def test_a_paragraph_tagged_as_heading() -> None:
    found = universe(el("H1", "This is a long paragraph. " * 12), el("P", ONE))
    assert [r[:2] for r in rejected(found, SCOPE)] == [("MALFORMED_STRUCTURE", "long-heading")]


def test_notes_and_markers_are_no_part_of_the_answer() -> None:
    found = universe(
        el("H1", "Fees"),
        el("P", "The fee is 5", el("Reference", "1", ref=["n"]), "a month."),
        el("Note", el("Lbl", "1"), "From May.", id="n"),
    )
    assert spans(found, SCOPE) == [("Fees", ["The fee is 5 a month."])]


def test_links_in_small_type_are_markers_and_leave_no_gap() -> None:
    found = universe(
        el("H1", "Fees"),
        el("P", "Small ships are exempt", el("Link", "1", size=7.0), ". Others pay half."),
    )
    assert spans(found, SCOPE) == [("Fees", ["Small ships are exempt. Others pay half."])]
    (task,) = tasks(found, SCOPE)
    assert task.slots[1].any_of[0][1] == "Small ships are exempt. Others pay half."
    found = universe(
        el("H1", "Fees"), el("P", "The fee is in section", el("Link", "2"), "of the annex.")
    )
    assert spans(found, SCOPE) == [("Fees", ["The fee is in section 2 of the annex."])]


def test_a_container_with_text_of_its_own_is_a_block() -> None:
    # HTML converters write lists of terms so.
    terms = el("NonStruct", el("NonStruct", "Declared value"), el("NonStruct", ONE))
    assert spans(universe(el("H1", "Terms"), terms), SCOPE) == [("Terms", [ONE])]


def test_bulleted_items_set_as_running_text_are_no_task() -> None:
    lines = el("P", "Bring:", "• a passport", "• a photograph")
    found = universe(el("H1", "Application"), lines)
    assert rejected(found, Motif.HEADING_SCOPE)[0][:2] == ("MALFORMED_STRUCTURE", "bullets")
    rows = (el("P", "• Bring a passport with you."), el("P", "• Bring a photograph with you."))
    found = universe(el("H1", "Application"), *rows)
    assert rejected(found, Motif.HEADING_SCOPE)[0][:2] == ("MALFORMED_STRUCTURE", "bullets")


def test_a_lone_bullet_is_no_part_of_the_answer() -> None:
    found = universe(el("H1", "Application"), el("P", "• Bring a passport with you."))
    (task,) = tasks(found, Motif.HEADING_SCOPE)
    assert task.gold == SpanGold(("Bring a passport with you.",))


def test_the_bullets_of_a_list_are_no_part_of_what_a_section_says() -> None:
    found = universe(
        el("H1", "Application"),
        el("P", "An application needs some documents in any case."),
        el(
            "L",
            el("LI", el("Lbl", "\uf0b7"), el("LBody", "a passport")),
            el("LI", el("LBody", "\uf0b7 a photograph")),
        ),
    )
    (task,) = tasks(found, Motif.SECTION_SET)
    assert isinstance(task.gold, SpanGold)
    assert task.gold.checklist[-2:] == ("a passport", "a photograph")


def test_a_line_in_a_heading_style_that_is_mapped_to_a_paragraph() -> None:
    text = "The fee is due on the first day of the month."
    line = el("P", "New note", raw="Heading 4")
    found = universe(el("H1", "Fees"), el("P", text), line, el("P", text))
    assert [r[:2] for r in rejected(found, Motif.HEADING_SCOPE)] == [
        ("MALFORMED_STRUCTURE", "untagged-heading")
    ]
    # One that is a sentence is a paragraph in the wrong style.
    line = el("P", "This note is new, and it replaces the one before it.", raw="Heading 4")
    found = universe(el("H1", "Fees"), el("P", text), line, el("P", text))
    assert rejected(found, Motif.HEADING_SCOPE) == []
