"""Where links lead: actions and destinations, named, explicit or structural (12.3.2, 12.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.pdf.model import Target, TargetKind
from dtaa_lint.pdf.objects import Objects, Ref, Value, text_string
from dtaa_lint.pdf.trees import entries

_CHAIN = 32
_MISSING = Target(TargetKind.MISSING)
_NONE = Target(TargetKind.NONE)
_COORDINATES = {
    # Fit type -> positions of left and top in the destination array (Table 149).
    "XYZ": (2, 3), "FitH": (None, 2), "FitBH": (None, 2), "FitV": (2, None), "FitBV": (2, None),
    "FitR": (2, 5),
}  # fmt: skip


class Targets:
    """Resolves the links of one document."""

    def __init__(
        self,
        objects: Objects,
        catalog: Mapping[str, Value],
        *,
        pages: Mapping[Ref, int],
        elements: Mapping[Ref, int],
        element_pages: Sequence[int],
        limit: int,
    ) -> None:
        """``pages`` and ``elements``: object -> index; ``element_pages``: page of each element;
        ``limit``: the most entries of the name tree to read."""
        self._objects = objects
        self._catalog = catalog
        self._pages = pages
        self._elements = elements
        self._element_pages = element_pages
        self._limit = limit
        self._named: dict[bytes, Value] | None = None
        self._old_named = objects.dictionary(catalog.get("Dests"))
        base = objects.dictionary(catalog.get("URI")).get("Base")
        self._base = _uri(objects.resolve(base)) or ""
        self._known: dict[bytes | str, Target] = {}

    def of_link(self, link: Mapping[str, Value]) -> Target:
        """The target of a link annotation: its action, else its destination."""
        action = self._objects.resolve(link.get("A"))
        if action is not None:
            return self._action(action)
        if link.get("Dest") is not None:
            return self.destination(link["Dest"])
        return _NONE

    def _action(self, action: Value) -> Target:
        """The first action of the chain that leads somewhere, else what the first one is."""
        first: Target | None = None
        pending: list[Value] = [action]
        for _ in range(_CHAIN):
            if not pending:
                break
            value = self._objects.resolve(pending.pop())
            if isinstance(value, list):
                pending.extend(reversed(value[:_CHAIN]))
                continue
            if not isinstance(value, dict):
                continue
            target = self._one_action(value)
            first = first or target
            if target.kind not in (TargetKind.OTHER, TargetKind.MISSING):
                return target
            pending.append(value.get("Next"))
        return first or _MISSING

    def _one_action(self, action: dict[str, Value]) -> Target:
        objects = self._objects
        kind = objects.name(action.get("S")) or ""
        if kind == "GoTo":
            return self._go_to(action)
        if kind == "URI":
            uri = _uri(objects.resolve(action.get("URI")))
            if uri is None:
                return _MISSING
            return Target(TargetKind.URI, uri=self._absolute(uri))
        if kind in ("GoToR", "GoToE", "Launch"):
            return Target(TargetKind.REMOTE, uri=self._file(action.get("F")))
        if kind == "Named":
            return Target(TargetKind.OTHER, uri=kind, name=objects.name(action.get("N")))
        return Target(TargetKind.OTHER, uri=kind)

    def _absolute(self, uri: str) -> str:
        if not self._base:
            return uri
        from urllib.parse import urljoin

        try:
            return urljoin(self._base, uri)
        except ValueError:
            return uri

    def _file(self, value: Value) -> str | None:
        """The name in a file specification (7.11)."""
        value = self._objects.resolve(value)
        if isinstance(value, dict):
            value = value.get("UF") or value.get("F")
        return self._objects.text(value)

    def _go_to(self, action: dict[str, Value]) -> Target:
        """A structure destination (/SD) goes before /D, which stays as its page (12.6.4.2)."""
        place = self.destination(action["D"]) if action.get("D") is not None else _MISSING
        if action.get("SD") is not None:
            structural = self.destination(action["SD"])
            if structural.kind is TargetKind.STRUCTURE:
                return self._with_place(structural, place)
        return place

    @staticmethod
    def _with_place(structural: Target, place: Target) -> Target:
        """The structure destination, with the coordinates of the explicit one beside it."""
        if place.kind is not TargetKind.PAGE:
            return structural
        return Target(
            TargetKind.STRUCTURE,
            page=place.page,
            left=place.left,
            top=place.top,
            element=structural.element,
            name=structural.name or place.name,
        )

    def destination(self, value: Value) -> Target:
        """A destination: an array, a name or string, or a dictionary with /D."""
        value = self._objects.resolve(value)
        if isinstance(value, str | bytes):
            known = self._known.get(value)
            if known is None:
                known = self._known[value] = self._by_name(value)
            return known
        return self._explicit(value, None)

    def _by_name(self, name: str | bytes) -> Target:
        text = name if isinstance(name, str) else text_string(name)
        found = self._look_up(name)
        if found is None:
            return Target(TargetKind.MISSING, name=text)
        return self._explicit(found, text)

    def _look_up(self, name: str | bytes) -> Value:
        """Strings stand in the name tree, names in /Dests; each is sought in the other as well."""
        objects = self._objects
        if self._named is None:
            names = objects.dictionary(self._catalog.get("Names"))
            self._named = {}
            for key, value in entries(objects, names.get("Dests"), "Names", limit=self._limit):
                self._named.setdefault(key, value)
        raw = name if isinstance(name, bytes) else name.encode("utf-8", "surrogateescape")
        text = name if isinstance(name, str) else text_string(name)
        in_tree, in_old = self._named.get(raw), self._old_named.get(text)
        found = in_old if isinstance(name, str) and in_old is not None else in_tree
        return objects.resolve(in_old if found is None else found)

    def _explicit(self, value: Value, name: str | None) -> Target:
        objects = self._objects
        structural: Target | None = None
        if isinstance(value, dict):
            if value.get("SD") is not None:
                structural = self._explicit(objects.array(value["SD"]), name)
            value = objects.resolve(value.get("D"))
        place = self._array(value, name) if isinstance(value, list) else None
        if structural is not None and structural.kind is TargetKind.STRUCTURE:
            return self._with_place(structural, place or _MISSING)
        return place or Target(TargetKind.MISSING, name=name)

    def _array(self, value: list[Value], name: str | None) -> Target:
        """An explicit destination array: page or element, then the way to fit it."""
        objects = self._objects
        first = value[0] if value else None
        if first.__class__ is tuple and first in self._elements:
            element = self._elements[first]
            page = self._element_pages[element]
            return Target(TargetKind.STRUCTURE, page=page, element=element, name=name)
        page = -1
        if first.__class__ is tuple:
            page = self._pages.get(first, -1)
        elif first.__class__ is int and 0 <= first < len(self._pages):
            # A page number is for remote files, yet viewers honour it for this one.
            page = first
        if page < 0:
            return Target(TargetKind.MISSING, name=name)
        fit = objects.name(value[1]) if len(value) > 1 else None
        left_at, top_at = _COORDINATES.get(fit or "", (None, None))
        return Target(
            TargetKind.PAGE,
            page=page,
            left=self._coordinate(value, left_at),
            top=self._coordinate(value, top_at),
            name=name,
        )

    def _coordinate(self, value: list[Value], at: int | None) -> float | None:
        return self._objects.number(value[at]) if at is not None and at < len(value) else None


def _uri(value: Value) -> str | None:
    """A URI (12.6.4.8): ASCII by the standard, UTF-8 or Latin-1 in the field."""
    if value.__class__ is str:
        return str(value)
    if value.__class__ is not bytes:
        return None
    if value[:2] in (b"\xfe\xff", b"\xff\xfe") or value[:3] == b"\xef\xbb\xbf":
        return text_string(value)
    try:
        return str(value.decode("utf-8"))
    except UnicodeDecodeError:
        return str(value.decode("latin-1"))
