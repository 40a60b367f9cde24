"""AMBIGUOUS and DUPLICATE: the same path, within a table and across tables."""

from __future__ import annotations

from typing import Any

from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table
from tests.universe.support import reasons, rejected, tasks, universe, values

CELL = Motif.TABLE_CELL


def actual(**options: Any) -> Any:
    return table("* |*C Q1 |*C Q2", "*R Plan | 1 | 2", **options)


def hypothetical(**options: Any) -> Any:
    return table("* |*C Q1 |*C Q2", "*R Plan | 3 | 4", **options)


def test_two_indistinguishable_tables() -> None:
    found = universe(el("H1", "Results"), actual(), hypothetical())
    assert values(found) == []
    assert rejected(found, CELL) == [("AMBIGUOUS", "across-tables", c) for c in "1234"]
    first = found.candidates[reasons_index(found, "1")]
    assert [found.view.text(node) for node in first.fault] == ["1", "3"]


def reasons_index(found: Any, text: str) -> int:
    return next(
        i
        for i, c in enumerate(found.candidates)
        if c.motif is CELL and found.view.text(c.anchor) == text
    )


def test_a_caption_a_summary_or_a_heading_tells_them_apart() -> None:
    captioned = universe(
        el("H1", "Results"),
        actual(),
        el("Table", el("Caption", "Hypothetical"), *hypothetical().kids),
    )
    assert len(values(captioned)) == 4
    assert len(values(universe(actual(summary="Actual"), hypothetical()))) == 4
    assert len(values(universe(el("H1", "A"), actual(), el("H1", "B"), hypothetical()))) == 4


def test_headings_that_read_alike_do_not() -> None:
    found = universe(el("H1", "Notes"), actual(), el("H1", "notes"), hypothetical())
    assert values(found) == []


def test_the_same_values_twice_are_one_task() -> None:
    found = universe(actual(), actual())
    assert values(found) == [("Plan", "Q1", "1"), ("Plan", "Q2", "2")]
    assert reasons(found, CELL) == ["ok", "ok", "DUPLICATE", "DUPLICATE"]
    first = tasks(found, CELL)[0]
    assert [len(slot.any_of) for slot in first.slots] == [2, 2, 2]
    assert len(first.relations) == 2


def test_three_tables_of_which_two_agree() -> None:
    found = universe(actual(), actual(), hypothetical())
    assert reasons(found, CELL) == ["AMBIGUOUS"] * 6


def test_repeated_sub_headers_under_no_group() -> None:
    found = universe(
        table("* |*C High |*C Low |*C High |*C Low", "*R Share | 5 | 1 | 6 | 2"),
    )
    assert rejected(found, CELL) == [("AMBIGUOUS", "within-table", c) for c in "5162"]


def test_groups_tell_repeated_sub_headers_apart() -> None:
    found = universe(
        table(
            "*C^2 x |*C<2 May |*C<2 June",
            "*C High |*C Low |*C High |*C Low",
            "*R Share | 5 | 1 | 6 | 2",
        ),
    )
    assert len(values(found)) == 4


def test_repeated_row_labels() -> None:
    found = universe(table("* |*C 2024", "*R Total | 5", "*R Total | 6", "*R Other | 1"))
    assert values(found) == [("Other", "2024", "1")]
    assert rejected(found, CELL) == [("AMBIGUOUS", "within-table", c) for c in "56"]


def test_a_dash_is_another_value() -> None:
    found = universe(
        table("* |*C Q1", "*R Plan | 1"),
        table("* |*C Q1", "*R Plan | –"),
    )
    assert rejected(found, CELL) == [("AMBIGUOUS", "across-tables", "1"), ("TRIVIAL", "dash", "–")]


def test_signed_headers_differ() -> None:
    found = universe(table("* |*C Loss", "*R -10 | 5", "*R 10 | 6"))
    assert len(values(found)) == 2


def test_faults_stay_few_and_work_stays_linear() -> None:
    rows = [f"*R Same | {n}" for n in range(3000)]
    found = universe(table("* |*C Value", *rows))
    cells = [c for c in found.candidates if c.motif is CELL]
    assert len(cells) == 3000
    assert all(c.reason == "AMBIGUOUS" and len(c.fault) <= 4 for c in cells)
