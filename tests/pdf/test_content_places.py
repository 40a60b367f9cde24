"""Where text stands and whether it is seen: rotation, CropBox, clips, layers, writing direction."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.model import RunFlag
from tests.pdf.content_cases import add_page, cid_font, form, marked, one, read, texts


def test_box_and_pen() -> None:
    piece = read(marked(b"(ab) Tj")).pieces[0, 0]
    assert piece.first == pytest.approx((50, 700, 10))
    assert piece.last == pytest.approx((61.12, 700, 10))
    assert piece.box == pytest.approx((50, 698, 61.12, 708))
    assert (piece.glyphs, piece.visible, piece.font_size) == (2, 2, 10)


def test_rotated_text_reads_along_its_baseline() -> None:
    body = b"0 1 -1 0 300 100 Tm (two) Tj 18.4 0 Td (words) Tj 0 -14 Td (more) Tj"
    piece = read(marked(body)).pieces[0, 0]
    assert piece.text == "two words more"
    assert piece.flags & RunFlag.ROTATED
    assert piece.direction == pytest.approx((0, 1))
    assert piece.box is not None
    assert piece.box[0] == pytest.approx(292)
    assert piece.box[1] == pytest.approx(100)


@pytest.mark.parametrize(
    ("rotate", "matrix"),
    [(90, b"0 1 -1 0 300 100 Tm"), (180, b"-1 0 0 -1 300 100 Tm"), (270, b"0 -1 1 0 300 100 Tm")],
)
def test_text_that_is_level_on_a_rotated_page(rotate: int, matrix: bytes) -> None:
    content = read(marked(matrix + b" (two) Tj 18.4 0 Td (words) Tj"), Rotate=rotate)
    assert one(content) == "two words"
    assert not content.pieces[0, 0].flags & RunFlag.ROTATED
    upright = read(marked(b"(a) Tj"), Rotate=rotate)
    assert upright.pieces[0, 0].flags & RunFlag.ROTATED


def test_slanted_text() -> None:
    piece = read(marked(b"0.7071 0.7071 -0.7071 0.7071 100 100 Tm (two) Tj 18.4 0 Td (words) Tj"))
    assert one(piece) == "two words"
    assert piece.pieces[0, 0].font_size == pytest.approx(10, abs=0.01)


def test_upside_down_coordinates() -> None:
    # Typst and Skia turn the y axis over twice.
    body = b"q 1 0 0 -1 0 800 cm BT /F1 10 Tf 1 0 0 -1 50 100 Tm (two) Tj ET Q"
    piece = read(b"/P <</MCID 0>> BDC " + body + b" EMC").pieces[0, 0]
    assert piece.first == pytest.approx((50, 700, 10))
    assert piece.box == pytest.approx((50, 698, 65.56, 708))
    assert not piece.flags & RunFlag.ROTATED


def test_crop_box_does_not_move_coordinates_but_hides() -> None:
    content = read(
        marked(b"(in) Tj") + marked(b"0 -600 Td (out) Tj", 1), CropBox=Array([40, 600, 500, 780])
    )
    inside, outside = content.pieces[0, 0], content.pieces[0, 1]
    assert inside.first[:2] == (50, 700)
    assert (inside.visible, outside.visible) == (2, 0)
    assert outside.text == "out"
    assert outside.flags & RunFlag.INVISIBLE


@pytest.mark.parametrize("mode", [3, 7])
def test_invisible_text_is_read_and_flagged(mode: int) -> None:
    piece = read(marked(b"%d Tr (scan) Tj" % mode)).pieces[0, 0]
    assert (piece.text, piece.visible) == ("scan", 0)
    assert piece.flags & RunFlag.INVISIBLE
    half = read(marked(b"(a) Tj %d Tr (b) Tj" % mode)).pieces[0, 0]
    assert (half.text, half.visible) == ("ab", 1)
    assert not half.flags & RunFlag.INVISIBLE


@pytest.mark.parametrize(
    ("clip", "visible"),
    [
        (b"0 0 600 800 re W n", 4),
        (b"0 0 100 100 re W* n", 0),
        (b"0 0 0 0 re W n", 0),
        (b"0 0 100 100 re W n q 0 0 600 800 re W n Q", 0),
        # A path of two rectangles: what it clips is not known, so nothing is said to be hidden.
        (b"0 0 600 800 re 0 0 10 10 re W n", 4),
        (b"0 0 m 600 0 l 600 800 l h 0 0 10 10 re W n", 4),
        (b"0 0 10 10 re f 0 0 600 800 re W n", 4),
        (b"0 0 10 10 re S", 4),
    ],
)
def test_clipped_text(clip: bytes, visible: int) -> None:
    piece = read(b"q " + clip + b" " + marked(b"(text) Tj") + b" Q").pieces[0, 0]
    assert (piece.text, piece.visible) == ("text", visible)
    assert bool(piece.flags & RunFlag.INVISIBLE) == (visible == 0)


def test_a_form_clips_to_its_box() -> None:
    pdf = pikepdf.new()
    clipped = form(pdf, b"BT /F1 10 Tf 300 300 Td (out) Tj ET BT /F1 10 Tf 5 5 Td (in) Tj ET")
    clipped.BBox = Array([0, 0, 100, 100])
    page = add_page(pdf, b"/P <</MCID 0>> BDC /Fm Do EMC", XObject=Dictionary(Fm=clipped))
    assert ContentReader(pdf).read_page(0, page).pieces[0, 0].visible == 2


def test_hidden_layers() -> None:
    pdf = pikepdf.new()
    off, on = (pdf.make_indirect(Dictionary(Type=Name.OCG, Name=b"layer")) for _ in range(2))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([off, on]), D=Dictionary(OFF=Array([off])))
    page = add_page(
        pdf,
        b"/OC /L0 BDC " + marked(b"(off) Tj") + b" EMC",
        b"/OC /L1 BDC " + marked(b"(on) Tj", 1) + b" EMC",
        Properties=Dictionary(L0=off, L1=on),
    )
    content = ContentReader(pdf).read_page(0, page)
    assert [piece.visible for piece in content.pieces.values()] == [0, 2]


HEBREW = {"0001": "ש", "0002": "ל", "0003": "ו", "0004": "ם", "0005": " ", "0006": "1", "0007": "2"}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # Visual order: the pen runs to the right over a word that is read from its right end.
        (b"<0004000300020001> Tj", "שלום"),
        (b"<00040003> Tj <00020001> Tj", "שלום"),
        (b"<00060007000500040003> Tj", "ום 12"),
        # Logical order: each glyph is set to the left of the one before.
        (b"<0001> Tj -5 0 Td <0002> Tj -5 0 Td <0003> Tj -5 0 Td <0004> Tj", "שלום"),
        (b"[<0001> 1000 <0002> 1000 <0003> 1000 <0004>] TJ", "שלום"),
        # Two words parted by a gap alone, in visual order.
        (b"<00040003> Tj 14 0 Td <00020001> Tj", "של ום"),
        # Two lines, each in visual order.
        (b"<00020001> Tj 0 -14 Td <00040003> Tj", "של ום"),
    ],
)
def test_right_to_left_text_is_read_in_logical_order(body: bytes, text: str) -> None:
    pdf = pikepdf.new()
    page = add_page(pdf, marked(b"/F2 10 Tf 100 0 Td " + body), fonts={"F2": cid_font(pdf, HEBREW)})
    piece = ContentReader(pdf).read_page(0, page).pieces[0, 0]
    assert piece.text == text
    assert piece.flags & RunFlag.RTL
    assert piece.first[0] > piece.last[0]


def test_a_hebrew_word_in_an_english_line() -> None:
    pdf = pikepdf.new()
    latin = {f"00{ord(c):02x}": c for c in "says"} | {"0020": " "}
    font = cid_font(pdf, latin | {"0001": "ש", "0002": "ל"})
    body = b"/F2 10 Tf <00730061007900730020000200010020007300610079> Tj"
    page = add_page(pdf, marked(body), fonts={"F2": font})
    assert one(ContentReader(pdf).read_page(0, page)) == "says של say"


def test_artifact_pieces_have_no_text_of_their_own() -> None:
    assert texts(read(b"/Artifact BMC BT /F1 10 Tf (x) Tj ET EMC")) == {}
