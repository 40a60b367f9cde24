"""Fonts as text extraction needs them: what a shown string says, and how far it moves the pen.

``Font.show`` turns the operand of Tj or TJ into a ``Shown`` and remembers it; repeated strings,
which are most of a page of a form or a table, cost one dictionary look-up.

Widths and gaps are in text space units for font size 1 (an em). Latin presentation ligatures
(U+FB00–FB06) are expanded; a glyph without Unicode mapping is U+FFFD.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from dtaa_lint.pdf.content_data import read_stream
from dtaa_lint.pdf.content_scan import SHOWN, hexadecimal, literal
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
from dtaa_lint.pdf.objects import Objects, StreamDict

WORD_GAP = 0.15
"""A gap wider than this share of an em parts two words."""
MAX_MEMO = 20_000
MAX_SPREAD = 400_000
"""Entries that the ranges of one width array may fill."""
MAX_CMAP_BYTES = 8_000_000
MAX_PROGRAM_BYTES = 16_000_000

LIGATURES = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True))
_LIGATURE_TABLE = str.maketrans(LIGATURES)
_WHITE = dict.fromkeys((9, 10, 11, 12, 13, 133, 8232, 8233), " ")
RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
"""Characters of right-to-left scripts."""


class Shown(NamedTuple):
    """What one Tj or TJ operand shows."""

    text: str
    """Logical order, words parted by a space where the array's adjustments leave a gap."""
    width: float
    """Pen movement in em, without character and word spacing."""
    codes: int
    """Characters shown: each adds the character spacing."""
    spaces: int
    """Single-byte codes 32: each adds the word spacing."""
    visible: int
    """Glyphs that are no white space."""
    unmapped: int
    rtl: bool
    """Whether there are right-to-left letters in it."""


def clean(text: str) -> str:
    """Mapped text as it is kept: ligatures expanded, white space plain, no control characters."""
    if text.isascii() and text.isprintable():
        return text
    text = text.translate(_LIGATURE_TABLE).translate(_WHITE)
    if "\0" <= min(text, default=" ") < " " or "\x7f" in text:
        return "".join(UNMAPPED if c < " " or c == "\x7f" else c for c in text)
    return text


def expand(text: str) -> str:
    """ActualText as it is kept: ligatures expanded, line ends and tabs as spaces."""
    return (
        text
        if text.isascii() and text.isprintable()
        else text.translate(_LIGATURE_TABLE).translate(_WHITE)
    )


Glyphs: TypeAlias = tuple[list[str], list[float]]
"""Text and width in em of each glyph of a string."""


