"""Column headers on several levels, and header rows that do not reach over all columns.

A header over several columns has to span them. Producers that lose the spans leave a header row of
fewer cells than the rows of data have, and then no header of that row heads a column for certain.
"""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.findings.tables import TableFacts, TableKind
from dtaa_lint.universe.looks import is_label


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
