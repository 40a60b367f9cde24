"""Which rows are drawn, and in which order a reviewer gets them: keyed hashes decide, as for the
frozen set, and no generator of random numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from dtaa_lint._version import PROTOCOL
from dtaa_lint.universe.freeze import MINIMUM, seats

SIZE = 80
"""Tasks of a sample, and answers of one (paper, appendix B)."""

_T = TypeVar("_T")


def seed_of(documents: Iterable[str], protocol: str = PROTOCOL) -> bytes:
    """Of the SHA-256 (hexadecimal) of each document's bytes, in any order, and the protocol."""
    return hashlib.sha256("\n".join([*sorted(documents), protocol]).encode()).digest()


def draw(
    seed: bytes, population: Sequence[tuple[str, str, _T]], size: int, minimum: int = MINIMUM
) -> list[tuple[str, _T]]:
    """A stratified sample: (stratum, what) of ``size`` of (stratum, identity, what), all where
    there are no more. Every stratum gives its minimum where that leaves room for all strata, and
    a share of the rest in proportion to what it has left."""
    strata: dict[str, list[tuple[str, _T]]] = {}
    for stratum, identity, what in population:
        strata.setdefault(stratum, []).append((identity, what))
    ordered = sorted(strata)
    available = {name: len(strata[name]) for name in ordered}
    least = min(minimum, size // max(1, len(available)))
    given = seats(available, least, size, size)
    drawn = []
    for name in ordered:
        found = sorted(strata[name], key=lambda one: (_rank(seed, one[0]), one[0]))
        drawn += [(name, what) for _, what in found[: given[name]]]
    return drawn


def shuffled(
    seed: bytes, rows: Iterable[_T], reviewer: str, name_of: Callable[[_T], str]
) -> list[_T]:
    """The rows in the order of one reviewer, so that fatigue does not fall on the same rows."""
    return sorted(rows, key=lambda row: _rank(seed, f"{reviewer}\n{name_of(row)}"))


def _rank(seed: bytes, identity: str) -> bytes:
    return hashlib.sha256(seed + identity.encode("utf-8", "surrogatepass")).digest()
