"""Annotations with where their links lead and which field they show (ISO 32000-2, 12.5, 12.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import Annotation, AnnotationKind, FormField, IssueKind
from dtaa_lint.pdf.objects import Objects, Ref, Value
from dtaa_lint.pdf.open import Limits
from dtaa_lint.pdf.pages import RawPage, box_of
from dtaa_lint.pdf.targets import Targets
from dtaa_lint.words import Phrase

_HIDDEN_FLAGS = 2 | 32
"""Hidden and NoView (Table 167)."""
_FIELD_DEPTH = 64


class RawAnnotation(NamedTuple):
    """An annotation as its dictionary says, before targets are known."""

    page: int
    ref: Ref | None
    entry: Mapping[str, Value]


def scan(
    objects: Objects, pages: Sequence[RawPage], limits: Limits, issues: Issues
) -> list[RawAnnotation]:
    """The annotations of all pages, in page order and array order."""
    found: list[RawAnnotation] = []
    for index, page in enumerate(pages):
        if page.annotations is None:
            continue
        for value in objects.array(page.annotations):
            if len(found) >= limits.annotations:
                limit = Phrase("stopped after {limit:d} annotations", limit=limits.annotations)
                issues.add(IssueKind.LIMIT, -1, limit, group="annotations")
                return found
            ref: Ref | None = None
            entry = value
            if value.__class__ is tuple:
                ref = value
                entry = objects.fetch(value)
            if isinstance(entry, dict):
                found.append(RawAnnotation(index, ref, entry))
            else:
                number = ref[0] if ref else 0
                detail = Phrase(
                    "annotation object {number:d} of page {page:d} is not there",
                    number=number,
                    page=index + 1,
                )
                issues.add(IssueKind.MISSING_OBJECT, -1, detail, group="annotation")
    return found


def places(annotations: Sequence[RawAnnotation]) -> dict[Ref, tuple[int, int]]:
    """Annotation object -> (index, page); one that stands on two pages counts on the first."""
    found: dict[Ref, tuple[int, int]] = {}
    for index, annotation in enumerate(annotations):
        if annotation.ref is not None:
            found.setdefault(annotation.ref, (index, annotation.page))
    return found


def complete(
    objects: Objects, annotations: Sequence[RawAnnotation], targets: Targets
) -> tuple[Annotation, ...]:
    """The final records, once elements and pages are known."""
    return tuple(_annotation(objects, index, raw, targets) for index, raw in enumerate(annotations))


def _annotation(objects: Objects, index: int, raw: RawAnnotation, targets: Targets) -> Annotation:
    entry = raw.entry
    subtype = objects.name(entry.get("Subtype")) or ""
    kind, target, field = AnnotationKind.OTHER, None, None
    if subtype == "Link":
        kind, target = AnnotationKind.LINK, targets.of_link(entry)
    elif subtype == "Widget":
        kind, field = AnnotationKind.WIDGET, form_field(objects, entry)
    contents = entry.get("Contents")
    return Annotation(
        index=index,
        page=raw.page,
        kind=kind,
        subtype=subtype,
        box=box_of(objects, entry.get("Rect")),
        objid=raw.ref[0] if raw.ref else 0,
        contents=None if contents is None else objects.text(contents),
        target=target,
        field=field,
        hidden=bool((objects.integer(entry.get("F")) or 0) & _HIDDEN_FLAGS),
    )


def form_field(objects: Objects, widget: Mapping[str, Value]) -> FormField:
    """The field that a widget shows; /FT, /V, /TU and /Ff come from the nearest ancestor."""
    chain = [widget]
    seen: set[Value] = set()
    while len(chain) < _FIELD_DEPTH:
        parent = chain[-1].get("Parent")
        if parent.__class__ is tuple:
            if parent in seen:
                break
            seen.add(parent)
        above = objects.dictionary(parent)
        if not above:
            break
        chain.append(above)

    def nearest(key: str) -> Value:
        return next((objects.resolve(node[key]) for node in chain if key in node), None)

    parts = [objects.text(node.get("T")) for node in chain]
    return FormField(
        kind=objects.name(nearest("FT")) or "",
        name=".".join(part for part in reversed(parts) if part),
        label=objects.text(nearest("TU")),
        value=_value(objects, nearest("V")),
        flags=objects.integer(nearest("Ff")) or 0,
    )


def _value(objects: Objects, value: Value) -> str | None:
    """/V as text: a string, the name of a button's state, or the choices of a list box."""
    if isinstance(value, list):
        choices = (objects.text(choice) for choice in value[:1000])
        return ", ".join(choice for choice in choices if choice)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return objects.text(value)
