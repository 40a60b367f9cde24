"""Document-level facts: Info, XMP, catalog (ISO 32000-2, 14.3, 12.2, 14.7.1, 14.9.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pikepdf

from dtaa_lint.pdf.content_data import TOO_LARGE, read_stream
from dtaa_lint.pdf.model import Metadata
from dtaa_lint.pdf.objects import Objects, StreamDict, Value

_XMP_BYTES = 8 * 2**20
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PDFUA = "{http://www.aiim.org/pdfua/ns/id/}"
_PDF = "{http://ns.adobe.com/pdf/1.3/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class Xmp(NamedTuple):
    """What the XMP packet says; every field ``None`` when it says nothing or cannot be read."""

    title: str | None = None
    pdfua_part: int | None = None
    producer: str | None = None
    creator: str | None = None


def read_xmp(packet: bytes) -> Xmp:
    """The packet's properties. Broken XML is read as far as it goes; entities are not expanded,
    nothing is fetched."""
    if len(packet) > _XMP_BYTES:
        return Xmp()
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True
    )
    try:
        root = etree.fromstring(packet, parser)
    except (etree.XMLSyntaxError, ValueError):
        return Xmp()
    if root is None:
        return Xmp()
    part = _property(root, _PDFUA + "part")
    try:
        number = int(part) if part is not None and len(part) < 10 else None
    except ValueError:
        number = None
    return Xmp(
        title=_alternative(root, _DC + "title"),
        pdfua_part=number,
        producer=_property(root, _PDF + "Producer"),
        creator=_property(root, _XMP + "CreatorTool"),
    )


def _property(root: Any, name: str) -> str | None:
    """A simple property, written as an element or as an attribute of rdf:Description."""
    for element in root.iter(name):
        text = (element.text or "").strip()
        if text:
            return text
    for description in root.iter(_RDF + "Description"):
        text = (description.get(name) or "").strip()
        if text:
            return text
    return None


def _alternative(root: Any, name: str) -> str | None:
    """A language alternative: ``x-default``, else the first that says something."""
    first = None
    for element in root.iter(name):
        for item in element.iter(_RDF + "li"):
            text = (item.text or "").strip()
            if text and item.get(_XML_LANG) == "x-default":
                return text
            first = first or text or None
    return first or _property(root, name)


def read_metadata(
    pdf: pikepdf.Pdf, objects: Objects, catalog: dict[str, Value], tree: dict[str, Value]
) -> Metadata:
    """The document's metadata; ``tree`` is the StructTreeRoot dictionary."""
    info = objects.dictionary(_trailer(objects).get("Info"))
    xmp = read_xmp(_packet(pdf, objects, catalog.get("Metadata")))
    info_title = _said(objects.text(info.get("Title")))
    title = xmp.title or info_title
    mark_info = objects.dictionary(catalog.get("MarkInfo"))
    preferences = objects.dictionary(catalog.get("ViewerPreferences"))
    return Metadata(
        title=title,
        title_source="" if title is None else "xmp" if xmp.title else "info",
        display_doc_title=objects.resolve(preferences.get("DisplayDocTitle")) is True,
        lang=_said(objects.text(catalog.get("Lang"))),
        producer=_said(objects.text(info.get("Producer"))) or xmp.producer,
        creator=_said(objects.text(info.get("Creator"))) or xmp.creator,
        pdf_version=_version(pdf, objects, catalog),
        pdfua_part=xmp.pdfua_part,
        marked=objects.resolve(mark_info.get("Marked")) is True,
        suspects=objects.resolve(mark_info.get("Suspects")) is True,
        encrypted=bool(pdf.is_encrypted),
        has_labels=isinstance(objects.resolve(catalog.get("PageLabels")), dict),
        has_id_tree=isinstance(objects.resolve(tree.get("IDTree")), dict),
    )


def _said(text: str | None) -> str | None:
    """``text`` without the blanks around it; ``None`` when nothing is left."""
    return (text or "").strip().strip("\0") or None


def _trailer(objects: Objects) -> dict[str, Value]:
    from dtaa_lint.pdf.objects import parse

    try:
        trailer = parse(objects.pdf.trailer.unparse(resolved=True))
    except Exception:
        return {}
    return trailer if isinstance(trailer, dict) else {}


def _packet(pdf: pikepdf.Pdf, objects: Objects, value: Value) -> bytes:
    """The XMP packet; empty when there is none or its stream cannot be decoded."""
    if value.__class__ is not tuple or not isinstance(objects.fetch(value), StreamDict):
        return b""
    data, problem = read_stream(pdf, objects, value, _XMP_BYTES)
    return b"" if problem == TOO_LARGE else data


def _version(pdf: pikepdf.Pdf, objects: Objects, catalog: dict[str, Value]) -> str:
    """The header's version, or the catalog's when that is later (7.2.2)."""
    own = objects.name(catalog.get("Version")) or ""
    try:
        header = str(pdf.pdf_version)
    except Exception:
        header = ""
    digits = own.replace(".", "", 1)
    if len(own) <= 4 and digits.isascii() and digits.isdecimal():
        return max(header, own)
    return header
