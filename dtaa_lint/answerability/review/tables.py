"""Files as people send them back, as tables of text: workbooks and CSV."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from dtaa_lint.errors import ConfigError, InputError
from dtaa_lint.pdf.open import regular_file

_MOST_BYTES = 64 * 2**20
_MOST_UNPACKED = 128 * 2**20
_MOST_ROWS = 50_000
_LAST_ROW = 2**20
"""Of a workbook's sheet."""
_ALL_ROWS = 3 * _LAST_ROW
"""Of all its sheets, empty ones counted."""
_MOST_COLUMNS = 400
_MOST_FIELD = 2**20
"""Characters of a cell of CSV."""
_ZIP = b"PK\x03\x04"
_OLD = b"\xd0\xcf\x11\xe0"
"""What .xls files, and workbooks with a password, begin with."""


@dataclass(frozen=True, slots=True)
class Table:
    """One sheet."""

    source: str
    """File, and sheet of a workbook."""
    rows: tuple[tuple[str, ...], ...]
    lossy: bool = False
    """Saved in an encoding that may have cost letters."""


def tables(path: str) -> list[Table]:
    """The sheets of a file. Raises InputError for what is none; ConfigError when workbooks cannot
    be read for want of a package."""
    data = regular_file(Path(path), path, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise InputError(path, "is too large for a sheet")
    if data.startswith(_ZIP):
        return list(_workbook(path, data))
    if data.startswith(_OLD):
        raise InputError(
            path, "is an old or an encrypted workbook; save it as .xlsx without a password"
        )
    return [_csv(path, data)]


def _workbook(path: str, data: bytes) -> Iterator[Table]:
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise ConfigError(
            f"{path}: workbooks need openpyxl: pip install 'dtaa-lint[answerability]'; "
            "or save the sheets as CSV"
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if "xl/workbook.xml" not in names:
            raise InputError(path, "is no .xlsx workbook; save it as .xlsx or .csv")
        if unpacked > _MOST_UNPACKED:
            raise InputError(path, "unpacks to more than a sheet can be")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if hasattr(sheet, "iter_rows")]
        found = []
        for sheet in sheets:
            # What the file says of its size may be wrong, and would hide rows.
            sheet.reset_dimensions()
            rows = _bounded(path, sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS))
            found.append(Table(f"{path}, {sheet.title}", tuple(rows)))
            if sum(len(table.rows) for table in found) > _ALL_ROWS:
                raise InputError(path, f"has sheets of more than {_ALL_ROWS:,} rows together")
    except InputError:
        raise
    except Exception as error:
        # Damaged workbooks raise anything.
        raise InputError(path, f"cannot be read as a workbook ({type(error).__name__})") from error
    yield from found


def _bounded(path: str, rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[str, ...]]:
    """Rows as text. Empty ones, of which a column that was formatted as a whole has a million,
    cost nothing."""
    held = 0
    for number, row in enumerate(rows, 1):
        if number > _LAST_ROW:
            raise InputError(path, f"has more than {_MOST_ROWS:,} rows")
        # A cell in the last row of a sheet has all the others before it.
        if row.count(None) == len(row):
            yield ()
            continue
        made = tuple([_text(cell) for cell in row[:_MOST_COLUMNS]])
        held += any(made)
        if held > _MOST_ROWS:
            raise InputError(path, f"has more than {_MOST_ROWS:,} rows")
        yield made if any(made) else ()


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return str(cell)


def _csv(path: str, data: bytes) -> Table:
    text, lossy = _decoded(path, data)
    separator = _separator(text)
    before = csv.field_size_limit(_MOST_FIELD)
    try:
        rows = list(_bounded(path, map(tuple, csv.reader(io.StringIO(text), delimiter=separator))))
    except csv.Error as error:
        raise InputError(path, f"cannot be read as CSV ({error})") from error
    finally:
        csv.field_size_limit(before)
    return Table(path, tuple(rows), lossy)


def _decoded(path: str, data: bytes) -> tuple[str, bool]:
    """The text, and whether the encoding may have cost letters (as Excel's own CSV does)."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text, lossy = data.decode(encoding), False
    except UnicodeDecodeError:
        text, lossy = data.decode("cp1252", "replace"), True
    if "\x00" in text:
        raise InputError(path, "is neither a workbook nor CSV")
    return text, lossy


def _separator(text: str) -> str:
    """Comma, semicolon or tab: what the first line has most of, outside of quotation marks.
    Excel writes ``sep=;`` before it at times."""
    first = text.lstrip("\ufeff\r\n").split("\n", 1)[0].strip("\r")
    if first.casefold().startswith("sep=") and len(first) == 5:
        return first[4]
    bare = "".join(first.split('"')[::2])
    return max(",;\t", key=lambda sign: (bare.count(sign), sign == ","))
