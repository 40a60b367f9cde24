"""Pictures of pages: the matrix says where things are, and nothing that pdfium does to itself takes
the report down."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image

from dtaa_lint.report.interface import PageImage
from dtaa_lint.report.picture_worker import MAX_PIXELS
from dtaa_lint.report.pictures import Limits, PagePictures, Pictured

BOX = (120.0, 340.0, 180.0, 370.0)
"""Where the pages have a black rectangle, in default user space."""
TURNS = (0, 90, 180, 270, -90, 450)
"""Degrees that pages are turned by."""
ROOT = Path(__file__).resolve().parents[2]


def page_with_box(path: Path, pages: int = 1, **entries: object) -> Path:
    """A PDF whose pages show nothing but the rectangle."""
    pdf = pikepdf.new()
    x0, y0, x1, y1 = BOX
    for _ in range(pages):
        pdf.add_blank_page(page_size=(400, 500))
        page = pdf.pages[-1].obj
        page.Contents = pdf.make_stream(b"0 g %g %g %g %g re f" % (x0, y0, x1 - x0, y1 - y0))
        for key, value in entries.items():
            page["/" + key] = value
    pdf.save(path)
    return path


def shown(path: Path, page: int = 0, **more: object) -> PageImage | None:
    with pikepdf.open(path, password=str(more.get("password") or "")) as pdf:
        pages = len(pdf.pages)
    with PagePictures([Pictured(str(path), pages, **more)]) as pictures:  # type: ignore[arg-type]
        return pictures.page(0, page)


def placed(image: PageImage, box: tuple[float, float, float, float]) -> tuple[float, ...]:
    """The box in pixels: left, top, right, bottom."""
    a, b, c, d, e, f = image.matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def found(image: PageImage) -> tuple[int, int, int, int]:
    """Where the picture is dark: left, top, right, bottom."""
    picture = Image.open(io.BytesIO(image.data))
    assert picture.size == (image.width, image.height)
    assert Image.MIME[picture.format or ""] == image.media_type
    dark = picture.convert("L").point(lambda grey: 255 if grey < 128 else 0)
    box = dark.getbbox()
    assert box is not None
    return box


def numbers(*values: float) -> Array:
    return Array(list(values))


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"CropBox": numbers(100, 300, 260, 420)},
        {"MediaBox": numbers(-50, 250, 350, 650)},
        {"MediaBox": numbers(50, 250, 350, 650), "CropBox": numbers(0, 300, 900, 420)},
        {"UserUnit": 2.5},
        {"MediaBox": numbers(0, 0, 3000, 2000)},
    ],
    ids=["plain", "crop", "origin", "crop-beyond-media", "user-unit", "large"],
)
def test_the_matrix_finds_what_the_page_shows(tmp_path: Path, entries: dict[str, object]) -> None:
    path = page_with_box(tmp_path / "p.pdf", len(TURNS), **entries)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page, turn in zip(pdf.pages, TURNS, strict=True):
            page.obj.Rotate = turn
        pdf.save(path)
    with PagePictures([Pictured(str(path), len(TURNS))]) as pictures:
        for number, turn in enumerate(TURNS):
            image = pictures.page(0, number)
            assert image is not None, turn
            assert image.width * image.height <= MAX_PIXELS * 1.01
            for at, expected in zip(found(image), placed(image, BOX), strict=True):
                assert abs(at - expected) <= 1.0, turn


def test_a_rotated_page_is_shown_as_a_reader_sees_it(tmp_path: Path) -> None:
    """The rectangle stands left of the middle; turned clockwise it is above the middle."""
    image = shown(page_with_box(tmp_path / "p.pdf", Rotate=90))
    assert image is not None and image.width > image.height
    left, top, right, bottom = found(image)
    assert bottom - top > right - left
    assert (top + bottom) / 2 < image.height / 2


def test_annotations_and_fields_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(400, 500))
        look = pdf.make_stream(b"0 g 0 0 60 30 re f")
        look.Type, look.Subtype = Name.XObject, Name.Form
        look.BBox = numbers(0, 0, 60, 30)
        field = pdf.make_indirect(
            Dictionary(
                Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T="name", F=4,
                Rect=numbers(*BOX), AP=Dictionary(N=look),
            )
        )  # fmt: skip
        pdf.pages[0].obj.Annots = Array([field])
        pdf.Root.AcroForm = Dictionary(Fields=Array([field]))
        pdf.save(path)
    image = shown(path)
    assert image is not None
    for at, expected in zip(found(image), placed(image, BOX), strict=True):
        assert abs(at - expected) <= 1.5


def test_the_same_page_gives_the_same_bytes(tmp_path: Path) -> None:
    path = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
    assert shown(path) == shown(path)


@pytest.mark.parametrize(
    "box",
    [(0, 0, 1_000_000, 1_000_000), (0, 0, 99_999, 0.5), (0, 0, 400, 0.01)],
    ids=["absurd", "a-line", "a-hair"],
)
def test_an_absurd_page_has_no_picture(tmp_path: Path, box: tuple[float, ...]) -> None:
    assert shown(page_with_box(tmp_path / "p.pdf", MediaBox=numbers(*box))) is None


def test_a_locked_file_needs_its_password(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "p.pdf")
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(path) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="secret"))
    with PagePictures([Pictured(str(locked), 1)]) as pictures:
        assert pictures.page(0, 0) is None
    assert shown(locked, password="secret") is not None


def test_what_came_from_standard_input_is_shown(tmp_path: Path) -> None:
    data = page_with_box(tmp_path / "p.pdf").read_bytes()
    with PagePictures([Pictured("-", 1, data)]) as pictures:
        assert pictures.page(0, 0) is not None


@pytest.mark.skipif(sys.platform != "linux", reason="names are no bytes here")
def test_a_name_that_is_no_text_is_opened(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "caf\udce9.pdf")
    with PagePictures([Pictured(str(path), 1)]) as pictures:
        assert pictures.page(0, 0) is not None


def test_there_is_no_picture_of_what_is_not_there(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "p.pdf", 2)
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.7\nnothing")
    files = [
        Pictured(str(path), 3),
        Pictured(str(tmp_path / "no.pdf"), 1),
        Pictured(str(tmp_path / "gone.pdf"), 1),
        Pictured("", 0),
        Pictured(str(path), 2),
    ]
    with PagePictures(files) as pictures:
        assert [pictures.page(file, 0) for file in range(4)] == [None] * 4
        assert pictures.page(4, 2) is None
        assert pictures.page(4, -1) is None
        assert pictures.page(9, 0) is None
        assert pictures.page(4, 1) is not None


def test_pages_and_bytes_are_limited_and_given_again(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "p.pdf", 5)
    with PagePictures([Pictured(str(path), 5)], Limits(pages=2)) as pictures:
        given = [pictures.page(0, page) for page in range(5)]
        assert [image is not None for image in given] == [True, True, False, False, False]
        assert pictures.page(0, 0) is given[0]
    assert given[0] is not None
    most = len(given[0].data) * 3
    with PagePictures([Pictured(str(path), 5)], Limits(image_bytes=most)) as pictures:
        images = [pictures.page(0, page) for page in range(5)]
        assert [image is not None for image in images] == [True, True, True, False, False]


def test_nothing_is_started_before_a_page_is_asked_for(tmp_path: Path) -> None:
    with PagePictures([Pictured(str(tmp_path / "p.pdf"), 1)]) as pictures:
        assert pictures._worker is None


def test_a_crash_costs_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is killed under way; the next page gets a new one."""
    path = page_with_box(tmp_path / "p.pdf", 4)
    with PagePictures([Pictured(str(path), 4)] * 2, Limits(losses=2)) as pictures:
        assert pictures.page(0, 0) is not None
        assert pictures._worker is not None
        pictures._worker._process.kill()
        pictures._worker._process.join()
        assert pictures.page(0, 1) is None
        assert pictures.page(0, 2) is not None
        pictures._worker._process.kill()
        pictures._worker._process.join()
        assert pictures.page(0, 3) is None
        assert pictures.page(1, 3) is not None, "the other file goes on"


def test_a_page_that_never_comes_is_given_up(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "p.pdf", 2)
    with PagePictures([Pictured(str(path), 2)], Limits(seconds=0.0, losses=1)) as pictures:
        assert pictures.page(0, 0) is None
        assert pictures.page(0, 1) is None
        assert pictures._worker is None


def test_files_share_the_bytes_and_what_is_left(tmp_path: Path) -> None:
    path = page_with_box(tmp_path / "p.pdf", 5)
    with PagePictures([Pictured(str(path), 5)]) as pictures:
        one = pictures.page(0, 0)
    assert one is not None
    most = Limits(image_bytes=len(one.data) * 6)
    files = [Pictured(str(path), 5), Pictured("", 0), Pictured(str(path), 5)]
    with PagePictures(files, most) as pictures:
        first = [pictures.page(0, page) for page in range(5)]
        last = [pictures.page(2, page) for page in range(5)]
    assert [image is not None for image in first] == [True, True, True, False, False]
    assert [image is not None for image in last] == [True, True, True, False, False]
    with PagePictures(files, most) as pictures:
        assert pictures.page(0, 0) is not None
        last = [pictures.page(2, page) for page in range(5)]
    assert None not in last, "what the first file does not take is left to the others"
