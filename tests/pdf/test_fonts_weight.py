"""Bold faces are known by the names and descriptors of their fonts."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.fonts_weight import FORCE_BOLD, is_bold
from dtaa_lint.pdf.model import RunFlag
from tests.pdf.content_cases import add_page, cid_font, marked, simple_font


@pytest.mark.parametrize(
    "name",
    [
        "Arial-BoldMT", "ABCDEF+Calibri,Bold", "TimesNewRomanPS-BoldItalicMT", "Helvetica-Black",
        "MyriadPro-Semibold", "HelveticaNeueLTStd-BdCn", "HelveticaNeueLTStd-Blk", "CMBX10",
        "ArialBlack", "Verdana-BoldItalic", "ITCFranklinGothicStd-Demi", "SegoeUI-Heavy",
    ],
)  # fmt: skip
def test_bold_names(name: str) -> None:
    assert is_bold(name)


@pytest.mark.parametrize(
    "name",
    [
        "ArialMT", "ABCDEF+Calibri", "", "+", "-", "Blackadder", "Boldini-Regular", "CMR10",
        "NotoSansCJK-DemiLight", "Bodoni-Book", "OpenSans-Medium", "Times-Italic", "BOLDEN+Arial",
    ],
)  # fmt: skip
def test_other_names(name: str) -> None:
    assert not is_bold(name)


def test_descriptors_speak_for_unspeaking_names() -> None:
    assert is_bold("CIDFont+F1", FORCE_BOLD | 32)
    assert is_bold("CIDFont+F1", 32, 700)
    assert not is_bold("CIDFont+F1", 32, 400)
    assert not is_bold("CIDFont+F1", 32, 1e9)


def flags(body: bytes) -> int:
    pdf = pikepdf.new()
    descriptor = Dictionary(Type=Name.FontDescriptor, Flags=32, FontWeight=700)
    composite = cid_font(pdf, {"0041": "A"})
    composite.DescendantFonts = Array(
        [Dictionary(Subtype=Name.CIDFontType2, FontDescriptor=descriptor)]
    )
    fonts = {"F2": simple_font(pdf, BaseFont=Name("/Made-Bold")), "F3": composite}
    return (
        ContentReader(pdf).read_page(0, add_page(pdf, marked(body), fonts=fonts)).pieces[0, 0].flags
    )


@pytest.mark.parametrize(
    ("body", "bold"),
    [
        (b"/F2 10 Tf (Bold) Tj", True),
        (b"/F2 10 Tf (Bold) Tj /F1 10 Tf ( ) Tj", True),
        (b"/F2 10 Tf (Lead-in.) Tj /F1 10 Tf ( Text) Tj", False),
        (b"/F3 10 Tf <0041> Tj", True),
        (b"2 Tr (Outlined) Tj", True),
        (b"(Plain) Tj", False),
        (b"/F2 10 Tf ( ) Tj", False),
    ],
)
def test_a_run_is_bold_when_all_of_it_is(body: bytes, bold: bool) -> None:
    assert bool(flags(body) & RunFlag.BOLD) is bold
