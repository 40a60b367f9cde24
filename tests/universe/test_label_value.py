"""LABEL_VALUE: list labels, key-value tables, form fields."""

from __future__ import annotations

from dtaa_lint.pdf.model import FormField
from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table
from tests.universe.support import reasons, rejected, tasks, universe, values

LABEL, CELL = Motif.LABEL_VALUE, Motif.TABLE_CELL


def pair(label: str, *body: object) -> object:
    return el("LI", el("Lbl", label), el("LBody", *body))


def field(value: str | None, label: str | None = "Name", kind: str = "Tx") -> object:
    return el("Form", field=FormField(kind, "f", label, value, 0))


def test_a_key_value_table() -> None:
    found = universe(el("H1", "Facts"), table("*R Manager | Ada", "*R Fee | 1.5 %", "*R Size | –"))
    assert values(found, LABEL) == [("Manager", "", "Ada"), ("Fee", "", "1.5 %")]
    assert rejected(found, LABEL) == [("TRIVIAL", "dash", "–")]
    assert reasons(found, CELL) == []
    task = tasks(found, LABEL)[0]
    assert [r.type for r in task.relations] == ["ROW_HEADER_FOR"]
    assert (task.operation.value, task.topology) == ("EXTRACT", "L1")


def test_groups_in_a_key_value_table() -> None:
    found = universe(table("*C<2 Office", "*R Phone | 1", "*C<2 Home", "*R Phone | 2"))
    assert values(found, LABEL) == [("Phone", "Office", "1"), ("Phone", "Home", "2")]


def test_a_header_row_makes_cells_of_it() -> None:
    found = universe(table("*C What |*C Value", "*R Manager | Ada"))
    assert reasons(found, LABEL) == []
    assert values(found, CELL) == [("Manager", "Value", "Ada")]


def test_a_label_that_is_no_header() -> None:
    found = universe(table("*R Manager | Ada", "Fee | 1.5 %"))
    assert values(found, LABEL) == [("Manager", "", "Ada")]
    assert rejected(found, LABEL) == [("INCOMPLETE_EVIDENCE", "row", "1.5 %")]


def test_label_and_value_both_headers() -> None:
    found = universe(table("*Manager |*Ada", "*Fee |*1.5 %"))
    assert rejected(found, LABEL) == [
        ("MALFORMED_STRUCTURE", "all-headers", "Ada"),
        ("MALFORMED_STRUCTURE", "all-headers", "1.5 %"),
    ]


def test_the_same_label_in_two_tables() -> None:
    one, other = table("*R Fee | 1 %", "*R Size | 5"), table("*R Fee | 2 %", "*R Size | 5")
    found = universe(el("H1", "Facts"), one, other)
    assert reasons(found, LABEL) == ["AMBIGUOUS", "ok", "AMBIGUOUS", "DUPLICATE"]


def test_list_items_with_labels_of_words() -> None:
    found = universe(el("H1", "Contact"), el("L", pair("Telephone", "123"), pair("Office", "Rome")))
    assert values(found, LABEL) == [("Telephone", "", "123"), ("Office", "", "Rome")]
    task = tasks(found, LABEL)[0]
    assert [r.type for r in task.relations] == ["LABEL_FOR"]


def test_bullets_numbers_and_letters_are_no_labels() -> None:
    members = [pair(label, "text") for label in ("•", "1.", "(a)", "iv)", "A.")]
    assert reasons(universe(el("H1", "X"), el("L", *members)), LABEL) == []


def test_terms_with_definitions_are_another_motif() -> None:
    terms = [pair("Levy", "a due"), pair("Port", "a place")]
    assert reasons(universe(el("H1", "X"), el("L", *terms, numbering="Description")), LABEL) == []
    for heading in ("Glossary", "Glossaire", "Begriffe und Abkürzungen", "Glosario"):
        assert reasons(universe(el("H1", heading), el("L", *terms)), LABEL) == []


def test_labels_that_cannot_be_asked_for() -> None:
    found = universe(
        el("H1", "Contact"),
        el(
            "L",
            pair("Fax", "–"),
            pair("Web", "see page 3"),
            pair("Form", "Form"),
            pair("Mail", "a\ufffdb"),
            pair("Sign", "Name: ____"),
            pair("Code", "("),
        ),
    )
    assert [r[:2] for r in rejected(found, LABEL)] == [
        ("TRIVIAL", "dash"),
        ("EXTERNAL_CONTEXT", "pointer"),
        ("HEADING_ECHO", "label"),
        ("NOT_VERBATIM", "unmapped"),
        ("FRAGMENT", "stub"),
        ("FRAGMENT", "symbol"),
    ]


def test_a_label_without_a_body() -> None:
    found = universe(el("H1", "X"), el("L", el("LI", el("Lbl", "Phone"), "123 is the number")))
    assert [r[:2] for r in rejected(found, LABEL)] == [("MALFORMED_STRUCTURE", "body")]


