"""The graph as JSON or XML, node by node and edge by edge: never a second copy in memory.

The JSON form is described by ``schema/graph-1.json``; pages are 1-based in both forms. A node is
written when it is reached, its structure path is carried along, and nothing is kept of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from dtaa_lint.graph.model import Edge
from dtaa_lint.graph.view import View
from dtaa_lint.hidden import json_safe, xml_safe
from dtaa_lint.pdf.model import AttributeValue, PdfDocument, StructureElement

SCHEMA = "graph-1"
"""Name and version of the form; the number grows when a reader of the old form would break."""
BATCH = 256
"""Nodes or edges in one piece of output."""

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"


def export_json(view: View) -> bytes:
    """The graph as one JSON document in UTF-8."""
    return _joined(iter_json(view))


def export_xml(view: View) -> bytes:
    """The graph as one XML document in UTF-8."""
    return _joined(iter_xml(view))


def _joined(pieces: Iterator[str]) -> bytes:
    buffer = bytearray()
    for piece in pieces:
        buffer += piece.encode("utf-8", "replace")
    return bytes(buffer)


def iter_json(view: View) -> Iterator[str]:
    """The graph as one JSON object, in pieces, one node or edge a line. Text is written as it is
    (UTF-8 on output), but for unpaired surrogates, which become U+FFFD."""
    yield "{\n"
    for key, value in _header(view.document).items():
        yield f"{_json(key)}: {_json(value)},\n"
    yield '"nodes": [\n'
    yield from _batches((_json(node) for node in _nodes(view)), ",\n")
    yield '\n],\n"edges": [\n'
    yield from _batches((_json(_edge(edge)) for edge in view.edges()), ",\n")
    yield "\n]\n}\n"


def iter_xml(view: View) -> Iterator[str]:
    """The graph as XML 1.0, in pieces. Characters that XML forbids become U+FFFD."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    header = _header(view.document)
    yield f"<graph{_xml_attributes(header)}>\n<nodes>\n"
    yield from _batches((_xml_node(node) for node in _nodes(view)), "\n")
    yield "\n</nodes>\n<edges>\n"
    edges = (f"<edge{_xml_attributes(_edge(edge))}/>" for edge in view.edges())
    yield from _batches(edges, "\n")
    yield "\n</edges>\n</graph>\n"


def _batches(items: Iterator[str], separator: str) -> Iterator[str]:
    pending: list[str] = []
    first = True
    for item in items:
        pending.append(item)
        if len(pending) == BATCH:
            yield ("" if first else separator) + separator.join(pending)
            first = False
            pending = []
    if pending:
        yield ("" if first else separator) + separator.join(pending)


def _header(document: PdfDocument) -> dict[str, Value]:
    return {
        "schema": SCHEMA,
        "document": document.sha256,
        "title": document.metadata.title or "",
        "lang": document.metadata.lang or "",
        "pages": len(document.pages),
        "count": len(document.elements),
    }


def _nodes(view: View) -> Iterator[dict[str, Value]]:
    labels = [page.label for page in view.document.pages]
    for element in view.nodes:
        yield _node(view, element, labels)


def _node(view: View, element: StructureElement, labels: list[str]) -> dict[str, Value]:
    """The fields of a node; what is absent or empty is left out, but for ``text``."""
    index = element.index
    node: dict[str, Value] = {
        "id": f"s{index}",
        "type": element.type,
        "path": view.path(index),
        "depth": element.depth,
    }
    if element.parent >= 0:
        node["parent"] = f"s{element.parent}"
    if element.raw != element.type:
        node["rawType"] = element.raw
    optional: tuple[tuple[str, Value], ...] = (
        ("namespace", element.namespace),
        ("nativeId", element.id),
        ("lang", element.lang),
        ("title", element.title),
        ("alt", element.alt),
        ("actualText", element.actual_text),
        ("expansion", element.expansion),
    )
    for key, value in optional:
        if value is not None:
            node[key] = value
    if element.objid:
        node["objectNumber"] = element.objid
    if element.page >= 0:
        node["page"] = element.page + 1
        if element.page < len(labels):
            node["pageLabel"] = labels[element.page]
    node["text"] = view.text(index)
    if element.font_size:
        node["fontSize"] = round(element.font_size, 2)
    boxes: list[Value] = [
        {"page": page + 1, "box": [round(edge, 2) for edge in box]}
        for page, box in view.boxes(index)
    ]
    if boxes:
        node["boxes"] = boxes
    if element.attributes:
        node["attributes"] = {
            owner: {key: _plain(value) for key, value in sorted(entries.items())}
            for owner, entries in sorted(element.attributes.items())
        }
    return node


def _plain(value: AttributeValue, depth: int = 0) -> Value:
    if isinstance(value, tuple):
        return [_plain(item, depth + 1) for item in value] if depth < 32 else "…"
    return value


def _edge(edge: Edge) -> dict[str, Value]:
    result: dict[str, Value] = {"relation": str(edge.relation)}
    if edge.source >= 0:
        result["source"] = f"s{edge.source}"
    if edge.target >= 0:
        result["target"] = f"s{edge.target}"
    result["origin"] = str(edge.origin)
    result["via"] = edge.via
    if edge.detail:
        result["detail"] = edge.detail
    return result


_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def _json(value: Value) -> str:
    try:
        text = _ENCODER.encode(value)
    except ValueError:
        text = _ENCODER.encode(_finite(value))
    return json_safe(text)


def _finite(value: Value) -> Value:
    """The value with numbers that JSON cannot say as null."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value


def _xml_text(text: str) -> str:
    plain = text.isprintable()
    if not plain:
        text = _NOT_XML.sub("\ufffd", text)
    if "&" in text or "<" in text or ">" in text:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text if plain else xml_safe(text.replace("\r", "&#13;"))


def _xml_attribute(text: str) -> str:
    return _xml_text(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


def _scalar(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(_scalar(item) for item in value)
    return "" if value is None else str(value)


def _xml_attributes(entries: dict[str, Value]) -> str:
    return "".join(f' {key}="{_xml_attribute(_scalar(entries[key]))}"' for key in entries)


def _xml_node(node: dict[str, Value]) -> str:
    """A node element: plain fields as attributes, text, boxes and attributes as children."""
    plain = {k: v for k, v in node.items() if k not in ("text", "boxes", "attributes")}
    pieces = [f"<node{_xml_attributes(plain)}>"]
    text = node["text"]
    if text:
        pieces.append(f"<text>{_xml_text(_scalar(text))}</text>")
    boxes = node.get("boxes")
    if isinstance(boxes, list):
        for box in boxes:
            if isinstance(box, dict):
                pieces.append(f"<box{_xml_attributes({'page': box['page']})}>")
                pieces.append(f"{_scalar(box['box'])}</box>")
    attributes = node.get("attributes")
    if isinstance(attributes, dict):
        for owner, entries in attributes.items():
            if isinstance(entries, dict):
                for key, value in entries.items():
                    names = _xml_attributes({"owner": owner, "key": key})
                    pieces.append(f"<attribute{names}>{_xml_text(_scalar(value))}</attribute>")
    pieces.append("</node>")
    return "".join(pieces)
