"""Sections whose texts or names are no statements: pieces of sentences, prompts, page feet."""

from __future__ import annotations

import pytest

from dtaa_lint.pdf.model import FormField
from dtaa_lint.universe.labels import boxes_to_tick, empty_name, is_enumerator, is_page_foot
from dtaa_lint.universe.model import Motif
from dtaa_lint.universe.pieces import cut_pieces
from dtaa_lint.universe.validate import is_pointer
from tests.graph.support import el, table
from tests.universe.support import reasons, rejected, spans, universe

SCOPE, SET = Motif.HEADING_SCOPE, Motif.SECTION_SET
ONE = "The fee is due on the first day of the month."


@pytest.mark.parametrize(
    "texts",
    [
        ("Customers decide with health plan", "brochures that compare the plans."),
        (", England, the youngest of three children.",),
        ("She attended primary school in",),
        ("Einnahmen aus selbständiger Arbeit und der",),
        ("Chaque champ est accompagné de",),
        ("Los importes se declaran en la", "Sede del órgano."),
        ("They know the rules about local-",),
        ("of the meeting that was held in May.",),
        ("The plan covers members, dependents,",),
    ],
)
def test_pieces_of_sentences(texts: tuple[str, ...]) -> None:
    assert cut_pieces(texts)


@pytest.mark.parametrize(
    "texts",
    [
        (ONE, "It can be paid by card."),
        ("Sont concernés :", "les mineurs ;", "les majeurs protégés."),
        ("a) the form is signed; and", "b) the fee is paid."),
        ("dct:title holds the name of the data set.",),
        ("iPhone users need no account.",),
        ("Total: 5 000 €", "Die Gebühr ist fällig."),
        (".gov addresses are reserved for the government.",),
    ],
)
def test_whole_texts(texts: tuple[str, ...]) -> None:
    assert cut_pieces(texts) == ()


def test_a_section_of_pieces_is_no_answer() -> None:
    one = "Customers of the agency decide about it with health plan"
    halves = el("P", one), el("P", "brochures that compare the plans of this year.")
    found = universe(el("H1", "Benefits"), *halves)
    assert rejected(found, SCOPE) == [("FRAGMENT", "piece", "Benefits")]
    (candidate,) = [c for c in found.candidates if c.motif is SCOPE]
    assert len(candidate.fault) == 2


def test_numbers_of_lines_in_the_text() -> None:
    pages = [
        block
        for n in range(24)
        for block in (
            el("H1", f"Rule {n} of the court"),
            el("P", f"The clerk must send {n % 7 + 2} copies to each party. {n % 28 + 1}"),
        )
    ]
    assert set(reasons(universe(*pages), SCOPE)) == {"NOT_VERBATIM"}
    assert set(reasons(universe(*pages[:20]), SCOPE)) == {"ok"}


@pytest.mark.parametrize(
    "name",
    [
        *("Notes:", "Avec :", "Where:", "Remarque", "(continued)", "Fortsetzung", "Donde:"),
        *("M", "12", "(a)", "3.1", "Page 3", "Seite 2"),
    ],
)
def test_names_that_say_nothing(name: str) -> None:
    assert empty_name(name)
    assert rejected(universe(el("H1", name), el("P", ONE)), SCOPE) == [
        ("INCOMPLETE_EVIDENCE", "subject", name)
    ]


@pytest.mark.parametrize("name", ["2021", "Notes techniques", "Line 20a", "5G", "2021/22", "費"])
def test_names_that_say_something(name: str) -> None:
    assert not empty_name(name)


def test_labels_of_boxes_and_feet_of_pages() -> None:
    assert boxes_to_tick("Was it related to employment? Yes No")
    assert boxes_to_tick("Indicate by check mark. Checked Yes Unchecked No")
    assert boxes_to_tick("Sind Sie versichert? Ja Nein")
    assert not boxes_to_tick("There is no fee, and yes, it is true.")
    assert is_page_foot("Form 1040 (2024) Page 2")
    assert is_page_foot("Cat. No. 11320B Form W-4 (2023)")
    assert is_page_foot("Seite 2 zu JV 205")
    assert not is_page_foot("Each page 3 times the size of the former one")
    assert is_pointer("Go to www.irs.gov/Form1040 for instructions and the latest information.")
    assert is_pointer("For Privacy Act and Paperwork Reduction Act Notice, see page 3.")
    assert not is_pointer("For a fee, the office copies the file.")


