"""The elements that frozen tasks rest on: what a report calls them, without the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dtaa_lint.graph.view import View
from dtaa_lint.universe.model import Task


def element_dicts(view: View, tasks: Iterable[Task]) -> list[Mapping[str, Any]]:
    """Lines of ``elements.jsonl``: every element that evidence or a relation of a task names, in
    the order of the document."""
    found: set[int] = set()
    for task in tasks:
        found.update(node for slot in task.slots for node, _ in slot.any_of)
        for relation in task.relations:
            found.update((relation.source, relation.target))
    lines: list[Mapping[str, Any]] = []
    for node in sorted(found):
        element = view.nodes[node]
        page = element.page + 1 if element.page >= 0 else None
        lines.append(
            {"node": f"s{node}", "type": element.type, "page": page, "path": view.path(node)}
        )
    return lines
