"""Acceptance thresholds: the limits that a document must keep, as people write them.

Shares are numbers from 0 to 1, or percentages (``"5 %"``). ``"off"`` sets aside a limit that
another place has set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite

from dtaa_lint.settings.reader import Reader, shown
from dtaa_lint.suggest import did_you_mean
from dtaa_lint.words import Phrase

MIN_TASKS = "min-tasks-per-page"
MAX_UNRESOLVED = "max-unresolved-relations"
MAX_FINDINGS = "max-findings"
THRESHOLD_KEYS = (MIN_TASKS, MAX_UNRESOLVED, MAX_FINDINGS)

ALL = "all"
"""All relations taken together."""
RELATIONS: Mapping[str, str] = {
    "cells": Phrase("data cells without a row header and a column header"),
    "pairs": Phrase("values of label-value tables without their label as header"),
    "headers": Phrase("Headers entries that name no header cell"),
    "notes": Phrase("notes that no reference is bound to"),
    "markers": Phrase("references that are not bound to one note"),
    "targets": Phrase("internal links whose target is missing"),
    "fields": Phrase("form fields without an accessible name"),
}
"""Kind of relation -> what an unresolved one is."""
LEVELS = ("error", "warning", "info")

_OFF = "off"
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%\s*", re.ASCII)
_PLAIN = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*", re.ASCII)
_MOST = 10**9


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Limits, each of them set or not."""

    min_tasks_per_page: float | None = None
    """Eligible tasks (the control band left out) divided by pages, at least; 0 is no limit."""
    max_unresolved: tuple[tuple[str, float], ...] = ()
    """(a key of ``RELATIONS`` or ``ALL``; share from 0 to 1 that may be unresolved); 1 is no
    limit."""
    max_findings: tuple[tuple[str, float], ...] = ()
    """(one of ``LEVELS``; findings of that severity at most); infinity is no limit."""

    def over(self, other: Thresholds) -> Thresholds:
        """These laid over ``other``: what is set here holds, the rest is ``other``'s."""
        own = self.min_tasks_per_page
        return Thresholds(
            other.min_tasks_per_page if own is None else own,
            _ordered({**dict(other.max_unresolved), **dict(self.max_unresolved)}),
            _ordered({**dict(other.max_findings), **dict(self.max_findings)}),
        )

    def __bool__(self) -> bool:
        return bool(self.min_tasks_per_page is not None or self.max_unresolved or self.max_findings)


NO_THRESHOLDS = Thresholds()


def read_thresholds(reader: Reader) -> Thresholds:
    """The three keys of a table. Raises ``ConfigError``."""
    table = reader.table
    least = unresolved = None
    if MIN_TASKS in table:
        least = _number(table[MIN_TASKS], 0.0)
        if least is None:
            raise reader.wrong(
                MIN_TASKS, f"a number of tasks or off, not {shown(table[MIN_TASKS])}"
            )
    if MAX_UNRESOLVED in table:
        unresolved = table[MAX_UNRESOLVED]
        if not isinstance(unresolved, dict):
            unresolved = {ALL: unresolved}
    shares: dict[str, float] = {}
    for kind, value in (unresolved or {}).items():
        key = f"{MAX_UNRESOLVED}.{kind}"
        if kind != ALL and kind not in RELATIONS:
            raise reader.wrong(key, f"one of {_kinds()}{did_you_mean(kind, (ALL, *RELATIONS))}")
        share = read_share(value)
        if share is None:
            place = MAX_UNRESOLVED if kind == ALL else key
            raise reader.wrong(place, f'a share from 0 to 1, "N %" or off, not {shown(value)}')
        shares[kind] = share
    counts: dict[str, float] = {}
    for level, value in reader.mapping(MAX_FINDINGS).items():
        key = f"{MAX_FINDINGS}.{level}"
        if level not in LEVELS:
            raise reader.wrong(key, f"one of {', '.join(LEVELS)}{did_you_mean(level, LEVELS)}")
        count = _number(value, inf)
        if count is None or (isfinite(count) and count != int(count)):
            raise reader.wrong(key, f"a whole number of findings or off, not {shown(value)}")
        counts[level] = count
    return Thresholds(least, _ordered(shares), _ordered(counts))


def tasks_of(text: str) -> float:
    """``--min-tasks-per-page``. Raises ``ValueError`` with what it must be."""
    found = _number(text, 0.0)
    if found is None:
        raise ValueError("must be a number of tasks, or off")
    return found


def unresolved_of(text: str) -> tuple[tuple[str, float], ...]:
    """``--max-unresolved-relations``: ``5%``, ``0.05``, ``cells=5%,notes=0``. Raises
    ``ValueError`` with what it must be."""
    shares: dict[str, float] = {}
    for kind, value in _pairs(text, ALL):
        if kind != ALL and kind not in RELATIONS:
            near = did_you_mean(kind, (ALL, *RELATIONS))
            raise ValueError(f"must name one of {_kinds()}, not {shown(kind)}{near}")
        share = read_share(value)
        if share is None:
            raise ValueError("must be a share such as 5% or 0.05, off, or KIND=SHARE,…")
        shares[kind] = share
    return _ordered(shares)


def findings_of(text: str) -> tuple[tuple[str, float], ...]:
    """``--max-findings``: ``error=0,warning=10``. Raises ``ValueError`` with what it must be."""
    counts: dict[str, float] = {}
    for level, value in _pairs(text, ""):
        count = _number(value, inf)
        if level not in LEVELS or count is None or (isfinite(count) and count != int(count)):
            near = did_you_mean(level, LEVELS) if level not in LEVELS else ""
            raise ValueError(f"must look like error=0,warning=10{near}")
        counts[level] = count
    return _ordered(counts)


def twice(kind: str) -> str:
    """What is said where one kind has two limits."""
    return f"must have one limit for each kind, not two for {shown(kind)}"


def read_share(value: object) -> float | None:
    """A share from 0 to 1; None for what is none."""
    if isinstance(value, str):
        found = _PERCENT.fullmatch(value)
        if found is not None:
            share = float(found[1]) / 100
            return share if share <= 1 else None
    number = _number(value, 1.0)
    return number if number is not None and number <= 1 else None


def _number(value: object, off: float) -> float | None:
    """A number from 0 on; ``off`` for the word; None for anything else."""
    if isinstance(value, str):
        if value.strip() == _OFF:
            return off
        found = _PLAIN.fullmatch(value)
        return float(found[1]) if found else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= _MOST else None


def _pairs(text: str, default: str) -> list[tuple[str, str]]:
    """``a=1,b=2`` in parts; a part without a name has the default one. Raises ``ValueError`` for a
    name that comes twice: nobody can tell which of the limits is meant."""
    found: dict[str, str] = {}
    for part in text.split(","):
        first, equals, rest = part.partition("=")
        name, value = (first.strip(), rest.strip()) if equals else (default, first.strip())
        if name and name in found:
            raise ValueError(twice(name))
        found[name] = value
    return list(found.items())


def _ordered(limits: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """In the order of the documentation."""
    known = (ALL, *RELATIONS, *LEVELS)
    return tuple((name, limits[name]) for name in known if name in limits)


def _kinds() -> str:
    return ", ".join((ALL, *RELATIONS))
