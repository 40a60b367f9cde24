"""What a small file may cost: its content, fonts and metadata are bounded as a whole."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.content_data import read_stream
from dtaa_lint.pdf.content_scan import read_instruction
from dtaa_lint.pdf.fonts import MAX_OPERAND, Font
from dtaa_lint.pdf.fonts_read import FontReader
from dtaa_lint.pdf.metadata import read_metadata
from dtaa_lint.pdf.objects import Objects
from dtaa_lint.pdf.open import Limits
from dtaa_lint.pdf.read import read
from tests.make import Doc, el


@cache
def zeros() -> bytes:
    """200 MB of them, in 200 kB."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(200)) + packer.flush()


def _bomb(pdf: pikepdf.Pdf, **entries: object) -> pikepdf.Object:
    """A stream of 200 MB of zeros in 200 kB."""
    stream = pdf.make_stream(b"", **entries)
    stream.write(zeros(), filter=Name.FlateDecode)
    return pdf.make_indirect(stream)


def _ref(value: pikepdf.Object) -> tuple[int, int]:
    return value.objgen


def test_pages_that_share_a_stream_share_the_budget_of_the_file() -> None:
    pdf = pikepdf.new()
    shared = pdf.make_indirect(pdf.make_stream(b"q Q " * 1000))
    for _ in range(50):
        pdf.add_blank_page().Contents = shared
    reader = ContentReader(pdf, max_document_bytes=40_000)
    found = [reader.read_page(n, page.obj).damaged for n, page in enumerate(pdf.pages)]
    assert found[:3] == [None] * 3
    assert found[-1] == "limit: content is too large to be read in whole"


def test_opening_streams_counts_too() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Contents = Array([pdf.make_indirect(pdf.make_stream(b""))] * 1000)
    reader = ContentReader(pdf, max_document_bytes=100_000)
    assert (
        reader.read_page(0, page.obj).damaged == "limit: content is too large to be read in whole"
    )


def test_the_budget_grows_with_the_file() -> None:
    limits = Limits()
    assert limits.content_of(1000) < limits.content_of(20_000_000) < limits.content_of(10**9)
    assert limits.content_of(10**9) == limits.content_bytes


@pytest.mark.parametrize("piece", [b"0 ", b"[", b"(", b"<< /A "])
def test_an_instruction_without_end(piece: bytes) -> None:
    odd = piece * 1_500_000
    plain, position = read_instruction(odd, 0)
    assert plain == b""
    assert position > 1_000_000 or position == len(odd)


def test_odd_notation_uses_up_the_budget_sooner() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Contents = pdf.make_stream(b"(a(b)c) Tj " * 10_000)
    reader = ContentReader(pdf, max_document_bytes=200_000)
    assert reader.read_page(0, page.obj).damaged is not None
    page.Contents = pdf.make_stream(b"(a b c) Tj " * 10_000)
    reader = ContentReader(pdf, max_document_bytes=200_000)
    assert reader.read_page(0, page.obj).damaged is None


@pytest.mark.parametrize(
    ("head", "body", "tail"),
    [
        (b"(", b"a", b")"),
        (b"<", b"61", b">"),
        (b"[", b"(aaaa)-3", b"]"),
        (b"[(", b"a", b")]"),
        (b"(", b"\\\\a", b")"),
    ],
)
def test_strings_that_no_page_can_hold_are_cut(head: bytes, body: bytes, tail: bytes) -> None:
    operand = head + body * 1_500_000 + tail
    font = Font(lambda data: (["a"] * len(data), [0.5] * len(data)), 1)
    shown = font.show(operand)
    assert 100_000 < shown.codes <= MAX_OPERAND
    assert not font.memo


def test_font_programs_and_maps_are_decoded_up_to_a_bound() -> None:
    pdf = pikepdf.new()
    bomb = _bomb(pdf)
    reader = FontReader(pdf, Objects(pdf))
    fonts = [
        Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/X"),
            FontDescriptor=Dictionary({"/FontFile": bomb}), ToUnicode=bomb,
        )
        for _ in range(40)
    ]  # fmt: skip
    for font in fonts:
        made = reader.read(_ref(pdf.make_indirect(font)))
        assert len(made.decode(b"ab")[0]) == 2
    assert reader._bytes_left <= 0


