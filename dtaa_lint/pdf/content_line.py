"""What the strings of one line of text share, and the box of one that is not level."""

from __future__ import annotations

import math

from dtaa_lint.pdf.fonts import Font
from dtaa_lint.pdf.model import Box


def line_of(
    font: Font, fs: float, rise: float, ux: float, uy: float, vx: float, vy: float
) -> tuple[bool, float, float, float, float, float, float, float]:
    """What the strings of a line share, in default user space: whether it runs level to the
    right, font size, direction, rise, and how far glyphs reach above and below."""
    flat = uy == 0.0 and ux > 0.0 and not font.vertical
    dx, dy = 1.0, 0.0
    if flat and vx == 0.0:
        tall = vy
        size = abs(fs * vy)
    else:
        tall = math.hypot(vx, vy)
        size = abs(fs * tall)
        length = math.hypot(ux, uy)
        if font.vertical:
            dx, dy = (-vx / tall, -vy / tall) if tall else (0.0, -1.0)
        elif length and not flat:
            dx, dy = ux / length, uy / length
    up, down = font.ascent * fs * tall, font.descent * fs * tall
    if up < down:
        up, down = down, up
    return flat, size * font.em, dx, dy, rise * vx, rise * vy, up, down


def slanted_box(
    sx: float, sy: float, ex: float, ey: float, vx: float, vy: float, fs: float, font: Font
) -> Box:
    """The box of a string that does not run left to right on a level line."""
    if font.vertical:
        # Glyphs hang below the pen, half an em to either side.
        half = 0.5 * fs * math.hypot(vx, vy)
        return (
            min(sx, ex) - (half if vx == 0 else 0),
            min(sy, ey) - (half if vx else 0),
            max(sx, ex) + (half if vx == 0 else 0),
            max(sy, ey) + (half if vx else 0),
        )
    up, down = font.ascent * fs, font.descent * fs
    xs = (sx + up * vx, sx + down * vx, ex + up * vx, ex + down * vx)
    ys = (sy + up * vy, sy + down * vy, ey + up * vy, ey + down * vy)
    return (min(xs), min(ys), max(xs), max(ys))
