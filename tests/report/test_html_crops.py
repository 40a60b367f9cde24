"""Pieces of pages: the element is in them, and no box can break them."""

from __future__ import annotations

from math import inf, isfinite, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.html.charts import bar, picture
from dtaa_lint.report.html.crops import Crop, crop, to_pixels
from dtaa_lint.report.interface import PageImage

IMAGE = PageImage(b"", "image/png", 600, 800, (1.0, 0.0, 0.0, -1.0, 0.0, 800.0))
TURNED = PageImage(b"", "image/png", 800, 600, (0.0, 1.0, 1.0, 0.0, 0.0, 0.0))


def shown(*boxes: tuple[float, float, float, float], image: PageImage = IMAGE) -> Crop | None:
    return crop("p", 0, image, [PageBox(0, box) for box in boxes], [])


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
    assert crop("p", 0, IMAGE, [PageBox(1, (1, 1, 9, 9))], []) is None


def test_others_are_numbered_and_taken_in_when_near() -> None:
    near, far = [PageBox(0, (50, 650, 150, 660))], [PageBox(0, (50, 10, 150, 20))]
    elsewhere = [PageBox(3, (50, 690, 150, 700))]
    found = crop("p", 0, IMAGE, [PageBox(0, (50, 700, 150, 720))], [far, near, elsewhere])
    assert found is not None
    assert found.numbers == {2}
    assert found.marks[-1].number == 0
    drawn = picture(found, 'a "path" <b>')
    assert ">2</text>" in drawn and "&#34;path&#34; &lt;b&gt;" in drawn


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
