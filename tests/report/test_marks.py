"""Where findings are marked on pages, and what the marks say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dtaa_lint.findings.finding import FileReport, Finding, Related, Sheet
from dtaa_lint.findings.suppress import Status
from dtaa_lint.pdf.model import Box, PageBox
from dtaa_lint.report.bookmarks import PLACES, Bookmark, bookmarks
from dtaa_lint.report.mark_places import NOTE, Shape
from dtaa_lint.report.marks import FURTHER, PER_PAGE, Kind, Mark, file_marks
from dtaa_lint.words import ENGLISH
from tests.report.support import (
    FIGURE_RULE,
    HEADING_RULE,
    TABLE_RULE,
    file,
    finding,
    hostile,
    report,
    typical,
)

A4 = Sheet((0.0, 0.0, 595.0, 842.0), 0)
INF, NAN = float("inf"), float("nan")


def marked(*findings: Finding, pages: int = 1, **fields: Any) -> list[Mark]:
    fields.setdefault("sheets", (A4,) * pages)
    one = file(findings, (), pages=pages, **fields)
    return list(file_marks(report(one), one, ENGLISH))


def at(box: Box, *, n: int = 1, kind: str = "P", page: int = 0, **fields: Any) -> Finding:
    path = f"/Document/{kind}[{n}]"
    return finding(n=n, page=page, path=path, boxes=(PageBox(page, box),), **fields)


def test_text_is_highlighted_and_blocks_are_framed() -> None:
    line = at((50, 700, 300, 712), kind="P")
    table = at((50, 400, 300, 600), n=2, kind="Table")
    section = at((50, 100, 500, 800), n=3, kind="P")
    shapes = [mark.shape for mark in marked(line, table, section)]
    assert shapes == [Shape.NOTE, Shape.HIGHLIGHT, Shape.SQUARE, Shape.SQUARE]
    assert marked(line)[1].box == (50, 700, 300, 712)
    x0, y0, x1, y1 = marked(table)[1].box
    assert x0 < 50 and y0 < 400 and x1 > 300 and y1 > 600


def test_the_note_says_what_there_is_to_know() -> None:
    found = at(
        (50, 700, 300, 712), tasks_blocked=4, tasks_unlocked=1, native_id="p1", needs_person=True
    )
    mark = marked(found)[1]
    assert mark.subject == "DT0101 cell-without-row-header"
    said = "\n".join(mark.contents)
    for text in (
        "Error: DT0101 cell-without-row-header",
        "Fault 1 of cell-without-row-header.",
        "“Evidence 1”",
        "A person has to look",
        "A value without a row header has no subject. Nobody can ask for it.",
        "Change the TD that names each row to TH with Scope=Row.",
        "Word: Table Design: First Column.",
        "Blocks 4 tasks.",
        "Its repair unlocks 1 task.",
        "/Document/P[1]",
        "ID: p1",
    ):
        assert text in said


def test_the_first_note_says_that_the_copy_is_not_to_be_published() -> None:
    first = marked(at((50, 700, 300, 712)))[0]
    assert (first.page, first.shape, first.kind) == (0, Shape.NOTE, Kind.ABOUT)
    said = " ".join(first.contents)
    assert "annual report.pdf" in said and "1 error, 0 warnings, 0 infos" in said
    assert "not tagged, on purpose" in said and "Do not publish it" in said


def test_a_finding_without_a_place_is_a_note_at_the_top() -> None:
    whole = finding(HEADING_RULE, 1, node=-1, path="/", page=-1, boxes=())
    empty = finding(HEADING_RULE, 2, page=1, boxes=())
    first, *others = marked(whole, empty, pages=2)
    assert [(mark.page, mark.shape) for mark in others] == [(0, Shape.NOTE), (1, Shape.NOTE)]
    assert all(mark.box[3] > 842 - 30 for mark in (first, *others))
    assert first.box != others[0].box


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_notes_stand_at_the_top_of_the_page_as_it_is_shown(rotate: int) -> None:
    box = (-100.0, 50.0, 300.0, 750.0)
    found = [finding(n=n, page=0, boxes=()) for n in range(60)]
    notes = marked(*found, sheets=(Sheet(box, rotate),))
    places = [mark.box for mark in notes]
    assert len(set(places)) == 61
    for x0, y0, x1, y1 in places:
        assert box[0] <= x0 < x1 <= box[2] and box[1] <= y0 < y1 <= box[3]
        assert (round(x1 - x0, 2), round(y1 - y0, 2)) == (NOTE, NOTE)
        depth = {0: box[3] - y1, 90: x0 - box[0], 180: y0 - box[1], 270: box[2] - x1}[rotate]
        assert depth < 60


@pytest.mark.parametrize(
    "box",
    [
        (NAN, 0, 10, 10),
        (0, 0, INF, 10),
        (-INF, -INF, INF, INF),
        (5000, 5000, 6000, 6000),
        (-9e9, -9e9, -8e9, -8e9),
    ],
)
def test_a_box_that_cannot_be_seen_is_a_note(box: Box) -> None:
    assert [mark.shape for mark in marked(at(box))] == [Shape.NOTE, Shape.NOTE]


@pytest.mark.parametrize(
    "box",
    [(-9e12, -9e12, 9e12, 9e12), (50, 60, 50, 60), (300, 200, 100, 100), (594, 841, 600, 900)],
)
def test_odd_boxes_are_cut_to_the_page_and_to_a_size_that_is_seen(box: Box) -> None:
    mark = marked(at(box))[1]
    assert mark.shape is not Shape.NOTE
    x0, y0, x1, y1 = mark.box
    assert -2 <= x0 < x1 <= 597 and -2 <= y0 < y1 <= 844
    assert x1 - x0 >= 4 and y1 - y0 >= 4


def test_names_are_the_fingerprints_and_unique() -> None:
    twins = [at((50, 700, 300, 712), n=n, fingerprint="ab" * 16) for n in range(3)]
    names = [mark.name for mark in marked(*twins)]
    assert names == ["dtaa-lint-1-1", "ab" * 16, "ab" * 16 + "-2", "ab" * 16 + "-3"]
    assert [mark.nested for mark in marked(*twins)] == [0, 0, 1, 2]


def test_only_findings_that_count_are_marked() -> None:
    known = replace(at((50, 700, 300, 712)), status=Status.KNOWN)
    hidden = replace(at((50, 700, 300, 712), n=2), status=Status.SUPPRESSED)
    assert [mark.kind for mark in marked(known, hidden)] == [Kind.ABOUT]


def test_related_elements_of_the_page_are_framed_once() -> None:
    near = Related(8, "/Document/H1[1]", 0, "header", "H", (PageBox(0, (50, 750, 90, 770)),))
    far = Related(9, "/Document/H1[2]", 1, "header", "H", (PageBox(1, (50, 750, 90, 770)),))
    found = [at((50, 700, 300, 712), n=n, related=(near, far)) for n in (1, 2)]
    related = [mark for mark in marked(*found, pages=2) if mark.kind is Kind.RELATED]
    assert [(mark.page, mark.group, mark.shape) for mark in related] == [
        (0, found[0].fingerprint, Shape.HIGHLIGHT),
        (1, "", Shape.HIGHLIGHT),
    ]
    assert "The note is on page 1." in related[1].contents


def test_an_element_that_goes_on_is_marked_on_each_page() -> None:
    box = (50.0, 400.0, 300.0, 600.0)
    boxes = tuple(PageBox(page, box) for page in (0, 1, 2))
    found = finding(n=1, page=0, path="/Document/Table[1]", boxes=boxes)
    marks = marked(found, pages=3)[1:]
    assert [(mark.page, mark.kind, mark.shape) for mark in marks] == [
        (page, Kind.ERROR, Shape.SQUARE) for page in (0, 1, 2)
    ]
    assert len({mark.name for mark in marks}) == 3
    assert "On pages 1 to 3." in marks[0].contents
    for mark in marks[1:]:
        assert mark.contents[0].startswith("Error: DT0101")
        assert any("goes on here" in text and "page 1" in text for text in mark.contents)


def test_what_takes_very_many_pages_is_marked_on_the_first() -> None:
    boxes = tuple(PageBox(page, (50.0, 400.0, 300.0, 600.0)) for page in range(FURTHER + 1))
    found = finding(n=1, page=0, path="/Document/Sect[1]", boxes=boxes)
    assert [mark.page for mark in marked(found, pages=FURTHER + 1)] == [0, 0]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_no_frame_leaves_room_above_and_below_lines(rotate: int) -> None:
    box, sheets = (50.0, 100.0, 500.0, 700.0), (Sheet(A4.box, rotate),)
    for kind, room in (("Sect", False), ("Table", True)):
        mark = marked(at(box, kind=kind), sheets=sheets)[1]
        assert mark.shape is Shape.SQUARE
        x0, y0, x1, y1 = mark.box
        across = (y0, y1) if rotate in (0, 180) else (x0, x1)
        assert (across != ((box[1], box[3]) if rotate in (0, 180) else (box[0], box[2]))) is room
        along = (x0, x1) if rotate in (0, 180) else (y0, y1)
        assert along != ((box[0], box[2]) if rotate in (0, 180) else (box[1], box[3]))


def test_a_page_with_very_many_findings_shows_the_most_severe() -> None:
    info = [at((50, 700, 300, 712), n=n, severity=FIGURE_RULE.severity) for n in range(5000)]
    errors = [at((50, 600, 300, 612), n=n) for n in range(6000, 6010)]
    marks = marked(*info, *errors)
    assert len(marks) == PER_PAGE + 2
    assert sum(mark.kind is Kind.ERROR for mark in marks) == 10
    assert f"{5010 - PER_PAGE:,} more findings on this page" in marks[1].contents[0]
    assert len({mark.name for mark in marks}) == len(marks)


def test_files_that_could_not_be_read_have_no_marks() -> None:
    made = typical()
    counts = [len(file_marks(made, one, ENGLISH)) for one in made.files]
    assert counts[1:] == [1, 0]


def test_nothing_that_is_hidden_gets_into_a_note() -> None:
    made = hostile()
    for mark in file_marks(made, made.files[0], ENGLISH):
        for text in (mark.subject, *mark.contents):
            assert "\u202e" not in text and "\ud800" not in text
            assert not any(ord(char) < 32 for char in text)


def titles(mark: Bookmark, depth: int = 0) -> list[tuple[int, str]]:
    found = [(depth, mark.title)]
    for child in mark.children:
        found += titles(child, depth + 1)
    return found


def test_bookmarks_go_from_severity_over_rule_to_place() -> None:
    one: FileReport = file(
        (
            finding(HEADING_RULE, 1, node=-1, path="/", page=-1, boxes=(), message="No headings."),
            at((50, 700, 300, 712), page_label="iv"),
            at((50, 300, 300, 312), n=2, page_label="1"),
            finding(TABLE_RULE, 3, page=0, boxes=(), evidence="", page_label="1"),
        ),
        (),
        pages=1,
        sheets=(A4,),
    )
    top = bookmarks(one, ENGLISH)
    assert titles(top) == [
        (0, "dtaa-lint"),
        (1, "Error (3)"),
        (2, "DT0101 cell-without-row-header (3)"),
        (3, "Page 1 (iv): Evidence 1"),
        (3, "Page 1: Evidence 2"),
        (3, "Page 1: Table[1]"),
        (1, "Warning (1)"),
        (2, "DT0502 heading-alone-in-wrapper (1)"),
        (3, "Document: No headings."),
    ]
    assert top.children[0].children[0].children[1].position == (0, 324)
    assert top.position == (0, 842)


def test_a_rule_with_very_many_places_says_how_many_are_left() -> None:
    found = tuple(at((50, 700, 300, 712), n=n) for n in range(PLACES + 10))
    places = bookmarks(file(found, (), pages=1), ENGLISH).children[0].children[0].children
    assert len(places) == PLACES
    assert places[-1].title == "11 more places, the first here"
