"""Every part of the view stays linear on absurd trees.

Counted, not timed: the lines of the graph's own code that run, and the characters of its results.
Copying long texts costs no lines: the characters show it. From a size to its double and on to the
double of that, what is linear grows twice as much the second time as the first, what is quadratic
four times as much. The bounds that keep things linear (how long a path is told, how many notes a
marker may name) are made small for it, so that small documents reach them.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import pytest

import dtaa_lint.graph
from dtaa_lint.graph.export import iter_json
from dtaa_lint.graph.tree import tree_lines
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PdfDocument, Target, TargetKind
from tests.graph.support import Element, build, el

SIZE = 20
MOST = 2.15
"""How much more the second growth may be than the first."""
LATE = {"links around notes": 2.5, "long lists of headers": 2.5}
"""The same for shapes that reach their bounds at larger sizes."""
BOUND = 8
"""What every bound above it is set to."""
WORDS = "words of some length"


def chain(*types: str) -> Callable[[int], list[Any]]:
    """Elements of these types in turn, one in another, with text before and behind the inner."""

    def make(size: int) -> list[Any]:
        element: Any = "w"
        for number in range(size):
            element = el(types[number % len(types)], WORDS, element, WORDS)
        return [element]

    return make


def row(*cells: Element) -> Element:
    return el("TR", *cells)


def one_table(size: int, *cells: str) -> list[Any]:
    return [el("Table", *[row(*[el(c, f"{c}{n}") for c in cells]) for n in range(size)])]


def page_link(*_: int) -> Element:
    return el("Link", "w", goto=Target(TargetKind.PAGE, page=0, left=50.0, top=800.0))


def nested_tables(size: int) -> list[Any]:
    """Tables in cells, each with a note and a marker."""
    inner: list[Any] = []
    for _ in range(size):
        cell = el("TD", "v", el("Note", el("Lbl", "1"), "n"), el("Reference", "1"), *inner)
        inner = [el("Table", row(cell), row(el("TD", el("Note"))))]
    return inner


def nested_sections(size: int) -> list[Any]:
    inner: list[Any] = []
    for number in range(size):
        inner = [el("Sect", el("H", f"h{number}"), el("P", "t"), *inner)]
    return inner


def links_around(size: int) -> list[Any]:
    """Links around links, all around the same notes."""
    element = el("Span", *[el("Note", "1") for _ in range(size)])
    for _ in range(size):
        element = el("Link", element, uri="http://example.org")
    return [el("P", element)]


def blank_around(size: int) -> list[Any]:
    """Elements around nothing but white space."""
    element = el("P", " " * size)
    for number in range(size):
        element = el("Div" if number % 2 else "L", element)
    return [element]


def header_lists(size: int) -> list[Any]:
    """Cells that share one list of as many IDs as there are cells."""
    names = tuple(f"id{n}" for n in range(size))
    rows = [row(el("TH", "h", id=f"id{n}"), el("TD", "x", headers=names)) for n in range(size)]
    return [el("Table", *rows)]


CHAINS = [
    ["Sect"], ["Div"], ["P"], ["Note"], ["Figure"], ["L"], ["LI"], ["Span"], ["H"], ["H1"],
    ["Table"], ["TD"], ["Reference"], ["Caption"], ["Link"], ["Form"], ["Lbl"], ["Unknown"],
    ["L", "LI"], ["L", "LI", "LBody"], ["Table", "TR", "TD"], ["Table", "TD"], ["Sect", "H1"],
    ["Div", "Figure"], ["Figure", "Caption"], ["Table", "Caption"], ["P", "Note"], ["L", "Div"],
    ["Note", "Reference"], ["Note", "Lbl"], ["Span", "Link"], ["Sect", "H", "P"], ["TD", "Figure"],
]  # fmt: skip
SHAPES: dict[str, Callable[[int], list[Any]]] = {
    **{" in ".join(types): chain(*types) for types in CHAINS},
    "paragraphs": lambda n: [el("Div", *[el("P", "w")] * n)],
    "headings": lambda n: [el("H1", "h"), el("P", "t")] * n,
    "heading levels": lambda n: [x for i in range(n) for x in (el(f"H{i + 1}", "h"), el("P", "t"))],
    "sections": nested_sections,
    "notes with one marker": lambda n: (
        [el("P", *[el("Reference", "1")] * n)] + [el("Note", el("Lbl", "1"), "n")] * n
    ),
    "notes with one marker in a cell": lambda n: [
        el("Table", row(el("TD", *[el("Reference", "1"), el("Note", el("Lbl", "1"), "n")] * n)))
    ],
    "references to one note": lambda n: (
        [el("P", "x", el("Reference", "1", ref=["n"]))] * n + [el("Note", "n", id="n")]
    ),
    "links to one element": lambda n: [el("H1", "x", id="n"), *[el("Link", "w", dest="n")] * n],
    "links to one place": lambda n: [el("P", page_link()) for _ in range(n)],
    "links around notes": links_around,
    "annotations of one link": lambda n: [el("Link", "w", *[page_link() for _ in range(n)])],
    "tables in tables": nested_tables,
    "cells in a row": lambda n: [el("Table", row(*[el("TD", "x")] * n))],
    "rows of a cell": lambda n: one_table(n, "TD"),
    "rows of a header": lambda n: one_table(n, "TH"),
    "rows of two headers": lambda n: one_table(n, "TH", "TH"),
    "long lists of headers": header_lists,
    "headers of one ID": lambda n: [
        el("Table", *[row(el("TH", "h", id="a"), el("TD", "x", headers=("a",)))] * n)
    ],
    "spans of rows": lambda n: [
        el("Table", *[row(el("TH", "a", rowspan=60), el("TD", "b", rowspan=3))] * n)
    ],
    "spans of columns": lambda n: [
        el("Table", *[row(el("TH", "a", colspan=1 + i % 60), el("TD", "b")) for i in range(n)])
    ],
    "lists beside an item": lambda n: [el("L", el("LI", "a"), *[el("L", el("LI", "b"))] * n)],
    "figures beside paragraphs": lambda n: [
        el("Caption", "c"), el("Div", *[el("P", "w")] * n, *[el("Figure")] * n)
    ],
    "blank paragraphs": lambda n: [el("Div", *[el("P")] * n, *[el("Table", row(el("TD")))] * n)],
    "pages": lambda n: [el("Sect", el("P", "Page 2"), page=i, raw="Page") for i in range(n)],
    "contents": lambda n: [el("H1", "Contents"), el("P", el("Link", "w"))] * n,
    "white space": blank_around,
}  # fmt: skip


def use(document: PdfDocument) -> int:
    """Asks for all there is; the characters of the results."""
    view = View(document)
    size = 0
    for table in view.tables:
        size += sum(len(cell.text) + len(cell.headers) for cell in table.cells)
    for part in (view.headings, view.notes, view.links, view.figures):
        size += sum(len(found.text) for found in part)
    for listed in view.lists:
        size += sum(len(member.text) + len(member.nested) for member in listed.members)
    size += sum(len(found.notes) + len(found.marker) for found in view.references)
    size += len(view.fields)
    for node in range(len(view.nodes)):
        size += len(view.heading_path(node)) + len(view.children(node)) + len(view.path(node))
    size += sum(map(len, iter_json(view))) + sum(map(len, tree_lines(view)))
    return size


def cost(document: PdfDocument) -> tuple[int, int]:
    """(lines of the graph that run, characters of its results)."""
    lines = 0
    inside: dict[CodeType, bool] = {}

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        code = frame.f_code
        if code not in inside:
            inside[code] = "/graph/" in code.co_filename.replace("\\", "/")
        if not inside[code]:
            return None
        lines += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        characters = use(document)
    finally:
        sys.settrace(before)
    return lines, characters


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the bounds of all modules of the graph to ``BOUND``."""
    changed = 0
    for found in pkgutil.iter_modules(dtaa_lint.graph.__path__):
        module = importlib.import_module(f"dtaa_lint.graph.{found.name}")
        for name, value in list(vars(module).items()):
            if name.startswith("MAX_") and type(value) is int and value > BOUND:
                monkeypatch.setattr(module, name, BOUND)
                changed += 1
    assert changed > 10


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_size_costs_about_twice_as_much(shape: str) -> None:
    one, two, four = [cost(build(*SHAPES[shape](SIZE * times))) for times in (1, 2, 4)]
    for name, a, b, c in zip(("lines", "characters"), one, two, four, strict=True):
        assert c - b < LATE.get(shape, MOST) * (b - a), f"{name}: {a}, {b}, {c}"


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["Note in Reference", "Sect in H1", "Table in TR in TD"])
def test_twenty_thousand_levels(shape: str) -> None:
    """So deep that nothing quadratic would come to its end."""
    view = View(build(*SHAPES[shape](20_000)))
    assert use(view.document) < 4_000 * len(view.nodes)
