"""The structure tree as a flat list of elements in preorder (ISO 32000-2, 14.7).

The walk is iterative, reaches every element once, and trusts neither /P, /Type, ParentTree nor
IDTree: what /K reaches is the tree.
"""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.pdf.attributes import AttributeReader, describe
from dtaa_lint.pdf.elements import LOST_PAGE, RawElement, Structure
from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import ContentItem, IssueKind, ObjectItem
from dtaa_lint.pdf.objects import Objects, Ref, Value, identifier
from dtaa_lint.pdf.open import Limits
from dtaa_lint.pdf.parenttree import ParentTree
from dtaa_lint.pdf.roles import Roles
from dtaa_lint.words import Phrase

_COMMON_KEYS = frozenset(("S", "P", "Pg", "K", "Type"))


class StructureReader:
    """Walks the tree of one document."""

    def __init__(
        self,
        objects: Objects,
        tree: Value,
        *,
        pages: Mapping[Ref, int],
        annotations: Mapping[Ref, tuple[int, int]],
        parent_tree: ParentTree,
        lang: str | None,
        limits: Limits,
        issues: Issues,
    ) -> None:
        """``tree``: the value of /StructTreeRoot. ``pages``: page object -> index.
        ``annotations``: annotation object -> (index, page). ``lang``: the document's."""
        self._objects = objects
        self._tree_ref: Value = tree
        self._tree = objects.dictionary(tree)
        self._pages = pages
        self._annotations = annotations
        self._parent_tree = parent_tree
        self._lang = lang
        self._limits = limits
        self._issues = issues
        self._roles = Roles(objects, self._tree)
        self._attributes = AttributeReader(objects, self._tree, issues)
        self._elements: list[RawElement] = []
        self._places: dict[Ref, int] = {}
        self._open: set[int] = set()
        self._claimed: dict[ContentItem, int] = {}
        self._claims = 0
        self._ahead: dict[Ref, Value] = {}
        """What was fetched to see whether it is an array, and is about to be read as a kid."""
        self._homeless: list[tuple[RawElement, int, ContentItem]] = []
        self._pending_refs: list[tuple[RawElement, Value]] = []
        self._kids_left = limits.kids
        self._ids: dict[str, list[int]] = {}

    def read(self) -> Structure:
        """Walks; never raises."""
        self._walk()
        self._find_homes()
        self._resolve_refs()
        self._find_pages()
        ids = {key: tuple(found) for key, found in self._ids.items()}
        return Structure(self._elements, self._places, self._claimed, ids)

    # -- the walk ---------------------------------------------------------------------------

    def _walk(self) -> None:
        """Depth first, kids in order. A frame is an element (``None``: the root) with its kids
        yet to be seen, last one first."""
        fetch = self._objects.fetch
        ahead = self._ahead
        places = self._places
        issues = self._issues
        frames: list[tuple[RawElement | None, list[Value]]] = []
        element: RawElement | None = None
        pending = self._kids(self._tree.get("K"), -1)
        while True:
            if not pending:
                if element is None:
                    return
                element.end = len(self._elements)
                self._open.discard(element.index)
                element, pending = frames.pop()
                continue
            kid = pending.pop()
            kind = kid.__class__
            if kind is int:
                self._content(element, kid)
                continue
            ref: Ref | None = None
            if kind is tuple:
                known = places.get(kid)
                if known is not None:
                    self._met_again(element, known)
                    continue
                ref = kid
                kid = ahead.pop(kid) if kid in ahead else fetch(kid)
                kind = kid.__class__
            if kind is not dict:
                self._odd_kid(element, kid, ref, pending)
                continue
            if "S" not in kid and not self._is_element(element, kid, ref):
                continue
            if len(self._elements) >= self._limits.elements:
                limit = Phrase(
                    "stopped after {limit:d} structure elements", limit=self._limits.elements
                )
                issues.add(IssueKind.LIMIT, -1, limit)
                for unfinished, _ in frames:
                    if unfinished is not None:
                        unfinished.end = len(self._elements)
                if element is not None:
                    element.end = len(self._elements)
                return
            made = self._element(element, kid, ref)
            below = kid.get("K")
            if below.__class__ is int:
                self._content(made, below)
            elif below is not None:
                grandkids = self._kids(below, made.index)
                if grandkids:
                    self._open.add(made.index)
                    frames.append((element, pending))
                    element, pending = made, grandkids

    def _kids(self, value: Value, element: int) -> list[Value]:
        """The kids in /K, last one first."""
        if value.__class__ is tuple:
            # Either the one kid or an indirect array of kids.
            if value in self._places:
                return [value]
            target = self._objects.fetch(value)
            if not isinstance(target, list):
                self._ahead[value] = target
                return [value]
            value = target
        if not isinstance(value, list):
            return [] if value is None else [value]
        if len(value) > self._kids_left:
            limit = Phrase("stopped after {limit:d} kids", limit=self._limits.kids)
            self._issues.add(IssueKind.LIMIT, element, limit, group="kids")
            value = value[: self._kids_left]
        self._kids_left -= len(value)
        kids: list[Value] = value[::-1]
        return kids

    def _element(
        self, parent: RawElement | None, found: dict[str, Value], ref: Ref | None
    ) -> RawElement:
        get = found.get
        index = len(self._elements)
        page_ref = get("Pg")
        own_page = -1
        if page_ref is not None:
            known = self._pages.get(page_ref) if page_ref.__class__ is tuple else None
            own_page = self._page(page_ref, index) if known is None else known
        if parent is None:
            made = RawElement(index, -1, 0, ref, own_page, own_page)
            made.lang = self._lang
            above = self._tree_ref
        else:
            near = own_page if own_page != -1 else parent.near_page
            made = RawElement(index, parent.index, parent.depth + 1, ref, own_page, near)
            made.lang = parent.lang
            parent.kids.append(index)
            above = parent.ref
        self._elements.append(made)
        if ref is not None:
            self._places[ref] = index
        claimed = get("P")
        if claimed != above and claimed.__class__ is tuple and above.__class__ is tuple:
            number = ref[0] if ref else 0
            detail = Phrase(
                "object {number:d} is a kid of object {above:d}, its /P is {claimed:d}",
                number=number,
                above=above[0],
                claimed=claimed[0],
            )
            self._issues.add(IssueKind.WRONG_PARENT, index, detail)
        raw = get("S")
        if raw.__class__ is not str or "NS" in found:
            self._typed(made, raw, get("NS"))
        else:
            role = self._roles.resolve(raw)
            made.raw = raw
            made.type = role.type
            if role.issue is not None:
                self._issues.add(role.issue, index, role.detail, group=raw)
        if not _COMMON_KEYS.issuperset(found):
            self._rare(made, found)
        return made

    def _typed(self, made: RawElement, raw: Value, namespace: Value) -> None:
        """The type when /S is odd or there is a namespace."""
        name = self._objects.name(raw)
        if not name:
            detail = Phrase("/S is {found}", found=describe(self._objects.resolve(raw)))
            self._issues.add(IssueKind.WRONG_TYPE, made.index, detail, group="S")
            made.type = "NonStruct"
            return
        role = self._roles.resolve(name, namespace)
        made.raw = name
        made.type = role.type
        made.namespace = role.namespace
        if role.issue is not None:
            self._issues.add(role.issue, made.index, role.detail, group=name)

    def _rare(self, made: RawElement, found: dict[str, Value]) -> None:
        """Entries that most elements lack."""
        get = found.get
        text = self._objects.text
        if "ActualText" in found:
            made.actual_text = text(get("ActualText"))
        if "Lang" in found:
            lang = text(get("Lang"))
            if lang is not None:
                made.own_lang = lang
                # The empty string says that the language is unknown (14.9.2.2).
                made.lang = lang.strip() or None
        if "A" in found or "C" in found:
            made.attributes = self._attributes.read(get("A"), get("C"), made.index)
        if "Alt" in found:
            made.alt = text(get("Alt"))
        if "ID" in found:
            value = self._objects.resolve(get("ID"))
            if value.__class__ is bytes:
                made.id = identifier(value)
                self._ids.setdefault(made.id, []).append(made.index)
            elif value is not None:
                detail = Phrase("/ID is {found}", found=describe(value))
                self._issues.add(IssueKind.WRONG_TYPE, made.index, detail, group="ID")
        if "T" in found:
            made.title = text(get("T"))
        if "E" in found:
            made.expansion = text(get("E"))
        if "Ref" in found:
            self._pending_refs.append((made, get("Ref")))

    # -- kids that are no elements ----------------------------------------------------------

    def _page(self, ref: Value, element: int) -> int:
        page = self._pages.get(ref, LOST_PAGE) if ref.__class__ is tuple else LOST_PAGE
        if page < 0:
            if ref.__class__ is tuple:
                detail = Phrase("/Pg leads to object {number:d}, which is no page", number=ref[0])
            else:
                detail = Phrase("/Pg is {found}", found=describe(ref))
            self._issues.add(IssueKind.MISSING_OBJECT, element, detail, group="page")
        return page

    def _content(
        self, owner: RawElement | None, mcid: int, page: int = -1, stream: int = 0
    ) -> None:
        """A marked-content reference; ``page`` is that of the MCR's own /Pg, -1 for none."""
        if owner is None:
            detail = Phrase("the structure tree root has marked content as a kid")
            self._issues.add(IssueKind.WRONG_TYPE, -1, detail, group="root")
            return
        if mcid < 0:
            detail = Phrase("MCID {mcid:d} is negative", mcid=mcid)
            self._issues.add(IssueKind.WRONG_TYPE, owner.index, detail, group="MCID")
            return
        if page == -1:
            page = owner.own_page
        item = ContentItem(page, stream, mcid)
        if page >= 0:
            first = self._claimed.setdefault(item, owner.index)
            if first != owner.index:
                detail = Phrase(
                    "MCID {mcid:d} on page {page:d} belongs to two elements",
                    mcid=mcid,
                    page=page + 1,
                )
                self._issues.add(IssueKind.MCID_SHARED, owner.index, detail)
                return
            if len(self._claimed) == self._claims:
                detail = Phrase(
                    "MCID {mcid:d} on page {page:d} belongs to one element more than once",
                    mcid=mcid,
                    page=page + 1,
                )
                self._issues.add(IssueKind.MCID_REPEATED, owner.index, detail)
                return
            self._claims += 1
        else:
            item = ContentItem(-1, stream, mcid)
            if page == -1:
                self._homeless.append((owner, len(owner.kids), item))
        owner.kids.append(item)

    def _is_element(self, owner: RawElement | None, kid: dict[str, Value], ref: Ref | None) -> bool:
        """Handles a kid without /S; true when it must still be taken for an element."""
        if "MCID" in kid:
            self._reference(owner, kid)
        elif "Obj" in kid:
            self._object(owner, kid)
        elif kid.get("Type") in (None, "StructElem") and ("K" in kid or "P" in kid):
            return True
        else:
            where = Phrase("object {number:d}", number=ref[0]) if ref else Phrase("a direct object")
            index = owner.index if owner else -1
            detail = Phrase("{what} is a kid but neither element nor content", what=where)
            self._issues.add(IssueKind.WRONG_TYPE, index, detail, group="kid")
        return False

    def _reference(self, owner: RawElement | None, kid: dict[str, Value]) -> None:
        """A marked-content reference dictionary (14.7.5.2)."""
        mcid = self._objects.integer(kid["MCID"])
        index = owner.index if owner else -1
        if mcid is None:
            detail = Phrase("/MCID is {found}", found=describe(self._objects.resolve(kid["MCID"])))
            self._issues.add(IssueKind.WRONG_TYPE, index, detail, group="MCID")
            return
        page_ref = kid.get("Pg")
        page = -1 if page_ref is None else self._page(page_ref, index)
        stream = kid.get("Stm")
        self._content(owner, mcid, page, stream[0] if stream.__class__ is tuple else 0)

    def _object(self, owner: RawElement | None, kid: dict[str, Value]) -> None:
        """An object reference dictionary (14.7.5.3)."""
        target = kid["Obj"]
        if owner is None:
            detail = Phrase("the structure tree root has an object as a kid")
            self._issues.add(IssueKind.WRONG_TYPE, -1, detail, group="root")
            return
        annotation = page = -1
        if target.__class__ is tuple:
            annotation, page = self._annotations.get(target, (-1, -1))
        if page < 0 and kid.get("Pg") is not None:
            page = self._page(kid["Pg"], owner.index)
        if page < 0:
            page = max(-1, owner.own_page)
        objid = target[0] if target.__class__ is tuple else 0
        if annotation < 0 and (not objid or self._objects.resolve(target) is None):
            detail = Phrase(
                "an object reference leads to object {number:d}, which is not there", number=objid
            )
            self._issues.add(IssueKind.MISSING_OBJECT, owner.index, detail, group="object")
            objid = 0
        owner.kids.append(ObjectItem(page, annotation, objid))

    def _met_again(self, owner: RawElement | None, known: int) -> None:
        objid = self._elements[known].ref
        number = objid[0] if objid else 0
        index = owner.index if owner else -1
        if known in self._open:
            detail = Phrase("object {number:d} is a kid below itself", number=number)
            self._issues.add(IssueKind.CYCLE, index, detail)
        else:
            detail = Phrase("object {number:d} is a kid in two places", number=number)
            self._issues.add(IssueKind.SHARED_KID, index, detail)

    def _odd_kid(
        self, owner: RawElement | None, kid: Value, ref: Ref | None, pending: list[Value]
    ) -> None:
        """A kid that is neither number nor dictionary."""
        index = owner.index if owner else -1
        if kid.__class__ is int:
            self._content(owner, kid)
        elif kid.__class__ is float and kid.is_integer():
            self._content(owner, int(kid))
        elif kid is None:
            detail = (
                Phrase("kid object {number:d} is not there", number=ref[0])
                if ref
                else Phrase("a kid is null")
            )
            self._issues.add(IssueKind.MISSING_OBJECT, index, detail, group="kid")
        elif isinstance(kid, list) and ref is None:
            # Nesting is bounded by the parser, so this ends.
            detail = Phrase("an array stands inside /K")
            self._issues.add(IssueKind.WRONG_TYPE, index, detail, group="array")
            pending.extend(self._kids(kid, index))
        else:
            detail = Phrase("a kid is {found}", found=describe(kid))
            self._issues.add(IssueKind.WRONG_TYPE, index, detail, group="kid type")

    # -- afterwards -------------------------------------------------------------------------

    def _find_homes(self) -> None:
        """Gives content items a page that neither MCR nor element names one for.

        By the ParentTree; else the page of the nearest ancestor that has one, unless that page's
        MCID belongs to another element. A page that is named and missing stays missing.
        """
        for owner, position, item in self._homeless:
            page = owner.near_page
            if not item.stream and owner.ref is not None:
                pages = self._parent_tree.pages_of(owner.ref, item.mcid)
                if pages and page not in pages:
                    page = pages[0]
                elif not pages and page >= 0 and self._parent_tree.owner(page, item.mcid):
                    continue
            found = ContentItem(page, item.stream, item.mcid)
            if page >= 0 and found not in self._claimed:
                self._claimed[found] = owner.index
                owner.kids[position] = found

    def _resolve_refs(self) -> None:
        for element, value in self._pending_refs:
            is_element = value.__class__ is tuple and value in self._places
            resolved = value if is_element else self._objects.resolve(value)
            targets = resolved if isinstance(resolved, list) else [resolved]
            found = []
            for target in targets[:10_000]:
                index = self._places.get(target, -1) if target.__class__ is tuple else -1
                if index >= 0:
                    found.append(index)
                elif target is not None:
                    detail = Phrase("/Ref leads to something that is no element of the tree")
                    self._issues.add(IssueKind.MISSING_REFERENCE, element.index, detail)
            element.refs = tuple(found)

    def _find_pages(self) -> None:
        """The page of each element: of its first content, below it or its own, else its /Pg."""
        elements = self._elements
        for element in reversed(elements):
            for kid in element.kids:
                page = elements[kid].page if isinstance(kid, int) else kid.page
                if page >= 0:
                    element.page = page
                    break
