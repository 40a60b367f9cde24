"""TABLE_COMPARE: neighbouring numbers of like unit."""

from __future__ import annotations

import pytest

from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table
from tests.universe.support import pairs, reasons, rejected, tasks, universe

PAIR = Motif.TABLE_COMPARE


def test_every_pair_of_a_small_table() -> None:
    found = universe(table("* |*C 2023 |*C 2024", "*R Arvik | 1 | 2", "*R Corrie | 4 | 3"))
    assert pairs(found) == [
        ("Arvik", "2023=1", "<", "2024=2"),
        ("2023", "Arvik=1", "<", "Corrie=4"),
        ("Corrie", "2023=4", ">", "2024=3"),
        ("2024", "Arvik=2", "<", "Corrie=3"),
    ]


def test_evidence_is_two_values_and_their_headers() -> None:
    found = universe(table("* |*C 2023 |*C 2024", "*R Arvik | 1 | 2"))
    (task,) = tasks(found, PAIR)
    assert [slot.any_of[0][1] for slot in task.slots] == ["1", "2", "Arvik", "2023", "2024"]
    assert [r.type for r in task.relations] == ["ROW_HEADER_FOR", "COLUMN_HEADER_FOR"] * 2
    assert (task.operation.value, task.topology) == ("COMPARE", "L4")


def test_shared_outer_headers_stay_so_that_no_two_pairs_read_alike() -> None:
    found = universe(
        table("*^2 |*C<2 2023 |*C<2 2024", "*C H1 |*C H2 |*C H1 |*C H2", "*R Arvik | 1 | 2 | 3 | 4")
    )
    assert pairs(found) == [
        ("Arvik", "2023 › H1=1", "<", "2023 › H2=2"),
        ("Arvik", "2023 › H2=2", "<", "2024 › H1=3"),
        ("Arvik", "2024 › H1=3", "<", "2024 › H2=4"),
    ]
    assert len({(task.subject, task.constraint) for task in tasks(found, PAIR)}) == 3


def test_blank_cells_and_currency_columns_are_looked_through() -> None:
    found = universe(table("* |*C<2 2023 |*C<2 2024", "*R Net | $ | 5 | $ | 6"))
    assert pairs(found) == [("Net", "2023=5", "<", "2024=6")]


def test_words_and_dashes_part_numbers() -> None:
    found = universe(table("* |*C A |*C B |*C C", "*R x | 1 | – | 3", "*R y | 4 | low | 6"))
    assert pairs(found) == [("A", "x=1", "<", "y=4"), ("C", "x=3", "<", "y=6")]


def test_ties() -> None:
    found = universe(table("* |*C A |*C B", "*R x | 5 | 5.0"))
    assert rejected(found, PAIR) == []  # written apart: other measures
    found = universe(table("* |*C A |*C B", "*R x | 5 | 5"))
    assert rejected(found, PAIR) == [("TRIVIAL_COMPARISON", "row", "5")]


def test_several_numbers_in_a_cell() -> None:
    found = universe(table("* |*C A |*C B", "*R x | 20mg & 12.5mg | 5"))
    assert rejected(found, PAIR) == [("MULTI_VALUE", "row", "20mg & 12.5mg")]
    candidate = next(c for c in found.candidates if c.motif is PAIR)
    assert [found.view.text(node) for node in candidate.fault] == ["20mg & 12.5mg"]


@pytest.mark.parametrize(
    "rows",
    [
        ("* |*C Share (%) |*C Count", "*R x | 5 | 6"),
        ("* |*C Price (€) |*C Weight (kg)", "*R x | 5 | 6"),
        ("* |*C A |*C B", "*R x | 5 % | 6"),
        ("* |*C No. |*C Amount", "*R x | 5 | 6"),
        ("* |*C Founded |*C Closed", "*R x | 1990 | 2005"),
        ("* |*C Units |*C Price", "*R x | 5 | 6.50"),
    ],
)
def test_other_measures_do_not_fire(rows: tuple[str, ...]) -> None:
    assert reasons(universe(table(*rows)), PAIR) == []


