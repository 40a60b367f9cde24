"""Captions, figures, links and form fields."""

from __future__ import annotations

import pytest

from dtaa_lint.graph.wording import looks_like_caption
from dtaa_lint.pdf.model import FormField, Target, TargetKind
from tests.graph.support import el, table, view


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Table 3", "en-GB"),
        ("Table 3: Receipts", "en"),
        ("Table 4 Receipts by port", None),
        ("Fig. 1 – Recettes", "fr"),
        ("Tableau 2. Recettes", "fr-CA"),
        ("Abb. 4-1 Umsatz", "de"),
        ("Tabelle 2: kleine Schiffe", "de"),
        ("Figura 1. Ingresos", "es"),
        ("Cuadro IV. Ingresos", "es"),
        ("Figure A.1", "zz"),
    ],
)
def test_captions_by_their_wording(text: str, lang: str | None) -> None:
    assert looks_like_caption(text, lang)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Table 3 shows the receipts.", "en"),
        ("Tableau 2", "en"),
        ("table 3", "en"),
        ("Table of contents", "en"),
        ("Receipts", "en"),
        ("Table", "en"),
        ("", None),
        ("Table 3: " + "x" * 500, "en"),
    ],
)
def test_no_captions(text: str, lang: str | None) -> None:
    assert not looks_like_caption(text, lang)


def test_caption_of_a_table_by_structure() -> None:
    for found in (
        view(table(el("Caption", "Fees"), "*a | 1")),
        view(table("*a | 1", el("Caption", "Fees"))),
        view(el("Div", el("Caption", "Fees"), table("*a | 1"))),
        view(el("Aside", table("*a | 1"), el("Caption", "Fees"))),
        view(el("Aside", el("Caption", "Fees"), el("Part", el("P"), table("*a | 1")))),
        view(el("Div", el("Part", el("Div", table("*a | 1"))), el("Caption", "Fees"))),
    ):
        assert found.tables[0].caption_text == "Fees"
        assert found.tables[0].near_caption == -1


def test_one_caption_beside_two_tables_belongs_to_none() -> None:
    found = view(el("Div", table("*a | 1"), el("Caption", "Fees"), table("*b | 2")))
    assert [x.caption for x in found.tables] == [-1, -1]
    found = view(el("Aside", el("Caption", "Fees"), el("Part", el("P", "x"), table("*a | 1"))))
    assert found.tables[0].caption == -1


def test_neighbour_that_looks_like_a_caption_is_only_near() -> None:
    found = view(
        el("P", "Table 1. Fees"),
        el("P", " "),
        el("Div", table("*a | 1")),
        el("P", "Some text."),
        table("*b | 2"),
        el("Figure", alt="A ship"),
        el("P", "Figure 1. A ship"),
    )
    assert [found.text(x.near_caption) if x.near_caption >= 0 else "" for x in found.tables] == [
        "Table 1. Fees",
        "",
    ]
    assert found.figures[0].caption == -1
    assert found.text(found.figures[0].near_caption) == "Figure 1. A ship"


def test_figure_with_caption_and_text_inside() -> None:
    figure = view(el("Figure", el("Caption", "Ships"), el("P", "12"), alt="Chart")).figures[0]
    assert (figure.caption_text, figure.text, figure.alt) == ("Ships", "12", "Chart")


def test_summary_and_title_of_a_table() -> None:
    found = view(table("*a | 1", summary="What it costs", t="Fees")).tables[0]
    assert (found.summary, found.title) == ("What it costs", "Fees")


def test_links_and_where_they_lead() -> None:
    found = view(
        el("H1", "Fees", id="h"),
        el("P", "See", el("Link", "the fees", dest="h"), el("Link", "the site", uri="https://a.b")),
        el("P", el("Link", "page", goto=Target(TargetKind.PAGE, page=0, top=801.0))),
        el("P", el("Link", "gone", goto=Target(TargetKind.MISSING, name="x"))),
        el("P", el("Link", "no annotation")),
    )
    links = found.links
    assert [(x.text, str(x.target.kind), x.internal) for x in links] == [
        ("the fees", "structure", True),
        ("the site", "uri", False),
        ("page", "page", True),
        ("gone", "missing", True),
        ("no annotation", "none", False),
    ]
    assert found.text(links[0].element) == "Fees"
    assert found.text(links[2].landing) == "Fees"
    assert [x.landing for x in links if x.target.kind is not TargetKind.PAGE] == [-1] * 4


def test_fields_and_their_labels() -> None:
    named = FormField("Tx", "a.b", "Your name", "Ada", 0)
    bare = FormField("Tx", "c", None, None, 0)
    found = view(
        el("Form", field=named),
        el("Form", el("Lbl", "Born on"), field=bare),
        el("P", el("Lbl", "City"), el("Form", field=bare)),
        el("Form", field=bare),
    )
    assert [(x.name, x.label_node >= 0, x.value) for x in found.fields] == [
        ("Your name", False, "Ada"),
        ("Born on", True, None),
        ("City", True, None),
        ("", False, None),
    ]
