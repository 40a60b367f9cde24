"""Marked content: which (stream, MCID) owns what, ActualText, artifacts, forms, appearances."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.model import RunFlag
from tests.pdf.content_cases import add_page, form, marked, one, read, texts

BT = b"BT /F1 10 Tf 50 700 Td "


@pytest.mark.parametrize(
    ("body", "text", "raw"),
    [
        (b"(He) Tj /Span <</ActualText (llo)>> BDC (xx) Tj EMC ( you) Tj", "Hello you", "Hexx you"),
        # Empty: what is covered is not read. Without glyphs: it is read all the same.
        (b"(a) Tj /Span <</ActualText ()>> BDC (xx) Tj EMC (b) Tj", "ab", "axxb"),
        (b"(a) Tj /Span <</ActualText (-)>> BDC EMC (b) Tj", "a-b", "ab"),
        # The outermost counts, once.
        (
            b"/Span <</ActualText (out)>> BDC (x) Tj /Span <</ActualText (in)>> BDC (y) Tj EMC"
            b" (z) Tj EMC (!) Tj",
            "out!",
            "xyz!",
        ),
        # UTF-16, hexadecimal, escapes, nested parentheses, other keys around.
        (b"/Span <</ActualText <FEFF20AC>>> BDC (E) Tj EMC", "€", "E"),
        (b"/Span <</Lang (en) /ActualText (a\\(b\\)\\101)>> BDC (E) Tj EMC", "a(b)A", "E"),
        (b"/Span <</ActualText (f(x)) /K [1 2]>> BDC (E) Tj EMC", "f(x)", "E"),
        (b"/Span <</ActualText (\xef\xac\x81)>> BDC (E) Tj EMC", "ï¬†", "E"),
        (b"/Span <</ActualText <FEFFFB01>>> BDC (E) Tj EMC", "fi", "E"),
        # The space that leads up to a span stays, and the one after it.
        (
            b"(two) Tj 18.4 0 Td /Span <</ActualText (W)>> BDC (v) Tj EMC 9 0 Td (ords) Tj",
            "two W ords",
            "two v ords",
        ),
        # InDesign writes a hyphen at a line end as a soft hyphen, others as nothing.
        (b"(exam) Tj /Span <</ActualText <FEFF00AD>>> BDC (-) Tj EMC 0 -12 Td (ple) Tj",
         "exam\u00adple", "exam-ple"),
        (b"(exam) Tj /Span <</ActualText ()>> BDC (-) Tj EMC 0 -12 Td (ple) Tj",
         "example", "exam-ple"),
    ],
)  # fmt: skip
def test_actual_text(body: bytes, text: str, raw: str) -> None:
    piece = read(marked(body)).pieces[0, 0]
    assert piece.text == text
    assert piece.raw == raw
    assert piece.flags & RunFlag.ACTUAL_TEXT


def test_actual_text_on_the_sequence_with_the_mcid() -> None:
    piece = read(b"/Span <</MCID 0 /ActualText (real)>> BDC " + BT + b"(glyphs) Tj ET EMC")
    assert (one(piece), piece.pieces[0, 0].raw) == ("real", "glyphs")


def test_actual_text_around_sequences_with_mcids() -> None:
    content = read(
        b"/Span <</ActualText (whole)>> BDC /P <</MCID 0>> BDC " + BT + b"(wh) Tj ET EMC"
        b" /P <</MCID 1>> BDC BT /F1 10 Tf 70 700 Td (ole) Tj ET EMC EMC"
    )
    assert texts(content) == {(0, 0): "whole", (0, 1): ""}
    assert [piece.raw for piece in content.pieces.values()] == ["wh", "ole"]


def test_property_lists_in_resources() -> None:
    content = read(
        b"/P /M0 BDC " + BT + b"(a) Tj ET EMC /Span /M1 BDC BT /F1 10 Tf 60 700 Td (b) Tj ET EMC",
        Properties=Dictionary(M0=Dictionary(MCID=0), M1=Dictionary(MCID=1, ActualText=b"real")),
    )
    assert texts(content) == {(0, 0): "a", (0, 1): "real"}


def test_instructions_span_content_streams() -> None:
    assert texts(read(b"/P <</MCID 0", b">> BDC " + BT + b"(ab)", b"Tj ET EMC")) == {(0, 0): "ab"}


def test_unbalanced_marks() -> None:
    assert one(read(b"EMC EMC " + marked(b"(a) Tj") + b" EMC EMC")) == "a"
    content = read(b"/P <</MCID 0>> BDC " + BT + b"(a) Tj ET /P <</MCID 1>> BDC BT (b) Tj ET")
    assert texts(content) == {(0, 0): "a", (0, 1): "b"}
    assert one(read(b"Q Q ET " + marked(b"Q (a) Tj Q"))) == "a"


def test_nested_sequences() -> None:
    content = read(
        b"/P <</MCID 0>> BDC " + BT + b"(a) Tj /Span BMC (b) Tj /Em <</MCID 1>> BDC (c) Tj EMC EMC"
        b" (d) Tj ET EMC"
    )
    assert texts(content) == {(0, 0): "ab d", (0, 1): "c"}


def test_an_mcid_used_twice() -> None:
    content = read(marked(b"(a) Tj") + marked(b"0 -20 Td (b) Tj"))
    assert texts(content) == {(0, 0): "a b"}
    assert content.duplicates == ((0, 0),)


def test_artifacts() -> None:
    content = read(b"/Artifact BMC " + BT + b"(Page 1) Tj ET EMC " + marked(b"(text) Tj"))
    assert texts(content) == {(0, 0): "text"}
    assert (content.artifact_glyphs, content.stray.glyphs) == (5, 0)


def test_artifact_inside_marked_content() -> None:
    content = read(marked(b"(a) Tj /Artifact <</Type /Layout>> BDC (xyz) Tj EMC (b) Tj"))
    piece = content.pieces[0, 0]
    assert (piece.text, piece.raw, piece.glyphs) == ("a b", "axyz b", 2)
    assert piece.flags & RunFlag.ARTIFACT_INSIDE
    assert content.artifact_glyphs == 3


def test_artifact_with_an_mcid_is_kept_and_flagged() -> None:
    piece = read(b"/Artifact <</MCID 0>> BDC " + BT + b"(a) Tj ET EMC").pieces[0, 0]
    assert piece.text == "a"
    assert piece.flags & RunFlag.ARTIFACT_INSIDE


def test_an_mcid_inside_an_artifact_is_content() -> None:
    content = read(b"/Artifact BMC " + marked(b"(a) Tj") + b" EMC")
    assert texts(content) == {(0, 0): "a"}


def test_text_outside_marked_content() -> None:
    content = read(BT + b"(stray one) Tj ET " + marked(b"(a) Tj") + b" BT 50 600 Td (two) Tj ET")
    assert content.stray.glyphs == 11
    assert content.stray.text == "stray one two"
    assert len(content.stray.boxes) == 2


def test_forms_inherit_and_begin_their_own() -> None:
    pdf = pikepdf.new()
    inner = form(pdf, b"/P <</MCID 0>> BDC BT /F1 10 Tf 90 0 Td (c) Tj ET EMC")
    resources = Dictionary(
        Font=Dictionary(F1=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    )
    outer = form(
        pdf,
        b"BT /F1 10 Tf 60 0 Td (b) Tj ET /P <</MCID 0>> BDC BT /F1 10 Tf 70 0 Td (own) Tj ET EMC"
        b" /Fm0 Do BT /F1 10 Tf 66 0 Td (d) Tj ET",
        Resources=Dictionary(XObject=Dictionary(Fm0=inner), **{"/Font": resources.Font}),
        Matrix=Array([1, 0, 0, 1, 0, 700]),
    )
    page = add_page(
        pdf,
        b"/P <</MCID 0>> BDC BT /F1 10 Tf 54 700 Td (a) Tj ET /Fm1 Do EMC",
        XObject=Dictionary(Fm1=outer),
    )
    content = ContentReader(pdf).read_page(0, page)
    outer_number, inner_number = outer.objgen[0], inner.objgen[0]
    assert texts(content) == {(0, 0): "abd", (outer_number, 0): "own", (inner_number, 0): "c"}
    assert content.pieces[outer_number, 0].first[:2] == (70, 700)


def test_a_form_used_twice() -> None:
    pdf = pikepdf.new()
    used = form(pdf, BT + b"(plain) Tj ET /P <</MCID 0>> BDC BT /F1 10 Tf (own) Tj ET EMC")
    page = add_page(
        pdf,
        b"/P <</MCID 0>> BDC /Fm Do EMC 1 0 0 1 0 -100 cm /P <</MCID 1>> BDC /Fm Do EMC",
        XObject=Dictionary(Fm=used),
    )
    content = ContentReader(pdf).read_page(0, page)
    number = used.objgen[0]
    assert texts(content) == {(0, 0): "plain", (number, 0): "own", (0, 1): "plain"}
    assert content.pieces[number, 0].glyphs == 3
    assert content.duplicates == ()


def test_actual_text_around_a_form() -> None:
    pdf = pikepdf.new()
    page = add_page(
        pdf,
        b"/Span <</MCID 0 /ActualText (sum)>> BDC /Fm Do EMC",
        XObject=Dictionary(Fm=form(pdf, BT + b"(glyphs) Tj ET")),
    )
    piece = ContentReader(pdf).read_page(0, page).pieces[0, 0]
    assert (piece.text, piece.raw) == ("sum", "glyphs")


def test_marks_left_open_in_a_form_end_with_it() -> None:
    pdf = pikepdf.new()
    page = add_page(
        pdf,
        b"/P <</MCID 0>> BDC /Fm Do BT /F1 10 Tf 60 700 Td (b) Tj ET EMC",
        XObject=Dictionary(Fm=form(pdf, BT + b"/Artifact BMC /Span <</MCID 7>> BDC (a) Tj ET")),
    )
    content = ContentReader(pdf).read_page(0, page)
    assert one(content) == "b"


def test_annotation_appearances() -> None:
    pdf = pikepdf.new()
    shown = form(pdf, b"/Span <</MCID 0>> BDC BT /F1 10 Tf 2 2 Td (Stamp) Tj ET EMC")
    shown.BBox = Array([0, 0, 50, 20])
    shown.StructParents = 5
    other = form(pdf, b"/Span <</MCID 0>> BDC BT /F1 10 Tf (no) Tj ET EMC")
    annotations = [
        Dictionary(Subtype=Name.Stamp, Rect=Array([100, 500, 200, 540]), AP=Dictionary(N=shown)),
        Dictionary(
            Subtype=Name.Widget,
            Rect=Array([0, 0, 9, 9]),
            AS=Name.On,
            AP=Dictionary(N=Dictionary(On=other)),
        ),
    ]
    page = add_page(pdf, marked(b"(a) Tj"), Annots=Array(annotations))
    number, second = shown.objgen[0], other.objgen[0]
    content = ContentReader(pdf).read_page(0, page)
    assert texts(content) == {(0, 0): "a", (number, 0): "Stamp"}
    assert content.pieces[number, 0].first == pytest.approx((104, 504, 20))
    asked = ContentReader(pdf).read_page(0, page, [second])
    assert texts(asked) == {(0, 0): "a", (second, 0): "no"}
