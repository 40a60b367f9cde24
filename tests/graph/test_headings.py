"""Heading scopes: by section, by level, out of a wrapper; and what ends none."""

from __future__ import annotations

from dtaa_lint.graph.model import ScopeVia
from dtaa_lint.graph.view import View
from tests.graph.support import el, table, view


def scopes(found: View) -> list[tuple[str, str, list[str], str]]:
    """(heading path, via, texts of the blocks, texts of the sub-headings)."""
    texts = {heading.node: heading.text for heading in found.headings}
    return [
        (
            " > ".join(texts[n] for n in (*found.heading_path(h.node), h.node)),
            str(h.via),
            [found.text(block) for block in h.blocks],
            ", ".join(texts[n] for n in h.children),
        )
        for h in found.headings
    ]


def test_by_level() -> None:
    assert scopes(
        view(
            el("H1", "A"),
            el("P", "a"),
            el("H2", "B"),
            el("P", "b"),
            el("H3", "C"),
            el("P", "c"),
            el("H2", "D"),
            el("P", "d"),
            el("H1", "E"),
            el("P", "e"),
        )
    ) == [
        ("A", "level", ["a"], "B, D"),
        ("A > B", "level", ["b"], "C"),
        ("A > B > C", "level", ["c"], ""),
        ("A > D", "level", ["d"], ""),
        ("E", "level", ["e"], ""),
    ]


def test_by_section_and_back_to_the_outer_heading() -> None:
    assert scopes(
        view(
            el(
                "Document",
                el("H1", "A"),
                el("Sect", el("H2", "B"), el("P", "b")),
                el("P", "back in A"),
                el("Sect", el("H2", "C"), el("P", "c")),
            )
        )
    ) == [
        ("A", "level", ["back in A"], "B, C"),
        ("A > B", "sect", ["b"], ""),
        ("A > C", "sect", ["c"], ""),
    ]


def test_nested_sections_that_all_use_h1() -> None:
    assert scopes(
        view(
            el("Sect", el("H1", "A"), el("P", "a"), el("Sect", el("H1", "B"), el("P", "b"))),
        )
    ) == [("A", "sect", ["a"], "B"), ("A > B", "sect", ["b"], "")]


def test_unnumbered_headings_nest_with_their_sections() -> None:
    assert scopes(
        view(
            el(
                "Sect",
                el("H", "A"),
                el("P", "a"),
                el("Sect", el("H", "B"), el("P", "b")),
                el("Sect", el("H", "C"), el("P", "c")),
            )
        )
    ) == [
        ("A", "sect", ["a"], "B, C"),
        ("A > B", "sect", ["b"], ""),
        ("A > C", "sect", ["c"], ""),
    ]


def test_section_with_several_headings_of_one_level_is_looked_through() -> None:
    assert scopes(
        view(
            el("Sect", el("H1", "A"), el("P", "a"), el("H1", "B"), el("P", "b")),
            el("Sect", el("P", "on the next page"), el("H1", "C"), el("P", "c")),
        )
    ) == [
        ("A", "level", ["a"], ""),
        ("B", "level", ["b", "on the next page"], ""),
        ("C", "level", ["c"], ""),
    ]


def test_cover_heading_of_a_lower_level_does_not_hold_the_chapters() -> None:
    assert scopes(
        view(
            el(
                "Part",
                el("H2", "Subtitle"),
                el("P", "by us"),
                el("Sect", el("H1", "A"), el("P", "a")),
            )
        )
    ) == [("Subtitle", "level", ["by us"], ""), ("A", "sect", ["a"], "")]


def test_heading_alone_in_a_wrapper() -> None:
    for wrap in ("Sect", "Div"):
        assert scopes(
            view(
                el("Document", el(wrap, el(wrap, el("H1", "A"))), el("Sect", el("P", "a")),
                   el(wrap, el("H1", "B")), el("P", "b")),
            )
        ) == [("A", "wrapper", ["a"], ""), ("B", "wrapper", ["b"], "")]  # fmt: skip


def test_wrapped_headings_inside_a_section_keep_to_it() -> None:
    found = view(
        el(
            "Document",
            el("H1", "Top"),
            el("Sect", el("Sect", el("H2", "A")), el("Sect", el("P", "a"))),
            el("P", "of the top"),
        )
    )
    assert scopes(found) == [
        ("Top", "level", ["of the top"], "A"),
        ("Top > A", "wrapper", ["a"], ""),
    ]


def test_section_ends_the_scope_of_a_wrapped_heading_of_its_level() -> None:
    assert scopes(
        view(el("Sect", el("H1", "A")), el("P", "a"), el("Sect", el("H1", "B"), el("P", "b")))
    ) == [("A", "wrapper", ["a"], ""), ("B", "sect", ["b"], "")]


def test_divs_are_looked_through() -> None:
    assert scopes(
        view(el("Div", el("Div", el("H1", "A"), el("P", "by us")), el("Div", el("P", "a"))))
    ) == [("A", "level", ["by us", "a"], "")]


