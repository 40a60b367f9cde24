"""What a page destination means: a heading that the link names, or the line that lies there."""

from __future__ import annotations

import pytest

from dtaa_lint.pdf.model import Target, TargetKind
from tests.graph.support import Element, el, view


def link(text: str, top: float | None, page: int = 0) -> Element:
    """On the second page, so that it is at none of the places asked for."""
    target = Target(TargetKind.PAGE, page=page, left=50.0, top=top)
    return el("P", el("Link", text, goto=target), page=1)


def landings(*top: Element) -> list[str]:
    """The text at the landing of each link; empty for none."""
    found = view(*top)
    return [found.text(x.landing) if x.landing >= 0 else "" for x in found.links]


@pytest.mark.parametrize(
    ("top", "expected"),
    [(801.0, "first"), (795.0, "first"), (790.0, "second"), (806.0, "first"), (830.0, "")],
)
def test_the_line_at_the_destination(top: float, expected: str) -> None:
    assert landings(el("P", "first"), el("P", "second"), link("x", top)) == [expected]


def test_nothing_lies_there() -> None:
    """Far below the last line, at the top of the page, on another page."""
    assert landings(el("P", "first"), link("x", 500.0), link("y", None), link("z", 800.0, 2)) == [
        "", "", "",
    ]  # fmt: skip


def test_a_later_line_of_a_paragraph_is_no_landing() -> None:
    assert landings(el("P", "one", "two", "three"), link("x", 776.5)) == [""]


def test_a_heading_is_preferred_to_its_neighbour() -> None:
    assert landings(el("P", "small print"), el("H2", "Fees"), link("there", 800.0)) == ["Fees"]


@pytest.mark.parametrize(
    "text",
    ["Fees", "FEES", "1.2 Fees", "1.2. Fees", "Fees ........ 14", "1.2 Fees 14", "Fees. . . . iv"],
)
def test_a_link_names_a_heading_of_the_page(text: str) -> None:
    """Wherever on that page the destination lies."""
    assert landings(el("H2", "1.2 Fees"), *[el("P", "x")] * 8, link(text, 740.0)) == ["1.2 Fees"]


def test_a_name_that_two_headings_have_means_neither() -> None:
    assert landings(el("H2", "Fees"), *[el("P", "x")] * 8, el("H2", "Fees"), link("Fees", 740)) == [
        "x"
    ]


def test_places_that_miss_the_headings_they_name_are_not_believed() -> None:
    """As Chromium writes them: all off by the margin of the page."""
    found = landings(
        el("H2", "Fees"), *[el("P", f"p{n}") for n in range(9)], link("Fees", 752.0),
        link("see there", 752.0),
    )  # fmt: skip
    assert found == ["Fees", ""]
    found = landings(
        el("H2", "Fees"), *[el("P", f"p{n}") for n in range(9)], link("Fees", 802.0),
        link("see there", 752.0),
    )  # fmt: skip
    assert found == ["Fees", "p3"]


@pytest.mark.parametrize("top", [None, 842.0, 841.0, 900.0, 0.0])
def test_a_whole_page_is_no_place(top: float | None) -> None:
    """What stands at its edge is not meant; a heading that the link names may be on the next."""
    found = landings(
        el("P", "x"), el("H2", "Fees"), el("H2", "Rates", page=1), el("H2", "Terms", page=2),
        link("there", top), link("1. Fees", top), link("Rates ... 2", top), link("Terms", top),
    )  # fmt: skip
    assert found == ["", "Fees", "Rates", ""]


def test_a_place_on_a_page_means_that_page() -> None:
    assert landings(el("P", "x"), el("H2", "Rates", page=1), link("Rates", 500.0)) == [""]
