"""Workbooks as this tool writes them: sheets that are one table each, whose text is only ever text.

Deterministic: no clock, the same order, the same archive on every platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from dtaa_lint.report.archive import EPOCH, same_everywhere
from dtaa_lint.report.escape import sheet_text
from dtaa_lint.report.heights import LINE, row_height
from dtaa_lint.words import Words

MAX_ROWS = 20_000
"""Rows of a sheet. Excel holds 1,048,576; nobody works through more than these, and writing them
takes memory (about 10 KB a row)."""

_MAX_NAME = 31
"""Characters of a sheet's name."""
_NO_NAME = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
_A4 = 9
# With the prefix a text that looks like a formula stays a text when its cell is edited.
_STYLES: dict[str, dict[str, object]] = {
    "text": {"align": "left", "indent": 1, "quote_prefix": True},
    "wrap": {"align": "left", "indent": 1, "text_wrap": True, "quote_prefix": True},
    "number": {"num_format": "#,##0"},
    "decimal": {"num_format": "#,##0.0#"},
    "share": {"num_format": "0.0 %"},
    "ratio": {"num_format": "0.00"},
    "work": {
        "align": "left",
        "indent": 1,
        "text_wrap": True,
        "bg_color": "#F4F1E6",
        "border": 1,
        "border_color": "#C9C2A8",
    },
    "link": {"align": "left", "indent": 1, "font_color": "#0B4F9E", "underline": 1},
}
_RULED = {"bottom": 1, "bottom_color": "#D5DBE3"}
"""A line below each row, for programs that know no table styles."""
_COLORS = {
    "error": {"font_color": "#8A0F14", "bg_color": "#FBE3E4"},
    "warning": {"font_color": "#6B4500", "bg_color": "#FDF0CF"},
    "info": {"font_color": "#1E3A66", "bg_color": "#E4EDF8"},
    "done": {"font_color": "#14532D", "bg_color": "#DFF3E4"},
}
"""Dark on light of one hue: 7:1 and more."""


class Column(NamedTuple):
    heading: str
    width: float
    """In characters."""
    style: str = "text"
    """One of ``_STYLES``."""


class Link(NamedTuple):
    """A cell that leads somewhere."""

    target: str
    """``https://…``, or ``internal:'Sheet'!A1``."""
    shown: str | int


Cell = str | int | float | Link | None


class Sheet(NamedTuple):
    """A table on a sheet of its own."""

    name: str
    """As ``sheet_name`` makes it."""
    table: str
    """Name of the table, for formulas: letters only."""
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    frozen: int = 1
    """Columns that stay in view."""
    printed: int | None = None
    """Columns that are printed; None: all."""
    bars: int | None = None
    """The column that shows its numbers as bars, too."""


def sheet_name(text: str) -> str:
    """A text as the name of a sheet."""
    return text.translate(_NO_NAME).strip()[:_MAX_NAME]


def here(sheet: str, row: int) -> str:
    """The target of a link to a row (0-based, below the headings) of a sheet."""
    return f"internal:'{sheet}'!A{row + 2}"


