"""Fonts as text extraction needs them: what a shown string says, and how far it moves the pen.

``Font.show`` turns the operand of Tj or TJ into a ``Shown`` and remembers it; repeated strings,
which are most of a page of a form or a table, cost one dictionary look-up.

Widths and gaps are in text space units for font size 1 (an em). Latin presentation ligatures
(U+FB00–FB06) are expanded; a glyph without Unicode mapping is U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from dtaa_lint.pdf.content_scan import SHOWN, hexadecimal, literal
from dtaa_lint.pdf.fonts_encoding import UNMAPPED
from dtaa_lint.pdf.fonts_order import RTL, arrange
from dtaa_lint.pdf.patterns import compile_pattern

WORD_GAP = 0.15
"""A gap wider than this share of an em parts two words."""
LEAST_SPACE = 0.21
"""No font's word space is narrower than this share of an em."""
MAX_MEMO = 20_000
MAX_MEMO_BYTES = 10_000
"""Longer strings do not come again."""
MAX_OPERAND = 1_000_000
"""Bytes of one string, or of one array of strings, that are shown; the rest is left out."""

_LITERAL = compile_pattern(rb"\(((?:[^()\\]++|\\.)*+)\)", re.DOTALL)
_DIGITS = re.compile(rb"<([^>]*+)>")

LIGATURES = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True))
_LIGATURE_TABLE = str.maketrans(LIGATURES)
_WHITE = dict.fromkeys((9, 10, 11, 12, 13, 133, 8232, 8233), " ")


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
    lead: float
    """Pen movement in em before the first glyph."""
    trail: float
    """Pen movement in em after the last glyph."""


def clean(text: str) -> str:
    """Mapped text as it is kept: ligatures expanded, white space plain, no control characters."""
    if text.isascii() and text.isprintable():
        return text
    text = text.translate(_LIGATURE_TABLE).translate(_WHITE)
    if "\0" <= min(text, default=" ") < " " or "\x7f" in text:
        return "".join(UNMAPPED if c < " " or c == "\x7f" else c for c in text)
    return text


_NO_CONTROLS = dict.fromkeys([*range(9), *range(14, 32), 127])


