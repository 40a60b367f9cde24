"""What the lines of a run's files must be: the schemas that ship, read once and held against them.

Of JSON Schema it knows what these schemas use. Keys that a schema does not name are let pass: a
later version may have added them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from dtaa_lint.words import cut

Check = Callable[[object], str]
"""What is wrong with a value, with its place in front; empty for nothing."""

_LONGEST = 60
"""Characters of a value that are repeated."""
_LARGEST = 2**53
"""Whole numbers of a larger size are no counts."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_IGNORED = frozenset(
    {"$schema", "$id", "$defs", "title", "description", "additionalProperties", "type"}
)
_TYPES: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "object": ("an object", lambda value: isinstance(value, dict)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "string": ("a text", lambda value: isinstance(value, str)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "integer": ("a whole number", lambda value: _number(value) and isinstance(value, int)),
    "number": ("a number", lambda value: _number(value)),
    "null": ("nothing", lambda value: value is None),
}
_BY_NAME = {
    "run.json": "run",
    "retrieval.jsonl": "retrieval",
    "answers.jsonl": "answers",
    "elements.jsonl": "elements",
    "controls.jsonl": "controls",
    "validation.jsonl": "validation",
    "excluded.jsonl": "excluded",
    "foreign.jsonl": "foreign",
    "filters.jsonl": "filters",
    "frozen.jsonl": "tasks",
    "control.jsonl": "tasks",
}
"""File -> schema; the others depend on their folder."""


def check_of(path: Path) -> Check | None:
    """What a line of a run's file is held to, by the file's place; None for a file that has no
    schema."""
    kind, folder = path.name, path.parent.name
    if folder == "scores":
        name = {"judgments.jsonl": "judgments", "rubric.jsonl": "rubric"}.get(kind, "scores")
    elif kind == "questions.jsonl":
        name = "asked" if folder == "answering" else "questions"
    else:
        name = _BY_NAME.get(kind, "")
    return schema_check(name) if name else None


@cache
def schema_check(name: str) -> Check:
    """The check of a schema: ``scores``; ``tasks`` for a line of a frozen set."""
    package = "universe" if name == "tasks" else "answerability"
    file = files(f"dtaa_lint.{package}").joinpath("schema", f"{name}-1.json")
    root = json.loads(file.read_text("utf-8"))
    return _made({"$ref": "#/$defs/task"} if name == "tasks" else root, root)


def unsaid(value: object, data: bytes) -> str:
    """What is wrong with the texts of a value that was read from ``data``: half a character is
    none, and nobody can write it down again."""
    if b"\\u" not in data and b"\xed" not in data:
        return ""
    half = _SURROGATE.search(json.dumps(value, ensure_ascii=False))
    return "" if half is None else f"holds half a character (\\u{ord(half[0]):04x})"


def _made(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    """The check of a part of a schema. Raises ValueError for what is not known here."""
    if "$ref" in schema:
        found: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = {**found, **{key: schema[key] for key in schema if key != "$ref"}}
    checks: list[Check] = []
    for key in schema:
        make = _KEYS.get(key)
        if make is not None:
            checks.append(make(schema, root))
        elif key not in _IGNORED:
            raise ValueError(f"a schema says {key!r}")
    # Types come first: the others rely on them.
    if "type" in schema:
        checks.insert(0, _type(schema, root))
    rest = schema.get("additionalProperties")
    if "properties" not in schema and isinstance(rest, Mapping):
        checks.append(_properties(schema, root))
    if len(checks) == 1:
        return checks[0]

    def check(value: object) -> str:
        for one in checks:
            if wrong := one(value):
                return wrong
        return ""

    return check


def _type(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    given = schema["type"]
    allowed = [_TYPES[name] for name in ([given] if isinstance(given, str) else given)]
    said = " or ".join([name for name, _ in allowed])
    tests = [holds for _, holds in allowed]
    if len(tests) == 1:
        only = tests[0]
        return lambda value: "" if only(value) else f"expected {said}, {_found(value)}"
    return lambda value: (
        "" if any(holds(value) for holds in tests) else f"expected {said}, {_found(value)}"
    )


def _required(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    names = schema["required"]

    def check(value: object) -> str:
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    return f"“{name}” is missing"
        return ""

    return check


def _properties(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    own = {name: _made(one, root) for name, one in schema.get("properties", {}).items()}
    rest = schema.get("additionalProperties")
    other = _made(rest, root) if isinstance(rest, Mapping) else None

    def check(value: object) -> str:
        if isinstance(value, dict):
            for name, found in value.items():
                one = own.get(name, other)
                if one is not None and (wrong := one(found)):
                    return _under(str(name), wrong)
        return ""

    return check


def _items(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    first = [_made(one, root) for one in schema.get("prefixItems", ())]
    rest = schema.get("items", True)
    one = _made(rest, root) if isinstance(rest, Mapping) else None

    def check(value: object) -> str:
        if isinstance(value, list):
            if rest is False and len(value) > len(first):
                return "is too long"
            for number, found in enumerate(value):
                own = first[number] if number < len(first) else one
                if own is not None and (wrong := own(found)):
                    return _under(f"[{number}]", wrong)
        return ""

    return check


def _one_of(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    """Of several shapes exactly one; what is wrong is said of the one that the value is nearest
    to, by its ``kind``."""
    ways = [_made(one, root) for one in schema["oneOf"]]
    kinds = [one.get("properties", {}).get("kind", {}).get("const") for one in schema["oneOf"]]

    def check(value: object) -> str:
        wrong = [way(value) for way in ways]
        if wrong.count("") == 1:
            return ""
        if isinstance(value, dict) and isinstance(value.get("kind"), str):
            for kind, said in zip(kinds, wrong, strict=True):
                if kind == value["kind"] and said:
                    return said
        return f"fits none of the forms that it may have, {_found(value)}"

    return check


def _not(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    way = _made(schema["not"], root)
    return lambda value: "has what excludes each other" if not way(value) else ""


def _enum(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    known = [schema["const"]] if "const" in schema else schema["enum"]
    said = ", ".join(["nothing" if one is None else str(one) for one in known])

    def check(value: object) -> str:
        fits = any(one == value and type(one) is type(value) for one in known)
        return "" if fits else f"expected one of {said}, {_found(value)}"

    return check


def _least(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    low, high = schema.get("minimum"), schema.get("maximum")

    def check(value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return ""
        if low is not None and value < low:
            return f"expected at least {low}"
        return f"expected at most {high}" if high is not None and value > high else ""

    return check


def _length(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    least = {list: schema.get("minItems", 0), str: schema.get("minLength", 0)}
    most = schema.get("maxItems", math.inf)

    def check(value: object) -> str:
        if isinstance(value, list | str):
            if len(value) < least[type(value)]:
                return "is too short"
            if isinstance(value, list) and len(value) > most:
                return "is too long"
        return ""

    return check


def _pattern(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Check:
    # "$" would let a line break pass.
    pattern = re.compile(re.sub(r"\$$", r"\\Z", schema["pattern"]))
    return lambda value: (
        f"“{cut(value, _LONGEST)}” is none that it can be"
        if isinstance(value, str) and not pattern.search(value)
        else ""
    )


_KEYS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Check]] = {
    "required": _required,
    "properties": _properties,
    "items": _items,
    "prefixItems": _items,
    "oneOf": _one_of,
    "not": _not,
    "enum": _enum,
    "const": _enum,
    "minimum": _least,
    "maximum": _least,
    "minItems": _length,
    "maxItems": _length,
    "minLength": _length,
    "pattern": _pattern,
}


def _number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return abs(value) <= _LARGEST
    return isinstance(value, float) and math.isfinite(value)


def _under(name: str, wrong: str) -> str:
    """What is wrong below a key or an index."""
    head, colon, rest = wrong.partition(": ")
    if colon and " " not in head:
        return f"{name}{head}: {rest}" if head.startswith("[") else f"{name}.{head}: {rest}"
    return f"{name}: {wrong}"


def _found(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and not _number(value):
        return "found a number that is too large"
    for name in ("boolean", "object", "array", "string", "integer", "number", "null"):
        said, holds = _TYPES[name]
        if holds(value):
            return f"found {said}"
    return "found something else"
