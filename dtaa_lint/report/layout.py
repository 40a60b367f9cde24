"""JSON that people can read and diff: the outer levels one item per line, the inner ones compact.

The standard library's indented writer is slow on large reports and spreads one finding over sixty
lines; here a finding is a line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from dtaa_lint.report.escape import json_safe

_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": ")).encode


def json_bytes(value: Mapping[str, object], levels: int) -> bytes:
    """UTF-8 JSON with the containers of the first ``levels`` levels opened, and a final newline.

    Raises ValueError for a number that JSON cannot hold (NaN, infinity).
    """
    out: list[str] = []
    _write(out, value, levels, "\n")
    out.append("\n")
    return json_safe("".join(out)).encode("utf-8")


def json_lines_of_list(items: Sequence[Mapping[str, object]]) -> bytes:
    """UTF-8 JSON of a list, one item a line, and a final newline."""
    out: list[str] = []
    _write(out, items, 1, "\n")
    out.append("\n")
    return json_safe("".join(out)).encode("utf-8")


def _write(out: list[str], value: object, levels: int, newline: str) -> None:
    """``newline``: a line break with the indentation of the container that is being written."""
    inner = newline + "  "
    if levels > 0 and isinstance(value, Mapping) and value:
        opening = "{"
        for key, item in value.items():
            out.append(f"{opening}{inner}{_compact(key)}: ")
            _write(out, item, levels - 1, inner)
            opening = ","
        out.append(newline + "}")
    elif levels > 0 and isinstance(value, Sequence) and not isinstance(value, str) and value:
        opening = "["
        for item in value:
            out.append(opening + inner)
            _write(out, item, levels - 1, inner)
            opening = ","
        out.append(newline + "]")
    else:
        out.append(_compact(value))
