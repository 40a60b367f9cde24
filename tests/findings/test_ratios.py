"""The denominators of a report: what is counted, and what is left out of the count."""

from __future__ import annotations

from pathlib import Path

from pikepdf import Pdf

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.report.text import authoring_tool
from tests.make import Doc, el

ALT = "Fees fell from 20 euros in 2019 to 12 euros in 2024."


def ratio(tmp_path: Path, key: str, *elements: object) -> tuple[int, int] | None:
    path = Doc().add(el("H1", "Fees"), *elements).write(tmp_path / "ratio.pdf")
    report = lint_file(str(path), LintOptions(select=("DT1801",)))
    return next(((r.n, r.of) for r in report.ratios if r.key == key), None)


def test_formulas_are_no_figures(tmp_path: Path) -> None:
    elements = (el("Figure", alt=ALT), el("P", el("Formula", "a = b", alt="a equals b")))
    assert ratio(tmp_path, "figures", *elements) == (1, 1)


def test_of_figures_inside_figures_the_one_with_an_alternative_counts(tmp_path: Path) -> None:
    outer = el("Figure", el("Figure"), el("Figure"), alt=ALT)
    assert ratio(tmp_path, "figures", outer) == (1, 1)
    inner = el("Figure", el("Figure", alt=ALT), el("Caption", "Fees since 2019"))
    assert ratio(tmp_path, "figures", inner) == (1, 1)


def test_form_fields_reached_and_named(tmp_path: Path) -> None:
    fields = (
        el("P", "Name", el("Form", field={"T": "name", "TU": "Your name"})),
        el("P", "Address", el("Form", field={"T": "address"})),
    )
    assert ratio(tmp_path, "fields", *fields) == (2, 2)
    assert ratio(tmp_path, "field-names", *fields) == (1, 2)
    assert ratio(tmp_path, "fields") is None


def test_the_creator_stands_in_for_a_producer_that_is_missing(tmp_path: Path) -> None:
    path = Doc().add(el("P", "None.")).write(tmp_path / "made.pdf")
    with Pdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.docinfo["/Creator"] = "Typst 0.15.1"
        pdf.save(path)
    with Pdf.open(path, allow_overwriting_input=True) as pdf:
        if "/Producer" in pdf.docinfo:
            del pdf.docinfo["/Producer"]
        pdf.save(path)
    report = lint_file(str(path), LintOptions(select=("DT1801",)))
    assert report.producer == "Typst 0.15.1"
    assert authoring_tool(report.producer) == "Typst"


def test_cells_of_layout_and_unit_notes_are_no_data(tmp_path: Path) -> None:
    layout = el("Table", el("TR", el("TD", "Left column"), el("TD", "Right column")))
    assert ratio(tmp_path, "cells", layout) is None
    data = el(
        "Table",
        el("TR", el("TD"), el("TD", "(in millions)")),
        el("TR", el("TH", "Plan", scope="Column"), el("TH", "Price", scope="Column")),
        el("TR", el("TH", "Basic", scope="Row"), el("TD", "12.50")),
        el("TR", el("TH", "Team", scope="Row"), el("TD", "48.00")),
    )
    assert ratio(tmp_path, "cells", layout, data) == (2, 2)


def test_values_that_need_a_label_only_are_counted_apart(tmp_path: Path) -> None:
    data = el(
        "Table",
        el("TR", *(el("TH", text, scope="Column") for text in ("Plan", "Price", "Seats"))),
        el("TR", el("TH", "Basic", scope="Row"), el("TD", "12.50"), el("TD", "3")),
        el("TR", el("TD", "Team"), el("TD", "48.00"), el("TD", "25")),
    )
    labelled = el(
        "Table",
        el("TR", el("TH", "Price", scope="Row"), el("TD", "12.50")),
        el("TR", el("TH", "Contact", scope="Row"), el("TD", "Write to the office")),
    )
    bare = el(
        "Table",
        el("TR", el("TD", "Price:"), el("TD", "12.50")),
        el("TR", el("TD", "Contact:"), el("TD", "Write to the office")),
    )
    assert ratio(tmp_path, "cells", data, labelled, bare) == (2, 5)
    assert ratio(tmp_path, "pairs", data, labelled, bare) == (2, 4)


def test_named_logos_are_left_out_and_a_repeated_alternative_counts_each_time(
    tmp_path: Path,
) -> None:
    elements = (el("Figure", alt=ALT), el("Figure", alt=ALT), el("Figure", alt="Acme logo"))
    assert ratio(tmp_path, "figures", *elements, el("Figure", alt="Logo")) == (2, 3)
    assert ratio(tmp_path, "figures", el("Figure", alt="Acme logo")) is None


def test_an_alternative_beside_a_loose_caption_says_as_much(tmp_path: Path) -> None:
    elements = (el("Figure", alt=ALT), el("P", "Figure 1. Receipts of the club"))
    assert ratio(tmp_path, "figures", *elements) == (1, 1)


def test_headings_that_need_nothing_under_them_are_not_counted(tmp_path: Path) -> None:
    text = el("P", "None.")
    stack = (el("H1", "Report 2024"), text, el("H2", "Costs"), text)
    assert ratio(tmp_path, "headings", *stack) == (2, 2)
    reserved = (text, el("H2", "Article 6. [Reserved]"), el("H2", "* * *"), el("H2", "Costs"), text)
    assert ratio(tmp_path, "headings", *reserved) == (2, 2)
    cell = el("Table", el("TR", el("TD", el("H2", "Fee")), el("TD", "12")))
    assert ratio(tmp_path, "headings", text, cell, el("H2", "Costs")) == (1, 3)


def test_a_document_without_headings_has_no_ratio_of_them(tmp_path: Path) -> None:
    path = Doc().add(el("P", "None.")).write(tmp_path / "none.pdf")
    report = lint_file(str(path), LintOptions(select=("DT1801",)))
    assert "headings" not in {one.key for one in report.ratios}
