"""What fonts say: encodings, CMaps, widths, ligatures, glyphs without a mapping."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.content_sequence import Piece
from dtaa_lint.pdf.fonts_cmap import EmbeddedCMap, parse_tounicode
from tests.pdf.content_cases import add_page, cid_font, marked, one, read, simple_font, to_unicode


def shown(pdf: pikepdf.Pdf, font: pikepdf.Object, operand: bytes) -> Piece:
    page = add_page(pdf, marked(b"/F2 10 Tf " + operand + b" Tj"), fonts={"F2": font})
    return ContentReader(pdf).read_page(0, page).pieces[0, 0]


def test_standard_fonts_need_no_widths() -> None:
    piece = read(marked(b"(Wide) Tj")).pieces[0, 0]
    assert piece.text == "Wide"
    assert piece.last[0] == pytest.approx(50 + (944 + 222 + 556 + 556) / 100)


@pytest.mark.parametrize("name", ["Courier", "CourierNew,Bold", "ABCDEF+CourierNewPSMT"])
def test_names_that_stand_for_standard_fonts(name: str) -> None:
    pdf = pikepdf.new()
    font = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name("/" + name))
    assert shown(pdf, pdf.make_indirect(font), b"(iiii)").last[0] == pytest.approx(74)


def test_differences_and_base_encodings() -> None:
    pdf = pikepdf.new()
    names = [1, Name.A, Name("/uni20AC"), Name("/f_i"), Name("/u1F600"), Name("/eacute.sc")]
    encoding = Dictionary(BaseEncoding=Name.WinAnsiEncoding, Differences=Array(names))
    font = simple_font(pdf, Encoding=encoding)
    assert shown(pdf, font, b"(\001\002\003\004\005\200)").text == "A€fi😀é€"


def test_mac_roman() -> None:
    pdf = pikepdf.new()
    assert shown(pdf, simple_font(pdf, Encoding=Name.MacRomanEncoding), b"(\\216)").text == "é"


def test_ligatures_are_expanded_and_long_mappings_kept() -> None:
    pdf = pikepdf.new()
    font = cid_font(pdf, {"0001": "ﬁ", "0002": "ﬄ", "0003": "𝔸", "0004": "ffi"})
    piece = shown(pdf, font, b"<0001000200030004>")
    assert (piece.text, piece.glyphs, piece.unmapped) == ("fiffl𝔸ffi", 4, 0)


def test_soft_hyphens_are_kept_and_join_lines() -> None:
    pdf = pikepdf.new()
    font = cid_font(pdf, {"0001": "a", "0002": "\u00ad"})
    body = b"/F2 10 Tf <00010002> Tj 0 -12 Td <0001> Tj"
    page = add_page(pdf, marked(body), fonts={"F2": font})
    assert one(ContentReader(pdf).read_page(0, page)) == "a\u00ada"


@pytest.mark.parametrize("text", ["", "\0", "\x02", "\ufffd"])
def test_unmapped_glyphs_are_counted(text: str) -> None:
    pdf = pikepdf.new()
    pairs = {"0001": "a"} | ({"0002": text} if text else {})
    piece = shown(pdf, cid_font(pdf, pairs), b"<000100020001>")
    assert (piece.text, piece.unmapped) == ("a\ufffda", 1)


def test_simple_font_with_unknown_glyph_names() -> None:
    pdf = pikepdf.new()
    encoding = Dictionary(Differences=Array([65, Name("/g17"), Name.B]))
    piece = shown(pdf, simple_font(pdf, Encoding=encoding), b"(AB)")
    assert (piece.text, piece.unmapped) == ("\ufffdB", 1)


def test_composite_font_without_any_mapping() -> None:
    pdf = pikepdf.new()
    piece = shown(pdf, cid_font(pdf, None), b"<00410042>")
    assert (piece.text, piece.unmapped) == ("\ufffd\ufffd", 2)


def test_widths_of_composite_fonts() -> None:
    pdf = pikepdf.new()
    font = cid_font(
        pdf, {"0001": "a", "0002": "b", "0009": "c"}, DW=1000, W=Array([1, Array([250]), 2, 5, 300])
    )
    assert shown(pdf, font, b"<000100020009>").last[0] == pytest.approx(50 + 2.5 + 3 + 10)


def test_predefined_cmap() -> None:
    pdf = pikepdf.new()
    info = Dictionary(Registry=b"Adobe", Ordering=b"Japan1", Supplement=2)
    font = cid_font(pdf, None, CIDSystemInfo=info, Encoding=Name("/90ms-RKSJ-H"))
    # Shift-JIS: one-byte and two-byte codes in one string.
    operand = b"<" + "A日本".encode("shift-jis").hex().encode() + b">"
    assert shown(pdf, font, operand).text == "A日本"


def test_collection_under_identity() -> None:
    pdf = pikepdf.new()
    info = Dictionary(Registry=b"Adobe", Ordering=b"Japan1", Supplement=2)
    assert shown(pdf, cid_font(pdf, None, CIDSystemInfo=info), b"<0022>").text == "A"


def test_embedded_cmap_with_codes_of_two_lengths() -> None:
    pdf = pikepdf.new()
    cmap = (
        b"begincmap 2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange"
        b" 1 begincidrange <8000> <80FF> 100 endcidrange 1 begincidchar <41> 7 endcidchar endcmap"
    )
    pairs = b"begincmap 2 beginbfchar <41> <0041> <8001> <00E9> endbfchar endcmap"
    font = cid_font(
        pdf,
        None,
        Encoding=pdf.make_stream(cmap),
        ToUnicode=pdf.make_stream(pairs),
        W=Array([7, Array([200]), 101, Array([700])]),
    )
    piece = shown(pdf, font, b"<418001>")
    assert (piece.text, piece.last[0]) == ("Aé", pytest.approx(59))


def test_type3_font_measures_by_its_own_matrix() -> None:
    pdf = pikepdf.new()
    # Glyph space of 40 units to the em; at size 1 letters are 10 points high.
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontMatrix=Array([0.25, 0, 0, 0.25, 0, 0]),
        FontBBox=Array([0, -10, 40, 30]),
        CharProcs=Dictionary(),
        Encoding=Dictionary(Differences=Array([97, Name.a, Name.b])),
        FirstChar=97,
        LastChar=98,
        Widths=Array([20, 20]),
    )
    body = b"/P <</MCID 0>> BDC BT /F2 1 Tf 50 700 Td (ab) Tj 11 0 Td (a) Tj 8 0 Td (b) Tj ET EMC"
    page = add_page(pdf, body, fonts={"F2": pdf.make_indirect(font)})
    piece = ContentReader(pdf).read_page(0, page).pieces[0, 0]
    assert piece.text == "aba b"
    assert piece.font_size == pytest.approx(10)


def test_missing_fonts_do_not_lose_text() -> None:
    assert one(read(marked(b"/Nowhere 10 Tf (text) Tj"))) == "text"
    assert one(read(b"/P <</MCID 0>> BDC BT (text) Tj ET EMC")) == "text"


def test_font_from_a_graphics_state() -> None:
    pdf = pikepdf.new()
    font = simple_font(pdf, ToUnicode=pdf.make_stream(to_unicode({"61": "z"}, 1)))
    state = Dictionary(G1=Dictionary(Font=Array([font, 10])))
    page = add_page(pdf, marked(b"/G1 gs (a) Tj"), ExtGState=state)
    assert one(ContentReader(pdf).read_page(0, page)) == "z"


def test_tounicode_ranges() -> None:
    table = parse_tounicode(
        b"2 beginbfrange <01> <03> <0041> <0010> <0011> [<0066006C> <D83DDE00>] endbfrange"
    )
    assert table == {1: "A", 2: "B", 3: "C", 16: "fl", 17: "😀"}


def test_absurd_ranges_are_bounded() -> None:
    data = b"beginbfrange " + b"<00000000> <FFFFFFFF> <0041> " * 1000 + b"endbfrange"
    assert len(parse_tounicode(data)) <= 0x10000
    cmap = EmbeddedCMap(b"begincidrange <00000000> <FFFFFFFF> 0 endcidrange")
    assert cmap.cid(4, 0xFFFFFFFE) == 0xFFFFFFFE
    pdf = pikepdf.new()
    font = cid_font(pdf, {"0001": "a"}, W=Array([0, 2**31, 500] * 2000))
    assert shown(pdf, font, b"<0001>").text == "a"
