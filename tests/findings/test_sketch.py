"""Tables as the machine reads them, and the list of tasks: what they hold, and how they are cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dtaa_lint.findings import sketch
from dtaa_lint.findings.engine import LintOptions, lint_file, lint_view
from dtaa_lint.findings.finding import FileReport, Finding, TableSketch
from dtaa_lint.findings.suppress import Status
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.universe import enumerate_tasks
from tests.cost import grows_less
from tests.make import Doc, Element, el

ROOT = Path(__file__).resolve().parents[2]
ALL = LintOptions(impact=False, sketches=True, task_lines=True)


def table(rows: int, columns: int, row_headers: bool = True) -> Element:
    """A table with a row of column headers; the first cell of a row names it."""
    first = "TH" if row_headers else "TD"
    head = [el("TH", f"Column {c}", scope="Column") for c in range(columns)]
    body = [
        el(
            "TR",
            el(first, f"Row {r}", scope="Row" if row_headers else None),
            *[el("TD", f"{r}.{c}") for c in range(1, columns)],
        )
        for r in range(1, rows)
    ]
    return el("Table", el("Caption", "Values by row and column"), el("TR", *head), *body)


def view_of(path: Path, *elements: Element) -> View:
    return View(read(str(Doc().add(el("H1", "Values"), *elements).write(path))))


def about(view: View, *nodes: int) -> list[Finding]:
    """Findings on these elements, of the shape that the engine makes."""
    path = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
    finding = lint_file(str(path), LintOptions(impact=False)).findings[0]
    return [replace(finding, node=node, related=(), status=Status.OPEN) for node in nodes]


def cell(view: View, text: str) -> int:
    return next(c.node for t in view.tables for c in t.cells if c.text == text)


def texts(found: TableSketch, indices: tuple[int, ...]) -> list[str]:
    return [found.cells[index].text for index in indices]


@pytest.fixture(scope="module")
def demo() -> FileReport:
    return lint_file(str(ROOT / "fixtures" / "demo" / "harbour-levy.pdf"), ALL)


def test_nothing_is_made_unless_it_is_asked_for() -> None:
    path = str(ROOT / "fixtures" / "demo" / "harbour-levy.pdf")
    report = lint_file(path, LintOptions(impact=False))
    assert report.sketches == () and report.task_lines == ()
    only = lint_file(path, LintOptions(impact=False, sketches=True))
    assert only.sketches and only.task_lines == ()


def test_each_table_with_an_open_finding_is_shown(demo: FileReport) -> None:
    nodes = [found.node for found in demo.sketches]
    assert nodes == sorted(set(nodes))
    paths = {found.path for found in demo.sketches}
    for finding in demo.open_findings:
        steps = finding.path.split("/")
        if any(step.startswith("Table[") for step in steps):
            at = max(i for i, step in enumerate(steps) if step.startswith("Table["))
            assert "/".join(steps[: at + 1]) in paths
    for found in demo.sketches:
        assert found.findings
        for index in found.findings:
            finding = demo.findings[index]
            places = [finding.path, *(other.path for other in finding.related)]
            assert any(f"{place}/".startswith(f"{found.path}/") for place in places)


def test_header_paths_are_cells_of_the_sketch(tmp_path: Path) -> None:
    view = view_of(tmp_path / "t.pdf", table(4, 3))
    (found,) = sketch.sketches(view, about(view, cell(view, "2.1")))
    assert (found.rows, found.columns, found.cut) == (4, 3, False)
    assert found.caption == "Values by row and column"
    assert found.shown_rows == (0, 1, 2, 3) and found.shown_columns == (0, 1, 2)
    value = next(c for c in found.cells if c.text == "2.1")
    assert texts(found, value.row_headers) == ["Row 2"]
    assert texts(found, value.column_headers) == ["Column 1"]
    head = found.cells[0]
    assert head.header and head.scope == "Column" and not value.header and value.scope == ""


def test_a_suppressed_or_known_finding_shows_no_table(tmp_path: Path) -> None:
    view = view_of(tmp_path / "t.pdf", table(4, 3))
    (finding,) = about(view, cell(view, "2.1"))
    for status in (Status.SUPPRESSED, Status.KNOWN):
        assert sketch.sketches(view, [replace(finding, status=status)]) == ()


def test_the_innermost_table_is_shown_and_what_stands_outside_shows_none(tmp_path: Path) -> None:
    inner = table(3, 2)
    outer = el(
        "Table",
        el("TR", el("TH", "Kind", scope="Column"), el("TH", "Detail", scope="Column")),
        el("TR", el("TH", "A", scope="Row"), el("TD", inner)),
        el("TR", el("TH", "B", scope="Row"), el("TD", "beside")),
    )
    view = view_of(tmp_path / "t.pdf", outer, el("P", "After the table."))
    around, within = view.tables
    findings = about(view, cell(view, "1.1"), cell(view, "beside"), len(view.nodes) - 1)
    shown = sketch.sketches(view, findings)
    assert [(found.node, found.findings) for found in shown] == [
        (around.node, (1,)),
        (within.node, (0,)),
    ]


def test_rows_at_fault_and_their_headers_outlast_the_cut(tmp_path: Path) -> None:
    view = view_of(tmp_path / "t.pdf", table(300, 30))
    (found,) = sketch.sketches(view, about(view, cell(view, "288.27")))
    assert found.cut and (found.rows, found.columns) == (300, 30)
    assert len(found.shown_rows) == sketch.MAX_ROWS
    assert len(found.shown_columns) == sketch.MAX_COLUMNS
    assert found.shown_rows[:3] == (0, 1, 2) and found.shown_rows[-1] == 288
    assert found.shown_columns[:2] == (0, 1) and found.shown_columns[-1] == 27
    value = next(c for c in found.cells if c.text == "288.27")
    assert texts(found, value.row_headers) == ["Row 288"]
    assert texts(found, value.column_headers) == ["Column 27"]
    assert len(found.cells) == sketch.MAX_ROWS * sketch.MAX_COLUMNS


def test_a_row_at_fault_is_kept(tmp_path: Path) -> None:
    view = view_of(tmp_path / "t.pdf", table(200, 3))
    (found,) = sketch.sketches(view, about(view, view.tables[0].row_nodes[150]))
    assert 150 in found.shown_rows and 100 not in found.shown_rows


def test_spans_count_what_is_shown(tmp_path: Path) -> None:
    """A header over 100 rows begins above what is shown of it, and ends below."""
    rows = [
        el("TR", *([el("TH", "All", scope="Row", row_span=99)] if r == 1 else []), el("TD", f"{r}"))
        for r in range(1, 100)
    ]
    head = el("TR", el("TH", "Group", scope="Column"), el("TH", "Value", scope="Column"))
    view = view_of(tmp_path / "t.pdf", el("Table", head, *rows))
    (found,) = sketch.sketches(view, about(view, cell(view, "90")))
    group = next(c for c in found.cells if c.text == "All")
    assert (group.row, group.row_span) == (1, sketch.MAX_ROWS - 1)
    covered = sum(c.row_span * c.column_span for c in found.cells)
    assert covered == len(found.shown_rows) * len(found.shown_columns)


def test_texts_are_cut(tmp_path: Path) -> None:
    long = "word " * 100
    view = view_of(
        tmp_path / "t.pdf",
        el("Table", el("TR", el("TH", "Key"), el("TD", long)), el("TR", el("TH", "b"), el("TD"))),
    )
    (found,) = sketch.sketches(view, about(view, view.tables[0].node))
    assert found.cells[1].text.endswith("…") and len(found.cells[1].text) <= sketch.CELL_TEXT + 1


def test_many_tables_share_the_cells_of_a_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sketch, "MAX_CELLS", 100)
    monkeypatch.setattr(sketch, "LEAST_CELLS", 30)
    view = view_of(tmp_path / "t.pdf", *[table(15, 3) for _ in range(5)])
    shown = sketch.sketches(view, about(view, *[t.node for t in view.tables]))
    assert len(shown) == 5 and all(found.cut for found in shown)
    assert [len(found.cells) for found in shown] == [30, 30, 30, 9, 0]


def test_a_large_table_takes_no_longer_for_many_findings(tmp_path: Path) -> None:
    view = view_of(tmp_path / "t.pdf", table(1500, 6))
    nodes = [c.node for c in view.tables[0].cells]
    findings = about(view, *nodes)
    _ = view.path(view.tables[0].node)

    few, all_of_them = (
        (lambda: sketch.sketches(view, findings[:1000])),
        (lambda: sketch.sketches(view, findings)),
    )
    assert grows_less(few, all_of_them, 18, 0.1)


def test_tasks_are_lines_without_the_control_band(demo: FileReport) -> None:
    assert demo.tasks is not None
    assert len(demo.task_lines) == demo.tasks.eligible
    counted: dict[str, int] = {}
    for line in demo.task_lines:
        counted[line.motif] = counted.get(line.motif, 0) + 1
        assert line.answer and "\n" not in line.answer
        assert line.path.startswith("/") and 0 <= line.page < demo.pages and line.page_label
    control = {"LOCAL_FACT"}
    assert counted == {k: v for k, v in demo.tasks.by_motif.items() if k not in control}


def test_the_lines_are_the_tasks() -> None:
    path = ROOT / "fixtures" / "documents" / "typst-fr.pdf"
    view = View(read(str(path)))
    universe = enumerate_tasks(view)
    report = lint_view(view, universe, ALL)
    tasks = {task.task_id: task for task in universe.tasks()}
    assert report.task_lines
    for line in report.task_lines:
        task = tasks[line.task_id]
        assert line.task_class == task.task_class and line.page == task.page
        assert line.section.startswith((task.heading_path[0] if task.heading_path else "")[:40])
        assert line.subject.rstrip("…") in " ".join(task.subject.split())
