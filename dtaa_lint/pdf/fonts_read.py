"""Font dictionaries (ISO 32000-2, 9.5 to 9.10) read into ``Font`` objects.

What a composite font without ToUnicode and without a known character collection shows is U+FFFD:
9.10.2 knows no other way, and such a font in a tagged file is a fault to report. Its font program
is not searched for names or characters: no tagged file met so far would gain by it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from dtaa_lint.pdf.content_data import read_stream
from dtaa_lint.pdf.fonts import Font, Glyphs, clean
from dtaa_lint.pdf.fonts_cmap import EmbeddedCMap, parse_tounicode
from dtaa_lint.pdf.fonts_encoding import (
    UNMAPPED,
    base_encoding,
    cff_encoding,
    glyph_text,
    standard_name,
    standard_widths,
    type1_encoding,
)
from dtaa_lint.pdf.fonts_weight import is_bold
from dtaa_lint.pdf.objects import Objects, StreamDict

MAX_SPREAD = 400_000
"""Entries that the ranges of one width array may fill."""
MAX_CMAP_BYTES = 8_000_000
MAX_PROGRAM_BYTES = 4_000_000
MAX_CLEAR_BYTES = 100_000
"""What of a Type 1 program is searched for its encoding, which stands near the beginning."""
MAX_FONT_BYTES = 64_000_000
"""Decoded bytes of CMaps and programs of all fonts together."""
MAX_FONT_ENTRIES = 20_000_000
"""Entries of the arrays of all fonts together."""


class _Texts(dict[int, str]):
    """Code -> text; codes without an entry are unmapped."""

    def __missing__(self, code: int) -> str:
        return UNMAPPED


class _Widths(dict[int, float]):
    """CID -> width in em, with the default width for the rest."""

    def __init__(self, default: float) -> None:
        super().__init__()
        self.default = default

    def __missing__(self, code: int) -> float:
        return self.default


class FontReader:
    """Makes ``Font`` objects from font dictionaries; never raises on a damaged one."""

    def __init__(self, pdf: Any, objects: Objects) -> None:
        self.pdf = pdf
        self.objects = objects
        self._bytes_left = MAX_FONT_BYTES
        self._entries_left = MAX_FONT_ENTRIES
        self.fallback = Font(self._decode_fallback, 1)
        """What text is read with where its font is missing: Helvetica, read when first used."""

    def _decode_fallback(self, data: bytes) -> Glyphs:
        font = self._simple({"Subtype": "Type1", "BaseFont": "Helvetica"})
        self.fallback.decode = font.decode
        return font.decode(data)

    def read(self, value: Any) -> Font:
        """The font that a /Font resource stands for."""
        entries = self.objects.dictionary(value)
        if not entries:
            return self.fallback
        if entries.get("Subtype") == "Type0" or "DescendantFonts" in entries:
            font = self._composite(entries)
            descendants = self.objects.array(entries.get("DescendantFonts"))
            holder = self.objects.dictionary(descendants[0]) if descendants else {}
        else:
            font, holder = self._simple(entries), entries
        name = self.objects.name(entries.get("BaseFont")) or ""
        descriptor = self.objects.dictionary(holder.get("FontDescriptor"))
        weight = self.objects.number(descriptor.get("FontWeight"))
        font.bold = is_bold(name, self.objects.integer(descriptor.get("Flags")), weight)
        return font

    def _data(self, value: Any, limit: int) -> bytes:
        """The data of a stream given by reference; empty when it is none."""
        if value.__class__ is not tuple or not isinstance(self.objects.resolve(value), StreamDict):
            return b""
        if self._bytes_left <= 0:
            return b""
        data = read_stream(self.pdf, self.objects, value, min(limit, self._bytes_left))[0]
        # Also an empty stream costs its opening.
        self._bytes_left -= len(data) + 100
        return data

    def _items(self, value: Any) -> list[Any]:
        """An array, as far as the bound of all arrays allows."""
        items = self.objects.array(value)
        self._entries_left -= len(items)
        return items if self._entries_left >= 0 else []

    def _numbers(self, value: Any) -> list[float]:
        """The numbers of a short array."""
        return [self.objects.number(item) or 0.0 for item in self.objects.array(value)[:512]]

    def _metrics(self, descriptor: dict[str, Any]) -> tuple[float, float]:
        """Ascent and descent in em, usual values where the descriptor's are absent or absurd."""
        ascent = (self.objects.number(descriptor.get("Ascent")) or 0.0) / 1000
        descent = -abs(self.objects.number(descriptor.get("Descent")) or 0.0) / 1000
        if not 0.3 <= ascent <= 1.5:
            ascent = 0.8
        if not -0.8 <= descent <= -0.05:
            descent = -0.2
        return ascent, descent

    # Simple fonts (9.6)

    def _simple(self, entries: dict[str, Any]) -> Font:
        objects = self.objects
        subtype = objects.name(entries.get("Subtype")) or ""
        descriptor = objects.dictionary(entries.get("FontDescriptor"))
        base_font = objects.name(entries.get("BaseFont")) or ""
        standard = None if subtype == "Type3" else standard_name(base_font)
        stated = parse_tounicode(self._data(entries.get("ToUnicode"), MAX_CMAP_BYTES))
        first = objects.integer(entries.get("FirstChar")) or 0
        listed = self._numbers(entries.get("Widths"))
        used = range(max(0, first), min(256, first + len(listed))) if listed else range(256)
        texts = [stated.get(code, "") for code in range(256)]
        has = [code in stated for code in range(256)]
        names: dict[int, str] = {}
        if not stated or not all(has[code] for code in used if not listed or listed[code - first]):
            names = self._names(entries, descriptor, subtype, standard)
            for code in range(256):
                if not has[code]:
                    texts[code] = glyph_text(names[code]) if code in names else ""
                    has[code] = bool(texts[code])
        table = [clean(t) if known else UNMAPPED for t, known in zip(texts, has, strict=True)]
        widths = self._simple_widths(entries, descriptor, listed, first, standard, table)
        ascent, descent = self._metrics(descriptor)
        em = 1.0
        if subtype == "Type3":
            scale, em, ascent, descent = self._type3(entries, widths)
            widths = [w * 1000 * scale for w in widths]
        text_of, width_of = table.__getitem__, widths.__getitem__

        def decode(data: bytes) -> Glyphs:
            return list(map(text_of, data)), list(map(width_of, data))

        return Font(decode, 1, False, ascent, descent, em)

    def _names(
        self,
        entries: dict[str, Any],
        descriptor: dict[str, Any],
        subtype: str,
        standard: str | None,
    ) -> dict[int, str]:
        """Code -> glyph name from /Encoding, the font program, or the usual defaults."""
        objects = self.objects
        encoding = objects.resolve(entries.get("Encoding"))
        base: str | None = None
        differences: list[Any] = []
        if isinstance(encoding, dict):
            base = objects.name(encoding.get("BaseEncoding"))
            differences = self._items(encoding.get("Differences"))
        elif isinstance(encoding, str):
            base = encoding
        names: dict[int, str] = {}
        if base is not None:
            names.update(base_encoding(base))
        elif standard in ("Symbol", "ZapfDingbats"):
            names.update(base_encoding(standard or ""))
        elif subtype != "Type3":
            built_in: Any = {}
            if "FontFile" in descriptor:
                built_in = type1_encoding(self._data(descriptor["FontFile"], MAX_CLEAR_BYTES))
            elif "FontFile3" in descriptor:
                built_in = cff_encoding(self._data(descriptor["FontFile3"], MAX_PROGRAM_BYTES))
            names.update(built_in or base_encoding("StandardEncoding"))
        code = 0
        for item in differences:
            item = objects.resolve(item)
            if item.__class__ is int:
                code = item
            elif isinstance(item, str):
                if 0 <= code < 256:
                    names[code] = item
                code += 1
        return names

    def _simple_widths(
        self,
        entries: dict[str, Any],
        descriptor: dict[str, Any],
        listed: list[float],
        first: int,
        standard: str | None,
        table: list[str],
    ) -> list[float]:
        """Width of each code in em."""
        missing = self.objects.number(descriptor.get("MissingWidth")) or 0.0
        widths = [missing / 1000] * 256
        if listed:
            for offset, width in enumerate(listed[:256]):
                if 0 <= first + offset < 256:
                    widths[first + offset] = width / 1000
            return widths
        known = standard_widths(standard or "Helvetica")
        return [known.get(text, 600 if standard == "Courier" else 500) / 1000 for text in table]

    def _type3(
        self, entries: dict[str, Any], widths: list[float]
    ) -> tuple[float, float, float, float]:
        """Horizontal scale, em, ascent and descent of a Type 3 font in text space units.

        Glyph space is the font's own (9.6.4); a font whose matrix makes a letter 30 units high
        has an em of about that, and gaps are measured by it.
        """
        matrix = self._numbers(entries.get("FontMatrix"))
        box = self._numbers(entries.get("FontBBox"))
        scale, vertical = (matrix[0], matrix[3]) if len(matrix) == 6 else (0.001, 0.001)
        ascent, descent, em = 0.8, -0.2, 1.0
        if len(box) == 4 and box[3] != box[1]:
            low, high = sorted((box[1] * vertical, box[3] * vertical))
            if 0 < high - low < 1e6:
                ascent, descent = high, min(low, 0.0)
                em = high - low
        else:
            set_widths = [abs(w * 1000 * scale) for w in widths if w]
            if set_widths:
                em = 2 * sum(set_widths) / len(set_widths)
                ascent, descent = 0.8 * em, -0.2 * em
        if 0.4 <= em <= 2.5:
            em = 1.0
        return scale, em, ascent, descent

    # Composite fonts (9.7)

    def _composite(self, entries: dict[str, Any]) -> Font:
        objects = self.objects
        descendants = objects.array(entries.get("DescendantFonts"))
        cid_font = objects.dictionary(descendants[0]) if descendants else {}
        descriptor = objects.dictionary(cid_font.get("FontDescriptor"))
        encoding = objects.resolve(entries.get("Encoding"))
        default = objects.number(cid_font.get("DW"))
        widths = self._cid_widths(cid_font, 1000.0 if default is None else default)
        texts = _Texts()
        stated = entries.get("ToUnicode")
        for code, text in parse_tounicode(self._data(stated, MAX_CMAP_BYTES)).items():
            texts[code] = clean(text)
        ascent, descent = self._metrics(descriptor)
        name = encoding if isinstance(encoding, str) else ""
        embedded: EmbeddedCMap | None = None
        if isinstance(encoding, StreamDict):
            embedded = EmbeddedCMap(self._data(entries.get("Encoding"), MAX_CMAP_BYTES))
            if not embedded.chars and not embedded.ranges and embedded.base:
                name, embedded = embedded.base, None
        if embedded is not None:
            vertical = embedded.vertical
        else:
            vertical = name.endswith("V")
        advances = self._vertical(cid_font) if vertical else widths
        to_unicode = None if texts else self._collection(cid_font, vertical)
        identity = embedded is None and (not name or name.startswith(("Identity", "DLIdent")))

        if identity:
            if to_unicode is not None:
                texts.update((cid, clean(text)) for cid, text in to_unicode.items())
            text_of, width_of = texts.__getitem__, advances.__getitem__

            def decode(data: bytes) -> Glyphs:
                codes = struct.unpack(f">{len(data) // 2}H", data)
                return list(map(text_of, codes)), list(map(width_of, codes))

            return Font(decode, 2, vertical, ascent, descent)

        codes = _predefined(name) if embedded is None else None

        def decode_any(data: bytes) -> Glyphs:
            found: list[str] = []
            moves: list[float] = []
            for code, cid in codes(data) if codes else _embedded_codes(embedded, data):
                text = texts.get(code)
                if text is None:
                    known = to_unicode.get(cid) if to_unicode is not None else None
                    text = clean(known) if known else UNMAPPED
                found.append(text)
                moves.append(advances[cid])
            return found, moves

        return Font(decode_any, 0, vertical, ascent, descent)

    def _cid_widths(self, cid_font: dict[str, Any], default: float) -> _Widths:
        """/W (9.7.4.3): runs of widths, and ranges of one width."""
        widths = _Widths(default / 1000)
        self._spread(widths, self._items(cid_font.get("W")), 1)
        return widths

    def _vertical(self, cid_font: dict[str, Any]) -> _Widths:
        """/DW2 and /W2: the vertical displacement of each CID (negative: downwards)."""
        pair = self._numbers(cid_font.get("DW2"))
        moves = _Widths((pair[1] if len(pair) == 2 else -1000.0) / 1000)
        self._spread(moves, self._items(cid_font.get("W2")), 3)
        return moves

    def _spread(self, table: _Widths, items: list[Any], step: int) -> None:
        """Fills ``table`` from ``c [w …]`` and ``first last w``; ``step`` numbers make one entry
        and the first of them counts."""
        objects = self.objects
        pending: list[float] = []
        work = 0
        for item in items:
            item = objects.resolve(item)
            if isinstance(item, list):
                self._entries_left -= len(item)
                if pending and self._entries_left >= 0:
                    start = int(pending[-1])
                    for offset, width in enumerate(item[: step * 65536 : step]):
                        table[start + offset] = (objects.number(width) or 0.0) / 1000
                pending = []
            elif item.__class__ in (int, float):
                pending.append(objects.number(item) or 0.0)
                if len(pending) == 2 + step:
                    low, high = max(0, int(pending[0])), min(65535, int(pending[1]))
                    work += max(0, high - low)
                    self._entries_left -= max(0, high - low)
                    if work > MAX_SPREAD or self._entries_left < 0:
                        return
                    for cid in range(low, high + 1):
                        table[cid] = pending[2] / 1000
                    pending = []

    def _collection(self, cid_font: dict[str, Any], vertical: bool) -> dict[int, str] | None:
        """CID -> Unicode of a known character collection (Adobe-Japan1 and the like)."""
        info = self.objects.dictionary(cid_font.get("CIDSystemInfo"))
        registry = self.objects.text(info.get("Registry")) or ""
        ordering = self.objects.text(info.get("Ordering")) or ""
        if registry != "Adobe" or ordering in ("", "Identity", "UCS"):
            return None
        from playa.cmapdb import get_unicode_map

        try:
            table: dict[int, str] = get_unicode_map(f"Adobe-{ordering}", vertical).cid2unichr
        except Exception:
            return None
        return table


def _predefined(name: str) -> Callable[[bytes], Iterator[tuple[int, int]]]:
    """(code, CID) of each character of a string under a predefined CMap."""
    from playa.cmapdb import get_cmap

    try:
        cmap: Any = get_cmap(name)
    except Exception:
        cmap = get_cmap("Identity-H")

    def codes(data: bytes) -> Iterator[tuple[int, int]]:
        if len(data) % 2 and cmap.__class__.__name__ == "IdentityCMap":
            data = data[:-1]
        for code, cid in cmap.decode(data):
            yield int.from_bytes(code, "big"), cid

    return codes


def _embedded_codes(cmap: EmbeddedCMap | None, data: bytes) -> Iterator[tuple[int, int]]:
    """(code, CID) of each character of a string under an embedded CMap; CID 0 when unknown."""
    if cmap is not None:
        for width, code in cmap.codes(data):
            yield code, cmap.cid(width, code) or 0
