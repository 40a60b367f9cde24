"""Tables as the machine reads them."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.findings.finding import Related, SketchCell, TableSketch
from dtaa_lint.report.html import render
from dtaa_lint.report.html.grids import grid
from dtaa_lint.report.interface import RenderOptions
from tests.report.html_support import broken_references, parse
from tests.report.support import FIGURE_RULE, file, finding, group, report


def cell(node: int, row: int, column: int, text: str, **fields: object) -> SketchCell:
    values: dict[str, object] = {
        "node": node, "row": row, "column": column, "row_span": 1, "column_span": 1,
        "header": False, "scope": "", "text": text, "row_headers": (), "column_headers": (),
    }  # fmt: skip
    values.update(fields)
    return SketchCell(**values)  # type: ignore[arg-type]


CELLS = (
    cell(11, 0, 0, "", header=True, scope="Both"),
    cell(12, 0, 1, "2023", header=True, scope="Column", column_span=2),
    cell(13, 1, 0, "Oslo", header=True, scope="Row"),
    cell(14, 1, 1, "4.1", row_headers=(2,), column_headers=(1,)),
    cell(15, 1, 2, "4.2", column_headers=(1,)),
)
SKETCH = TableSketch(10, "/Document/Table[1]", 1, "Towns", 40, 3, CELLS, True)


def page_of(*places: object, sketch: TableSketch = SKETCH) -> object:
    found = tuple(places)
    made = report(file(found, (group(found, *range(len(found))),), sketches=(sketch,)))  # type: ignore[arg-type]
    page = parse(render(made, RenderOptions()))
    assert broken_references(page) == []
    return page


def test_a_finding_on_a_cell_shows_its_table_and_marks_the_cell() -> None:
    related = (Related(13, "/Document/Table[1]/TR[2]/TH[1]", 1, "row header", "Oslo"),)
    page = page_of(finding(n=15, related=related))
    (table,) = page.xpath("//div[@class='grid']//table")  # type: ignore[attr-defined]
    assert [len(row) for row in table.xpath(".//tr")] == [2, 3]
    assert table.xpath(".//*[contains(@class, 'fault')]/@id") == ["d1-t1-c4"]
    assert table.xpath(".//*[contains(@class, 'other')]/@id") == ["d1-t1-c2"]
    (known,) = table.xpath(".//*[@id='d1-t1-c3']")
    assert known.get("headers") == "d1-t1-c2 d1-t1-c1"
    assert known.get("title") == "Row: Oslo. Column: 2023."
    (lost,) = table.xpath(".//*[@id='d1-t1-c4']")
    assert lost.get("title") == "Row: no header. Column: 2023."
    assert "no-row" in lost.get("class") and "no-column" not in lost.get("class")
    (corner,) = table.xpath(".//*[@id='d1-t1-c0']")
    assert "(empty)" in corner.text_content()
    assert "Shown in part" in page.text_content()  # type: ignore[attr-defined]


def test_a_table_is_drawn_once_and_the_other_places_lead_to_it() -> None:
    page = page_of(finding(n=10), finding(n=14), finding(n=99, path="/Document/Table[1]/TR[1]"))
    assert len(page.xpath("//div[@class='grid']")) == 1  # type: ignore[attr-defined]
    links = page.xpath("//a[@class='grid-link']/@href")  # type: ignore[attr-defined]
    assert links == ["#d1-t1", "#d1-t1"]
    uses = page.xpath("//div[@class='table-use']/@data-faults")  # type: ignore[attr-defined]
    assert uses == ["", "3", ""]


def test_rules_about_other_things_show_no_table_of_the_path_around() -> None:
    page = page_of(finding(FIGURE_RULE, 99, path="/Document/Table[1]/TR[1]/TD[1]/Figure[1]"))
    assert page.xpath("//div[@class='table-use']") == []  # type: ignore[attr-defined]


def test_spans_that_overlap_or_are_absurd_keep_to_the_grid() -> None:
    cells = (
        cell(1, 0, 0, "a", row_span=10**9, column_span=10**9),
        cell(2, 0, 1, "b"),
        cell(3, 1, 0, "c", column_span=0, row_span=-4),
        cell(4, 10**9, 0, "d"),
        cell(5, 1, 2, "e", header=True, row_headers=(4, 77, -1), column_headers=(4,)),
    )
    view = grid(TableSketch(9, "/Table[1]", -1, "", 2, 3, cells, False), "g", 1, "")
    assert len(view.rows) <= 200
    assert view.cut
    for row in view.rows:
        assert sum(one.column_span for one in row) <= 60
    named = [one for row in view.rows for one in row if one.text == "e"]
    assert all(one.headers == "" for one in named)


def test_no_cells_at_all() -> None:
    page = page_of(finding(n=10), sketch=replace(SKETCH, cells=(), rows=0, columns=0))
    assert len(page.xpath("//div[@class='grid']")) == 1  # type: ignore[attr-defined]


def test_candidates_beyond_the_first_ones_are_framed_as_well() -> None:
    found = (finding(n=15),)
    more = {0: (Related(13, "/Document/Table[1]/TR[2]/TH[1]", 1, "row header", "Oslo"),)}
    made = report(file(found, (group(found, 0),), sketches=(SKETCH,), more_related=more))
    page = parse(render(made, RenderOptions()))
    (table,) = page.xpath("//div[@class='grid']//table")
    assert table.xpath(".//*[contains(@class, 'other')]/@id") == ["d1-t1-c2"]


def test_labels_and_their_values_are_not_shown_as_faulty() -> None:
    pairs = (cell(21, 0, 0, "Program"), cell(22, 0, 1, "Healthcare"))
    for needs, faulty in (("both", 4), ("row", 1), ("none", 0)):
        sketch = replace(SKETCH, cells=pairs, rows=1, columns=2, needs=needs)
        page = page_of(finding(n=10), sketch=sketch)
        found = page.xpath("//td[contains(@class, 'no-row')]")  # type: ignore[attr-defined]
        found += page.xpath("//td[contains(@class, 'no-column')]")  # type: ignore[attr-defined]
        assert len(found) == faulty


def test_slices_of_one_table_are_shown_together() -> None:
    sketches = tuple(
        replace(SKETCH, node=n, path=f"/Document/Table[{n}]", cells=(cell(n + 50, 0, 0, "x"),))
        for n in range(1, 9)
    )
    related = tuple(Related(n, f"/Document/Table[{n}]", 1, "slice", "x") for n in range(2, 9))
    found = (finding(n=1, related=related),)
    made = report(file(found, (group(found, 0),), sketches=sketches))
    page = parse(render(made, RenderOptions()))
    assert broken_references(page) == []
    assert [node.get("id") for node in page.xpath("//div[@class='grid']")] == [
        f"d1-t{n}" for n in range(1, 7)
    ]
    assert len(page.xpath("//details[contains(@class, 'other-tables')]//table")) == 5


def test_long_tables_can_be_shown_whole() -> None:
    cells = tuple(cell(n + 20, n, 0, "x") for n in range(13))
    page = page_of(finding(n=10), sketch=replace(SKETCH, cells=cells, rows=13))
    assert page.xpath("//div[@class='grid long']//button/text()") == ["Show all 13 rows"]  # type: ignore[attr-defined]
