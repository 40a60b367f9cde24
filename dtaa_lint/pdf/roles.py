"""Structure types: which are standard, and where role maps lead (ISO 32000-2, 14.7.3, 14.8.6)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.pdf.objects import Objects, Value, text_string
from dtaa_lint.words import Phrase

PDF_1_NAMESPACE = "http://iso.org/pdf/ssn"
PDF_2_NAMESPACE = "http://iso.org/pdf2/ssn"
MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML"

_PDF_1 = """
Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5
H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link
Annot Ruby RB RT RP Warichu WT WP Figure Formula Form
"""
_PDF_2 = "DocumentFragment Aside Title Sub FENote Em Strong Artifact"

PDF_1_TYPES = frozenset(_PDF_1.split())
"""Standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4): those of the default namespace."""

STANDARD_TYPES = PDF_1_TYPES.union(_PDF_2.split())
"""With those that PDF 2.0 added (ISO 32000-2, 14.8.4); H7, H8, … besides."""

_CHAIN_LIMIT = 200


@cache
def is_standard(name: str) -> bool:
    """Whether ``name`` is a standard type of either edition, numbered headings of any level too."""
    if name in STANDARD_TYPES:
        return True
    level = name[1:]
    return name[:1] == "H" and level.isascii() and level.isdecimal() and level[:1] != "0"


class Role(NamedTuple):
    """Where a raw type leads."""

    type: str
    """Standard type, or the raw type where none is reached."""
    namespace: str | None
    """URI of the element's own namespace; None for the default one."""
    issue: IssueKind | None
    detail: str


class Roles:
    """Role maps of one document; every (type, namespace) is resolved once."""

    def __init__(self, objects: Objects, root: dict[str, Value]) -> None:
        self._objects = objects
        self._map = objects.dictionary(root.get("RoleMap"))
        self._known: dict[tuple[str, Value], Role] = {}
        self._plain: dict[str, Role] = {}
        """The roles without a namespace."""

    def resolve(self, raw: str, namespace: Value = None) -> Role:
        """The role of type ``raw``; ``namespace`` is the unresolved value of /NS."""
        if namespace is None:
            # Nearly all elements.
            role = self._plain.get(raw)
            if role is None:
                role = self._plain[raw] = self._resolve(raw, None)
            return role
        key = (raw, namespace if namespace.__class__ is tuple else repr(namespace))
        role = self._known.get(key)
        if role is None:
            role = self._known[key] = self._resolve(raw, namespace)
        return role

    def uri(self, namespace: Value) -> str | None:
        """The URI of a namespace dictionary."""
        found = self._objects.dictionary(namespace).get("NS")
        found = self._objects.resolve(found)
        return text_string(found) if found.__class__ is bytes else None

    def _step(self, name: str, namespace: Value) -> tuple[str, Value] | None:
        """One mapping; ``None`` when nothing maps ``name`` (or it maps to itself)."""
        objects = self._objects
        target: Value = None
        if namespace is not None:
            own = objects.dictionary(objects.dictionary(namespace).get("RoleMapNS"))
            target = objects.resolve(own.get(name))
            if isinstance(target, list):
                mapped = objects.name(target[0]) if target else None
                into = target[1] if len(target) > 1 else None
                same = mapped == name and into == namespace
                return None if mapped is None or same else (mapped, into)
        if target is None and (namespace is None or not self._is_standard_in(name, namespace)):
            target = objects.resolve(self._map.get(name))
        if target.__class__ is bytes:
            target = text_string(target)
        if not isinstance(target, str) or target == name:
            return None
        return target, None

    def _is_standard_in(self, name: str, namespace: Value) -> bool:
        """Whether ``name`` stands for itself in a namespace that is not the default one.

        Some generators write another URI than ISO's for the PDF 2.0 namespace; their standard
        types mean what they say. Elements of MathML are no types of ours, yet need no mapping.
        """
        return is_standard(name) or self.uri(namespace) == MATHML_NAMESPACE

    def _resolve(self, raw: str, namespace: Value) -> Role:
        uri = self.uri(namespace) if namespace is not None else None
        name, where = raw, namespace
        seen: set[tuple[str, str]] = {(raw, repr(namespace))}
        for _ in range(_CHAIN_LIMIT):
            step = self._step(name, where)
            if step is None:
                break
            name, where = step
            key = (name, repr(where))
            if key in seen:
                return self._cycle(raw, uri)
            seen.add(key)
        else:
            return self._cycle(raw, uri)
        if is_standard(name):
            # A file of PDF 1.7 may give a meaning of its own to what became standard later, and a
            # namespace may map its own "Sect" to ISO's.
            remapped = name != raw and namespace is None and raw in PDF_1_TYPES
            if remapped:
                detail = Phrase("standard type {raw} is mapped to {name}", raw=raw, name=name)
                return Role(name, uri, IssueKind.ROLE_REMAPS_STANDARD, detail)
            return Role(name, uri, None, "")
        if where is not None and self.uri(where) == MATHML_NAMESPACE:
            return Role(name, uri, None, "")
        if is_standard(raw):
            detail = Phrase(
                "standard type {raw} is mapped to {name}, which is no standard type",
                raw=raw,
                name=name,
            )
            return Role(raw, uri, IssueKind.ROLE_REMAPS_STANDARD, detail)
        detail = Phrase("no role map leads {raw} to a standard type", raw=raw)
        return Role(raw, uri, IssueKind.ROLE_UNKNOWN, detail)

    @staticmethod
    def _cycle(raw: str, uri: str | None) -> Role:
        return Role(
            raw,
            uri,
            IssueKind.ROLE_CYCLE,
            Phrase("the role map leads {raw} round in a circle", raw=raw),
        )
