"""/Headers: resolved through IDs, transitively, across tables, and before the scan."""

from __future__ import annotations

from dtaa_lint.graph.model import HeaderVia
from tests.graph.support import el, facts, view


def test_headers_of_headers_come_outermost_first() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TD"), el("TH", "2023", id="y", scope="Column")),
            el("TR", el("TD"), el("TH", "H1", id="h", scope="Column", headers=["y"])),
            el(
                "TR",
                el("TH", "Arvik", id="r", scope="Row"),
                el("TD", "1", headers=["r", "h"]),
            ),
        )
    ).tables[0]
    assert facts(found) == [("Arvik", "2023 > H1", "1")]
    assert found.column_paths[-1] is not None
    assert found.column_paths[-1].via is HeaderVia.HEADERS


def test_named_headers_win_over_the_scan() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "A", id="a"), el("TH", "B", id="b")),
            el("TR", el("TH", "x", id="x"), el("TD", "1", headers=["x", "b"]), el("TD", "2")),
        )
    ).tables[0]
    assert facts(found) == [("x", "B", "1"), ("x", "B", "2")]


def test_an_axis_without_named_header_is_scanned() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "A", id="a", scope="Column")),
            el("TR", el("TH", "x", scope="Row"), el("TD", "1", headers=["a"])),
        )
    ).tables[0]
    assert facts(found) == [("x", "A", "1")]


def test_empty_array_counts_as_absent() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "A")),
            el("TR", el("TH", "x"), el("TD", "1", headers=[])),
        )
    ).tables[0]
    assert facts(found) == [("x", "A", "1")]
    assert found.unresolved_headers == ()


def test_dangling_ids_are_recorded_and_the_scan_steps_in() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "A")),
            el("TR", el("TH", "x"), el("TD", "1", headers=["nowhere", "gone"])),
        ),
        el("P", "no cell", id="gone"),
    ).tables[0]
    assert facts(found) == [("x", "A", "1")]
    cell = found.cells[-1].node
    assert found.unresolved_headers == ((cell, "nowhere"), (cell, "gone"))


def test_of_several_with_one_id_the_one_in_the_same_table_is_meant() -> None:
    def part(value: str) -> object:
        return el(
            "Table",
            el("TR", el("TH", f"Item {value}", id="i"), el("TH", f"Head {value}", id="a")),
            el("TR", el("TH", "x", id="x"), el("TD", value, headers=["a", "x"])),
        )

    tables = view(part("1"), part("2")).tables
    assert facts(tables[0]) == [("x", "Head 1", "1")]
    assert facts(tables[1]) == [("x", "Head 2", "2")]


def test_headers_of_another_table_serve_its_continuation() -> None:
    tables = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "Price", id="p", scope="Column")),
            el("TR", el("TH", "x"), el("TD", "1")),
        ),
        el("Table", el("TR", el("TH", "y", id="y"), el("TD", "2", headers=["p", "y"]))),
    ).tables
    assert facts(tables[1]) == [("y", "Price", "2")]


def test_a_group_header_further_down_stands_in_front() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "Item"), el("TH", "2023", id="a"), el("TH", "2024", id="b")),
            el("TR", el("TH", "Costs", id="g", colspan=3, scope="Column")),
            el("TR", el("TH", "x", id="x"), el("TD", "1", headers=["a", "g", "x"]), el("TD", "2")),
        )
    ).tables[0]
    assert facts(found)[0] == ("x", "Costs > 2023", "1")


def test_headers_that_name_each_other_end() -> None:
    found = view(
        el(
            "Table",
            el("TR", el("TH", "A", id="a", headers=["b"]), el("TH", "B", id="b", headers=["a"])),
            el("TR", el("TD", "1", headers=["a"]), el("TD", "2", headers=["b"])),
        )
    ).tables[0]
    assert [column for _, column, _ in facts(found)] == ["A > B", "A > B"]
