"""Document-level facts: title, language, XMP, page labels, boxes."""

from __future__ import annotations

import pytest

from dtaa_lint.pdf.metadata import Xmp, read_xmp
from dtaa_lint.pdf.model import PdfDocument
from dtaa_lint.pdf.read import read
from tests.hostile.raw import PAGE, assemble, stream, tree
from tests.make import Doc, el, new_page

RDF = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
    ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:u="http://www.aiim.org/pdfua/ns/id/">'
    '<rdf:Description rdf:about=""{attributes}>{inside}</rdf:Description></rdf:RDF></x:xmpmeta>'
)
TITLE = (
    "<dc:title><rdf:Alt><rdf:li xml:lang='de'>Titel</rdf:li>"
    "<rdf:li xml:lang='x-default'>Title</rdf:li></rdf:Alt></dc:title>"
)


def packet(attributes: str = "", inside: str = "") -> bytes:
    return RDF.replace("{attributes}", attributes).replace("{inside}", inside).encode()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (packet(inside=TITLE), Xmp(title="Title")),
        (packet(inside="<dc:title>bare</dc:title>"), Xmp(title="bare")),
        (packet(' u:part="2"'), Xmp(pdfua_part=2)),
        (packet(inside="<u:part>1</u:part>"), Xmp(pdfua_part=1)),
        (packet(inside="<u:part>one</u:part>"), Xmp()),
        (packet(' pdf:Producer="P" xmp:CreatorTool="C"'), Xmp(producer="P", creator="C")),
        (packet(inside=TITLE)[:-30], Xmp(title="Title")),
        (b"", Xmp()),
        (b"\xff\xfe\x00 no XML", Xmp()),
        (b"<a" * 100_000, Xmp()),
    ],
)
def test_xmp(data: bytes, expected: Xmp) -> None:
    assert read_xmp(data) == expected


def test_xmp_expands_no_entities() -> None:
    bomb = (
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
        + "".join(f'<!ENTITY {c} "{f"&{chr(ord(c) - 1)};" * 10}">' for c in "cdefghij")
        + "]>"
    )
    found = read_xmp(bomb.encode() + packet(inside="<dc:title>&j;</dc:title>"))
    assert found.title in (None, "")
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    assert read_xmp(outside.encode() + packet(inside="<dc:title>&a;</dc:title>")).title is None


def document(catalog: str = "", trailer: str = "", **objects: str | bytes) -> PdfDocument:
    made = {int(k[1:]): v for k, v in objects.items()}
    element = {3: f"<</S/P/Pg {PAGE} 0 R/K 0>>"}
    return read(tree("3 0 R", {**element, **made}, catalog=catalog, trailer=trailer))


def test_title_from_xmp_goes_before_info() -> None:
    both = document(
        "/Metadata 7 0 R", "/Info 8 0 R", _7=stream(packet(inside=TITLE)), _8="<</Title(Info)>>"
    ).metadata
    assert (both.title, both.title_source) == ("Title", "xmp")
    info = document("", "/Info 8 0 R", _8="<</Title(\\376\\377\\000I)/Producer(p)>>").metadata
    assert (info.title, info.title_source, info.producer) == ("I", "info", "p")
    blank = document("", "/Info 8 0 R", _8="<</Title( )>>").metadata
    assert (blank.title, blank.title_source) == (None, "")


def test_catalog_entries() -> None:
    found = document("/Lang(pt-BR)/ViewerPreferences<</DisplayDocTitle true>>/Version/2.0").metadata
    assert (found.lang, found.display_doc_title, found.pdf_version) == ("pt-BR", True, "2.0")
    assert (found.marked, found.suspects, found.encrypted) == (True, False, False)
    plain = document("/Lang 7/ViewerPreferences[1]/Version/x").metadata
    assert (plain.lang, plain.display_doc_title, plain.pdf_version) == (None, False, "1.7")
    assert document("/Lang()").metadata.lang is None


def test_built_document() -> None:
    found = read(Doc(lang="fr", title="Le titre").add(el("P", "x", id="i")).bytes()).metadata
    assert (found.title, found.lang, found.has_id_tree) == ("Le titre", "fr", True)
    assert (found.has_labels, found.pdfua_part) == (False, None)


