"""Pictures of fixture pages: rendered, cut to what is on them, with boxes around elements."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

SCALE = 2.0
"""Pixels a point: twice what is shown, for dense screens."""
MARGIN = 14
"""Points of white left around what is on the page."""
LEAST = (300, 70)
"""Points that a picture has at least, so that one line is not blown up."""
FAULT = (196, 30, 58)
RELATED = (18, 98, 163)

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points of default user space, origin below left."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its size as it is to be shown (half of its pixels)."""

    data: bytes
    width: int
    height: int


def render(
    path: Path,
    page: int,
    faults: Iterable[Box] = (),
    related: Iterable[Box] = (),
    around: Box | None = None,
) -> Picture:
    """Page ``page`` (0-based) of a PDF, cut to its content (or to ``around``), with boxes around
    what is at fault and dashed ones around what is related. Raises ``pypdfium2.PdfiumError`` for a
    file or a page that cannot be rendered."""
    document = pypdfium2.PdfDocument(path)
    try:
        leaf = document[page]
        left, _, _, top = leaf.get_cropbox()
        image = leaf.render(scale=SCALE, may_draw_forms=False).to_pil().convert("RGB")
    finally:
        document.close()

    def pixels(box: Box, outset: float = 2.5) -> Box:
        x0, y0, x1, y1 = box
        return (
            (x0 - left - outset) * SCALE,
            (top - y1 - outset) * SCALE,
            (x1 - left + outset) * SCALE,
            (top - y0 + outset) * SCALE,
        )

    draw = ImageDraw.Draw(image)
    for box in related:
        _dashed(draw, pixels(box, 1))
    for box in faults:
        draw.rounded_rectangle(pixels(box), radius=5, outline=FAULT, width=4)
    if around is not None:
        image = image.crop(tuple(round(number) for number in pixels(around, 0)))
    return _cut(image)


def _dashed(draw: ImageDraw.ImageDraw, box: Box, dash: int = 10) -> None:
    x0, y0, x1, y1 = (round(number) for number in box)
    for x in range(x0, x1, 2 * dash):
        for y in (y0, y1):
            draw.line((x, y, min(x + dash, x1), y), fill=RELATED, width=3)
    for y in range(y0, y1, 2 * dash):
        for x in (x0, x1):
            draw.line((x, y, x, min(y + dash, y1)), fill=RELATED, width=3)


def _cut(image: Image.Image) -> Picture:
    """The part of the page that something is on, and a margin."""
    white = Image.new("RGB", image.size, (255, 255, 255))
    found = ImageChops.difference(image, white).getbbox() or (0, 0, 0, 0)
    margin = round(MARGIN * SCALE)
    x0, y0 = max(0, found[0] - margin), max(0, found[1] - margin)
    x1 = min(image.width, max(found[2] + margin, x0 + round(LEAST[0] * SCALE)))
    y1 = min(image.height, max(found[3] + margin, y0 + round(LEAST[1] * SCALE)))
    part = image.crop((x0, y0, x1, y1))
    part = part.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    part.save(out, "PNG", optimize=True)
    return Picture(out.getvalue(), part.width // 2, part.height // 2)
