"""Where marks stand on a page, and in which shape: boxes, frames around them, and notes.

Lines of text stand so close that a frame around one runs through its neighbours; so text is never
framed, and a frame leaves no room above and below unless it is around a figure or a table.
"""

from __future__ import annotations

from enum import StrEnum
from math import isfinite

from dtaa_lint.findings.finding import FileReport, Finding, Sheet
from dtaa_lint.pdf.model import Box

_TEXT = frozenset({
    "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Sub", "Span", "Em", "Strong", "Quote",
    "BlockQuote", "Code", "Link", "Reference", "Annot", "BibEntry", "Lbl", "LBody", "LI", "TOCI",
    "TD", "TH", "Caption", "Note", "FENote", "Index", "Ruby", "RB", "RT", "RP", "Warichu", "WT",
    "WP", "Formula", "Form", "Private", "NonStruct", "Aside", "L", "TOC",
})  # fmt: skip
"""Standard types that are text for their readers."""
_SET_APART = frozenset({"Table", "Figure", "Formula", "Form"})
"""Standard types with room around them."""
_TALL = 0.25
"""Share of the page's height above which text is framed, as a highlight would cover too much."""
_LETTER = Sheet((0.0, 0.0, 612.0, 792.0), 0)
"""Where nothing is known of a page."""
_LEAST = 4.0
"""Points that a mark is wide and high at least."""
PAD = 2.0
"""Points between an element and its frame."""
NOTE = 18.0
"""Points that the icon of a note is wide and high."""
_STEP, _LEAST_STEP, _MARGIN = 22.0, 7.0, 10.0
"""Points between two notes, when there is room and at least; and to the edge of the page."""


class Shape(StrEnum):
    HIGHLIGHT = "highlight"
    SQUARE = "square"
    NOTE = "text"


def place_of(file: FileReport, finding: Finding) -> tuple[int, Box | None]:
    """The page that a finding is marked on, and its box there; None when it has none that can be
    seen. What is on no page is marked on the first."""
    for item in sorted(finding.boxes, key=lambda item: (item.page != finding.page, item.page)):
        if 0 <= item.page < file.pages:
            box = seen(item.box, sheet_of(file, item.page))
            if box is not None:
                return item.page, box
    return (finding.page if 0 <= finding.page < file.pages else 0), None


def sheet_of(file: FileReport, page: int) -> Sheet:
    """The page's visible area and rotation, or those of US Letter where they are not known."""
    sheet = file.sheets[page] if 0 <= page < len(file.sheets) else _LETTER
    x0, y0, x1, y1 = sheet.box
    return sheet if all(isfinite(value) for value in sheet.box) and x0 < x1 and y0 < y1 else _LETTER


def seen(box: Box, sheet: Sheet) -> Box | None:
    """The visible part of a box, of a size that can be seen; None where there is none."""
    if not all(isfinite(value) for value in box):
        return None
    left, bottom, right, top = sheet.box
    x0, x1 = max(min(box[0], box[2]), left), min(max(box[0], box[2]), right)
    y0, y1 = max(min(box[1], box[3]), bottom), min(max(box[1], box[3]), top)
    if x0 > x1 or y0 > y1:
        return None
    x0, x1 = _grown(x0, x1)
    y0, y1 = _grown(y0, y1)
    return (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))


def _grown(low: float, high: float) -> tuple[float, float]:
    lack = max(0.0, _LEAST - (high - low)) / 2
    return low - lack, high + lack


def _widened(box: Box, along: float, across: float, sheet: Sheet) -> Box:
    """A frame around a box, on whole points (so that frames of one size share their drawing), that
    does not leave the page; ``along``: room before and behind lines, ``across``: above and below
    them."""
    left, bottom, right, top = sheet.box
    x0, y0, x1, y1 = box
    dx, dy = (across, along) if sheet.rotate in (90, 270) else (along, across)
    return (
        min(max(float(round(x0 - dx)), left), x0), min(max(float(round(y0 - dy)), bottom), y0),
        max(min(float(round(x1 + dx)), right), x1), max(min(float(round(y1 + dy)), top), y1),
    )  # fmt: skip


def framed(box: Box, by: float, kind: str, sheet: Sheet) -> Box:
    """The frame around an element."""
    return _widened(box, by, by if kind in _SET_APART else 0.0, sheet)


def placed(box: Box, shape: Shape, kind: str, sheet: Sheet, room: float) -> Box:
    """Where a mark that is no note stands; ``room``: of the usual one."""
    if shape is Shape.SQUARE:
        return framed(box, PAD * room, kind, sheet)
    # Dashed lines stand before and behind the text.
    return box if room == 1 else _widened(box, PAD, 0.0, sheet)


def type_of(path: str) -> str:
    """The standard type of the element that a path leads to."""
    return path.rsplit("/", 1)[-1].split("[", 1)[0]


def shape_of(kind: str, box: Box, sheet: Sheet) -> Shape:
    sideways = sheet.rotate in (90, 270)
    height = box[2] - box[0] if sideways else box[3] - box[1]
    page = sheet.box[2] - sheet.box[0] if sideways else sheet.box[3] - sheet.box[1]
    return Shape.HIGHLIGHT if kind in _TEXT and height <= _TALL * page else Shape.SQUARE


def note_places(sheet: Sheet, count: int) -> list[Box]:
    """Where notes stand: in a row at the top of the page as it is shown, closer together when they
    are many, and in further rows when they are too many for one.

    Most viewers keep notes upright on pages that are turned, around their upper left corner in
    default user space; there is room for that, too."""
    x0, y0, x1, y1 = sheet.box
    width = y1 - y0 if sheet.rotate in (90, 270) else x1 - x0
    room = max(width - 2 * _MARGIN - NOTE, 0.0)
    step = _STEP if count < 2 else min(_STEP, max(_LEAST_STEP, room / (count - 1)))
    in_row = int(room / step + 1e-6) + 1
    places: list[Box] = []
    for number in range(count):
        row, column = divmod(number, in_row)
        right, down = _MARGIN + column * step, _MARGIN + row * _STEP
        match sheet.rotate:
            case 90:
                x, y = x0 + down, y0 + right
            case 180:
                x, y = x1 - right - NOTE, y0 + down
            case 270:
                x, y = x1 - down - NOTE, y1 - right - NOTE
            case _:
                x, y = x0 + right, y1 - down - NOTE
        places.append((round(x, 2), round(y, 2), round(x + NOTE, 2), round(y + NOTE, 2)))
    return places
