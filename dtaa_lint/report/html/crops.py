"""Where on the picture of a page an element is: the part of it that is shown, and what is drawn
over it. Pure geometry in image pixels; boxes may be anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.interface import PageImage

_MARKS = 40
"""Rectangles drawn for one element; more become the one around them."""
_ROOM = 2.5
"""Pixels between an element and its rectangle, so that no letter is crossed."""
_LEAST = 8.0
"""Pixels of the least side of a rectangle, so that it can be seen."""
_PAD = 0.035
"""Margin around what is shown, as a share of the picture's width."""
_WIDE = 0.55
"""Least width of what is shown, as a share of the picture's width: some context to find the place
by."""
_FLAT = 0.1
"""Least height of what is shown, as a share of the picture's width."""
_TALL = 0.5
"""Height up to which other elements are taken into the picture, as a share of the page's."""
_SHOWN_WIDE = 620.0
"""CSS pixels that a picture takes at most."""
_SHOWN_TALL = 540.0
_ENLARGED = 1.3
_SMALL_WIDE, _SMALL_TALL = 300.0, 240.0
"""CSS pixels of a picture that stands beside another one."""


class Rect(NamedTuple):
    """In image pixels, origin above left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle that is drawn."""

    rect: Rect
    number: int
    """0: the element itself; else that of the other element."""
    lines: bool = False
    """Around lines of text: a frame would run through their neighbours."""


class Element(NamedTuple):
    """What is drawn: an element by its number (0: the one at fault) and boxes."""

    number: int
    boxes: tuple[PageBox, ...]
    lines: bool = False
    """It is text."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a page's picture with what is drawn over it."""

    image: str
    """Id of the picture in the report."""
    page: int
    """0-based."""
    view: Rect
    image_width: int
    image_height: int
    marks: tuple[Mark, ...]
    width: float
    """CSS pixels that it is shown at."""
    height: float

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers of the other elements that are drawn."""
        return frozenset(mark.number for mark in self.marks if mark.number)

    def lines(self, least: int) -> bool:
        """Whether what is drawn of the element itself (0), or first of the others (1), is text."""
        return next((m.lines for m in self.marks if (m.number > 0) == (least > 0)), False)


def to_pixels(box: Sequence[float], image: PageImage) -> Rect | None:
    """A box of default user space as a rectangle within the picture; None where no part of it
    is there, or where it is no box."""
    a, b, c, d, e, f = image.matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    if not all(map(isfinite, (*xs, *ys))):
        return None
    left, right = max(min(xs), 0.0), min(max(xs), float(image.width))
    top, bottom = max(min(ys), 0.0), min(max(ys), float(image.height))
    if left > right or top > bottom or image.width <= 0 or image.height <= 0:
        return None
    wide, tall = right - left + 2 * _ROOM, bottom - top + 2 * _ROOM
    around = Rect(left - _ROOM, top - _ROOM, wide, tall)
    return _at_least(around, _LEAST, _LEAST, image)


def rects_on(page: int, boxes: Iterable[PageBox], image: PageImage) -> tuple[Rect, ...]:
    """The rectangles of boxes that are on a page, the first ones by themselves."""
    found = [
        rect
        for number, box in boxes
        if number == page and (rect := to_pixels(box, image)) is not None
    ]
    if len(found) <= _MARKS:
        return tuple(found)
    return (*found[: _MARKS - 1], _around(found[_MARKS - 1 :]))


def crop(
    image_id: str,
    page: int,
    image: PageImage,
    element: Element,
    others: Iterable[Element],
    small: bool = False,
) -> Crop | None:
    """The part of a page that shows an element and, where they are near, the other elements that
    are spoken of; None where nothing of the element is on the page."""
    own = rects_on(page, element.boxes, image)
    if not own:
        return None
    shown = _around(own)
    numbered: list[tuple[Element, tuple[Rect, ...]]] = []
    for other in others:
        rects = rects_on(page, other.boxes, image)
        if not rects:
            continue
        numbered.append((other, rects))
        wider = _around((shown, *rects))
        if wider.height <= max(shown.height, _TALL * image.height):
            shown = wider
    pad = _PAD * image.width
    shown = Rect(shown.x - pad, shown.y - pad, shown.width + 2 * pad, shown.height + 2 * pad)
    view = _at_least(shown, _WIDE * image.width, _FLAT * image.width, image)
    marks = [_mark(rect, other) for other, rects in numbered for rect in rects if meet(rect, view)]
    # The element itself comes last: over the others.
    marks += [_mark(rect, element) for rect in own]
    wide, tall = (_SMALL_WIDE, _SMALL_TALL) if small else (_SHOWN_WIDE, _SHOWN_TALL)
    scale = min(_ENLARGED, wide / view.width, tall / view.height)
    return Crop(
        image_id, page, view, image.width, image.height, tuple(marks),
        view.width * scale, view.height * scale,
    )  # fmt: skip


def _mark(rect: Rect, element: Element) -> Mark:
    if element.lines and rect.height > 3 * _ROOM:
        rect = rect._replace(y=rect.y + _ROOM, height=rect.height - 2 * _ROOM)
    return Mark(rect, element.number, element.lines)


def _around(rects: Sequence[Rect]) -> Rect:
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    right = max(r.x + r.width for r in rects)
    bottom = max(r.y + r.height for r in rects)
    return Rect(left, top, right - left, bottom - top)


def _at_least(rect: Rect, width: float, height: float, image: PageImage) -> Rect:
    """The rectangle, widened about its middle and moved into the picture."""
    x, wide = _span(rect.x, rect.width, width, float(image.width))
    y, tall = _span(rect.y, rect.height, height, float(image.height))
    return Rect(x, y, wide, tall)


def _span(start: float, length: float, least: float, limit: float) -> tuple[float, float]:
    longer = min(max(length, least), limit)
    return min(max(start - (longer - length) / 2, 0.0), limit - longer), longer


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have a part in common."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
