"""A document after edits, as the reader would read it: the fast interpreter of repairs.

The tree is walked once, so that all places are preorder indices again; the text is put together
anew only where edits move or change words. Linear in elements, runs and text.

Parts of the document may be left out (``without``: tables whose cells do not matter): their
elements go, with all inside but captions; the text stays, since other parts are judged by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from dtaa_lint.pdf.model import (
    Annotation,
    AttributeValue,
    Kid,
    Metadata,
    PdfDocument,
    StructureElement,
    Target,
    TargetKind,
    TextRun,
)
from dtaa_lint.pdf.text import boundary
from dtaa_lint.repairs.draft import Changes, Draft, merged
from dtaa_lint.repairs.edits import ROOT, DocumentEntry, Entry, Repair
from dtaa_lint.repairs.words import Words

_NONE: Mapping[str, Mapping[str, AttributeValue]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Edited:
    """A document after edits, and how its elements and those before correspond."""

    document: PdfDocument
    origin: Sequence[int]
    """Element -> the element before; numbers from ``len(elements)`` on for new ones."""
    place: Sequence[int]
    """Element before (or new one's number) -> element; -1 where it is gone or left out."""
    makers: Sequence[int]
    """Of each new element, the place of the repair that made it."""


def edited(
    document: PdfDocument, repairs: Iterable[Repair], without: Collection[int] = ()
) -> Edited:
    """The document after the repairs; ``document`` itself stays as it is. Elements ``without``
    keep only their captions, but all their text."""
    draft = Draft(document).apply(repairs)
    moved = bool(draft.kids)
    order, place = _walk(draft, without)
    owners = _owners(document, place, without)
    text, runs, line_ends = document.text, document.runs, document.line_ends
    words: Words | None = None
    if moved or _parts_otherwise(draft):
        words = Words(draft, order, place, owners, without)
        text, runs, line_ends = words.text, words.runs, words.line_ends
    renumber = moved or bool(without) or words is not None
    elements = _records(draft, order, place, words) if renumber else _patched(draft, place)
    if words is None and without:
        runs = tuple([TextRun(r[0], r[1], owners[r[2]], *r[3:]) for r in runs])
    spoken = any(Entry.LANG in change.entries for change in draft.changes.values())
    if moved or spoken or DocumentEntry.LANG in draft.entries:
        _inherit(elements, draft.entries.get(DocumentEntry.LANG, document.metadata.lang))
    result = replace(
        document,
        elements=tuple(elements),
        text=text,
        runs=runs,
        line_ends=line_ends,
        annotations=_annotations(draft, place),
        ids=_ids(document, elements, draft, renumber),
        metadata=_metadata(draft),
        issues=(),
    )
    return Edited(result, order, place, draft.owners)


def _walk(draft: Draft, without: Collection[int]) -> tuple[list[int], list[int]]:
    """The elements in their new preorder, and the place of each of the numbers before."""
    total = draft.count + len(draft.owners)
    if not draft.kids and not without:
        whole = list(range(total))
        return whole, whole
    order: list[int] = []
    place = [-1] * total
    elements = draft.document.elements
    changed = draft.kids
    pending = [kid for kid in reversed(draft.kids_of(ROOT)) if isinstance(kid, int)]
    while pending:
        node = pending.pop()
        place[node] = len(order)
        order.append(node)
        if node in changed:
            kids: Sequence[Kid] = changed[node]
        else:
            kids = elements[node].kids
        if node in without:
            kids = [k for k in kids if k.__class__ is int and draft.type_of(k) == "Caption"]
        if kids:
            pending.extend([kid for kid in reversed(kids) if kid.__class__ is int])
    return order, place


def _owners(document: PdfDocument, place: list[int], without: Collection[int]) -> Sequence[int]:
    """Element before -> the element that owns its content now: the whole's for what is left out."""
    if not without:
        return place
    owners = place[:]
    for node in without:
        whole = place[node]
        for inner in range(node, document.elements[node].end):
            if owners[inner] < 0:
                owners[inner] = whole
    return owners


def _patched(draft: Draft, place: Sequence[int]) -> list[StructureElement]:
    """The records where all of them stay in their places."""
    result = list(draft.document.elements)
    for node, change in draft.changes.items():
        result[node] = _changed(result[node], change, place)
    return result


def _records(
    draft: Draft, order: Sequence[int], place: Sequence[int], words: Words | None
) -> list[StructureElement]:
    """The records in their new order, with their places in the text."""
    elements = draft.document.elements
    changes = draft.changes
    count = draft.count
    ends = [0] * len(order)
    parents = [-1] * len(order)
    other = draft.parents
    for at in range(len(order) - 1, -1, -1):
        node = order[at]
        ends[at] = end = max(ends[at], at + 1)
        above = other[node] if node in other else elements[node].parent
        if above >= 0:
            parents[at] = parent = place[above]
            if ends[parent] < end:
                ends[parent] = end
    depths = [0] * len(order)
    result: list[StructureElement] = []
    changed_kids = draft.kids
    for at, node in enumerate(order):
        parent = parents[at]
        depth = depths[at] = depths[parent] + 1 if parent >= 0 else 0
        if node >= count:
            kids = _kids(draft.kids[node], place)
            page = result[parent].page if parent >= 0 else -1
            made = _made(at, parent, ends[at], depth, kids, page)
            if words is not None:
                made = StructureElement(*made[:19], *words.of(at))
        else:
            old = elements[node]
            kids = old.kids
            if node in changed_kids:
                kids = _kids(changed_kids[node], place)
            elif old.end > node + 1:
                kids = _kids(kids, place)
            refs = _places(old.refs, place) if old.refs else ()
            told = old[17:] if words is None else (old.attributes, old.page, *words.of(at))
            made = StructureElement(
                at, parent, ends[at], depth, old.type, old.raw, old.namespace, kids, *old[8:16],
                refs, *told,
            )  # fmt: skip
        mine = changes.get(node)
        result.append(made if mine is None else _changed(made, mine, place))
    for at in range(len(order) - 1, -1, -1):
        # A new element is on the page of what was moved into it.
        if order[at] >= count and ends[at] > at + 1 and result[at + 1].page >= 0:
            result[at] = result[at]._replace(page=result[at + 1].page)
    return result


def _made(
    at: int, parent: int, end: int, depth: int, kids: tuple[Kid, ...], page: int
) -> StructureElement:
    return StructureElement(
        at, parent, end, depth, "NonStruct", "NonStruct", None, kids, 0, None, None, None, None,
        None, None, None, (), _NONE, page, 0, 0, 0.0,
    )  # fmt: skip


def _kids(kids: Sequence[Kid], place: Sequence[int]) -> tuple[Kid, ...]:
    return tuple(
        [
            place[kid] if kid.__class__ is int else kid
            for kid in kids
            if kid.__class__ is not int or place[kid] >= 0
        ]
    )


def _places(refs: Sequence[int], place: Sequence[int]) -> tuple[int, ...]:
    return tuple([place[ref] for ref in refs if place[ref] >= 0]) if refs else ()


def _changed(element: StructureElement, change: Changes, place: Sequence[int]) -> StructureElement:
    """The record after its own changes; ``element.refs`` are new places already."""
    values: dict[str, object] = {}
    if change.type is not None:
        values |= {"type": change.type, "raw": change.type, "namespace": None}
    if change.text is not None:
        values["actual_text"] = change.text
    for entry, value in change.entries.items():
        values[_FIELDS[entry]] = value
    if change.attributes:
        values["attributes"] = merged(element.attributes, change.attributes)
    if change.refs:
        more = [place[ref] for ref in change.refs if place[ref] >= 0]
        values["refs"] = tuple(dict.fromkeys([*element.refs, *more]))
    return element._replace(**values)  # type: ignore[arg-type]


_FIELDS = {
    Entry.ALT: "alt",
    Entry.ACTUAL_TEXT: "actual_text",
    Entry.EXPANSION: "expansion",
    Entry.LANG: "own_lang",
    Entry.ID: "id",
    Entry.TITLE: "title",
}


def _parts_otherwise(draft: Draft) -> bool:
    """Whether an element's new type sets it apart from its neighbours otherwise than the old."""
    elements = draft.document.elements
    for node, change in draft.changes.items():
        if change.type is None or node >= draft.count:
            continue
        old = elements[node]
        above = draft.parent_of(node)
        outer = draft.type_of(above) if above >= 0 else ""
        before = elements[old.parent].type if old.parent >= 0 else ""
        if boundary(change.type, outer) != boundary(old.type, before):
            return True
        inner = [elements[kid].type for kid in old.kids[:_LOOKED_AT] if isinstance(kid, int)]
        if any(boundary(kid, change.type) != boundary(kid, old.type) for kid in inner):
            return True
    return False


_LOOKED_AT = 64
"""Kids whose separation may depend on a retyped parent that are looked at."""


def _inherit(elements: list[StructureElement], whole: str | None) -> None:
    """Every element's effective language anew."""
    for at, element in enumerate(elements):
        own = element.own_lang
        if own is not None:
            lang = own.strip() or None
        else:
            lang = elements[element.parent].lang if element.parent >= 0 else whole
        if lang != element.lang:
            elements[at] = element._replace(lang=lang)


def _ids(
    document: PdfDocument,
    elements: Sequence[StructureElement],
    draft: Draft,
    moved: bool,
) -> Mapping[str, tuple[int, ...]]:
    if not moved and not any(Entry.ID in change.entries for change in draft.changes.values()):
        return document.ids
    if not draft.changes and not document.ids:
        return document.ids
    found: dict[str, list[int]] = {}
    for at, element in enumerate(elements):
        if element.id is not None:
            found.setdefault(element.id, []).append(at)
    return {key: tuple(nodes) for key, nodes in found.items()}


def _annotations(draft: Draft, place: Sequence[int]) -> tuple[Annotation, ...]:
    """The annotations, with the elements that they lead to in their new places."""
    result: list[Annotation] = []
    for annotation in draft.document.annotations:
        target = annotation.target
        element = draft.targets.get(annotation.index)
        if element is not None:
            page = draft.document.elements[element].page if element < draft.count else -1
            target = Target(TargetKind.STRUCTURE, page=page, element=place[element])
        elif target is not None and target.element >= 0:
            target = replace(target, element=place[target.element])
        changed = target is not annotation.target
        result.append(replace(annotation, target=target) if changed else annotation)
    return tuple(result)


def _metadata(draft: Draft) -> Metadata:
    metadata = draft.document.metadata
    if DocumentEntry.TITLE in draft.entries:
        title = draft.entries[DocumentEntry.TITLE]
        metadata = replace(metadata, title=title, display_doc_title=True)
    if DocumentEntry.LANG in draft.entries:
        metadata = replace(metadata, lang=draft.entries[DocumentEntry.LANG])
    if DocumentEntry.MARKED in draft.entries:
        metadata = replace(metadata, marked=True)
    return metadata
