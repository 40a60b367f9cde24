"""Workbooks as the same bytes on every platform."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH = datetime(1980, 1, 1)
"""A workbook must say when it was made; this is what zip archives begin to count from."""
_SHEETS = "xl/worksheets/sheet"


def same_everywhere(
    made: BytesIO, sheet: Callable[[bytes], bytes] = lambda markup: markup
) -> bytes:
    """The archive of a workbook without what tells platforms apart. ``sheet`` may change the markup
    of each sheet; texts are elsewhere (``xl/sharedStrings.xml``)."""
    out = BytesIO()
    with ZipFile(made) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            entry = ZipInfo(name, EPOCH.timetuple()[:6])
            entry.create_system = 3
            entry.external_attr = 0o600 << 16
            entry.compress_type = ZIP_DEFLATED
            data = source.read(name)
            target.writestr(entry, sheet(data) if name.startswith(_SHEETS) else data)
    return out.getvalue()
