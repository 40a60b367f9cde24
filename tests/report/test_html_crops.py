"""Pieces of pages: the element is in them, and no box can break them."""

from __future__ import annotations

import re
from math import inf, isfinite, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.html.charts import bar, picture
from dtaa_lint.report.html.crops import Crop, Element, Rect, crop, meet, to_pixels
from dtaa_lint.report.interface import PageImage

IMAGE = PageImage(b"", "image/png", 600, 800, (1.0, 0.0, 0.0, -1.0, 0.0, 800.0))
TURNED = PageImage(b"", "image/png", 800, 600, (0.0, 1.0, 1.0, 0.0, 0.0, 0.0))


def shown(*boxes: tuple[float, float, float, float], image: PageImage = IMAGE) -> Crop | None:
    return crop("p", 0, image, Element(0, tuple(PageBox(0, box) for box in boxes)), [])


def test_the_origin_is_above_left_in_pixels() -> None:
    rect = to_pixels((100, 700, 200, 750), IMAGE)
    assert rect is not None
    assert rect.x < 100 < 200 < rect.x + rect.width
    assert rect.y < 50 < 100 < rect.y + rect.height < 104


def test_a_turned_page_turns_its_boxes() -> None:
    rect = to_pixels((100, 300, 110, 500), TURNED)
    assert rect is not None
    assert 295 < rect.x < 300 and 200 < rect.width < 210 and 95 < rect.y < 100


@pytest.mark.parametrize(
    "box",
    [(nan, 0, 1, 1), (0, 0, inf, 1), (-inf, -inf, inf, inf), (900, 0, 950, 9), (0, -90, 9, -20)],
)
def test_boxes_that_are_nowhere_on_the_page_show_nothing(box: tuple[float, ...]) -> None:
    assert shown(box) is None  # type: ignore[arg-type]


def test_another_page_is_not_this_one() -> None:
    assert crop("p", 0, IMAGE, element(0, (1, 1, 9, 9), page=1), []) is None


def element(
    number: int, *boxes: tuple[float, float, float, float], page: int = 0, lines: bool = False
) -> Element:
    return Element(number, tuple(PageBox(page, box) for box in boxes), lines)


def test_others_are_numbered_and_taken_in_when_near() -> None:
    near, far = element(2, (50, 650, 150, 660)), element(1, (50, 10, 150, 20))
    elsewhere = element(3, (50, 690, 150, 700), page=3)
    found = crop("p", 0, IMAGE, element(0, (50, 700, 150, 720)), [far, near, elsewhere])
    assert found is not None
    assert found.numbers == {2}
    assert found.marks[-1].number == 0
    drawn = picture(found, 'a "path" <b>')
    assert ">2</text>" in drawn and "&#34;path&#34; &lt;b&gt;" in drawn


def badges(drawn: str) -> list[Rect]:
    """The places of the numbers in a picture."""
    found = re.findall(r'class="badge" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn)
    return [Rect(*map(float, values)) for values in found]


@pytest.mark.parametrize("step", [3, 12, 40])
def test_numbers_never_lie_on_each_other(step: int) -> None:
    others = [element(n, (60, 700 - n * step, 160, 709 - n * step)) for n in range(1, 9)]
    others += [element(n + 8, (165, 700 - n * step, 260, 709 - n * step)) for n in range(1, 9)]
    found = crop("p", 0, IMAGE, element(0, (50, 300, 300, 720)), others)
    assert found is not None
    places = badges(picture(found, ""))
    assert len(places) >= (16 if step > 3 else 3)
    for at, one in enumerate(places):
        assert not any(meet(one, other) for other in places[at + 1 :])
        assert one.x >= found.view.x - 0.1 and one.y >= found.view.y - 0.1


def test_text_has_no_lines_above_and_below_it() -> None:
    own, other = element(0, (50, 700, 150, 712), lines=True), element(1, (50, 688, 150, 700))
    found = crop("p", 0, IMAGE, own, [other._replace(lines=True)])
    assert found is not None
    drawn = picture(found, "")
    assert "halo" not in drawn
    assert drawn.count(" wash") == 2 and len(re.findall(r'd="M\S+ \S+v\S+M\S+ \S+v', drawn)) == 2
    upper, lower = sorted((mark.rect for mark in found.marks), key=lambda rect: rect.y)
    assert upper.y + upper.height <= lower.y + 0.1


def test_an_element_of_a_thousand_lines_is_a_few_rectangles() -> None:
    found = shown(*[(50, 10 + n / 2, 500, 10.4 + n / 2) for n in range(1000)])
    assert found is not None
    assert len(found.marks) <= 40


ANY = st.floats() | st.integers(-(10**40), 10**40).map(float)


@given(st.lists(st.tuples(ANY, ANY, ANY, ANY), max_size=5), st.sampled_from([IMAGE, TURNED]))
def test_whatever_the_boxes_are_the_crop_lies_in_the_picture(
    boxes: list[tuple[float, float, float, float]], image: PageImage
) -> None:
    found = shown(*boxes, image=image)
    if found is None:
        return
    for rect in (found.view, *(mark.rect for mark in found.marks)):
        assert all(map(isfinite, rect))
        assert rect.x >= -1e-6 and rect.x + rect.width <= image.width + 1e-6
        assert rect.y >= -1e-6 and rect.y + rect.height <= image.height + 1e-6
        assert rect.width > 0 and rect.height > 0
    assert 0 < found.width <= 620.5 and 0 < found.height <= 540.5


def test_bars_end_where_the_cell_does() -> None:
    assert 'class="fill" width="100"' in bar(5, 10)
    assert 'class="fill" width="200"' in bar(50, 10)
    assert 'class="fill" width="0"' in bar(0, 0) and 'class="fill" width="0"' in bar(-1, 5)
    assert 'class="fill" width="1.5"' in bar(1, 10**9)
