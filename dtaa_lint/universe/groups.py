"""Rows that read alike in one table, and groups of rows that begin or end without a word.

``Total`` may stand below two groups. It names a value only where the group above is part of the
header path of both; where it is part of one only, or of none, the question has two answers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from dtaa_lint.graph.model import Cell, HeaderPath, Table
from dtaa_lint.graph.view import View
from dtaa_lint.universe.validate import plain

_INDENT = 3.0
"""Points by which the rows of a group stand to the right of its label."""
_FLUSH = 1.0
"""Points within which a row stands where the group's label does."""


def ended_groups(view: View, table: Table) -> Mapping[int, tuple[int, int]]:
    """Data cell (index into ``table.cells``) -> a group's label that its path names, and its row
    header, where the layout says that the group has ended, or may have: its first row is indented
    under the label, and the cell's row, or one between, stands flush with the label again; or all
    stand flush, and a blank row parts the cell's row from the rows before."""
    heads = {cell.node: cell for cell in table.cells if cell.header and cell.text}
    if not any(head.column == 0 and head.row for head in heads.values()):
        return {}
    known: dict[int, tuple[int, ...]] = {}
    rows: dict[int, dict[int, list[int]]] = {}
    for i, cell in enumerate(table.cells):
        row, column = table.row_paths[i], table.column_paths[i]
        if cell.header or row is None:
            continue
        label = heads.get(row.nodes[-1])
        if label is None or label.column:
            continue
        for path in (row, column):
            if path is None:
                continue
            groups = known.get(id(path))
            if groups is None:
                groups = known[id(path)] = tuple(_groups(path, heads, path is row))
            for group in groups:
                rows.setdefault(group, {}).setdefault(label.node, []).append(i)
    found: dict[int, tuple[int, int]] = {}
    gaps: list[int] | None = None
    for group, labels in rows.items():
        start = _left(view, group)
        if start is None or len(labels) < 2:
            continue
        left = [(node, _left(view, node)) for node in labels]
        first = left[0][1]
        if first is None:
            continue
        ended = False
        if first < start + _INDENT:
            gaps = gaps if gaps is not None else _blank_rows(table)
            after = _gap(gaps, heads[group].row, [heads[node].row for node in labels])
            if abs(first - start) <= _FLUSH and after >= 0:
                for node in labels:
                    if heads[node].row > after:
                        found.update(dict.fromkeys(labels[node], (group, node)))
            continue
        for node, place in left:
            ended = ended or (place is not None and place <= start + _FLUSH)
            if ended:
                found.update(dict.fromkeys(labels[node], (group, node)))
    return found


def going_on(table: Table, rest: Table | None) -> Mapping[int, int]:
    """Row header -> the empty header cell right below it, where the row of that one has values and
    no other row header: on the page, or in what it was made from, the one name most often stands
    for all these rows, so that it names none of them alone. ``rest``: what the table goes on in on
    the next page."""
    found: dict[int, int] = {}
    empty = _unnamed(table)
    if empty:
        for cell in table.cells:
            below = empty.get((cell.row + cell.row_span, cell.column))
            if cell.header and cell.text and below is not None:
                found[cell.node] = below
    if rest is not None:
        above = {
            cell.column: cell.node
            for cell in table.cells
            if cell.header and cell.text and cell.row + cell.row_span == table.n_rows
        }
        data = [cell.row for cell in rest.cells if not cell.header and cell.text]
        first = min(data, default=-1)
        for (row, column), node in _unnamed(rest).items() if above else ():
            if row == first and column in above:
                found[above[column]] = node
    return found


def _unnamed(table: Table) -> Mapping[tuple[int, int], int]:
    """(row, column) of empty header cells in rows with values that no row header names."""
    empty = [cell for cell in table.cells if cell.header and not cell.text]
    if not empty:
        return {}
    rows = {
        cell.row
        for i, cell in enumerate(table.cells)
        if not cell.header and cell.text and table.row_paths[i] is None
    }
    return {(cell.row, cell.column): cell.node for cell in empty if cell.row in rows}


def _blank_rows(table: Table) -> list[int]:
    """Rows none of whose cells has text, in order."""
    full: set[int] = set()
    for cell in table.cells:
        if cell.text:
            full.update(range(cell.row, cell.row + cell.row_span))
    return [row for row in range(table.n_rows) if row not in full]


def _gap(gaps: list[int], group: int, members: list[int]) -> int:
    """The first blank row below the first member of a group, when more members follow; -1. Where a
    blank row stands right below the group's label too, they stand below every row and part
    nothing."""
    at = bisect_right(gaps, group)
    if at < len(gaps) and gaps[at] < members[0]:
        return -1
    at = bisect_right(gaps, members[0])
    return gaps[at] if at < len(gaps) and gaps[at] < members[-1] else -1


def _groups(path: HeaderPath, heads: Mapping[int, Cell], of_row: bool) -> Iterator[int]:
    """The labels of groups of rows in a path: headers of the first column that stand beside no
    value (row path) or below the header of the column (column path)."""
    last = heads.get(path.nodes[-1])
    for node in path.nodes[:-1]:
        head = heads.get(node)
        if head is not None and head.column == 0 and (of_row or (last and head.row > last.row)):
            yield node


def _left(view: View, node: int) -> float | None:
    """Where the label begins; unknown where it begins with spaces, which may be its indent."""
    start = view.nodes[node].text_start
    if view.document.text[start : start + 1].isspace():
        return None
    boxes = view.boxes(node)
    return boxes[0].box[0] if boxes else None


def rows_alike(table: Table, judged: list[int]) -> Iterator[tuple[int, int]]:
    """(cell, other cell) of one column whose rows have the same label, where nothing in the
    first one's header paths tells it from the other: the second one's paths name no less. The
    texts differ. Two such rows also lose their other cells, where one of them is blank."""
    cells = table.cells
    labels: dict[str, set[int]] = {}
    for i in judged:
        row = table.row_paths[i]
        if row is not None:
            labels.setdefault(plain(row.texts[-1]), set()).add(cells[i].row)
    repeated = {label for label, rows in labels.items() if len(rows) > 1 and label}
    if not repeated:
        return
    groups: dict[tuple[str, int], list[int]] = {}
    for i in judged:
        row, column = table.row_paths[i], table.column_paths[i]
        if row is not None and column is not None:
            label = plain(row.texts[-1])
            if label in repeated:
                groups.setdefault((label, cells[i].column), []).append(i)
    for members in groups.values():
        if 2 <= len(members) <= _MOST:
            names = [_names(table, i) for i in members]
            for a, i in enumerate(members):
                for b, j in enumerate(members):
                    if (
                        cells[i].row != cells[j].row
                        and names[a] <= names[b]
                        and _own(table, i) != _own(table, j)
                        and cells[i].text.casefold() != cells[j].text.casefold()
                    ):
                        yield i, j
                        break


_MOST = 60
"""Rows with one label that are compared with one another."""


def _names(table: Table, i: int) -> frozenset[str]:
    row, column = table.row_paths[i], table.column_paths[i]
    texts = (*(row.texts if row else ()), *(column.texts if column else ()))
    return frozenset([name for text in texts if (name := plain(text))])


def _own(table: Table, i: int) -> int:
    """The row header itself: one that spans several rows names them all."""
    row = table.row_paths[i]
    return row.nodes[-1] if row else -1
