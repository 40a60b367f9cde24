"""The number of tasks that a repair unlocks is proven on the PDF: repaired with pikepdf, read anew,
counted again. Ten small documents, each with another fault; the numbers are by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.make import Doc, el
from tests.repairs.support import lint

ROWS = [("Basic", "12.50", "3"), ("Plus", "20.00", "5"), ("Family", "31.40", "9")]
CLAIM = "The fee covers the services that the office provides during the whole of the year."


def table(*, rows: Any = ROWS, row: str = "TH", head: str = "TH", **entries: Any) -> Any:
    """Plans with their prices and devices; ``row`` and ``head``: the types of the label cells."""
    scopes = {"TH": {"scope": "Column"}, "TD": {}}
    first = el("TR", *[el(head, t, **scopes[head]) for t in ("Plan", "Price", "Devices")])
    scopes = {"TH": {"scope": "Row"}, "TD": {}}
    return el(
        "Table",
        first,
        *[el("TR", el(row, name, **scopes[row]), el("TD", a), el("TD", b)) for name, a, b in rows],
        **entries,
    )


def row_headers() -> Doc:
    return Doc().add(el("H1", "Plans"), table(row="TD"))


def column_headers() -> Doc:
    return Doc().add(el("H1", "Plans"), table(head="TD"))


def all_bare() -> Doc:
    return Doc().add(el("H1", "Plans"), table(head="TD", row="TD"))


def alike() -> Doc:
    other = [("Basic", "11.00", "2"), ("Plus", "18.50", "4"), ("Family", "29.90", "8")]
    return Doc().add(el("H1", "Plans"), table(), table(rows=other))


def same_label() -> Doc:
    rows = [("Basic", "12.50", "3"), ("Plus", "20.00", "5"), ("Basic", "31.40", "9")]
    return Doc().add(el("H1", "Plans"), table(rows=rows))


def two_values() -> Doc:
    rows = [("Basic", "12.50 / 13.50", "3"), ("Plus", "20.00 / 21.00", "5"),
            ("Family", "31.40 / 33.00", "9")]  # fmt: skip
    return Doc().add(el("H1", "Plans"), table(rows=rows))


def empty_header() -> Doc:
    rows = [("Basic", "12.50", "3"), ("", "20.00", "5"), ("Family", "31.40", "9")]
    return Doc().add(el("H1", "Plans"), table(rows=rows))


def labels() -> Doc:
    pairs = [("Opening hours", "Monday to Friday"), ("Telephone", "030 1234"), ("Fax", "030 1235"),
             ("Address", "Main Street 5, Springfield")]  # fmt: skip
    rows = [el("TR", el("TD", name), el("TD", value)) for name, value in pairs]
    return Doc().add(el("H1", "Contact"), el("Table", *rows))


def figure() -> Doc:
    return Doc().add(
        el("H1", "Growth"), el("P", CLAIM), el("Figure"), el("Figure", alt="image1.png")
    )


def note() -> Doc:
    return Doc().add(
        el("H1", "Fees"),
        el("P", CLAIM, el("Reference", "1")),
        el("Note", el("Lbl", "2"), el("P", "Not in the month of August."), id="n2"),
    )


def headings() -> Doc:
    return Doc().add(
        el("H1", "Report"),
        el("H2", "Highlights"), el("P", CLAIM),
        el("H2", "Highlights"), el("P", "Other words that nobody has said in this document."),
    )  # fmt: skip


CASES = {
    # Six values, three pairs along the rows (unlike units: none), four along the columns, two
    # columns of three values.
    "DT0101": (row_headers, 12),
    "DT0102": (column_headers, 12),
    "DT0108": (all_bare, 12),
    # Twelve values, eight pairs, four columns of three values, two captions.
    "DT0202": (alike, 26),
    # All but the two values of the row that had a name of its own.
    "DT0103": (same_label, 10),
    # Three values more; the pairs and the series of the two columns of prices.
    "DT0301": (two_values, 9),
    # All but the two values of the last row: the header of the first may be that of both rows.
    "DT0304": (empty_header, 10),
    # Four labels with their values.
    "DT0401": (labels, 4),
    "DT1301": (figure, 1),
    "DT1302": (figure, 1),
    "DT1002": (note, 1),
    "DT1001": (note, 1),
    # Both sections, and the set of them, which named one twice.
    "DT0702": (headings, 3),
}


@pytest.mark.parametrize("code", CASES)
def test_as_many_tasks_as_the_repaired_file_has(code: str) -> None:
    made, expected = CASES[code]
    case = lint(made().bytes())
    for place in case.of(code):
        repairs = case.repairs([place])
        number = case.unlocked.findings[place]
        assert number == case.in_file(repairs) == expected


@pytest.mark.parametrize("code", CASES)
def test_the_repaired_file_reads_as_the_repaired_model(code: str) -> None:
    """Same elements, same text, and nothing wrong with the tree as a data structure."""
    from dtaa_lint.repairs.model import edited

    case = lint(CASES[code][0]().bytes())
    repairs = case.repairs(case.of(code))
    model, file = edited(case.document, repairs).document, case.written(repairs)
    assert [(e.type, e.parent, e.end, e.alt) for e in model.elements] == [
        (e.type, e.parent, e.end, e.alt) for e in file.elements
    ]
    for one, other in zip(model.elements, file.elements, strict=True):
        texts = (
            model.text[one.text_start : one.text_end],
            file.text[other.text_start : other.text_end],
        )
        assert texts[0].split() == texts[1].split()
    assert not file.issues
