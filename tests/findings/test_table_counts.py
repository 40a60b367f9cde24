"""What messages about tables count is what a reader of the page counts."""

from __future__ import annotations

from pathlib import Path

from dtaa_lint.findings.engine import LintOptions, lint_file
from fixtures.shapes import header, plain, row
from tests.findings.test_fixtures import FIXTURES
from tests.make import Doc, Element, el, new_page


def messages(tmp_path: Path, code: str, *elements: Element) -> list[str]:
    file = tmp_path / "made.pdf"
    Doc(lang="en", title="T").add(el("H1", "Plans"), *elements).write(file)
    report = lint_file(str(file), LintOptions(select=(code,)))
    return [finding.message for finding in report.findings]


def test_headers_without_scope_are_counted_among_those_with_text(tmp_path: Path) -> None:
    table = el(
        "Table",
        el("TR", el("TH"), el("TH", "Price"), el("TH", "Seats"), el("TH")),
        el("TR", el("TH", "Basic"), el("TD", "12.50"), el("TD", "3"), el("TD")),
        el("TR", el("TH", "Team"), el("TD", "48.00"), el("TD", "25"), el("TD")),
    )
    (message,) = messages(tmp_path, "DT0105", table)
    assert message.startswith("No Scope on 4 of 4 header cells with text, such as “Price”:")


def test_levels_and_signs_are_no_values(tmp_path: Path) -> None:
    table = el(
        "Table",
        el("TR", el("TD", "Port"), el("TD", "2024", col_span=2)),
        plain("", "H1", "H2"),
        plain("Arvik", "1.2", "$"),
        plain("Corrie", "2.0", "3.0"),
    )
    (message,) = messages(tmp_path, "DT0108", table)
    assert "so 3 values are lost; 2 rows of labels" in message


def test_what_stands_above_the_headers_is_no_value(tmp_path: Path) -> None:
    table = el(
        "Table",
        plain("First quarter", "", ""),
        plain("", "2023", "2022"),
        plain("", "68", "5,149"),
        plain("", "70", "5,200"),
    )
    (message,) = messages(tmp_path, "DT0108", table)
    assert "so 4 values are lost" in message


def test_years_over_slices_are_no_values() -> None:
    found = [
        lint_file(str(FIXTURES / "DT0110" / name), LintOptions(select=("DT0110",))).findings
        for name in ("fail-columns.pdf", "fail-rows.pdf")
    ]
    assert all("so 12 values are lost" in finding.message for (finding,) in found)


def test_a_row_is_cut_only_where_other_rows_begin_with_text(tmp_path: Path) -> None:
    spacer = [row("", "10.1" if n > 1 else "", f"Agreement {n}") for n in range(1, 6)]
    keyed = [row("", "", "before the end"), *(row(f"P{n}", "48.00", "yes") for n in range(1, 5))]
    first = el("Table", header("Plan", "Price", "Terms"), row("Basic", "12.50", "None"))
    (message,) = messages(tmp_path, "DT0111", first, new_page(), el("Table", *spacer))
    assert "cut in two" not in message
    (message,) = messages(tmp_path, "DT0111", first, new_page(), el("Table", *keyed))
    assert message.endswith("; 1 row is cut in two.")


def test_the_cell_that_a_row_has_too_many_is_marked_and_not_the_rows_beside_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "made.pdf"
    table = el(
        "Table",
        header("Plan", "Price", "Seats"),
        row("Basic", "12.50", "3"),
        row("Team", "48.00", "", "25"),
        row("Firm", "96.00", "80"),
    )
    Doc(lang="en", title="T").add(el("H1", "Plans"), table).write(file)
    (finding,) = lint_file(str(file), LintOptions(select=("DT0106",))).findings
    assert [related.path for related in finding.related] == ["/Document/Table[1]/TR[3]/TD[2]"]
