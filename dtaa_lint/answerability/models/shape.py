"""Whether a value fits a JSON schema, for the part of JSON Schema that replies are described in."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: _number(value) and float(value).is_integer(),
    "number": lambda value: _number(value),
}
SAID = frozenset({"title", "description", "$schema", "default", "examples"})
"""Keywords that constrain nothing."""
_DEEPEST = 40


def wire_schema(schema: Mapping[str, Any], *, lengths: bool = True) -> dict[str, Any]:
    """The schema as providers take it: ``anyOf`` in place of lists of types, and without lengths of
    strings where a provider refuses them. Replies are checked against the schema itself."""
    found = dict(schema)
    if "properties" in found:
        parts = found["properties"].items()
        found["properties"] = {name: wire_schema(part, lengths=lengths) for name, part in parts}
    if "items" in found:
        found["items"] = wire_schema(found["items"], lengths=lengths)
    if not lengths:
        for name in ("minLength", "maxLength"):
            found.pop(name, None)
    kinds = found.get("type")
    if not isinstance(kinds, list):
        return found
    said = {name: found.pop(name) for name in tuple(found) if name in SAID}
    rest = {name: part for name, part in found.items() if name != "type"}
    return {**said, "anyOf": [{"type": kind, **_of_type(rest, kind)} for kind in kinds]}


def is_closed(schema: Mapping[str, Any]) -> bool:
    """Whether every object of the schema requires all that it may have, and nothing else: what
    strict structured output asks for."""
    parts = schema.get("properties", {})
    if schema.get("type") == "object" and (
        schema.get("additionalProperties") is not False
        or set(schema.get("required", ())) != set(parts)
    ):
        return False
    items = [schema["items"]] if "items" in schema else []
    return all(is_closed(part) for part in (*parts.values(), *items))


def misfit(value: Any, schema: Mapping[str, Any]) -> str:
    """Why the value does not fit, for the model that is to repair it; empty when it does."""
    return _misfit(value, schema, "the reply", 0)


def _misfit(value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
    if depth > _DEEPEST:
        return f"{where} is nested too deeply"
    kinds = schema.get("type")
    if kinds is not None:
        names = [kinds] if isinstance(kinds, str) else list(kinds)
        if not any(_TYPES[name](value) for name in names):
            return f"{where} must be of type {' or '.join(names)}"
    if "enum" in schema and not any(_equal(value, one) for one in schema["enum"]):
        return f"{where} must be one of {', '.join(map(repr, schema['enum']))}"
    if "const" in schema and not _equal(value, schema["const"]):
        return f"{where} must be {schema['const']!r}"
    if isinstance(value, dict):
        return _object(value, schema, where, depth)
    if isinstance(value, list):
        return _array(value, schema, where, depth)
    if isinstance(value, str):
        return _span(len(value), schema, "minLength", "maxLength", f"the length of {where}")
    if _number(value):
        return _span(value, schema, "minimum", "maximum", where)
    return ""


def _object(value: dict[str, Any], schema: Mapping[str, Any], where: str, depth: int) -> str:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{where} lacks {name!r}"
    for name, part in value.items():
        inner = f"{name!r} of {where}"
        if name in known:
            wrong = _misfit(part, known[name], inner, depth + 1)
            if wrong:
                return wrong
        elif schema.get("additionalProperties") is False:
            return f"{where} must not have {name[:60]!r}"
    return ""


def _array(value: list[Any], schema: Mapping[str, Any], where: str, depth: int) -> str:
    wrong = _span(len(value), schema, "minItems", "maxItems", f"the number of items of {where}")
    items = schema.get("items")
    if wrong or items is None:
        return wrong
    for number, part in enumerate(value, 1):
        wrong = _misfit(part, items, f"item {number} of {where}", depth + 1)
        if wrong:
            return wrong
    return ""


def _span(number: float, schema: Mapping[str, Any], least: str, most: str, what: str) -> str:
    if least in schema and number < schema[least]:
        return f"{what} must be at least {schema[least]}"
    if most in schema and number > schema[most]:
        return f"{what} must be at most {schema[most]}"
    return ""


def _of_type(keywords: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The keywords that say something of values of one type."""
    own = {
        "object": ("properties", "required", "additionalProperties"),
        "array": ("items", "minItems", "maxItems"),
        "string": ("minLength", "maxLength"),
        "integer": ("minimum", "maximum"),
        "number": ("minimum", "maximum"),
    }.get(kind, ())
    found = {name: keywords[name] for name in own if name in keywords}
    if "enum" in keywords:
        found["enum"] = [value for value in keywords["enum"] if _TYPES[kind](value)]
    return found


def _number(value: Any) -> bool:
    """JSON has no NaN and no infinity, though Python reads them."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return not isinstance(value, float) or math.isfinite(value)


def _equal(one: Any, other: Any) -> bool:
    """Equal as JSON: ``true`` is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
