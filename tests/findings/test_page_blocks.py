"""What follows the page's layout, and what is left out of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dtaa_lint.findings.check import CHECKS, Context
from dtaa_lint.findings.page_blocks import page_blocks
from dtaa_lint.findings.registry import load_checks
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument, RunFlag
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.universe import enumerate_tasks
from tests.make import Doc, el

load_checks()
SWAPPED = Path(__file__).resolve().parents[2] / "fixtures" / "DT1601" / "fail-swapped.pdf"


def context(document: PdfDocument) -> Context:
    view = View(document)
    return Context(view, enumerate_tasks(view))


def test_the_outermost_block_counts_and_tables_do_not(tmp_path: Path) -> None:
    doc = Doc().add(
        el("P", "One", el("Span", "two")),
        el("L", el("LI", el("Lbl", "1."), el("LBody", el("P", "Item")))),
        el("Table", el("TR", el("TD", el("P", "Cell")))),
        el("Note", el("P", "A note")),
    )
    document = read(str(doc.write(tmp_path / "blocks.pdf")))
    (blocks,) = page_blocks(context(document)).values()
    assert [document.elements[block.node].type for block in blocks] == ["P", "LI"]
    assert [document.text[block.start : block.end] for block in blocks] == ["One two", "1. Item"]
    assert blocks[0].box[1] > blocks[1].box[1]


@pytest.mark.parametrize("flag", [RunFlag.RTL, RunFlag.ROTATED, RunFlag.VERTICAL])
def test_text_of_other_directions_has_no_order_here(flag: int) -> None:
    document = read(str(SWAPPED))
    assert len(list(CHECKS["DT1601"](context(document)))) == 1
    turned = tuple(run._replace(flags=run.flags | flag) for run in document.runs)
    other = replace(document, runs=turned)
    assert not [i for i in CHECKS["DT1601"](context(other)) if hasattr(i, "node")]


def test_turned_pages_have_no_order_here() -> None:
    document = read(str(SWAPPED))
    pages = tuple(replace(page, rotate=90) for page in document.pages)
    other = replace(document, pages=pages)
    assert page_blocks(context(other)) == {}
