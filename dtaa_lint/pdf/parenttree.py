"""ParentTree and IDTree: checked against the structure tree, never trusted over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dtaa_lint.pdf.elements import Structure
from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.pdf.objects import Objects, Ref, Value, identifier
from dtaa_lint.pdf.trees import entries
from dtaa_lint.words import Phrase


class ParentTree:
    """/ParentTree (14.7.5.4): from the MCIDs of a page to the elements that own them."""

    def __init__(
        self, objects: Objects, tree: Value, struct_parents: Sequence[int | None], limit: int
    ) -> None:
        """``tree``: value of /ParentTree; ``struct_parents``: /StructParents of each page, of which
        the first page with a number keeps it; ``limit``: the most entries to look at."""
        self._objects = objects
        self._tree = tree
        first = {key: page for page, key in reversed(list(enumerate(struct_parents)))}
        self._struct_parents = [
            key if first[key] == page else None for page, key in enumerate(struct_parents)
        ]
        self._limit = limit
        self._entries: dict[int, Value] | None = None
        self._pages: dict[tuple[Ref, int], list[int]] | None = None

    def _load(self) -> dict[int, Value]:
        if self._entries is None:
            found = entries(self._objects, self._tree, "Nums", limit=self._limit)
            self._entries = dict(found)
        return self._entries

    def owners(self, page: int) -> list[Value]:
        """The entries for page ``page``, by MCID; empty when there are none."""
        key = self._struct_parents[page]
        return [] if key is None else self._objects.array(self._load().get(key))

    def _all_owners(self) -> Iterator[tuple[int, list[Value]]]:
        """(page, its entries), until there are too many, as when pages share one large array."""
        left = self._limit
        for page in range(len(self._struct_parents)):
            owners = self.owners(page)
            left -= len(owners)
            if left < 0:
                return
            yield page, owners

    def owner(self, page: int, mcid: int) -> Value:
        """The entry for ``mcid`` on ``page``; ``None`` when there is none."""
        owners = self.owners(page)
        return owners[mcid] if mcid < len(owners) else None

    def pages_of(self, ref: Ref, mcid: int) -> Sequence[int]:
        """Pages on which the tree gives ``mcid`` to the element ``ref``."""
        if self._pages is None:
            self._pages = {}
            for page, owners in self._all_owners():
                for number, owner in enumerate(owners):
                    if owner.__class__ is tuple:
                        self._pages.setdefault((owner, number), []).append(page)
        return self._pages.get((ref, mcid), ())

    def check(self, structure: Structure, issues: Issues) -> None:
        """Compares with what the structure tree says of page content; absence is no fault."""
        if not self._load():
            return
        elements = structure.elements
        owned: dict[int, int] = {}
        for page, stream, _ in structure.claimed:
            if not stream:
                owned[page] = owned.get(page, 0) + 1
        # A content item equals the plain tuple of its fields, which is made much quicker.
        claimed: Mapping[Any, int] = structure.claimed
        for page, owners in self._all_owners():
            matched = 0
            for mcid, entry in enumerate(owners):
                index = claimed.get((page, 0, mcid))
                if index is None:
                    if entry.__class__ is tuple and entry in structure.places:
                        detail = Phrase(
                            "it gives MCID {mcid:d} on page {page:d} to object {number:d}, "
                            "which does not have it",
                            mcid=mcid,
                            page=page + 1,
                            number=entry[0],
                        )
                        at = structure.places[entry]
                        issues.add(IssueKind.PARENT_TREE, at, detail, group="unowned")
                    continue
                matched += 1
                ref = elements[index].ref
                if entry != ref and ref is not None:
                    whom = (
                        Phrase("object {number:d}", number=entry[0])
                        if entry.__class__ is tuple
                        else Phrase("nothing")
                    )
                    detail = Phrase(
                        "it gives MCID {mcid:d} on page {page:d} to {whom}, "
                        "the tree gives it to object {owner:d}",
                        mcid=mcid,
                        page=page + 1,
                        whom=whom,
                        owner=ref[0],
                    )
                    issues.add(IssueKind.PARENT_TREE, index, detail, group="other owner")
            lost = owned.get(page, 0) - matched
            if lost > 0:
                detail = Phrase(
                    "it lacks {lost:d} of the MCIDs on page {page:d}", lost=lost, page=page + 1
                )
                issues.add(IssueKind.PARENT_TREE, -1, detail, group="lacks", count=lost)


def check_id_tree(
    objects: Objects, tree: Value, structure: Structure, issues: Issues, limit: int
) -> None:
    """Compares /IDTree (14.7.2, Table 354) with the IDs in the tree; absence is no fault."""
    if objects.resolve(tree) is None:
        return
    seen: set[str] = set()
    for key, value in entries(objects, tree, "Names", limit=limit):
        name = identifier(key)
        seen.add(name)
        index = structure.places.get(value, -1) if value.__class__ is tuple else -1
        if index < 0:
            detail = Phrase(
                "it leads ID {id} to something that is no element of the tree", id=repr(name[:60])
            )
            issues.add(IssueKind.ID_TREE, -1, detail, group="no element")
        elif structure.elements[index].id != name:
            own = structure.elements[index].id
            whose = (
                Phrase("one without ID")
                if own is None
                else Phrase("one with ID {id}", id=repr(own[:60]))
            )
            detail = Phrase(
                "it leads ID {id} to an element with another identity: {whose}",
                id=repr(name[:60]),
                whose=whose,
            )
            issues.add(IssueKind.ID_TREE, index, detail, group="other ID")
    for name, found in structure.ids.items():
        if name not in seen:
            detail = Phrase("it lacks ID {id}", id=repr(name[:60]))
            issues.add(IssueKind.ID_TREE, found[0], detail, group="lacks")