class Font:
    """A font; ``decode`` gives the text and the width of each glyph of a string."""

    __slots__ = ("ascent", "code_bytes", "decode", "descent", "em", "memo", "vertical")

    def __init__(
        self,
        decode: Callable[[bytes], Glyphs],
        code_bytes: int,
        vertical: bool = False,
        ascent: float = 0.8,
        descent: float = -0.2,
        em: float = 1.0,
    ) -> None:
        self.decode = decode
        self.code_bytes = code_bytes
        """Bytes of each code: 1, 2, or 0 when codes differ in length."""
        self.vertical = vertical
        self.ascent = ascent
        self.descent = descent
        self.em = em
        """Height of the design in text space units; 1 but for odd Type 3 fonts."""
        self.memo: dict[bytes, Shown] = {}

    def show(self, operand: bytes) -> Shown:
        """What the operand of Tj (a string) or TJ (an array) shows."""
        found = self.memo.get(operand)
        if found is None:
            if len(self.memo) >= MAX_MEMO:
                self.memo.clear()
            found = self.memo[operand] = self._show(operand)
        return found

    def _show(self, operand: bytes) -> Shown:
        step = self.code_bytes
        pieces: list[bytes] = []
        places: list[tuple[int, float]] = []
        length = 0
        adjustment = moved = 0.0
        for body, digits, number in SHOWN.findall(operand):
            if number:
                adjustment -= float(number)
                continue
            data = literal(body) if body else hexadecimal(digits)
            if step == 2 and len(data) % 2:
                data = data[:-1]
            if not data:
                continue
            if adjustment:
                if length:
                    places.append((length, adjustment / 1000))
                moved += adjustment
                adjustment = 0.0
            pieces.append(data)
            length += len(data)
        moved = (moved + adjustment) / 1000
        data = b"".join(pieces)
        if step:
            texts, widths = self.decode(data)
            if step == 2:
                places = [(at >> 1, gap) for at, gap in places]
        else:
            # Codes of several lengths: where each piece starts is known once it is decoded.
            texts, widths = [], []
            starts: dict[int, int] = {}
            at = 0
            for piece in pieces:
                starts[at] = len(texts)
                more, wide = self.decode(piece)
                texts += more
                widths += wide
                at += len(piece)
            places = [(starts[at], gap) for at, gap in places]
        codes = len(texts)
        width = sum(widths) + moved
        spaces = data.count(b" ") if step == 1 else 0
        joined = "".join(texts)
        if len(joined) == codes and joined.isascii():
            return Shown(
                self._parted(joined, texts, places),
                width,
                codes,
                spaces,
                codes - joined.count(" "),
                0,
                False,
            )
        visible = codes - sum([1 for text in texts if not text or text.isspace()])
        unmapped = joined.count(UNMAPPED)
        if RTL.search(joined):
            text = _logical(texts, widths, places)
            return Shown(text, width, codes, spaces, visible, unmapped, True)
        text = self._parted(joined, texts, places)
        return Shown(text, width, codes, spaces, visible, unmapped, False)

    def _parted(self, joined: str, texts: list[str], places: list[tuple[int, float]]) -> str:
        """The text with a space wherever an adjustment leaves a gap between words."""
        if not places:
            return joined
        least = WORD_GAP * self.em
        gaps = [(at, gap / self.em) for at, gap in places if gap > least and 0 < at < len(texts)]
        return _spaced(texts, gaps) if gaps else joined


def _spaced(texts: list[str], gaps: list[tuple[int, float]]) -> str:
    """The texts with a space at each gap that parts words, not where one stands already.

    When nearly every glyph has its gap, that is letter-spacing: only the wider gaps part words.
    """
    least = letter_spacing([gap for _, gap in gaps], len(texts))
    parts: list[str] = []
    last = 0
    for at, gap in gaps:
        if gap > least:
            parts.append("".join(texts[last:at]))
            if not texts[at - 1].endswith(" ") and not texts[at].startswith(" "):
                parts.append(" ")
            last = at
    parts.append("".join(texts[last:]))
    return "".join(parts)


