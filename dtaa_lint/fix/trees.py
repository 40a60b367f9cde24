"""ParentTree, IDTree and parent links, written anew from the structure tree.

The tree itself is what is trusted (ISO 32000-2, 14.7.5.4 and 14.7.2): of each content item and
object the owner that reading found.
"""

from __future__ import annotations

import contextlib

import pikepdf
from pikepdf import Array, Dictionary

from dtaa_lint.pdf.model import ContentItem, ObjectItem, PdfDocument
from dtaa_lint.repairs.write import TreeWriter

_LARGEST = 2**30
"""Keys that a tree may be asked to go beyond."""
_LONGEST = 1_000_000
"""MCIDs of one stream; larger ones are a lie that nobody can index."""


def rebuild(pdf: pikepdf.Pdf, document: PdfDocument, writer: TreeWriter) -> None:
    """Writes the three anew. ``writer`` finds the elements' objects."""
    _parents(document, writer)
    _parent_tree(pdf, document, writer)
    writer.write_ids()


def _parents(document: PdfDocument, writer: TreeWriter) -> None:
    for element in document.elements:
        own = writer.object(element.index)
        parent = writer.object(element.parent)
        known = own.get("/P")
        right = isinstance(known, Dictionary) and known.objgen == parent.objgen
        # A direct parent cannot be pointed at; /P then stays what it is.
        if not right and parent.is_indirect:
            own.P = parent


def _parent_tree(pdf: pikepdf.Pdf, document: PdfDocument, writer: TreeWriter) -> None:
    streams: dict[tuple[int, int], dict[int, int]] = {}
    objects: list[tuple[int, int]] = []
    for element in document.elements:
        for kid in element.kids:
            if isinstance(kid, ContentItem):
                if kid.page >= 0 and 0 <= kid.mcid < _LONGEST:
                    key = (0, kid.stream) if kid.stream else (1, kid.page)
                    streams.setdefault(key, {})[kid.mcid] = element.index
            elif isinstance(kid, ObjectItem) and kid.objid:
                objects.append((kid.objid, element.index))
    tree = writer.tree
    entries: list[tuple[int, pikepdf.Object]] = []
    # Numbers that nothing in the file has yet: what keeps an old one then points at nothing.
    number = _first_free(pdf, writer)
    for page in pdf.pages:
        if "/StructParents" in page.obj:
            del page.obj["/StructParents"]
    for key, owners in sorted(streams.items(), key=lambda item: _order(item[0])):
        is_page, place = key
        holder = pdf.pages[place].obj if is_page else pdf.get_object(place, 0)
        if not isinstance(holder, Dictionary | pikepdf.Stream):
            continue
        holder["/StructParents"] = number
        row = Array([None] * (max(owners) + 1))
        for mcid, node in owners.items():
            row[mcid] = writer.indirect(node)
        entries.append((number, pdf.make_indirect(row)))
        number += 1
    for objid, node in objects:
        holder = pdf.get_object(objid, 0)
        if isinstance(holder, Dictionary | pikepdf.Stream):
            holder["/StructParent"] = number
            entries.append((number, writer.indirect(node)))
            number += 1
    numbers = Array()
    for entry, value in entries:
        numbers.append(entry)
        numbers.append(value)
    tree.ParentTree = pdf.make_indirect(Dictionary(Nums=numbers))
    tree.ParentTreeNextKey = number


def _first_free(pdf: pikepdf.Pdf, writer: TreeWriter) -> int:
    found = [-1]
    known = writer.tree.get("/ParentTree")
    if isinstance(known, Dictionary):
        # A broken tree says less; what it does not say is found on the pages.
        with contextlib.suppress(ValueError, RuntimeError, pikepdf.PdfError):
            found += [int(key) for key in pikepdf.NumberTree(known)]
    for page in pdf.pages:
        holders = [page.obj]
        annotations = page.obj.get("/Annots")
        if isinstance(annotations, Array):
            holders += [item for item in annotations if isinstance(item, Dictionary)]
        for holder in holders:
            for key in ("/StructParents", "/StructParent"):
                value = holder.get(key)
                if isinstance(value, int) and not isinstance(value, bool):
                    found.append(value)
    return max(number for number in found if number < _LARGEST) + 1


def _order(key: tuple[int, int]) -> tuple[int, int]:
    """Pages first, then form XObjects."""
    return (1 - key[0], key[1])