class Book:
    """Collects sheets and becomes the bytes of a workbook."""

    def __init__(self, title: str, comment: str) -> None:
        self._data = BytesIO()
        self._book = Workbook(
            self._data,
            {
                "in_memory": True,
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "strings_to_numbers": False,
            },
        )
        self._book.set_properties(
            {"title": title, "author": "dtaa-lint", "comments": comment, "created": EPOCH}
        )
        self._styles: dict[str, Format] = {
            name: self._book.add_format({"valign": "top", **_RULED, **style})
            for name, style in _STYLES.items()
        }
        self._colors = {name: self._book.add_format(color) for name, color in _COLORS.items()}
        self._heading = self._book.add_format(
            {
                "bold": True,
                "text_wrap": True,
                "valign": "vcenter",
                "align": "left",
                "indent": 1,
                "font_color": "#FFFFFF",
                "bg_color": "#1F3A5F",
                "border": 1,
                "border_color": "#FFFFFF",
            }
        )

    def add(self, sheet: Sheet) -> Worksheet:
        """Writes a sheet. A table needs a row: without any there is an empty one."""
        page = self._book.add_worksheet(sheet.name)
        last, width = max(len(sheet.rows), 1), len(sheet.columns) - 1
        page.add_table(
            0,
            0,
            last,
            width,
            {
                "name": sheet.table,
                "style": "Table Style Light 1",
                "title": sheet.name,
                "columns": [
                    {"header": column.heading, "header_format": self._heading}
                    for column in sheet.columns
                ],
            },
        )
        # Kept to tell that tables overlap, and larger than all the rest: here is one table a sheet.
        getattr(page, "table_cells", {}).clear()
        for index, column in enumerate(sheet.columns):
            page.set_column(index, index, column.width, self._styles[column.style])
        styles = [self._styles[column.style] for column in sheet.columns]
        wrapped = [
            (index, column.width)
            for index, column in enumerate(sheet.columns)
            if column.style == "wrap"
        ]
        for number, row in enumerate(sheet.rows, 1):
            height = row_height([(row[index], width) for index, width in wrapped])
            if height > LINE:
                page.set_row(number, height)
            for index, cell in enumerate(row):
                self._write(page, number, index, cell, styles[index])
        page.set_row(0, 32)
        page.freeze_panes(1, sheet.frozen)
        if sheet.bars is not None:
            bar = {"type": "data_bar", "bar_color": "#9DB7D5", "bar_solid": True, "min_type": "num",
                   "min_value": 0}  # fmt: skip
            page.conditional_format(1, sheet.bars, last, sheet.bars, bar)
        page.set_landscape()
        page.set_paper(_A4)
        page.set_margins(0.4, 0.4, 0.6, 0.6)
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
        page.print_area(0, 0, last, width if sheet.printed is None else sheet.printed - 1)
        page.set_header("&L&A")
        page.set_footer("&R&P / &N")
        return page

    def color(self, page: Worksheet, column: int, rows: int, values: dict[str, str]) -> None:
        """Colours the cells of a column that say a value; ``values``: value -> one of
        ``_COLORS``. The value itself stays, for those who see no colours."""
        for value, color in values.items():
            quoted = value.replace('"', '""')
            rule = {"type": "cell", "criteria": "==", "value": f'"{quoted}"',
                    "format": self._colors[color]}  # fmt: skip
            page.conditional_format(1, column, max(rows, 1), column, rule)

    def formula(self, page: Worksheet, row: int, column: int, formula: str, value: int) -> None:
        """A formula of our own in a row (0-based, below the headings), and what it gives now."""
        page.write_formula(row + 1, column, formula, self._styles["number"], value)

    def done(self) -> bytes:
        """The workbook."""
        self._book.close()
        return same_everywhere(self._data, _growing)

    def _write(self, page: Worksheet, row: int, column: int, cell: Cell, style: Format) -> None:
        if cell is None or cell == "":
            return
        if isinstance(cell, Link):
            link = self._styles["link"]
            shown = cell.shown
            text = sheet_text(shown) if isinstance(shown, str) else str(shown)
            page.write_url(row, column, cell.target, link, text)
            if isinstance(shown, int):
                page.write_number(row, column, shown, link)
        elif isinstance(cell, str):
            page.write_string(row, column, sheet_text(cell), style)
        else:
            # A number with a fraction in a column of counts.
            fraction = isinstance(cell, float) and style is self._styles["number"]
            page.write_number(row, column, cell, self._styles["decimal"] if fraction else style)


def choices(page: Worksheet, column: int, rows: int, values: Sequence[str], words: Words) -> None:
    """A drop-down in the cells of a column."""
    rule: dict[str, Any] = {
        "validate": "list",
        "source": [value.replace(",", " ") for value in values],
        "error_title": words("Not in the list"),
        "error_message": words("Choose one of the list."),
        "error_type": "warning",
    }
    page.data_validation(1, column, max(rows, 1), column, rule)


def _growing(markup: bytes) -> bytes:
    """A sheet whose heights of rows are a first guess, for programs that do not fit them to their
    text when they open a workbook, in place of fixed ones, so that rows grow with what people write
    into them."""
    return markup.replace(b' customHeight="1"', b"")
