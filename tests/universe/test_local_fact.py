"""LOCAL_FACT: one value in one whole sentence of running text."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.facts import find_fact
from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import rejected, tasks, universe, values

FACT = Motif.LOCAL_FACT


def facts(*texts: str) -> list[tuple[str, str, str]]:
    return values(universe(el("H1", "Levy"), *[el("P", text) for text in texts]), FACT)


def test_a_sentence_among_others() -> None:
    text = "Owners pay. The levy of a small vessel is 12.50 € for each call. All else is free."
    assert facts(text) == [
        ("The levy of a small vessel is … for each call.", "money", "12.50 €"),
    ]
    (task,) = tasks(universe(el("H1", "Levy"), el("P", text)), FACT)
    assert task.task_class == "EXTRACT-L0"
    assert task.heading_path == ("Levy",)
    assert task.relations == ()
    assert [slot.any_of[0][1] for slot in task.slots] == [
        "The levy of a small vessel is 12.50 € for each call."
    ]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Every vessel in the port pays $1,250 before leaving it.", "money", "$1,250"),
        ("The port collected €5.2 million from foreign vessels.", "money", "€5.2 million"),
        ("Die Abgabe beträgt für jedes Schiff 12,50 Euro im Sommer.", "money", "12,50 Euro"),
        ("La taxe rapporte chaque été 3 millions d’euros au port.", "money", "3 millions d’euros"),
        ("Around 12.5 % of the vessels come from abroad each year.", "percent", "12.5 %"),
        ("Nearly 40 percent of the vessels come from abroad.", "percent", "40 percent"),
        ("The harbour was opened by the mayor on 3 May 1911.", "date", "3 May 1911"),
        ("The harbour was opened by the mayor on May 3, 1911.", "date", "May 3, 1911"),
        ("Le port fut inauguré par le maire le 1er mai 1911.", "date", "1er mai 1911"),
        ("Der Hafen wurde am 3. Mai 1911 vom Bürgermeister eröffnet.", "date", "3. Mai 1911"),
        ("El puerto se abrió por el alcalde el 3 de mayo de 1911.", "date", "3 de mayo de 1911"),
        ("The harbour was opened by the mayor in 1911.", "date", "1911"),
        ("The notice must reach the office by 2026-05-01 at least.", "date", "2026-05-01"),
        ("The office of the harbour opens each morning at 9:30 a.m.", "time", "9:30 a.m."),
        ("Owners must declare the vessel within 30 days of arrival.", "quantity", "30 days"),
        ("Owners must declare the vessel within a 30-day period.", "quantity", "30-day"),
        ("The harbour has room for more than 1,200 vessels in summer.", "quantity", "1,200"),
        ("Questions on the levy go to levy@example.org at any time.", "email", "levy@example.org"),
        ("Forms stand at https://example.org/f/2 all year long.", "url", "https://example.org/f/2"),
        ("The office answers calls on +44 20 7946 0018 each morning.", "phone", "+44 20 7946 0018"),
        ("Payments from abroad carry the reference NCT06155006 always.", "code", "NCT06155006"),
    ],
)  # fmt: skip
def test_kinds_of_values(text: str, kind: str, value: str) -> None:
    ((subject, found, gold),) = facts(text)
    assert (found, gold) == (kind, value)
    assert subject == text.replace(value, "…")


@pytest.mark.parametrize(
    "text",
    [
        "Owners of vessels declare them in Section 12 of the form.",
        "Owners of vessels enter the sum on line 19 of the form.",
        "Owners of vessels fill in Form 1040 before they leave.",
        "The harbour is older than its neighbours, see page 12.",
        "Every vessel pays $12 in spring and $15 in summer there.",
        "10.1 Owners declare all of their vessels to the office.",
        "The sum on line 19 may be paid by the owner of a vessel.",
        "Devices with Windows 11 software can declare a vessel.",
        "The code of the harbour in the register is simply 12.",
        "The harbour has been famous since the 19th century.",
        "The office is open to owners of vessels 24/7 in summer.",
        "The office helps owners 24-hours-a-day in the summer.",
    ],
)
def test_numbers_that_are_no_single_value(text: str) -> None:
    assert find_fact(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "within 30 days of the arrival of the vessel in port",
        "Vessels: 30 days.",
        "Must the owner declare the vessel within 30 days?",
        "Owners must declare the vessel within 30 days if:",
    ],
)
def test_no_whole_sentence(text: str) -> None:
    found = universe(el("P", text))
    assert [c for c in found.candidates if c.motif is FACT] == []


def test_only_running_text() -> None:
    text = "Owners must declare the vessel within 30 days of arrival."
    inside = el("P", text)
    found = universe(
        el("L", el("LI", el("LBody", inside))),
        el("Table", el("TR", el("TD", inside))),
        el("Note", inside),
        el("Table", el("Caption", inside), el("TR", el("TD", "x"))),
        el("Form", inside),
        el("TOC", el("TOCI", inside)),
        el("P", text, el("L", el("LI", el("LBody", "x")))),
    )
    assert [c for c in found.candidates if c.motif is FACT] == []


def test_notes_and_their_markers_are_no_second_value() -> None:
    found = universe(
        el("P", "Owners must declare the vessel", el("Reference", "1", ref=["n"]),
           "within 30 days of arrival."),
        el("Note", el("Lbl", "1"), "Except in 2 cases.", id="n"),
    )  # fmt: skip
    assert [value for _, _, value in values(found, FACT)] == ["30 days"]


def test_what_leans_on_other_text() -> None:
    found = universe(
        el("P", "This must be declared by the owner within 30 days."),
        el("P", "Dies muss vom Eigner binnen 30 Tagen erklärt werden.", lang="de"),
        el("P", "The vessels mentioned above are declared within 30 days."),
    )
    assert [r[:2] for r in rejected(found, FACT)] == [
        ("EXTERNAL_CONTEXT", "anaphor"),
        ("EXTERNAL_CONTEXT", "anaphor"),
        ("EXTERNAL_CONTEXT", "elsewhere"),
    ]


def test_the_rest_of_a_paragraph_that_a_page_cut() -> None:
    first = "Owners who keep their vessel in the harbour for the whole of the year in the"
    found = universe(el("P", first), el("P", "Port of Arvik pay the levy within 30 days."))
    assert [r[:2] for r in rejected(found, FACT)] == [("FRAGMENT", "cut")]
    found = universe(el("P", first + " port."), el("P", "Port of Arvik pays within 30 days there."))
    assert rejected(found, FACT) == []


def test_unmapped_and_split_text() -> None:
    found = universe(el("P", "Owners declare the ves\ufffdel to the office within 30 days."))
    assert [r[:2] for r in rejected(found, FACT)] == [("NOT_VERBATIM", "unmapped")]
    found = universe(
        el("P", "Owners of the F un d declare the vessel within 30 days."),
        el("P", "A Fund is a Fund for all."),
    )
    assert [r[:2] for r in rejected(found, FACT)] == [("SPLIT_TEXT", "text")]


def test_the_same_sentence_again() -> None:
    one = el("P", "Owners must declare the vessel within 30 days.")
    other = el("P", "Owners must declare the vessel within 60 days.")
    found = universe(el("H1", "Levy"), one, other)
    assert [r[:2] for r in rejected(found, FACT)] == [("AMBIGUOUS", "sentence")] * 2
    found = universe(el("H1", "Levy"), one, one)
    assert [r[:2] for r in rejected(found, FACT)] == [("DUPLICATE", "sentence")]
    found = universe(el("H1", "Levy"), one, el("H1", "Other"), other)
    assert len(tasks(found, FACT)) == 2


def test_the_control_band_is_counted_apart() -> None:
    summary = universe(el("P", "Owners must declare the vessel within 30 days.")).summary()
    assert (summary.eligible, summary.control, dict(summary.by_class)) == (0, 1, {})
