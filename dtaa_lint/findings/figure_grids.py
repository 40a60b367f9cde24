"""Text inside a figure that stands in rows and columns, as that of a table does.

Charts have text in rows and columns too: the numbers of an axis, a legend, the values of bars. So
little is taken for a table: every row begins with words, a column behind them holds values, the
columns line up to a point or so, the grid is nearly all the text there is, and nothing is drawn
beside it but a few straight lines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import RunFlag

MIN_ROWS, MIN_COLUMNS = 3, 2
_MAX_PIECES = 2000
"""Pieces of text in a figure that are looked at; more are a drawing's lettering."""
_GAP = 0.6
"""Times the font size: a gap between words of one cell is smaller."""
_EDGE = 2.0
"""Points by which cells of one column may miss each other's edge or middle."""
_MOST = 0.9
"""Share of a figure's pieces that are in the grid, and of its cells that line up."""
_NOT_TEXT = RunFlag.ROTATED | RunFlag.VERTICAL | RunFlag.PICTURE | RunFlag.INVISIBLE


class _Piece(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float
    text: str
    size: float


class Grid(NamedTuple):
    rows: int
    columns: int
    first: str
    """The text of its first row."""


def grid_in(view: View, starts: Sequence[int], node: int) -> Grid | None:
    """The rows and columns in which the text of a figure stands; None when it does not. ``starts``
    are those of the document's runs, in order."""
    pieces = _pieces(view, starts, node)
    if len(pieces) < MIN_ROWS * MIN_COLUMNS:
        return None
    rows = [_cells(row) for row in _rows(pieces)]
    width = max(map(len, rows))
    if width < MIN_COLUMNS:
        return None
    grid = [row for row in rows if len(row) == width]
    covered = sum(map(len, grid))
    if len(grid) < MIN_ROWS or covered < _MOST * sum(map(len, rows)):
        return None
    columns = list(zip(*grid, strict=True))
    if not all(map(_lines_up, columns)) or not _worded(columns[0]):
        return None
    if not any(map(_valued, columns[1:])):
        return None
    return Grid(len(grid), width, " ".join(cell.text for cell in grid[0]))


def _pieces(view: View, starts: Sequence[int], node: int) -> list[_Piece]:
    """The figure's text, piece by piece; none where pictures, drawings or turned text stand beside
    it, or the text is on several pages."""
    element = view.nodes[node]
    document = view.document
    found: list[_Piece] = []
    pages = set()
    begin, end = bisect_left(starts, element.text_start), bisect_right(starts, element.text_end)
    for place in range(begin, end):
        run = document.runs[place]
        if not element.index <= run.owner < element.end:
            continue
        if run.flags & _NOT_TEXT:
            return []
        text = document.text[run.start : run.end].strip()
        if not run.glyphs or run.box is None or not any(map(str.isalnum, text)):
            continue
        pages.add(run.item.page)
        found.append(_Piece(*run.box, text, run.font_size or element.font_size))
        if len(found) > _MAX_PIECES:
            return []
    return found if len(pages) == 1 else []


def _rows(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    """Pieces whose middles stand at one height, from top to bottom, each row from left to right."""
    rows: list[list[_Piece]] = []
    for piece in sorted(pieces, key=lambda p: (-(p.top + p.bottom), p.left)):
        middle = (piece.top + piece.bottom) / 2
        if rows:
            above = rows[-1][0]
            if abs((above.top + above.bottom) / 2 - middle) < (above.top - above.bottom) / 2:
                rows[-1].append(piece)
                continue
        rows.append([piece])
    for row in rows:
        row.sort()
    return rows


def _cells(row: Sequence[_Piece]) -> list[_Piece]:
    """The pieces of a row, those that a word space parts as one."""
    cells = [row[0]]
    for piece in row[1:]:
        last = cells[-1]
        if piece.left - last.right < _GAP * max(piece.size, 1.0):
            text = f"{last.text} {piece.text}"
            cells[-1] = last._replace(right=max(last.right, piece.right), text=text)
        else:
            cells.append(piece)
    return cells


def _lines_up(column: Sequence[_Piece]) -> bool:
    """Most cells of the column share their left edge, their right edge or their middle."""
    places = (
        sorted(cell.left for cell in column),
        sorted(cell.right for cell in column),
        sorted((cell.left + cell.right) / 2 for cell in column),
    )
    middle = len(column) // 2
    return any(
        sum(abs(place - line[middle]) <= _EDGE for place in line) >= _MOST * len(column)
        for line in places
    )


def _worded(column: Sequence[_Piece]) -> bool:
    """Every cell is words, and no two are the same: what the rows are about."""
    texts = [cell.text for cell in column]
    words = [any(map(str.isalpha, text)) and not text[:1].isdigit() for text in texts]
    return all(words) and len({*texts}) == len(texts)


def _valued(column: Sequence[_Piece]) -> bool:
    """Most cells hold a number; the columns of a legend hold names."""
    return 2 * sum(any(map(str.isdecimal, cell.text)) for cell in column) > len(column)