def test_a_sub_heading_over_prompts_has_no_content() -> None:
    field = el("Form", field=FormField("Tx", "name", None, None, 0))
    heads = [
        block
        for name in ("Filing status", "Dependents")
        for block in (el("H2", name), el("P", "Check only one box."), field)
    ]
    assert reasons(universe(el("H1", "Income tax return"), *heads), SET) == []


def test_a_caption_and_a_title_are_no_statements() -> None:
    figure = el("Figure", alt="A diagram.")
    found = universe(el("H1", "Model"), figure, el("P", "Overview of how the parts fit together"))
    assert spans(found, SCOPE) == []
    found = universe(
        el("H1", "Model"), el("P", "Article 9 on the height of buildings here"), el("P", ONE)
    )
    assert spans(found, SCOPE) == [("Model", [ONE])]
    found = universe(el("H1", "Model"), el("P", "The parts fit together."), table("* |*C A"))
    assert spans(found, SCOPE) == [("Model", ["The parts fit together."])]


def test_rows_set_as_paragraphs_are_no_statements() -> None:
    rows = [el("P", f"S35.41{n} Laceration of the renal artery, initial encounter") for n in "ABCD"]
    found = universe(el("H1", "Mappings"), el("P", ONE), *rows)
    assert rejected(found, SCOPE) == [("FRAGMENT", "lines", "Mappings")]
    found = universe(el("H1", "Mappings"), el("P", ONE), el("P", ONE.replace("fee", "levy")))
    assert reasons(found, SCOPE) == ["ok"]


def test_a_form_with_a_paragraph_among_its_prompts() -> None:
    field = el("Form", field=FormField("Tx", "name", None, None, 0))
    said = (
        "Check here if you, or your spouse if filing jointly, want a part of the tax to go to this "
        "fund. Checking a box below will not change your tax or your refund."
    )
    prompts = [
        block
        for name in ("Home address, number and street", "City, town or post office", "Your job")
        for block in (el("P", name), field)
    ]
    found = universe(el("H1", "Income tax return"), *prompts, el("P", said))
    assert rejected(found, SCOPE) == [("FRAGMENT", "stub", "Income tax return")]


@pytest.mark.parametrize(
    "line",
    [
        "Figure 5: Receipts by harbour and by quarter",
        "Tableau 2 Recettes des ports par semestre et par région",
        "Quelle: Statistisches Bundesamt, eigene Berechnungen der Behörde",
        "NET INCOME AND EARNINGS PER SHARE RECONCILIATION",
    ],
)
def test_captions_sources_and_titles_in_capitals(line: str) -> None:
    found = universe(el("H1", "Receipts"), el("P", ONE), el("P", line))
    assert spans(found, SCOPE) == [("Receipts", [ONE])]


def test_sub_headings_that_name_nothing_make_no_set() -> None:
    letters = [block for name in "ABC" for block in (el("H2", name), el("P", ONE + " " + name))]
    assert reasons(universe(el("H1", "Index"), *letters), SET) == []


def test_cells_that_break_off_and_headers_that_number() -> None:
    found = universe(
        table("* |*C Harm |*C Example", "*R Secret | Likely to cause harm to | Protected data,")
    )
    assert {r[:2] for r in rejected(found, Motif.TABLE_CELL)} == {("FRAGMENT", "piece")}
    found = universe(table("* |*C (1.)", "*R 83. | (2.)", "*R 84. | (3.)", "*R 85. | (4.)"))
    assert {r[:2] for r in rejected(found, Motif.TABLE_CELL)} == {("FRAGMENT", "header")}
    assert reasons(found, Motif.TABLE_SERIES) == ["FRAGMENT"]
    assert is_enumerator("2)")
    assert not any(map(is_enumerator, ("2024", "Mo. (26.1)", "1.5", "Q1", "")))


def test_a_page_full_of_fields_is_a_form_as_a_whole() -> None:
    fields = [el("Form", field=FormField("Tx", f"f{n}", None, None, 0)) for n in range(20)]
    ask = el("P", "Joint return? See the instructions and keep a copy for your records.")
    found = universe(el("H1", "Income"), *fields, el("H1", "Sign here"), ask)
    assert spans(found, SCOPE) == []
    found = universe(el("H1", "Income"), *fields[:5], el("H1", "Sign here"), ask)
    assert [subject for subject, _ in spans(found, SCOPE)] == ["Sign here"]
