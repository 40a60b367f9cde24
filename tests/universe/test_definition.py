"""DEFINITION: glossaries and abbreviations; what stays with LABEL_VALUE."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import rejected, spans, tasks, universe, values

DEFINITION = Motif.DEFINITION


def glossary(*pairs: tuple[str, str], **options: Any) -> Any:
    return el(
        "L", *[el("LI", el("Lbl", term), el("LBody", text)) for term, text in pairs], **options
    )


TERMS = (("Vessel", "A ship or boat."), ("Call", "One stay in port."))


def test_a_description_list() -> None:
    found = universe(el("H1", "Levy"), glossary(*TERMS, numbering="Description"))
    assert spans(found, DEFINITION) == [
        ("Vessel", ["A ship or boat."]),
        ("Call", ["One stay in port."]),
    ]
    task = tasks(found, DEFINITION)[0]
    assert task.task_class == "EXTRACT-L1"
    assert task.heading_path == ("Levy",)
    assert [slot.any_of[0][1] for slot in task.slots] == ["A ship or boat.", "Vessel"]
    assert [r.type for r in task.relations] == ["DEFINES"]
    assert values(found, Motif.LABEL_VALUE) == []


def test_a_glossary_by_its_heading_or_lead() -> None:
    for title in ("Definitions", "Glossaire", "Abkürzungen", "Glosario"):
        found = universe(el("H1", title), glossary(*TERMS))
        assert [term for term, _ in spans(found, DEFINITION)] == ["Vessel", "Call"]
    found = universe(el("H1", "Levy"), el("P", "The definitions are:"), glossary(*TERMS))
    assert [term for term, _ in spans(found, DEFINITION)] == ["Vessel", "Call"]


def test_other_labels_are_values() -> None:
    found = universe(el("H1", "Contact"), glossary(("Telephone", "123"), ("Office", "Rome")))
    assert spans(found, DEFINITION) == []
    assert len(tasks(found, Motif.LABEL_VALUE)) == 2


def test_rejected_terms() -> None:
    cases = {
        ("INCOMPLETE_EVIDENCE", "term"): ("", "A ship."),
        ("TRIVIAL", "blank"): ("Vessel", ""),
        ("TRIVIAL", "dash"): ("Vessel", "–"),
        ("FRAGMENT", "stub"): ("Vessel", "Name: ____"),
        ("EXTERNAL_CONTEXT", "pointer"): ("Vessel", "see page 3"),
        ("NOT_VERBATIM", "unmapped"): ("Ves\ufffdel", "A ship."),
        ("HEADING_ECHO", "term"): ("Vessel", "Vessel."),
        ("MALFORMED_STRUCTURE", "long-term"): ("a " * 13, "A ship."),
    }
    for expected, pair in cases.items():
        found = universe(glossary(pair, numbering="Description"))
        assert [r[:2] for r in rejected(found, DEFINITION)] == [expected]


def test_a_term_without_a_body() -> None:
    made = el("L", el("LI", el("Lbl", "Vessel"), "A ship."), numbering="Description")
    assert [r[:2] for r in rejected(universe(made), DEFINITION)] == [
        ("MALFORMED_STRUCTURE", "body")
    ]


def test_split_terms() -> None:
    found = universe(
        glossary(("The F un d", "All money."), numbering="Description"),
        el("P", "A Fund is a Fund for all."),
    )
    assert [r[:2] for r in rejected(found, DEFINITION)] == [("SPLIT_TEXT", "term")]


def abbreviation(text: str, expansion: str) -> Any:
    return el("P", "The", el("Span", text, e=expansion), "counts.")


def test_an_abbreviation() -> None:
    found = universe(el("H1", "Size"), abbreviation("GT", "gross tonnage"))
    assert spans(found, DEFINITION) == [("GT", ["gross tonnage"])]
    (task,) = tasks(found, DEFINITION)
    assert [slot.any_of[0][1] for slot in task.slots] == ["gross tonnage", "GT"]
    assert [(r.type, r.source == r.target) for r in task.relations] == [("DEFINES", True)]


def test_one_task_for_each_abbreviation_and_expansion() -> None:
    found = universe(
        el("H1", "A"),
        abbreviation("GT", "gross tonnage"),
        abbreviation("GT", "Gross tonnage"),
        el("H1", "B"),
        abbreviation("GT", "gross tonnage"),
        el("H1", "C"),
        abbreviation("GT", "group test"),
    )
    assert [text for _, text in spans(found, DEFINITION)] == [["gross tonnage"], ["group test"]]
    assert [r[:2] for r in rejected(found, DEFINITION)] == [("DUPLICATE", "term")] * 2


def test_two_expansions_in_one_section() -> None:
    one, other = abbreviation("GT", "gross tonnage"), abbreviation("GT", "group test")
    found = universe(el("H1", "A"), one, other)
    assert [r[:2] for r in rejected(found, DEFINITION)] == [("AMBIGUOUS", "term")] * 2


def test_expansions_that_expand_nothing() -> None:
    cases = {
        ("TRIVIAL", "blank"): ("GT", "  ."),
        ("INCOMPLETE_EVIDENCE", "term"): ("12", "twelve"),
        ("NOT_VERBATIM", "unmapped"): ("G\ufffdT", "gross tonnage"),
        ("HEADING_ECHO", "term"): ("W-2", "W 2"),
        ("MALFORMED_STRUCTURE", "expansion"): ("gross tonnage", "GT"),
    }
    for expected, pair in cases.items():
        found = universe(abbreviation(*pair))
        assert [r[:2] for r in rejected(found, DEFINITION)] == [expected]


def test_expansions_of_blocks_are_no_abbreviations() -> None:
    found = universe(el("P", "12a", e="Line 12a, enter the sum."), el("H1", "Size", e="Size of it"))
    assert [c for c in found.candidates if c.motif is DEFINITION] == []
