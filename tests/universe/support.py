"""Universes of documents made by hand, shown as short tuples."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import ComparisonGold, Motif, SetGold, SpanGold, Task, ValueGold
from dtaa_lint.universe.universe import Universe, enumerate_tasks
from tests.graph.support import view


def universe(*top: Any, **options: Any) -> Universe:
    """The universe of a document of these elements."""
    return enumerate_tasks(view(*top, **options))


def tasks(found: Universe, motif: Motif) -> list[Task]:
    """The eligible tasks of one motif, in order."""
    return [task for task in found.tasks() if task.motif is motif]


def values(found: Universe, motif: Motif = Motif.TABLE_CELL) -> list[tuple[str, str, str]]:
    """(subject, constraint, value) of every task with a value."""
    result = []
    for task in tasks(found, motif):
        assert isinstance(task.gold, ValueGold)
        result.append((task.subject, task.constraint, task.gold.value))
    return result


def pairs(found: Universe) -> list[tuple[str, str, str, str]]:
    """(shared path, left, sign, right) of every comparison."""
    result = []
    for task in tasks(found, Motif.TABLE_COMPARE):
        gold = task.gold
        assert isinstance(gold, ComparisonGold)
        sign = {"greater": ">", "less": "<"}[gold.relation]
        left, right = (f"{what}={value}" for what, value in (gold.left, gold.right))
        result.append((task.subject, left, sign, right))
    return result


def series(found: Universe) -> list[tuple[str, str, list[str]]]:
    """(axis, header path, items) of every series."""
    result = []
    for task in tasks(found, Motif.TABLE_SERIES):
        assert isinstance(task.gold, SetGold)
        items = [f"{header}={value}" for header, value in task.gold.items]
        result.append((task.constraint, task.subject, items))
    return result


def lists(found: Universe, motif: Motif = Motif.HEADING_LIST) -> list[tuple[str, list[str]]]:
    """(what introduces it, items) of every list."""
    result = []
    for task in tasks(found, motif):
        assert isinstance(task.gold, SetGold)
        items = [f"{label}={text}" if label else text for label, text in task.gold.items]
        result.append((task.subject, items))
    return result


def spans(found: Universe, motif: Motif) -> list[tuple[str, list[str]]]:
    """(subject, checklist) of every task with a span."""
    result = []
    for task in tasks(found, motif):
        assert isinstance(task.gold, SpanGold)
        result.append((task.subject, list(task.gold.checklist)))
    return result


def rejected(found: Universe, motif: Motif) -> list[tuple[str, str, str]]:
    """(reason, detail, text of the anchor) of every rejected candidate of a motif."""
    return [
        (candidate.reason.value, candidate.detail, found.view.text(candidate.anchor))
        for candidate in found.candidates
        if candidate.motif is motif and candidate.reason is not None
    ]


def reasons(found: Universe, motif: Motif) -> list[str]:
    """Reason or ``ok`` of every candidate of a motif, in order."""
    return [
        candidate.reason.value if candidate.reason else "ok"
        for candidate in found.candidates
        if candidate.motif is motif
    ]
