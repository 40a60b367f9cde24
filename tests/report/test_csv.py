"""The punch list opens in a spreadsheet as it should: columns, lines, no formulas."""

from __future__ import annotations

import csv
from io import StringIO

from dtaa_lint.findings.finding import Report
from dtaa_lint.report.csv import COLUMNS, render
from dtaa_lint.report.interface import RenderOptions
from tests.report.support import HOSTILE, check_golden, hostile, report, typical


def rows(made: Report) -> list[dict[str, str]]:
    data = render(made, RenderOptions()).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(data, newline="")))


def test_golden() -> None:
    check_golden("report.csv", render(typical(), RenderOptions()))


def test_golden_hostile() -> None:
    check_golden("report-hostile.csv", render(hostile(), RenderOptions()))


def test_byte_order_mark_and_line_ends() -> None:
    data = render(hostile(), RenderOptions())
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n") == len(HOSTILE) + 2  # header, broken file


def test_no_cell_is_a_formula() -> None:
    for row in rows(hostile()):
        for column, cell in row.items():
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝")), (column, cell)


def test_every_place_is_a_row() -> None:
    found = rows(typical())
    assert [row["id"] for row in found] == [str(n) for n in range(1, 12)]
    table = found[1]
    assert table["page"] == "3"
    assert (table["pdf_ua"], table["wcag"]) == ("PDF/UA-2 8.2.5.26", "WCAG technique PDF6")
    assert (table["matterhorn"], table["other_reference"]) == ("", "")
    assert table["repair"] == "Change the TD that names each row to TH with Scope=Row."
    assert (table["tasks_blocked"], table["tasks_unlocked"], table["places"]) == ("6", "", "7")


def test_a_file_that_could_not_be_read_is_a_row() -> None:
    last = rows(typical())[-1]
    assert last["file"] == "broken.pdf"
    assert last["severity"] == "error"
    assert last["message"] == "The file could not be checked: the file is empty"


def test_no_files_leave_the_header() -> None:
    data = render(report(), RenderOptions())
    assert data.decode("utf-8-sig") == ",".join(COLUMNS) + "\r\n"
