"""Where pictures lie: the boxes of marked content that shows no glyphs.

Most pages have no such content, so the text loop knows nothing of it. Where the structure tree
owns an MCID without glyphs, the page's content is read a second time, only for what paints:
images (8.9.5: the unit square), inline images, shadings (the clip), paths, and what Form XObjects
paint within their BBox. All boxes are cut to the clip; clips count as the box around their path,
paths as the box around their points, control points included. Line widths are left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from dtaa_lint.pdf.content_scan import (
    DICT,
    HEX,
    LITERAL,
    NAME,
    E,
    N,
    S,
    after_image,
    read_instruction,
)
from dtaa_lint.pdf.geometry import IDENTITY, Matrix, intersect, multiply, sane, transform_box
from dtaa_lint.pdf.model import Box, RunFlag
from dtaa_lint.pdf.patterns import compile_pattern

if TYPE_CHECKING:
    from dtaa_lint.pdf.content import ContentReader
    from dtaa_lint.pdf.content_resources import Form, Resources

MAX_FORM_DEPTH = 24
MAX_PAGE_BYTES = 16_000_000
"""Content read for one page, forms counted at every use; what lies beyond has no box."""
RUN_COST = 1000
"""What reading a stream costs beside its bytes, in bytes."""
PLAIN_PARTS = 16
"""More straight parts than this (a rectangle is one) are a drawing, not rules and boxes."""

Key: TypeAlias = tuple[int, int]
"""(stream, MCID)."""

_SOURCE = rf"""(?>
    (?P<path> (?: (?:{N} {S}++){{0,6}}+ (?: re | [mlcvyh] ) {E} {S}*+ )++ )
  | (?P<cm>(?:{N} {S}++){{6}}+) cm {E}
  | (?P<q>q) {E}
  | (?P<Q>Q) {E}
  | (?P<W>W) \*?+ {E}
  | (?P<paint> [fBb]\*?+ | [FSs] ) {E}
  | (?P<n>n) {E}
  | (?P<EMC>EMC) {E}
  | (?P<BI>BI) {E}
  | (?P<name>{NAME}) {S}*+ (?:
        << {S}*+ /MCID {S}*+ (?P<mcid>\d{{1,9}}+) {S}*+ >> {S}*+ (?P<BDC>BDC) {E}
      | (?P<properties>{DICT}|{NAME}) {S}*+ (?P<BDCp>BDC) {E}
      | (?P<BMC>BMC) {E}
      | (?P<Do>Do) {E}
      | (?P<sh>sh) {E}
    )
  | (?P<nothing> (?:
        {S}++
      | (?: \[ (?: [-+.\d\0\s]++ | {LITERAL} | {HEX} )*+ \] {S}*+ TJ
          | (?:{LITERAL}|{HEX}) {S}*+ (?: Tj | ['"] )
          | BT | ET | BX | EX | T\* ) {E}
      | (?:{N} {S}++){{1,6}}+ (?: T[dDmcwrzLs] | rg | RG | sc | SC | scn | SCN | [wgGkKjJMi] ) {E}
      | (?:{N} {S}++){{0,4}}+ {NAME} {S}++ (?: cs | CS | scn | SCN | ri | MP | gs | {N}{S}++Tf ) {E}
      | \[ [-+.\d\0\s]*+ \] {S}*+ {N} {S}++ d {E}
    )++ )
) {S}*+"""
_PATTERN = compile_pattern(_SOURCE.encode("latin-1"), re.VERBOSE | re.DOTALL)
_GROUPS = _PATTERN.groupindex
_PATH, _CM, _Q, _RESTORE, _CLIP, _PAINT, _END, _EMC, _IMAGE, _BDC, _BDC_LIST, _BMC, _DO, _SHADE = (
    _GROUPS[name]
    for name in (
        "path", "cm", "q", "Q", "W", "paint", "n", "EMC", "BI", "BDC", "BDCp", "BMC", "Do", "sh",
    )
)  # fmt: skip
_ENDS = frozenset((_PAINT, _END))
_BEGINS = frozenset((_BDC, _BDC_LIST, _BMC))
_NAME, _MCID, _PROPERTIES = _GROUPS["name"], _GROUPS["mcid"], _GROUPS["properties"]

_MARK = compile_pattern(rb"/MCID[\0\s]*+(\d{1,9}+)[\0\s]*+>>[\0\s]*+BDC")
_PAINTS = re.compile(rb"(?<![^\0\s\])>])(?:Do|BI|sh|[fBb]\*?|[FSs])(?![^\0\s/\[(<])")
_DRAWS = re.compile(rb"(?<![^\0\s\])>])(?:Do|BI|sh|[cvy])(?![^\0\s/\[(<])")
LEVEL = 0.01
"""A line that rises by no more than this counts as level."""
_NOWHERE: Box = (math.inf, math.inf, -math.inf, -math.inf)


class Painted:
    """What one MCID paints."""

    __slots__ = ("bends", "box", "images", "parts")

    def __init__(self) -> None:
        self.box = _NOWHERE
        self.images = 0
        """Images, inline images and shadings."""
        self.bends = 0
        """Curves, and lines that are neither level nor upright."""
        self.parts = 0
        """Straight parts: lines and rectangles."""

    def add(self, box: Box, clip: Box) -> bool:
        """Notes something painted in ``box``; false when the clip hides all of it."""
        x0, y0, x1, y1 = intersect(box, clip)
        if not (x0 <= x1 and y0 <= y1):
            return False
        old = self.box
        self.box = (min(x0, old[0]), min(y0, old[1]), max(x1, old[2]), max(y1, old[3]))
        return True

    @property
    def flags(self) -> int:
        """PICTURE or LINES."""
        if self.images or self.bends or self.parts > PLAIN_PARTS:
            return RunFlag.PICTURE
        return RunFlag.LINES


def may_paint(data: bytes, wanted: Mapping[Key, bool]) -> bool:
    """Whether any of ``wanted`` may paint something that is worth a box (see ``find_painted``).

    A look at the bytes, to spare most pages the second reading: true when in doubt.
    """
    left = set(wanted)
    for match in _MARK.finditer(data):
        key = (0, int(match[1]))
        if key in wanted:
            left.discard(key)
            end = data.find(b"EMC", match.end())
            inside = data[match.end() : end if end >= 0 else len(data)]
            pattern = _PAINTS if wanted[key] else _DRAWS
            if pattern.search(inside) or b"BDC" in inside or b"BMC" in inside:
                return True
    return bool(left)


def find_painted(
    reader: ContentReader,
    data: bytes,
    resources: Resources,
    clip: Box,
    owned: Mapping[Key, bool],
    wanted: Mapping[Key, bool],
) -> dict[Key, tuple[Box, int]]:
    """(box, PICTURE or LINES) of those of ``wanted`` that paint something.

    ``data``, ``resources``, ``clip``: the page's content, resources and visible area. ``owned``:
    the (stream, MCID) pairs of the structure tree; an MCID that is in none of them belongs to the
    one around it. The values say whether the owner is an illustration: rules and backgrounds of
    other elements, a paragraph's border say, are no place where the element stands.
    """
    painter = _Painter(reader, owned, wanted)
    painter.run(data, resources, IDENTITY, 0, None, clip, frozenset())
    found: dict[Key, tuple[Box, int]] = {}
    for key, painted in painter.found.items():
        box = sane(painted.box)
        if box is not None and (wanted[key] or painted.flags == RunFlag.PICTURE):
            found[key] = (box, painted.flags)
    return found


class _Painter:
    """Reads a page's content for what it paints."""

    def __init__(
        self, reader: ContentReader, owned: Mapping[Key, bool], wanted: Mapping[Key, bool]
    ) -> None:
        self.reader = reader
        self.owned = owned
        self.wanted = wanted
        self.streams = frozenset(stream for stream, _ in wanted if stream)
        self.found: dict[Key, Painted] = {}
        self.budget = MAX_PAGE_BYTES

    def run(
        self,
        data: bytes,
        resources: Resources,
        ctm: Matrix,
        stream: int,
        host: Painted | None,
        clip: Box,
        outer: frozenset[Any],
    ) -> None:
        """Reads one content stream. ``host``: what its content belongs to, None for nothing that
        is wanted; ``outer``: the forms that it stands in."""
        spent = len(data) + RUN_COST
        self.budget -= spent
        self.reader.paint_budget -= spent
        if self.budget < 0 or self.reader.paint_budget < 0:
            return
        current = host
        marks: list[Painted | None] = []
        states: list[tuple[Matrix, Box]] = []
        path: list[bytes] = []
        clips = False
        position, end = 0, len(data)
        while position < end:
            m = _PATTERN.match(data, position)
            if m is not None:
                position = m.end()
            else:
                plain, position = read_instruction(data, position)
                m = _PATTERN.match(plain + b" ")
                if m is None or m.end() <= len(plain):
                    continue
            op = m.lastindex
            if op == _PATH:
                path.append(m[_PATH])
            elif op in _ENDS:
                if path and (clips or (current is not None and op == _PAINT)):
                    box, parts, bends = trace(b" ".join(path))
                    box = transform_box(box, ctm)
                    if current is not None and op == _PAINT and current.add(box, clip):
                        current.parts += parts
                        current.bends += bends
                    if clips:
                        clip = intersect(clip, box)
                path, clips = [], False
            elif op == _CLIP:
                clips = True
            elif op == _Q:
                states.append((ctm, clip))
            elif op == _RESTORE:
                if states:
                    ctm, clip = states.pop()
            elif op == _CM:
                a, b, c, d, e, f = map(float, m[_CM].replace(b"\0", b" ").split())
                ctm = multiply((a, b, c, d, e, f), ctm)
            elif op in _BEGINS:
                marks.append(current)
                mcid = -1
                if op == _BDC:
                    mcid = int(m[_MCID])
                elif op == _BDC_LIST:
                    mcid = self.reader.properties(m[_PROPERTIES], resources, m[_NAME])[0]
                if (stream, mcid) in self.owned:
                    current = self.host((stream, mcid))
                elif m[_NAME] == b"/Artifact":
                    current = None
            elif op == _EMC:
                if marks:
                    current = marks.pop()
            elif op == _DO:
                form = resources.forms[m[_NAME]]
                if form is not None:
                    self.form(form, resources, ctm, current, clip, outer)
                elif current is not None and resources.images[m[_NAME]]:
                    current.images += current.add(transform_box((0, 0, 1, 1), ctm), clip)
            elif op == _IMAGE:
                position = after_image(data, position)
                if current is not None:
                    current.images += current.add(transform_box((0, 0, 1, 1), ctm), clip)
            elif op == _SHADE and current is not None:
                current.images += current.add(clip, clip)

    def host(self, key: Key) -> Painted | None:
        """Where to note what an MCID of the tree paints; None when nobody wants it."""
        if key not in self.wanted:
            return None
        return self.found.setdefault(key, Painted())

    def form(
        self,
        form: Form,
        resources: Resources,
        ctm: Matrix,
        current: Painted | None,
        clip: Box,
        outer: frozenset[Any],
    ) -> None:
        """Reads a Form XObject, where it may matter."""
        if current is None and not self.streams:
            return
        if form.ref in outer or len(outer) >= MAX_FORM_DEPTH:
            return
        matrix = multiply(form.matrix, ctm)
        if form.box is not None:
            clip = intersect(clip, transform_box(form.box, matrix))
        data = form.data(self.reader)[0]
        inner = form.resources(self.reader) or resources
        self.run(data, inner, matrix, form.ref[0], current, clip, outer | {form.ref})


_TOKEN = re.compile(rb"[-+.\d]++|[a-z]++")
_BLANKED = bytes.maketrans(b"mlcvyh\0", b"       ")
LONG_PATH = 4000
"""Bytes from which on a path is a drawing without a look at each of its parts."""
_COORDINATES = {b"m": 2, b"l": 2, b"c": 6, b"v": 4, b"y": 4, b"re": 4}


def trace(path: bytes) -> tuple[Box, int, int]:
    """The box around a path's points; its lines and rectangles; its curves and slanted lines.

    A rectangle with round corners is a rectangle.
    """
    if len(path) > LONG_PATH and b"re" not in path:
        found = list(map(float, path.translate(_BLANKED).split()))
        xs, ys = found[::2], found[1::2]
        if ys:
            return (min(xs), min(ys), max(xs), max(ys)), 0, PLAIN_PARTS
    x0, y0, x1, y1 = _NOWHERE
    parts = bends = slants = 0
    x = y = 0.0
    numbers: list[float] = []
    for token in _TOKEN.findall(path):
        if token > b"@":
            points = numbers[-_COORDINATES.get(token, 0) :]
            if len(points) != _COORDINATES.get(token):
                points = []
            elif token == b"re":
                x, y, wide, high = points
                parts += 1
                points = [x, y, x + wide, y + high]
            else:
                if token == b"l":
                    if abs(points[-2] - x) > LEVEL and abs(points[-1] - y) > LEVEL:
                        slants += 1
                    else:
                        parts += 1
                elif token != b"m":
                    bends += 1
                x, y = points[-2:]
            if points:
                x0, x1 = min(x0, *points[::2]), max(x1, *points[::2])
                y0, y1 = min(y0, *points[1::2]), max(y1, *points[1::2])
            numbers = []
        else:
            numbers.append(float(token))
    if bends == 4 and parts in (3, 4) and not slants:
        parts, bends = 1, 0
    return (x0, y0, x1, y1), parts, bends + slants