def labels(nums: str, pages: int = 6) -> list[str]:
    kids = " ".join(f"{20 + n} 0 R" for n in range(pages))
    objects: dict[int, str | bytes] = {
        902: f"<</Type/Catalog/Pages 4 0 R/PageLabels<</Nums[{nums}]>>>>",
        4: f"<</Type/Pages/Kids[{kids}]/Count {pages}/MediaBox[0 0 9 9]>>",
    }
    objects.update({20 + n: "<</Type/Page/Parent 4 0 R>>" for n in range(pages)})
    return [page.label for page in read(assemble(objects)).pages]


@pytest.mark.parametrize(
    ("nums", "expected"),
    [
        ("", ["1", "2", "3", "4", "5", "6"]),
        ("0<</S/r>>2<</S/D>>", ["i", "ii", "1", "2", "3", "4"]),
        ("0<</S/R/St 3999>>", ["MMMCMXCIX", "MMMM", "MMMMI", "MMMMII", "MMMMIII", "MMMMIV"]),
        ("0<</S/a/St 25>>", ["y", "z", "aa", "bb", "cc", "dd"]),
        ("0<</S/A/P(App-)>>", ["App-A", "App-B", "App-C", "App-D", "App-E", "App-F"]),
        ("0<</P(Cover)>>1<</S/D/St 7>>", ["Cover", "7", "8", "9", "10", "11"]),
        ("2<</S/r/St 99999999999>>", ["1", "2", "i", "ii", "iii", "iv"]),
        ("0<</S/A/St 100000>>", [str(100000 + n) for n in range(6)]),
        ("0 7 1<<>>", ["1", "2", "3", "4", "5", "6"]),
    ],
)
def test_page_labels(nums: str, expected: list[str]) -> None:
    assert labels(nums) == expected


@pytest.mark.parametrize(
    ("entries", "media", "crop", "rotate"),
    [
        ("", (0, 0, 600, 800), (0, 0, 600, 800), 0),
        ("/CropBox[10 20 300 400]/Rotate 90", (0, 0, 600, 800), (10, 20, 300, 400), 90),
        ("/CropBox[300 400 10 20]/Rotate -90", (0, 0, 600, 800), (10, 20, 300, 400), 270),
        ("/CropBox[-50 -50 9999 500]/Rotate 45", (0, 0, 600, 800), (0, 0, 600, 500), 0),
        ("/CropBox[900 900 999 999]/Rotate(x)", (0, 0, 600, 800), (0, 0, 600, 800), 0),
        ("/CropBox[0 0 0 0]/Rotate 450.0", (0, 0, 600, 800), (0, 0, 600, 800), 90),
        ("/CropBox[/a/b/c/d]", (0, 0, 600, 800), (0, 0, 600, 800), 0),
    ],
)
def test_boxes(entries: str, media: object, crop: object, rotate: int) -> None:
    page = read(tree("null", page=entries)).pages[0]
    assert (page.media_box, page.crop_box, page.rotate) == (media, crop, rotate)


def test_boxes_are_inherited() -> None:
    objects = {
        902: "<</Type/Catalog/Pages 4 0 R>>",
        4: "<</Type/Pages/Kids[5 0 R]/Count 1/MediaBox[0 0 100 200]/Rotate 180>>",
        5: "<</Type/Pages/Parent 4 0 R/Kids[6 0 R]/Count 1/CropBox[1 2 3 4]>>",
        6: "<</Type/Page/Parent 5 0 R>>",
    }
    page = read(assemble(objects)).pages[0]
    assert (page.media_box, page.crop_box, page.rotate) == ((0, 0, 100, 200), (1, 2, 3, 4), 180)


def test_a_page_without_any_box_is_letter() -> None:
    objects = {
        902: "<</Type/Catalog/Pages 4 0 R>>",
        4: "<</Type/Pages/Kids[6 0 R]/Count 1>>",
        6: "<</Type/Page/Parent 4 0 R>>",
    }
    assert read(assemble(objects)).pages[0].media_box == (0, 0, 612, 792)


def test_pages_of_the_builder_are_counted() -> None:
    document = read(Doc().add(el("P", "a"), new_page(), el("P", "b")).bytes())
    assert [(p.index, p.label) for p in document.pages] == [(0, "1"), (1, "2")]
