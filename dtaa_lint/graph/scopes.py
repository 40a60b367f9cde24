"""The scope that a header cell without /Scope is assumed to have, by its place in the table.

What ISO 32000-2 (14.8.5.7) leaves to the reader is decided row by row: a row of headers only heads
its columns; headers before data head their row; a header after data, with nothing to its right,
heads its column. A header alone in an otherwise blank row opens a group of rows, and so does one
that spans the whole width below other cells and is said to have the scope Row.
"""

from __future__ import annotations

from dtaa_lint.graph.grid import Grid

ROW, COLUMN, BOTH = "Row", "Column", "Both"


class Scopes:
    """Effective scopes and groups of one table."""

    __slots__ = ("effective", "row_groups", "wide")

    def __init__(self, grid: Grid) -> None:
        self.effective: list[str | None] = list(grid.scopes)
        """Per cell; None for data cells."""
        self.row_groups: dict[int, int] = {}
        """Row -> the header that is alone in it and opens a group of rows."""
        self.wide: set[int] = set()
        """Header cells that span the whole width of a table of several columns."""


def _counts(grid: Grid) -> tuple[list[int], list[int]]:
    """Header cells and data cells with text, by the column in which they begin."""
    headers = [0] * grid.n_columns
    data = [0] * grid.n_columns
    for i, column in enumerate(grid.columns):
        if grid.header[i]:
            headers[column] += 1
        elif grid.texts[i]:
            data[column] += 1
    return headers, data


def assume_scopes(grid: Grid) -> Scopes:
    """Decides the scope of every header cell, linear in cells."""
    result = Scopes(grid)
    if not any(grid.header):
        return result
    effective = result.effective
    headers, data = _counts(grid)
    texts, columns, is_header = grid.texts, grid.columns, grid.header
    top = True
    """Whether only header rows have been seen."""
    detailed = False
    """Whether a row of several cells with text has been seen: what comes first is a title."""
    alone: dict[int, int] = {}
    body_rows = 0
    for r, cells in enumerate(grid.row_cells):
        heads = [i for i in cells if is_header[i] and texts[i]]
        values = [i for i in cells if not is_header[i] and texts[i]]
        section = grid.sections[r]
        scope = _row_scope(grid, r, heads, values, headers, data, top)
        if len(heads) == 1 and not values:
            head = heads[0]
            if grid.n_columns > 1 and grid.spans[head] >= grid.n_columns:
                if grid.scopes[head] == ROW and detailed:
                    alone[r] = head
                else:
                    result.wide.add(head)
                scope = COLUMN
            elif (
                columns[head] == 0
                and grid.n_columns > 2
                and grid.scopes[head] in (None, ROW)
                and section != "THead"
                and not (top and grid.scopes[head] is None and r == 0)
            ):
                alone[r] = head
                scope = ROW
        for i in cells:
            if is_header[i] and effective[i] is None:
                effective[i] = scope
        detailed = detailed or len(heads) + len(values) > 1
        if values:
            top = False
            body_rows += 1
    # A form to be filled in has such rows throughout: there they are plain row headers.
    if len(alone) <= body_rows:
        result.row_groups = alone
    return result


def _row_scope(
    grid: Grid,
    r: int,
    heads: list[int],
    values: list[int],
    headers: list[int],
    data: list[int],
    top: bool,
) -> str:
    """Row or Column for the headers without scope in row ``r``."""
    columns = grid.columns
    section = grid.sections[r]
    if section == "THead":
        return COLUMN
    if not heads:
        return COLUMN if top else ROW

    def header_column(i: int) -> bool:
        """Whether the column is one of headers in the other rows."""
        c = columns[i]
        others = headers[c] - 1
        return others > 0 and others >= data[c]

    if not values:
        if section == "TFoot":
            return ROW
        blanks = len(grid.row_cells[r]) > len(heads)
        if blanks and not top and all(header_column(i) for i in heads):
            return ROW
        if blanks and grid.n_columns == 2 and header_column(heads[0]) and columns[heads[0]] == 0:
            return ROW
        return COLUMN
    first_value, last_value = columns[values[0]], columns[values[-1]]
    first_head, last_head = columns[heads[0]], columns[heads[-1]]
    if last_value < first_head:
        # Data, then headers to the right edge: a header row with a plain stub, or a header column
        # at the right.
        return ROW if all(header_column(i) for i in heads) else COLUMN
    if last_head < first_value and not (top and r == 0):
        return ROW
    if top and r == 0 and len(heads) > 1:
        later = [i for i in heads if columns[i] > 0]
        if grid.n_rows > 1 and later and not any(header_column(i) for i in later):
            return COLUMN
    return ROW
