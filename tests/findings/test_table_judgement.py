"""Tasks and findings judge a table once, and alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.findings.check import Context
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.tables import TableKind, table_facts
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.tables import TableKind as TaskKind
from dtaa_lint.universe.universe import enumerate_tasks
from tests import make
from tests.findings.test_fixtures import FIXTURES
from tests.graph.support import build, el, table

ALIKE = {
    TaskKind.BARE: {TableKind.BARE, TableKind.BARE_PAIRS, TableKind.SLICE},
    TaskKind.LAYOUT: {TableKind.LAYOUT, TableKind.CONTENTS},
    TaskKind.EMPTY: {TableKind.EMPTY},
}
ONLY_BARE = {TableKind.BARE, TableKind.BARE_PAIRS, TableKind.EMPTY, TableKind.SLICE}
"""Kinds that only a table without headers can have."""
FILES = sorted(
    f for code in ("DT0107", "DT0108", "DT0110", "DT0401") for f in (FIXTURES / code).glob("*.pdf")
)


def kinds(view: View) -> list[tuple[TaskKind, TableKind]]:
    universe = enumerate_tasks(view)
    facts = table_facts(Context(view, universe))
    return [(universe.table(i)[0], fact.kind) for i, fact in enumerate(facts)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_of_tables_without_headers(path: Path) -> None:
    found = kinds(View(read(str(path))))
    assert found
    for task_kind, kind in found:
        assert kind in ALIKE.get(task_kind, set(TableKind) - ONLY_BARE)


def test_headers_that_stand_in_the_table_before() -> None:
    first = table(" |*C Price |*C Seats", "*R Basic | 12 | 3")
    head = first.kids[0]
    for cell, name in zip(head.kids[1:], ("p", "s"), strict=True):
        cell.options["id"] = name
    rest = [
        el(
            "TR",
            el("TD", f"Plan {n}"),
            el("TD", f"{n}5", headers=["p"]),
            el("TD", "7", headers=["s"]),
        )
        for n in range(1, 5)
    ]
    assert kinds(View(build(first, el("Table", *rest)))) == [
        (TaskKind.DATA, TableKind.DATA),
        (TaskKind.DATA, TableKind.DATA),
    ]


def test_the_rest_of_a_table_repeats_its_headers_whatever_the_line_breaks() -> None:
    document = make.Doc(lang="de")
    heads = (("Begriff", "Wert/ Bereich"), ("Be-griff", "Wert/Bereich"), ("Begriff", "Quelle"))
    for head in heads:
        rows = [make.el("TR", make.el("TD", text), make.el("TD", "Text")) for text in ("A1", "B2")]
        cells = [make.el("TH", text, scope="Column") for text in head]
        note = make.el("Note", make.el("Lbl", "1"), "See the last page.")
        document.add(make.el("Table", make.el("TR", *cells), *rows), note, make.new_page())
    view = View(read(document.bytes(), name="made.pdf"))
    facts = table_facts(Context(view, enumerate_tasks(view)))
    assert [fact.continues for fact in facts] == [-1, 0, -1]


def test_a_box_to_tick_is_no_header() -> None:
    ticked = table("* |* ", "*\u2612 | The report is complete, and every part is there.")
    assert kinds(View(build(ticked))) == [(TaskKind.LAYOUT, TableKind.LAYOUT)]


@pytest.mark.parametrize(
    ("code", "name", "freed"),
    [("DT0108", "fail-title-in-header-row.pdf", 10 + 2), ("DT0401", "fail-titled.pdf", 4)],
)
def test_headers_free_values_and_their_series_only(code: str, name: str, freed: int) -> None:
    report = lint_file(str(FIXTURES / code / name), LintOptions(select=(code,)))
    assert [finding.explains["INCOMPLETE_EVIDENCE"] for finding in report.findings] == [freed]


@pytest.mark.parametrize("name", ["fail-levels.pdf", "fail-narrow.pdf"])
def test_what_two_repairs_free_together_counts_for_both(name: str) -> None:
    path = str(FIXTURES / "DT0102" / name)
    report = lint_file(path, LintOptions(select=("DT0102", "DT0106")))
    blocked = {finding.code: finding.explains for finding in report.findings}
    assert blocked["DT0102"] == blocked["DT0106"]
    assert blocked["DT0102"]["INCOMPLETE_EVIDENCE"] >= 12


def test_only_values_are_counted() -> None:
    report = lint_file(str(FIXTURES / "DT0102" / "fail-levels.pdf"), LintOptions(select=("DT01",)))
    assert {ratio.key: (ratio.n, ratio.of) for ratio in report.ratios}["cells"] == (0, 12)


def test_the_row_next_to_the_data_heads_the_columns() -> None:
    rows = [f"R-{n}000 | Return {n} | {n * 7} | {n * 9}" for n in range(1, 5)]
    found = View(build(table("Event | Before", "Code | Name | Days | Weeks", *rows)))
    facts = table_facts(Context(found, enumerate_tasks(found)))[0]
    assert facts.first_row is not None
    assert facts.first_row.place == 1
    assert [facts.table.cells[i].text for i in facts.first_row.upper] == ["Event", "Before"]