def test_a_label_that_is_the_items_first_line() -> None:
    label = "1094.5 of the Code of Civil Procedure, in the appropriate court, which"
    found = universe(el("H1", "X"), el("L", pair(label, "shall decide.")))
    assert [r[:2] for r in rejected(found, LABEL)] == [("MALFORMED_STRUCTURE", "long-label")]


def test_a_split_label() -> None:
    found = universe(
        el("H1", "X"), el("L", pair("F un d", "Alpha")), el("P", "The Fund is a Fund.")
    )
    assert [r[:2] for r in rejected(found, LABEL)] == [("SPLIT_TEXT", "label")]


def test_the_same_label_twice() -> None:
    found = universe(el("H1", "X"), el("L", pair("Office", "Rome"), pair("Office", "Paris")))
    assert reasons(found, LABEL) == ["AMBIGUOUS", "AMBIGUOUS"]
    found = universe(el("H1", "X"), el("L", pair("Office", "Rome"), pair("Office", "Rome")))
    assert reasons(found, LABEL) == ["ok", "DUPLICATE"]


def test_form_fields() -> None:
    found = universe(
        el("H1", "Form"),
        field("Ada Lovelace"),
        field("", "City"),
        field(None, "Street"),
        field("Rome", None),
        field("Yes", "Married", "Btn"),
    )
    assert values(found, LABEL) == [("Name", "", "Ada Lovelace")]
    assert [r[:2] for r in rejected(found, LABEL)] == [
        ("FRAGMENT", "empty-field"),
        ("FRAGMENT", "empty-field"),
        ("INCOMPLETE_EVIDENCE", "label"),
    ]


def test_a_field_named_by_its_label_element() -> None:
    found = universe(
        el("Form", el("Lbl", "City"), field=FormField("Tx", "c", None, "Rome", 0)),
    )
    assert values(found, LABEL) == [("City", "", "Rome")]
    assert [r.type for r in tasks(found, LABEL)[0].relations] == ["LABEL_FOR"]


def test_two_fields_of_one_name() -> None:
    found = universe(el("H1", "Form"), field("Ada"), field("Bob"))
    assert reasons(found, LABEL) == ["AMBIGUOUS", "AMBIGUOUS"]


def test_prompts_to_be_answered_in_writing() -> None:
    found = universe(
        table(
            "*R Name: | Identification number:",
            "*R Transfusion before 1996: YES___ NO___ | Year:",
            "*R Liver tests: | Healthcare workers",
        )
    )
    assert {reason for reason, *_ in rejected(found, LABEL)} == {"FRAGMENT"}
    assert reasons(found, LABEL) == ["FRAGMENT"] * 3


def test_a_header_row_that_is_tagged_like_the_others() -> None:
    found = universe(
        table(
            "*R Asset | Useful life",
            "*R Buildings | 5-35",
            "*R Fixtures | 2-15",
            "*R Ships | 20-30",
        )
    )
    assert [r[:2] for r in rejected(found, LABEL)] == [("INCOMPLETE_EVIDENCE", "column")] * 4
    found = universe(table("*R No. | Table", "*R 01 | Countries", "*R 02 | Tax classes"))
    assert [r[:2] for r in rejected(found, LABEL)] == [("INCOMPLETE_EVIDENCE", "column")] * 3
    found = universe(table("*R Owner | Harbour office", "*R Founded | 1913", "*R Berths | 20"))
    assert len(values(found, LABEL)) == 2 + 1


def test_labels_that_name_nothing() -> None:
    found = universe(
        table("*R 13 | Tax withheld at the limit", "*R Rate | 5 %", "*R Term | 1 year")
    )
    assert rejected(found, LABEL) == [
        ("INCOMPLETE_EVIDENCE", "subject", "Tax withheld at the limit")
    ]


def test_first_words_of_a_sentence_are_no_label() -> None:
    for label, body in (
        ("earn additional credits during the leave.", "Such balance will be restored."),
        ("employee", "has been provided with the safeguards."),
        ("personal e", "-mail addresses on file with the employer."),
    ):
        item = el("LI", el("Lbl", label), el("LBody", body))
        found = universe(el("H1", "Leave"), el("L", item))
        assert [r[:2] for r in rejected(found, LABEL)] == [("MALFORMED_STRUCTURE", "long-label")]


def test_labels_that_are_no_header_cells() -> None:
    found = universe(
        table("Name of levy | Harbour levy", "Rate | 2.5 %", "Due date | 31 March", "Contact | –")
    )
    assert rejected(found, Motif.LABEL_VALUE) == [
        ("INCOMPLETE_EVIDENCE", "row", "Harbour levy"),
        ("INCOMPLETE_EVIDENCE", "row", "2.5 %"),
        ("INCOMPLETE_EVIDENCE", "row", "31 March"),
        ("TRIVIAL", "dash", "–"),
    ]
    motifs = (Motif.TABLE_CELL, Motif.TABLE_COMPARE, Motif.TABLE_SERIES)
    assert [candidate for candidate in found.candidates if candidate.motif in motifs] == []