def test_a_unit_in_both_cells_is_nearer_than_the_headers() -> None:
    found = universe(table("* |*C Tax (in €) |*C Fee", "*R x | 5 € | 6 €"))
    assert pairs(found) == [("x", "Tax (in €)=5 €", "<", "Fee=6 €")]


def test_missing_headers() -> None:
    found = universe(table("*C A |*C B", "1 | 2", "3 | 4"))
    assert rejected(found, PAIR) == [
        ("INCOMPLETE_EVIDENCE", "row", "1"),
        ("INCOMPLETE_EVIDENCE", "row", "1"),
        ("INCOMPLETE_EVIDENCE", "row", "3"),
        ("INCOMPLETE_EVIDENCE", "row", "2"),
    ]


def test_ambiguous_cells_make_ambiguous_pairs() -> None:
    found = universe(table("* |*C A |*C B", "*R x | 1 | 2"), table("* |*C A |*C B", "*R x | 3 | 4"))
    assert reasons(found, PAIR) == ["AMBIGUOUS", "AMBIGUOUS"]


def test_the_same_pair_twice() -> None:
    found = universe(table("* |*C A |*C B", "*R x | 1 | 2"), table("* |*C A |*C B", "*R x | 1 | 2"))
    assert reasons(found, PAIR) == ["ok", "DUPLICATE"]


def test_a_header_in_the_middle_of_a_row_parts_it() -> None:
    found = universe(
        table("* |*C Value |* |*C Value 2", "*R x | 1 |*R y | 2", "*R z | 3 |*R w | 4")
    )
    assert ("x", "Value=1", "<", "Value 2=2") not in pairs(found)


@pytest.mark.parametrize(("lang", "sign"), [("de", ">"), ("en", "<")])
def test_the_language_decides_a_doubtful_separator(lang: str, sign: str) -> None:
    found = universe(table("* |*C A |*C B", "*R x | 1.234 | 987"), lang=lang)
    if lang == "de":
        assert pairs(found) == [("x", "A=1.234", sign, "B=987")]
    else:
        # 1.234 has three decimals, 987 none: other measures.
        assert pairs(found) == []


def test_other_values_prove_the_separator_against_the_language() -> None:
    found = universe(
        table("* |*C A |*C B", "*R x | 1.234,5 | 2,5", "*R y | 1.234 | 987"), lang="en"
    )
    assert ("y", "A=1.234", ">", "B=987") in pairs(found)


def test_pairs_grow_with_the_table_not_faster() -> None:
    rows = [f"*R r{r} | " + " | ".join(str(7 * r + c) for c in range(10)) for r in range(50)]
    head = "* |" + "|".join(f"*C c{c}" for c in range(10))
    assert len(pairs(universe(el("H1", "T"), table(head, *rows)))) == 50 * 9 + 49 * 10


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("Rent", "Total", 0),
        ("Miete", "Gesamtsumme", 0),
        ("Loyer", "Total général", 0),
        ("Sous-total", "Total", 0),
        ("Total assets", "Total liabilities", 1),
        ("Rent", "Heating", 1),
        ("vlrNRetAdic", "valorPrinc (***)", 0),
        ("net_amount", "gross_amount", 0),
        ("MySQL", "iPhone", 1),
    ],
)
def test_a_total_with_its_parts_and_fields_of_a_record(one: str, other: str, count: int) -> None:
    down = universe(table("* |*C Amount", f"*R {one} | 1", f"*R {other} | 4", "*R Last | 6,7"))
    assert sum(task.constraint == f"{one} | {other}" for task in tasks(down, PAIR)) == count


def test_a_column_of_totals() -> None:
    found = universe(table("* |*C North |*C South |*C Total", "*R Sales | 1 | 2 | 3"))
    assert pairs(found) == [("Sales", "North=1", "<", "South=2")]
