"""The text of one marked-content item while a page is read.

A ``Sequence`` collects what is shown under one (stream, MCID): strings in order, a space where
the geometry parts two words, boxes, counts. ``piece`` turns it into the record that is handed on.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from dtaa_lint.pdf.fonts import WORD_GAP, letter_spacing
from dtaa_lint.pdf.fonts_order import arrange
from dtaa_lint.pdf.geometry import LIMIT, sane
from dtaa_lint.pdf.model import Box, RunFlag

BASELINE_SHIFT = 0.6
"""A baseline that moves by more than this share of an em starts a line."""
BACKWARD_JUMP = 1.3
"""A pen that jumps back further than this (em) parts words; combining marks jump back less."""
HYPHENS = ("-", "\u2010", "\u00ad")
"""After these a line end parts nothing."""
LINE_END = 99.0
"""The gap (em) that stands for a line end."""

CONTENT, STRAY, NESTED, ARTIFACT, SPARE = range(5)
"""Kinds of sequence: owned by an MCID; outside any; an artifact inside an MCID; an artifact (only
counted); a form's content at its second use (not even counted)."""


class Piece(NamedTuple):
    """The text of one (stream, MCID) on a page."""

    text: str
    """Unicode in logical order as a viewer copies it: ActualText of property lists applied, word
    spaces by geometry, Latin ligatures expanded; soft hyphens and U+FFFD kept."""
    raw: str | None
    """What the fonts say, when ActualText replaced it or artifacts stand inside; else None."""
    first: tuple[float, float, float]
    """Pen x and y and font size at the first glyph, default user space; where reading starts, so
    the right end in right-to-left writing. Meaningless without glyphs."""
    last: tuple[float, float, float]
    """Pen x and y after the last glyph and its font size, likewise."""
    box: Box | None
    """Around the glyphs; without glyphs, around what is painted (see ``find_painted``)."""
    font_size: float
    """The size that most glyphs have, in points; 0 without glyphs."""
    glyphs: int
    """Glyphs painted or hidden, white space among them, nested artifacts left out."""
    visible: int
    """Visible glyphs other than white space."""
    unmapped: int
    flags: int
    """Bits of ``RunFlag``."""
    direction: tuple[float, float]
    """Unit vector along the baseline (writing order of Latin text) at the last glyph, in default
    user space; in vertical writing the vector down the column."""
    line_ends: tuple[int, ...] = ()
    """Offsets into ``text`` of the spaces that stand for line ends and for nothing else."""


def is_cjk(char: str) -> bool:
    """Whether ``char`` belongs to a script that is written without spaces between words."""
    return "\u3000" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char >= "\uff00"


def line_end_joins(before: str, after: str) -> bool:
    """Whether text runs on over a line end without a space."""
    last = before[-1:]
    return last in HYPHENS or (is_cjk(last) and is_cjk(after[:1]))


class ActualText:
    """A replacement text under way; it is put in once, where the span's first text stands.

    ``host`` is the sequence that is current where the span begins. A sequence that begins inside
    the span before the host has shown anything claims the text (as ``Sequence.cover``).
    """

    __slots__ = ("claimed", "host", "start", "text", "used")

    def __init__(self, text: str, host: Sequence) -> None:
        host.settle()
        self.text = text
        self.host = host
        self.start = len(host.parts)
        self.claimed = False
        self.used = False

    def untouched(self) -> bool:
        """Whether the host has shown nothing since the span began."""
        return len(self.host.parts) == self.start and not self.host.lines

    def take(self) -> str:
        if self.used:
            return ""
        self.used = True
        return self.text

    def close(self) -> None:
        if not self.claimed:
            self.host.replace_since(self.start, self)


