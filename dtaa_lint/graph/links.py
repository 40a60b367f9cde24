"""Links: elements with their annotations and where they lead."""

from __future__ import annotations

from bisect import bisect_left

from dtaa_lint.graph.index import INLINE, Index
from dtaa_lint.graph.model import Link
from dtaa_lint.pdf.model import AnnotationKind, Target, TargetKind

_LINK = frozenset({"Link"})
_NOWHERE = Target(TargetKind.NONE)
_INTERNAL = (TargetKind.STRUCTURE, TargetKind.PAGE, TargetKind.MISSING)
SLACK = 6.0
"""Points by which a destination may lie below the top of the line it means."""
REACH = 120.0
"""Points below a destination within which a line is still taken for the one it means."""


class Landings:
    """Finds the element at a place on a page, from the boxes of the text."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._pages: dict[int, list[tuple[float, float, int]]] | None = None

    def at(self, target: Target) -> int:
        """The block whose first line is the next one at or below a page destination; -1."""
        if self._pages is None:
            self._pages = self._gather()
        lines = self._pages.get(target.page)
        if not lines:
            return -1
        if target.top is None:
            return self.block(lines[0][2])
        place = bisect_left(lines, (-(target.top + SLACK), 0.0, -1))
        if place >= len(lines) or target.top + lines[place][0] > REACH:
            return -1
        left = target.left
        best = place
        if left:
            top = lines[place][0]
            while place < len(lines) and lines[place][0] - top < 3.0:
                if abs(lines[place][1] - left) < abs(lines[best][1] - left):
                    best = place
                place += 1
        return self.block(lines[best][2])

    def _gather(self) -> dict[int, list[tuple[float, float, int]]]:
        """Per page: (-top, left, owner) of every run, from the top down."""
        pages: dict[int, list[tuple[float, float, int]]] = {}
        for run in self.index.document.runs:
            box = run.box
            if box is not None and run.end > run.start:
                pages.setdefault(run.item.page, []).append((-box[3], box[0], run.owner))
        for lines in pages.values():
            lines.sort()
        return pages

    def block(self, node: int) -> int:
        """The block-level element around an inline one."""
        nodes = self.index.nodes
        steps = 0
        while nodes[node].parent >= 0 and nodes[node].type in _INSIDE and steps < 64:
            node = nodes[node].parent
            steps += 1
        return node


_INSIDE = (INLINE - {"Note", "FENote"}) | {"NonStruct"}


def read_links(index: Index, landings: Landings) -> tuple[Link, ...]:
    """Every link, those of elements in reading order, then the annotations that no element owns."""
    annotations = index.document.annotations
    owned: dict[int, list[int]] = {}
    """Link element, or other owner -> its link annotations."""
    taken: set[int] = set()
    for owner, item in zip(index.object_nodes, index.objects, strict=True):
        number = item.annotation
        if not 0 <= number < len(annotations) or number in taken:
            continue
        if annotations[number].kind is not AnnotationKind.LINK:
            continue
        taken.add(number)
        element = owner
        if index.nodes[owner].type != "Link":
            around = index.enclosing(owner, _LINK)
            element = around if around >= 0 else owner
        owned.setdefault(element, []).append(number)
    result: list[Link] = []
    for node in sorted({*index.of_type("Link"), *owned}):
        text = index.normalised(node)
        numbers = owned.get(node)
        if not numbers:
            result.append(_link(node, -1, text, _NOWHERE, landings))
            continue
        seen: list[Target] = []
        for number in numbers:
            target = annotations[number].target or _NOWHERE
            if target not in seen[:8]:
                seen.append(target)
                result.append(_link(node, number, text, target, landings))
    for annotation in annotations:
        if annotation.kind is AnnotationKind.LINK and annotation.index not in taken:
            target = annotation.target or _NOWHERE
            text = " ".join((annotation.contents or "").split())
            result.append(_link(-1, annotation.index, text, target, landings))
    return tuple(result)


def _link(node: int, annotation: int, text: str, target: Target, landings: Landings) -> Link:
    count = len(landings.index.nodes)
    element = target.element if target.kind is TargetKind.STRUCTURE else -1
    return Link(
        node=node,
        annotation=annotation,
        text=text,
        target=target,
        internal=target.kind in _INTERNAL,
        element=element if 0 <= element < count else -1,
        landing=landings.at(target) if target.kind is TargetKind.PAGE else -1,
    )
