"""Attributes of structure elements: class map under /A, by owner (ISO 32000-2, 14.7.6)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import AttributeValue, IssueKind
from dtaa_lint.pdf.objects import Objects, Value, identifier, text_string
from dtaa_lint.words import Phrase

Attributes = Mapping[str, Mapping[str, AttributeValue]]

NONE: Attributes = MappingProxyType({})
"""What every element without attributes shares."""

_DEPTH = 8
_WIDTH = 10_000
_VALUES = 5_000
"""The most values within one attribute: a reference may lead from it into the whole document."""
_ALL_VALUES = 5_000_000
_STEPS = 2_000_000
"""The most attributes of all elements together, before equal ones are shared."""
_FAULTS = 100

_Fault: TypeAlias = tuple[IssueKind, str, str]
"""(kind, detail, group) of what is wrong with some attributes."""


class _Plain:
    """Turns PDF values into attribute values, within the bounds above."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._all = _ALL_VALUES
        self._left = 0

    def value(self, value: Value) -> AttributeValue:
        """Arrays become tuples, dictionaries tuples of (key, value); what is too much, ``None``."""
        self._left = min(_VALUES, self._all)
        made = self._convert(value, 0)
        self._all -= min(_VALUES, self._all) - self._left
        return made

    def _convert(self, value: Value, depth: int) -> AttributeValue:
        self._left -= 1
        if self._left < 0:
            return None
        value = self._objects.resolve(value)
        kind = value.__class__
        if kind is bytes:
            return text_string(value)
        if kind is str or kind is int or kind is float or kind is bool:
            plain: AttributeValue = value
            return plain
        if depth >= _DEPTH:
            return None
        if isinstance(value, list):
            items = value[: self._left + 1]
            return tuple(self._convert(item, depth + 1) for item in items)
        if isinstance(value, dict):
            pairs = sorted(value.items())[: self._left + 1]
            return tuple((key, self._convert(item, depth + 1)) for key, item in pairs)
        return None


def _headers(objects: Objects, value: Value) -> AttributeValue:
    """/Headers holds element identifiers, which are byte strings and no text."""
    value = objects.resolve(value)
    items = value if isinstance(value, list) else [value]
    found = []
    for item in items[:_WIDTH]:
        item = objects.resolve(item)
        if isinstance(item, bytes):
            found.append(identifier(item))
        elif isinstance(item, str):
            found.append(item)
    return tuple(found)


class AttributeReader:
    """Reads /A and /C of elements; what several elements share is read once."""

    def __init__(self, objects: Objects, root: dict[str, Value], issues: Issues) -> None:
        self._objects = objects
        self._issues = issues
        self._plain = _Plain(objects)
        self._classes = objects.dictionary(root.get("ClassMap"))
        self._known: dict[str, tuple[Attributes, tuple[_Fault, ...]]] = {}
        self._steps = _STEPS

    def read(self, attributes: Value, classes: Value, element: int) -> Attributes:
        """The merged attributes; ``attributes`` is the value of /A, ``classes`` that of /C."""
        key = f"{attributes!r}{classes!r}"
        known = self._known.get(key)
        if known is None:
            known = self._merge(attributes, classes)
            if len(key) < 2000:
                self._known[key] = known
        merged, faults = known
        for kind, detail, group in faults:
            self._issues.add(kind, element, detail, group=group)
        return merged

    def _merge(self, attributes: Value, classes: Value) -> tuple[Attributes, tuple[_Fault, ...]]:
        merged: dict[str, dict[str, AttributeValue]] = {}
        faults: dict[_Fault, None] = {}
        for name in self._names(classes):
            source = self._classes.get(name)
            if source is None:
                detail = Phrase("class {name} is not in the class map", name=name[:60])
                faults[IssueKind.MISSING_CLASS, detail, ""] = None
            else:
                self._add(merged, source, faults)
        if attributes is not None:
            self._add(merged, attributes, faults)
        return MappingProxyType(merged) if merged else NONE, tuple(faults)[:_FAULTS]

    def _names(self, classes: Value) -> list[str]:
        """Class names of /C: a name, or an array of names and revision numbers."""
        value = self._objects.resolve(classes)
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            return []
        resolved = (self._objects.resolve(item) for item in value[:_WIDTH])
        return list(dict.fromkeys(item for item in resolved if isinstance(item, str)))

    def _add(
        self,
        merged: dict[str, dict[str, AttributeValue]],
        source: Value,
        faults: dict[_Fault, None],
    ) -> None:
        """Adds attribute objects to ``merged``; a later one replaces equal keys of its owner.

        An array holds dictionaries (or streams), each followed by a revision number or not.
        """
        objects = self._objects
        source = objects.resolve(source)
        for item in source[:_WIDTH] if isinstance(source, list) else [source]:
            found = objects.resolve(item)
            self._steps -= 1 + (len(found) if isinstance(found, dict) else 0)
            if self._steps < 0:
                faults[IssueKind.LIMIT, Phrase("stopped reading attributes"), "attributes"] = None
                return
            if isinstance(found, dict):
                owner = self._owner(found)
                target = merged.setdefault(owner, {})
                for key, value in found.items():
                    if key == "Headers":
                        target[key] = _headers(objects, value)
                    elif key != "O" and not (key == "NS" and found.get("O") == "NSO"):
                        target[key] = self._plain.value(value)
            elif found.__class__ is not int:
                detail = Phrase("an attribute object is {found}", found=describe(found))
                faults[IssueKind.WRONG_TYPE, detail, "attribute"] = None

    def _owner(self, found: dict[str, Value]) -> str:
        """/O; for attributes of a namespace (owner NSO) its URI."""
        owner = self._objects.name(found.get("O")) or ""
        if owner == "NSO":
            namespace = self._objects.dictionary(found.get("NS"))
            return self._objects.text(namespace.get("NS")) or owner
        return owner


_KINDS = {
    bool: Phrase("a boolean"),
    int: Phrase("a number"),
    float: Phrase("a number"),
    str: Phrase("a name"),
    bytes: Phrase("a string"),
    list: Phrase("an array"),
    tuple: Phrase("a reference"),
}
_DICTIONARY = Phrase("a dictionary")


def describe(value: Value) -> Phrase:
    """The type of a PDF value, for a message."""
    if value is None:
        return Phrase("missing or null")
    return _KINDS.get(value.__class__, _DICTIONARY)
