"""Data cells that lack a header on one axis: how many, and which cells look like the headers.

One issue a table and axis. Not counted are cells that are, or should be, headers themselves, cells
whose header is there and empty (DT0304), and those that name an ID that leads nowhere (DT0104).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.empty_headers import lost_to_empty_headers
from dtaa_lint.findings.grid_words import rows_of_odd_width
from dtaa_lint.findings.header_levels import heads_lost, upper_headers
from dtaa_lint.findings.table_names import row_name
from dtaa_lint.findings.tables import TableFacts, freed_by_headers
from dtaa_lint.findings.wording import Phrase, listing, mark
from dtaa_lint.graph.model import Axis
from dtaa_lint.universe.continuations import Headers
from dtaa_lint.universe.header_guess import HeaderGuess, is_enumeration, title_only
from dtaa_lint.universe.looks import is_blank
from dtaa_lint.universe.model import Reason

_ORDINALS = (
    Phrase("first"),
    Phrase("second"),
    Phrase("third"),
    Phrase("fourth"),
    Phrase("fifth"),
)
"""Places of rows and columns."""


def missing_row_headers(context: Context, facts: TableFacts) -> Iterator[Issue]:
    """The issue of a table whose data cells lack row headers."""
    table = facts.table
    if table.n_columns < 2:
        return
    guess = facts.first_column
    if guess is None and facts.first_row is None and is_enumeration(table):
        return
    passed = _no_values(facts, Axis.ROW)
    lost = [i for i in facts.no_row if i not in passed and not is_blank(table.cells[i].text)]
    if not lost:
        return
    if guess is None and len({table.cells[i].row for i in facts.data}) < 2:
        # A single value needs no header to be told apart.
        if len(lost) > 1 and not facts.no_column:
            yield _missing(context, facts, lost, None, Axis.ROW)
        return
    if guess is not None and len(guess.cells) < 2 and len(lost) < 2:
        return
    yield _missing(context, facts, lost, guess, Axis.ROW)


def missing_column_headers(context: Context, facts: TableFacts) -> Iterator[Issue]:
    """The issue of a table whose data cells lack column headers. Values that all stand in one
    column, or that span what is left of the row, need none."""
    table = facts.table
    if facts.rest is not None and facts.rest.headers is Headers.LOST:
        return  # Its headers stand in the part before it (DT0111).
    if table.n_columns < 3 or len({table.cells[i].column for i in facts.data}) < 2:
        return
    guess = facts.first_row
    odd = rows_of_odd_width(table)
    if guess is None and heads_lost(facts, odd):
        return  # The headers are there, in a row that is not as wide as the data (DT0106).
    passed = _no_values(facts, Axis.COLUMN)
    lost = [
        i
        for i in facts.no_column
        if i not in passed
        # Whether the row is as wide as the headers comes first (DT0106).
        and table.cells[i].row not in odd
        and table.cells[i].column_span < table.n_columns - 1
        and not is_blank(table.cells[i].text)
    ]
    if len(lost) > (0 if guess is None else 1):
        yield _missing(context, facts, lost, guess, Axis.COLUMN)


def _no_values(facts: TableFacts, axis: Axis) -> set[int]:
    """Data cells that a missing header on the axis is no loss for: those that are or should be
    headers themselves, those whose header is there and empty (DT0304), those that name an ID that
    leads nowhere (DT0104), and the second half of a row that a page end cut (DT0111)."""
    cells = facts.table.cells
    found = set(lost_to_empty_headers(facts, axis))
    if facts.table.unresolved_headers:
        nodes = {node for node, _ in facts.table.unresolved_headers}
        found.update(i for i in facts.data if cells[i].node in nodes)
    if facts.cut_row >= 0:
        found.update(i for i in facts.data if cells[i].row == facts.cut_row)
    if facts.first_column is not None:
        found.update(facts.first_column.cells)
    if facts.first_row is not None:
        found.update(i for i in facts.data if cells[i].row <= facts.first_row.place)
    # A data cell among the header cells of a header row (or column) is a header tagged wrongly.
    row = axis is Axis.ROW
    misread = set(_wrong_scope(facts, axis))
    if misread:
        found.update(i for i in facts.data if (cells[i].column if row else cells[i].row) == 0)
    heads: dict[int, int] = {}
    for i in facts.headers:
        if cells[i].effective_scope == ("Column" if row else "Row") and i not in misread:
            place = cells[i].row if row else cells[i].column
            heads[place] = heads.get(place, 0) + 1
    if heads:
        lines: dict[int, list[int]] = {}
        for i in facts.data:
            place = cells[i].row if row else cells[i].column
            if place in heads:
                lines.setdefault(place, []).append(i)
        for place, line in lines.items():
            if len(line) <= heads[place]:
                found.update(line)
    return found


def _missing(
    context: Context, facts: TableFacts, lost: Sequence[int], guess: HeaderGuess | None, axis: Axis
) -> Issue:
    """The finding of a table whose cells ``lost`` have no header along ``axis``."""
    table = facts.table
    cells = table.cells
    named = len(facts.data) - len(facts.no_row if axis is Axis.ROW else facts.no_column)
    first = cells[lost[0]]
    params: dict[str, object] = {"cells": len(lost), "data": len(facts.data), "cell": first.text}
    if guess is not None:
        variant = "merged" if guess.merged else "default"
        lines = {guess.place}
        upper: tuple[int, ...] = ()
        if axis is Axis.COLUMN and title_only(table):
            variant = "below-title"
            params["title"] = next(c.text for c in cells if c.header and c.text)
        elif axis is Axis.COLUMN:
            upper = upper_headers(facts)
            lines.update(cells[i].row for i in guess.upper if i in upper)
            odd = rows_of_odd_width(table)
            if any(cells[i].row in odd for i in upper):
                variant = "levels"
                params["upper"] = " | ".join(cells[i].text for i in upper[:3])
                lines.update(cells[i].row for i in upper)
            elif odd.get(guess.place, table.n_columns) < table.n_columns:
                variant = "narrow"
                params |= {"width": odd[guess.place], "columns": table.n_columns}
        # Blank lines, which producers put in for space, are not counted: nobody sees them.
        seen = {
            c.column if axis is Axis.ROW else c.row
            for c in cells
            if c.text and (axis is Axis.COLUMN or c.column_span < max(2, table.n_columns))
        }
        names = [_ordinal(sum(1 for other in seen if other < place)) for place in sorted(lines)]
        candidate = Phrase(
            "the {places} {n:? column|columns}"
            if axis is Axis.ROW
            else "the {places} {n:? row|rows}",
            places=listing(names),
            n=len(names),
        )
        params |= {"candidate": candidate, "sample": guess.sample(table)}
        related = [(cells[i].node, "header candidate") for i in guess.cells]
        related += [(cells[i].node, "upper header") for i in upper]
    elif misread := _wrong_scope(facts, axis) or _misread(facts, lost, axis):
        variant = "wrong-scope"
        params["sample"] = " | ".join(cells[i].text for i in misread[:3])
        params["headers"] = len(misread)
        related = [(cells[i].node, "header with the wrong Scope") for i in misread]
    elif axis is Axis.ROW and len({cells[i].row for i in facts.data}) < 2:
        before = row_name(context, facts)
        variant = "one-row" if before < 0 else "one-row-named"
        params["name"] = context.view.text(before) if before >= 0 else ""
        related = [(before, "looks like the row's name")] if before >= 0 else []
    elif axis is Axis.ROW and (stubs := _empty_stubs(facts, lost)):
        variant = "empty-stub"
        params["rows"] = len(stubs)
        related = [(cells[i].node, "empty first cell") for i in stubs]
    elif named:
        variant = "some"
        related = [(cells[i].node, _HEADLESS[axis]) for i in lost]
    else:
        variant = "no-candidate"
        related = [(cells[i].node, _HEADLESS[axis]) for i in lost]
    candidates = context.universe.candidates
    explains = tuple(
        i
        for i in freed_by_headers(context, facts.index, guess.cells if guess is not None else ())
        if candidates[i].reason is Reason.INCOMPLETE_EVIDENCE and axis.value in candidates[i].detail
    )
    return Issue(
        table.node,
        evidence=str(params.get("sample", first.text)),
        variant=variant,
        params=params,
        related=tuple(related),
        explains=explains,
    )


def _ordinal(place: int) -> Phrase:
    return _ORDINALS[place] if place < len(_ORDINALS) else Phrase("{n:d}th", n=place + 1)


_HEADLESS = {
    Axis.ROW: mark("cell without row header"),
    Axis.COLUMN: mark("cell without column header"),
}


def _misread(facts: TableFacts, lost: Sequence[int], axis: Axis) -> list[int]:
    """Header cells that begin the rows of the cells ``lost`` and have Scope=Column; empty unless
    there is one in each of these rows."""
    if axis is not Axis.ROW:
        return []
    cells = facts.table.cells
    rows = {cells[i].row for i in lost}
    found = [
        i
        for i in facts.headers
        if cells[i].row in rows
        and cells[i].column == 0
        and cells[i].row > 0
        and cells[i].text
        and cells[i].scope == "Column"
    ]
    return found if len(found) == len(rows) else []


def _empty_stubs(facts: TableFacts, lost: Sequence[int]) -> list[int]:
    """Empty data cells that begin the rows of the cells ``lost``; empty unless there is one in each
    of these rows, and headers begin others."""
    cells = facts.table.cells
    rows = {cells[i].row for i in lost}
    found = [
        i
        for i, cell in enumerate(cells)
        if cell.row in rows and cell.column == 0 and not cell.header and not cell.text
    ]
    headed = any(cells[i].column == 0 and cells[i].effective_scope == "Row" for i in facts.headers)
    return found if headed and len(found) == len(rows) else []


def _wrong_scope(facts: TableFacts, axis: Axis) -> list[int]:
    """Header cells at the table's edge whose written Scope points along the edge, although data
    cells stand beside (or below) them: as headers of the lines that lack one they need the other
    Scope. Empty unless they are most of the edge."""
    table = facts.table
    cells = table.cells
    row = axis is Axis.ROW
    places = {cells[i].row if row else cells[i].column for i in facts.data}
    found = []
    edge = 0
    for i, cell in enumerate(cells):
        across, along = (cell.column, cell.row) if row else (cell.row, cell.column)
        # The corner of two columns may be a label like those below it.
        corner = along == 0 and not (row and table.n_columns == 2)
        if across != 0 or corner or along not in places or not cell.text:
            continue
        edge += 1
        if cell.header and cell.scope == ("Column" if row else "Row"):
            found.append(i)
    return found if len(found) > 1 and len(found) * 2 >= edge else []
