"""One-page PDFs made from content streams, and what the content reader says of them."""

from __future__ import annotations

from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader, PageContent


def to_unicode(pairs: dict[str, str], width: int) -> bytes:
    """A ToUnicode CMap: code (hexadecimal) -> text."""
    lines = [f"<{code}> <{text.encode('utf-16-be').hex()}>" for code, text in pairs.items()]
    low, high = "00" * width, "FF" * width
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        f"1 begincodespacerange <{low}> <{high}> endcodespacerange\n"
        f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar endcmap end end"
    ).encode()


def cid_font(pdf: pikepdf.Pdf, pairs: dict[str, str] | None, **entries: Any) -> pikepdf.Object:
    """A composite font, every glyph half an em wide; ``entries`` go over the usual ones."""
    info = Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0)
    descendant = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Made, CIDSystemInfo=info, DW=500
    )
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Made, Encoding=Name("/Identity-H")
    )
    for key, value in entries.items():
        target = descendant if key in ("CIDSystemInfo", "W", "DW", "DW2", "W2") else font
        target[f"/{key}"] = value
    font.DescendantFonts = Array([pdf.make_indirect(descendant)])
    if pairs is not None:
        font.ToUnicode = pdf.make_stream(to_unicode(pairs, 2))
    return pdf.make_indirect(font)


def simple_font(pdf: pikepdf.Pdf, **entries: Any) -> pikepdf.Object:
    """A Type 1 font, every glyph half an em wide."""
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Made,
        FirstChar=0,
        LastChar=255,
        Widths=Array([500] * 256),
    )
    for key, value in entries.items():
        font[f"/{key}"] = value
    return pdf.make_indirect(font)


def form(pdf: pikepdf.Pdf, content: bytes, **entries: Any) -> pikepdf.Object:
    """A Form XObject."""
    stream = pdf.make_stream(content)
    stream.Subtype = Name.Form
    stream.BBox = Array([0, 0, 600, 800])
    for key, value in entries.items():
        stream[f"/{key}"] = value
    return stream


def add_page(
    pdf: pikepdf.Pdf, *streams: bytes, fonts: dict[str, Any] | None = None, **entries: Any
) -> pikepdf.Object:
    """A page with /F1 = Helvetica; ``entries`` named Properties, XObject or ExtGState are
    resources, others page attributes."""
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    resources = Dictionary(Font=Dictionary(F1=helvetica))
    for name, font in (fonts or {}).items():
        resources.Font[f"/{name}"] = font
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 600, 800]), Resources=resources)
    for key, value in entries.items():
        target = resources if key in ("Properties", "XObject", "ExtGState") else page
        target[f"/{key}"] = value
    page.Contents = Array([pdf.make_stream(data) for data in streams])
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    return pdf.pages[-1].obj


def read(*streams: bytes, fonts: dict[str, Any] | None = None, **entries: Any) -> PageContent:
    """What a page with these content streams shows."""
    pdf = pikepdf.new()
    page = add_page(pdf, *streams, fonts=fonts, **entries)
    return ContentReader(pdf).read_page(0, page)


def texts(content: PageContent) -> dict[tuple[int, int], str]:
    return {key: piece.text for key, piece in content.pieces.items()}


def one(content: PageContent) -> str:
    """The text of MCID 0 of the page."""
    return content.pieces[0, 0].text


def marked(body: bytes, mcid: int = 0) -> bytes:
    """``body`` inside one text object and one marked-content sequence."""
    return b"/P <</MCID %d>> BDC BT /F1 10 Tf 50 700 Td %s ET EMC" % (mcid, body)
