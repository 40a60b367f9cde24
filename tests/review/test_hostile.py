"""Review copies of broken files: annotations and outlines of every wrong shape."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from dtaa_lint.errors import InputError
from tests.hostile.mutate import mutants, originals
from tests.make import Doc, el, new_page
from tests.review.support import annotations, changed, linted, ours, reviewed, small, top_titles


def link(pdf: Pdf) -> pikepdf.Object:
    return pdf.make_indirect(
        Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 10, 10]))
    )


def two_pages() -> bytes:
    return Doc().add(el("H1", "One"), new_page(), el("H3", "Two"), el("Figure")).bytes()


def _none(pdf: Pdf) -> None:
    for page in pdf.pages:
        if "/Annots" in page.obj:
            del page.obj.Annots


def _indirect(pdf: Pdf) -> None:
    pdf.pages[0].obj.Annots = pdf.make_indirect(Array([link(pdf)]))


def _number(pdf: Pdf) -> None:
    pdf.pages[0].obj.Annots = 7


def _dictionary(pdf: Pdf) -> None:
    pdf.pages[0].obj.Annots = Dictionary(A=1)


def _odd_items(pdf: Pdf) -> None:
    pdf.pages[0].obj.Annots = Array([None, 3, Name.X, Array([]), Dictionary(), "x"])


@pytest.mark.parametrize("change", [_none, _indirect, _number, _dictionary, _odd_items])
def test_annots_of_every_shape(change: Callable[[Pdf], None]) -> None:
    data = changed(small(), change)
    made, marks = reviewed(data)
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert len(ours(pdf)) == len(marks)
        with pikepdf.open(BytesIO(data)) as before:
            kept = len(annotations(before.pages[0].obj))
        assert len(annotations(pdf.pages[0].obj)) == kept + 2 * len(marks)


def test_a_list_that_pages_share_is_not_added_to() -> None:
    def share(pdf: Pdf) -> None:
        shared = pdf.make_indirect(Array([link(pdf)]))
        for page in pdf.pages:
            page.obj.Annots = shared

    made, marks = reviewed(changed(two_pages(), share))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        for number, page in enumerate(pdf.pages):
            here = [mark for mark in marks if mark.page == number]
            assert len(annotations(page.obj)) == 1 + 2 * len(here)
            assert here


def _entries(pdf: Pdf, count: int) -> list[pikepdf.Object]:
    root = pdf.Root.Outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines))
    made = [
        pdf.make_indirect(Dictionary(Title=f"Old {n}", Parent=root, Dest=Array([])))
        for n in range(count)
    ]
    for before, after in pairwise(made):
        before.Next, after.Prev = after, before
    root.First, root.Last, root.Count = made[0], made[-1], count
    return made


def _no_last(pdf: Pdf) -> None:
    _entries(pdf, 2)
    del pdf.Root.Outlines.Last


def _no_count(pdf: Pdf) -> None:
    _entries(pdf, 2)
    del pdf.Root.Outlines.Count


def _wrong_last(pdf: Pdf) -> None:
    made = _entries(pdf, 2)
    pdf.Root.Outlines.Last = made[0]


def _circle(pdf: Pdf) -> None:
    made = _entries(pdf, 2)
    made[1].Next = made[0]


def _itself(pdf: Pdf) -> None:
    made = _entries(pdf, 2)
    made[1].Next = made[1]


def _back_to_root(pdf: Pdf) -> None:
    made = _entries(pdf, 2)
    made[1].Next = pdf.Root.Outlines


def _next_is_a_number(pdf: Pdf) -> None:
    made = _entries(pdf, 2)
    made[1].Next = 5


@pytest.mark.parametrize(
    "change", [_no_last, _no_count, _wrong_last, _circle, _itself, _back_to_root, _next_is_a_number]
)
def test_the_bookmarks_of_a_broken_outline_stay(change: Callable[[Pdf], None]) -> None:
    made, _ = reviewed(changed(small(), change))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert top_titles(pdf) == ["Old 0", "Old 1", "dtaa-lint"]
        outlines = pdf.Root.Outlines
        assert str(outlines.Last.Title) == "dtaa-lint"
        assert str(outlines.Last.Prev.Title) == "Old 1"
        assert int(outlines.Count) == 3 + int(outlines.Last.Count)


@pytest.mark.parametrize(
    "outlines",
    [5, Name.X, Array([1]), Dictionary(), Dictionary(First=1, Last="x", Count=Name.Y)],
    ids=["number", "name", "array", "empty", "nonsense"],
)
def test_an_outline_that_is_none_gives_way(outlines: object) -> None:
    def change(pdf: Pdf) -> None:
        pdf.Root.Outlines = outlines

    made, _ = reviewed(changed(small(), change))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert top_titles(pdf) == ["dtaa-lint"]


@pytest.mark.parametrize(
    "box", [[0, 0, 0, 0], [1e9, 1e9, -1e9, -1e9], ["a"], 3, [10, 10], [-5, -5, 3, 3]]
)
@pytest.mark.parametrize("turn", [90, 45, -270, Name.X])
def test_absurd_pages(box: object, turn: object) -> None:
    def change(pdf: Pdf) -> None:
        page = pdf.pages[0].obj
        page.MediaBox = Array(box) if isinstance(box, list) else box
        page.Rotate = turn

    made, marks = reviewed(changed(small(), change))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert len(ours(pdf)) == len(marks)
        for item in ours(pdf):
            x0, y0, x1, y1 = (float(value) for value in item.Rect)
            assert x0 < x1 and y0 < y1 and max(map(abs, (x0, y0, x1, y1))) < 2e9


@pytest.mark.parametrize("box", [[100, 100, 50, 50], [0, 0, 9, 300], [0, 0, 300, 9]])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_notes_stay_on_small_pages(box: list[int], turn: int) -> None:
    data = Doc(lang="en", title=None).add(*[el("Figure") for _ in range(40)]).bytes()

    def change(pdf: Pdf) -> None:
        page = pdf.pages[0].obj
        page.CropBox, page.Rotate = Array(box), turn
        # Nothing is painted, so that all are notes.
        page.Contents = pdf.make_stream(b"")

    made, _ = reviewed(changed(data, change))
    left, bottom, right, top = min(box[::2]), min(box[1::2]), max(box[::2]), max(box[1::2])
    with pikepdf.open(BytesIO(made.data)) as pdf:
        notes = [item for item in ours(pdf) if item.Subtype == Name.Text]
        assert len(notes) > 10
        for item in notes:
            x0, y0, x1, y1 = (float(value) for value in item.Rect)
            assert left <= x0 < x1 <= right and bottom <= y0 < y1 <= top


def test_a_page_that_stands_twice_in_the_tree() -> None:
    def twice(pdf: Pdf) -> None:
        kids = pdf.Root.Pages.Kids
        kids.append(kids[0])
        pdf.Root.Pages.Count = len(kids)

    made, marks = reviewed(changed(small(), twice))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert len(pdf.pages) == 2
        assert len(ours(pdf)) == len(marks)


def test_thousands_of_pages_with_a_finding_each() -> None:
    parts: list[object] = [el("H1", "Start")]
    for number in range(1500):
        parts += [new_page(), el("H3" if number % 2 else "H6", f"Heading {number}")]
    made, marks = reviewed(Doc().add(*parts).bytes())
    assert len(marks) > 750
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert len(ours(pdf)) == len(marks)
        highlights = [item for item in ours(pdf) if item.Subtype == Name.Highlight]
        assert len({item.AP.N.objgen for item in highlights}) <= 6


def test_files_that_are_damaged_at_random() -> None:
    """A copy that can be read, or one line that says why there is none."""
    made = refused = 0
    for number, data in mutants(originals(), count=120):
        if linted(data).error is not None:
            continue
        try:
            copy, marks = reviewed(data)
        except InputError as error:
            refused += 1
            assert "\n" not in error.reason and "0x" not in error.reason, number
            continue
        made += 1
        with pikepdf.open(BytesIO(copy.data), inherit_page_attributes=False) as pdf:
            assert len(ours(pdf)) == len(marks), number
    assert made > 50 and refused < made
