"""FIGURE_ALT: what conveys information and what does not, in four languages."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.alternatives import conveys_nothing
from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import reasons, rejected, spans, tasks, universe

ALT = Motif.FIGURE_ALT

SPEAKING = [
    "Logo: a red star above two ears of wheat",
    "The seal shows Minerva and a bear",
    "Flag of Canada with a red leaf",
    "Bar chart: sales rose from 5 to 9 million between 2020 and 2024.",
    "Organisation chart with the Director above Finance, Legal and Facilities",
    "Map of Norway",
    "A woman reads a letter",
    "12 wind turbines",
    "Histogramme : les recettes passent de 60 à 190",
    "Kreisdiagramm: 40 % Wind, 60 % Sonne",
    "Gráfico: las ventas crecieron un 5 %",
    "Milk, eggs, bread and butter on a table",
    "Sales, Costs, Profit of 2020",
]
SILENT = {
    "type": [
        *("image", "A picture", "Bar chart", "Company logo", "Decorative line", "Blue arrow"),
        *("Telephone icon", "Picture of a graph", "Logo", "photo d'illustration", "Icône"),
        *("Bild", "Abbildung", "Ein Kreisdiagramm", "Symbolbild", "Firmenlogo", "Trennlinie"),
        *("Imagen", "Gráfico de barras", "Logotipo de la empresa", "Fotografía", "---"),
        *("Afbeelding", "Staafdiagram", "een blauwe cirkel", "Imagem", "Gráfico de barras"),
        *("Immagine", "Grafico a torta", "icona", "Foto", "Seal", "La firma"),
        *("Grafik: blaues Rechteck", "un trait horizontal", "Shape, rectangle", "•"),
    ],
    "logo": [
        *("Siemens logo", "FSC logo.", "Soy Ink logo.", "verizon logo", "Katherine Lee signature"),
        *("Logo of the United Nations", "Signature of Ada Lovelace", "Wind wheel logo"),
        *("Logo de la République française", "Unterschrift Angela Merkel", "Escudo de Madrid"),
        *("Firma de Miguel de Cervantes", "Logo van Rijkswaterstaat", "Bandeira de Portugal"),
        "United States Office of Personnel Management Seal.",
    ],
    "word": ["Katze", "maison", "casa", "huis", "gatto", "Fiets", "árvore"],
    "number": ["5", "Figure 3", "Picture 12", "Abbildung 4", "image_001", "IMG_2041", "12.5"],
    "file-name": [
        *("chart.png", "C:\\Users\\ada\\Desktop\\chart.jpg", "https://x.org/a/logo.svg"),
        *("Bild final 2.tif", "DSC0001.JPG", "foto.jpeg"),
    ],
    "generated": [
        "A picture containing text, person Description automatically generated",
        "Une image contenant texte Description générée automatiquement",
        "Ein Bild, das Text enthält. Automatisch generierte Beschreibung",
        "Imagen que contiene texto Descripción generada automáticamente",
        "Factory, Industrial, Manufacturer, Production Plant",
    ],
}


@pytest.mark.parametrize("alt", SPEAKING)
def test_conveys(alt: str) -> None:
    assert conveys_nothing(alt, "Figure 1") == ""


@pytest.mark.parametrize(("why", "alt"), [(why, alt) for why in SILENT for alt in SILENT[why]])
def test_conveys_nothing(why: str, alt: str) -> None:
    found = conveys_nothing(alt, "")
    assert found, alt
    if why in ("file-name", "generated", "logo", "word"):
        assert found == why


@pytest.mark.parametrize(
    ("alt", "reason"),
    [
        *[("Asociación Colombiana de Hígado", "TRIVIAL"), ("Université de Genève", "TRIVIAL")],
        *[("Deutsche Bank AG", "TRIVIAL"), ("Choose Direct Deposit", "TRIVIAL")],
        *[("The university moves to a new campus", "ok"), ("Ada Lovelace at her desk", "ok")],
        *[("A council of 12 members", "ok"), ("Visit the palace: plan of the rooms", "ok")],
    ],
)
def test_names_of_owners_and_calls_answer_nothing(alt: str, reason: str) -> None:
    assert reasons(universe(el("Figure", alt=alt)), ALT) == [reason]


def test_an_organisation_below_which_its_caption_stands_is_shown() -> None:
    found = universe(el("Figure", el("Caption", "Where we met"), alt="University of Oxford"))
    assert reasons(found, ALT) == ["ok"]


def test_the_caption_repeated() -> None:
    assert conveys_nothing("Sales by region, 2024", "Sales by region, 2024.") == "caption"


def test_candidates() -> None:
    found = universe(
        el("H1", "Sales"),
        el("Figure", alt="Sales rose to 9 million.\x00"),
        el("Figure"),
        el("Figure", alt=" "),
        el("Figure", alt="Chart"),
        el("Figure", el("Caption", "Sales by region"), alt="Sales by region"),
        el("Figure", alt="Sales rose to 9 million."),
        el("Figure", alt="Sales of \ufffd rose to 9 million."),
        el("Formula", alt="x squared plus one"),
    )
    assert spans(found, ALT) == [("", ["Sales rose to 9 million."])]
    assert [r[:2] for r in rejected(found, ALT)] == [
        ("INCOMPLETE_EVIDENCE", "alt"),
        ("INCOMPLETE_EVIDENCE", "alt"),
        ("TRIVIAL", "type"),
        ("HEADING_ECHO", "caption"),
        ("DUPLICATE", "alt"),
        ("NOT_VERBATIM", "unmapped"),
    ]
    (task,) = tasks(found, ALT)
    assert (task.operation.value, task.topology) == ("EXTRACT", "L0")
    assert task.slots[0].any_of == ((found.view.figures[0].node, "Sales rose to 9 million."),)


def test_figures_without_caption_under_one_heading_are_counted() -> None:
    found = universe(
        el("H1", "Sales"),
        el("Figure", alt="Sales rose to 9 million."),
        el("Figure", alt="Costs fell to 3 million."),
        el("H1", "Staff"),
        el("Figure", alt="Staff grew by 30 people."),
    )
    assert [task.constraint for task in tasks(found, ALT)] == ["figure 1", "figure 2", ""]


def test_one_alternative_on_figures_with_different_texts() -> None:
    found = universe(
        el("Figure", "10 %", alt="The agency supplies alternatives"),
        el("Figure", "90 %", alt="The agency supplies alternatives"),
    )
    assert [r[:2] for r in rejected(found, ALT)] == [("TRIVIAL", "placeholder")] * 2


def test_a_caption_beside_the_wrappers_of_a_figure() -> None:
    figure = el("Figure", alt="Sales rose to 9 million.")
    found = universe(el("Aside", el("Caption", "Figure 1. Sales"), el("Part", el("P", figure))))
    assert [(t.subject, t.caption) for t in tasks(found, ALT)] == [
        ("Figure 1. Sales", "Figure 1. Sales")
    ]
    two = [el("Part", el("P", el("Figure", alt=f"Sales rose to {n} million."))) for n in (7, 9)]
    found = universe(el("Aside", el("Caption", "Sales"), *two))
    assert [t.caption for t in tasks(found, ALT)] == ["", ""]
