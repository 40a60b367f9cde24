"""The same edits on the PDF itself: what a repair writes.

The tree after the edits is that of ``draft``; what differs from the file is written into it, and
nothing else. ParentTree, IDTree and /P stay sound. Nothing on a page is moved or repainted; what
leaves the tree is marked as artifact where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from dtaa_lint.pdf.model import AttributeValue, ContentItem, Kid, ObjectItem, PdfDocument
from dtaa_lint.repairs.artifacts import make_artifacts
from dtaa_lint.repairs.draft import GONE, Changes, Draft
from dtaa_lint.repairs.edits import ROOT, DocumentEntry, Entry, Repair

_NAMES = frozenset({"Scope", "ListNumbering", "Placement", "WritingMode", "TextAlign", "Role"})
"""Attributes whose values are names and no strings."""


def apply_edits(pdf: pikepdf.Pdf, document: PdfDocument, repairs: Iterable[Repair]) -> None:
    """Applies the repairs to ``pdf``, which must be the file that ``document`` was read from.

    Raises ValueError where an element cannot be found again: a tree with cycles or shared kids, or
    one that was changed since.
    """
    TreeWriter(pdf, document, repairs).write()


class TreeWriter:
    """Finds elements in the file and writes what repairs make of them."""

    def __init__(self, pdf: pikepdf.Pdf, document: PdfDocument, repairs: Iterable[Repair]) -> None:
        self.pdf = pdf
        self.draft = draft = Draft(document).apply(repairs)
        self.elements = draft.document.elements
        self.tree = pdf.Root.StructTreeRoot
        self._found: dict[int, pikepdf.Object] = {}

    def write(self) -> None:
        """Writes all of it. Raises ValueError like ``apply_edits``."""
        draft = self.draft
        for node in range(draft.count, draft.count + len(draft.owners)):
            self._found[node] = self.pdf.make_indirect(Dictionary(Type=Name.StructElem))
        # Everything is found in the tree as it was before any of it changes.
        raw = {node: self._content_entries(node) for node in self._owners_before()}
        for node in [*draft.changes, *draft.parents, *draft.kids]:
            if node != ROOT:
                self.object(node)
        for node in draft.changes:
            self._write_element(node)
        self._write_kids(raw)
        for node, parent in draft.parents.items():
            if parent >= ROOT:
                self.object(node).P = self.object(parent)
        self._drop()
        named = any(Entry.ID in change.entries for change in draft.changes.values())
        if named or (draft.document.ids and GONE in draft.parents.values()):
            self.write_ids()
        for annotation, element in draft.targets.items():
            self._write_target(annotation, element)
        self._write_document()

    # -- finding ----------------------------------------------------------------------------

    def object(self, node: int) -> pikepdf.Object:
        """The structure element's object; the root's for ``ROOT``."""
        if node == ROOT:
            return self.tree
        found = self._found.get(node)
        if found is None:
            found = self._found[node] = self._find(node)
        return found

    def _find(self, node: int) -> pikepdf.Object:
        """By its number, else by its place among the direct kids of its parent."""
        element = self.elements[node]
        if element.objid:
            found = self.pdf.get_object(element.objid, 0)
            if isinstance(found, Dictionary) and "/S" in found:
                return found
            raise ValueError(f"object {element.objid} is no structure element")
        chain = [node]
        while self.elements[chain[-1]].parent >= 0 and not self.elements[chain[-1]].objid:
            chain.append(self.elements[chain[-1]].parent)
        at = self.tree
        if self.elements[chain[-1]].objid:
            at = self.pdf.get_object(self.elements[chain.pop()].objid, 0)
        for inner in reversed(chain):
            at = self._direct_kid(at, inner)
        return at

    def _direct_kid(self, parent: pikepdf.Object, node: int) -> pikepdf.Object:
        above = self.elements[node].parent
        kids = self.elements[above].kids if above >= 0 else self._top()
        direct = [k for k in kids if isinstance(k, int) and not self.elements[k].objid]
        entries = [
            entry
            for entry in _entries(parent)
            if isinstance(entry, Dictionary) and not entry.is_indirect and "/S" in entry
        ]
        place = direct.index(node)
        if len(entries) != len(direct):
            raise ValueError(f"element {node} cannot be found in the file")
        return entries[place]

    def _top(self) -> list[Kid]:
        return [e.index for e in self.elements if e.parent < 0]

    def _owners_before(self) -> set[int]:
        """Elements whose own content is written anew, or goes to another element."""
        return {
            node for node in [*self.draft.kids, *self.draft.parents] if 0 <= node < self.draft.count
        }

    def _content_entries(self, node: int) -> dict[ContentItem | ObjectItem, pikepdf.Object | int]:
        """What /K has for each content item and object that the element owns."""
        waiting = list(_entries(self.object(node)))
        found: dict[ContentItem | ObjectItem, pikepdf.Object | int] = {}
        for kid in self.elements[node].kids:
            if isinstance(kid, int):
                continue
            for place, entry in enumerate(waiting):
                if _is_of(entry, kid):
                    found[kid] = waiting.pop(place)
                    break
        return found

    # -- elements ---------------------------------------------------------------------------

    def _write_element(self, node: int) -> None:
        change = self.draft.changes[node]
        found = self.object(node)
        if change.type is not None:
            found.S = Name(f"/{change.type}")
            if "/NS" in found:
                del found["/NS"]
        if change.text is not None and node >= self.draft.count:
            found.ActualText = String(change.text)
        for entry, value in change.entries.items():
            key = f"/{entry.value}"
            if value is not None:
                found[key] = String(value)
            elif key in found:
                del found[key]
        if change.attributes:
            self._write_attributes(found, change)
        if change.refs:
            known = list(_listed(found.get("/Ref")))
            targets = [self.object(ref) for ref in change.refs]
            known += [t for t in targets if all(t.objgen != other.objgen for other in known)]
            found.Ref = Array(known)
        page = self._page_of(node)
        if page >= 0 and (node >= self.draft.count or change.text is not None):
            found.Pg = self.pdf.pages[page].obj

    def _page_of(self, node: int) -> int:
        """The page of an element: of a new one, that of what it holds, else that of its parent."""
        at = node
        for _ in range(len(self.draft.owners) + 1):
            if at < self.draft.count:
                return self.elements[at].page if at >= 0 else -1
            inner = [kid for kid in self.draft.kids_of(at) if isinstance(kid, int)]
            old = next((kid for kid in inner if kid < self.draft.count), -1)
            at = old if old >= 0 else self.draft.parent_of(at)
        return -1

    def _write_attributes(self, found: pikepdf.Object, change: Changes) -> None:
        """The attributes in dictionaries of the element's own: those in the file may be shared."""
        entries: list[pikepdf.Object] = []
        if "/C" in found:
            classes = self.tree.get("/ClassMap", Dictionary())
            for name in _listed(found.C):
                if isinstance(name, Name):
                    entries += _listed(classes.get(str(name)))
            del found["/C"]
        entries += _listed(found.get("/A"))
        own = [
            Dictionary({str(key): value for key, value in entry.items()})
            for entry in entries
            if isinstance(entry, Dictionary | pikepdf.Stream)
        ]
        for owner, keys in change.attributes.items():
            mine = [entry for entry in own if entry.get("/O") == Name(f"/{owner}")]
            if not mine and any(value is not None for value in keys.values()):
                mine = [Dictionary(O=Name(f"/{owner}"))]
                own += mine
            for key, value in keys.items():
                for entry in mine:
                    if f"/{key}" in entry:
                        del entry[f"/{key}"]
                if value is not None:
                    mine[-1][f"/{key}"] = _value(key, value)
        own = [entry for entry in own if len(entry) > 1]
        if own:
            found.A = own[0] if len(own) == 1 else Array(own)
        elif "/A" in found:
            del found["/A"]

    # -- kids -------------------------------------------------------------------------------

    def _write_kids(
        self, raw: dict[int, dict[ContentItem | ObjectItem, pikepdf.Object | int]]
    ) -> None:
        draft = self.draft
        entries = {kid: entry for own in raw.values() for kid, entry in own.items()}
        for node, kids in draft.kids.items():
            if node != ROOT and not draft.in_tree(node):
                continue
            before = set() if node >= draft.count or node == ROOT else set(raw.get(node, ()))
            made: list[pikepdf.Object | int] = []
            for kid in kids:
                if isinstance(kid, int):
                    made.append(self.indirect(kid))
                    continue
                entry = entries.get(kid)
                if entry is None:
                    continue
                if kid not in before:
                    entry = self._adopt(node, kid, entry)
                made.append(entry)
            found = self.object(node)
            if made:
                found.K = made[0] if len(made) == 1 and node != ROOT else Array(made)
            elif "/K" in found:
                del found["/K"]

    def indirect(self, node: int) -> pikepdf.Object:
        """The element's object, which other objects may point at."""
        found = self.object(node)
        if not found.is_indirect:
            found = self._found[node] = self.pdf.make_indirect(found)
        return found

    def _adopt(
        self, node: int, kid: ContentItem | ObjectItem, entry: pikepdf.Object | int
    ) -> pikepdf.Object | int:
        """The entry for content that another element owned before; the ParentTree says so too."""
        owner = self.object(node)
        self._set_parent(kid, owner)
        if isinstance(kid, ContentItem) and isinstance(entry, int) and kid.page >= 0:
            page = self.pdf.pages[kid.page].obj
            return Dictionary(Type=Name.MCR, Pg=page, MCID=kid.mcid)
        return entry

    def _set_parent(self, kid: ContentItem | ObjectItem, owner: pikepdf.Object | None) -> None:
        """The ParentTree's entry of a content item or object; None for no owner."""
        if "/ParentTree" not in self.tree:
            return
        if isinstance(kid, ObjectItem):
            holder = self.pdf.get_object(kid.objid, 0) if kid.objid else None
            key = holder.get("/StructParent") if isinstance(holder, Dictionary) else None
        elif kid.stream:
            key = self.pdf.get_object(kid.stream, 0).get("/StructParents")
        else:
            key = self.pdf.pages[kid.page].obj.get("/StructParents") if kid.page >= 0 else None
        if not isinstance(key, int):
            return
        numbers = pikepdf.NumberTree(self.tree.ParentTree)
        if isinstance(kid, ObjectItem):
            if owner is not None:
                numbers[key] = owner
            elif key in numbers:
                del numbers[key]
            return
        owners = numbers.get(key)
        if isinstance(owners, Array) and 0 <= kid.mcid < len(owners):
            owners[kid.mcid] = owner

    def _drop(self) -> None:
        """What left the tree belongs to no element, and becomes an artifact of its page."""
        gone: dict[int, set[int]] = {}
        for kid in self._dropped():
            self._set_parent(kid, None)
            if isinstance(kid, ContentItem) and not kid.stream and kid.page >= 0:
                gone.setdefault(kid.page, set()).add(kid.mcid)
        for page, mcids in sorted(gone.items()):
            make_artifacts(self.pdf, page, mcids)

    def _dropped(self) -> Iterator[ContentItem | ObjectItem]:
        pending: list[Kid] = [kid for kids in reversed(self.draft.dropped) for kid in kids]
        while pending:
            kid = pending.pop()
            if isinstance(kid, int):
                pending.extend(self.draft.kids_of(kid))
            else:
                yield kid

    # -- the document -----------------------------------------------------------------------

    def write_ids(self) -> None:
        """The IDTree anew, with the first bearer of each ID."""
        draft = self.draft
        ids: dict[str, int] = {}
        for node in range(draft.count + len(draft.owners)):
            name = draft.id_of(node)
            if name is not None and draft.in_tree(node):
                ids.setdefault(name, node)
        names: list[pikepdf.Object] = []
        for key, node in sorted((bytes(String(name)), node) for name, node in ids.items()):
            names += [String(key), self.indirect(node)]
        self.tree.IDTree = self.pdf.make_indirect(Dictionary(Names=Array(names)))

    def _write_target(self, annotation: int, element: int) -> None:
        found = self.draft.document.annotations[annotation]
        if not found.objid:
            return
        link = self.pdf.get_object(found.objid, 0)
        action = link.get("/A")
        place = link.get("/Dest")
        if place is None and isinstance(action, Dictionary):
            place = action.get("/D")
        page = max(0, self._page_of(element))
        if place is None:
            place = Array([self.pdf.pages[page].obj, Name.Fit])
        target = Array([self.indirect(element), Name.Fit])
        link.A = Dictionary(S=Name.GoTo, D=place, SD=target)
        if "/Dest" in link:
            del link["/Dest"]

    def _write_document(self) -> None:
        entries = self.draft.entries
        if DocumentEntry.MARKED in entries:
            info = self.pdf.Root.get("/MarkInfo")
            if not isinstance(info, Dictionary):
                info = Dictionary()
            info["/Marked"] = True
            self.pdf.Root.MarkInfo = info
        if DocumentEntry.LANG in entries:
            self.pdf.Root.Lang = String(entries[DocumentEntry.LANG])
        if DocumentEntry.TITLE in entries:
            title = entries[DocumentEntry.TITLE]
            self.pdf.docinfo["/Title"] = String(title)
            if isinstance(self.pdf.Root.get("/Metadata"), pikepdf.Stream):
                # Without update_docinfo, which would make the rest of Info anew from it.
                with self.pdf.open_metadata(
                    set_pikepdf_as_editor=False, update_docinfo=False
                ) as metadata:
                    metadata["dc:title"] = title
            preferences = self.pdf.Root.get("/ViewerPreferences")
            if not isinstance(preferences, Dictionary):
                preferences = Dictionary()
            preferences["/DisplayDocTitle"] = True
            self.pdf.Root.ViewerPreferences = preferences


