"""Templated questions: the document's own terms, in its language, and never the answer."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.answerability.benchmark.checks import (
    LEAKS_NUMBER,
    LEAKS_TEXT,
    NO_CONSTRAINT,
    objections,
)
from dtaa_lint.answerability.benchmark.lexicon import expansions, lexicon, reworded
from dtaa_lint.answerability.benchmark.templates import Excluded, Writer, question_id, questions
from dtaa_lint.answerability.benchmark.wording import LANGUAGES
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.universe.model import Motif, Task
from dtaa_lint.universe.universe import enumerate_tasks
from tests.answerability.support import document, items, prices, table, tasks_of
from tests.make import el


def asked(*top: Any, motif: Motif, lexical: bool = False, **options: Any) -> list[str]:
    made = document(*top, **options)
    writer = Writer(made.view)
    phrasing = Phrasing.LEXICAL if lexical else Phrasing.Q0
    written = [writer.question(task, phrasing) for task in tasks_of(made, motif)]
    return [found.text for found in written if isinstance(found, Question)]


FIGURE = el("Figure", el("Caption", "Figure 1. Receipts by port"), alt="Receipts grew to 190.")
CLAIM = (
    el("P", "Historic vessels pay half the usual rate", el("Reference", "1", ref=["n1"])),
    el("Note", el("Lbl", "1"), "Only those that were built before 1950.", id="n1"),
)


@pytest.mark.parametrize(
    ("motif", "top", "expected"),
    [
        (Motif.HEADING_SCOPE, [el("P", "The levy is due in March.")],
         "What does the section “Levy” say?"),
        (Motif.HEADING_LIST, [items("Arvik", "Bellmouth", "Corrie")],
         "Which items does the section “Levy” list?"),
        (Motif.SECTION_SET, [el("P", "It is due in March."), items("by bank", "in cash")],
         "What are all the points that the section “Levy” covers?"),
        (Motif.TABLE_CELL, [prices(second="2.8")], "What is “2023” for “Basic”?"),
        (Motif.TABLE_COMPARE, [prices(second="2.8")],
         "For “Basic”, which is greater: “2023” or “2024”?"),
        (Motif.FIGURE_ALT, [FIGURE], "What does the figure “Figure 1. Receipts by port” show?"),
        (Motif.FIGURE_CAPTION, [FIGURE], "What does “Figure 1” show, according to its caption?"),
        (Motif.TABLE_SUMMARY, [prices(caption="Table 1. Prices of all plans by year")],
         "What does “Table 1” show?"),
        (Motif.NOTE_QUALIFICATION, [*CLAIM],
         "Which note qualifies “Historic vessels pay half the usual rate”, and what does it say?"),
        (Motif.DEFINITION, [el("P", "Ask the", el("Span", "CRO", e="Coastal Revenue Office"))],
         "What does “CRO” mean?"),
    ],
)  # fmt: skip
def test_questions_are_in_the_terms_of_the_document(
    motif: Motif, top: list[Any], expected: str
) -> None:
    assert asked(el("H1", "Levy"), *top, motif=motif)[0] == expected


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("fr-CA", "Que dit la section « Droits » ?"),
        ("de", "Was steht im Abschnitt „Droits“?"),
        ("es", "¿Qué dice la sección «Droits»?"),
        ("pt-BR", "O que se diz sob o título “Droits”?"),
        ("zh-TW", "「Droits」一節說了什麼？"),
        ("cy", "“Droits”?"),
        (None, "What does the section “Droits” say?"),
    ],
)
def test_questions_are_in_the_language_of_the_document(lang: str | None, expected: str) -> None:
    top = (el("H1", "Droits"), el("P", "Le droit est dû en mars."))
    assert asked(*top, motif=Motif.HEADING_SCOPE, lang=lang) == [expected]


def test_a_header_pair_that_recurs_names_its_section() -> None:
    top = (
        el("H1", "North"), table(("Plan", "Price"), ("Basic", "2.1")),
        el("H1", "South"), table(("Plan", "Price"), ("Basic", "3.4"), ("Plus", "4.5")),
    )  # fmt: skip
    assert asked(*top, motif=Motif.TABLE_CELL) == [
        "What is “Price” for “Basic” (section “North”)?",
        "What is “Price” for “Basic” (section “South”)?",
        "What is “Price” for “Plus”?",
    ]


def test_a_section_with_subsections_is_asked_for_what_it_says_itself() -> None:
    text = el("P", "Every vessel pays the levy before it leaves the inner harbour of the port.")
    other = el("P", "The office answers within five working days of every complete request.")
    parted = (el("H1", "Levy"), text, el("H2", "Requests"), other)
    assert asked(*parted, motif=Motif.HEADING_SCOPE) == [
        "What does the section “Levy” itself say, apart from its subsections?",
        "What does the section “Requests” say?",
    ]
    assert "outside its subheadings" in " ".join(
        asked(el("H1", "Eligibility"), text, el("H2", "Requests"), other,
              motif=Motif.HEADING_SCOPE, lexical=True)
    )  # fmt: skip


def test_a_heading_that_recurs_names_the_one_above() -> None:
    top = (
        el("H1", "North"), el("H2", "Fees"), el("P", "The fee is paid in March."),
        el("H1", "South"), el("H2", "Fees"), el("P", "The fee is paid in April."),
    )  # fmt: skip
    assert "What does the section “Fees” say (section “South”)?" in asked(
        *top, motif=Motif.HEADING_SCOPE
    )


def test_what_the_headers_of_a_comparison_share_is_said_once() -> None:
    made = el(
        "Table",
        el("TR", el("TH", "Port", scope="Column", row_span=2),
           el("TH", "Receipts", scope="Column", col_span=2)),
        el("TR", el("TH", "2023", scope="Column"), el("TH", "2024", scope="Column")),
        el("TR", el("TH", "Arvik", scope="Row"), el("TD", "22"), el("TD", "23")),
    )  # fmt: skip
    assert asked(el("H1", "Levy"), made, motif=Motif.TABLE_COMPARE) == [
        "For “Arvik” (Receipts), which is greater: “2023” or “2024”?"
    ]


def test_no_question_holds_its_answer() -> None:
    top = (el("H1", "Levy"), *CLAIM, prices(second="2.8"), items("Arvik", "Bellmouth"), FIGURE)
    made = document(*top)
    tasks = {task.task_id: task for task in enumerate_tasks(made.view).tasks()}
    written, _ = questions(made.view, tasks.values())
    assert len(written) >= len(tasks)
    for question in written:
        assert not objections(question.text, tasks[question.task_id]) or (
            question.phrasing is Phrasing.LEXICAL
        )
        assert question.question_id == question_id(question.text)
        assert question.templated


def test_a_name_that_is_its_own_answer_is_not_asked() -> None:
    top = (
        el("H1", "Goals"),
        table(("Measure", "Met or not met at all", "Target"), ("Visits", "not met at all", "20")),
    )  # fmt: skip
    made = document(*top)
    writer = Writer(made.view)
    found = [writer.question(task, Phrasing.Q0) for task in tasks_of(made, Motif.TABLE_CELL)]
    (excluded,) = [one for one in found if isinstance(one, Excluded)]
    assert excluded.objections == (LEAKS_TEXT,)


def one_cell() -> Task:
    made = document(el("H1", "Prices"), prices(second="2.8"))
    return tasks_of(made, Motif.TABLE_CELL)[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is 2024 for Basic?", ()),
        ("Is 2024 2.8 for Basic?", (LEAKS_TEXT, LEAKS_NUMBER)),
        ("What is Basic?", (NO_CONSTRAINT,)),
        ("What is 2024 for Basic in the list of 12 plans?", ()),
    ],
)
def test_checks_need_no_model(text: str, expected: tuple[str, ...]) -> None:
    task = one_cell()
    assert task.constraint == "2024"
    assert objections(text, task) == expected


def test_half_a_set_may_be_named_and_not_more() -> None:
    made = document(el("H1", "Ports"), items("Arvik", "Bellmouth", "Corrie", "Dunmarsh"))
    (task,) = tasks_of(made, Motif.HEADING_LIST)
    assert objections("Which ports are there beside Arvik and Corrie?", task) == ()
    assert objections("Are Arvik, Corrie and Dunmarsh ports?", task) == (LEAKS_TEXT,)


def test_the_lexical_variant_has_other_words() -> None:
    top = (el("H1", "Exemptions"), el("P", "Small vessels do not pay it."))
    assert asked(*top, motif=Motif.HEADING_SCOPE, lexical=True) == [
        "What is stated under the heading “Exceptions”?"
    ]
    plain = (el("H1", "Vessels"), el("P", "Small vessels do not pay it."))
    assert asked(*plain, motif=Motif.HEADING_SCOPE, lexical=True) == []


def test_abbreviations_are_written_out_as_the_document_does() -> None:
    made = document(
        el("P", "The Coastal Revenue Office (CRO) and the Bureau of Port Affairs (BPA) decide."),
        el("P", "Ask the ", el("Span", "PSB", e="Port Security Board"), ". A farm (ABC) is no"),
        el("P", "The Central Bank (CB) and the County Board (CB) differ."),
    )  # fmt: skip
    found = expansions(made.view)
    assert found == {
        "CRO": "Coastal Revenue Office",
        "BPA": "Bureau of Port Affairs",
        "PSB": "Port Security Board",
    }
    assert reworded("Tasks of the CRO", "en", found) == "Tasks of the Coastal Revenue Office"
    assert reworded("MACRO", "en", found) == "MACRO"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Total", "Sum"),
        ("total", "sum"),
        ("Total (in pounds)", "Sum (in pounds)"),
        ("Contact", "Whom to ask"),
        # Within a title or a sentence no word is put for another one.
        ("How to Contact Us", "How to Contact Us"),
        ("1 Overview", "1 Overview"),
        ("3.1 Eligibility criteria", "3.1 Eligibility criteria"),
        ("Total fee", "Total fee"),
        ("totality", "totality"),
    ],
)
def test_a_label_is_replaced_as_a_whole_only(text: str, expected: str) -> None:
    assert reworded(text, "en", {}) == expected
    assert reworded(text, "xx", {}) == text
    assert reworded(text, "en", {}, whole=False) == text


def test_each_header_of_a_path_is_a_whole_one() -> None:
    made = el(
        "Table",
        el("TR", el("TH", "Port", scope="Column", row_span=2),
           el("TH", "Receipts", scope="Column", col_span=2)),
        el("TR", el("TH", "Total", scope="Column"), el("TH", "Total of fees", scope="Column")),
        el("TR", el("TH", "Arvik", scope="Row"), el("TD", "22"), el("TD", "23")),
    )  # fmt: skip
    found = asked(el("H1", "Levy"), made, motif=Motif.TABLE_CELL, lexical=True)
    assert found == ["Which entry is given under “Receipts, Sum” for “Arvik”?"]


def test_another_word_that_means_something_else_in_the_document_is_not_used() -> None:
    top = (
        el("H1", "Overview"), el("P", "Small vessels do not pay it."),
        el("H1", "Summary"), el("P", "Large vessels pay it in March."),
    )  # fmt: skip
    assert asked(*top, motif=Motif.HEADING_SCOPE, lexical=True) == []


UCR = {"UCR": "Uniform Crime Reporting", "DOE": "Department of Energy", "OPS": "Office of Ports"}


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Data of the UCR are public", "en", "Data of the Uniform Crime Reporting are public"),
        # Its expansion stands beside it, in whatever number.
        ("the Uniform Crime Reporting (UCR) program", "en", ""),
        ("the Departments of Energy (DOE) and Labor", "en", ""),
        # A word would be said twice, the article would not fit, it is part of another word.
        ("The UCR reporting of 2023", "en", ""),
        ("Ask an UCR clerk", "en", ""),
        ("a UCR-based estimate", "en", ""),
        ("UCRs are many", "en", ""),
        ("UCR DATA OF DOE", "en", ""),
        ("Aufgaben des DOE sind", "de", ""),
        ("Les tâches de l’OPS", "fr", "Les tâches de l’Office of Ports"),
        ("Les tâches de l’UCX et de OPS", "fr", ""),
        ("Les tâches de l’DOE", "fr", ""),
    ],
)
def test_abbreviations_are_written_out_where_the_sentence_stays_one(
    text: str, lang: str, expected: str
) -> None:
    assert reworded(text, lang, UCR) == (expected or text)


def test_an_abbreviation_of_one_is_not_written_out_as_several() -> None:
    made = document(
        el("P", "The Departments of Energy (DOE) and the Public Ports Authorities (PPAs) decide."),
        el("P", "Human Resources (HR) and an order of protection (OP) are known."),
    )
    assert expansions(made.view) == {
        "PPAs": "Public Ports Authorities",
        "HR": "Human Resources",
        "OP": "order of protection",
    }
    french = document(el("P", "Les plans locaux d’urbanisme (PLU) sont publics."), lang="fr")
    assert expansions(french.view) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lexicon_says_something_else(lang: str) -> None:
    words = lexicon(lang)
    assert words
    for key, other in words.items():
        assert key == key.lower() and key != other.lower() and other.strip() == other
        assert reworded(key, lang, {}).lower() == other.lower()
