"""A structure tree in the course of being edited, on top of a document that stays as it is.

Only what the edits touch is held here. Elements made by edits get numbers from ``len(elements)``
on. Applying an edit costs its own size and, where kids move, that of the kid lists concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dtaa_lint.pdf.model import AttributeValue, Kid, ObjectItem, PdfDocument
from dtaa_lint.repairs.edits import (
    ROOT,
    DocumentEntry,
    Edit,
    Entry,
    Insert,
    Move,
    NameHeaders,
    Refer,
    Remove,
    Rename,
    Repair,
    Retype,
    Rewrite,
    SetAttribute,
    SetDocument,
    SetEntry,
    SetTarget,
    Unwrap,
    Wrap,
)

GONE = -2
"""As a parent: the element is no part of the tree any more."""
_DEEPEST = 100_000
"""Ancestors that are climbed."""


@dataclass(slots=True)
class Changes:
    """What becomes of one element; fields that stay are None or absent."""

    type: str | None = None
    entries: dict[Entry, str | None] = field(default_factory=dict)
    attributes: dict[str, dict[str, AttributeValue]] = field(default_factory=dict)
    """None as a value: the attribute goes."""
    refs: list[int] = field(default_factory=list)
    """Targets beside those that it has."""
    text: str | None = None
    """Its words in place of all that it holds; of a new element, its words."""


class Draft:
    """The tree after the edits so far."""

    def __init__(self, document: PdfDocument) -> None:
        self.document = document
        self.count = len(document.elements)
        """Elements of the document; numbers from here on are new ones."""
        self.changes: dict[int, Changes] = {}
        self.kids: dict[int, list[Kid]] = {}
        """Kid lists that differ from the document's; ``ROOT``: the top level."""
        self.parents: dict[int, int] = {}
        """Parents that differ."""
        self.owners: list[int] = []
        """Of each new element: the place of the repair that made it."""
        self.targets: dict[int, int] = {}
        """Annotation -> element that its link leads to."""
        self.entries: dict[DocumentEntry, str] = {}
        self.dropped: list[Sequence[Kid]] = []
        """Kids that left the tree, with all in them."""
        self._handles: dict[int, int] = {}
        self._unnamed: dict[int, set[int]] = {}
        """Cell -> header cells that its Headers must not name."""

    def apply(self, repairs: Iterable[Repair]) -> Draft:
        """Applies repairs one after the other; each has handles of its own."""
        for place, repair in enumerate(repairs):
            self._handles = {}
            for edit in repair:
                self._apply(edit, place)
        return self

    # -- what the tree is now ---------------------------------------------------------------

    def kids_of(self, node: int) -> Sequence[Kid]:
        """The kids of an element, or the top level for ``ROOT``."""
        found = self.kids.get(node)
        if found is not None:
            return found
        if node == ROOT:
            return self._own_kids(ROOT)
        return self.document.elements[node].kids if node < self.count else ()

    def parent_of(self, node: int) -> int:
        found = self.parents.get(node)
        return self.document.elements[node].parent if found is None else found

    def type_of(self, node: int) -> str:
        found = self.changes.get(node)
        if found is not None and found.type is not None:
            return found.type
        return self.document.elements[node].type

    def in_tree(self, node: int) -> bool:
        """Whether the element is still there."""
        if node == ROOT:
            return True
        if not 0 <= node < self.count + len(self.owners):
            return False
        if not self.parents:
            return True
        at = node
        for _ in range(_DEEPEST):
            if at < 0:
                break
            at = self.parent_of(at)
        return at == ROOT

    def id_of(self, node: int) -> str | None:
        """The ID of an element as it is now."""
        change = self.changes.get(node)
        if change is not None and Entry.ID in change.entries:
            return change.entries[Entry.ID]
        return self.document.elements[node].id if node < self.count else None

    def headers_of(self, node: int) -> tuple[str, ...]:
        """The IDs in a cell's Headers as they are now."""
        change = self.changes.get(node)
        found: AttributeValue = None
        if change is not None and "Headers" in change.attributes.get("Table", {}):
            found = change.attributes["Table"]["Headers"]
        elif node < self.count:
            found = self.document.elements[node].attributes.get("Table", {}).get("Headers")
        if isinstance(found, str):
            return (found,)
        return tuple([n for n in found if isinstance(n, str)]) if isinstance(found, tuple) else ()

    # -- edits ------------------------------------------------------------------------------

    def _apply(self, edit: Edit, repair: int) -> None:
        if isinstance(edit, SetDocument):
            self.entries[edit.entry] = edit.value
        elif isinstance(edit, SetTarget):
            element = self._known(edit.element)
            if element is not None:
                self.targets[edit.annotation] = element
        elif isinstance(edit, Insert):
            self._insert(edit, repair)
        elif isinstance(edit, Move):
            self._move(edit)
        elif isinstance(edit, Wrap):
            self._wrap(edit, repair)
        else:
            node = self._known(edit.node)
            if node is None or node == ROOT:
                return
            if isinstance(edit, Retype):
                self._change(node).type = edit.type
            elif isinstance(edit, SetAttribute):
                self._change(node).attributes.setdefault(edit.owner, {})[edit.key] = edit.value
            elif isinstance(edit, SetEntry):
                self._change(node).entries[edit.entry] = edit.value
            elif isinstance(edit, Refer):
                targets = [found for t in edit.targets if (found := self._known(t)) is not None]
                refs = self._change(node).refs
                refs.extend(t for t in targets if t not in refs)
            elif isinstance(edit, NameHeaders):
                self._name_headers(node, edit)
            elif isinstance(edit, Rename):
                self._rename(node, edit)
            elif isinstance(edit, Unwrap):
                self._unwrap(node)
            elif isinstance(edit, Remove):
                self._take_out(node)
                self.parents[node] = GONE
                self.dropped.append((node,))
            elif isinstance(edit, Rewrite):
                self._rewrite(node, edit.text)

    def _set_headers(self, node: int, ids: tuple[str, ...]) -> None:
        self._change(node).attributes.setdefault("Table", {})["Headers"] = ids

    def _name_headers(self, node: int, edit: NameHeaders) -> None:
        ids = list(self.headers_of(node))
        unnamed = self._unnamed.setdefault(node, set())
        for header in edit.without:
            found = self._known(header)
            if found is not None and found != ROOT:
                unnamed.add(found)
                name = self.id_of(found)
                ids = [other for other in ids if other != name]
        for header in edit.headers:
            found = self._known(header)
            if found is None or found == ROOT or found in unnamed:
                continue
            name = self.id_of(found)
            if name is None:
                name = f"dtaa-header-{found}"
                self._change(found).entries[Entry.ID] = name
            if name not in ids:
                ids.append(name)
        self._set_headers(node, tuple(ids))

    def _rename(self, node: int, edit: Rename) -> None:
        old = self.id_of(node)
        self._change(node).entries[Entry.ID] = edit.id
        for number in edit.users:
            user = self._known(number)
            if user is not None and user != ROOT:
                ids = self.headers_of(user)
                self._set_headers(user, tuple([edit.id if n == old else n for n in ids]))

    def _known(self, number: int) -> int | None:
        """The element that a number of an edit means; None when it is not there (any more)."""
        node = self._handles.get(number, number)
        return node if self.in_tree(node) else None

    def _change(self, node: int) -> Changes:
        found = self.changes.get(node)
        if found is None:
            found = self.changes[node] = Changes()
        return found

    def _own_kids(self, node: int) -> list[Kid]:
        """The element's kids as a list that may be changed."""
        found = self.kids.get(node)
        if found is None:
            if node != ROOT:
                found = list(self.document.elements[node].kids) if node < self.count else []
            else:
                found = []
                at = 0
                while at < self.count:
                    found.append(at)
                    at = self.document.elements[at].end
            self.kids[node] = found
        return found

    def _new(self, handle: int, type_: str, parent: int, repair: int) -> int:
        node = self.count + len(self.owners)
        self.owners.append(repair)
        self.parents[node] = parent
        self.changes[node] = Changes(type=type_)
        self.kids[node] = []
        self._handles[handle] = node
        return node

    def _place(self, kids: list[Kid], before: int) -> int:
        """Where a new kid goes in a list."""
        if before == ROOT:
            return len(kids)
        node = self._handles.get(before, before)
        for place, kid in enumerate(kids):
            if kid.__class__ is int and kid == node:
                return place
        return len(kids)

    def _insert(self, edit: Insert, repair: int) -> None:
        parent = self._known(edit.parent)
        if parent is None:
            return
        kids = self._own_kids(parent)
        place = self._place(kids, edit.before)
        node = self._new(edit.handle, edit.type, parent, repair)
        kids.insert(place, node)
        change = self.changes[node]
        change.text = edit.text or None
        change.attributes = {owner: dict(keys) for owner, keys in edit.attributes.items()}

    def _take_out(self, node: int) -> None:
        kids = self._own_kids(self.parent_of(node))
        for place, kid in enumerate(kids):
            if kid.__class__ is int and kid == node:
                del kids[place]
                return

    def _move(self, edit: Move) -> None:
        node, parent = self._known(edit.node), self._known(edit.parent)
        if node is None or parent is None or node == ROOT or self._above(node, parent):
            return
        self._take_out(node)
        kids = self._own_kids(parent)
        kids.insert(self._place(kids, edit.before), node)
        self.parents[node] = parent

    def _above(self, node: int, other: int) -> bool:
        """Whether ``node`` is ``other`` or stands above it."""
        at = other
        for _ in range(_DEEPEST):
            if at < 0:
                return False
            if at == node:
                return True
            at = self.parent_of(at)
        return True

    def _wrap(self, edit: Wrap, repair: int) -> None:
        nodes = [found for n in edit.nodes if (found := self._known(n)) is not None and found >= 0]
        if not nodes:
            return
        parent = self.parent_of(nodes[0])
        nodes = [node for node in nodes if self.parent_of(node) == parent]
        kids = self._own_kids(parent)
        place = self._place(kids, nodes[0])
        wrapper = self._new(edit.handle, edit.type, parent, repair)
        inside = set(nodes)
        kids[:] = [kid for kid in kids if kid.__class__ is not int or kid not in inside]
        kids.insert(place, wrapper)
        self.kids[wrapper] = list(nodes)
        for node in nodes:
            self.parents[node] = wrapper

    def _unwrap(self, node: int) -> None:
        parent = self.parent_of(node)
        if parent == ROOT and any(kid.__class__ is not int for kid in self.kids_of(node)):
            return  # Content needs an element that owns it.
        own = list(self.kids_of(node))
        kids = self._own_kids(parent)
        place = self._place(kids, node)
        kids[place : place + 1] = own
        for kid in own:
            if isinstance(kid, int):
                self.parents[kid] = parent
        self.parents[node] = GONE

    def _rewrite(self, node: int, text: str) -> None:
        before = list(self.kids_of(node))
        self.dropped.append([kid for kid in before if not isinstance(kid, ObjectItem)])
        for kid in before:
            if isinstance(kid, int):
                self.parents[kid] = GONE
        self.kids[node] = [kid for kid in before if isinstance(kid, ObjectItem)]
        change = self._change(node)
        change.text = text or None
        change.entries[Entry.ACTUAL_TEXT] = text or None


def merged(
    attributes: Any, changed: dict[str, dict[str, AttributeValue]]
) -> dict[str, dict[str, AttributeValue]]:
    """An element's attributes after the changes."""
    result = {owner: dict(keys) for owner, keys in attributes.items()}
    for owner, keys in changed.items():
        found = result.setdefault(owner, {})
        for key, value in keys.items():
            if value is None:
                found.pop(key, None)
            else:
                found[key] = value
        if not found:
            del result[owner]
    return result
