"""Headers that the grid contradicts make no tasks, and no cell ambiguous."""

from __future__ import annotations

from dtaa_lint.graph.model import Axis
from dtaa_lint.universe.heads import contradictions
from dtaa_lint.universe.model import Motif
from tests.graph.support import el
from tests.universe.support import rejected, series, universe, values


def header(name: str, scope: str = "Column") -> object:
    return el("TH", name, id=name, scope=scope)


def cell(text: str, *headers: str) -> object:
    return el("TD", text, headers=list(headers))


def years(*second: object) -> object:
    """Three columns; the second row is given."""
    return el(
        "Table",
        el("TR", el("TD"), header("2022"), header("2023"), header("2024")),
        el("TR", header("A", "Row"), cell("1", "A", "2022"), cell("2", "A"), cell("3", "A")),
        el("TR", header("B", "Row"), *second),
    )


RIGHT = (cell("4", "B", "2022"), cell("5", "B", "2023"), cell("6", "B", "2024"))
WRONG = (cell("4", "B", "2023"), cell("5", "B", "2023"), cell("–", "B", "2022"))


def test_the_cell_is_lost_and_names_both_headers() -> None:
    found = universe(years(*WRONG))
    table = found.view.tables[0]
    wrong = contradictions(table)
    texts = {c.node: c.text for c in table.cells}
    assert [
        (table.cells[i].text, w.axis, texts[w.named], texts[w.standing]) for i, w in wrong.items()
    ] == [("4", Axis.COLUMN, "2023", "2022"), ("–", Axis.COLUMN, "2022", "2024")]
    assert ("AMBIGUOUS_RELATION", "headers", "4") in rejected(found, Motif.TABLE_CELL)
    assert [v for v in values(found) if v[0] == "B"] == [("B", "2023", "5")]


def test_other_cells_with_the_same_headers_stay_tasks() -> None:
    found = universe(years(*WRONG))
    assert ("B", "2023", "5") in values(found)
    assert not [r for r in rejected(found, Motif.TABLE_CELL) if r[0] == "AMBIGUOUS"]


def test_what_rests_on_the_cell_is_lost_with_it() -> None:
    assert [s for s in series(universe(years(*RIGHT))) if s[1] == "B"]
    assert not [s for s in series(universe(years(*WRONG[:2], cell("6", "B")))) if s[1] == "B"]


def test_right_headers_are_no_contradiction() -> None:
    found = universe(years(*RIGHT))
    assert contradictions(found.view.tables[0]) == {}
    assert len(values(found)) == 6
