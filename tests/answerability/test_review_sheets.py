"""Sheets: what is drawn, what is written, and what people make of them."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from dtaa_lint.answerability.review import tables as reading
from dtaa_lint.answerability.review.model import Criterion, Kind, Verdict
from dtaa_lint.answerability.review.read import Filled, read_sheets
from dtaa_lint.answerability.review.sample import draw
from dtaa_lint.answerability.review.score import score
from dtaa_lint.answerability.review.tables import Table, tables
from dtaa_lint.answerability.review.words_of_reviewers import phrasings_of, verdict_of
from dtaa_lint.answerability.review.write import csv_file, instructions_file, xlsx_file
from dtaa_lint.errors import InputError
from dtaa_lint.words import ENGLISH
from tests.answerability.reviews import (
    YES_TO_ALL,
    code_of,
    edited,
    fill_workbook,
    filled,
    made,
    says,
    subject,
    table,
)

DRAWN = made(*[subject(number, value=f"{number}.50") for number in range(12)])
HOSTILE = (
    '=HYPERLINK("http://evil","x")', "+1", "@SUM(A1)", "-2+3", "0012", "3/4", "1e5", "TRUE",
    "<r>rich</r>", "a\x00b\x1b[31m", "\u202egnp", "_x0041_ _x005F_", "'quoted'", "Q1: a | Q2: b",
    "line\nline", "\ud800", "x" * 40_000, "ab " * 20_000, " ", "•", "J1", "T0000000000000001",
)  # fmt: skip


def sheet(reviewer: str = "R1") -> Table:
    return table(csv_file(DRAWN, Kind.TASK, reviewer, ENGLISH), f"{reviewer}.csv")


def read(*found: Table) -> Filled:
    return read_sheets(found, {row.row_id for row in DRAWN.tasks})


def test_every_stratum_gives_its_minimum_and_hashes_decide_the_rest() -> None:
    population = [("big", f"b{n}", n) for n in range(300)]
    population += [("small", f"s{n}", n) for n in range(4)] + [("one", "o", 0)]
    drawn = draw(b"seed", population, 80)
    counts = Counter(stratum for stratum, _ in drawn)
    assert counts.total() == 80 and counts["one"] == 1 and counts["small"] >= 3
    assert drawn == draw(b"seed", population[::-1], 80)
    assert drawn != draw(b"other", population, 80)
    assert len(draw(b"seed", population, 2)) == 2
    assert len(draw(b"seed", population, 1000)) == 305


def test_reviewers_get_the_same_rows_in_other_orders() -> None:
    one, other = ([row.row_id for row in DRAWN.of(Kind.TASK, name)] for name in ("R1", "R2"))
    assert sorted(one) == sorted(other) and one != other
    again = made(*[subject(number, value=f"{number}.50") for number in range(12)][::-1])
    assert [row.row_id for row in again.of(Kind.TASK, "R1")] == one
    assert xlsx_file(DRAWN, ["R1"], ENGLISH) == xlsx_file(again, ["R1"], ENGLISH)


def test_a_row_tells_task_evidence_answer_class_and_phrasings() -> None:
    row = sheet().rows[1]
    cells = dict(zip(map(code_of, sheet().rows[0]), row, strict=True))
    assert cells["A"] == "Find the one value that a table gives for “Basic” under “2024”."
    assert cells["B"].startswith("page 3 | under Plans › Prices | • ")
    assert cells["D"] == "EXTRACT · L4 · TABLE_CELL"
    assert cells["E"] == "Q0: Q0 of Basic? | Q1: Q1 of Basic?"
    assert b"J5b" in instructions_file(DRAWN, ENGLISH)


def test_documents_without_phrasings_ask_nothing_of_them() -> None:
    data = csv_file(made(subject(1, phrasings=())), Kind.TASK, "R1", ENGLISH)
    assert not {"E", "J5", "J5b"} & {code_of(cell) for cell in table(data).rows[0]}
    found = read_sheets([filled(table(data), YES_TO_ALL)])
    assert len(found.judgments) == 1 and not found.problems


def test_workbooks_have_drop_downs_instructions_and_locked_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx_file(DRAWN, ["R1", "R2"], ENGLISH))
    book = load_workbook(path)
    assert book.sheetnames == ["Instructions", "Tasks R1", "Tasks R2"]
    page = book["Tasks R1"]
    rules = page.data_validations.dataValidation
    assert {rule.formula1 for rule in rules} == {'"yes,no,cannot say"'} and len(rules) == 6
    assert page.protection.sheet and page.protection.password is None
    pairs = zip(page[1], page[2], strict=True)
    unlocked = {code_of(head.value) for head, cell in pairs if not cell.protection.locked}
    assert unlocked == {"R", "J1", "J2", "J3", "J4", "J5", "J5b", "J6", "K"}


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_texts_and_rows_keep_their_name(text: str, tmp_path: Path) -> None:
    drawn = made(subject(1, subject=text, value=text), subject(2))
    path, plain = tmp_path / "a.xlsx", tmp_path / "a.csv"
    path.write_bytes(xlsx_file(drawn, ["R1"], ENGLISH))
    for page in load_workbook(path).worksheets:
        written = [cell for row in page.iter_rows() for cell in row if cell.value is not None]
        assert not [cell for cell in written if cell.data_type == "f"]
        assert all(line.isprintable() for cell in written for line in str(cell.value).split("\n"))
    fill_workbook(path, YES_TO_ALL)
    lines = filled(table(csv_file(drawn, Kind.TASK, "R2", ENGLISH), "R2.csv"), YES_TO_ALL)
    assert not [cell for row in lines.rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
    plain.write_bytes(csv_file(drawn, Kind.TASK, "R3", ENGLISH))
    found = read_sheets([*tables(str(path)), lines, *tables(str(plain))])
    assert not found.problems
    assert Counter(one.reviewer for one in found.judgments) == {"R1": 2, "R2": 2}


WRITTEN = {
    Verdict.YES: ["yes", "Yes ", "Y", "YES!", "oui", "Ja", "sí", "Si", "x", "X", "✓", "true"],
    Verdict.NO: ["no", "N", "Non", "nein", "No.", "false"],
    Verdict.CANNOT: ["cannot say", "Can’t say", "?", "ne sais pas", "weiß nicht", "n/a", "-"],
}


def test_what_people_write_for_yes_and_no() -> None:
    for verdict, words in WRITTEN.items():
        assert {verdict_of(word) for word in words} == {verdict}, words
    for other in ("yes, but", "no idea", "1", "0", "yes/no", "=A1"):
        assert verdict_of(other) is None
    assert phrasings_of("Q1, q3 and QL; Q12 or FAQ2") == ("Q1", "Q3", "QL")


def test_rows_in_another_order_empty_rows_and_added_columns() -> None:
    def edit(rows: list[list[str]]) -> None:
        head, body = rows[0], rows[1:]
        body.sort(key=lambda row: row[-1])
        rows[:] = [["Review of May"], [], [*head, "A note of mine"]]
        for row in body:
            rows += [[*row, "fine"], [""] * 5, []]
        for row in rows[2:]:
            row.insert(0, "mine")

    found = read(edited(filled(sheet(), YES_TO_ALL), edit))
    assert len(found.judgments) == 12 and not found.problems


@pytest.mark.parametrize(
    ("encoding", "separator", "lead"),
    [
        ("utf-8-sig", ";", ""),
        ("utf-16", "\t", ""),
        ("utf-8", ",", "sep=,\r\n"),
        ("cp1252", ";", ""),
    ],
)
def test_csv_as_spreadsheets_save_it(
    encoding: str, separator: str, lead: str, tmp_path: Path
) -> None:
    rows = filled(sheet(), YES_TO_ALL).rows
    quoted = [separator.join(['"' + cell.replace('"', '""') + '"' for cell in row]) for row in rows]
    path = tmp_path / "R1.csv"
    path.write_bytes((lead + "\r\n".join(quoted)).encode(encoding))
    found = read(*tables(str(path)))
    assert len(found.judgments) == 12 and not found.problems


def test_letters_that_an_encoding_lost_are_told_of_once(tmp_path: Path) -> None:
    drawn = made(*[subject(number, subject="Größe Ω") for number in range(3)])
    rows = filled(table(csv_file(drawn, Kind.TASK, "R1", ENGLISH)), YES_TO_ALL).rows
    path = tmp_path / "R1.csv"
    text = "\r\n".join([";".join(row) for row in rows])
    path.write_bytes(text.encode("cp1252", "replace"))
    found = read_sheets(tables(str(path)))
    assert len(found.judgments) == 3
    assert [(one.row, one.left_out) for one in found.problems] == [(None, False)]


def test_changed_rows_and_unknown_ones_do_not_count() -> None:
    def edit(rows: list[list[str]]) -> None:
        gold = [code_of(cell) for cell in rows[0]].index("C")
        rows[1][gold] = rows[1][gold].replace(".50", ".51")
        rows[2][-1] = "T" + "9" * 16 + rows[2][-1][17:]
        rows[3][-1] = "gone"
        rows[4] = rows[5]
        rows[6][gold] = f"  {rows[6][gold]} "

    found = read(edited(filled(sheet(), YES_TO_ALL), edit))
    assert len(found.judgments) == 12 - 4
    assert [one.row for one in found.problems] == [2, 3, 4, 6]
    assert all(one.left_out and str(one).startswith("R1.csv, row ") for one in found.problems)
    said = " / ".join(map(str, found.problems))
    for words in ("was changed", "no row of this sample", "no row id", "there twice"):
        assert words in said


def test_a_verdict_that_is_none_costs_that_cell_alone() -> None:
    found = read(filled(sheet(), says({"J1": "yes", "J2": "more or less"})))
    assert {tuple(one.verdicts) for one in found.judgments} == {(Criterion.J1,)}
    assert len(found.problems) == 12 and "“more or less”" in str(found.problems[0])


def test_one_reviewer_judges_a_row_once() -> None:
    first, copy = filled(sheet(), YES_TO_ALL), filled(sheet(), says({"J1": "no"}))
    copy = Table("copy.csv", copy.rows)
    found = read(first, copy)
    assert len(found.judgments) == 12 and len(found.problems) == 1
    assert "reviewer R1 has judged 12 rows" in str(found.problems[0])

    def sign(rows: list[list[str]]) -> None:
        for row in rows[1:]:
            row[1] = "Anna"

    assert len(read(first, edited(copy, sign)).judgments) == 24
    halves = (Table("a.csv", first.rows[:6]), Table("b.csv", (first.rows[0], *first.rows[6:])))
    whole = read(*halves)
    assert len(whole.judgments) == 12 and not whole.problems


def test_a_sheet_without_headings_is_told_of_and_an_empty_one_is_not() -> None:
    found = filled(sheet(), YES_TO_ALL)
    lost = read(edited(found, lambda rows: rows.pop(0)), sheet("R2"))
    assert not lost.judgments
    assert [str(one) for one in lost.problems] == [
        "R1.csv: has no row of headings (J1 …); restore it"
    ]


def test_phrasings_count_one_by_one() -> None:
    """12 tasks of 2 phrasings: in one task Q1 differs, in another one nobody says which:
    (24 - 1 - 2) / 24."""
    names = [row.row_id for row in DRAWN.tasks]

    def fill(row: str, code: str) -> str | None:
        if code == "J5":
            return "no" if row in names[:2] else "yes"
        return "q1" if code == "J5b" and row == names[0] else None

    (found,) = score(read(filled(sheet(), fill)), None).criteria
    assert found.share.estimate.value == pytest.approx(21 / 24)
    assert (found.unnamed, found.verdicts[Verdict.NO]) == (1, 2)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0", b"\x00\x01\x02", b"PK\x03\x04"],
)  # fmt: skip
def test_what_is_no_sheet_is_told_in_one_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(data)
    with pytest.raises(InputError) as told:
        tables(str(path))
    assert "\n" not in str(told.value)


def _with_first_row(path: Path, row: str, lead: str = "") -> None:
    """Puts markup before the rows of the sheet of tasks."""
    with ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    name = "xl/worksheets/sheet2.xml"
    head, _, body = parts[name].partition("?>")
    parts[name] = head + "?>" + lead + body.replace("<sheetData>", "<sheetData>" + row)
    with ZipFile(path, "w") as archive:
        for each, text in parts.items():
            archive.writestr(each, text)


def test_entities_that_multiply_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx_file(DRAWN, ["R1"], ENGLISH))
    levels = [f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)]
    lead = f'<!DOCTYPE w [<!ENTITY e0 "ha">{"".join(levels)}]>'
    _with_first_row(path, '<row><c t="inlineStr"><is><t>&e9;</t></is></c></row>', lead)
    with pytest.raises(InputError, match="cannot be read as a workbook"):
        tables(str(path))


def test_a_million_empty_rows_cost_nothing_and_too_many_full_ones_are_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.csv"
    rows = csv_file(DRAWN, Kind.TASK, "R1", ENGLISH)
    path.write_bytes(rows + b",,,\r\n" * 200_000)
    (found,) = tables(str(path))
    assert sum(map(bool, found.rows)) == 13
    path.write_bytes(rows + b"1,2\r\n" * 60_000)
    with pytest.raises(InputError, match="more than 50,000 rows"):
        tables(str(path))


def _far(path: Path, *rows: int) -> Path:
    """A workbook of sheets with one cell more, in that row."""
    book = Workbook()
    book.active["A1"] = "J1"
    for number, row in enumerate(rows):
        sheet = book.create_sheet() if number else book.active
        sheet.cell(row, 2**14, "far")
    book.save(path)
    return path


def test_a_cell_in_the_farthest_corner_costs_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _far(tmp_path / "far.xlsx", 2**20)
    before = time.process_time()
    (found,) = tables(str(path))
    assert len(found.rows) == 2**20 and sum(map(bool, found.rows)) == 1
    assert read_sheets([found]).judgments == ()
    assert time.process_time() - before < 10
    monkeypatch.setattr(reading, "_ALL_ROWS", 50)
    assert len(tables(str(_far(path, 20, 20)))) == 2
    with pytest.raises(InputError, match="more than 50 rows together"):
        tables(str(_far(path, 20, 20, 20)))
