"""Form fields and the text that names them; figures with what stands for them."""

from __future__ import annotations

from dtaa_lint.graph.captions import Captions
from dtaa_lint.graph.index import ILLUSTRATIONS, Index
from dtaa_lint.graph.model import FieldLabel, Figure
from dtaa_lint.pdf.model import AnnotationKind

_FORM = frozenset({"Form"})


def read_fields(index: Index, captions: Captions) -> tuple[FieldLabel, ...]:
    """Every widget that an element owns, in reading order."""
    annotations = index.document.annotations
    labels = index.of_type("Lbl", "Caption")
    result: list[FieldLabel] = []
    known: dict[int, int] = {}
    """Form element -> its label; one may hold many widgets."""
    for owner, item in zip(index.object_nodes, index.objects, strict=True):
        if not 0 <= item.annotation < len(annotations):
            continue
        annotation = annotations[item.annotation]
        if annotation.kind is not AnnotationKind.WIDGET:
            continue
        node = owner
        if index.nodes[owner].type != "Form":
            around = index.enclosing(owner, _FORM)
            node = around if around >= 0 else owner
        field = annotation.field
        label = known.get(node, -2)
        if label == -2:
            label = known[node] = _label(index, captions, labels, node)
        name = " ".join((field.label or "").split()) if field else ""
        result.append(
            FieldLabel(
                node=node,
                annotation=item.annotation,
                name=name or (index.normalised(label) if label >= 0 else ""),
                label_node=label,
                value=field.value if field else None,
            )
        )
    return tuple(result)


def _label(index: Index, captions: Captions, labels: list[int], node: int) -> int:
    """The Lbl or Caption of a Form: inside it, else its neighbour in the same parent."""
    inner = index.first_inside(labels, node)
    if inner >= 0 and not index.blank(inner):
        return inner
    for step in (-1, 1):
        other = captions.neighbour(node, step)
        if (
            other >= 0
            and index.nodes[other].type == "Lbl"
            and index.nodes[other].parent == index.nodes[node].parent
        ):
            return other
    return -1


def read_figures(index: Index, captions: Captions) -> tuple[Figure, ...]:
    """Every Figure and Formula in reading order."""
    cuts = index.with_text(index.of_type("Caption"))
    result: list[Figure] = []
    for node in index.of_type(*sorted(ILLUSTRATIONS)):
        element = index.nodes[node]
        caption = captions.structural(node)
        result.append(
            Figure(
                node=node,
                alt=element.alt,
                actual_text=element.actual_text,
                caption=caption,
                caption_text=captions.text(caption),
                near_caption=-1 if caption >= 0 else captions.near(node),
                text=index.without(node, cuts),
            )
        )
    return tuple(result)
