"""Joining: content items in the order of the tree, parted by geometry and block structure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from dtaa_lint.pdf.content import PageContent, Stray
from dtaa_lint.pdf.content_sequence import Piece
from dtaa_lint.pdf.model import ContentItem, Kid, ObjectItem, RunFlag
from dtaa_lint.pdf.text import Joined, boundary, join, page_share

NOTHING = Stray(0, "", ())


@dataclass
class Tree:
    """An element as ``join`` sees it."""

    type: str
    parent: int
    kids: list[Kid] = field(default_factory=list)
    actual_text: str | None = None


class Builder:
    """Elements from nested tuples ``(type, kid, …)``; a string is a content item with that text,
    set right after the one before it; ``At`` moves the pen first."""

    def __init__(self) -> None:
        self.elements: list[Tree] = []
        self.pieces: dict[tuple[int, int], Piece] = {}
        self.x, self.y, self.page = 50.0, 700.0, 0
        self.pages: list[dict[tuple[int, int], Piece]] = [{}]

    def add(self, node: tuple[Any, ...], parent: int = -1) -> int:
        index = len(self.elements)
        name, _, actual = node[0].partition("=")
        element = Tree(name, parent, [], actual if "=" in node[0] else None)
        self.elements.append(element)
        for kid in node[1:]:
            if isinstance(kid, At):
                self.x += kid.dx
                self.y += kid.dy
                if kid.new_page:
                    self.pages.append({})
            elif isinstance(kid, str):
                element.kids.append(self.item(kid))
            elif isinstance(kid, tuple) and kid.__class__ is tuple:
                element.kids.append(self.add(kid, index))
            else:
                element.kids.append(kid)
        return index

    def item(self, text: str) -> ContentItem:
        page = self.pages[-1]
        mcid = len(page)
        start, width = self.x, 5.0 * len(text)
        self.x += width
        page[0, mcid] = Piece(
            text, None, (start, self.y, 10.0), (self.x, self.y, 10.0),
            (start, self.y - 2, self.x, self.y + 8), 10.0, len(text), len(text), 0, 0, (1.0, 0.0),
        )  # fmt: skip
        return ContentItem(len(self.pages) - 1, 0, mcid)


@dataclass
class At:
    dx: float = 0.0
    dy: float = 0.0
    new_page: bool = False


GAP = At(3)
LINE = At(0, -14)


def joined(*trees: tuple[Any, ...]) -> tuple[Joined, Builder]:
    builder = Builder()
    for tree in trees:
        builder.add(tree)
    contents = [PageContent(pieces, NOTHING, 0, (), None) for pieces in builder.pages]
    return join(builder.elements, contents), builder


def deep(result: Joined, index: int) -> str:
    return result.text[result.starts[index] : result.ends[index]]


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (("P", "one", "two"), "onetwo"),
        (("P", "one", GAP, "two"), "one two"),
        (("P", "one ", GAP, "two"), "one two"),
        (("P", "one", GAP, " two"), "one two"),
        (("P", "one", LINE, "two"), "one two"),
        (("P", "hyphen-", LINE, "ated"), "hyphen-ated"),
        (("P", "soft\u00ad", LINE, "ware"), "soft\u00adware"),
        (("P", "hyphen-", At(0, 0, True), "ated"), "hyphen-ated"),
        (("P", "one", At(0, 0, True), "two"), "one two"),
        (("P", "日本", LINE, "語"), "日本語"),
        (("P", "one", At(-40), "two"), "one two"),
        # Own content and child elements interleave.
        (("P", "H", ("Span", "2"), "O"), "H2O"),
        (("P", "see", GAP, ("Link", ("Reference", "1")), GAP, "below"), "see 1 below"),
        # Blocks and cells are parted whatever the geometry.
        (("Sect", ("P", "one"), ("P", "two")), "one\ntwo"),
        (("Sect", ("H1", "one"), ("P", "two", ("Note", "three"), "four")), "one\ntwo\nthree\nfour"),
        (("TR", ("TH", "a"), ("TD", "b"), ("TD",), ("TD", "c")), "a b c"),
        (("Table", ("TR", ("TD", "a"), ("TD", "b")), ("TR", ("TD", "c"))), "a b\nc"),
        (("TR", ("TD", ("P", "a")), ("TD", ("P", "b"), ("P", "c"))), "a b\nc"),
        (("L", ("LI", ("Lbl", "1."), ("LBody", "one")), ("LI", ("Lbl", "2."), ("LBody", "two"))),
         "1. one\n2. two"),
        (("LI", ("Lbl", "1. "), ("LBody", ("P", "one"), ("P", "two"))), "1. one\ntwo"),
        (("H1", ("Lbl", "1"), GAP, "Title"), "1 Title"),
        (("Figure", ("Caption", "c"), "fig"), "c\nfig"),
        (("P", "one", ("Figure", "x"), "two"), "onextwo"),
        (("Sect", ("P", "one"), ("Figure", "x"), ("P", "two")), "one\nx\ntwo"),
        # A type that nothing maps to a standard one: in a line it is inline, else a block.
        (("P", "one", ("Odd", "two")), "onetwo"),
        (("Sect", ("Odd", "one"), ("Odd", "two")), "one\ntwo"),
        # Nothing to part from: no separator at the ends or around what is empty.
        (("Sect", ("P",), ("P", ""), ("P", "one"), ("P",), ("P", "two"), ("P",)), "one\ntwo"),
    ],
)  # fmt: skip
def test_separators(tree: tuple[Any, ...], text: str) -> None:
    assert joined(tree)[0].text == text


def test_every_element_is_one_slice() -> None:
    result, builder = joined(
        ("Sect", ("H1", "Title"), ("P", "a", ("Span", "b"), LINE, "c"), ("P",), ("Div", ("P", "d")))
    )
    assert result.text == "Title\nab c\nd"
    slices = [deep(result, i) for i in range(len(builder.elements))]
    assert slices == ["Title\nab c\nd", "Title", "ab c", "b", "", "d", "d"]
    assert result.starts[4] == result.ends[4]
    texts = [result.text[run.start : run.end] for run in result.runs]
    assert texts == ["Title", "a", "b", "c", "d"]
    assert [run.owner for run in result.runs] == [1, 2, 3, 2, 6]


def test_actual_text_of_elements() -> None:
    result, _ = joined(("P", "a", GAP, ("Span=whole", "x", ("Em=no", "y")), "z"), ("P", "end"))
    assert result.text == "a wholez\nend"
    assert [deep(result, i) for i in range(4)] == ["a wholez", "whole", "", "end"]
    flags = [bool(run.flags & RunFlag.ACTUAL_TEXT) for run in result.runs]
    assert flags == [False, True, True, False, False]
    assert [run.raw for run in result.runs] == [None, "x", "y", None, None]
    assert [result.text[run.start : run.end] for run in result.runs] == [
        "a", "whole", "", "z", "end",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (("P", "a", ("Span=", "x"), "b"), "ab"),
        (("P", "a", ("Span=!"), "b"), "a!b"),
        (("Sect", ("P=first"), ("P", "second")), "first\nsecond"),
        (("P=ﬁne", "x"), "fine"),
        (("P=two\nlines", "x"), "two lines"),
        (("P=no\0thing\0", "x"), "nothing"),
    ],
)
def test_empty_and_glyphless_actual_text(tree: tuple[Any, ...], text: str) -> None:
    fixed = tuple((k,) if isinstance(k, str) and "=" in k and i else k for i, k in enumerate(tree))
    assert joined(fixed)[0].text == text


def test_objects_and_missing_items_are_passed_over() -> None:
    lost = ContentItem(0, 0, 99)
    result, _ = joined(
        ("P", "a", ObjectItem(0, 1, 5), lost, ContentItem(-1, 0, 0), ContentItem(9, 0, 0), "b")
    )
    assert result.text == "ab"
    assert result.missing == ((0, lost), (0, ContentItem(-1, 0, 0)), (0, ContentItem(9, 0, 0)))


def test_actual_text_for_a_page_that_is_not_in_the_file() -> None:
    kept, cut = ContentItem(0, 0, 99), ContentItem(-1, 0, 0)
    assert joined(("P", ("Span=kept", kept), ("Span=cut", cut)))[0].text == "kept"


def test_font_size_is_that_of_most_glyphs() -> None:
    builder = Builder()
    builder.add(("Sect", ("H1", "Big"), ("P", "small text")))
    pieces = builder.pages[0]
    pieces[0, 0] = pieces[0, 0]._replace(font_size=20.0)
    result = join(builder.elements, [PageContent(pieces, NOTHING, 0, (), None)])
    assert result.sizes == [10.0, 20.0, 10.0]


def test_rotated_and_right_to_left_neighbours() -> None:
    builder = Builder()
    builder.add(("P", "one", "two"))
    pieces = builder.pages[0]
    up = {"direction": (0.0, 1.0), "first": (50.0, 100.0, 10.0), "last": (50.0, 115.0, 10.0)}
    pieces[0, 0] = pieces[0, 0]._replace(**up)
    pieces[0, 1] = pieces[0, 1]._replace(**up | {"first": (50.0, 115.0, 10.0)})
    content = PageContent(pieces, NOTHING, 0, (), None)
    assert join(builder.elements, [content]).text == "onetwo"
    pieces[0, 1] = pieces[0, 1]._replace(first=(50.0, 118.0, 10.0))
    assert join(builder.elements, [content]).text == "one two"
    # Right to left: the second word stands left of the first, touching or with a gap.
    for first, text in ((100.0, "onetwo"), (97.0, "one two")):
        for mcid, x0, x1 in ((0, 100.0, 115.0), (1, first - 15, first)):
            pieces[0, mcid] = pieces[0, mcid]._replace(
                first=(x1, 700.0, 10.0), last=(x0, 700.0, 10.0), direction=(1.0, 0.0),
                flags=RunFlag.RTL, box=(x0, 698.0, x1, 708.0),
            )  # fmt: skip
        assert join(builder.elements, [content]).text == text


def test_deep_and_wide_trees() -> None:
    count = 100_000
    builder = Builder()
    item = builder.item("a")
    builder.elements = [Tree("Div", i - 1, [i + 1]) for i in range(count)]
    builder.elements[-1] = Tree("P", count - 2, [item])
    content = PageContent(builder.pages[0], NOTHING, 0, (), None)
    result = join(builder.elements, [content])
    assert (result.text, result.starts[0], result.ends[0]) == ("a", 0, 1)


@pytest.mark.parametrize(
    ("type_", "parent", "level"),
    [("P", "Sect", 2), ("TD", "TR", 1), ("Lbl", "LI", 1), ("Lbl", "H1", 0), ("Lbl", "Note", 1),
     ("Span", "P", 0), ("Figure", "P", 0), ("Figure", "Sect", 2), ("Formula", "P", 0),
     ("LBody", "LI", 1), ("mi", "Formula", 0)],
)  # fmt: skip
def test_boundaries(type_: str, parent: str, level: int) -> None:
    assert boundary(type_, parent) == level


def test_page_share() -> None:
    builder = Builder()
    builder.add(("P", "reached", "lost text"))
    content = PageContent(
        builder.pages[0], Stray(4, "more", ((0.0, 0.0, 1.0, 1.0),)), 7, ((0, 3), (9, 3)), None
    )
    share = page_share(content, {(0, 0)})
    assert (share.glyphs, share.reached, share.artifact_glyphs) == (20, 7, 7)
    assert share.unreached_text == "lost text more"
    assert len(share.unreached_boxes) == 2
    assert share.duplicate_mcids == (3,)


def ends(result: Joined) -> list[str]:
    """The words around each line end."""
    return [
        result.text[at - 3 : at] + "|" + result.text[at + 1 : at + 4] for at in result.line_ends
    ]


def test_line_ends_between_content_items_are_told_from_gaps() -> None:
    result, _ = joined(("P", "one", GAP, "two", LINE, "six", At(0, 0, True), "ten"), ("P", "end"))
    assert result.text == "one two six ten\nend"
    assert ends(result) == ["two|six", "six|ten"]


def test_no_line_end_is_told_where_the_file_has_a_space_or_nothing_parts() -> None:
    result, _ = joined(("P", "one ", LINE, "two", LINE, " six-", LINE, "ten"))
    assert result.text == "one two six-ten"
    assert result.line_ends == ()
