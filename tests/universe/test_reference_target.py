"""REFERENCE_TARGET: cross-references, what stands at their targets, what is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Target, TargetKind
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.universe import enumerate_tasks
from tests.graph.support import build, el, table
from tests.universe.support import rejected, spans, tasks, universe

TARGET = Motif.REFERENCE_TARGET
RATES = (el("H1", "2 Rates", id="t"), el("P", "Vessels under 5 m pay half of the levy."))


def link(text: str = "Section 2", **options: Any) -> Any:
    return el("Link", text, **(options or {"dest": "t"}))


def sentence(*inside: Any) -> Any:
    return el("P", "Owners pay. The levy depends on the size (see", *inside, "for more).")


def test_a_link_to_a_heading() -> None:
    found = universe(el("H1", "1 Levy"), sentence(link()), *RATES)
    claim = "The levy depends on the size (see Section 2 for more)."
    (task,) = tasks(found, TARGET)
    assert task.task_class == "FIND-L4"
    assert (task.subject, task.constraint) == (claim, "Section 2")
    assert task.heading_path == ("1 Levy",)
    texts = ["2 Rates", "Vessels under 5 m pay half of the levy."]
    assert spans(found, TARGET) == [(claim, texts)]
    assert [slot.any_of[0][1] for slot in task.slots] == [claim, *texts]
    assert [r.type for r in task.relations] == ["LINKS_TO", "HEADING_FOR"]


def test_a_reference_with_ref() -> None:
    found = universe(sentence(el("Reference", "Section 2", ref=["t"])), *RATES)
    (task,) = tasks(found, TARGET)
    assert [r.type for r in task.relations] == ["REFERS_TO", "HEADING_FOR"]


def test_a_link_in_a_reference_is_one_candidate() -> None:
    found = universe(sentence(el("Reference", link(), ref=["t"])), *RATES)
    assert len(tasks(found, TARGET)) == 1
    assert rejected(found, TARGET) == []


@pytest.mark.parametrize(
    ("element", "text"),
    [
        (table(el("Caption", "Table 1: Levy by size"), "*C A |*C B", "1 | 2", id="t"),
         "Table 1: Levy by size"),
        (table("*C A |*C B", "1 | 2", id="t", summary="One row for each size."),
         "One row for each size."),
        (el("Figure", el("Caption", "Figure 1: Old harbour"), id="t"), "Figure 1: Old harbour"),
        (el("Figure", alt="The old harbour at night.", id="t"), "The old harbour at night."),
        (el("L", el("LI", el("Lbl", "1."), el("LBody", "Pay half."), id="t")), "Pay half."),
        (el("L", el("LI", el("Lbl", "1.", id="t"), el("LBody", "Pay half."))), "Pay half."),
        (el("P", "The levy of small vessels.", id="t"), "The levy of small vessels."),
        (el("Aside", el("Caption", "Figure 1: Harbour"), el("Figure"), id="t"),
         "Figure 1: Harbour"),
        (el("H1", el("Span", "2", id="t"), "Small vessels"), "2 Small vessels"),
        (el("Sect", el("H1", "Small vessels"), id="t"), "Small vessels"),
    ],
)  # fmt: skip
def test_what_stands_at_a_target(element: Any, text: str) -> None:
    found = universe(sentence(link("there")), element)
    assert [checklist for _, checklist in spans(found, TARGET)] == [[text]]


def test_a_citation_is_no_unbound_note() -> None:
    cited = el("Reference", "2", ref=["t"])
    work = el("L", el("LI", el("Lbl", "[2]"), el("LBody", "Knuth: The book of TeX."), id="t"))
    found = universe(sentence(cited), work)
    assert [texts for _, texts in spans(found, TARGET)] == [["Knuth: The book of TeX."]]
    assert [c for c in found.candidates if c.motif is Motif.NOTE_QUALIFICATION] == []


def test_notes_are_not_claimed() -> None:
    note = el("Note", el("Lbl", "1"), "Except in May.", id="n")
    for marker in (el("Reference", "1", ref=["n"]), el("Link", "1", dest="n")):
        found = universe(el("P", "Owners of vessels pay the levy", marker, "."), note)
        assert [c for c in found.candidates if c.motif is TARGET] == []
        assert len(tasks(found, Motif.NOTE_QUALIFICATION)) == 1
    back = el("Note", el("Lbl", el("Link", "1", dest="p")), "Except in May.", id="n")
    found = universe(el("P", "Owners pay", el("Reference", "1", ref=["n"]), ".", id="p"), back)
    assert [c for c in found.candidates if c.motif is TARGET] == []


def test_a_number_right_behind_a_word_is_a_marker() -> None:
    place = Target(TargetKind.PAGE, page=1)
    apart = build(el("P", "Owners pay the levy of section", el("Link", "1", goto=place)))
    glued = replace(apart, text=apart.text.replace("section 1", "sections1"))
    assert len(rejected(enumerate_tasks(View(apart)), TARGET)) == 1
    assert rejected(enumerate_tasks(View(glued)), TARGET) == []


def test_no_target_is_declared() -> None:
    place, nowhere = Target(TargetKind.PAGE, page=1), Target(TargetKind.MISSING, name="x")
    found = universe(sentence(link(goto=place)), sentence(link("Section 3", goto=nowhere)))
    assert [r[:2] for r in rejected(found, TARGET)] == [
        ("INCOMPLETE_EVIDENCE", "destination"),
        ("INCOMPLETE_EVIDENCE", "missing"),
    ]


def test_links_out_of_the_document_are_no_candidates() -> None:
    found = universe(sentence(link(uri="https://example.org")))
    assert [c for c in found.candidates if c.motif is TARGET] == []


@pytest.mark.parametrize(
    "made",
    [
        el("TOC", el("TOCI", link("2 Rates"))),
        el("P", link("2 Rates")),
        el("P", "Levy of small vessels, ", link("12")),
        sentence(link("back to the text")),
    ],
)
def test_links_to_move_about_by_are_no_candidates(made: Any) -> None:
    found = universe(made, *RATES)
    assert [c for c in found.candidates if c.motif is TARGET] == []


def test_the_target_answers_nothing() -> None:
    cases = {
        ("INCOMPLETE_EVIDENCE", "target"): el("Figure", id="t"),
        ("TRIVIAL", "dash"): el("P", "–", id="t"),
        ("FRAGMENT", "stub"): el("P", "Name: ____", id="t"),
        ("EXTERNAL_CONTEXT", "pointer"): el("P", "see page 3", id="t"),
        ("NOT_VERBATIM", "unmapped"): el("P", "The le\ufffdy.", id="t"),
        ("HEADING_ECHO", "reference"): el("H1", "Section 2", id="t"),
    }
    for expected, made in cases.items():
        assert [r[:2] for r in rejected(universe(sentence(link()), made), TARGET)] == [expected]


def test_a_reference_to_itself() -> None:
    itself = el("P", "The levy depends on size, as is said", link("here"), "for all.", id="t")
    assert [r[:2] for r in rejected(universe(itself), TARGET)] == [("TRIVIAL", "self")]


def test_several_targets() -> None:
    several = el("Reference", "Section 2", ref=["t", "u"])
    other = el("H1", "3 Times", id="u")
    found = universe(sentence(several), *RATES, other)
    assert [r[:2] for r in rejected(found, TARGET)] == [("AMBIGUOUS_RELATION", "target")]


def test_the_same_words_again() -> None:
    found = universe(sentence(link()), sentence(link()), *RATES)
    assert [r[:2] for r in rejected(found, TARGET)] == [("DUPLICATE", "reference")]
    other = sentence(link(dest="u"))
    found = universe(sentence(link()), other, *RATES, el("H1", "3 Times", id="u"))
    assert [r[:2] for r in rejected(found, TARGET)] == [("AMBIGUOUS", "reference")] * 2


def test_unmapped_sentences() -> None:
    found = universe(el("P", "The le\ufffdy depends on size, see", link(), "."), *RATES)
    assert [r[:2] for r in rejected(found, TARGET)] == [("NOT_VERBATIM", "unmapped")]
