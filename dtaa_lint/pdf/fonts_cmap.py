"""CMaps in a file: ToUnicode (ISO 32000-2, 9.10.3) and embedded encodings (9.7.5).

Both readers are linear and bounded: a range that claims four billion codes costs what the cap
allows, no more.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from dtaa_lint.pdf.content_scan import hexadecimal
from dtaa_lint.pdf.patterns import compile_pattern

MAX_ENTRIES = 200_000
"""Codes that ranges may fill in one CMap."""
MAX_TEXT = 256
"""Hexadecimal digits of the text of one code; longer ones are cut."""
UNMAPPED = "\ufffd"

_SECTION = re.compile(
    rb"begin(bfchar|bfrange|cidchar|cidrange|codespacerange)(?![a-z])(.*?)(?:end(?:bf|cid|code)|$)",
    re.DOTALL,
)
_HEX = rb"<([0-9A-Fa-f\0\s]*+)>"
_PAIR = compile_pattern(_HEX + rb"[\0\s]*+" + _HEX)
_RANGE = compile_pattern(
    _HEX + rb"[\0\s]*+" + _HEX + rb"[\0\s]*+(?:" + _HEX + rb"|\[([^\]]*+)\])", re.DOTALL
)
_ONE = compile_pattern(_HEX)
_CID_CHAR = compile_pattern(_HEX + rb"[\0\s]*+(\d{1,9}+)")
_CID_RANGE = compile_pattern(_HEX + rb"[\0\s]*+" + _HEX + rb"[\0\s]*+(\d{1,9}+)")
_WMODE = re.compile(rb"/WMode[\0\s]++(\d)")
_USE = re.compile(rb"/([^\0\s()<>\[\]{}/%]++)[\0\s]++usecmap")


def _code(body: bytes) -> int:
    return int.from_bytes(hexadecimal(body)[-8:], "big")


def _unicode(data: bytes) -> str:
    """UTF-16BE, tolerant: one byte is one character, lone surrogates are U+FFFD."""
    if len(data) == 1:
        return chr(data[0])
    return data.decode("utf-16-be", "replace")


def parse_tounicode(data: bytes) -> dict[int, str]:
    """Character code -> text. Codes of different lengths share one space of numbers."""
    table: dict[int, str] = {}
    work = 0
    for section in _SECTION.finditer(data):
        kind, body = section[1], section[2]
        if kind == b"bfchar":
            for code, text in _PAIR.findall(body):
                table[_code(code)] = _unicode(hexadecimal(text[:MAX_TEXT]))
        elif kind == b"bfrange":
            for first, last, text, array in _RANGE.findall(body):
                low = _code(first)
                high = min(_code(last), low + 0xFFFF)
                work += max(1, high - low)
                if work > MAX_ENTRIES:
                    return table
                if array:
                    for code, item in zip(range(low, high + 1), _ONE.findall(array), strict=False):
                        table[code] = _unicode(hexadecimal(item[:MAX_TEXT]))
                else:
                    _fill(table, low, high, _unicode(hexadecimal(text[:MAX_TEXT])))
    return table


def _fill(table: dict[int, str], low: int, high: int, start: str) -> None:
    """Consecutive codes get consecutive last characters."""
    if not start:
        return
    head, tail = start[:-1], ord(start[-1])
    for offset in range(high - low + 1):
        point = tail + offset
        if point > 0x10FFFF:
            break
        table[low + offset] = head + (UNMAPPED if 0xD800 <= point < 0xE000 else chr(point))


class EmbeddedCMap:
    """A CMap stream that serves as the /Encoding of a composite font: code -> CID."""

    def __init__(self, data: bytes) -> None:
        self.spaces: list[tuple[int, bytes, bytes]] = []
        self.chars: dict[tuple[int, int], int] = {}
        self.base: str | None = None
        """The CMap that this one uses (usecmap), by name."""
        found = _USE.search(data)
        if found:
            self.base = found[1].decode("latin-1")
        mode = _WMODE.search(data)
        self.vertical = bool(mode and mode[1] == b"1")
        ranges: list[tuple[int, int, int, int]] = []
        for section in _SECTION.finditer(data):
            kind, body = section[1], section[2]
            if kind == b"codespacerange":
                for first, last in _PAIR.findall(body)[:100]:
                    low, high = hexadecimal(first), hexadecimal(last)
                    if len(low) == len(high) and 1 <= len(low) <= 4:
                        self.spaces.append((len(low), low, high))
            elif kind == b"cidchar":
                for code, cid in _CID_CHAR.findall(body)[:MAX_ENTRIES]:
                    raw = hexadecimal(code)
                    self.chars[len(raw), int.from_bytes(raw, "big")] = int(cid)
            elif kind == b"cidrange":
                for first, last, cid in _CID_RANGE.findall(body)[:MAX_ENTRIES]:
                    raw = hexadecimal(first)
                    ranges.append((len(raw), int.from_bytes(raw, "big"), _code(last), int(cid)))
        ranges.sort()
        self.ranges = ranges
        self.starts = [(width, low) for width, low, _, _ in ranges]
        self.spaces.sort(key=lambda space: space[0])

    def cid(self, width: int, code: int) -> int | None:
        """The CID of a code of ``width`` bytes; None when this CMap does not say."""
        found = self.chars.get((width, code))
        if found is not None:
            return found
        at = bisect_right(self.starts, (width, code)) - 1
        if at >= 0:
            length, low, high, first = self.ranges[at]
            if length == width and low <= code <= high:
                return first + code - low
        return None

    def codes(self, data: bytes) -> Iterator[tuple[int, int]]:
        """(width in bytes, code) for each character of a shown string."""
        position, end = 0, len(data)
        spaces = self.spaces or [(2, b"\0\0", b"\xff\xff")]
        shortest = spaces[0][0]
        while position < end:
            for width, low, high in spaces:
                piece = data[position : position + width]
                if len(piece) == width and all(
                    a <= b <= c for a, b, c in zip(low, piece, high, strict=True)
                ):
                    yield width, int.from_bytes(piece, "big")
                    position += width
                    break
            else:
                # No code space fits: the shortest code length is skipped (9.7.6.3).
                yield shortest, -1
                position += shortest