def test_metadata_is_decoded_up_to_a_bound() -> None:
    pdf = pikepdf.new()
    bomb = _bomb(pdf, Type=Name.Metadata, Subtype=Name.XML)
    assert read_metadata(pdf, Objects(pdf), {"Metadata": _ref(bomb)}, {}).title is None


def test_filters_are_undone_within_the_bound() -> None:
    pdf = pikepdf.new()
    objects = Objects(pdf)
    text = b"BT (hello) Tj ET"
    packed = zlib.compress(text)
    for data, filters in (
        (packed.hex().encode() + b">", [Name.ASCIIHexDecode, Name.FlateDecode]),
        (zlib.compress(packed), [Name.FlateDecode, Name.FlateDecode]),
        (text.hex().encode() + b">", [Name.ASCIIHexDecode]),
    ):
        stream = pdf.make_indirect(pdf.make_stream(b""))
        stream.write(data, filter=Array(filters))
        assert read_stream(pdf, objects, _ref(stream), 1000) == (text, None)


def test_a_predictor_does_not_lift_the_bound() -> None:
    pdf = pikepdf.new()
    stream = pdf.make_indirect(pdf.make_stream(b""))
    stream.write(zeros(), filter=Name.FlateDecode, decode_parms=Dictionary(Predictor=12, Columns=4))
    assert read_stream(pdf, Objects(pdf), _ref(stream), 1_000_000) == (b"", "stream is too large")


def test_a_file_whose_content_is_too_large_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    Doc(lang="en", title="T").add(el("H1", "Heading")).write(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        page = pdf.pages[0]
        page.Contents = Array([page.Contents, pdf.make_indirect(pdf.make_stream(b"(a) Tj " * 9))])
        page.Contents = Array([*page.Contents] * 2)
        pdf.save(path)
    limits = Limits(content_bytes=600)
    details = [issue.detail for issue in read(path, limits=limits).issues]
    assert any("too large" in detail for detail in details)


def test_an_object_stream_that_unpacks_to_half_a_gigabyte(tmp_path: Path) -> None:
    """qpdf would unpack it in whole; the limits of the process are what they were afterwards."""
    resource = pytest.importorskip("resource")
    settings = pikepdf.settings
    if not hasattr(settings, "set_qpdf_limits"):
        pytest.skip("this pikepdf has no limits")
    pack = zlib.compressobj(9)
    body = b"".join([pack.compress(b"7 0 <</S/P>> "), *[pack.compress(b" " * 2**20)] * 500])
    body += pack.flush()
    head = b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n" % len(body)
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R/StructTreeRoot 7 0 R/MarkInfo<</Marked true>>>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        5: head + body + b"\nendstream",
    }
    data = bytearray(b"%PDF-1.7\n")
    rows = [b"\0\0\0\0\0\0\xff"] + [b""] * 8
    for number, text in objects.items():
        rows[number] = b"\1" + len(data).to_bytes(4, "big") + b"\0\0"
        data += b"%d 0 obj\n" % number + text + b"\nendobj\n"
    rows[7] = b"\2" + (5).to_bytes(4, "big") + b"\0\0"
    start = len(data)
    rows[6] = b"\1" + start.to_bytes(4, "big") + b"\0\0"
    table = b"".join(row or b"\0" * 7 for row in rows)
    data += b"6 0 obj\n<</Type/XRef/Size 9/W[1 4 2]/Root 1 0 R/Length %d>>stream\n" % len(table)
    data += table + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % start
    before = settings.get_qpdf_limits()
    path = tmp_path / "bomb.pdf"
    path.write_bytes(data)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    document = read(path)
    assert not document.elements
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used < 450_000
    assert settings.get_qpdf_limits() == before
