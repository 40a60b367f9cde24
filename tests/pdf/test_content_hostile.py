"""Content that is damaged or made to hurt: read as far as it goes, never an error, never a hang."""

from __future__ import annotations

import random
import time
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader, PageContent
from dtaa_lint.pdf.content_data import inflate
from dtaa_lint.pdf.content_scan import read_instruction
from tests.cost import within
from tests.pdf.content_cases import add_page, form, marked, one, read, texts

IMAGE = b"BI /W 2 /H 2 /BPC 8 /CS /G ID \x01 EI\x80 ) EI Q\n"


@pytest.mark.parametrize(
    "odd",
    [
        b"% a comment (with [ things\n",
        b"1 2 3 4 5 6 7 8 9 m ",
        b"/Name (string) [1 2] unknown ",
        b"<</A <</B [1 (x)]>> /C (d)>> pop ",
        b") > ] } { ",
        b"BI /W 1 /H 1 /BPC 8 /CS /G ID a\nEI ",
        b"--5 +-3 re 1.2.3 0 l . 0 m f ",
        b"[1 2 3 ",
        b"<< /Unclosed ",
        b"[] 0 d [3 2] 1 d /Pattern cs /P1 scn 0.5 0.5 /P1 scn ",
        b"\xff\xfe\x80 ",
        b"1e5 w ",
    ],
)
def test_odd_syntax_does_not_disturb_what_follows(odd: bytes) -> None:
    assert one(read(odd + marked(b"(te) Tj " + odd + b" (xt) Tj"))) == "text"


@pytest.mark.parametrize(
    ("operand", "text"),
    [
        (b"(a(b)c)", "a(b)c"),
        (b"(a\\)b)", "a)b"),
        (b"(\\101\\7b)", "A\ufffdb"),
        (b"(line\\\nend)", "lineend"),
        (b"<4 1 4>", "A@"),
        (b"<41zz42>", "AB"),
        (b"()", ""),
        (b"<>", ""),
        (b"(unclosed ET EMC", None),
    ],
)
def test_strings(operand: bytes, text: str | None) -> None:
    content = read(marked(operand + b" Tj"))
    if text is None:
        assert texts(content) == {(0, 0): ""}
    else:
        assert one(content) == text


def test_numbers_glued_to_operators() -> None:
    body = b"/P<</MCID 0>>BDC BT/F1 10 Tf 50 700Td(two)Tj 18.4 0Td[(wo)20(rds)]TJ ET EMC"
    assert one(read(body)) == "two words"
    assert read(marked(b"-.5 +.5 Td (a) Tj")).pieces[0, 0].first[:2] == (49.5, 700.5)


def test_inline_images_end_where_text_goes_on() -> None:
    data = b"BI /W 9 ID \x00\x01 EI \xff\xfe data EI Q (next) Tj"
    instruction, position = read_instruction(data, 0)
    assert instruction == b"n"
    assert data[position:] == b" Q (next) Tj"


def test_forms_that_contain_themselves() -> None:
    pdf = pikepdf.new()
    loop = form(pdf, b"BT /F1 10 Tf (x) Tj ET /Fm Do")
    loop.Resources = Dictionary(
        XObject=Dictionary(Fm=loop),
        Font=Dictionary(F1=Dictionary(Subtype=Name.Type1, BaseFont=Name.Helvetica)),
    )
    page = add_page(pdf, b"/P <</MCID 0>> BDC /Fm Do EMC", XObject=Dictionary(Fm=loop))
    content = ContentReader(pdf).read_page(0, page)
    assert one(content) == "x"
    assert content.damaged == "a form that contains itself"


def nested_doubling(pdf: pikepdf.Pdf, depth: int) -> pikepdf.Object:
    """A form that uses a form twice that uses a form twice …"""
    inner = form(pdf, b"BT /F1 10 Tf (x) Tj ET")
    for _ in range(depth):
        outer = form(pdf, b"/Fm Do /Fm Do")
        outer.Resources = Dictionary(XObject=Dictionary(Fm=inner))
        inner = outer
    return inner


def test_a_form_drawn_a_million_times_is_bounded() -> None:
    pdf = pikepdf.new()
    page = add_page(pdf, b"/Fm Do", XObject=Dictionary(Fm=nested_doubling(pdf, 20)))
    reader = ContentReader(pdf, max_page_bytes=1_000_000)
    start = time.process_time()
    content = reader.read_page(0, page)
    assert time.process_time() - start < 10
    assert content.damaged is not None
    assert content.damaged.startswith("limit")


def test_deep_nesting_of_everything() -> None:
    deep = 30_000
    content = read(b"q " * deep + b"/Span BMC " * deep + marked(b"(a) Tj") + b" Q" * deep)
    assert one(content) == "a"
    assert one(read(b"[" * deep + b"<<" * deep + marked(b"(a) Tj"))) == "a"


