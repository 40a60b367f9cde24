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
from dtaa_lint.answerability.benchmark.templates import (
    UNNAMED,
    Excluded,
    Writer,
    question_id,
    questions,
)
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


FARES = table(("Route", "Summer", "Winter"), ("Harbour", "12.5", "9.5"), ("Lagoon", "8.0", "6.0"))
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
         "What does the note at “Historic vessels pay half the usual rate” say?"),
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
        # The table is not the only one: it is named in any case.
        "What is “Price” for “Plus” (section “South”)?",
    ]


def test_a_row_that_names_nothing_names_its_table() -> None:
    words = table(("Word", "Meaning"), ("should", "is advised"), ("Basic", "has all of it"))
    assert asked(el("H1", "Terms"), words, motif=Motif.TABLE_CELL) == [
        "What is “Meaning” for “should” (section “Terms”)?",
        "What is “Meaning” for “Basic”?",
    ]
    captioned = table(("Word", "Meaning"), ("must", "is needed"), caption="Words of duty")
    assert asked(captioned, motif=Motif.TABLE_CELL) == [
        "What is “Meaning” for “must” (table “Words of duty”)?"
    ]
    # A summary is printed nowhere.
    summed = el("Table", *words.kids, summary="What words of duty mean")
    assert asked(el("H1", "Terms"), summed, motif=Motif.TABLE_CELL)[0] == (
        "What is “Meaning” for “should” (section “Terms”)?"
    )


def test_the_title_heads_the_document_and_no_section() -> None:
    top = (
        el("H1", "Port rules"), el("H2", "Fees"), el("P", "The fee is paid in March."),
        el("H2", "Berths"), el("P", "Small vessels go to the pier."), items("north", "south"),
    )  # fmt: skip
    assert asked(*top, motif=Motif.SECTION_SET) == [
        "What are all the points that the document “Port rules” covers?",
        "What are all the points that the section “Berths” covers?",
    ]
    others = (*top, el("H1", "Annex"), el("P", "The rates of last year are told here."))
    assert asked(*others, motif=Motif.SECTION_SET)[0] == (
        "What are all the points that the section “Port rules” covers?"
    )


PICTURE = {"alt": "A map of the piers, the north pier is closed."}
PIERS = el("P", "Every vessel pays the levy before it leaves the port.")


def figures(*top: Any) -> list[Question | Excluded | None]:
    made = document(el("H1", "Piers"), *top)
    writer = Writer(made.view)
    return [writer.question(task, Phrasing.Q0) for task in tasks_of(made, Motif.FIGURE_ALT)]


def test_a_figure_is_asked_for_by_what_is_printed_or_alone() -> None:
    """A number that only the tree knows is never said; a section names the only one in it."""
    one, icon = el("Figure", **PICTURE), el("Figure", alt="A lamp beside the door of the office.")
    labelled = (PIERS, el("P", "Figure 7"), el("P", "The piers in winter"), one)
    (alone,) = figures(PIERS, one)
    assert alone and alone.text == "What does the figure show (section “Piers”)?"
    # A float under no heading is printed somewhere on the page.
    made = document(one, el("H1", "Piers"), PIERS, icon)
    (*_, last) = [
        Writer(made.view).question(t, Phrasing.Q0) for t in tasks_of(made, Motif.FIGURE_ALT)
    ]
    assert isinstance(last, Excluded)
    # So small that it is not counted, it is not the only one either.
    tiny = el("Figure", alt="A lamp beside the door of the office.", drawing=b"0 0 5 5 re f")
    first, small = figures(PIERS, one, tiny)
    assert isinstance(first, Question) and isinstance(small, Excluded)
    (named,) = figures(*labelled)
    assert named and named.text.startswith("What does “Figure 7” show")
    first, second = figures(*labelled, PIERS, icon)
    assert isinstance(first, Question) and "“Figure 7”" in first.text
    assert isinstance(second, Excluded) and second.objections == (UNNAMED,)


def test_a_label_of_something_else_is_none_of_a_figure() -> None:
    one, said = el("Figure", **PICTURE), el("P", "The piers in winter")
    for label in ("Table 2", "Figure 2 shows the piers in winter.", "Figures of the year"):
        (found,) = figures(PIERS, el("P", label), said, one)
        assert found and found.text == "What does the figure show (section “Piers”)?"


def test_of_tables_in_one_section_those_that_nothing_tells_apart_are_excluded() -> None:
    told = el("Table", *prices().kids, summary="What every plan costs in two years.")
    other = el("Table", *FARES.kids, summary="What every route costs in the summer.")
    made = document(el("H1", "Rates"), told, other)
    writer = Writer(made.view)
    found = [writer.question(task, Phrasing.Q0) for task in tasks_of(made, Motif.TABLE_SUMMARY)]
    assert [one.objections for one in found if isinstance(one, Excluded)] == [(UNNAMED,)] * 2
    (question,) = asked(el("H1", "Rates"), told, motif=Motif.TABLE_SUMMARY)
    assert question == "What does the table show (section “Rates”)?"


@pytest.mark.parametrize(
    ("lang", "asked_in"), [("es", "en"), ("en", "en"), ("fi", "fi")], ids=["wrong", "right", "?"]
)
def test_questions_are_in_the_language_that_the_text_is_in(lang: str, asked_in: str) -> None:
    """As DT1506 finds it; of a language that is not known to it nothing is said."""
    text = "The owner of the vessel has to pay the levy before it leaves the port, and this is to "
    text += "be told to the office which keeps the list of all that have paid for the berths there."
    top = [el("H1", "Levy for vessels"), el("P", text), el("P", f"It was so that {text}")]
    made = document(*top, lang=lang)
    (task,) = tasks_of(made, Motif.HEADING_SCOPE)
    assert Writer(made.view).language(task) == asked_in


