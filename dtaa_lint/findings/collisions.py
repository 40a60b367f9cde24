"""Cells of one table with the same header texts and different values (DT0103)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.grid_words import rows_of_odd_width
from dtaa_lint.findings.header_levels import heads_lost
from dtaa_lint.findings.tables import TableFacts, TableKind
from dtaa_lint.findings.values import same_value
from dtaa_lint.findings.wording import joined, listing, quote
from dtaa_lint.graph.wording import total_words
from dtaa_lint.universe.header_guess import SIGNS, mostly
from dtaa_lint.universe.looks import is_label, is_value
from dtaa_lint.universe.model import Reason


def collisions(context: Context, facts: TableFacts) -> Iterator[Issue]:
    """One issue for each header text of the table that fails to tell cells apart."""
    table = facts.table
    cells = table.cells
    lang = context.view.nodes[table.node].lang
    by_pair: dict[tuple[object, object], list[int]] = {}
    wrong = context.universe.contradictions(facts.index)
    for i in facts.data:
        if i in wrong:
            # Its headers are another cell's (DT0109).
            continue
        row, column = table.row_paths[i], table.column_paths[i]
        if row is None or (column is None and facts.kind is not TableKind.PAIRS):
            continue
        key = (row.texts, column.texts if column is not None else ())
        by_pair.setdefault(key, []).append(i)
    # (axis, header nodes that share a text) -> the colliding cells
    causes: dict[tuple[str, tuple[int, ...]], list[list[int]]] = {}
    for members in by_pair.values():
        if len(members) < 2:
            continue
        telling = [i for i in members if any(map(str.isalnum, cells[i].text))]
        if len({same_value(cells[i].text) for i in telling}) < 2:
            continue
        causes.setdefault(_cause(facts, telling), []).append(telling)
    lost = heads_lost(facts, rows_of_odd_width(table))
    lined = "default" in {axis for axis, _ in causes} and _is_lined(facts)
    groups = row_groups(facts) if any(axis == "default" for axis, _ in causes) else []
    for (axis, nodes), found in causes.items():
        if lost and axis in ("column", "spanned-column"):
            continue  # They have headers, which the grid keeps from them (DT0106).
        untagged = _untagged_heads(facts, nodes) if axis == "spanned-column" else ()
        unnamed = _unnamed_groups(facts, groups if axis == "default" else [], found, lang)
        if unnamed:
            # The pair that the named groups would tell apart.
            found = [g for g in found if any(i in unnamed for i in g)]
        elif axis == "spanned-row" and lost:
            found = _of_one_column(facts, found)
            if not found:
                continue
        keys = () if axis != "default" or unnamed or lined else _second_keys(facts, nodes)
        if keys and len({cells[i].column for g in found for i in g}) > 1:
            # What should be a header is no example of a value.
            found = [g for g in found if cells[g[0]].column != cells[keys[0]].column] or found
        # What should be a header is no example of a value.
        example = next((g for g in found if not set(g) <= set(untagged)), found[0])
        a = example[0]
        value = same_value(cells[a].text)
        b = next(i for i in example if same_value(cells[i].text) != value)
        row, column = table.row_paths[a], table.column_paths[a]
        assert row is not None
        pair = joined(
            [quote(" / ".join(path.texts)) for path in (row, column) if path is not None], " × "
        )
        of_column = axis in ("column", "spanned-column") and column is not None
        text = " ".join((column if of_column and column is not None else row).texts[-1:])
        involved = tuple(i for group in found for i in group)
        grouped = list(dict.fromkeys(unnamed[i] for i in (a, b) if i in unnamed))
        node = nodes[1] if len(nodes) > 1 else nodes[0] if nodes else cells[b].node
        yield Issue(
            node,
            evidence=text,
            variant="untagged-heads"
            if untagged
            else "unnamed-group"
            if unnamed
            else "lines"
            if lined and axis == "default"
            else "second-key"
            if keys
            else axis,
            params={
                "header": text,
                "times": len(nodes),
                "pairs": len(found),
                "pair": pair,
                "one": cells[a].text,
                "other": cells[b].text,
                "heads": " | ".join(cells[i].text for i in untagged[:3]),
                "cells": len(unnamed),
                "keys": listing([quote(cells[i].text) for i in _of_rows(facts, keys, nodes)], 3),
                "groups": listing([quote(cells[i].text) for i in grouped]),
            },
            related=(
                *((cells[i].node, "header that Headers leaves out") for i in grouped),
                *((cells[i].node, "cell whose Headers leave it out") for i in sorted(unnamed)),
                *((cells[i].node, "header candidate") for i in untagged),
                *((cells[i].node, "second row header") for i in keys),
                *((other, "same header text") for other in nodes if other != node),
                (cells[a].node, "same headers"),
                (cells[b].node, "same headers"),
            ),
            explains=_explained(context, facts, involved),
        )


def _of_one_column(facts: TableFacts, found: Sequence[Sequence[int]]) -> list[list[int]]:
    """Of each group of colliding cells those in the column of its first one, where these differ."""
    cells = facts.table.cells
    kept = ([i for i in group if cells[i].column == cells[group[0]].column] for group in found)
    return [group for group in kept if len({same_value(cells[i].text) for i in group}) > 1]


def _second_keys(facts: TableFacts, nodes: Sequence[int]) -> tuple[int, ...]:
    """The data cells of the column beside the row headers (indices), where they are labels and tell
    the rows of the headers ``nodes`` apart; else empty."""
    cells = facts.table.cells
    heads = [cells[i] for i in facts.headers if cells[i].node in nodes]
    beside = {head.column + head.column_span for head in heads}
    if len(beside) != 1 or facts.table.n_columns < 3:
        return ()
    column = beside.pop()
    keys = tuple([i for i in facts.data if cells[i].column == column])
    rows = {head.row for head in heads}
    texts = [cells[i].text for i in keys if cells[i].row in rows]
    apart = len(texts) == len(set(texts)) == len(rows)
    return keys if apart and all(is_label(cells[i].text, 60) for i in keys) else ()


def _of_rows(facts: TableFacts, keys: Sequence[int], nodes: Sequence[int]) -> list[int]:
    """Those of ``keys`` in the rows of the header cells ``nodes``."""
    cells = facts.table.cells
    rows = {cells[i].row for i in facts.headers if cells[i].node in nodes} if keys else ()
    return [i for i in keys if cells[i].row in rows]


_LINES = 0.3
"""Share of the rows, and of the texts, that shows that rows are lines."""


def _is_lined(facts: TableFacts) -> bool:
    """Whether the rows look like the lines of cells: many begin with an empty cell, and many texts
    go on in lower case below one that has not ended."""
    table = facts.table
    above: dict[int, str] = {}
    empty = on = texts = 0
    for cell in table.cells:
        if cell.column == 0:
            empty += not cell.text
        elif cell.text and not cell.header:
            before = above.get(cell.column, "")
            texts += 1
            on += cell.text[0].islower() and before[-1:] not in ("", ".", "!", "?", ";")
        if cell.text:
            above[cell.column] = cell.text
    return empty >= _LINES * table.n_rows and on >= _LINES * texts > 0


def _cause(facts: TableFacts, members: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """Which axis fails to tell the cells apart, and its header cells with one text."""
    table = facts.table
    rows: dict[int, None] = {}
    columns: dict[int, None] = {}
    for i in members:
        row, column = table.row_paths[i], table.column_paths[i]
        if row is not None and row.nodes:
            rows[row.nodes[-1]] = None
        if column is not None and column.nodes:
            columns[column.nodes[-1]] = None
    if len(rows) > 1 and len(rows) >= len(columns):
        return "default", tuple(rows)
    if len(columns) > 1:
        return "column", tuple(columns)
    # One header cell for all of them: it spans columns (or rows) that nothing tells apart.
    same_row = len({table.cells[i].row for i in members}) == 1
    return ("spanned-column", tuple(columns)) if same_row else ("spanned-row", tuple(rows))


def _unnamed_groups(
    facts: TableFacts, groups: Sequence[int], found: Sequence[Sequence[int]], lang: str | None
) -> dict[int, int]:
    """Colliding cell -> the header cell of its group of rows (indices), which stands alone in a row
    above the cell and which the cell's Headers leave out; empty unless these tell cells apart.
    ``groups``: see ``row_groups``."""
    cells = facts.table.cells
    of: dict[int, int] = {}
    for i in (i for members in found for i in members) if groups else ():
        path = facts.table.row_paths[i]
        if path is None or not cells[i].headers or total_words(path.texts[-1], lang):
            return {}  # A total is that of several groups.
        at = bisect_left(groups, cells[i].row, key=lambda head: cells[head].row) - 1
        if at >= 0 and cells[groups[at]].node not in path.nodes:
            of[i] = groups[at]
    apart = any(len({of.get(i, -1) for i in members}) == len(members) for members in found)
    return of if apart else {}


def row_groups(facts: TableFacts) -> list[int]:
    """Header cells that are the only text of their rows, from above."""
    cells = facts.table.cells
    texts = Counter([cell.row for cell in cells if cell.text])
    return [i for i in facts.headers if cells[i].text and texts[cells[i].row] == 1]


def _untagged_heads(facts: TableFacts, nodes: Sequence[int]) -> tuple[int, ...]:
    """Data cells right below a spanning header, one for each of its columns, that look like the
    headers of those columns; empty when there are none."""
    cells = facts.table.cells
    head = next((cells[i] for i in facts.headers if cells[i].node in nodes), None)
    if head is None:
        return ()
    last = head.column + head.column_span
    below = [
        i
        for i in facts.data
        if cells[i].row == head.row + head.row_span and head.column <= cells[i].column < last
    ]
    texts = [cells[i].text for i in below]
    heads = len(set(texts)) == len(texts) == head.column_span and all(
        is_label(text, 40) or text in SIGNS for text in texts
    )
    values = [c.text for c in cells if c.row > head.row + head.row_span and not c.header and c.text]
    return tuple(below) if heads and mostly(map(is_value, values)) else ()


def _explained(context: Context, facts: TableFacts, cells: Sequence[int]) -> tuple[int, ...]:
    """Candidates rejected as ambiguous at one of the cells."""
    found: dict[int, None] = {}
    for i in cells:
        found.update(dict.fromkeys(context.rejected(facts.table.cells[i].node, Reason.AMBIGUOUS)))
    return tuple(sorted(found))
