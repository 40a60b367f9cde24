"""Rows of a review made by hand, sheets of them, and people who fill sheets in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from openpyxl import load_workbook

from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.answerability.review.export import Sample, sample
from dtaa_lint.answerability.review.material import Material, Subject
from dtaa_lint.answerability.review.tables import Table
from dtaa_lint.words import ENGLISH

Fill = Callable[[str, str], str | None]
"""Row id and code of a column -> what is written into the cell; None: nothing."""


def subject(
    number: int, *, subject: str = "Basic", value: str = "42",
    phrasings: Sequence[str] = ("Q0", "Q1"),
) -> Subject:  # fmt: skip
    """A task with a value for an answer."""
    task_id = f"T{number:016x}"
    task = {
        "taskId": task_id,
        "motif": "TABLE_CELL",
        "operation": "EXTRACT",
        "topology": "L4",
        "intent": {
            "subject": subject,
            "constraint": "2024",
            "context": {"headingPath": ["Plans", "Prices"], "caption": "", "page": 3},
        },
        "requiredEvidence": [{"anyOf": [{"node": "s1", "evidence": value}]}],
        "gold": {"kind": "value", "value": value},
    }
    questions = tuple(
        [
            Question(f"Q{number:012x}{place:04x}", task_id, Phrasing(name),
                     f"{name} of {subject}?", "en", False)
            for place, name in enumerate(phrasings)
        ]
    )  # fmt: skip
    return Subject("plans.pdf", "ab" * 32, task, questions)


def made(*subjects: Subject, size: int = 80) -> Sample:
    return sample(Material(subjects), size, 0, ENGLISH)


def table(data: bytes, source: str = "a.csv") -> Table:
    """Our own CSV as a table."""
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    return Table(source, tuple(map(tuple, rows)))


def code_of(heading: object) -> str:
    return str(heading or "").split(" ", 1)[0]


def edited(found: Table, edit: Callable[[list[list[str]]], object]) -> Table:
    """The table after somebody was at it."""
    rows = [list(row) for row in found.rows]
    edit(rows)
    return Table(found.source, tuple(map(tuple, rows)), found.lossy)


def filled(found: Table, fill: Fill) -> Table:
    """The table with verdicts."""
    codes = [code_of(cell) for cell in found.rows[0]]

    def edit(rows: list[list[str]]) -> None:
        for row in rows[1:]:
            for place, code in enumerate(codes):
                cell = fill(row[-1], code)
                if cell is not None:
                    row[place] = cell

    return edited(found, edit)


def fill_workbook(path: Path, fill: Fill) -> None:
    """Fills a workbook in, as a person in a spreadsheet program does."""
    book = load_workbook(path)
    for page in book.worksheets[1:]:
        codes = [code_of(cell.value) for cell in page[1]]
        for row in page.iter_rows(min_row=2):
            for code, cell in zip(codes, row, strict=True):
                said = fill(str(row[-1].value), code)
                if said is not None:
                    cell.value = said
    book.save(path)


def says(verdicts: Mapping[str, str]) -> Fill:
    """The same verdicts of every row."""
    return lambda _, code: verdicts.get(code)


YES_TO_ALL = says(dict.fromkeys(["J1", "J2", "J3", "J4", "J5", "J6", "J7a", "J7b", "J7c"], "yes"))
