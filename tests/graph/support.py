"""Documents made by hand, without a PDF: from nested elements to ``PdfDocument``.

    document = build(
        el("H1", "Plans"),
        el("Table",
            el("TR", el("TH", "Plan", scope="Column"), el("TH", "Price", scope="Column")),
            el("TR", el("TH", "Basic", scope="Row"), el("TD", "12.50"))),
        el("P", "See", el("Reference", "1", ref=["n1"])),
        el("Note", el("Lbl", "1"), "Excluding tax.", id="n1"),
    )

Strings are content; each becomes one run on a line of its own (12 points apart, from 800 down).
Strings in one block are joined by a space, blocks by a newline. Walks no tree recursively, so that
trees may be as deep as hostile ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dtaa_lint.graph.index import INLINE, NOTES
from dtaa_lint.graph.model import HeaderPath, Table
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import (
    Annotation,
    AnnotationKind,
    ContentItem,
    FormField,
    Metadata,
    ObjectItem,
    Page,
    PdfDocument,
    StructureElement,
    Target,
    TargetKind,
    TextRun,
)

_TABLE = {"scope": "Scope", "headers": "Headers", "colspan": "ColSpan", "rowspan": "RowSpan"}
_TABLE["summary"] = "Summary"
_INLINE = INLINE - NOTES


@dataclass
class Element:
    type: str
    kids: tuple[Any, ...]
    options: dict[str, Any]


def el(type: str, *kids: Any, **options: Any) -> Element:
    """An element. Options: id, alt, actual, e, lang, t, ref (IDs), raw, page; scope, headers,
    colspan, rowspan, summary, numbering; dest (an ID: structure destination), goto (a Target),
    uri, field (a FormField), size (points), left (points: the edge of its own text)."""
    return Element(type, kids, options)


def table(*rows: str | Element, **options: Any) -> Element:
    """A table from lines: cells parted by ``|``, header cells marked ``*``, with ``C``, ``R`` or
    ``B`` for a written scope and ``<n`` / ``^n`` for column and row spans behind it:
    ``"*C^2 Port |*C<2 2024"``. Elements stand for themselves (captions, sections, rows)."""
    kids: list[Element] = []
    for row in rows:
        if isinstance(row, Element):
            kids.append(row)
        else:
            kids.append(el("TR", *[_cell(text) for text in row.split("|")]))
    return el("Table", *kids, **options)


def _cell(text: str) -> Element:
    text = text.strip()
    options: dict[str, Any] = {}
    type_ = "TD"
    if text.startswith("*"):
        type_, text = "TH", text[1:]
        if text[:1] in ("C", "R", "B") and text[1:2] in ("", " ", "<", "^"):
            options["scope"] = {"C": "Column", "R": "Row", "B": "Both"}[text[0]]
            text = text[1:]
    while text[:1] in ("<", "^"):
        mark, digits = text[0], ""
        text = text[1:]
        while text[:1].isdigit():
            digits += text[0]
            text = text[1:]
        options["colspan" if mark == "<" else "rowspan"] = int(digits)
    text = text.strip()
    return el(type_, *([text] if text else []), **options)


class _Builder:
    def __init__(self, lang: str | None) -> None:
        self.lang = lang
        self.records: list[dict[str, Any]] = []
        self.text: list[str] = []
        self.length = 0
        self.runs: list[TextRun] = []
        self.ids: dict[str, list[int]] = {}
        self.annotations: list[dict[str, Any]] = []
        self.separator = ""
        self.lines: dict[int, int] = {}

    def open(self, element: Element, parent: int, depth: int, page: int) -> int:
        index = len(self.records)
        options = element.options
        lang = options.get("lang")
        inherited = self.records[parent]["lang"] if parent >= 0 else self.lang
        attributes: dict[str, dict[str, Any]] = {}
        for key, name in _TABLE.items():
            if key in options:
                value = options[key]
                value = tuple(value) if isinstance(value, list) else value
                attributes.setdefault("Table", {})[name] = value
        if "numbering" in options:
            attributes["List"] = {"ListNumbering": options["numbering"]}
        if "bbox" in options:
            attributes["Layout"] = {"BBox": options["bbox"]}
        if "id" in options:
            self.ids.setdefault(options["id"], []).append(index)
        self.records.append(
            {
                "type": element.type,
                "parent": parent,
                "depth": depth,
                "kids": [],
                "options": options,
                "attributes": attributes,
                "lang": lang if lang is not None else inherited,
                "page": options.get("page", page),
                "start": None,
                "end": self.length,
            }
        )
        if parent >= 0:
            self.records[parent]["kids"].append(index)
        for key in ("dest", "goto", "uri", "field"):
            if key in options:
                self.annotations.append({"key": key, "value": options[key], "owner": index})
                item = ObjectItem(self.records[index]["page"], len(self.annotations) - 1, 0)
                self.records[index]["kids"].append(item)
        return index

    def add(self, text: str, owner: int) -> None:
        page = self.records[owner]["page"]
        if self.length and text:
            self.text.append(self.separator or " ")
            self.length += 1
        self.separator = " "
        start = self.length
        self.text.append(text)
        self.length += len(text)
        line = self.lines.get(page, 0)
        self.lines[page] = line + 1
        top = 800.0 - 12 * line
        item = ContentItem(page, 0, line)
        self.records[owner]["kids"].append(item)
        left = float(self.records[owner]["options"].get("left", 50.0))
        box = (left, top - 10, left + 5 * len(text), top)
        size = float(self.records[owner]["options"].get("size", 10.0))
        self.runs.append(TextRun(start, self.length, owner, item, box, size, len(text), 0, None, 0))
        record = self.records[owner]
        if record["start"] is None:
            record["start"] = start
        record["end"] = self.length

    def close(self, index: int) -> None:
        record = self.records[index]
        record["last"] = len(self.records)
        if record["start"] is None:
            record["start"] = record["end"] = self.length
            return
        parent = record["parent"]
        if parent >= 0:
            outer = self.records[parent]
            if outer["start"] is None:
                outer["start"] = record["start"]
            outer["end"] = max(outer["end"], record["end"])


def build(*top: Any, lang: str | None = "en", pages: int = 3, title: str = "T") -> PdfDocument:
    """The document with these top-level elements."""
    builder = _Builder(lang)
    stack: list[tuple[Any, int, int, int]] = [(e, -1, 0, 0) for e in reversed(top)]
    while stack:
        item, parent, depth, page = stack.pop()
        if isinstance(item, str):
            builder.add(item, parent)
        elif isinstance(item, int):
            if builder.records[item]["type"] not in _INLINE:
                builder.separator = "\n"
            builder.close(item)
        else:
            if item.type not in _INLINE:
                builder.separator = "\n"
            index = builder.open(item, parent, depth, page)
            stack.append((index, index, depth, page))
            page = builder.records[index]["page"]
            stack.extend((kid, index, depth + 1, page) for kid in reversed(item.kids))
    elements = tuple(_element(builder, i) for i in range(len(builder.records)))
    metadata = Metadata(
        title, "xmp", True, lang, "hand", None, "2.0", 2, True, False, False, False, False
    )
    box = (0.0, 0.0, 595.0, 842.0)
    return PdfDocument(
        path="hand.pdf",
        sha256="0" * 64,
        size=0,
        pages=tuple(Page(i, str(i + 1), 0, box, box, 0, 0, 0, 0, "", (), ()) for i in range(pages)),
        elements=elements,
        text="".join(builder.text),
        runs=tuple(builder.runs),
        annotations=tuple(_annotation(builder, i) for i in range(len(builder.annotations))),
        metadata=metadata,
        issues=(),
        ids={key: tuple(found) for key, found in builder.ids.items()},
    )


def _element(builder: _Builder, index: int) -> StructureElement:
    record = builder.records[index]
    options = record["options"]
    return StructureElement(
        index=index,
        parent=record["parent"],
        end=record["last"],
        depth=record["depth"],
        type=record["type"],
        raw=options.get("raw", record["type"]),
        namespace=None,
        kids=tuple(record["kids"]),
        objid=index + 10,
        id=options.get("id"),
        alt=options.get("alt"),
        actual_text=options.get("actual"),
        expansion=options.get("e"),
        lang=record["lang"],
        own_lang=options.get("lang"),
        title=options.get("t"),
        refs=tuple(n for name in options.get("ref", ()) for n in builder.ids.get(name, ())),
        attributes=record["attributes"],
        page=record["page"],
        text_start=record["start"],
        text_end=record["end"],
        font_size=float(options.get("size", 10.0)),
    )


def _annotation(builder: _Builder, index: int) -> Annotation:
    made = builder.annotations[index]
    key, value = made["key"], made["value"]
    page = builder.records[made["owner"]]["page"]
    target: Target | None = None
    field: FormField | None = None
    if key == "field":
        field = value
    elif key == "dest":
        target = Target(TargetKind.STRUCTURE, element=builder.ids[value][0])
    elif key == "uri":
        target = Target(TargetKind.URI, uri=value)
    else:
        target = value
    kind = AnnotationKind.WIDGET if field else AnnotationKind.LINK
    box = (10.0, 10.0, 20.0, 20.0)
    return Annotation(index, page, kind, str(kind), box, 0, None, target, field, False)


def view(*top: Any, **options: Any) -> View:
    """The view over a document made by ``build``."""
    return View(build(*top, **options))


def facts(found: Table) -> list[tuple[str, str, str]]:
    """(row path, column path, value) of every data cell with text, in reading order."""
    return [
        (_joined(row), _joined(column), cell.text)
        for cell, row, column in zip(found.cells, found.row_paths, found.column_paths, strict=True)
        if not cell.header and cell.text
    ]


def _joined(path: HeaderPath | None) -> str:
    return " > ".join(path.texts) if path else ""
