"""Groups of rows: repeated labels that no group tells apart, groups that the layout ends."""

from __future__ import annotations

from typing import Any, cast

from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.universe.groups import ended_groups
from dtaa_lint.universe.model import Motif
from tests.graph.support import el, table, view
from tests.universe.support import pairs, rejected, universe, values

CELL = Motif.TABLE_CELL


def test_rows_that_read_alike_lose_all_their_cells() -> None:
    found = universe(
        table(
            "* |*C 2023 |*C 2024",
            "Assets | | ",
            "*R Total | 5 | –",
            "Debts | | ",
            "*R Total | 6 | 7",
        )
    )
    assert values(found) == []
    assert pairs(found) == []
    assert [r[:2] for r in rejected(found, CELL) if r[2] in ("5", "6", "7")] == [
        ("AMBIGUOUS", "within-table")
    ] * 3


def test_a_row_without_group_beside_one_with_a_group() -> None:
    found = universe(
        table(
            "* |*C 2023 |*C 2024",
            "*R Income | 5 | 6",
            "*C<3 Per share",
            "*R Income | 2 | 3",
        )
    )
    assert [value for _, _, value in values(found)] == ["2", "3"]


def test_groups_that_both_rows_name_tell_them_apart() -> None:
    found = universe(
        table("* |*C 2023", "*C<2 Assets", "*R Total | 5", "*C<2 Debts", "*R Total | 6")
    )
    assert [value for _, _, value in values(found)] == ["5", "6"]


class _Indented:
    """A view whose labels begin where the test says."""

    def __init__(self, inner: View, places: dict[str, float]) -> None:
        self.inner, self.places = inner, places

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def boxes(self, node: int) -> tuple[PageBox, ...]:
        x = self.places.get(self.inner.text(node), 50.0)
        return (PageBox(0, (x, 0.0, x + 9, 9.0)),)


def _ended(places: dict[str, float]) -> list[str]:
    found = view(
        table("* |*C 2023", "*C<2 Lease cost:", "*R Interest | 5", "*R Rent | 6", "*R Other | 7")
    )
    (grid,) = found.tables
    ended = ended_groups(cast(View, _Indented(found, places)), grid)
    return [grid.cells[i].text for i in sorted(ended)]


def test_a_row_flush_with_the_label_ends_an_indented_group() -> None:
    assert _ended({"Interest": 60.0}) == ["6", "7"]
    assert _ended({"Interest": 60.0, "Rent": 60.0}) == ["7"]
    assert _ended({"Interest": 60.0, "Other": 60.0}) == ["6", "7"]


def _parted(*rows: str) -> list[str]:
    found = view(table("* |*C 2023", *rows))
    (grid,) = found.tables
    ended = ended_groups(cast(View, _Indented(found, {})), grid)
    return [grid.cells[i].text for i in sorted(ended)]


def test_a_blank_row_may_end_a_group_without_indent() -> None:
    group = ("*C<2 Lease cost:", "*R Interest | 5", "*R Rent | 6")
    assert _parted(*group, " | ", "*R Other | 7", "*R Rest | 8") == ["7", "8"]
    assert _parted(*group, "*R Other | 7", " | ") == []
    # Blank rows below every row part nothing.
    assert _parted(group[0], " | ", group[1], " | ", group[2], " | ", "*R Other | 7") == []


def test_rows_without_indent_tell_nothing() -> None:
    assert _ended({}) == []
    assert _ended({"Interest": 60.0, "Rent": 60.0, "Other": 60.0}) == []
    assert _ended({"Other": 60.0}) == []


def test_a_label_over_rows_with_empty_labels_names_none_of_them() -> None:
    found = universe(
        table(
            "*C Group |*C Variable |*C Scale",
            "*R Sociodemographic | ID number | nominal",
            "*R | Age | ordinal",
            "*R Follow-up | Report | dichotomous",
        )
    )
    assert [value[:2] for value in values(found)] == [
        ("Follow-up", "Variable"),
        ("Follow-up", "Scale"),
    ]
    assert [r[:2] for r in rejected(found, CELL) if r[2] in ("ID number", "nominal")] == [
        ("AMBIGUOUS_RELATION", "empty-header")
    ] * 2


def test_an_empty_header_beside_another_row_header_takes_no_name_away() -> None:
    found = universe(
        table(
            "*C Group |*C Variable |*C Scale",
            "*R Sociodemographic |*R ID number | nominal",
            "*R |*R Age | ordinal",
        )
    )
    assert [value for _, _, value in values(found)] == ["nominal", "ordinal"]


def test_an_empty_header_of_a_blank_row_takes_no_name_away() -> None:
    found = universe(table("*C Port |*C 2023", "*R Brest | 5", "*R | ", "*R Lorient | 6"))
    assert [value for _, _, value in values(found)] == ["5", "6"]


def test_a_label_goes_on_in_the_rest_of_its_table() -> None:
    head = "*C Group |*C Variable |*C Scale"
    first = table(head, "*R Follow-up | Report | nominal", "*R Risk | Transfusion | dichotomous")
    rows = ("*R | Year of it | continual", "*R Exposure | Needles | ordinal")
    found = universe(first, table(head, *rows, page=1))
    assert [value for _, _, value in values(found)] == ["Report", "nominal", "Needles", "ordinal"]
    apart = universe(first, el("P", "Another one:"), table(head, *rows, page=1))
    assert len(values(apart)) == 6