@pytest.mark.parametrize(
    "data",
    [
        b"1 " * 100_000,
        b"(" * 15_000,
        b"[" * 15_000,
        b"<" * 15_000,
        b"<<" * 100_000,
        b"/A" * 100_000,
        b"[(a) 1 " * 30_000,
        b"(\\" * 100_000,
        b"0 0 m " * 40_000,
        b"BI " * 60_000,
        b"BI ID " + b" EI\xff" * 15_000,
        b"/A <</B (c) " * 20_000,
        b"q 0 0 1 1 re W " * 15_000,
    ],
)
def test_time_is_linear_in_any_input(data: bytes) -> None:
    assert within(10, lambda: read(data))


def test_streams_that_inflate_without_end_are_capped() -> None:
    packed = zlib.compress(b"0 g " * 10_000_000, 9)
    data, problem = inflate(packed, 1_000_000)
    assert (len(data), problem) == (1_000_000, "stream is too large")
    pdf = pikepdf.new()
    page = add_page(pdf, b"")
    stream = pikepdf.Stream(pdf, packed)
    stream.stream_dict.Filter = Name.FlateDecode
    page.Contents = pdf.make_indirect(stream)
    content = ContentReader(pdf, max_page_bytes=1_000_000).read_page(0, page)
    assert content.damaged == "stream is too large"


def test_cut_streams_yield_what_they_hold() -> None:
    packed = zlib.compress(marked(b"(text) Tj") + b" 0 g" * 1000, 0)
    pdf = pikepdf.new()
    page = add_page(pdf, b"")
    stream = pikepdf.Stream(pdf, packed[: len(packed) // 2])
    stream.stream_dict.Filter = Name.FlateDecode
    page.Contents = pdf.make_indirect(stream)
    content = ContentReader(pdf).read_page(0, page)
    assert one(content) == "text"
    assert content.damaged == "stream is cut short"


@pytest.mark.parametrize(
    "contents", [None, 5, Name.X, Array([]), Array([1, None, Name.X]), Dictionary(), b"text"]
)
def test_pages_without_readable_content(contents: object) -> None:
    pdf = pikepdf.new()
    page = add_page(pdf, b"")
    if contents is None:
        del page.Contents
    else:
        page.Contents = contents
    content = ContentReader(pdf).read_page(0, page)
    assert content.pieces == {}


def test_wrong_types_everywhere_in_resources() -> None:
    pdf = pikepdf.new()
    for junk in (5, b"x", Name.X, Array([1, 2]), True):
        page = add_page(
            pdf,
            b"/E gs /X Do /P /M BDC " + marked(b"/F2 10 Tf (a) Tj"),
            fonts={"F2": junk},
            XObject=junk,
            ExtGState=junk,
            Properties=junk,
        )
        assert one(ContentReader(pdf).read_page(0, page)) == "a"
        font = Dictionary(
            Subtype=junk, BaseFont=junk, Widths=junk, FirstChar=junk, Encoding=junk,
            ToUnicode=junk, FontDescriptor=junk, DescendantFonts=junk,
        )  # fmt: skip
        page = add_page(pdf, marked(b"/F2 10 Tf (ab) Tj"), fonts={"F2": font})
        assert len(ContentReader(pdf).read_page(0, page).pieces) == 1


@pytest.mark.parametrize("number", [b"9" * 400, b"-" + b"9" * 30, b"0", b"0.0000000001"])
def test_absurd_numbers(number: bytes) -> None:
    for template in (
        b"%s 0 0 %s 0 0 cm ",
        b"BT /F1 %s Tf 1 0 0 1 %s 0 Tm (a) Tj ET ",
        b"BT %s Tc %s Tz (a) Tj ET ",
        b"%s %s 5 5 re W n ",
    ):
        content = read(template % (number, number) + marked(b"(text) Tj"))
        assert one(content) == "text"
        box = content.pieces[0, 0].box
        assert box is None or all(abs(edge) < 1e8 for edge in box)


def damaged(seed: int, data: bytes) -> PageContent:
    source = random.Random(seed)
    body = bytearray(data)
    for _ in range(source.randint(1, 12)):
        at = source.randrange(len(body))
        what = source.randrange(3)
        if what == 0:
            body[at] = source.randrange(256)
        elif what == 1:
            del body[at : at + source.randrange(1, 9)]
        else:
            body[at:at] = source.choice([b"(", b")", b"<<", b"[", b"EMC ", b"Q ", b"\0", b"9"])
    return read(bytes(body))


def test_random_damage_never_raises() -> None:
    data = (
        b"q 1 0 0 1 0 0 cm /Artifact BMC 0 0 9 9 re f EMC Q "
        + marked(b"[(two) -278 (words)] TJ /Span <</ActualText (x)>> BDC (y) Tj EMC")
        + b" q 0 0 600 800 re W n BT /F1 9 Tf 1 0 0 1 50 600 Tm 0 g [<4142>] TJ ET Q "
        + IMAGE
        + marked(b"14 TL (a) ' T* 3 Tr (b) Tj", 1)
    )
    for seed in range(400):
        content = damaged(seed, data)
        assert isinstance(content, PageContent)
        for piece in content.pieces.values():
            assert piece.visible <= piece.glyphs
