"""Links: elements with their annotations and where they lead."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.graph.index import Index
from dtaa_lint.graph.landings import Landings
from dtaa_lint.graph.model import Link
from dtaa_lint.pdf.model import AnnotationKind, Target, TargetKind

_LINK = frozenset({"Link"})
_NOWHERE = Target(TargetKind.NONE)
_INTERNAL = (TargetKind.STRUCTURE, TargetKind.PAGE, TargetKind.MISSING)


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
    # Names first: they tell whether the places of this document can be believed.
    return tuple([_placed(link, landings) if _waits(link) else link for link in result])


def _waits(link: Link) -> bool:
    return link.landing < 0 and link.target.kind is TargetKind.PAGE


def _placed(link: Link, landings: Landings) -> Link:
    return replace(link, landing=landings.at(link.target))


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
        landing=landings.named(text, target) if target.kind is TargetKind.PAGE else -1,
    )
