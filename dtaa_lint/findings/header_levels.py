"""Column headers on several levels, and header rows that do not reach over all columns.

A header over several columns has to span them. Producers that lose the spans leave a header row of
fewer cells than the rows of data have, and then no header of that row heads a column for certain.
"""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.findings.tables import TableFacts, TableKind
from dtaa_lint.graph.model import Table
from dtaa_lint.universe.header_guess import HeaderGuess, mostly
from dtaa_lint.universe.looks import is_blank, is_label, is_period, is_value


def upper_headers(facts: TableFacts) -> tuple[int, ...]:
    """Above the row of data cells that looks like the column headers: the labels that head groups
    of its columns, tagged TH or TD. Not those of the first column, nor one over the whole width."""
    guess = facts.first_row
    if guess is None or guess.place == 0:
        return ()
    cells = facts.table.cells
    among = set(guess.upper)
    return tuple(
        [
            i
            for i, cell in enumerate(cells)
            if cell.row < guess.place
            and cell.column > 0
            and (cell.header or i in among)
            and is_label(cell.text)
        ]
    )


def head_rows(facts: TableFacts) -> int:
    """How many rows from the top hold column headers: down to the row that looks like them, else
    those without a data cell."""
    if facts.first_row is not None:
        return facts.first_row.place + 1
    cells = facts.table.cells
    return min((cells[i].row for i in facts.data), default=0)


def last_head_row(table: Table, guess: HeaderGuess) -> int:
    """The last row of column headers that begin with ``guess``: what follows it are further levels
    or, where a producer made a row of each line, lines of them. Rows of two labels or more right
    above the values belong to them, where most of what stands below are values."""
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        if cell.row > guess.place and cell.text and cell.column_span < max(2, table.n_columns):
            rows.setdefault(cell.row, []).append(cell.text)
    last = guess.place
    for row in sorted(rows):
        texts = rows[row]
        if row != last + 1 or len(texts) < 2 or row + 1 >= table.n_rows:
            break
        if not all(is_label(text) or _is_code(text) for text in texts) or all(
            map(is_period, texts)
        ):
            break
        last = row
    below = [[t for t in rows[row] if not is_blank(t)] for row in rows if row > last]
    valued = [mostly(map(is_value, texts), 0.4) for texts in below if len(texts) > 1]
    return last if mostly(valued, 0.8) else guess.place


def _is_code(text: str) -> bool:
    """A letter or two and a number, such as H1 or Q2."""
    return len(text) < 4 and text[:1].isalpha() and text[-1:].isdigit()


def heads_lost(facts: TableFacts, odd: Mapping[int, int]) -> bool:
    """Whether rows of another width (``odd``) hold several header cells that reach no data: which
    columns they stand over is for the grid to say first (DT0106)."""
    table = facts.table
    if not odd:
        return False
    paths = [table.column_paths[i] for i in facts.data]
    reaching = {node for path in paths if path is not None for node in path.nodes}
    heads = [table.cells[i] for i in facts.headers if table.cells[i].row in odd]
    lost = [c for c in heads if c.text and c.effective_scope != "Row" and c.node not in reaching]
    return len(lost) > 1


def narrow_heads(facts: TableFacts, odd: Mapping[int, int]) -> bool:
    """Whether all rows of another width (``odd``) are header rows, and narrower than the data."""
    usual = facts.table.n_columns
    heads = head_rows(facts)
    return bool(odd) and all(row < heads and width < usual for row, width in odd.items())


def parted_by_heads(facts: TableFacts, odd: Mapping[int, int]) -> bool:
    """Whether narrow header rows keep the data from having one header path each: the row next to
    the data is itself too narrow, or its texts repeat and only the row above tells them apart."""
    if facts.kind is TableKind.PAIRS or not narrow_heads(facts, odd):
        return False
    guess = facts.first_row
    if guess is None or guess.place in odd:
        return True
    texts = [facts.table.cells[i].text for i in guess.cells]
    return len(set(texts)) < len(texts)
