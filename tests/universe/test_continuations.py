"""Tables that a page end cut in two, and neighbours that only look so."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.universe.continuations import Headers, find_continuations, runs
from tests.graph.support import el, table, view

HEADED = table("*C Plan |*C Price |*C Seats", "*R Basic | 12.50 | 3")
REST = table("*R Team | 48.00 | 25", "*R Firm | 96.00 | 80", page=1)
FILL = el("Sect", *[el("P", f"Line {n}") for n in range(50)])
PAIRS = table("Name | idZone", "Description | Link to the zone")


def found(*elements: Any) -> list[tuple[int, Headers, bool] | None]:
    joined = find_continuations(view(el("Document", *elements)))
    return [tuple(one) if one is not None else None for one in joined]


def test_rows_without_headers_on_the_next_page() -> None:
    assert found(HEADED, REST) == [None, (0, Headers.LOST, False)]
    third = table("*R Club | yes | no", page=2)
    assert found(HEADED, REST, third)[2] == (0, Headers.LOST, False)


@pytest.mark.parametrize(
    "between", [el("P"), el("Note", el("Lbl", "1"), "Without tax."), el("P", " ")]
)
def test_blanks_and_notes_may_stand_between(between: Any) -> None:
    assert found(HEADED, between, REST)[1] == (0, Headers.LOST, False)


def test_text_or_another_width_or_the_same_page_part_tables() -> None:
    assert found(HEADED, el("P", "Further plans"), REST)[1] is None
    assert found(HEADED, table("*R Team | 48.00", page=1))[1] is None
    assert found(HEADED, table("*R Team | 48.00 | 25"))[1] is None
    assert found(HEADED, table("*R Team | 48.00 | 25", page=2))[1] is None


def test_repeated_headers() -> None:
    again = table("*C Plan |*C Price |*C Seats", "*R Team | 48.00 | 25", page=1)
    assert found(HEADED, again)[1] == (0, Headers.REPEATED, False)


def test_own_headers_title_or_caption() -> None:
    own = table("*C Country |*C Members |*C Year", "*R France | 5 | 1999", page=1)
    title = table("*Plans for schools", "*R Team | 48.00 | 25", page=1)
    wide = table("*<3 Plans for schools", "*R Team | 48.00 | 25", page=1)
    caption = el("Caption", "Plans for schools")
    named = table(caption, "*R Team | 48.00 | 25", page=1)
    assert [found(HEADED, other)[1] for other in (own, title, wide, named)] == [None] * 4


def test_a_header_row_alone_at_the_foot_of_a_page() -> None:
    alone = table("*C Plan |*C Price |*C Seats")
    assert found(alone, REST)[1] == (0, Headers.LOST, False)


def test_a_row_that_the_page_end_cut() -> None:
    cut = table("* | | of which two are free", "*R Firm | 96.00 | 80", page=1)
    assert found(HEADED, cut)[1] == (0, Headers.LOST, True)


def test_headers_in_data_cells_are_told_from_data() -> None:
    plain = table("Plan | Price | Seats", *[f"Plan {n} | {n}.50 | {n}" for n in range(4)])
    rest = table("Team | 48.00 | 25", "Firm | 96.00 | 80", page=1)
    other = table("Country | Members | Since", "France | 5 | 1999", page=1)
    assert found(plain, rest)[1] == (0, Headers.LOST, False)
    assert found(plain, other)[1] is None


def test_labels_and_values_go_on_with_other_labels() -> None:
    rest = table("Multiplicity | 1", "Domain | Integer", page=1)
    assert found(FILL, PAIRS, rest)[1] == (0, Headers.NONE, False)
    record = table("Name | idPlan", "Description | Link to the plan", page=1)
    assert found(FILL, PAIRS, record)[1] is None
    assert found(FILL, PAIRS, el("P"), rest)[1] is None
    # What stands in the middle of its page was not cut by its end.
    assert found(PAIRS, rest)[1] is None


def test_runs() -> None:
    joined = find_continuations(view(el("Document", HEADED, REST, el("P", "Text"), HEADED)))
    assert list(runs(joined)) == [(0, 1)]


def test_elements_that_hold_one_page_each_may_part_a_table() -> None:
    assert found(el("Sect", HEADED), el("Sect", el("P"), REST))[1] == (0, Headers.LOST, False)
    assert found(el("Sect", HEADED, el("P", "Text")), el("Sect", REST))[1] is None
    assert found(el("Sect", HEADED), el("Sect", el("H2", "Schools"), REST))[1] is None
    assert found(el("Sect", HEADED), el("BlockQuote", REST))[1] is None


def test_a_picture_parts_tables() -> None:
    assert found(HEADED, el("Figure", alt="A chart of the prices"), REST)[1] is None


def test_headers_that_only_the_first_of_two_tables_has_tagged() -> None:
    untagged = table("Country | Members | Since", "France | 5 | 1999", page=1)
    assert found(HEADED, untagged)[1] is None
    assert found(HEADED, table("France | 5 | 1999", "Spain | 6 | 2001", page=1))[1] is not None


def test_many_parts_of_a_large_table_are_read_in_linear_time() -> None:
    large = table("Plan | Price | Seats", *[f"Plan {n} | {n}.50 | {n}" for n in range(4000)])
    rests = [table(f"Plan {n} | {n}.50 | {n}", page=n) for n in range(1, 500)]
    joined = find_continuations(view(el("Document", large, *rests), pages=500))
    assert all(one is not None and one.origin == 0 for one in joined[1:])


@pytest.mark.parametrize(
    "caption",
    [
        *("Table 3 (continued)", "Table 3: Plans and prices (cont.)", "Tableau 3 – suite"),
        *("Tabelle 3 (Fortsetzung)", "Tabla 3 (continuación)", "Table 3 (cont'd)"),
    ],
)
def test_a_caption_that_says_that_the_table_goes_on(caption: str) -> None:
    lang = {"Tableau": "fr", "Tabelle": "de", "Tabla": "es"}.get(caption.split()[0], "en")
    before = el("P", caption, page=1, lang=lang)
    inside = table(el("Caption", caption), "*R Team | 48.00 | 25", page=1)
    assert found(HEADED, before, REST)[1] == (0, Headers.LOST, False)
    assert found(HEADED, inside)[1] == (0, Headers.LOST, False)


@pytest.mark.parametrize("caption", ["Table 4: Our product suite", "What is continued", "Table 4"])
def test_other_captions_part_tables(caption: str) -> None:
    inside = table(el("Caption", caption), "*R Team | 48.00 | 25", page=1)
    assert found(HEADED, el("P", caption, page=1), REST)[1] is None
    assert found(HEADED, inside)[1] is None
