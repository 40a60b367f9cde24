"""Whether marks are seen where they should be, in a picture of a page at 72 dpi."""

from __future__ import annotations

import pikepdf
from PIL import Image

from dtaa_lint.report.colours import FILLS, LINES
from dtaa_lint.report.mark_places import NOTE, Shape
from dtaa_lint.report.marks import Mark
from tests.review.support import changed, small

VISIBLE = (-60.0, 20.0, 480.0, 830.0)
"""What is visible of the pages of ``turned``."""


def turned(rotate: int) -> bytes:
    """A page that is turned, whose origin is not in its corner, and which is cropped."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0].obj
        page.Rotate = rotate
        page.MediaBox = pikepdf.Array([-100, -50, 600, 850])
        page.CropBox = pikepdf.Array(list(VISIBLE))

    return changed(small(), change)


def assert_seen(image: Image.Image, marks: tuple[Mark, ...], rotate: int) -> None:
    """Every mark has its colour where it stands, and an icon is at the top of the page."""
    width, height = VISIBLE[2] - VISIBLE[0], VISIBLE[3] - VISIBLE[1]
    shown = (width, height) if rotate in (0, 180) else (height, width)
    assert abs(image.width - shown[0]) <= 1 and abs(image.height - shown[1]) <= 1
    pixels = image.convert("RGB")
    for mark in marks:
        colours = FILLS if mark.shape is Shape.HIGHLIGHT and not mark.nested else LINES
        wanted = tuple(round(value * 255) for value in colours[mark.kind])
        x0, y0, x1, y1 = _shown(mark, rotate)
        part = pixels.crop((int(x0) - 1, int(y0) - 1, int(x1) + 2, int(y1) + 2))
        near = sum(
            count
            for count, colour in part.getcolors(part.width * part.height) or ()
            if all(abs(a - b) < 70 for a, b in zip(colour, wanted, strict=True))
        )
        assert near >= 8, (mark.shape, mark.kind, mark.box)
        if mark.shape is Shape.NOTE:
            assert y1 < 60


def _shown(mark: Mark, rotate: int) -> tuple[float, float, float, float]:
    """The mark's rectangle in pixels, the origin above left."""
    left, bottom, right, top = VISIBLE
    x0, y0, x1, y1 = mark.box
    if mark.shape is Shape.NOTE:
        # Notes stay upright: what does not turn is their upper left corner (12.5.6.4).
        x, y = {
            0: (x0 - left, top - y1),
            90: (y1 - bottom, x0 - left),
            180: (right - x0, y1 - bottom),
            270: (top - y1, right - x0),
        }[rotate]
        return x, y, x + NOTE, y + NOTE
    match rotate:
        case 90:
            return y0 - bottom, x0 - left, y1 - bottom, x1 - left
        case 180:
            return right - x1, y0 - bottom, right - x0, y1 - bottom
        case 270:
            return top - y1, right - x1, top - y0, right - x0
        case _:
            return x0 - left, top - y1, x1 - left, top - y0
