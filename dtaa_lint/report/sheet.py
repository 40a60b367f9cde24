"""Where marks may stand on a page."""

from __future__ import annotations

from dtaa_lint.pdf.model import Box


def kept_inside(box: Box, page: Box) -> Box:
    """The box moved into what is visible of a page, and made smaller where that is smaller."""
    x0, x1 = _kept(box[0], box[2], page[0], page[2])
    y0, y1 = _kept(box[1], box[3], page[1], page[3])
    return (x0, y0, x1, y1)


def _kept(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    size = min(high - low, most - least)
    begin = min(max(low, least), most - size)
    return round(begin, 2), round(begin + size, 2)
