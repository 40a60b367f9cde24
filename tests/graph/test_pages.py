"""Elements around single pages say nothing about sections; real sections do."""

from __future__ import annotations

from typing import Any

from dtaa_lint.graph.pages import page_containers
from dtaa_lint.graph.view import View
from tests.graph.support import Element, el, view


def paths(found: View) -> list[str]:
    """Heading path and text of every paragraph."""
    texts = {heading.node: heading.text for heading in found.headings}
    return [
        " > ".join([*(texts[n] for n in found.heading_path(node)), found.text(node)])
        for node in found.of_type("P")
    ]


def pages(*contents: list[Any], type_: str = "Sect", raw: str | None = None) -> Element:
    """A document with an element around each page."""
    options = {"raw": raw} if raw else {}
    return el(
        "Document",
        *[el(type_, *kids, page=page, **options) for page, kids in enumerate(contents)],
    )


def test_scopes_run_on_over_elements_around_pages() -> None:
    for type_ in ("Sect", "Part", "Art"):
        found = view(
            pages(
                [el("H1", "A"), el("P", "a"), el("H2", "B"), el("P", "b")],
                [el("P", "still b"), el("H3", "C"), el("P", "c")],
                [el("H2", "D"), el("P", "d")],
                type_=type_,
            )
        )
        assert paths(found) == [
            "A > a", "A > B > b", "A > B > still b", "A > B > C > c", "A > D > d",
        ]  # fmt: skip
        assert len(page_containers(found.index)) == 3


def test_a_lone_element_inside_belongs_to_the_page() -> None:
    found = view(
        pages(
            [el("Art", el("Sect", el("H2", "A"), el("P", "a")))],
            [el("Art", el("Sect", el("H3", "B"), el("P", "b")))],
            [el("Sect", el("P", "still b"))],
        )
    )
    assert paths(found) == ["A > a", "A > B > b", "A > B > still b"]


def test_text_that_runs_on_to_the_next_page() -> None:
    long = "A paragraph of some length that fills most of this page, and more of it besides."
    found = view(
        pages(
            [el("H1", "A"), el("P", long), el("P", "tail", page=1)],
            [el("P", long), el("P", "tail", page=2)],
            [el("P", long)],
        )
    )
    assert len(page_containers(found.index)) == 3


def test_real_sections_are_none() -> None:
    sections = [
        # Two on a page.
        [el("Sect", el("H1", "A"), el("P", "a"), page=0), el("Sect", el("P", "b"), page=0),
         el("Sect", el("P", "c"), page=1)],
        # Too few pages of the document.
        [el("Sect", el("H1", "A"), el("P", "a"), page=n) for n in (0, 7, 9)],
        # Most of the text elsewhere.
        [el("Sect", el("P", "a"), page=0), el("P", "b" * 90), el("Sect", el("P", "c"), page=1),
         el("Sect", el("P", "d"), page=2)],
        # Two only.
        [el("Sect", el("H1", "A"), el("P", "a"), page=n) for n in (0, 1)],
        # Sections of several pages.
        [el("Sect", el("P", "a"), el("P", "b" * 90, page=n + 1), page=n) for n in (0, 1, 2)],
        # Worksheets.
        [el("Sect", el("P", "a"), page=n, raw="Worksheet") for n in (0, 1, 2)],
    ]  # fmt: skip
    for number, kids in enumerate(sections):
        found = view(*kids, pages=10 if number == 1 else 3)
        assert page_containers(found.index) == frozenset(), number


def test_a_section_ends_the_scope_that_begins_in_it() -> None:
    found = view(
        el("H1", "A"), el("Sect", el("H2", "B"), el("P", "b")), el("Sect", el("P", "of A"))
    )
    assert paths(found) == ["A > B > b", "A > of A"]


def test_a_page_of_a_form_with_a_title_line_leaves_the_sections() -> None:
    first = [el("H1", "Form 12"), el("H2", "Part I"), el("P", "Name")]
    for line, path in (
        ("Form 12 (2024)", "Form 12 > Form 12 (2024)"),
        ("Page 2", "Form 12 > Page 2"),
        ("Name continued", "Form 12 > Part I > Name continued"),
    ):
        second = [el("Div", el("P", line)), el("H2", "Part II"), el("P", "City")]
        found = view(pages(first, second, raw="Page"), pages=2)
        assert paths(found) == ["Form 12 > Part I > Name", path, "Form 12 > Part II > City"]
