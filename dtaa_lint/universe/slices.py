"""Tables that a producer cut into slices: each piece of one table on the page is a Table itself.

Some exports of spreadsheets part a table wherever they meet an empty column or another style: one
Table holds the labels, the next one to the right the figures of a year, the next one their change.
A slice has no headers and, where it has nothing but figures, not even labels; only the places on
the page show what belongs together. Here that is told from boxes, for tables without header cells:
it names a repair and never makes a task.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtaa_lint.graph.model import Table
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import Box
from dtaa_lint.universe.looks import is_blank, is_period, is_value

_NEAR = 12
"""Tables before it that a table is compared with."""
_SAME_LINE = 3.0
"""Points by which the middles of two texts of one line differ at most."""
_SAME_EDGE = 3.0
"""Points by which the edges of two texts of one column differ at most."""
_GAP = 40.0
"""Points between two slices of which one stands below the other."""
_TOUCHING = 6.0
"""Points between a table's title row and what stands below it."""
_FAR = 120.0
"""The same with titles in between."""
_LEADING = 1.5
"""Times its height by which a line of text may stand above what it heads."""
_CELLS = 400
"""Cells of one table that are looked at; slices are small."""
_VALUES = 4
"""Values that a table in slices has at least."""


class _Piece(NamedTuple):
    """A table as it lies on its page."""

    table: int
    """Into the tables."""
    box: Box
    lines: tuple[float, ...]
    """Middles of its rows with text, from below."""
    columns: tuple[tuple[float, float], ...]
    """Edges of its columns with text: leftmost and rightmost of each."""
    values: int
    figures: int
    """Rows with values that are no years or quarters, which head columns as well."""
    labels: int


def find_slices(view: View, tables: Sequence[Table], bare: Sequence[bool]) -> list[tuple[int, ...]]:
    """Runs of tables (indices) that look like the slices of one table, each in reading order.

    ``bare`` tells for each table whether it may be a slice: it has text and no header cell.
    """
    found: list[tuple[int, ...]] = []
    for series in _series(view, tables, bare):
        pieces = [piece for i in series if (piece := _piece(view, tables[i], i)) is not None]
        for run in _runs(pieces):
            found.append(tuple(sorted(piece.table for piece in run)))
    return found


def _series(view: View, tables: Sequence[Table], bare: Sequence[bool]) -> Iterator[list[int]]:
    """Tables of one parent on one page that follow each other with nothing in between."""
    series: list[int] = []
    end = -1
    for i, table in enumerate(tables):
        node = view.nodes[table.node]
        if series:
            first = view.nodes[tables[series[0]].node]
            follows = (
                node.parent == first.parent
                and node.page == first.page
                and view.index.blank_between(end, node.text_start)
            )
            if follows and not bare[i] and not any(map(str.isalnum, view.text(table.node))):
                end = node.text_end  # A piece without text, or with dashes only.
                continue
            if not (follows and bare[i]):
                if len(series) > 1:
                    yield series
                series = []
        if bare[i]:
            series.append(i)
            end = node.text_end
    if len(series) > 1:
        yield series


def _piece(view: View, table: Table, index: int) -> _Piece | None:
    """The table's place; None where it is not on one page."""
    boxes = view.boxes(table.node)
    if len(boxes) != 1 or len(table.cells) > _CELLS:
        return None
    lines: dict[int, float] = {}
    columns: dict[int, tuple[float, float]] = {}
    values = labels = 0
    figures: set[int] = set()
    for cell in table.cells:
        if not cell.text:
            continue
        if is_value(cell.text):
            values += 1
            if not is_period(cell.text):
                figures.add(cell.row)
        elif not is_blank(cell.text):
            labels += 1
        place = view.boxes(cell.node)
        if len(place) == 1:
            left, bottom, right, top = place[0].box
            lines.setdefault(cell.row, (bottom + top) / 2)
            before = columns.get(cell.column, (left, right))
            columns[cell.column] = (min(before[0], left), max(before[1], right))
    return _Piece(
        index,
        boxes[0].box,
        tuple(sorted(lines.values())),
        tuple(columns.values()),
        values,
        len(figures),
        labels,
    )


def _beside(one: _Piece, other: _Piece) -> bool:
    """Whether two tables stand side by side and their lines are the same."""
    a, b = one.box, other.box
    if not (a[2] <= b[0] + _SAME_EDGE or b[2] <= a[0] + _SAME_EDGE):
        return False
    fewer, more = sorted((one.lines, other.lines), key=len)
    for y in fewer:
        at = bisect_left(more, y - _SAME_LINE)
        if at == len(more) or more[at] > y + _SAME_LINE:
            return False
    return bool(fewer)


