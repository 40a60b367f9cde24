"""The workbook: its sheets and columns, text that is only ever text, and what people fill in."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.finding import Plan, PlanStep, Report, TaskLine
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report import xlsx
from dtaa_lint.report.escape import sheet_text
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.xlsx import render
from dtaa_lint.report.xlsx.book import sheet_name
from dtaa_lint.settings.thresholds import Thresholds
from dtaa_lint.words import Words, languages
from tests.report.support import (
    HEADING_RULE,
    HOSTILE,
    RULES,
    file,
    finding,
    group,
    hostile,
    report,
    typical,
)

# openpyxl does not know the solid bars of newer versions of Excel.
pytestmark = pytest.mark.filterwarnings("ignore:.*xtension is not supported")

SHEETS = ["Summary", "Findings", "By file", "By page", "By rule", "Tasks"]


def opened(made: Report, **options: str) -> Workbook:
    return load_workbook(BytesIO(render(made, RenderOptions(**options))))  # type: ignore[arg-type]


def rows(page: Worksheet) -> list[dict[str, object]]:
    heads, *cells = page.iter_rows(values_only=True)
    return [dict(zip(map(str, heads), row, strict=True)) for row in cells]


def with_tasks() -> Report:
    line = TaskLine(
        "0" * 32, "EXTRACT-L4", "TABLE_CELL", 2, "3", "/Document/Table[1]", "Costs › Tolls",
        "Arvik", "2024 › Total", "=37.8",
    )  # fmt: skip
    first, *others = typical().files
    return report(replace(first, task_lines=(line, replace(line, page=-1))), *others)


def test_sheets_are_one_table_each_with_filters() -> None:
    for made in (typical(), hostile(), report(), with_tasks()):
        book = opened(made)
        assert book.sheetnames == SHEETS
        for page in book.worksheets:
            (table,) = page.tables.values()
            assert table.autoFilter is not None
            assert table.headerRowCount == 1
            assert not page.merged_cells.ranges
            assert page.freeze_panes in ("B2", "C2")
            assert page.print_title_rows == "$1:$1"
            assert page.page_setup.orientation == "landscape"
            assert page.sheet_properties.pageSetUpPr.fitToPage


def test_every_place_is_a_row() -> None:
    found = rows(opened(typical())["Findings"])
    assert [row["No."] for row in found] == list(range(1, 12))
    assert found[0]["What is wrong"] == "The file could not be checked: the file is empty"
    assert [row["Severity"] for row in found] == ["error"] * 8 + ["warning"] * 2 + ["info"]
    table = found[1]
    assert (table["Page"], table["Severity"], table["Rule"]) == (3, "error", "DT0101")
    assert table["Repair"] == "Change the TD that names each row to TH with Scope=Row."
    assert table["PDF/UA"] == "PDF/UA-2 8.2.5.26"
    assert (table["Tasks blocked"], table["Places of the cause"]) == (6, 7)
    assert table["Fingerprint"] == f"{2:032x}"


def test_the_worst_comes_first() -> None:
    found = (
        finding(HEADING_RULE, n=1, group="h"),
        finding(n=2, group="few", tasks_blocked=1),
        finding(n=3, group="many", tasks_blocked=9),
        finding(n=4, group="known", tasks_blocked=99, status=Status.KNOWN),
        finding(n=5, group="few", tasks_blocked=1),
    )
    groups = (group(found, 2), group(found, 1, 4), group(found, 0))
    made = rows(opened(report(file(found, groups)))["Findings"])
    assert [row["Cause"] for row in made] == ["many", "few", "few", "h", "known"]
    assert [row["No."] for row in made] == [1, 2, 3, 4, 5]


def test_work_begins_where_the_report_says() -> None:
    found = (
        finding(n=1),
        finding(n=2, status=Status.KNOWN),
        finding(n=3, status=Status.SUPPRESSED, justification="agreed"),
    )
    book = opened(report(file(found, (group(found, 0),))))
    states = [(row["Work status"], row["Comment"]) for row in rows(book["Findings"])]
    assert states == [("to do", None), (None, None), ("accepted", "agreed")]
    (rule,) = book["Findings"].data_validations.dataValidation
    assert rule.formula1 == '"to do,in progress,fixed,accepted,not a fault"'
    assert str(rule.sqref) == "J2:J4"
    assert book["Findings"]["J1"].value == "Work status"


def test_how_the_work_stands_is_counted_by_formulas() -> None:
    found = (finding(n=1), finding(n=2), finding(n=3, status=Status.SUPPRESSED))
    data = render(report(file(found, (group(found, 0, 1),))), RenderOptions())
    formulas = load_workbook(BytesIO(data))["Summary"]
    assert formulas["D2"].value == "=COUNTIF('Findings'!$J$2:$J$4,C2)"
    values = load_workbook(BytesIO(data), data_only=True)["Summary"]
    assert [(values[f"C{n}"].value, values[f"D{n}"].value) for n in (2, 5)] == [
        ("to do", 2), ("accepted", 1),
    ]  # fmt: skip


def test_rules_are_linked_to_their_row_or_to_the_documentation() -> None:
    inner = opened(typical())
    link = inner["Findings"]["E3"].hyperlink
    assert link is not None
    target = re.fullmatch(r"'By rule'!A(\d+)", str(link.location))
    assert target is not None
    assert inner["By rule"][f"A{target[1]}"].value == "DT0101"
    outer = opened(typical(), docs_url="https://docs.example.org")["Findings"]["E3"].hyperlink
    assert outer is not None
    assert outer.target == "https://docs.example.org/rules/DT0101/"


def test_pages_are_linked_to_their_first_finding() -> None:
    book = opened(typical())
    for row in range(2, book["By page"].max_row + 1):
        cell = book["By page"][f"B{row}"]
        assert cell.hyperlink is not None
        target = re.fullmatch(r"'Findings'!A(\d+)", str(cell.hyperlink.location))
        assert target is not None
        there = book["Findings"][f"C{target[1]}"].value
        assert there == (None if cell.value == "no page" else cell.value)


def test_a_row_for_each_file() -> None:
    first, clean, broken = rows(opened(typical())["By file"])
    assert [first[head] for head in ("Errors", "Warnings", "Info", "Causes")] == [7, 2, 1, 4]
    assert (first["Tasks"], first["Tasks a page"], first["Candidates rejected"]) == (312, 13, 66)
    verdicts = [row["Verdict"] for row in (first, clean, broken)]
    assert verdicts == ["fails", "passes", "could not be checked"]
    lenient = rows(opened(typical(), fail_on="never")["By file"])
    assert lenient[0]["Verdict"] == "passes"


def test_by_page_counts_what_counts() -> None:
    found = rows(opened(typical())["By page"])
    assert [(row["Page"], row["Findings"]) for row in found] == [
        ("no page", 2), *((n, 1) for n in (3, 4, 5, 6, 10, 11, 12, 15)),
    ]  # fmt: skip
    assert found[1]["Rules, with their findings on the page"] == "DT0101 cell-without-row-header"


def test_by_rule_has_every_rule_with_its_outcome() -> None:
    found = {row["Rule"]: row for row in rows(opened(typical())["By rule"])}
    assert set(found) == {rule.code for rule in RULES}
    assert found["DT0101"]["Outcome"] == "7 findings"
    assert found["DT0101"]["Why it costs answers"] == (
        "A value without a row header has no subject. Nobody can ask for it."
    )
    assert "Word: Table Design: First Column." in str(found["DT0101"]["Repair in authoring tools"])
    clean = {row["Rule"]: row for row in rows(opened(report(file((), ())))["By rule"])}
    assert clean["DT0101"]["Outcome"] == "nothing found"


def test_tasks_are_listed() -> None:
    book = opened(with_tasks())
    first, second = rows(book["Tasks"])
    assert (first["Page"], first["Asked about"], first["Answer"]) == (3, "Arvik", "=37.8")
    assert second["Page"] is None
    assert "Tasks that begin here" in rows(book["By page"])[0]
    assert "Tasks that begin here" not in rows(opened(typical())["By page"])[0]


def test_the_facts_of_each_file() -> None:
    found = (finding(n=1, tasks_unlocked=4),)
    one = file(
        found,
        (group(found, 0),),
        plan=Plan(
            (PlanStep("DT0101-one", (0,), 4, 316, 0.8),), 312, 317, "80 % of all", True, True
        ),
    )
    limits = Thresholds(min_tasks_per_page=500.0, max_unresolved=(("all", 0.05),))
    facts = {
        (row["About"], row["Item"]): row
        for row in rows(opened(report(accept(one, limits, "report")))["Summary"])
    }
    assert facts["Document", "pages"]["Number"] == 24
    assert facts["Acceptance", "not accepted"]["Remark"] == "profile report"
    assert facts["Acceptance", "tasks a page"]["Remark"] == "at least 500: missed"
    assert facts["Repair plan", "1. DT0101 cell-without-row-header"]["Number"] == 4
    assert facts["Structure", "notes bound to a reference"]["Of"] == 7
    assert facts["Tasks", "TABLE_CELL"]["Remark"] == (
        "A data cell with the headers of its row and of its column."
    )
    broken = [row for row in rows(opened(typical())["Summary"]) if row["File"] == "broken.pdf"]
    assert [(row["Item"], row["Remark"]) for row in broken] == [
        ("could not be checked", "the file is empty")
    ]


def test_nothing_a_document_says_is_a_formula_or_a_link() -> None:
    book = opened(hostile())
    for page in book.worksheets:
        for row in page.iter_rows():
            for cell in row:
                own = page.title == "Summary" and cell.column == 4 and cell.row <= 6
                assert cell.data_type != "f" or own, (page.title, cell.coordinate)
                if cell.hyperlink is not None:
                    assert cell.hyperlink.target is None
                # Nor will it be once somebody has edited the cell.
                if cell.row > 1 and str(cell.value).startswith(("=", "+", "-", "@")) and not own:
                    assert cell.quotePrefix, (page.title, cell.coordinate)
    said = [row["Text in the document"] for row in rows(book["Findings"])]
    assert '=HYPERLINK("https://example.org","x")' in said
    assert not any(char in str(text) for text in said for char in "\x1b\u202e\u2028")


@pytest.mark.parametrize(
    "text",
    ["<r><t>x</t></r>", "<r>", "_x0041_", "=1+1", "漢" * 40_000, "😀" * 20_000, "a\nb", "\x00"],
)
def test_texts_that_workbooks_could_take_for_something_else(text: str) -> None:
    found = (finding(message=text),)
    cell = opened(report(file(found, (group(found, 0),))))["Findings"]["F2"]
    assert cell.data_type == "s"
    shown = str(cell.value).replace("_x005F_x0041_", "_x0041_")
    assert shown == sheet_text(text)
    assert len(shown.encode("utf-16-le")) // 2 <= 32_767


def test_no_platform_and_no_clock_shows() -> None:
    data = render(typical(), RenderOptions())
    assert data == render(typical(), RenderOptions())
    with ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        for entry in archive.infolist():
            assert (entry.create_system, entry.date_time) == (3, (1980, 1, 1, 0, 0, 0))
        core = archive.read("docProps/core.xml").decode("utf-8")
        assert re.findall(r"\d{4}-\d\d-\d\dT", core) == ["1980-01-01T"] * 2
        assert "<dc:title>Findings and tasks of tagged PDFs</dc:title>" in core


def test_rows_grow_with_what_people_write() -> None:
    with ZipFile(BytesIO(render(typical(), RenderOptions()))) as archive:
        page = archive.read("xl/worksheets/sheet2.xml")
    assert b" ht=" in page
    assert b"customHeight" not in page


def test_what_does_not_fit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MAX_ROWS", 9)
    book = opened(typical())
    kept = rows(book["Findings"])
    # What is info, and the warning that blocks no task and comes last.
    assert [row["No."] for row in kept] == list(range(1, 10))
    assert [row["Severity"] for row in kept] == ["error"] * 8 + ["warning"]
    for row in range(2, book["By page"].max_row + 1):
        cell = book["By page"][f"B{row}"]
        page = None if cell.value == "no page" else cell.value
        target = None if cell.hyperlink is None else str(cell.hyperlink.location).split("!A")[1]
        assert target is None or book["Findings"][f"C{target}"].value == page
    left = [row for row in rows(book["Summary"]) if row["About"] == "Left out"]
    assert [(row["Item"], row["Number"]) for row in left] == [("Findings", 2)]


def test_names_of_sheets() -> None:
    assert sheet_name("Par page : l’été [2024] / *?") == "Par page   l’été  2024"
    assert len(sheet_name("x" * 40)) == 31


def test_every_hostile_text_is_there() -> None:
    assert len(rows(opened(hostile())["Findings"])) == len(HOSTILE) + 1


@pytest.mark.filterwarnings("error::UserWarning:xlsxwriter")
@pytest.mark.parametrize("lang", languages())
def test_every_language_has_a_workbook_that_programs_open(lang: str) -> None:
    """Names of sheets and headings are different, and the list of a drop-down is short enough."""
    book = load_workbook(BytesIO(render(with_tasks(), RenderOptions(words=Words(lang)))))
    assert len(set(book.sheetnames)) == len(SHEETS)
    for page in book.worksheets:
        assert len(page.tables) == 1
        heads = [str(cell.value).casefold() for cell in page[1]]
        assert len(set(heads)) == len(heads)
    work = book.worksheets[1]
    (rule,) = work.data_validations.dataValidation
    assert str(work["J2"].value) in str(rule.formula1)
