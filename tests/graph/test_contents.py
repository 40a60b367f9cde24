"""The heading of a table of contents owns that table and nothing behind it."""

from __future__ import annotations

import pytest

from dtaa_lint.graph.contents import named_contents
from tests.graph.support import Element, el, view
from tests.graph.test_headings import scopes

TOC = el("TOC", el("TOCI", el("Link", "Fees 1")), el("TOCI", el("Link", "Terms 2")))
LIST = el("L", *[el("LI", el("LBody", el("Link", text))) for text in ("Fees", "Terms")])


@pytest.mark.parametrize(
    "name", ["Contents", "Inhalt", "Sommaire", "2. Índice", "TABLE OF CONTENTS"]
)
@pytest.mark.parametrize("table", [TOC, LIST])
def test_later_sections_are_not_its_children(name: str, table: Element) -> None:
    found = view(el("H1", "T"), el("P", "t"), el("H1", name), table, el("H2", "Fees"), el("P", "a"))
    assert [(path, children) for path, _, _, children in scopes(found)] == [
        ("T", ""), (name, ""), ("Fees", ""),
    ]  # fmt: skip


def test_numbers_say_that_they_belong_to_the_section_before() -> None:
    found = view(
        el("H1", "1. T"), el("P", "t"), el("H1", "Contents"), TOC, el("P", "stray"),
        el("H2", "1.1. Fees"), el("P", "a"), el("H1", "2. U"), el("P", "u"),
    )  # fmt: skip
    assert [(path, blocks) for path, _, blocks, _ in scopes(found)] == [
        ("1. T", ["t"]), ("Contents", ["Fees 1 Terms 2"]), ("1.1. Fees", ["a"]), ("2. U", ["u"]),
    ]  # fmt: skip
    found = view(el("H1", "1. T"), el("H1", "Contents"), TOC, el("H2", "1.1. Fees"), el("P", "a"))
    assert [path for path, *_ in scopes(found)] == ["1. T", "Contents", "1. T > 1.1. Fees"]


def test_a_section_on_contents_is_one() -> None:
    found = view(el("H1", "Contents"), el("P", "of the box"), el("H2", "Screws"), el("P", "ten"))
    assert [path for path, *_ in scopes(found)] == ["Contents", "Contents > Screws"]


def test_a_chapter_that_opens_with_its_own_table_of_contents() -> None:
    found = view(el("H1", "Fees"), TOC, el("H2", "Rates"), el("P", "ten"))
    assert [path for path, *_ in scopes(found)] == ["Fees", "Fees > Rates"]


def test_names() -> None:
    assert not named_contents("Contents of the box")
    assert not named_contents("Contents " + "x" * 100)
