"""Files, their review copies, and what is compared between the two."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.report.bookmarks import bookmarks
from dtaa_lint.report.marks import Mark, file_marks
from dtaa_lint.review.copy import Reviewed, review_copy
from dtaa_lint.words import ENGLISH
from tests.make import Doc, el

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
DOCUMENTS = sorted((ROOT / "fixtures" / "documents").glob("*.pdf"))


def small() -> bytes:
    """A heading that skips levels, a table without row headers, a figure without alt text."""
    columns = ("Plan", "Price", "Tax")
    return (
        Doc(lang="en", title=None)
        .add(
            el("H1", "Plan prices"),
            el("H3", "A level is skipped"),
            el("P", "The prices hold for one year."),
            el(
                "Table",
                el("TR", *(el("TH", text, scope="Column") for text in columns)),
                el("TR", el("TD", "Basic"), el("TD", "12.50"), el("TD", "2.50")),
                el("TR", el("TD", "Family"), el("TD", "19.00"), el("TD", "3.50")),
            ),
            el("Figure"),
        )
        .bytes()
    )


def changed(data: bytes, change: Any, **save: Any) -> bytes:
    """The file after ``change(pdf)``."""
    out = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(out, **({"deterministic_id": True} if "encryption" not in save else {}), **save)
    return out.getvalue()


def linted(data: bytes, password: str | None = None) -> FileReport:
    options = LintOptions(impact=False, password=password)
    return lint_file("some.pdf", options, data=data)


def reviewed(data: bytes, password: str | None = None) -> tuple[Reviewed, tuple[Mark, ...]]:
    """The review copy of a file, and the marks that are in it."""
    file = linted(data, password)
    marks = file_marks(make_report([file]), file, ENGLISH)
    made = review_copy(
        data, "some.pdf", marks, bookmarks(file, ENGLISH), lang="en", password=password
    )
    return made, marks


def ours(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The annotations of dtaa-lint, popups left out, page by page."""
    return [
        item
        for page in pdf.pages
        for item in annotations(page.obj)
        if isinstance(item, pikepdf.Dictionary) and str(item.get("/T", "")) == "dtaa-lint"
    ]


def annotations(page: pikepdf.Object) -> list[pikepdf.Object]:
    found = page.get("/Annots")
    return list(found.as_list()) if isinstance(found, pikepdf.Array) else []


def contents(data: bytes, password: str = "") -> list[list[bytes]]:
    """The decoded content streams of each page."""
    found = []
    with pikepdf.open(BytesIO(data), password=password) as pdf:
        for page in pdf.pages:
            streams = page.obj.get("/Contents")
            every = list(streams) if isinstance(streams, pikepdf.Array) else [streams]
            found.append([s.read_bytes() for s in every if isinstance(s, pikepdf.Stream)])
    return found


def top_titles(pdf: pikepdf.Pdf) -> list[str]:
    """Titles at the top of the outline, along /Next."""
    titles = []
    entry = pdf.Root.Outlines.First
    while entry is not None and len(titles) < 1000:
        titles.append(str(entry.get("/Title", "")))
        entry = entry.get("/Next")
    return titles
