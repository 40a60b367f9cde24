"""The seam of the checks: a check is a small generator of issues over the view and the universe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from dtaa_lint.graph.view import View
from dtaa_lint.universe.universe import Universe

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Issue:
    """What a check yields; the engine makes a ``Finding`` of it."""

    node: int
    """Element at fault; -1 for the document."""
    evidence: str = ""
    """Verbatim text of the document that shows the fault; empty only where absence is the fault."""
    variant: str = "default"
    """Which message template of the rule."""
    params: Mapping[str, object] = field(default_factory=dict)
    """Fields of the template; the engine adds ``evidence``, ``type`` and ``path`` by itself."""
    related: tuple[tuple[int, str], ...] = ()
    """(node, role) of other elements; all of them, the finding shows the first ones of a role."""
    explains: tuple[int, ...] = ()
    """Indices of the rejected candidates in ``universe.candidates`` that this fault explains."""
    shape: str = ""
    """Grouping key beside rule, variant and element type: issues with one cause share it."""
    page: int = -1
    """0-based page for document-level issues that are about one page."""
    any_type: bool = False
    """The type of the element says nothing about the cause: issues of all types share one group."""
    settles: tuple[int, ...] = ()
    """Indices of further rejected candidates that this finding is the account of, although its
    repair frees none of them: the cells of a table that only arranges things."""


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """Yielded once, alone, by a check that has nothing to look at: ``why`` is for the report."""

    why: str


@dataclass(frozen=True, slots=True)
class Context:
    view: View
    universe: Universe
    memo: dict[str, Any] = field(default_factory=dict)
    """What several checks need of one document, computed by the first that asks (see ``once``)."""

    def rejected(self, node: int, *reasons: str) -> tuple[int, ...]:
        """Indices of the candidates that are anchored at ``node`` or name it as at fault, and were
        rejected for one of ``reasons`` (any, if none)."""
        found = self.once("rejected-by-node", _rejected_by_node).get(node, ())
        if not reasons:
            return tuple(found)
        candidates = self.universe.candidates
        return tuple(i for i in found if candidates[i].reason in reasons)

    def once(self, key: str, make: Callable[[Context], T]) -> T:
        """``make(self)``, computed once a document under ``key``."""
        if key not in self.memo:
            self.memo[key] = make(self)
        made: T = self.memo[key]
        return made


def _rejected_by_node(context: Context) -> dict[int, list[int]]:
    """Node -> indices of the rejected candidates anchored at it or naming it as at fault."""
    found: dict[int, list[int]] = {}
    for index, (_, anchor, _, reason, fault, _, _) in enumerate(context.universe.candidates):
        if reason is None:
            continue
        at = found.get(anchor)
        if at is None:
            found[anchor] = [index]
        else:
            at.append(index)
        for node in fault:
            if node != anchor:
                at = found.setdefault(node, [])
                if not at or at[-1] != index:
                    at.append(index)
    return found


Check: TypeAlias = Callable[[Context], Iterator[Issue | Inapplicable]]

CHECKS: dict[str, Check] = {}
"""Code -> check; filled by importing ``dtaa_lint.findings.checks``."""


def check(code: str) -> Callable[[Check], Check]:
    """Registers a check under the code of its rule."""

    def register(function: Check) -> Check:
        if code in CHECKS:
            raise ValueError(f"two checks claim {code}")
        CHECKS[code] = function
        return function

    return register
