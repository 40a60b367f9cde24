"""Which alternatives are labels, and which facts an alternative holds alone."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.checks.g13_alternatives import Said, alt_is_label, alt_only_fact, facts
from dtaa_lint.universe.model import Motif, Reason
from tests.graph.support import el
from tests.universe.support import universe


def labels(*figures: object) -> list[Issue]:
    found = universe(el("H1", "Costs"), *figures)
    issues = [i for i in alt_is_label(Context(found.view, found)) if isinstance(i, Issue)]
    rejected = {
        candidate.anchor
        for candidate in found.candidates
        if candidate.motif is Motif.FIGURE_ALT
        and candidate.reason in (Reason.TRIVIAL, Reason.HEADING_ECHO)
        and candidate.detail != "logo"
    }
    assert {issue.node for issue in issues} == rejected, "one judgement, two voices"
    assert all(issue.explains for issue in issues)
    return issues


@pytest.mark.parametrize(
    ("alt", "variant"),
    [
        ("image", "default"),
        ("Figure 12", "number"),
        ("A picture containing text, logo Description automatically generated", "generated"),
        ("Kreisdiagramm", "default"),
        ("Capture d'écran", "default"),
        ("L’écran", "default"),
        ("Imagen de un gráfico", "default"),
        ("42", "number"),
        ("DSC_0042", "number"),
        ("chart1.png", "file-name"),
        ("C:\\Users\\a\\Pictures\\x.jpg", "file-name"),
        ("https://example.org/a/b.svg", "file-name"),
        ("Screen shot (3).jpeg", "file-name"),
        ("C:\\Documents and Settings\\a b\\Logo.jpg", "file-name"),
        ("Costs by year.", "caption"),
        ("And", "word"),
        ("Warning", "word"),
        ("Phone icon", "word"),
    ],
)
def test_labels(alt: str, variant: str) -> None:
    found = labels(el("Figure", el("Caption", "Costs by year"), alt=alt))
    assert [issue.variant for issue in found] == [variant]


@pytest.mark.parametrize(
    "alt",
    [
        "IRS logo",
        "Costs by year: they fell",
        "Map of Spain",
        "Karte der Schweiz",
        "See page index.html for the figure",
        "会費は二十ユーロから十二ユーロに下がった",
        "ค่าสมาชิกลดลงเหลือสิบสองยูโร",
    ],
)
def test_what_says_something(alt: str) -> None:
    assert labels(el("Figure", el("Caption", "Costs by year"), alt=alt)) == []


def test_one_text_for_every_figure() -> None:
    found = labels(*(el("Figure", text, alt="The agency supplies it") for text in ("1", "2")))
    assert [issue.variant for issue in found] == ["placeholder"] * 2


def test_quantities_are_compared_without_separators() -> None:
    text = Said("Costs of 1 250 euros and 3.50 a day")
    assert facts("Costs of 1,250 and 3.50", text, "en") == []
    assert facts("Costs of 1,251 and 3.60", text, "en") == ["1,251", "3.60"]


def test_single_digits_and_first_words_are_no_facts() -> None:
    assert facts("Two of 7 houses. Smoke rises", Said("nothing"), "en") == []


def test_capitals_of_titles_and_key_words_mark_no_names() -> None:
    assert facts("Factory, Industrial, Manufacturer, Production Plant", Said("x"), "en") == []


def test_names_are_looked_up_in_any_case_but_not_in_german() -> None:
    assert facts("A portrait of Ada Lovelace", Said("ADA signed"), "en") == ["Lovelace"]
    assert facts("Ein Bild mit Ada Lovelace", Said("nichts"), "de") == []


@pytest.mark.parametrize("alt", ["FSC logo.", "Soy Ink logo.", "Signature of Ada Lovelace"])
def test_a_named_logo_is_enough_and_neither_a_label_nor_a_task_nor_a_fact(alt: str) -> None:
    found = universe(el("H1", "Costs"), el("Figure", alt=alt))
    context = Context(found.view, found)
    assert [*alt_is_label(context), *alt_only_fact(context)] == []
    assert [c.reason for c in found.candidates if c.motif is Motif.FIGURE_ALT] == [Reason.TRIVIAL]


@pytest.mark.parametrize("spelling", ["Precentage", "Percentge", "Percentagge", "Persentage"])
def test_a_spelling_error_is_no_fact(spelling: str) -> None:
    text = Said("the percentage of hires")
    assert facts(f"If the current {spelling} is above 25", text, "en") == ["25"]


def test_short_names_differ_by_a_letter() -> None:
    assert facts("It shows Mr Dean", Said("Mr Bean smiles"), "en") == ["Dean"]
