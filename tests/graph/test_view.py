"""The view as a whole: paths, boxes, texts, edges and how far each may be trusted."""

from __future__ import annotations

from collections import Counter

from dtaa_lint.graph.model import Edge, Origin, Relation
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import PageBox
from tests.graph.support import Element, build, el, table, view


def test_structure_paths() -> None:
    found = view(
        el("Document", el("P", "a"), el("Sect", el("P", "b"), el("P", "c")), el("P", "d")),
        el("P", "e"),
        el("P", "f"),
    )
    assert [found.path(i) for i in range(-1, len(found.nodes))] == [
        "/",
        "/Document",
        "/Document/P[1]",
        "/Document/Sect[1]",
        "/Document/Sect[1]/P[1]",
        "/Document/Sect[1]/P[2]",
        "/Document/P[2]",
        "/P",
        "/P[2]",
    ]


def test_boxes_unite_runs_page_by_page() -> None:
    found = view(
        el("Document", el("P", "ab", "abcd"), el("P", "x", page=1), el("Figure", bbox=(9, 8, 1, 2)))
    )
    assert found.boxes(1) == (PageBox(0, (50.0, 778.0, 70.0, 800.0)),)
    assert [box.page for box in found.boxes(0)] == [0, 1]
    assert found.boxes(3) == (PageBox(0, (1.0, 2.0, 9.0, 8.0)),)


def test_boxes_of_many_runs_are_the_same_as_run_by_run() -> None:
    document = build(*[el("P", f"{'x' * (i % 7)}{i}", page=i % 3) for i in range(1500)])
    top = build(el("Document", *[el("P", f"{'x' * (i % 7)}{i}", page=i % 3) for i in range(1500)]))
    expected: dict[int, list[float]] = {}
    for run in document.runs:
        assert run.box is not None
        old = expected.setdefault(run.item.page, list(run.box))
        for side in (0, 1):
            old[side] = min(old[side], run.box[side])
            old[side + 2] = max(old[side + 2], run.box[side + 2])
    assert View(top).boxes(0) == tuple(
        PageBox(page, (box[0], box[1], box[2], box[3])) for page, box in sorted(expected.items())
    )


def test_texts() -> None:
    found = view(el("P", "a\u00a0 b\u00ad", "c\ufffd"))
    assert found.text(0) == "a b\u00ad c\ufffd"
    assert found.normalised(0) == "a bc\ufffd"


def test_a_path_too_deep_to_write_out_is_shortened_in_the_middle() -> None:
    """Two branches of sixty levels with the same ends, parted in the middle."""

    def down(levels: int, *inner: Element) -> Element:
        element = el("Div", *inner)
        for _ in range(levels - 1):
            element = el("Div", element)
        return element

    found = view(el("Document", down(20, down(40, el("P", "a")), down(40, el("P", "b")))))
    paths = [found.path(node) for node in range(len(found.nodes))]
    assert len(set(paths)) == len(paths)
    first, second = (path for path in paths if path.endswith("/P[1]"))
    start = "/Document" + "/Div[1]" * 7 + "/…(22 steps, "
    assert first.startswith(start)
    assert second.startswith(start)
    assert first.endswith(")…" + "/Div[1]" * 31 + "/P[1]")
    assert paths[39] == "/Document" + "/Div[1]" * 20 + "/Div[1]" * 19
    assert "…" in paths[40]
    assert found.path(60) == paths[60]


def test_texts_of_absurdly_deep_elements_are_cut() -> None:
    inner = el("P", "end")
    for _ in range(1000):
        inner = el("Div", "word", inner)
    found = view(inner)
    texts = [found.text(node) for node in range(len(found.nodes))]
    assert sum(map(len, texts)) < 40 * (len(found.document.text) + 8 * len(found.nodes))
    assert texts[0].endswith("…")
    assert texts[-1] == "end"
    assert "…" not in texts[-30]


def test_blocks_of_inline_elements() -> None:
    found = view(el("P", el("Span", el("Link", "x"))))
    assert found.block_of(2) == 0
    assert found.block_of(0) == 0


def test_every_kind_of_edge_and_its_origin() -> None:
    found = view(
        el("H1", "Fees", id="h"),
        el("P", "Table 1. Prices"),
        table("*C Item |*C Price", "*R Ferry | 4"),
        el("P", "Ferry", el("Reference", "1"), el("Link", "see", dest="h"), ref=["h"]),
        el("Note", el("Lbl", "1"), "Reduced."),
        el("L", el("LI", el("Lbl", "Fee"), el("LBody", "A price")), numbering="Description"),
        el("P", el("Span", "CRO", e="Coastal Revenue Office")),
        el("Figure", el("Caption", "A ship"), alt="Ship"),
    )
    kinds = Counter((edge.relation, edge.origin, edge.via) for edge in found.edges())
    assert kinds[Relation.HEADING_FOR, Origin.DERIVED, "level"] == 7
    assert kinds[Relation.ROW_HEADER_FOR, Origin.DERIVED, "scope"] == 1
    assert kinds[Relation.COLUMN_HEADER_FOR, Origin.DERIVED, "scope"] == 1
    assert kinds[Relation.CAPTION_FOR, Origin.INFERRED, "adjacent"] == 1
    assert kinds[Relation.CAPTION_FOR, Origin.DERIVED, "structure"] == 1
    assert kinds[Relation.NOTE_FOR, Origin.DERIVED, "label"] == 1
    assert kinds[Relation.LABEL_FOR, Origin.DERIVED, "label"] == 2
    assert kinds[Relation.DEFINES, Origin.DERIVED, "list"] == 1
    assert kinds[Relation.DEFINES, Origin.SOURCE, "expansion"] == 1
    assert kinds[Relation.REFERS_TO, Origin.SOURCE, "ref"] == 1
    assert kinds[Relation.LINKS_TO, Origin.SOURCE, "structure-destination"] == 1
    assert {edge.relation for edge in found.edges()} == set(Relation)


def test_edges_come_in_the_same_order_each_time() -> None:
    document = build(el("H1", "A"), el("P", "a"), table("*C x |*C y", "*R z | 1"))
    first: list[Edge] = list(View(document).edges())
    assert first == list(View(document).edges())
    assert Edge(Relation.HEADING_FOR, 0, 1, Origin.DERIVED, "level") in first


def test_empty_document() -> None:
    found = view()
    assert list(found.edges()) == []
    assert (found.tables, found.headings, found.links, found.children(-1)) == ((), (), (), ())
