"""Where cells stand, in sound tables and in absurd ones; and how much of absurd ones is kept."""

from __future__ import annotations

import pytest

from dtaa_lint.graph.model import GridIssueKind
from tests.graph.support import el, facts, table, view


def places(*top: object) -> list[tuple[str, int, int]]:
    found = view(*top).tables[0]
    return [(cell.text, cell.row, cell.column) for cell in found.cells]


def test_spans_shift_what_follows() -> None:
    assert places(table("^2 a |<2 b", "c | d", "e | f | g")) == [
        ("a", 0, 0),
        ("b", 0, 1),
        ("c", 1, 1),
        ("d", 1, 2),
        ("e", 2, 0),
        ("f", 2, 1),
        ("g", 2, 2),
    ]


def test_rows_in_wrappers_are_rows() -> None:
    row = el("TR", el("TH", "a"), el("TD", "1"))
    found = view(
        el("Table", el("Sect", el("Div", row)), el("TBody", el("NonStruct", row)), row)
    ).tables[0]
    assert (found.n_rows, found.n_columns) == (3, 2)
    assert found.issues == ()


def test_cells_without_rows_make_one_row() -> None:
    found = view(el("Table", el("TD", "a"), el("TD", "b"))).tables[0]
    assert (found.n_rows, found.n_columns) == (1, 2)
    assert {issue.kind for issue in found.issues} == {GridIssueKind.STRAY}


def test_table_without_cells() -> None:
    found = view(el("Table", el("P", "text"))).tables[0]
    assert (found.n_rows, found.n_columns) == (0, 0)
    assert [issue.kind for issue in found.issues] == [GridIssueKind.STRAY, GridIssueKind.NO_ROWS]


def test_nested_tables_are_tables_of_their_own() -> None:
    tables = view(
        el("Table", el("TR", el("TH", "outer"), el("TD", table("*in | 1")))), table("*x | 2")
    ).tables
    assert [found.nested_in for found in tables] == [-1, tables[0].node, -1]
    assert [found.n_columns for found in tables] == [2, 2, 2]
    assert facts(tables[1]) == [("in", "", "1")]


def test_rows_of_different_width_are_ragged() -> None:
    found = view(table("a | b | c", "d", "e | f | g")).tables[0]
    assert [(issue.kind, issue.detail) for issue in found.issues] == [
        (GridIssueKind.RAGGED, "1 of 3 columns")
    ]


def test_overlap_is_reported() -> None:
    found = view(table("a |^2 b | c", "<3 d")).tables[0]
    assert GridIssueKind.OVERLAP in {issue.kind for issue in found.issues}


def test_row_span_beyond_the_end() -> None:
    found = view(table("a | b", "^2 c | d")).tables[0]
    assert [issue.kind for issue in found.issues] == [GridIssueKind.SPAN_BEYOND]
    assert found.cells[2].row_span == 1


@pytest.mark.parametrize("value", [10**9, -3, 0, 2.5, "2", True, None, (), 1e300, float("nan")])
@pytest.mark.parametrize("key", ["colspan", "rowspan"])
def test_absurd_spans_are_clipped_to_the_table(key: str, value: object) -> None:
    first = el("TH", "Head", **{key: value})
    found = view(
        el(
            "Table",
            el("TR", first, el("TH", "Other")),
            el("TR", el("TD", "1"), el("TD", "2"), el("TD", "3")),
        )
    ).tables[0]
    assert found.n_columns <= 4
    assert found.n_rows == 2
    assert max(cell.column_span for cell in found.cells) <= 3


def test_a_huge_span_covers_what_the_other_rows_leave() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Port"), el("TH", "All", colspan=10**9)),
            el("TR", el("TH", "Arvik"), el("TD", "1"), el("TD", "2")),
        )
    ).tables[0]
    assert facts(found) == [("Arvik", "All", "1"), ("Arvik", "All", "2")]
    assert found.n_columns == 3


@pytest.mark.parametrize(
    "spans",
    [{"colspan": 1000}, {"rowspan": 10**6}, {"colspan": 900, "rowspan": 900}, {"colspan": 64}],
)
def test_spans_in_every_cell_cover_few_places(spans: dict[str, int]) -> None:
    rows = [el("TR", *[el("TH", "h", **spans) for _ in range(10)]) for _ in range(500)]
    document = view(el("Table", *rows, el("TR", *[el("TD", str(i)) for i in range(10)])))
    found = document.tables[0]
    covered = sum(cell.row_span * cell.column_span for cell in found.cells)
    assert covered <= 65 * 5010 + 4096
    assert found.n_rows * found.n_columns <= 64 * 5010 + 4096


def test_wide_and_long_table_covers_few_places() -> None:
    wide = el("TR", *[el("TH", f"h{i}") for i in range(2000)])
    rows = [el("TR", el("TD", str(i))) for i in range(2000)]
    document = view(el("Table", wide, *rows))
    assert facts(document.tables[0])[-1] == ("", "", "1999")
    assert sum(map(len, document.tables[0].grid())) < 500_000


def test_ten_thousand_header_rows_make_no_endless_path() -> None:
    rows = [el("TR", el("TH", f"h{i}"), el("TH", "x")) for i in range(10_000)]
    document = view(el("Table", *rows, *[el("TR", el("TD", "1"), el("TD", "2"))] * 10))
    path = document.tables[0].column_paths[-1]
    assert path is not None
    assert len(path.texts) <= 32
