"""TABLE_SERIES: rows and columns of three or more single values."""

from __future__ import annotations

from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table
from tests.universe.support import reasons, rejected, series, tasks, universe

SERIES = Motif.TABLE_SERIES


def test_rows_and_columns() -> None:
    found = universe(
        table("* |*C A |*C B |*C C", "*R x | 1 | 2 | 3", "*R y | 4 | 5 | –", "*R z | 7 | 8 | 9")
    )
    assert series(found) == [
        ("row", "x", ["A=1", "B=2", "C=3"]),
        ("row", "z", ["A=7", "B=8", "C=9"]),
        ("column", "A", ["x=1", "y=4", "z=7"]),
        ("column", "B", ["x=2", "y=5", "z=8"]),
    ]
    assert reasons(found, SERIES) == ["ok"] * 4


def test_evidence_and_relations() -> None:
    found = universe(table("* |*C A |*C B |*C C", "*R x | 1 | 2 | 3"))
    (task,) = tasks(found, SERIES)
    assert [slot.any_of[0][1] for slot in task.slots] == ["x", "A", "1", "B", "2", "C", "3"]
    assert len(task.relations) == 6
    assert (task.operation.value, task.topology) == ("ENUMERATE", "L4")


def test_repeated_header_rows_continue_a_column() -> None:
    found = universe(table("* |*C A", "*R x | 1", "*R y | 2", "* |*C A", "*R z | 3", "*R w | 4"))
    assert series(found) == [("column", "A", ["x=1", "y=2", "z=3", "w=4"])]


def test_several_numbers_in_a_cell() -> None:
    found = universe(table("* |*C A |*C B |*C C", "*R x | 1 | 20mg & 12mg | 3"))
    assert rejected(found, SERIES) == [("MULTI_VALUE", "row", "1")]


def test_missing_headers() -> None:
    found = universe(table("*C A |*C B |*C C", "1 | 2 | 3"))
    assert rejected(found, SERIES) == [("INCOMPLETE_EVIDENCE", "row", "1")]


def test_paragraphs_are_no_single_values() -> None:
    long = "This cell explains at length, in more than one clause, what a reader is to do with it."
    found = universe(table("* |*C A |*C B |*C C", f"*R x | 1 | {long} | 3"))
    assert reasons(found, SERIES) == []


def test_a_spread_series_is_ambiguous() -> None:
    """Each cell is unique, yet "all values of x" is in neither table complete."""
    found = universe(
        el("H1", "T"),
        table("* |*C A |*C B |*C C", "*R x | 1 | 2 | 3"),
        table("* |*C D |*C E |*C F", "*R x | 4 | 5 | 6"),
    )
    assert reasons(found, Motif.TABLE_CELL) == ["ok"] * 6
    assert reasons(found, SERIES) == ["AMBIGUOUS", "AMBIGUOUS"]


def test_a_difference_is_no_member() -> None:
    found = universe(table("* |*C 2023 |*C 2022 |*C Inc/ (Dec)", "*R Revenue | 64 | 57 | 7"))
    assert series(found) == []
    assert [reason for reason, *_ in rejected(found, Motif.TABLE_SERIES)] == []
    assert [task.subject for task in tasks(found, Motif.TABLE_COMPARE)] == ["Revenue"]


def test_the_same_series_twice() -> None:
    one = table("* |*C A |*C B |*C C", "*R x | 1 | 2 | 3")
    assert reasons(universe(one, one), SERIES) == ["ok", "DUPLICATE"]


def test_ambiguous_members() -> None:
    found = universe(table("* |*C A |*C A |*C C", "*R x | 1 | 2 | 3"))
    assert rejected(found, SERIES) == [("AMBIGUOUS", "row", "1")]


def test_members_that_repeat_leave_too_few() -> None:
    found = universe(table("* |*C A |*C A |*C C", "*R x | 1 | 1 | 3"))
    assert rejected(found, SERIES) == [("MALFORMED_SET", "row", "1")]


def test_a_column_that_a_page_end_cut_is_not_whole() -> None:
    rows = [f"*R Port {n} | {n * 10}" for n in range(1, 9)]
    first = table("*C Port |*C Ships", *rows[:4])
    rest = table("*C Port |*C Ships", *rows[4:], page=1)
    assert series(universe(el("Document", table("*C Port |*C Ships", *rows))))
    found = universe(el("Document", first, rest))
    assert series(found) == []
    assert [reason for reason, _, _ in rejected(found, Motif.TABLE_SERIES)] == ["MALFORMED_SET"] * 2
