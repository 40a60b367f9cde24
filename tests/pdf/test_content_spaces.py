"""Words are parted by what the page shows, whichever operators the producer chose."""

from __future__ import annotations

import pikepdf
import pytest

from dtaa_lint.pdf.content import ContentReader
from tests.pdf.content_cases import add_page, cid_font, marked, one, read, simple_font


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"(two words) Tj", "two words"),
        (b"[(two) -278 (words)] TJ", "two words"),
        (b"[(tw) -20 (o) -400 (wor) 15 (ds)] TJ", "two words"),
        (b"[(kern) -140 (ed)] TJ", "kerned"),
        (b"[(two) -200 -100 (words)] TJ", "two words"),
        (b"[(two ) -278 (words)] TJ", "two words"),
        (b"[-5000 (indented)] TJ", "indented"),
        # Adjustments before the first and after the last glyph of an array.
        (b"(two) Tj [-400 (words)] TJ", "two words"),
        (b"[(two) -400] TJ (words) Tj", "two words"),
        (b"[(two) -400] TJ [400 (words)] TJ", "twowords"),
        # Td: "two" in Helvetica 10 is 15.56 points wide.
        (b"(two) Tj 18.4 0 Td (words) Tj", "two words"),
        (b"(two) Tj 15.6 0 Td (words) Tj", "twowords"),
        (b"(two) Tj 0 -12 Td (lines) Tj", "two lines"),
        (b"14 TL (two) Tj T* (lines) Tj", "two lines"),
        (b"14 TL (two) Tj (lines) '", "two lines"),
        (b'14 TL (two) Tj 1 0 (lines) "', "two lines"),
        (b"(two) Tj 0 -14 TD (lines) Tj T* (more) Tj", "two lines more"),
        (b"(hyphen-) Tj 0 -12 Td (ated) Tj", "hyphen-ated"),
        (b"(x) Tj 5 4 Td /F1 6 Tf (2) Tj", "x2"),
        (b"(two) Tj ET BT /F1 10 Tf 69 700 Td (words) Tj", "two words"),
        (b"(on) Tj ET BT /F1 10 Tf 61.2 700 Td (ward) Tj", "onward"),
        (b"(two) Tj ET BT /F1 10 Tf 1 0 0 1 69 700 Tm (words) Tj", "two words"),
        # The pen jumps back: a little for a mark set over a letter, far for another word.
        (b"(caf) Tj 12 0 Td (e) Tj", "cafe"),
        (b"(first) Tj -40 0 Td (second) Tj", "first second"),
    ],
)
def test_gaps(body: bytes, text: str) -> None:
    assert one(read(marked(body))) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"3 Tc (HEADING) Tj", "HEADING"),
        (b"3 Tc (TWO) Tj [(W)(ORDS)] TJ", "TWOWORDS"),
        (b"[(H) -250 (E) -250 (A) -250 (D) -250 (I) -250 (N) -250 (G)] TJ", "HEADING"),
        (b"[(A) -157 (B) -157 (L) -157 (E)] TJ", "ABLE"),
        (b"[(A) -278 (B) -278 (L) -278 (E)] TJ", "A B L E"),
        (
            b"[(T) -250 (W) -250 (O) -900 (W) -250 (O) -250 (R) -250 (D) -250 (S)] TJ",
            "TWO WORDS",
        ),
        (b"(10) Tj 14 0 Td (m) Tj 11 0 Td (by) Tj 14 0 Td (25) Tj 14 0 Td (m) Tj", "10 m by 25 m"),
    ],
)
def test_letter_spacing_parts_no_words(body: bytes, text: str) -> None:
    assert one(read(marked(body))) == text


def test_letters_set_one_by_one_with_spacing() -> None:
    pdf = pikepdf.new()
    body = b"".join(b"(%c) Tj 7.5 0 Td " % letter for letter in b"SPACED")
    page = add_page(pdf, marked(b"/F2 10 Tf " + body), fonts={"F2": simple_font(pdf)})
    assert one(ContentReader(pdf).read_page(0, page)) == "SPACED"


def test_gaps_follow_the_size_on_the_page() -> None:
    body = b"/P <</MCID 0>> BDC BT /F1 1 Tf 10 0 0 10 50 700 Tm [(a) -100 (b) -300 (c)] TJ ET EMC"
    assert one(read(body)) == "ab c"
    scaled = b"0.1 0 0 0.1 0 0 cm BT /F1 100 Tf 500 7000 Td (a) Tj 65 0 Td (b) Tj ET"
    assert one(read(b"/P <</MCID 0>> BDC " + scaled + b" EMC")) == "ab"


def test_horizontal_scaling_and_word_spacing_move_the_pen() -> None:
    # Half-wide glyphs: "aa" is 5.56 points; a word space adds 20 before the pen moves on.
    assert one(read(marked(b"50 Tz (aa) Tj 5.6 0 Td (b) Tj"))) == "aab"
    piece = read(marked(b"20 Tw (a b) Tj")).pieces[0, 0]
    assert piece.last[0] == pytest.approx(50 + 5.56 + 2.78 + 20 + 5.56)


def test_vertical_writing() -> None:
    pdf = pikepdf.new()
    font = cid_font(
        pdf, {"0001": "縦", "0002": "書", "0003": "き"}, Encoding=pikepdf.Name("/Identity-V")
    )
    content = b"/P <</MCID 0>> BDC BT /F2 10 Tf 300 700 Td <00010002> Tj 0 -20 Td <0003> Tj ET EMC"
    page = add_page(pdf, content, fonts={"F2": font})
    piece = ContentReader(pdf).read_page(0, page).pieces[0, 0]
    assert piece.text == "縦書き"
    assert piece.direction == (0.0, -1.0)
    assert piece.last[1] == pytest.approx(670)
    assert piece.box == pytest.approx((295, 670, 305, 700))


def test_lines_of_ideographs_join_without_a_space() -> None:
    pdf = pikepdf.new()
    font = cid_font(pdf, {"0001": "日", "0002": "本", "0003": "語"})
    content = b"/P <</MCID 0>> BDC BT /F2 10 Tf 50 700 Td <00010002> Tj 0 -14 Td <0003> Tj ET EMC"
    page = add_page(pdf, content, fonts={"F2": font})
    assert one(ContentReader(pdf).read_page(0, page)) == "日本語"


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        (b"(two) Tj 0 -12 Td (lines) Tj", (3,)),
        (b"14 TL (a) Tj T* (bc) Tj T* (d) Tj", (1, 4)),
        (b"(two) Tj 18.4 0 Td (words) Tj -18.4 -12 Td (end) Tj", (9,)),
        (b"(two ) Tj 0 -12 Td (lines) Tj", ()),
        (b"(hyphen-) Tj 0 -12 Td (ated) Tj", ()),
        (b"(first) Tj -40 0 Td (second) Tj", ()),
        (b"/Span <</ActualText (one)>> BDC (two) Tj 0 -12 Td (lines) Tj EMC", ()),
    ],
)
def test_line_ends(body: bytes, ends: tuple[int, ...]) -> None:
    assert read(marked(body)).pieces[0, 0].line_ends == ends
