"""The JSON schemas of the package as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generate import cell, plain

Schema = Mapping[str, Any]


def page(schema: Schema, source: str) -> str:
    """One schema: what it is, its fields, and those of every object in it. ``source`` is its file
    in the package."""
    title = str(schema["title"])
    lines = [
        f'---\ntitle: "{title}"\n---\n',
        f"# {plain(title)}\n",
        plain(str(schema.get("description", ""))) + "\n",
        f"The schema itself: `{source}` in the package, `{schema['$id']}`. A field in **bold** is "
        "always there.\n",
    ]
    lines += _object("Top level", schema)
    for name, definition in schema.get("$defs", {}).items():
        lines.append(f'<a id="{_anchor(name)}"></a>\n')
        lines += _object(name, definition)
    return "\n".join(lines)


def _anchor(name: str) -> str:
    return f"def-{name.lower()}"


def _object(title: str, schema: Schema) -> Iterator[str]:
    yield f"## {plain(title)}\n"
    if "description" in schema and title != "Top level":
        yield plain(str(schema["description"])) + "\n"
    fields = schema.get("properties")
    if fields is None:
        yield f"{_type(schema)}\n"
        return
    yield "| field | type | meaning |"
    yield "|---|---|---|"
    yield from _rows(fields, schema.get("required", ()), "")
    yield ""


def _rows(fields: Schema, required: list[str] | tuple[()], before: str) -> Iterator[str]:
    for name, given in fields.items():
        schema = given if isinstance(given, Mapping) else {}
        shown = f"`{before}{name}`"
        if name in required:
            shown = f"**{shown}**"
        yield f"| {shown} | {_cell_type(schema)} | {cell(str(schema.get('description', '')))} |"
        inner = schema.get("items", {}) if "items" in schema else schema
        if isinstance(inner, Mapping) and "properties" in inner:
            step = "[]." if "items" in schema else "."
            yield from _rows(
                inner["properties"], inner.get("required", ()), f"{before}{name}{step}"
            )


def _cell_type(schema: Schema) -> str:
    return _type(schema).replace("|", "\\|")


def _type(schema: Schema) -> str:
    """The type of a value in words."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[-1]
        return "this object" if name == "#" else f"[{name}](#{_anchor(name)})"
    if "const" in schema:
        return f"always `{_json(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{_json(value)}`" for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_type(item) for item in schema[key])
    types = schema.get("type", "any value")
    names = [types] if isinstance(types, str) else list(types)
    return " or ".join(_named(name, schema) for name in names)


def _named(name: str, schema: Schema) -> str:
    if name == "array":
        items = schema.get("items")
        if not isinstance(items, Mapping) or "properties" in items:
            return "list of objects" if isinstance(items, Mapping) else "list"
        return f"list of {_type(items)}"
    if name == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object: name to {_type(schema['additionalProperties'])}"
    if "pattern" in schema and name == "string":
        return f"string like `{schema['pattern']}`"
    least = schema.get("minimum")
    return f"{name} from {least}" if least is not None and name != "null" else str(name)


def _json(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
