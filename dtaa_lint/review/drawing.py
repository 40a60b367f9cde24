"""How marks look: appearance streams, so that every viewer draws the same (ISO 32000-2, 12.5.5).

A viewer maps an appearance's box to the annotation's rectangle. So highlights of one colour share
one drawing of a unit square, icons of one kind one drawing, and frames of one size and colour one
drawing, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pikepdf
from pikepdf import Array, Dictionary, Name

from dtaa_lint.report.colours import FILLS, LINES, Colour
from dtaa_lint.report.mark_places import NOTE, Shape
from dtaa_lint.report.marks import Kind, Mark

LINE, THIN = 1.5, 0.75
"""Points that the line of a frame is wide; that around a related element is thin and dashed."""
DASHES = (3, 2)
_BAR = 0.12
"""Height of the bar that a further highlight of the same place is drawn as."""


class Drawings:
    """The appearance streams of one file."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._made: dict[Hashable, pikepdf.Object] = {}

    def of(self, mark: Mark) -> pikepdf.Object:
        """The appearance of a mark: a form XObject."""
        match mark.shape:
            case Shape.HIGHLIGHT if mark.nested:
                # A second wash of colour would hide the text.
                return self._once(("bar", mark.kind), lambda: self._bar(mark.kind))
            case Shape.HIGHLIGHT if mark.kind is Kind.RELATED:
                width, height = size_of(mark)
                return self._once(("sides", width, height), lambda: self._sides(width, height))
            case Shape.HIGHLIGHT:
                return self._once(("wash", mark.kind), lambda: self._wash(mark.kind))
            case Shape.SQUARE:
                width, height = size_of(mark)
                key = ("frame", mark.kind, width, height)
                return self._once(key, lambda: self._frame(mark.kind, width, height))
            case _:
                return self._once(("icon", mark.kind), lambda: self._icon(mark.kind))

    def _once(self, key: Hashable, make: Callable[[], pikepdf.Object]) -> pikepdf.Object:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
        return found

    def _wash(self, kind: Kind) -> pikepdf.Object:
        multiply = Dictionary(Type=Name.ExtGState, BM=Name.Multiply)
        content = f"/Mark gs {_rgb(FILLS[kind])} rg 0 0 1 1 re f"
        form = self._form(content, 1, 1, Dictionary(ExtGState=Dictionary(Mark=multiply)))
        form.Group = Dictionary(S=Name.Transparency)
        return form

    def _sides(self, width: float, height: float) -> pikepdf.Object:
        """A wash between two dashed lines, one before and one behind the text: lines above and
        below it would run through its neighbours."""
        multiply = Dictionary(Type=Name.ExtGState, BM=Name.Multiply)
        w, h, half = _number(width), _number(height), _number(THIN / 2)
        dashes = "[{} {}] 0 d".format(*DASHES)
        content = (
            f"/Mark gs {_rgb(FILLS[Kind.RELATED])} rg 0 0 {w} {h} re f "
            f"{_rgb(LINES[Kind.RELATED])} RG {THIN} w {dashes} {half} 0 m {half} {h} l "
            f"{_number(width - THIN / 2)} 0 m {_number(width - THIN / 2)} {h} l S"
        )
        form = self._form(content, width, height, Dictionary(ExtGState=Dictionary(Mark=multiply)))
        form.Group = Dictionary(S=Name.Transparency)
        return form

    def _bar(self, kind: Kind) -> pikepdf.Object:
        return self._form(f"{_rgb(LINES[kind])} rg 0 0 1 {_BAR} re f", 1, 1, Dictionary())

    def _frame(self, kind: Kind, width: float, height: float) -> pikepdf.Object:
        dashes, line = "", LINE
        if kind is Kind.RELATED:
            dashes, line = "[{} {}] 0 d ".format(*DASHES), THIN
        half = line / 2
        content = (
            f"{_rgb(LINES[kind])} RG {line} w {dashes}{half} {half} "
            f"{_number(max(width - line, 0.1))} {_number(max(height - line, 0.1))} re S"
        )
        return self._form(content, width, height, Dictionary())

    def _icon(self, kind: Kind) -> pikepdf.Object:
        """An icon that looks the same however the page is turned, and tells the severities apart
        by its shape."""
        fill, white = f"{_rgb(LINES[kind])} rg ", "1 1 1 rg 1 1 1 RG "
        match kind:
            case Kind.ERROR:
                drawing = fill + _disc(9, 8.5) + white + "2.2 w 5.6 5.6 m 12.4 12.4 l "
                drawing += "5.6 12.4 m 12.4 5.6 l S"
            case Kind.WARNING:
                drawing = fill + "9 .2 m 17.8 9 l 9 17.8 l .2 9 l h f " + white + _disc(9, 2.6)
            case Kind.INFO:
                drawing = fill + "1 1 16 16 re f " + white + "2.2 w 9 4.6 m 9 13.4 l "
                drawing += "4.6 9 m 13.4 9 l S"
            case _:
                drawing = fill + ".5 .5 17 17 re f " + white + "3 3 12 12 re f " + fill
                drawing += "5 5 8 2 re 5 8 8 2 re 5 11 8 2 re f"
        return self._form(drawing.strip(), NOTE, NOTE, Dictionary())

    def _form(
        self, content: str, width: float, height: float, resources: pikepdf.Dictionary
    ) -> pikepdf.Object:
        form = self._pdf.make_stream(content.encode("ascii"))
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox = Array([0, 0, number(width), number(height)])
        form.Resources = resources
        return form


def size_of(mark: Mark) -> tuple[float, float]:
    """Width and height in points, to the hundredth."""
    x0, y0, x1, y1 = mark.box
    return round(x1 - x0, 2), round(y1 - y0, 2)


def number(value: float) -> pikepdf.Object | int:
    """A number as short as can be, to the hundredth."""
    whole = int(value)
    return whole if whole == value else pikepdf.Object.parse(_number(value).encode("ascii"))


def colour_array(values: Colour) -> pikepdf.Array:
    return Array([number(value) for value in values])


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _rgb(values: Colour) -> str:
    return " ".join(_number(value) for value in values)


def _disc(centre: float, radius: float) -> str:
    """A circle out of four Bézier curves."""
    bend = radius * 0.5523
    c, r = centre, radius
    curves = (
        (c + r, c + bend, c + bend, c + r, c, c + r),
        (c - bend, c + r, c - r, c + bend, c - r, c),
        (c - r, c - bend, c - bend, c - r, c, c - r),
        (c + bend, c - r, c + r, c - bend, c + r, c),
    )
    path = f"{_number(c + r)} {_number(c)} m "
    for curve in curves:
        path += " ".join(_number(value) for value in curve) + " c "
    return path + "f "
