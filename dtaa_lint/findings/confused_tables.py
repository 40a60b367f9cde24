"""Tables that cannot be told apart: equal header paths, equal names, different values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.tables import TableFacts, TableKind, table_facts
from dtaa_lint.findings.values import same_value
from dtaa_lint.findings.wording import Phrase, fold, joined, quote
from dtaa_lint.graph.model import Table

_ECHO = 300
"""Characters of a name that are compared with another."""


def stated_name(table: Table) -> str:
    """All that the tags say about what the table is, in lower case."""
    parts = (table.caption_text, table.summary or "", table.title or "")
    return fold(" ".join(part[:_ECHO] for part in parts)).lower()


def has_name(table: Table) -> bool:
    return table.caption >= 0 or bool(stated_name(table))


class Confusion:
    """Tables of one heading and one name in which the same headers lead to different values."""

    def __init__(self) -> None:
        self.members: dict[int, None] = {}
        self.pairs: list[tuple[str, int, int, int, int]] = []
        """(header pair, table, cell, other table, other cell)."""


def indistinguishable(context: Context) -> list[Confusion]:
    return context.once("confused-tables", _find_confused)


def _find_confused(context: Context) -> list[Confusion]:
    """Groups of confused tables, in reading order of their first table."""
    scopes: dict[tuple[int, str], list[TableFacts]] = {}
    for facts in table_facts(context):
        if facts.kind in (TableKind.DATA, TableKind.PAIRS):
            table = facts.table
            named = context.view.tables[facts.continues] if facts.continues >= 0 else table
            key = (context.view.heading_of(table.node), stated_name(named))
            scopes.setdefault(key, []).append(facts)
    found: list[Confusion] = []
    for tables in scopes.values():
        if len(tables) > 1:
            found += _confused_in_scope(tables)
    found.sort(key=lambda confusion: min(confusion.members))
    return found


def _confused_in_scope(tables: Sequence[TableFacts]) -> list[Confusion]:
    first_seen: dict[tuple[object, object], tuple[int, int, str]] = {}
    group_of: dict[int, Confusion] = {}
    by_index: Mapping[int, TableFacts] = {facts.index: facts for facts in tables}
    # The parts of a table that page ends cut are one.
    whole = {f.index: f.continues if f.continues >= 0 else f.index for f in tables}
    for facts in tables:
        table = facts.table
        for i in facts.data:
            row, column = table.row_paths[i], table.column_paths[i]
            if row is None or (column is None and facts.kind is not TableKind.PAIRS):
                continue
            text = table.cells[i].text
            if not any(map(str.isalnum, text)):
                continue
            key = (row.texts, column.texts if column is not None else ())
            text = same_value(text)
            seen = first_seen.setdefault(key, (facts.index, i, text))
            if seen[2] == text or whole[seen[0]] == whole[facts.index]:
                continue
            mine = group_of.get(facts.index)
            theirs = group_of.get(seen[0])
            group = theirs or mine or Confusion()
            if mine is not None and mine is not group:
                group.members.update(mine.members)
                group.pairs += mine.pairs
                for index in mine.members:
                    group_of[index] = group
            for index in (seen[0], facts.index):
                group.members[index] = None
                group_of[index] = group
            group.pairs.append((_pair(by_index[seen[0]].table, seen[1]), *seen[:2], facts.index, i))
    unique = {id(group): group for group in group_of.values()}
    return [_ordered(group) for group in unique.values()]


def _ordered(group: Confusion) -> Confusion:
    group.members = dict.fromkeys(sorted(group.members))
    group.pairs.sort(key=lambda pair: pair[1:])
    return group


def _pair(table: Table, cell: int) -> Phrase:
    """“Row path” × “column path”, as a message shows it."""
    paths = (table.row_paths[cell], table.column_paths[cell])
    return joined([quote(" / ".join(path.texts)) for path in paths if path is not None], " × ")
