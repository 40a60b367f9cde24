"""Sheets as files: workbooks and CSV, in which every text is only ever text.

Deterministic: no clock, the same archive on every platform.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import BytesIO, StringIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from dtaa_lint.answerability.review.columns import cells, columns, verdict_word
from dtaa_lint.answerability.review.export import Sample
from dtaa_lint.answerability.review.instructions import instructions
from dtaa_lint.answerability.review.model import Kind, Verdict
from dtaa_lint.hidden import json_safe
from dtaa_lint.report.archive import EPOCH, same_everywhere
from dtaa_lint.report.escape import csv_cell, sheet_text
from dtaa_lint.report.heights import row_height
from dtaa_lint.words import Words

_A3 = 8
_BETWEEN = " | "
"""Between the lines of a CSV cell."""
_UNLOCKED = {
    "format_columns": True, "format_rows": True, "format_cells": True, "insert_columns": True,
    "sort": True, "autofilter": True,
}  # fmt: skip


def reviewer_names(count: int) -> list[str]:
    """``R1``, ``R2``, …"""
    return [f"R{number}" for number in range(1, count + 1)]


def key_file(sample: Sample) -> bytes:
    """The key, for whoever scores the sheets."""
    text = json.dumps(sample.key, ensure_ascii=False, indent=1, allow_nan=False)
    return (json_safe(text) + "\n").encode("utf-8", "replace")


def csv_file(sample: Sample, kind: Kind, reviewer: str, words: Words) -> bytes:
    """One reviewer's rows of one kind: UTF-8 with a byte order mark, CRLF line ends."""
    found = columns(kind, words, _has_phrasings(sample))
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([csv_cell(column.heading) for column in found])
    for number, row in enumerate(sample.of(kind, reviewer), 1):
        writer.writerow(
            [
                csv_cell(cell.replace("\n", _BETWEEN)) if isinstance(cell, str) else cell
                for cell in cells(row, number, reviewer, found)
            ]
        )
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")


def instructions_file(sample: Sample, words: Words) -> bytes:
    """What reviewers of CSV files are told."""
    rows = instructions(words, _has_phrasings(sample), bool(sample.answers))
    return "\n\n".join([f"{what}\n{text}" for what, text in rows]).encode() + b"\n"


def _has_phrasings(sample: Sample) -> bool:
    return any(row.phrasings for row in sample.tasks)


def xlsx_file(sample: Sample, reviewers: Sequence[str], words: Words) -> bytes:
    """A workbook: instructions, then the sheets of these reviewers."""
    data = BytesIO()
    book = Workbook(
        data,
        {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    book.set_properties(
        {"title": words("Review of tasks"), "author": "dtaa-lint", "created": EPOCH}
    )
    styles = _styles(book)
    _instructions_sheet(book.add_worksheet(words("Instructions")), sample, styles, words)
    for reviewer in reviewers:
        _sheet(book, words("Tasks {reviewer}", reviewer=reviewer), sample, Kind.TASK, reviewer,
               styles, words)  # fmt: skip
        if sample.answers:
            _sheet(book, words("Answers {reviewer}", reviewer=reviewer), sample, Kind.ANSWER,
                   reviewer, styles, words)  # fmt: skip
    book.close()
    return same_everywhere(data)


def _styles(book: Workbook) -> dict[str, Format]:
    ruled = {"valign": "top", "align": "left", "text_wrap": True, "bottom": 1,
             "bottom_color": "#D5DBE3"}  # fmt: skip
    return {
        # With the prefix a text that looks like a formula stays a text when its cell is edited.
        "text": book.add_format({**ruled, "quote_prefix": True}),
        "work": book.add_format(
            {**ruled, "locked": False, "bg_color": "#F4F1E6", "border": 1,
             "border_color": "#C9C2A8", "num_format": "@"}
        ),
        "free": book.add_format({"locked": False}),
        "heading": book.add_format(
            {"bold": True, "text_wrap": True, "valign": "vcenter", "font_color": "#FFFFFF",
             "bg_color": "#1F3A5F", "border": 1, "border_color": "#FFFFFF"}
        ),
        "name": book.add_format({**ruled, "bold": True}),
    }  # fmt: skip


def _instructions_sheet(
    page: Worksheet, sample: Sample, styles: dict[str, Format], words: Words
) -> None:
    page.set_column(0, 0, 28)
    page.set_column(1, 1, 100)
    told = instructions(words, _has_phrasings(sample), bool(sample.answers))
    for number, (what, text) in enumerate(told):
        page.set_row(number, row_height([(what, 28), (text, 100)]) + 4)
        page.write_string(number, 0, sheet_text(what), styles["name"])
        page.write_string(number, 1, sheet_text(text), styles["text"])
    _printed(page)


def _sheet(
    book: Workbook,
    name: str,
    sample: Sample,
    kind: Kind,
    reviewer: str,
    styles: dict[str, Format],
    words: Words,
) -> None:
    page = book.add_worksheet(name)
    found = columns(kind, words, _has_phrasings(sample))
    rows = sample.of(kind, reviewer)
    # Columns of their own that people add can be written in, though the sheet is protected.
    page.set_column(len(found), len(found) + 40, None, styles["free"])
    for place, column in enumerate(found):
        page.set_column(place, place, column.width)
        page.write_string(0, place, column.heading, styles["heading"])
    choices = [verdict_word(verdict, words) for verdict in Verdict]
    for number, row in enumerate(rows, 1):
        made = cells(row, number, reviewer, found)
        widths = [column.width for column in found]
        page.set_row(number, row_height(zip(made, widths, strict=True)))
        for place, (cell, column) in enumerate(zip(made, found, strict=True)):
            style = styles["work" if column.filled else "text"]
            if cell == "":
                page.write_blank(number, place, None, style)
            elif isinstance(cell, str):
                page.write_string(number, place, sheet_text(cell), style)
            else:
                page.write_number(number, place, cell, style)
    for place, column in enumerate(found):
        if column.criterion is not None:
            rule = {
                "validate": "list",
                "source": choices,
                "error_type": "warning",
                "error_title": words("Not in the list"),
                "error_message": words("Choose one of the list."),
            }
            page.data_validation(1, place, max(len(rows), 1), place, rule)
    page.set_row(0, 64)
    page.freeze_panes(1, 1)
    page.autofilter(0, 0, max(len(rows), 1), len(found) - 1)
    page.protect("", _UNLOCKED)
    _printed(page)
    page.repeat_rows(0)


def _printed(page: Worksheet) -> None:
    page.set_landscape()
    page.set_paper(_A3)
    page.fit_to_pages(1, 0)
    page.set_footer("&R&P / &N")
