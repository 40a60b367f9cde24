"""Builds small tagged PDFs from a nested description, byte for byte reproducible.

    from tests.make import Doc, el

    doc = Doc(lang="en", title="Plans")
    doc.add(
        el("H1", "Plans"),
        el("Table",
            el("TR", el("TH", "Plan", scope="Column"), el("TH", "Price", scope="Column")),
            el("TR", el("TH", "Basic", scope="Row"), el("TD", "12.50"))),
        el("P", "See", el("Reference", "1", ref=["n1"]), "below."),
        el("Note", el("Lbl", "1"), "Excluding tax.", id="n1"),
    )
    doc.write(path)            # or doc.bytes()

Each string becomes one marked-content sequence on a line of its own (cells of a row stand side by
side); strings of one inline run stand on one line; a line feed in a string ends a line of it and
is no character of the file. ``add`` puts the elements under one Document
element; ``Doc(root=None)`` puts them at the top level. ``new_page()`` as an element starts a page.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

INLINE = {
    "Span", "Link", "Reference", "Em", "Strong", "Quote", "Code", "Lbl", "Annot", "BibEntry",
}  # fmt: skip
WIDTH, HEIGHT = 595.0, 842.0
LEFT, TOP, SIZE, LEADING = 50.0, 790.0, 10.0, 14.0
# Advance widths of Helvetica (thousandths of an em) for codes 32 to 126.
HELVETICA = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip


@dataclass
class Element:
    """A structure element to be; made by ``el``."""

    type: str
    kids: tuple[Any, ...]
    entries: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    ref: tuple[str, ...] = ()
    uri: str | None = None
    dest: Any = None
    field: dict[str, Any] | None = None
    drawing: bytes = b""
    bold: bool = False


class NewPage:
    """Starts a new page."""


@dataclass
class Artifact:
    """A line of text that is an artifact, outside the tree."""

    text: str


@dataclass
class Untagged:
    """A line of text without any marked content."""

    text: str


def new_page() -> NewPage:
    return NewPage()


def artifact(text: str) -> Artifact:
    return Artifact(text)


def untagged(text: str) -> Untagged:
    return Untagged(text)


def el(
    type: str,
    *kids: Any,
    id: str | None = None,
    alt: str | None = None,
    actual: str | None = None,
    e: str | None = None,
    lang: str | None = None,
    title: str | None = None,
    scope: str | None = None,
    headers: Sequence[str] | None = None,
    row_span: Any = None,
    col_span: Any = None,
    numbering: str | None = None,
    summary: str | None = None,
    attributes: dict[str, dict[str, Any]] | None = None,
    ref: Sequence[str] = (),
    uri: str | None = None,
    dest: Any = None,
    field: dict[str, Any] | None = None,
    drawing: bytes = b"",
    bold: bool = False,
) -> Element:
    """A structure element.

    ``ref``: IDs for /Ref. ``uri``: a link annotation with a URI. ``dest``: a link annotation to
    ``"#id"`` (structure destination), a page number (0-based) or ``(page, top)`` (page
    destination), or any other string (named destination, possibly unknown). ``field``: a widget
    annotation with these entries (``T``, ``TU``, ``V``, ``FT``). ``drawing``: what an illustration
    without kids paints, in a space 60 wide and 40 high, in place of a bar and a curve. ``bold``:
    its own strings are in Helvetica-Bold.
    """
    entries: dict[str, Any] = {}
    for key, value in (("Alt", alt), ("ActualText", actual), ("E", e), ("Lang", lang)):
        if value is not None:
            entries[key] = value
    if title is not None:
        entries["T"] = title
    if id is not None:
        entries["ID"] = id
    table: dict[str, Any] = {}
    if scope is not None:
        table["Scope"] = Name("/" + scope)
    if headers is not None:
        table["Headers"] = Array([String(h) for h in headers])
    if row_span is not None:
        table["RowSpan"] = row_span
    if col_span is not None:
        table["ColSpan"] = col_span
    if summary is not None:
        table["Summary"] = String(summary)
    owners = {owner: dict(values) for owner, values in (attributes or {}).items()}
    if table:
        owners.setdefault("Table", {}).update(table)
    if numbering is not None:
        owners.setdefault("List", {})["ListNumbering"] = Name("/" + numbering)
    return Element(type, kids, entries, owners, tuple(ref), uri, dest, field, drawing, bold)


def text_width(text: str, size: float) -> float:
    """Width of ``text`` in Helvetica, in points."""
    codes = text.encode("cp1252", "replace")
    return sum(HELVETICA[c - 32] if 32 <= c < 127 else 556 for c in codes) * size / 1000


class Doc:
    """A tagged PDF in the making."""

    def __init__(
        self,
        *,
        lang: str | None = "en",
        title: str | None = "Test document",
        root: str | None = "Document",
        role_map: dict[str, str] | None = None,
        marked: bool = True,
        display_title: bool = True,
        tagged: bool = True,
    ) -> None:
        self.pdf = pikepdf.new()
        self.lang, self.title, self.root = lang, title, root
        self.role_map, self.marked = role_map or {}, marked
        self.display_title, self.tagged = display_title, tagged
        self.elements: list[Any] = []

    def add(self, *elements: Any) -> Doc:
        self.elements.extend(elements)
        return self

    def bytes(self) -> bytes:
        _Layout(self).build()
        out = io.BytesIO()
        self.pdf.save(out, deterministic_id=True, compress_streams=False)
        return out.getvalue()

    def write(self, path: Path | str) -> Path:
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(self.bytes())
        return target


class _Layout:
    """One pass over the description: content streams and structure at once."""

    def __init__(self, doc: Doc) -> None:
        self.doc, self.pdf = doc, doc.pdf
        self.font = self.pdf.make_indirect(
            Dictionary(
                Type=Name.Font,
                Subtype=Name.Type1,
                BaseFont=Name.Helvetica,
                Encoding=Name.WinAnsiEncoding,
            )
        )
        self.pages: list[pikepdf.Object] = []
        self.streams: list[list[bytes]] = []
        self.parents: list[list[pikepdf.Object]] = []
        self.ids: dict[str, pikepdf.Object] = {}
        self.later: list[tuple[pikepdf.Object, Element, pikepdf.Object | None]] = []
        self.object_parents: list[tuple[int, pikepdf.Object]] = []
        self.fields: list[pikepdf.Object] = []
        self.x, self.y, self.margin = LEFT, TOP, LEFT
        self.bold_font: pikepdf.Object | None = None

    def build(self) -> None:
        doc, pdf = self.doc, self.pdf
        self.page()
        tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        if doc.root is None:
            tops = [self.element(e, tree) for e in doc.elements if self.loose(e)]
        else:
            tops = [self.element(Element(doc.root, tuple(doc.elements)), tree)]
        tree.K = Array(tops)
        for node, described, annotation in self.later:
            if described.ref:
                node.Ref = Array([self.ids[i] for i in described.ref if i in self.ids])
            if annotation is not None and described.dest is not None:
                self.destination(annotation, described.dest)
        for page, stream in zip(self.pages, self.streams, strict=True):
            page.Contents = pdf.make_stream(b"\n".join(stream))
        numbers: list[Any] = []
        for index, owned in enumerate(self.parents):
            numbers += [index, pdf.make_indirect(Array(owned))]
        for key, node in self.object_parents:
            numbers += [key, node]
        if doc.role_map:
            tree.RoleMap = Dictionary({"/" + k: Name("/" + v) for k, v in doc.role_map.items()})
        tree.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(numbers)))
        if self.ids:
            names: list[Any] = []
            for key in sorted(self.ids):
                names += [String(key), self.ids[key]]
            tree.IDTree = pdf.make_indirect(Dictionary(Names=Array(names)))
        if doc.tagged:
            pdf.Root.StructTreeRoot = tree
        if doc.marked:
            pdf.Root.MarkInfo = Dictionary(Marked=True)
        if doc.lang is not None:
            pdf.Root.Lang = String(doc.lang)
        if doc.title is not None:
            pdf.docinfo["/Title"] = String(doc.title)
        if doc.display_title:
            pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        if self.fields:
            pdf.Root.AcroForm = Dictionary(Fields=Array(self.fields))

    def page(self) -> None:
        index = len(self.pages)
        self.pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        page = self.pdf.pages[-1].obj
        page.Resources = Dictionary(Font=Dictionary(F1=self.font))
        page.StructParents = index
        page.Tabs = Name.S
        self.pages.append(page)
        self.streams.append([])
        self.parents.append([])
        self.x, self.y, self.margin = LEFT, TOP, LEFT

    def loose(self, item: Any) -> bool:
        """Handles what is no element; true when ``item`` is one."""
        if isinstance(item, NewPage):
            self.page()
        elif isinstance(item, Artifact | Untagged):
            self.newline()
            begin = b"/Artifact BMC " if isinstance(item, Artifact) else b""
            end = b" EMC" if isinstance(item, Artifact) else b""
            self.streams[-1].append(begin + self.show(item.text) + end)
            self.newline()
        else:
            return True
        return False

    def element(self, described: Element, parent: pikepdf.Object) -> pikepdf.Object:
        node = self.pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name("/" + described.type), P=parent)
        )
        for key, value in described.entries.items():
            node["/" + key] = String(value)
        if "ID" in described.entries:
            self.ids.setdefault(described.entries["ID"], node)
        if described.attributes:
            owners = [
                Dictionary({"/O": Name("/" + owner), **{"/" + k: v for k, v in values.items()}})
                for owner, values in described.attributes.items()
            ]
            node.A = owners[0] if len(owners) == 1 else Array(owners)
        inline = described.type in INLINE or described.type == "LBody"
        if not inline:
            self.newline()
        start = (self.x, self.y)
        kids: list[Any] = []
        top, lowest, left = self.y, self.y, self.margin
        width = (WIDTH - LEFT - left) / max(1, len(described.kids))
        for number, kid in enumerate(described.kids):
            if isinstance(kid, str):
                kids.append(self.content(kid, node, described.bold))
            elif self.loose(kid):
                if described.type == "TR":
                    self.y = top
                    self.x = self.margin = left + number * width
                kids.append(self.element(kid, node))
                lowest = min(lowest, self.y)
        if described.type == "TR":
            self.x = self.margin = left
            self.y = lowest
        elif not inline:
            self.newline()
        if described.type in ("Figure", "Formula", "Form") and not described.kids:
            kids.append(self.picture(node, described.drawing))
        annotation = self.annotation(described, node, start, kids)
        node.Pg = self.pages[-1]
        node.K = kids[0] if len(kids) == 1 else Array(kids)
        if described.ref or annotation is not None:
            self.later.append((node, described, annotation))
        return node

    def newline(self) -> None:
        if self.x != self.margin:
            self.x, self.y = self.margin, self.y - LEADING
        if self.y < 50 and self.margin == LEFT:
            self.page()

    def show(self, text: str, font: bytes = b"/F1") -> bytes:
        line, ended, rest = text.partition("\n")
        if ended:
            shown = self.show(line, font)
            self.newline()
            return shown + b" " + self.show(rest, font)
        raw = text.encode("cp1252", "replace")
        raw = raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        shown = b"BT %s %g Tf 1 0 0 1 %.2f %.2f Tm (%s) Tj ET" % (font, SIZE, self.x, self.y, raw)
        self.x += text_width(text, SIZE) + SIZE * 0.278
        return shown

    def mark(self, node: pikepdf.Object, shown: bytes, tag: bytes) -> Any:
        """A marked-content sequence on the current page and the kid that refers to it."""
        mcid = len(self.parents[-1])
        self.parents[-1].append(node)
        self.streams[-1].append(b"/%s <</MCID %d>> BDC %s EMC" % (tag, mcid, shown))
        return Dictionary(Type=Name.MCR, Pg=self.pages[-1], MCID=mcid)

    def content(self, text: str, node: pikepdf.Object, bold: bool) -> Any:
        shown = self.show(text, self.use_bold()) if bold else self.show(text)
        return self.mark(node, shown, str(node.S)[1:].encode())

    def use_bold(self) -> bytes:
        """The name of the bold font, which the current page has from now on."""
        if self.bold_font is None:
            self.bold_font = self.pdf.make_indirect(
                Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Helvetica-Bold"))
            )
        self.pages[-1].Resources.Font.F2 = self.bold_font
        return b"/F2"

    def picture(self, node: pikepdf.Object, drawing: bytes) -> Any:
        self.y -= 40
        drawing = drawing or b"0.8 g 0 0 60 40 re f 0 G 0 0 m 15 40 45 40 60 0 c S"
        kid = self.mark(node, b"q 1 0 0 1 %g %g cm %s Q" % (LEFT, self.y, drawing), b"Figure")
        self.y -= LEADING
        return kid

    def annotation(
        self, described: Element, node: pikepdf.Object, start: tuple[float, float], kids: list[Any]
    ) -> pikepdf.Object | None:
        if described.uri is None and described.dest is None and described.field is None:
            return None
        page = self.pages[-1]
        right = max(self.x, start[0] + 20)
        rect = Array([start[0], start[1] - 3, right, start[1] + SIZE])
        key = 10_000 + len(self.object_parents)
        made = Dictionary(Type=Name.Annot, Rect=rect, StructParent=key, F=4)
        if described.field is not None:
            made.Subtype = Name.Widget
            made.FT = Name("/" + described.field.get("FT", "Tx"))
            for entry in ("T", "TU", "V"):
                if entry in described.field:
                    made["/" + entry] = String(described.field[entry])
        else:
            made.Subtype = Name.Link
            if described.uri is not None:
                made.A = Dictionary(S=Name.URI, URI=String(described.uri))
        annotation = self.pdf.make_indirect(made)
        if described.field is not None:
            self.fields.append(annotation)
        page.Annots = Array([*page.get("/Annots", []), annotation])
        self.object_parents.append((key, node))
        kids.append(Dictionary(Type=Name.OBJR, Obj=annotation, Pg=page))
        return annotation

    def destination(self, annotation: pikepdf.Object, dest: Any) -> None:
        if isinstance(dest, str) and dest.startswith("#"):
            target = self.ids.get(dest[1:])
            where = Array([self.pages[0], Name.Fit])
            annotation.A = Dictionary(S=Name.GoTo, D=where)
            if target is not None:
                where = Array([target.get("/Pg", self.pages[0]), Name.Fit])
                annotation.A = Dictionary(S=Name.GoTo, D=where, SD=Array([target, Name.Fit]))
        elif isinstance(dest, str):
            annotation.Dest = String(dest)
        elif isinstance(dest, tuple):
            annotation.Dest = Array([self.pages[dest[0]], Name.XYZ, 0, dest[1], None])
        else:
            annotation.Dest = Array([self.pages[dest], Name.Fit])
