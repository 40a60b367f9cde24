"""Turns sarif-om objects into plain JSON values.

sarif-om is data only, and the serialiser that is usually paired with it leaves out whatever equals
a schema default: an explicit ``level`` of ``warning`` under a rule whose default is ``error`` then
reads as an error. Here only what was never set is left out: None, and the -1 that sarif-om gives
to indices and offsets. Enums and sets are accepted; ``Suppression.state`` is written under the
name that the final schema has, ``status``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import attr

_UNSET_IS_MINUS_ONE = frozenset(
    "index ruleIndex parentIndex byteOffset charOffset length id rank".split()  # noqa: SIM905
)
_RENAMED = {("Suppression", "state"): "status"}


def to_plain(value: object) -> object:
    """The JSON value of a sarif-om object, or of a container, enum or scalar inside one.

    Raises TypeError for anything else. SARIF objects nest a dozen levels at most.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    fields = _FIELDS.get(kind)
    if fields is not None:
        plain: dict[str, object] = {}
        for name, key, minus_one in fields:
            item = getattr(value, name)
            if item is not None and not (minus_one and item == -1):
                plain[key] = item if type(item) in _SCALARS else to_plain(item)
        return plain
    if isinstance(value, Enum):
        return to_plain(value.value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, set | frozenset):
        return sorted((to_plain(item) for item in value), key=str)
    if not attr.has(kind):
        raise TypeError(f"no SARIF value: {kind.__name__}")
    _FIELDS[kind] = _read_fields(kind)
    return to_plain(value)


_SCALARS = frozenset((str, int, float, bool, type(None)))
_FIELDS: dict[type, tuple[tuple[str, str, bool], ...]] = {}
"""Class -> its fields, read once: a report has a hundred thousand objects of a dozen classes."""


def _read_fields(kind: type) -> tuple[tuple[str, str, bool], ...]:
    """(attribute, property name, whether -1 means unset) of a sarif-om class."""
    fields: list[tuple[str, str, bool]] = []
    for field in attr.fields(kind):
        key = field.metadata["schema_property_name"]
        key = _RENAMED.get((kind.__name__, key), key)
        fields.append((field.name, key, key in _UNSET_IS_MINUS_ONE))
    return tuple(fields)