def test_an_element_in_another_language_than_it_says_is_asked_about_in_its_own() -> None:
    german = (
        "Der Hafen erhebt eine Abgabe, die von den Eignern der Schiffe zu zahlen ist, wenn sie "
    )
    german += "nicht bei der Verwaltung des Hafens durch einen Antrag von ihr befreit werden und "
    german += "das auch für den Rest des Jahres gilt, in dem sie mit der Fähre oder zu Fuß kommen."
    part = el("Sect", el("H2", "Abgabe"), el("P", german), lang="fr")
    top = el("H1", "Levy"), el("P", "The owner pays the levy."), part
    made = document(*top)
    languages = {
        task.subject: Writer(made.view).language(task)
        for task in tasks_of(made, Motif.HEADING_SCOPE)
    }
    assert languages == {"Levy": "en", "Abgabe": "de"}


def test_a_section_with_subsections_is_asked_for_what_it_says_itself() -> None:
    text = el("P", "Every vessel pays the levy before it leaves the inner harbour of the port.")
    other = el("P", "The office answers within five working days of every complete request.")
    parted = (el("H1", "Levy"), text, el("H2", "Requests"), other)
    assert asked(*parted, motif=Motif.HEADING_SCOPE) == [
        "What does the section “Levy” itself say, apart from its subsections?",
        "What does the section “Requests” say?",
    ]


def test_a_section_with_a_table_is_asked_for_its_text() -> None:
    text = el("P", "Every vessel pays the levy before it leaves the inner harbour of the port.")
    (question,) = asked(el("H1", "Levy"), text, prices(), motif=Motif.HEADING_SCOPE)
    assert question == (
        "What does the text directly under the heading “Levy” say, apart from tables and figures?"
    )


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


def test_what_is_quoted_is_as_the_document_has_it() -> None:
    """A heading in other words would be one that does not exist."""
    for heading in ("Exemptions", "Tasks of the CRO"):
        top = (
            el("H1", heading), el("P", "The Coastal Revenue Office (CRO) keeps a list."),
        )  # fmt: skip
        assert asked(*top, motif=Motif.HEADING_SCOPE)
        assert asked(*top, motif=Motif.HEADING_SCOPE, lexical=True) == []
    lead = (el("P", "The CRO has to know of the Coastal Revenue Office (CRO):"), items("a", "b"))
    assert asked(*lead, motif=Motif.HEADING_LIST, lexical=True) == []


def test_the_lexical_variant_says_headers_in_other_words_without_quotation_marks() -> None:
    top = el("H1", "Levy"), table(("Port", "Total"), ("Arvik", "22"), ("Bellmouth", "23"))
    assert asked(*top, motif=Motif.TABLE_CELL, lexical=True) == [
        "Which entry is given under sum for “Arvik”?",
        "Which entry is given under sum for “Bellmouth”?",
    ]


def test_abbreviations_are_written_out_as_the_document_does() -> None:
    made = document(
        el("P", "The Coastal Revenue Office (CRO) and the Bureau of Port Affairs (BPA) decide."),
        el("P", "Ask the ", el("Span", "PSB", e="Port Security Board"), ". A farm (ABC) is no"),
        el("P", "The Central Bank (CB) and the County Board (CB) differ."),
    )  # fmt: skip
    found = expansions(made.view, "en")
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
        ("Total", "sum"),
        ("total", "sum"),
        ("Total (in pounds)", "sum (in pounds)"),
        ("Contact", "whom to ask"),
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
    assert found == ["Which entry is given under “Receipts”, sum for “Arvik”?"]


def test_another_word_that_means_something_else_in_the_document_is_not_used() -> None:
    top = (
        el("H1", "Sum"), table(("Port", "Total"), ("Arvik", "22"), ("Bellmouth", "23")),
    )  # fmt: skip
    assert asked(*top, motif=Motif.TABLE_CELL, lexical=True) == []


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
        # "allows for Office of Ports to decide" is no English.
        ("The Act allows for OPS to decide", "en", ""),
        ("OPS decides", "en", ""),
        (
            "The Act allows for the OPS to decide",
            "en",
            "The Act allows for the Office of Ports to decide",
        ),
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
    assert reworded(text, lang, UCR, whole=False) == (expected or text)


def test_an_abbreviation_of_one_is_not_written_out_as_several() -> None:
    made = document(
        el("P", "The Departments of Energy (DOE) and the Public Ports Authorities (PPAs) decide."),
        el("P", "Human Resources (HR) and an order of protection (OP) are known."),
    )
    assert expansions(made.view, "en") == {
        "PPAs": "Public Ports Authorities",
        "HR": "Human Resources",
        "OP": "order of protection",
    }
    french = document(el("P", "Les plans locaux d’urbanisme (PLU) sont publics."), lang="fr")
    assert expansions(french.view, "fr") == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lexicon_says_something_else(lang: str) -> None:
    words = lexicon(lang)
    assert words
    for key, other in words.items():
        assert key == key.lower() and key != other.lower() and other.strip() == other
        assert reworded(key, lang, {}).lower() == other.lower()
