"""``--format csv``: a plain punch list, one place a row, as spreadsheets expect it.

UTF-8 with a byte order mark and CRLF line ends (Excel guesses neither), cells on one line and safe
from being run as formulas. The columns are the fields of ``rows.Row``; their names and the values
of severity, confidence and status are the same in every language, so that scripts can read them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from io import StringIO

from dtaa_lint.findings.finding import Report
from dtaa_lint.report.escape import csv_cell
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.rows import Row, rows

COLUMNS = tuple(field.name for field in fields(Row))


def render(report: Report, options: RenderOptions) -> bytes:
    """The punch list as CSV bytes."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(_lines(report, options))
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8")


def _lines(report: Report, options: RenderOptions) -> Iterator[list[str | int]]:
    for row in rows(report, options.words):
        yield [_cell(getattr(row, name)) for name in COLUMNS]


def _cell(value: object) -> str | int:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return value
    return csv_cell(value) if isinstance(value, str) else ""