def expand(text: str) -> str:
    """ActualText as it is kept: ligatures expanded, line ends and tabs as spaces, other control
    characters (some producers write U+0000 for "nothing") left out."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_LIGATURE_TABLE).translate(_WHITE).translate(_NO_CONTROLS)


Glyphs: TypeAlias = tuple[list[str], list[float]]
"""Text and width in em of each glyph of a string."""


class Font:
    """A font; ``decode`` gives the text and the width of each glyph of a string."""

    __slots__ = ("ascent", "bold", "code_bytes", "decode", "descent", "em", "memo", "vertical")

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
        self.bold = False
        """Whether the face is a bold one; see ``fonts_weight``."""
        self.memo: dict[bytes, Shown] = {}

    def show(self, operand: bytes) -> Shown:
        """What the operand of Tj (a string) or TJ (an array) shows."""
        found = self.memo.get(operand)
        if found is None:
            if len(operand) > MAX_MEMO_BYTES:
                return self._show(operand if len(operand) <= MAX_OPERAND else _cut(operand))
            if len(self.memo) >= MAX_MEMO:
                self.memo.clear()
            found = self.memo[operand] = self._show(operand)
        return found

    def _show(self, operand: bytes) -> Shown:
        step = self.code_bytes
        if step:
            shown = self._show_plain(operand, step)
            if shown is not None:
                return shown
        pieces: list[bytes] = []
        places: list[tuple[int, float]] = []
        length = 0
        adjustment = moved = lead = 0.0
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
                else:
                    lead = adjustment / 1000
                moved += adjustment
                adjustment = 0.0
            pieces.append(data)
            length += len(data)
        trail = adjustment / 1000
        moved = moved / 1000 + trail
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
        spaces = data.count(b" ") if step == 1 else 0
        joined = "".join(texts)
        rtl = not joined.isascii() and RTL.search(joined) is not None
        return self._told(texts, widths, joined, rtl, places, moved, spaces, lead, trail)

    def _show_plain(self, operand: bytes, step: int) -> Shown | None:
        """``_show`` for codes of one length, in strings that are all literal or all hexadecimal
        with at most one number between two: taken apart in one go. None for anything else."""
        written = b"(" in operand
        parts = (_LITERAL if written else _DIGITS).split(operand)
        bodies = parts[1::2]
        between = parts[::2]
        between[0] = between[0].removeprefix(b"[")
        between[-1] = between[-1].removesuffix(b"]")
        try:
            moves = [0.0 - float(number) if number else 0.0 for number in between]
        except ValueError:
            return None
        if written:
            if b"\\" in operand or b"\r" in operand:
                bodies = list(map(literal, bodies))
            data = b"".join(bodies)
            unit = step
        else:
            digits = b"".join(bodies)
            try:
                data = bytes.fromhex(digits.decode("ascii"))
            except ValueError:
                return None
            if 2 * len(data) != len(digits):
                return None
            unit = 2 * step
        if not all(bodies) or (unit > 1 and any(len(body) % unit for body in bodies)):
            return None
        lead, trail = moves[0] / 1000, moves.pop() / 1000
        texts, widths = self.decode(data)
        joined = "".join(texts)
        rtl = not joined.isascii() and RTL.search(joined) is not None
        places: list[tuple[int, float]] = []
        if rtl or max(moves) > 1000 * WORD_GAP * self.em:
            at = 0
            for body, move in zip(bodies, moves, strict=True):
                if move and at:
                    places.append((at, move / 1000))
                at += len(body) // unit
        moved = sum(moves) / 1000 + trail
        spaces = data.count(b" ") if step == 1 else 0
        return self._told(texts, widths, joined, rtl, places, moved, spaces, lead, trail)

    def _told(
        self,
        texts: list[str],
        widths: list[float],
        joined: str,
        rtl: bool,
        places: list[tuple[int, float]],
        moved: float,
        spaces: int,
        lead: float,
        trail: float,
    ) -> Shown:
        """The record of glyphs, with the gaps that adjustments leave between them."""
        codes = len(texts)
        width = sum(widths) + moved
        if len(joined) == codes and "" not in texts:
            visible = len("".join(joined.split()))
        else:
            visible = codes - sum([1 for text in texts if not text or text.isspace()])
        if rtl:
            text = _logical(texts, widths, places)
        else:
            text = self._parted(joined, texts, places)
        unmapped = joined.count(UNMAPPED)
        return Shown(text, width, codes, spaces, visible, unmapped, rtl, lead, trail)

    def _parted(self, joined: str, texts: list[str], places: list[tuple[int, float]]) -> str:
        """The text with a space wherever an adjustment leaves a gap between words."""
        if not places:
            return joined
        least = WORD_GAP * self.em
        gaps = [(at, gap / self.em) for at, gap in places if gap > least and 0 < at < len(texts)]
        return _spaced(texts, gaps) if gaps else joined


def _cut(operand: bytes) -> bytes:
    """The beginning of an operand that no page can hold: an array up to a string that ends, a
    string up to the bound."""
    head = operand[:MAX_OPERAND]
    if head.startswith(b"["):
        end = max(head.rfind(b")"), head.rfind(b">")) + 1
        if end:
            return head[:end]
        return head.rstrip(b"\\") + (b")" if b"(" in head else b">")
    return head.rstrip(b"\\") + (b")" if head.startswith(b"(") else b">")


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
        # Small capitals of a short word, a little apart throughout.
        short = len(gaps) >= 2 and len(gaps) == glyphs - 1 and max(gaps) < LEAST_SPACE
        return LEAST_SPACE if short else WORD_GAP
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
