"""Collects what is wrong with a document's structure: one record per kind of fault, counted."""

from __future__ import annotations

from dataclasses import dataclass, field

from dtaa_lint.pdf.model import IssueKind, StructureIssue
from dtaa_lint.words import joined

_EXAMPLES = 3
_GROUPS = 20


@dataclass(slots=True)
class _Group:
    element: int
    examples: list[str] = field(default_factory=list)
    count: int = 0


class Issues:
    """Faults by kind and group; 40,000 of a kind are one record with three examples."""

    def __init__(self) -> None:
        self._groups: dict[tuple[IssueKind, str], _Group] = {}
        self._per_kind: dict[IssueKind, int] = {}

    def add(
        self, kind: IssueKind, element: int, detail: str, *, group: str = "", count: int = 1
    ) -> None:
        """Notes a fault. ``group`` parts faults of a kind that need different repairs; after the
        first twenty groups of a kind the others join the last one."""
        found = self._groups.get((kind, group))
        if found is None:
            groups = self._per_kind.get(kind, 0)
            if groups >= _GROUPS:
                group = "\0others"
                found = self._groups.get((kind, group))
            if found is None:
                found = self._groups[(kind, group)] = _Group(element)
                self._per_kind[kind] = groups + 1
        found.count += count
        if len(found.examples) < _EXAMPLES and detail not in found.examples:
            found.examples.append(detail)

    def records(self) -> tuple[StructureIssue, ...]:
        """The faults in the order of their kinds, then of their first place."""
        order = {kind: position for position, kind in enumerate(IssueKind)}
        found = [
            (
                order[kind],
                place,
                StructureIssue(
                    kind, g.element, joined(g.examples, "; "), g.count, tuple(g.examples)
                ),
            )
            for place, ((kind, _), g) in enumerate(self._groups.items())
        ]
        return tuple(record for _, _, record in sorted(found, key=lambda entry: entry[:2]))
