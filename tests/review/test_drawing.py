"""Marks are drawn where they stand, on pages that are turned, cropped and moved (pdfium)."""

from __future__ import annotations

import pypdfium2
import pytest

from dtaa_lint.report.mark_places import Shape
from tests.review.seen import assert_seen, turned
from tests.review.support import reviewed


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_marks_are_where_they_should_be(rotate: int) -> None:
    made, marks = reviewed(turned(rotate))
    assert {mark.shape for mark in marks} == set(Shape)
    page = pypdfium2.PdfDocument(made.data)[0]
    assert_seen(page.render(scale=1, draw_annots=True).to_pil(), marks, rotate)
