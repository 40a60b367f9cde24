"""Questions that a document does not answer, and what must not become one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dtaa_lint.answerability.benchmark.controls import (
    PER_KIND,
    Control,
    ControlKind,
    control_dict,
    controls,
)
from dtaa_lint.answerability.benchmark.templates import question_id
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.universe import enumerate_tasks
from tests.answerability.schemas import schema
from tests.answerability.support import document, items, table
from tests.make import el

DOCUMENTS = sorted((Path(__file__).parents[2] / "fixtures" / "documents").glob("*.pdf"))


NAMES = ("Harbours", "Islands", "Lagoons", "Rivers", "Canals", "Bridges", "Markets", "Castles",
         "Gardens", "Museums", "Theatres", "Stations")  # fmt: skip


def made(*content: Any, **options: Any) -> tuple[Control, ...]:
    return controls(enumerate_tasks(document(*content, **options).view))


def of(kind: ControlKind, found: tuple[Control, ...]) -> list[Control]:
    return [control for control in found if control.kind is kind]


FLEET_ROWS = ("Ferry", "Berths", "Crew size"), ("Aurora", "120", "14"), ("Boreas", "80", "9")
FARE_ROWS = (
    ("Route", "Summer fare", "Winter fare"),
    ("Harbour", "12.5", "9.5"),
    ("Lagoon", "8.0", "6.0"),
)
FLEET = table(*FLEET_ROWS)
FARES = table(*FARE_ROWS)


LARGER_ROWS = ("Ferry", "Berths", "Top speed"), ("Cormoran", "200", "21"), ("Dorado", "60", "17")
LARGER = table(*LARGER_ROWS)


def crossed(*content: Any) -> list[Control]:
    return of(ControlKind.CROSSED_HEADERS, made(*content))


def test_a_row_is_crossed_with_a_column_of_a_table_like_its_own() -> None:
    found = crossed(el("H1", "Fleet"), FLEET, el("H1", "Newer fleet"), LARGER)
    assert found
    for control in found:
        row, column = control.terms
        own = row in {"Aurora", "Boreas"}
        assert column == ("Top speed" if own else "Crew size")
        section = "Fleet" if own else "Newer fleet"
        # As every question about a cell of several tables, it names the table.
        assert control.text == f"What is “{column}” for “{row}” (section “{section}”)?"


def test_tables_that_have_no_column_in_common_are_not_crossed() -> None:
    """What the winter fare of a ferry is, nobody would ask; nor that of a member of the staff, for
    a header that every table may have."""
    assert not crossed(el("H1", "Fleet"), FLEET, el("H1", "Fares"), FARES)
    staff = table(("Person", "Description", "Age"), ("Pilot", "12", "50"), ("Purser", "13", "41"))
    ports = table(("Port", "Description", "Depth"), ("Arvik", "14", "9"), ("Corrie", "15", "8"))
    assert not crossed(el("H1", "Staff"), staff, el("H1", "Ports"), ports)
    debts = table(
        ("Debt", "(in thousands)", "Bonds"), ("Lenders", "12", "50"), ("Banks", "13", "41")
    )
    costs = table(("Cost", "(in thousands)", "Leases"), ("Pilots", "14", "9"), ("Crews", "15", "8"))
    assert not crossed(el("H1", "Debts"), debts, el("H1", "Costs"), costs)


def test_a_pair_that_some_table_or_sentence_has_is_no_control() -> None:
    """Both tables brought together by a third, or by a sentence, are answered there."""
    third = table(("Ferry", "Top speed", "Berths"), ("Aurora", "7.0", "4"), ("Boreas", "7.5", "3"))
    found = crossed(el("H1", "A"), FLEET, el("H1", "B"), LARGER, el("H1", "C"), third)
    assert {("Aurora", "Top speed"), ("Boreas", "Top speed")}.isdisjoint(
        {control.terms for control in found}
    )
    said = [
        el("P", f"The {column.lower()} of the {row} is told on board.")
        for row in ("Aurora", "Boreas", "Cormoran", "Dorado")
        for column in ("Top speed", "Crew size")
    ]
    assert not crossed(el("H1", "A"), FLEET, el("H1", "B"), LARGER, *said)


def test_tables_that_speak_of_the_same_are_not_crossed() -> None:
    other = table(("Ferry", "Berths", "Length"), ("Aurora", "120", "80"), ("Boreas", "80", "60"))
    assert not crossed(el("H1", "A"), FLEET, el("H1", "B"), other)


def test_headers_that_fit_everything_are_not_crossed() -> None:
    general = table(("Total", "Berths", "Number"), ("Amounts", "3", "4"), ("Value", "5", "6"))
    found = crossed(el("H1", "A"), FLEET, el("H1", "B"), general)
    assert {control.terms[1] for control in found} <= {"Crew size"}
    assert not found, "rows that say nothing either"


@pytest.mark.parametrize(
    "rows",
    [
        ("must", "should", "may not"),
        ("dtEmissao", "vlrBruto", "{numero}"),
        ("1", "2", "3"),
        ("for", "What is it?", "2023"),
    ],
    ids=["modal verbs", "names in a program", "numbers", "no names"],
)
def test_headers_that_name_nothing_are_not_crossed(rows: tuple[str, ...]) -> None:
    words = table(("Word", "Berths", "Weight"), *[(row, "12", "13") for row in rows])
    found = crossed(el("H1", "Fleet"), FLEET, el("H1", "Words"), words)
    assert found and {control.terms[0] for control in found}.isdisjoint(rows)


def test_a_heading_is_made_of_two() -> None:
    found = made(
        el("H1", "Rates for vessels"),
        el("P", "Every vessel pays on arrival."),
        el("H1", "Receipts for quarters"),
        el("P", "The office publishes what it has taken."),
    )
    headings = of(ControlKind.MISSING_HEADING, found)
    assert [control.terms[0] for control in headings] in (
        ["Rates for quarters"],
        ["Receipts for vessels"],
    )
    assert headings[0].text == f"What does the section “{headings[0].terms[0]}” say?"


@pytest.mark.parametrize(
    "more",
    [
        [
            el("H1", "Rates for quarters"),
            el("P", "Told."),
            el("H1", "Receipts for vessels"),
            el("P", "Told."),
        ],
        [el("P", "The rates of two quarters and the receipts of all vessels are known.")],
        [
            el("H2", "Rates in all quarters"),
            el("P", "Told."),
            el("H2", "Vessels and receipts"),
            el("P", "Told."),
        ],
    ],
    ids=["headings", "sentence", "other headings"],
)
def test_what_the_document_says_anywhere_is_no_missing_heading(more: list[Any]) -> None:
    found = made(
        el("H1", "Rates for vessels"),
        el("P", "Every one pays on arrival."),
        el("H1", "Receipts for quarters"),
        el("P", "The office publishes what it has taken."),
        *more,
    )
    assert not of(ControlKind.MISSING_HEADING, found)


def heading(text: str) -> Any:
    """A heading; the fonts of made documents have no ideographs."""
    return el("H1", text) if text.isascii() or " " in text else el("H1", "-", actual=text)


def crossed_headings(*headings: str, lang: str = "en") -> list[str]:
    told = [part for text in headings for part in (heading(text), el("P", "Told here: see."))]
    return [control.terms[0] for control in of(ControlKind.MISSING_HEADING, made(*told, lang=lang))]


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        # "Guide d'application du document" may mean the guide that exists.
        ("fr", ("Guide d’application du RGAA", "Modalités d’évolution du document")),
        ("fr", ("Guide d’application du RGAA", "Modalités d’évolution du réseau")),
        ("fr", ("Ancienne liste des références", "Résumé des modifications")),
        ("en", ("Format of records", "Contents of archives")),
        # All that "Rates for quarters" asks for may stand under "Quarters".
        ("en", ("Rates for vessels", "Receipts for quarters", "Quarters", "Vessels")),
        ("en", ("How to pay for vessels", "What to ask for quarters")),
        ("en", ("Rules of order and of procedure", "Fees and of berths")),
    ],
)
def test_a_heading_that_may_mean_a_real_one_is_not_made(
    lang: str, headings: tuple[str, ...]
) -> None:
    assert crossed_headings(*headings, lang=lang) == []


@pytest.mark.parametrize(
    ("lang", "headings", "expected"),
    [
        ("pt", ("Taxas dos navios", "Receitas dos trimestres"), "Taxas dos trimestres"),
        ("it", ("Tariffe per navi", "Entrate per trimestri"), "Tariffe per trimestri"),
        ("nl", ("Tarieven voor schepen", "Inkomsten voor kwartalen"), "Tarieven voor kwartalen"),
        ("zh-CN", ("船舶的费用", "港口的收入"), "船舶的收入"),
        ("zh-TW", ("船舶的費用", "港口的收入"), "船舶的收入"),
        ("ja", ("船舶の料金", "港湾の収入"), "船舶の収入"),
    ],
)
def test_headings_are_made_in_other_languages(
    lang: str, headings: tuple[str, str], expected: str
) -> None:
    link = expected[2] if lang[:2] in ("zh", "ja") else f" {expected.split()[1]} "
    halves = [text.split(link) for text in headings]
    other = halves[1][0] + link + halves[0][1]
    (found,) = crossed_headings(*headings, lang=lang)
    assert found in (expected, other)


def numbers(*content: Any, **options: Any) -> list[tuple[str, ...]]:
    return sorted(
        control.terms for control in of(ControlKind.MISSING_NUMBER, made(*content, **options))
    )


SECTIONS = [
    part
    for text in ("1 Levy", "1.1 Rates", "1.2 Payment", "2 Ports", "2.1 Arvik", "2.3 Corrie")
    for part in (el("H1" if text[1] == " " else "H2", text), el("P", "Told."))
]


def test_a_section_by_the_number_after_the_last() -> None:
    (control,) = of(ControlKind.MISSING_NUMBER, made(*SECTIONS))
    assert control.text == "What does the section “1.3” say?"
    assert control.terms == ("1.3", "1.2 Payment")
    # Mentioned somewhere, it may exist.
    assert not numbers(*SECTIONS, el("P", "See 1.3 for more."))


def test_a_table_by_the_number_after_the_last() -> None:
    content = [
        el("H1", "Prices"),
        *[
            table(*rows, caption=f"Tabelle {n}. Preise")
            for n, rows in ((1, FLEET_ROWS), (2, FARE_ROWS))
        ],
    ]
    (control,) = of(ControlKind.MISSING_NUMBER, made(*content, lang="de"))
    assert control.text == "Was zeigt „Tabelle 3“?" and control.terms[1] == "Tabelle 2. Preise"
    assert not numbers(*content, el("P", "Die Tabellen 1 bis 3 stehen im Anhang."), lang="de")


def test_the_item_beyond_a_list_is_asked_for() -> None:
    found = made(
        el("H1", "Papers"), el("P", "Bring the following:"), items("Passport", "Photo", "Form")
    )
    (control,) = of(ControlKind.BEYOND_LIST, found)
    assert control.text == "What is item number 4 of the list under “Bring the following”?"
    assert control.terms == ("Bring the following", "3")


def numbered(*labels: str) -> Any:
    texts = ("Passport", "Photo", "Form", "Stamp")
    return el(
        "L",
        *[
            el("LI", el("Lbl", label), el("LBody", text))
            for label, text in zip(labels, texts, strict=False)
        ],
    )


@pytest.mark.parametrize(
    "content",
    [
        [numbered("2.", "3.", "4.")],
        [items("Passport", "Photo"), el("P", "3. Form")],
        [items("Passport", "Photo"), el("P", "• Form")],
        [items("Passport", "Photo"), items("Form", "Stamp")],
        [
            items("Passport", "Photo"),
            el("H2", "More"),
            el("P", "Bring all of the following:"),
            items("A pen", "A form", "A stamp"),
        ],
    ],
    ids=["counts otherwise", "typed on", "bullet on", "another list", "a lead like it"],
)
def test_a_list_whose_end_is_not_sure_is_not_asked_beyond(content: list[Any]) -> None:
    found = made(el("H1", "Papers"), el("P", "Bring the following:"), *content)
    beyond = [c.terms for c in of(ControlKind.BEYOND_LIST, found)]
    assert all(lead != "Bring the following" for lead, _ in beyond)


def test_numbered_lists_that_count_from_one_are_asked_beyond() -> None:
    content = el("H1", "Papers"), el("P", "Bring the following:"), numbered("1.", "2.", "3.")
    assert [c.terms[1] for c in of(ControlKind.BEYOND_LIST, made(*content))] == ["3"]


@pytest.mark.parametrize(
    ("lang", "begins"),
    [
        ("en-GB", "What is item number 3"),
        ("fr", "Quel est l’élément numéro 3"),
        ("de-CH", "Was ist der Punkt Nummer 3"),
        ("es", "¿Cuál es el elemento número 3"),
        ("pt-BR", "Qual é o item número 3"),
        ("it", "Qual è l’elemento numero 3"),
        ("nl", "Wat is punt nummer 3"),
        ("zh-CN", "“Papers to bring with you”下的列表中，第3项"),
        ("zh-TW", "「Papers to bring with you」下的清單中，第3項"),
        ("ja", "「Papers to bring with you」のリストの3番目"),
        ("fi", "“Papers to bring with you”: № 3?"),
    ],
)
def test_controls_are_asked_in_the_documents_language(lang: str, begins: str) -> None:
    content = el("H1", "Papers"), el("P", "Papers to bring with you:"), items("Passport", "Photo")
    assert next(c.text for c in made(*content, lang=lang)).startswith(begins)


def nested(lead: str, *members: str) -> Any:
    inner = items(*members)
    return el("L", el("LI", el("Lbl", "1."), el("LBody", el("P", lead), inner)),
              el("LI", el("Lbl", "2."), el("LBody", "Stamp all of it")))  # fmt: skip


def test_lists_in_items_are_asked_beyond() -> None:
    lead = "Pack the papers of the ship:"
    content = el("H1", "Papers"), el("P", "What to do on board:"), nested(lead, "Pass", "Photo")
    found = of(ControlKind.BEYOND_LIST, made(*content, lang="zh-CN"))
    assert ("Pack the papers of the ship", "2") in [control.terms for control in found]


def test_a_lead_that_is_not_clear_by_itself_is_not_asked_beyond() -> None:
    content = el("H1", "Papers"), el("P", "These include:"), items("Passport", "Photo")
    assert not of(ControlKind.BEYOND_LIST, made(*content))


@pytest.mark.parametrize(
    "lead",
    [
        "Additionally, (18)",
        "Challenges of the country correspond to (13):",
        "Papers that are needed, see [3, 4]:",
        "Papers that a traveller brings",
        "Papers:",
    ],
)
def test_a_lead_that_is_no_plain_phrase_with_a_colon_is_not_asked_beyond(lead: str) -> None:
    content = el("H1", "Travel"), el("P", "All is told."), el("P", lead)
    assert not of(ControlKind.BEYOND_LIST, made(*content, items("Passport", "Photo")))


def test_no_more_than_so_many_of_a_kind_and_always_the_same() -> None:
    content = []
    for name in NAMES:
        content += [el("H1", name), el("P", f"{name} to see:"), items(f"Old {name}", f"New {name}")]
    first, second = made(*content), made(*content)
    # Where there are no others, they are few.
    assert len(of(ControlKind.BEYOND_LIST, first)) == 3
    assert first == second
    assert [c.control_id for c in first] == sorted(c.control_id for c in first)
    few = controls(enumerate_tasks(document(*content).view), 2)
    assert len(of(ControlKind.BEYOND_LIST, few)) == 2 and set(few) < set(first)


def test_no_kind_is_more_than_half_of_the_controls() -> None:
    content = [el("H1", "Fleet"), FLEET, el("H1", "Newer"), LARGER]
    for number in range(1, 7):
        content += [el("H1", f"{number} Part"), el("H2", f"{number}.1 Gate"), el("P", "Told."),
                    el("H2", f"{number}.2 Wharf"), el("P", "Told.")]  # fmt: skip
    for name in NAMES:
        content += [el("H1", name), el("P", f"{name} to see:"), items(f"Old {name}", f"New {name}")]
    found = made(*content)
    sizes = {kind: len(of(kind, found)) for kind in ControlKind}
    assert sizes[ControlKind.MISSING_NUMBER] == 4 and sizes[ControlKind.CROSSED_HEADERS] > 1
    assert sizes[ControlKind.BEYOND_LIST] == min(
        PER_KIND, sizes[ControlKind.MISSING_NUMBER] + sizes[ControlKind.CROSSED_HEADERS]
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_of_real_documents(path: Path) -> None:
    view = View(read(str(path)))
    found = controls(enumerate_tasks(view))
    # The one list of the form stands under half a phrase, "Standard deduction for —".
    assert bool(found) == (path.stem != "f1040sp")
    texts = {" ".join(heading.text.split()).casefold() for heading in view.headings}
    for control in found:
        jsonschema.validate(json.loads(json.dumps(control_dict(control))), schema("controls"))
        assert control.terms[0].casefold() not in texts or control.kind is not (
            ControlKind.MISSING_HEADING
        )
        question = control.question()
        assert question.phrasing is Phrasing.CONTROL and question.task_id == control.control_id
        assert question.question_id == question_id(control.text)
        jsonschema.validate(control_dict(control), schema("controls"))
