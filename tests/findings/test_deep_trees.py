"""Checks stay linear where every element stands inside the one before it."""

from __future__ import annotations

import time

import pytest

from dtaa_lint.findings.check import CHECKS, Context
from dtaa_lint.findings.registry import load_checks
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import ContentItem, Metadata, Page, PdfDocument, StructureElement, TextRun
from dtaa_lint.universe.universe import enumerate_tasks

load_checks()
CODES = sorted(code for code in CHECKS if code >= "DT05")
BOX = (0.0, 0.0, 595.0, 842.0)


def chain(types: list[str], depth: int) -> PdfDocument:
    """Elements nested ``depth`` deep, types in turn; each owns a line before its child."""
    lines = [f"• T able of x {i}: the plan\n" for i in range(depth)]
    text = "".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    elements = tuple(
        StructureElement(
            index=i,
            parent=i - 1,
            end=depth,
            depth=i,
            type=types[i % len(types)],
            raw=types[i % len(types)],
            namespace=None,
            kids=(ContentItem(0, 0, i), i + 1) if i + 1 < depth else (ContentItem(0, 0, i),),
            objid=i + 1,
            id=f"n{i % 7}",
            alt=None,
            actual_text=None,
            expansion=None,
            lang="en",
            own_lang=None,
            title=None,
            refs=(),
            attributes={},
            page=0,
            text_start=starts[i],
            text_end=len(text),
            font_size=10.0,
        )
        for i in range(depth)
    )
    runs = tuple(
        TextRun(
            start=starts[i],
            end=starts[i + 1] - 1,
            owner=i,
            item=ContentItem(0, 0, i),
            box=(50.0, 700.0, 200.0, 710.0),
            font_size=10.0,
            glyphs=20,
            unmapped=1,
            raw=None,
            flags=0,
        )
        for i in range(depth)
    )
    page = Page(0, "1", 1, BOX, BOX, 0, 20 * depth, 20 * depth, 0, "", (), ())
    metadata = Metadata(
        "T", "info", True, "en", None, None, "1.7", None, True, False, False, False, False
    )
    ids = {f"n{k}": tuple(range(k, depth, 7)) for k in range(7)}
    return PdfDocument("deep.pdf", "", 0, (page,), elements, text, runs, (), metadata, (), ids)


@pytest.mark.parametrize(
    ("types", "depth"),
    [
        (["L", "LI", "LBody", "P"], 20_000),
        (["TD", "Span"], 20_000),
        (["H2", "Div"], 1_000),
        (["Sect", "H3", "P"], 1_000),
        (["Figure", "Span"], 1_000),
        (["Reference", "Note"], 1_000),
    ],
)
def test_a_chain_of_elements(types: list[str], depth: int) -> None:
    view = View(chain(types, depth))
    context = Context(view, enumerate_tasks(view))
    for code in CODES:
        began = time.process_time()
        list(CHECKS[code](context))
        # Linear ones take a tenth of this; quadratic ones many times as long.
        assert time.process_time() - began < depth / 5_000, code
