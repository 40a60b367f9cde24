"""Trees that no author would write: every part of the graph holds its promises on them."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import jsonschema
import pytest
from lxml import etree

from dtaa_lint.graph.export import export_json, export_xml
from dtaa_lint.graph.tree import tree_lines
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import FormField, Target, TargetKind
from tests.graph.support import build, el
from tests.graph.test_export import schema

TYPES = [
    "Document",
    "Part",
    "Art",
    "Sect",
    "Div",
    "NonStruct",
    "Aside",
    "P",
    "H",
    "H1",
    "H2",
    "H3",
    "H7",
    "Title",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "THead",
    "TBody",
    "TFoot",
    "TR",
    "TR",
    "TR",
    "TH",
    "TH",
    "TD",
    "TD",
    "TD",
    "Caption",
    "Figure",
    "Formula",
    "Note",
    "FENote",
    "Reference",
    "Link",
    "Span",
    "Form",
    "BlockQuote",
    "TOC",
    "TOCI",
    "Unknown",
    "math",
    "Artifact",
]
WORDS = ["1", "(a)", "*", "Total", "Table 3: Fees", "Ferry", "", " ", "\x00", "\ud800", "1, 2"]
SPANS = [1, 2, 3, 0, -1, 10**9, 2.0, 1.5, "2", None, True, (), 70]
NAMES = ["a", "b", "c"]


def tree(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(WORDS)
    options: dict[str, Any] = {}
    for key, values in (
        ("colspan", SPANS),
        ("rowspan", SPANS),
        ("scope", ["Row", "Column", "Both", "col", 3, None]),
        ("headers", [["a"], ["b", "a"], [], "a", ["gone"], [1, None]]),
        ("id", NAMES),
        ("ref", [["a"], ["b", "c"]]),
        ("alt", ["x", "", "\x07"]),
        ("numbering", ["Decimal", "Description", 4]),
        ("page", [0, 1, 2, -1]),
        ("lang", ["de", "", "x-y-z"]),
        ("uri", ["https://a.b", ""]),
        ("goto", [Target(TargetKind.PAGE, page=1, top=700.0), Target(TargetKind.MISSING)]),
        ("field", [FormField("Tx", "f", None, None, 0)]),
        ("e", ["Coastal Office"]),
    ):
        if rng.random() < 0.12:
            options[key] = rng.choice(values)  # type: ignore[arg-type]
    kids = [tree(rng, depth - 1) for _ in range(rng.randrange(5))]
    return el(rng.choice(TYPES), *kids, **options)


@pytest.mark.parametrize("seed", range(60))
def test_promises_hold(seed: int) -> None:
    rng = random.Random(seed)
    tops = [t for t in (tree(rng, 6) for _ in range(6)) if not isinstance(t, str)]
    document = build(*tops)
    found = View(document)
    count = len(found.nodes)

    for heading in found.headings:
        assert heading.parent < heading.node
        assert all(heading.node < block < count for block in heading.blocks)
        assert all(found.heading_of(child) == heading.node for child in heading.children)
        assert all(found.heading_of(block) == heading.node for block in heading.blocks)
    for node in range(count):
        path = found.heading_path(node)
        assert all(above < below for above, below in pairwise(path))
        assert path[-1:] == ((found.heading_of(node),) if found.heading_of(node) >= 0 else ())

    for table in found.tables:
        assert len(table.row_nodes) == table.n_rows
        grid = table.grid()
        for index, cell in enumerate(table.cells):
            assert cell.row + cell.row_span <= table.n_rows
            assert cell.column + cell.column_span <= table.n_columns
            assert grid[cell.row][cell.column] >= 0
            for axis in (table.row_paths[index], table.column_paths[index]):
                if axis is not None:
                    assert not cell.header
                    assert len(axis.nodes) == len(axis.texts) > 0
                    assert all(axis.texts)
                    assert all(found.nodes[n].type in ("TH", "TD") for n in axis.nodes)

    for listing in found.lists:
        assert -1 <= listing.anchor < count
    notes = {note.node for note in found.notes}
    assert all(set(reference.notes) <= notes for reference in found.references)
    for note in found.notes:
        assert all(found.nodes[r].type in ("Reference", "Link") for r in note.references)

    assert len(set(map(found.path, range(count)))) == count
    graph = json.loads(export_json(found))
    if seed < 6:
        jsonschema.validate(graph, schema())
    assert len(etree.fromstring(export_xml(found)).findall("nodes/node")) == count
    assert sum(1 for _ in tree_lines(found)) == count