def _below(one: Sequence[_Piece], other: Sequence[_Piece], limit: float) -> bool:
    """Whether the other group of tables stands under the columns of the first one, ``limit`` points
    below it at most."""
    gap = min(piece.box[1] for piece in one[-_NEAR:]) - max(piece.box[3] for piece in other)
    if not -_SAME_LINE <= gap <= limit:
        return False
    return _shared(one[-_NEAR:], other) > 1


def _shared(one: Sequence[_Piece], other: Sequence[_Piece]) -> int:
    """How many columns of the other group stand flush left, flush right or centred under one of the
    first."""
    above = [
        sorted([place(column) for piece in one for column in piece.columns]) for place in _PLACES
    ]
    count = 0
    last = float("-inf")
    for column in sorted([column for piece in other for column in piece.columns]):
        if column[0] <= last:
            continue  # A column that was counted: it goes on in the next piece of the group.
        for places, place in zip(above, _PLACES, strict=True):
            at = bisect_left(places, place(column) - _SAME_EDGE)
            if at < len(places) and places[at] <= place(column) + _SAME_EDGE:
                count += 1
                last = column[1]
                break
    return count


def _left(column: tuple[float, float]) -> float:
    return column[0]


def _right(column: tuple[float, float]) -> float:
    return column[1]


def _middle(column: tuple[float, float]) -> float:
    return (column[0] + column[1]) / 2


_PLACES = (_left, _right, _middle)


def _runs(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Groups of pieces that make one table, those alone left out."""
    groups: list[list[_Piece]] = []
    of: dict[int, list[_Piece]] = {}
    for at, piece in enumerate(pieces):
        near = [p for p in pieces[max(0, at - _NEAR) : at] if _beside(p, piece)]
        group = of[near[-1].table] if near else []
        if not group:
            groups.append(group)
        group.append(piece)
        of[piece.table] = group
    run: list[_Piece] = []
    between: list[list[_Piece]] = []
    """What stands between the run and the next group that is cut: titles inside the table, or the
    headers of the next one."""
    for group in groups:
        if not _is_cut(group):
            if run and not between and _below(run, group, _GAP):
                run.extend(group)
            else:
                between.append(group)
        elif run and _below(run, group, _FAR if between else _GAP):
            run.extend(piece for title in between for piece in title)
            run.extend(group)
            between = []
        else:
            if _is_table(run):
                yield run
            elif run:
                between.insert(0, run)  # Years side by side are headers.
            run = [*_head(between, group), *group]
            between = []
    if _is_table(run):
        yield run


def _head(above: Sequence[Sequence[_Piece]], group: Sequence[_Piece]) -> Sequence[_Piece]:
    """Of the groups before a group the pieces that are its headers: with figures in one row at
    most, over columns of what they head, right on top of it, or a single line close above."""
    found: list[_Piece] = []
    below = group
    for pieces in reversed(above):
        if any(piece.figures > 1 for piece in pieces):
            break
        if not (_below(pieces, below, _GAP) or _tops(pieces, [*found, *group])):
            break
        found = [*pieces, *found]
        below = pieces
    return found


def _tops(pieces: Sequence[_Piece], below: Sequence[_Piece]) -> bool:
    """Whether pieces stand over others, and touch them or are a single line close above."""
    top = max(piece.box[3] for piece in below)
    left = min(piece.box[0] for piece in below)
    right = max(piece.box[2] for piece in below)
    box = min((piece.box for piece in pieces), key=_bottom)
    lines = max(len(piece.lines) for piece in pieces)
    limit = _TOUCHING if lines > 1 else max(_TOUCHING, _LEADING * (box[3] - box[1]))
    return box[1] - top <= limit and any(
        piece.box[0] < right and piece.box[2] > left for piece in pieces
    )


def _bottom(box: Box) -> float:
    return box[1]


def _is_table(run: Sequence[_Piece]) -> bool:
    """Whether the run has what a table of figures has: enough values, and labels for them."""
    values = sum(piece.values for piece in run)
    labels = sum(piece.labels for piece in run)
    return values >= _VALUES and labels > 0 and values >= labels


def _is_cut(group: Sequence[_Piece]) -> bool:
    """Whether tables side by side are pieces of one: some are figures without any label, and two
    lines run through them or three of them stand on one."""
    if len(group) < 2 or not any(piece.values and not piece.labels for piece in group):
        return False
    return len(group) > 2 or min(len(piece.lines) for piece in group) > 1