def test_headings_inside_cells_items_and_asides_end_nothing() -> None:
    found = view(
        el("H2", "A"),
        table(el("TR", el("TD", el("H1", "in a cell"), el("P", "cell text")))),
        el("L", el("LI", el("LBody", el("H1", "in an item"), el("P", "item text")))),
        el("Aside", el("H1", "aside"), el("P", "aside text")),
        el("P", "still A"),
    )
    assert [(path, blocks) for path, _, blocks, _ in scopes(found)] == [
        ("A", ["in a cell\ncell text".replace("\n", " "), "in an item item text",
               "aside aside text", "still A"]),
        ("A > in a cell", ["cell text"]),
        ("A > in an item", ["item text"]),
        ("A > aside", ["aside text"]),
    ]  # fmt: skip


def test_heading_inside_a_cell_is_no_sub_heading() -> None:
    """Neither is a list there the heading's list; both keep the section in their paths."""
    found = view(
        el("H1", "A"),
        table(el("TR", el("TD", el("H2", "name"), el("L", el("LI", "item"))),
              el("TD", el("H3", "x"), el("P", "y"), el("H4", "below"), el("P", "z")))),
        el("H2", "B"),
        el("P", "b"),
    )  # fmt: skip
    assert [(path, children) for path, _, _, children in scopes(found)] == [
        ("A", "B"), ("A > name", ""), ("A > x", "below"), ("A > x > below", ""), ("A > B", ""),
    ]  # fmt: skip
    assert [found.text(listed.anchor) for listed in found.lists] == ["name"]


def test_empty_heading_governs_nothing_and_ends_nothing() -> None:
    found = view(el("H1", "A"), el("P", "a"), el("H1"), el("P", "also a"))
    assert scopes(found)[0] == ("A", "level", ["a", "also a"], "")
    assert found.headings[1].via is ScopeVia.NONE


def test_picture_heading_is_named_by_alt() -> None:
    found = view(el("H1", el("Figure", alt="Logo of the office")), el("P", "a"))
    assert scopes(found) == [("Logo of the office", "level", ["a"], "")]


def test_title_holds_all_and_h9_is_a_heading() -> None:
    found = view(el("Title", "T"), el("H1", "A"), el("H9", "B"), el("P", "b"))
    assert [path for path, *_ in scopes(found)] == ["T", "T > A", "T > A > B"]
    assert [heading.level for heading in found.headings] == [0, 1, 9]


def test_heading_without_content() -> None:
    found = view(el("H1", "A"), el("H1", "B"), el("P", " "), el("H1", "C"))
    assert [heading.via for heading in found.headings] == [ScopeVia.NONE] * 3


def test_every_node_knows_its_heading() -> None:
    found = view(
        el("Document", el("H1", "A"), el("P", el("Span", "x")), el("Sect", el("H2", "B"),
           el("P", "y")), el("P", "z"))
    )  # fmt: skip
    names = {heading.node: heading.text for heading in found.headings}
    where = {
        found.text(i): names.get(found.heading_of(i)) for i, e in enumerate(found.nodes)
        if e.type in ("P", "Span", "H1", "H2")
    }  # fmt: skip
    assert where == {"A": None, "x": "A", "B": "A", "y": "B", "z": "A"}


def test_deep_trees_have_short_paths() -> None:
    deep = el("P", "bottom")
    for i in range(10_000):
        deep = el("Sect", el("H", f"h{i}"), deep)
    found = view(deep)
    assert len(found.headings) == 10_000
    assert len(found.heading_path(len(found.nodes) - 1)) == 64
    assert len(found.path(len(found.nodes) - 1)) < 1000


def test_a_section_that_ends_before_its_text_does() -> None:
    cut = el("Sect", el("H2", "Results"), el("P", "The figure below shows them."))
    found = view(
        el("H1", "Report"),
        el("Art", cut, el("Figure", alt="A chart"), el("P", "Of 22, one is new.")),
        el("P", "Behind"),
    )
    assert scopes(found)[1][2] == ["The figure below shows them.", "", "Of 22, one is new."]
    figure = found.figures[0].node
    assert found.heading_path(figure)[-1] == found.headings[1].node
    # What follows several sections closes the one around them.
    other = el("Sect", el("H2", "Costs"), el("P", "They rose."))
    found = view(el("Art", cut, other, el("P", "Both are good.")))
    assert [scope[2] for scope in scopes(found)] == [
        ["The figure below shows them."],
        ["They rose."],
    ]
    # A section with a heading of its own goes on behind those in it.
    found = view(el("Art", el("H1", "Report"), cut, el("P", "Behind")))
    assert [scope[2] for scope in scopes(found)] == [["Behind"], ["The figure below shows them."]]


def test_the_same_where_sections_stand_for_pages() -> None:
    cut = el("Sect", el("H2", "Results"), el("P", "The figure below shows them."))
    first = el("Art", cut, el("Figure", alt="A chart"), el("P", "Of 22, one is new."), page=0)
    others = [el("Art", el("P", "Running text"), page=page) for page in (1, 2)]
    found = view(el("Document", first, *others))
    assert scopes(found)[0][2][:3] == ["The figure below shows them.", "", "Of 22, one is new."]
