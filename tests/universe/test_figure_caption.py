"""FIGURE_CAPTION: captions that the structure binds to figures."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import rejected, spans, tasks, universe

CAPTION = Motif.FIGURE_CAPTION


def figure(*captions: str) -> Any:
    return el("Figure", *[el("Caption", text) for text in captions], alt="A bar for each year.")


def test_a_caption_with_a_label() -> None:
    found = universe(figure("Figure 1. Receipts 2020 to 2024"))
    assert spans(found, CAPTION) == [("Figure 1", ["Receipts 2020 to 2024"])]
    (task,) = tasks(found, CAPTION)
    assert task.task_class == "FIND-L1"
    assert [slot.any_of[0][1] for slot in task.slots] == ["Receipts 2020 to 2024", "Figure 1"]
    assert [r.type for r in task.relations] == ["CAPTION_FOR"]


def test_a_caption_beside_the_figure_in_a_wrapper() -> None:
    wrapped = el("Div", figure(), el("Caption", "Abb. 2: Einnahmen je Hafen"))
    assert spans(universe(wrapped, lang="de"), CAPTION) == [("Abb. 2", ["Einnahmen je Hafen"])]


def test_captions_under_a_heading() -> None:
    found = universe(el("H1", "Harbour"), figure("Naval basin"), figure(), figure("Fishing basin"))
    assert [(t.subject, t.constraint) for t in tasks(found, CAPTION)] == [
        ("Harbour", "figure 1"),
        ("Harbour", "figure 3"),
    ]
    assert [r.type for r in tasks(found, CAPTION)[0].relations] == ["CAPTION_FOR", "HEADING_FOR"]


def test_nothing_is_said() -> None:
    cases = {
        ("TRIVIAL", "number"): "Figure 3",
        ("TRIVIAL", "type"): "Image",
        ("FRAGMENT", "stub"): "Name: ____",
        ("EXTERNAL_CONTEXT", "pointer"): "see page 3",
        ("NOT_VERBATIM", "unmapped"): "Figure 3: Har\ufffdour at night",
        ("HEADING_ECHO", "heading"): "Figure 3: Old harbour",
    }
    for expected, caption in cases.items():
        found = universe(el("H1", "Old harbour"), figure(caption))
        assert [r[:2] for r in rejected(found, CAPTION)] == [expected]


def test_nothing_to_ask_by() -> None:
    found = universe(figure("Receipts by year"))
    assert [r[:2] for r in rejected(found, CAPTION)] == [("INCOMPLETE_EVIDENCE", "heading")]


def test_a_caption_that_is_not_bound() -> None:
    found = universe(figure(), el("P", "Figure 1: Receipts by year"))
    assert [r[:2] for r in rejected(found, CAPTION)] == [("INCOMPLETE_EVIDENCE", "inferred")]


def test_other_illustrations_are_no_candidates() -> None:
    formula = el("Formula", el("Caption", "Figure 1: Receipts by year"))
    found = universe(el("H1", "Harbour"), figure(), formula)
    assert [c for c in found.candidates if c.motif is CAPTION] == []


def test_repeated_captions() -> None:
    one, other = figure("Figure 1: Receipts by year"), figure("Figure 1: Losses by year")
    found = universe(one, other)
    assert [r[:2] for r in rejected(found, CAPTION)] == [("AMBIGUOUS", "caption")] * 2
    assert [r[:2] for r in rejected(universe(one, one), CAPTION)] == [("DUPLICATE", "caption")]


def test_figures_in_each_other_are_one_candidate() -> None:
    found = universe(
        el("Figure", el("Figure", alt="A bar."), el("Caption", "Figure 1: Receipts by year"))
    )
    assert spans(found, CAPTION) == [("Figure 1", ["Receipts by year"])]
