"""TABLE_SUMMARY: summaries and captions, what tables are asked for by."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table
from tests.universe.support import rejected, spans, tasks, universe

SUMMARY = Motif.TABLE_SUMMARY


def made(caption: str = "", value: str = "1", **options: Any) -> Any:
    head = [el("Caption", caption)] if caption else []
    return table(*head, "* |*C Price |*C Tax", f"*R Basic | {value} | 2", **options)


def asked(*top: Any) -> list[tuple[str, str, list[str]]]:
    found = universe(*top)
    return [(t.subject, t.constraint, list(t.gold.checklist)) for t in tasks(found, SUMMARY)]  # type: ignore[union-attr]


def test_a_caption_with_a_label() -> None:
    found = universe(made("Table 3: Prices by plan"))
    assert spans(found, SUMMARY) == [("Table 3", ["Prices by plan"])]
    (task,) = tasks(found, SUMMARY)
    assert task.task_class == "FIND-L1"
    assert [slot.any_of[0][1] for slot in task.slots] == ["Prices by plan", "Table 3"]
    assert [r.type for r in task.relations] == ["CAPTION_FOR"]


def test_labels_of_writers_and_authors() -> None:
    assert asked(made("Table 1: Table 1. Prices by plan")) == [("Table 1", "", ["Prices by plan"])]
    assert asked(made("Tableau 2 – Prix par formule", lang="fr")) == [
        ("Tableau 2", "", ["Prix par formule"])
    ]


def test_a_caption_under_a_heading() -> None:
    found = universe(el("H1", "Plans"), made("Prices by plan"))
    (task,) = tasks(found, SUMMARY)
    assert (task.subject, task.constraint) == ("Plans", "")
    assert [slot.any_of[0][1] for slot in task.slots] == ["Prices by plan", "Plans"]
    assert [r.type for r in task.relations] == ["CAPTION_FOR", "HEADING_FOR"]


def test_places_count_every_table_of_the_section() -> None:
    first, second = made("Prices by plan"), made("Taxes by plan", "5")
    assert asked(el("H1", "Plans"), first, made("", "7"), second) == [
        ("Plans", "table 1", ["Prices by plan"]),
        ("Plans", "table 3", ["Taxes by plan"]),
    ]


def test_the_summary_is_preferred() -> None:
    told = "One row for each plan, with its price."
    found = universe(made("Table 3: Prices", summary=told))
    assert spans(found, SUMMARY) == [("Table 3", [told])]
    (task,) = tasks(found, SUMMARY)
    assert task.slots[0].any_of == ((task.slots[0].any_of[0][0], told),)
    assert task.relations == ()
    assert asked(el("H1", "Plans"), made(summary=told)) == [("Plans", "", [told])]


def test_a_summary_that_is_the_caption_again() -> None:
    told = "Table 3: Prices by plan"
    assert asked(made(told, summary=told)) == [("Table 3", "", ["Prices by plan"])]


def test_nothing_is_said() -> None:
    cases = {
        ("TRIVIAL", "number"): "Table 3",
        ("TRIVIAL", "type"): "Table",
        ("TRIVIAL", "dash"): "–",
        ("FRAGMENT", "stub"): "Name: ____",
        ("EXTERNAL_CONTEXT", "pointer"): "see page 3",
        ("NOT_VERBATIM", "unmapped"): "Pri\ufffdes by plan",
        ("HEADING_ECHO", "heading"): "Plans of 2024",
    }
    for expected, caption in cases.items():
        found = universe(el("H1", "Plans of 2024"), made(caption))
        assert [r[:2] for r in rejected(found, SUMMARY)] == [expected]


def test_a_summary_that_is_the_name_of_another_section() -> None:
    found = universe(
        el("H1", "Old plans"), el("P", "None."), el("H1", "Plans"), made(summary="Old plans")
    )
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("HEADING_ECHO", "heading")]


def test_nothing_to_ask_by() -> None:
    found = universe(made("Prices by plan"))
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("INCOMPLETE_EVIDENCE", "heading")]


def test_a_caption_that_is_not_bound() -> None:
    found = universe(el("P", "Table 3: Prices by plan"), made())
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("INCOMPLETE_EVIDENCE", "inferred")]


def test_a_table_without_a_name_is_no_candidate() -> None:
    found = universe(el("H1", "Plans"), made())
    assert [c for c in found.candidates if c.motif is SUMMARY] == []


def test_a_layout_table() -> None:
    text = "A paragraph of running text that is set beside another one, and much longer than data."
    page = el("Table", el("Caption", "Prices by plan"), el("TR", el("TD", text), el("TD", text)))
    found = universe(el("H1", "Plans"), page)
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("MALFORMED_STRUCTURE", "layout")]


def test_repeated_captions() -> None:
    head = el("H1", "Plans")
    found = universe(head, made("Prices by plan"), made("Prices by plan", "5"))
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("DUPLICATE", "caption")]
    found = universe(head, made("Table 1: Prices by plan"), made("Table 1: Taxes by plan", "5"))
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("AMBIGUOUS", "caption")] * 2
    other = el("H1", "Other plans")
    found = universe(head, made("Prices by plan"), other, made("Prices by plan", "5"))
    assert len(tasks(found, SUMMARY)) == 2


def test_a_label_with_a_dash_close_behind() -> None:
    assert asked(el("H1", "Delivery"), made("Chart A—For most people")) == [
        ("Chart A", "", ["For most people"])
    ]


def test_a_summary_that_is_a_header_says_nothing_of_the_whole() -> None:
    prices = table(
        "* |*C Failure condition |*C Tax", "*R Basic | 1 | 2", summary="Failure condition"
    )
    found = universe(el("H1", "Plans"), prices)
    assert [r[:2] for r in rejected(found, SUMMARY)] == [("HEADING_ECHO", "heading")]