def _entries(found: pikepdf.Object) -> list[pikepdf.Object | int]:
    """The kids in /K, one by one."""
    kids = found.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, Array) else [kids]


def _listed(value: pikepdf.Object | None) -> list[pikepdf.Object]:
    """An array's items, or the one value."""
    if value is None:
        return []
    return list(value) if isinstance(value, Array) else [value]


def _is_of(entry: pikepdf.Object | int, kid: ContentItem | ObjectItem) -> bool:
    if isinstance(entry, int):
        return isinstance(kid, ContentItem) and not kid.stream and kid.mcid == entry
    if not isinstance(entry, Dictionary):
        return False
    if isinstance(kid, ObjectItem):
        return "/Obj" in entry and entry.Obj.objgen[0] == kid.objid
    stream = entry.Stm.objgen[0] if "/Stm" in entry else 0
    return entry.get("/MCID") == kid.mcid and stream == kid.stream


def _value(key: str, value: AttributeValue) -> pikepdf.Object | int | float | bool:
    if isinstance(value, str):
        return Name(f"/{value}") if key in _NAMES else String(value)
    if isinstance(value, tuple):
        items: Sequence[pikepdf.Object | int | float | bool] = [_value(key, v) for v in value]
        return Array(items)
    assert value is not None
    return value