def letter_spacing(gaps: list[float], glyphs: int) -> float:
    """The gap (em) from which words are parted, given the gaps that are wide enough to do so.

    Where nearly every glyph of a text has such a gap before it, the text is letter-spaced and
    only gaps clearly wider than the usual one count; "10 m by 5 m" set word by word is not.
    """
    if len(gaps) < 4 or len(gaps) < 0.8 * (glyphs - 1):
        return WORD_GAP
    usual = sorted(gaps)[len(gaps) // 2]
    return usual * 1.5 if usual < 0.8 else WORD_GAP


def _logical(texts: list[str], widths: list[float], places: list[tuple[int, float]]) -> str:
    """The glyphs of a string with right-to-left letters in logical order.

    Where the pen jumps back after each glyph the string is in logical order already; where it
    runs on, what stands furthest right is read first.
    """
    jumps = dict(places)
    pen = 0.0
    placed: list[tuple[str, float, float]] = []
    for at, (text, width) in enumerate(zip(texts, widths, strict=True)):
        pen += jumps.get(at, 0.0)
        placed.append((text, pen, pen + width))
        pen += width
    return arrange(placed, WORD_GAP)


def arrange(placed: list[tuple[str, float, float]], word_gap: float) -> str:
    """Text of one line of right-to-left writing from pieces with their extents, in paint order.

    Painted right to left: the order of painting is the order of reading. Painted left to right:
    the pieces are in visual order and are reversed, runs of numbers and of left-to-right letters
    among them kept.
    """
    back = sum(1 for one, two in pairwise(placed) if two[1] < one[1] - 0.01)
    order = placed
    if back * 2 < len(placed) - 1 or len(placed) == 1:
        order = _reversed_runs(placed)
    parts: list[str] = []
    before: tuple[str, float, float] | None = None
    for piece in order:
        text = piece[0]
        if (
            before is not None
            and max(piece[1] - before[2], before[1] - piece[2]) > word_gap
            and not before[0].endswith(" ")
            and not text.startswith(" ")
        ):
            parts.append(" ")
        parts.append(text)
        before = piece
    return "".join(parts)


_STRONG_LTR = re.compile(r"[^\W_]")


def _reversed_runs(placed: list[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Visual order turned into logical order, the base direction taken from the letters."""
    kinds = [
        "R" if RTL.search(text) else "L" if _STRONG_LTR.search(text) else "N"
        for text, _, _ in placed
    ]
    right = kinds.count("R")
    left = sum(1 for k, p in zip(kinds, placed, strict=True) if k == "L" and not p[0].isdigit())
    base_rtl = right >= left
    runs: list[tuple[str, list[tuple[str, float, float]]]] = []
    for kind, piece in zip(kinds, placed, strict=True):
        if runs and (runs[-1][0] == kind):
            runs[-1][1].append(piece)
        else:
            runs.append((kind, [piece]))
    # Neutral pieces between two runs of one kind belong to that kind (12.5, "a b").
    merged: list[tuple[str, list[tuple[str, float, float]]]] = []
    for at, (kind, pieces) in enumerate(runs):
        if kind == "N":
            before = merged[-1][0] if merged else ""
            after = runs[at + 1][0] if at + 1 < len(runs) else ""
            kind = before if before == after else ("R" if base_rtl else "L")
        if merged and merged[-1][0] == kind:
            merged[-1][1].extend(pieces)
        else:
            merged.append((kind, list(pieces)))
    for kind, pieces in merged:
        if kind == "R":
            pieces.reverse()
    if base_rtl:
        merged.reverse()
    return [piece for _, pieces in merged for piece in pieces]


# -- reading font dictionaries -----------------------------------------------------------------


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
        self.fallback = self._simple({"Subtype": "Type1", "BaseFont": "Helvetica"})
        """What text is read with where its font is missing."""

    def read(self, value: Any) -> Font:
        """The font that a /Font resource stands for."""
        entries = self.objects.dictionary(value)
        if not entries:
            return self.fallback
        if entries.get("Subtype") == "Type0" or "DescendantFonts" in entries:
            return self._composite(entries)
        return self._simple(entries)

    def _data(self, value: Any, limit: int) -> bytes:
        """The data of a stream given by reference; empty when it is none."""
        if value.__class__ is not tuple or not isinstance(self.objects.resolve(value), StreamDict):
            return b""
        return read_stream(self.pdf, self.objects, value, limit)[0]

    def _numbers(self, value: Any) -> list[float]:
        return [self.objects.number(item) or 0.0 for item in self.objects.array(value)]

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
            differences = objects.array(encoding.get("Differences"))
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
                built_in = type1_encoding(self._data(descriptor["FontFile"], MAX_PROGRAM_BYTES))
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
        self._spread(widths, self.objects.array(cid_font.get("W")), 1)
        return widths

    def _vertical(self, cid_font: dict[str, Any]) -> _Widths:
        """/DW2 and /W2: the vertical displacement of each CID (negative: downwards)."""
        pair = self._numbers(cid_font.get("DW2"))
        moves = _Widths((pair[1] if len(pair) == 2 else -1000.0) / 1000)
        self._spread(moves, self.objects.array(cid_font.get("W2")), 3)
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
                if pending:
                    start = int(pending[-1])
                    for offset, width in enumerate(item[: step * 65536 : step]):
                        table[start + offset] = (objects.number(width) or 0.0) / 1000
                pending = []
            elif item.__class__ in (int, float):
                pending.append(objects.number(item) or 0.0)
                if len(pending) == 2 + step:
                    low, high = max(0, int(pending[0])), min(65535, int(pending[1]))
                    work += max(0, high - low)
                    if work > MAX_SPREAD:
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
