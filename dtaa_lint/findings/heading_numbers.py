"""Numbers that headings begin with (``5.``, ``5.1``), and the levels that go with them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from dtaa_lint.findings.check import Context
from dtaa_lint.graph.model import Heading
from dtaa_lint.universe.section_numbers import section_number

_PAIRS = 2
"""Headings beside the one that their number names from which it is no slip of the pen."""
_PEERS = 3
"""Headings of one level from which they say what level their kind of number has."""


class Misplaced(NamedTuple):
    """A heading whose level is not that of the headings with numbers like its own."""

    level: int
    """The level that the others have."""
    peers: int
    """How many have it."""
    peer: int
    """The nearest of them before the heading, or else after it."""


class _Numbered(NamedTuple):
    heading: Heading
    number: tuple[int, ...]


def outside_tables(context: Context) -> tuple[Heading, ...]:
    """Headings with text and a numbered level that stand in no table; one in a cell governs that
    cell only, so that its level means nothing outside."""
    return context.once("headings-outside-tables", _outside_tables)


def _outside_tables(context: Context) -> tuple[Heading, ...]:
    nodes = context.view.nodes
    tables = [table.node for table in context.view.tables]
    found: list[Heading] = []
    at, end = 0, -1
    for heading in context.view.headings:
        while at < len(tables) and tables[at] < heading.node:
            end = max(end, nodes[tables[at]].end)
            at += 1
        kind = nodes[heading.node].type
        if heading.node >= end and heading.text and kind[:1] == "H" and kind[1:].isdigit():
            found.append(heading)
    return tuple(found)


def misplaced(context: Context) -> dict[int, Misplaced]:
    """Node -> what its level should be, for headings whose level contradicts their number.

    Numbers of one length (``5``, ``5.1``) tell one level where they rise through the document
    without a repetition, and two thirds of the headings that have them, three at least, agree.
    """
    return context.once("misplaced-by-number", _misplaced)


def _misplaced(context: Context) -> dict[int, Misplaced]:
    kinds: dict[tuple[int, bool], list[_Numbered]] = {}
    for heading in outside_tables(context):
        number, bracket = section_number(heading.text)
        if number:
            kinds.setdefault((len(number), bracket), []).append(_Numbered(heading, number))
    found: dict[int, Misplaced] = {}
    for alike in kinds.values():
        if any(a.number >= b.number for a, b in pairwise(alike)):
            continue
        levels = Counter(one.heading.level for one in alike)
        level, peers = max(levels.items(), key=lambda item: (item[1], -item[0]))
        if len(levels) == 1 or peers < _PEERS or 3 * peers < 2 * len(alike):
            continue
        peer = next(one.heading.node for one in alike if one.heading.level == level)
        for one in alike:
            if one.heading.level == level:
                peer = one.heading.node
            else:
                found[one.heading.node] = Misplaced(level, peers, peer)
    return found


def beside_parent(context: Context) -> dict[int, int]:
    """Heading -> the heading that its number puts it under (``1.1`` under ``1``), where the two
    have one level, or the lower one the higher. Two of them at least."""
    return context.once("beside-parent-by-number", _beside_parent)


def _beside_parent(context: Context) -> dict[int, int]:
    found: dict[int, int] = {}
    open_at: list[tuple[tuple[int, ...], Heading]] = []
    """The numbered headings before, each of which is the beginning of the next one's number."""
    for heading in outside_tables(context):
        number, _ = section_number(heading.text)
        if not number:
            continue
        while open_at and open_at[-1][0] != number[: len(open_at[-1][0])]:
            open_at.pop()
        if open_at and open_at[-1][0] == number:
            open_at.pop()
        if open_at and len(open_at[-1][0]) == len(number) - 1:
            parent = open_at[-1][1]
            if heading.level <= parent.level:
                found[heading.node] = parent.node
        open_at.append((number, heading))
    return found if len(found) >= _PAIRS else {}
