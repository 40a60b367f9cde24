"""Content without glyphs: the box of what it paints, and whether that is a picture or lines."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from dtaa_lint.pdf.content import ContentReader
from dtaa_lint.pdf.content_paint import PLAIN_PARTS
from dtaa_lint.pdf.content_sequence import Piece
from dtaa_lint.pdf.model import Box, RunFlag
from tests.pdf.content_cases import add_page, form

PICTURE, LINES = RunFlag.PICTURE, RunFlag.LINES


def read(
    data: bytes,
    illustrates: bool = True,
    forms: dict[str, tuple[bytes, dict[str, Any]]] | None = None,
) -> dict[tuple[int, int], Piece]:
    """A page 600 x 800 with an image /I, the given forms, and an owner for MCIDs 0 and 1."""
    pdf = pikepdf.new()
    image = pdf.make_stream(b"\0", Subtype=Name.Image, Width=1, Height=1)
    objects: dict[str, pikepdf.Object] = {"/I": image}
    for name, (content, entries) in (forms or {}).items():
        objects[name] = form(pdf, content, **entries)
    page = add_page(pdf, data, XObject=Dictionary(objects))
    owned = {(0, 0): illustrates, (0, 1): illustrates}
    for value in objects.values():
        owned[value.objgen[0], 5] = illustrates
    return ContentReader(pdf).read_page(0, page, owned=owned).pieces


def place(data: bytes, **options: Any) -> tuple[Box | None, int]:
    piece = read(b"/Figure <</MCID 0>> BDC " + data + b" EMC", **options)[0, 0]
    return piece.box, piece.flags


INLINE = b"BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI"


@pytest.mark.parametrize(
    ("data", "box", "flags"),
    [
        (b"q 100 0 0 50 20 30 cm /I Do Q", (20, 30, 120, 80), PICTURE),
        (b"q 100 0 0 50 20 30 cm " + INLINE + b" Q", (20, 30, 120, 80), PICTURE),
        # Turned by 90 degrees, and mirrored.
        (b"q 0 100 -50 0 70 30 cm /I Do Q", (20, 30, 70, 130), PICTURE),
        (b"q 100 0 0 -50 20 80 cm /I Do Q", (20, 30, 120, 80), PICTURE),
        # Beyond the page; cut by rectangles, by other paths, by the one inside the other.
        (b"q 1000 0 0 50 -20 30 cm /I Do Q", (0, 30, 600, 80), PICTURE),
        (b"q 25 35 50 500 re W n 100 0 0 50 20 30 cm /I Do Q", (25, 35, 75, 80), PICTURE),
        (b"q 25 35 m 75 35 l 50 90 l h W* n 100 0 0 50 20 30 cm /I Do Q",
         (25, 35, 75, 80), PICTURE),
        (b"q 0 0 60 900 re W n 25 0 900 900 re W n /P 9 Tf 100 0 0 50 20 30 cm /I Do Q",
         (25, 30, 60, 80), PICTURE),
        (b"q 700 700 5 5 re W n 100 0 0 50 20 30 cm /I Do Q", None, 0),
        # What a clip cut is whole again after Q; shadings fill the clip.
        (b"q 0 0 1 1 re W n Q 100 0 0 50 20 30 cm /I Do", (20, 30, 120, 80), PICTURE),
        (b"q 40 50 60 70 re W n /S sh Q", (40, 50, 100, 120), PICTURE),
        # Lines and rectangles, with round corners too.
        (b"10 20 300 1 re f", (10, 20, 310, 21), LINES),
        (b"10 20 m 300 20 l S", (10, 20, 300, 20), LINES),
        (b"10 20 30 40 re 50 20 -10 40 re B*", (10, 20, 50, 60), LINES),
        (b"10 15 m 10 18 12 20 15 20 c 45 20 l 48 20 50 18 50 15 c 50 5 l 50 2 48 0 45 0 c 15 0 l "
         b"12 0 10 2 10 5 c h f*", (10, 0, 50, 20), LINES),
        # Drawings: slanted lines, curves, many parts.
        (b"10 20 m 50 60 l S", (10, 20, 50, 60), PICTURE),
        (b"10 20 m 10 60 50 60 50 20 c S", (10, 20, 50, 60), PICTURE),
        (b"10 20 m 50 60 50 20 v 10 20 50 60 y S", (10, 20, 50, 60), PICTURE),
        (b"1 1 2 2 re f " * PLAIN_PARTS, (1, 1, 3, 3), LINES),
        (b"1 1 2 2 re f " * (PLAIN_PARTS + 1), (1, 1, 3, 3), PICTURE),
        # Both at once.
        (b"q 10 0 0 10 0 0 cm /I Do Q 100 100 m 100 200 l S", (0, 0, 100, 200), PICTURE),
        # Nothing: paths that only end, names without objects, text state, strings.
        (b"10 20 300 1 re n", None, 0),
        (b"/Nothing Do", None, 0),
        (b"BT /F1 9 Tf ( 10 20 300 1 re f ) pop ET", None, 0),
        (b"BT /F1 9 Tf 10 20 Td ET", None, 0),
        (b"/Artifact BMC 10 20 300 1 re f EMC", None, RunFlag.ARTIFACT_INSIDE),
        # Marks that the tree does not own, damage, odd operands.
        (b"/Span <</MCID 9>> BDC 10 20 300 1 re f EMC", (10, 20, 310, 21), LINES),
        (b"/Span BMC EMC 10 20 300 1 re f", (10, 20, 310, 21), LINES),
        (b"(a(b)c) pop 1 2 re % 5 re f\n10 20 300 1 re f Q Q", (10, 20, 310, 21), LINES),
        (b"1 0 0 " + b"9" * 400 + b" 1 1 cm 10 20 300 1 re f", None, 0),
    ],
)  # fmt: skip
def test_places(data: bytes, box: Box | None, flags: int) -> None:
    assert place(data) == (box, flags)


def test_paths_go_on_between_other_instructions() -> None:
    assert place(b"10 20 m 1 0 0 rg 10 60 l 0 0 1 RG 50 60 l S")[0] == (10, 20, 50, 60)


def test_long_paths_are_drawings() -> None:
    zigzag = b"".join(b"%d %d l " % (10 + n % 7, 20 + n % 11) for n in range(2000))
    assert place(b"10 20 m " + zigzag + b"S") == ((10, 20, 16, 30), PICTURE)


def test_forms_count_by_what_they_paint_within_their_box() -> None:
    drawing = (
        b"0 0 1000 5 re f",
        {"BBox": Array([10, 0, 90, 80]), "Matrix": Array([2, 0, 0, 2, 0, 0])},
    )
    assert place(b"q 1 0 0 1 100 100 cm /X Do Q", forms={"/X": drawing}) == (
        (120, 100, 280, 110),
        LINES,
    )


def test_forms_inside_forms_and_inside_themselves() -> None:
    pdf = pikepdf.new()
    inner = form(pdf, b"1 1 2 2 re f /Y Do")
    inner.Resources = Dictionary(XObject=Dictionary(Y=inner))
    outer = form(
        pdf, b"q 2 0 0 2 0 0 cm /Y Do Q", Resources=Dictionary(XObject=Dictionary(Y=inner))
    )
    body = b"/Figure <</MCID 0>> BDC /X Do EMC"
    page = add_page(pdf, body, XObject=Dictionary(X=outer))
    piece = ContentReader(pdf).read_page(0, page, owned={(0, 0): True}).pieces[0, 0]
    assert (piece.box, piece.flags) == ((2, 2, 6, 6), LINES)


def test_an_mcid_of_a_form_has_a_place_of_its_own() -> None:
    inside = b"/Figure <</MCID 5>> BDC 1 1 2 2 re f EMC 9 9 1 1 re f"
    pieces = read(b"/Figure <</MCID 0>> BDC /X Do EMC", forms={"/X": (inside, {})})
    boxes = {mcid: piece.box for (_, mcid), piece in pieces.items()}
    assert boxes == {0: (9, 9, 10, 10), 5: (1, 1, 3, 3)}


def test_glyphs_decide_where_there_are_any() -> None:
    text = b"BT /F1 10 Tf 50 700 Td (x) Tj ET 10 20 300 1 re f"
    box, flags = place(text)
    assert box is not None and box[1] > 690 and flags == 0


def test_rules_and_backgrounds_of_text_elements_are_no_place() -> None:
    assert place(b"10 20 300 1 re f", illustrates=False) == (None, 0)
    assert place(b"q 100 0 0 50 20 30 cm /I Do Q", illustrates=False)[1] == PICTURE


def test_content_with_a_named_property_list() -> None:
    pdf = pikepdf.new()
    properties = Dictionary(M=Dictionary(MCID=0))
    page = add_page(pdf, b"/Figure /M BDC 10 20 300 1 re f EMC", Properties=properties)
    pieces = ContentReader(pdf).read_page(0, page, owned={(0, 0): True}).pieces
    assert pieces[0, 0].box == (10, 20, 310, 21)


def test_content_that_nobody_owns_is_not_looked_at() -> None:
    assert read(b"/Figure <</MCID 7>> BDC 10 20 300 1 re f EMC")[0, 7].box is None


def test_hostile_paths_cost_no_more_than_their_length() -> None:
    for part in (b"1 1 m 0 g ", b"1 1 m ", b"q 1 0 0 1 0 0 cm ", b"/A BMC ", b"1 1 "):
        assert place(b"5 5 1 1 re f " + part * 20_000)[0] == (5, 5, 6, 6)


def test_a_bomb_of_forms_ends() -> None:
    pdf = pikepdf.new()
    last = form(pdf, b"1 1 2 2 re f")
    for _ in range(20):
        last = form(pdf, b"/Y Do " * 10, Resources=Dictionary(XObject=Dictionary(Y=last)))
    page = add_page(pdf, b"/Figure <</MCID 0>> BDC /X Do EMC", XObject=Dictionary(X=last))
    reader = ContentReader(pdf, max_page_bytes=2_000_000)
    assert reader.read_page(0, page, owned={(0, 0): True}).pieces[0, 0].box == (1, 1, 3, 3)