class Sequence:
    """Text under way. The interpreter keeps counts and box up to date, ``say`` takes the text."""

    __slots__ = (
        "angled",
        "bold",
        "count",
        "cover",
        "drawn",
        "first",
        "flags",
        "gaps",
        "glyphs",
        "kind",
        "lines",
        "mcid",
        "parts",
        "ps",
        "px",
        "py",
        "raw",
        "sizes",
        "stream",
        "unmapped",
        "ux",
        "uy",
        "visible",
        "x0",
        "x1",
        "y0",
        "y1",
    )

    def __init__(self, kind: int, stream: int = 0, mcid: int = -1) -> None:
        self.kind = kind
        self.stream = stream
        self.mcid = mcid
        self.parts: list[str] = []
        self.gaps: list[tuple[int, float]] = []
        """(index in parts of an inserted space, gap in em; ``LINE_END`` at a line end)."""
        self.raw: list[tuple[int, int, str]] = []
        """(index in parts, parts to replace (0 or 1), text of the fonts)."""
        self.lines: list[tuple[str, float, float, float, float]] | None = None
        """In right-to-left text: (text, start, end, baseline, size) of each string shown since."""
        self.cover: ActualText | None = None
        """A replacement text from outside that covers the whole sequence."""
        self.first: tuple[float, float, float] | None = None
        self.px = self.py = self.ps = 0.0
        self.ux, self.uy = 1.0, 0.0
        self.x0 = self.y0 = math.inf
        self.x1 = self.y1 = -math.inf
        self.glyphs = self.visible = self.unmapped = self.bold = 0
        self.drawn = 0
        """Strings shown."""
        self.count = 0
        """Right-to-left strings shown."""
        self.sizes: dict[float, int] = {}
        self.flags = 0
        self.angled = False

    def say(
        self,
        text: str,
        rtl: bool,
        sx: float,
        sy: float,
        ex: float,
        ey: float,
        size: float,
        dx: float,
        dy: float,
    ) -> None:
        """Takes a string shown from (sx, sy) to (ex, ey) along (dx, dy), ``size`` points high."""
        if rtl or self.lines is not None:
            if rtl:
                self.count += 1
            if self.lines is None:
                self.lines = []
            self.lines.append((text, sx * dx + sy * dy, ex * dx + ey * dy, sy * dx - sx * dy, size))
        elif text:
            if self.parts:
                gap, shift = sx - self.px, sy - self.py
                em = size if size > self.ps else self.ps
                if dx * self.ux + dy * self.uy < 0.9:
                    self.part_lines(text)
                else:
                    if dy != 0.0 or dx != 1.0:
                        gap, shift = gap * dx + shift * dy, shift * dx - gap * dy
                    limit = BASELINE_SHIFT * em
                    if shift > limit or shift < -limit:
                        self.part_lines(text)
                    elif gap > WORD_GAP * em or gap < -BACKWARD_JUMP * em:
                        self.part_words(gap / em if gap > 0 and em else 9.0, text)
            self.parts.append(text)
        if self.first is None:
            self.first = (sx, sy, size)
        self.px, self.py, self.ps = ex, ey, size
        self.ux, self.uy = dx, dy

    def part_words(self, gap: float, text: str) -> None:
        """A space before ``text``, unless one stands on either side of the gap already."""
        before = next((part for part in reversed(self.parts[-3:]) if part), "")
        if not before.endswith(" ") and not text.startswith(" "):
            self.gaps.append((len(self.parts), gap))
            self.parts.append(" ")

    def part_lines(self, text: str) -> None:
        """A line starts with ``text``: a space, but not after a hyphen or between ideographs."""
        before = self.parts[-1]
        if not before and self.raw:
            # A hyphen that an empty ActualText took away still joins.
            before = self.raw[-1][2].rstrip()
        if not line_end_joins(before, text):
            self.part_words(LINE_END, text)

    def settle(self) -> None:
        """Right-to-left lines under way become parts in the order of reading."""
        lines, self.lines = self.lines, None
        if not lines:
            return
        at = 0
        while at < len(lines):
            end = at + 1
            baseline, size = lines[at][3], lines[at][4]
            while end < len(lines) and abs(lines[end][3] - baseline) <= BASELINE_SHIFT * size:
                end += 1
            placed = [(text, x0, x1) for text, x0, x1, _, _ in lines[at:end]]
            text = arrange(placed, WORD_GAP * size)
            if self.parts and text:
                self.part_lines(text)
            if text:
                self.parts.append(text)
            at = end

    def replace_since(self, start: int, actual: ActualText) -> None:
        """Puts the ActualText in place of the parts since ``start``; the space before it stays."""
        self.settle()
        self.flags |= RunFlag.ACTUAL_TEXT
        start = min(start, len(self.parts))
        if self.gaps and any(at == start for at, _ in self.gaps[-1 - len(self.parts) + start :]):
            start += 1
        covered = "".join(self.parts[start:])
        self.raw = [entry for entry in self.raw if entry[0] < start]
        while self.gaps and self.gaps[-1][0] >= start:
            self.gaps.pop()
        self.parts[start:] = [actual.take()]
        self.raw.append((start, 1, covered))

    def hold_artifact(self, text: str) -> None:
        """Notes the text of an artifact that stands inside."""
        self.settle()
        self.flags |= RunFlag.ARTIFACT_INSIDE
        if text:
            self.raw.append((len(self.parts), 0, text))

    def _tighten(self) -> None:
        """Letter-spaced text set glyph by glyph: only gaps wider than the usual part words."""
        least = letter_spacing([gap for _, gap in self.gaps if gap < 9.0], self.glyphs)
        for at, gap in self.gaps:
            if gap < least and self.parts[at] == " ":
                self.parts[at] = ""

    def font_text(self) -> str:
        """What the fonts say, replaced texts put back."""
        if not self.raw:
            return "".join(self.parts)
        found: list[str] = []
        at = 0
        for start, drop, text in self.raw:
            found += self.parts[at:start]
            found.append(text)
            at = start + drop
        found += self.parts[at:]
        return "".join(found)

    def text(self) -> str:
        self.settle()
        if self.gaps:
            self._tighten()
        return "".join(self.parts)

    def line_ends(self) -> tuple[int, ...]:
        """Where in the text spaces stand for line ends."""
        found: list[int] = []
        at = length = 0
        for index, gap in self.gaps:
            if gap == LINE_END:
                length += sum(map(len, self.parts[at:index]))
                at = index
                found.append(length)
        return tuple(found)

    def box(self) -> Box | None:
        return sane((self.x0, self.y0, self.x1, self.y1))

    def piece(self) -> Piece:
        """The finished record."""
        parts = self.parts
        text = parts[0] if len(parts) == 1 and self.lines is None else self.text()
        ends = self.line_ends() if self.gaps else ()
        raw: str | None = None
        flags = self.flags
        if self.cover is not None:
            ends = ()
            raw = self.font_text()
            text = self.cover.take()
            flags |= RunFlag.ACTUAL_TEXT
        elif self.raw:
            raw = self.font_text()
        if raw == text and not flags & RunFlag.ARTIFACT_INSIDE:
            raw = None
        if self.sizes and not self.visible:
            flags |= RunFlag.INVISIBLE
        if self.angled:
            flags |= RunFlag.ROTATED
        if self.bold and self.bold == sum(self.sizes.values()):
            flags |= RunFlag.BOLD
        first = self.first or (0.0, 0.0, 0.0)
        last = (self.px, self.py, self.ps)
        if self.count * 2 >= self.drawn and self.count:
            flags |= RunFlag.RTL
            if self.x1 >= self.x0:
                first, last = (self.x1, first[1], first[2]), (self.x0, last[1], last[2])
        size = 0.0
        if self.sizes:
            if len(self.sizes) == 1:
                (size,) = self.sizes
            else:
                size = max(self.sizes.items(), key=lambda item: (item[1], item[0]))[0]
            size = size if size < LIMIT else 0.0
        return Piece(
            text,
            raw,
            first,
            last,
            self.box(),
            round(size, 3),
            self.glyphs,
            self.visible,
            self.unmapped,
            flags,
            (self.ux, self.uy),
            ends,
        )
