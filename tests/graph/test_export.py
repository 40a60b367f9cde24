"""The graph as JSON (against its schema) and XML, and the tree as text."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
from lxml import etree

from dtaa_lint.graph.export import export_json, export_xml
from dtaa_lint.graph.index import MAX_REPEATS
from dtaa_lint.graph.tree import render_tree, tree_lines
from dtaa_lint.graph.view import View
from tests.graph.support import el, table, view

NASTY = "a\x00b\x0bc\x1b[31m <&>\"' \ud800 \ufffe"


def sample() -> View:
    return view(
        el("Document",
           el("H1", "Fees", id="h\x01"),
           table("*C Item |*C Price", "*R Ferry | 4"),
           el("P", NASTY, el("Link", "site", uri='https://a.b/?x="1"&y'), alt="<\x02>"),
           el("L", el("LI", el("Lbl", "1."), el("LBody", "one"))),
           el("P", el("Reference", "1")), el("Note", el("Lbl", "1"), "N", raw="Fußnote")),
    )  # fmt: skip


def schema() -> Any:
    place = files("dtaa_lint.graph") / "schema" / "graph-1.json"
    return json.loads(place.read_text(encoding="utf-8"))


def test_json_keeps_to_its_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    found = sample()
    graph = json.loads(export_json(found))
    jsonschema.validate(graph, schema())
    assert graph["count"] == len(graph["nodes"]) == len(found.nodes)
    assert [node["path"] for node in graph["nodes"]] == [
        found.path(i) for i in range(len(found.nodes))
    ]
    cell = next(node for node in graph["nodes"] if node["type"] == "TD")
    assert cell["text"] == "4"
    assert {"relation": "ROW_HEADER_FOR", "origin": "derived", "via": "scope"}.items() <= next(
        edge for edge in graph["edges"] if edge.get("target") == cell["id"]
        and edge["relation"] == "ROW_HEADER_FOR"
    ).items()  # fmt: skip
    note = next(node for node in graph["nodes"] if node["type"] == "Note")
    assert note["rawType"] == "Fußnote"


def test_xml_is_well_formed_whatever_the_text() -> None:
    root = etree.fromstring(export_xml(sample()))
    assert root.get("schema") == "graph-1"
    nodes = root.findall("nodes/node")
    assert len(nodes) == len(sample().nodes)
    link = next(node for node in nodes if node.get("type") == "Link")
    assert link.findtext("text") == "site"
    edges = root.findall("edges/edge")
    assert [e.get("detail") for e in edges if e.get("relation") == "LINKS_TO"] == [
        'https://a.b/?x="1"&y'
    ]
    text = next(node.findtext("text") for node in nodes if node.get("alt") is not None)
    assert text is not None
    assert "\x1b" not in text
    assert "<&>\"'" in text


def test_both_forms_tell_the_same() -> None:
    graph = json.loads(export_json(sample()))
    root = etree.fromstring(export_xml(sample()))
    assert [e["relation"] for e in graph["edges"]] == [e.get("relation") for e in root.iter("edge")]
    assert [n["id"] for n in graph["nodes"]] == [n.get("id") for n in root.iter("node")]


def test_pages_are_counted_from_one() -> None:
    found = view(el("Document", el("Figure", bbox=(1, 2, 3, 4)), el("P", "x", page=1)))
    nodes = json.loads(export_json(found))["nodes"]
    assert [node["page"] for node in nodes if node["type"] == "P"] == [2]
    (figure,) = (node for node in nodes if node["type"] == "Figure")
    assert {box["page"] for box in figure["boxes"]} == {1}
    root = etree.fromstring(export_xml(found))
    assert [node.get("page") for node in root.iter("node")] == [str(node["page"]) for node in nodes]
    assert [box.get("page") for box in root.iter("box")] == [
        str(box["page"]) for node in nodes for box in node.get("boxes", [])
    ]


def test_deep_trees_do_not_multiply_their_text() -> None:
    deep = el("P", "x" * 2000)
    for _ in range(3000):
        deep = el("Div", deep)
    size = len(export_json(view(deep)))
    assert size < 2000 * MAX_REPEATS * 2 + 3000 * 1500


def test_what_drives_a_terminal_is_escaped_and_means_the_same() -> None:
    active = "a\x7fb\x85c\x9bd\u202ee\u2028f\u2066g"
    found = view(el("P", active, alt=active))
    as_json, as_xml = export_json(found).decode(), export_xml(found).decode()
    for char in set(active) - set("abcdefg"):
        assert char not in as_json
        assert char not in as_xml
    assert json.loads(as_json)["nodes"][0]["alt"] == active
    node = etree.fromstring(as_xml.encode()).find("nodes/node")
    assert node is not None
    assert node.get("alt") == active


def test_numbers_that_json_cannot_say() -> None:
    graph = json.loads(export_json(view(el("Figure", bbox=(float("nan"), 1, 2, float("inf"))))))
    assert graph["nodes"][0]["attributes"] == {"Layout": {"BBox": [None, 1, 2, None]}}
    assert "boxes" not in graph["nodes"][0]


def test_tree_tells_what_the_graph_knows() -> None:
    lines = list(tree_lines(sample()))
    assert len(lines) == len(sample().nodes)
    assert all(line.isprintable() for line in lines)
    assert "[row: Ferry (scope) | column: Price (scope)]" in "\n".join(lines)
    assert lines[1] == "  s1 H1 #h\\x01 “Fees” [scope by level: 5 blocks, 0 sub-headings]"
    assert any("[note s" in line and "by label]" in line for line in lines)


def test_tree_counts_items_of_lists_and_what_stands_in_for_them() -> None:
    found = view(
        el("L", el("P", "one"), el("P", "two")),
        el("L", el("LI", el("LBody", "one")), el("LBody", "two")),
    )
    notes = [line for line in tree_lines(found) if " L " in line]
    assert [line[line.index("[") :] for line in notes] == [
        "[0 items, 2 parts outside an LI]",
        "[1 item, 1 part outside an LI]",
    ]


def test_tree_shows_symbols_as_people_read_them() -> None:
    (line,) = tree_lines(view(el("P", "\uf0b7 Ferry \ue123")))
    assert line.endswith("“• Ferry <U+E123>”")


def test_tree_for_a_screen() -> None:
    plain = render_tree(sample()).decode()
    colored = render_tree(sample(), color=True).decode()
    assert "\x1b" not in plain
    assert colored.replace("\x1b[2m", "").replace("\x1b[0m", "") == plain
