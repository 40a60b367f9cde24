"""What the structure binds to a unit."""

from __future__ import annotations

from dtaa_lint.answerability.answering.expand import Expansion, near
from dtaa_lint.answerability.answering.units import Units
from tests.answerability.support import document, items
from tests.make import el


def made(*top: object) -> tuple[Units, Expansion]:
    units = Units(document(*top).view)
    return units, Expansion(units)


def number(units: Units, text: str) -> int:
    return next(n for n, unit in enumerate(units.all) if unit.text == text)


def texts(units: Units, numbers: object) -> list[str]:
    return [units.all[n].text for n in numbers]  # type: ignore[attr-defined]


def test_nearest_first_the_following_before_the_preceding() -> None:
    assert list(near([5, 6, 7, 8], 6)) == [7, 5, 8]
    assert list(near([5, 6], 9)) == [5, 6]


def test_a_list_is_read_with_the_lists_in_it() -> None:
    outer = el(
        "L",
        el("LI", el("Lbl", "1."), el("LBody", "Declare", items("Value", "Owner"))),
        el("LI", el("Lbl", "2."), el("LBody", "Pay")),
    )
    units, expansion = made(el("H1", "Steps"), outer)
    group = units.all[number(units, "1. Declare")].group
    assert texts(units, expansion.whole_list(group)) == [
        "1. Declare", "• Value", "• Owner", "2. Pay",
    ]  # fmt: skip
    inner = units.all[number(units, "• Owner")].group
    assert texts(units, expansion.leads(inner)) == ["Steps", "1. Declare"]


def test_a_scope_names_its_sub_headings_before_their_text() -> None:
    units, expansion = made(
        el("H1", "Levy"), el("P", "In short."),
        el("H2", "Due"), el("P", "In March."), el("H2", "Paid"), el("P", "In cash."),
    )  # fmt: skip
    assert texts(units, expansion.scope(units.all[0].node)) == [
        "Levy", "In short.", "Due", "Paid", "In March.", "In cash.",
    ]  # fmt: skip


def test_a_reference_leads_to_its_target() -> None:
    units, expansion = made(
        el("P", "For the rates see", el("Link", "Rates", dest="#rates")),
        el("H1", "Rates", id="rates"), el("P", "Two per cent."),
    )  # fmt: skip
    assert texts(units, expansion.targets(0)) == ["Rates"]


def test_bound_is_heading_lead_and_unit() -> None:
    units, expansion = made(el("H1", "Papers"), el("P", "Bring:"), items("passport", "bill"))
    assert texts(units, expansion.bound(number(units, "• bill"))) == ["Papers", "Bring:", "• bill"]
