"""What stays in the tree of pages that were taken out of the file takes no part in anything."""

from __future__ import annotations

from tests.graph.support import el, table, view


def test_a_branch_without_pages_holds_nothing() -> None:
    found = view(
        el("H1", "A"),
        el("Art", el("H2", "x"), el("L", el("LI", "x")), el("Figure", "x"),
           table("*x | x"), el("Note", "x"), el("P", el("Link", "x")), page=-1),
        el("P", "a"),
    )  # fmt: skip
    assert [(h.text, [found.text(b) for b in h.blocks]) for h in found.headings] == [("A", ["a"])]
    parts = (found.lists, found.figures, found.tables, found.notes, found.links)
    assert [len(part) for part in parts] == [0] * 5


def test_rows_and_items_without_pages_are_left_out() -> None:
    found = view(
        el("Table", el("TR", el("TH", "h"), el("TD", "v")), el("TR", el("TD", "x"), page=-1)),
        el("L", el("LI", "a"), el("LI", "x", page=-1)),
    )
    assert (found.tables[0].n_rows, found.tables[0].n_columns) == (1, 2)
    assert [member.text for member in found.lists[0].members] == ["a"]


def test_elements_without_content_are_kept() -> None:
    """Nothing says that their pages are gone: blank cells, figures that hold nothing."""
    found = view(el("Table", el("TR", el("TD", page=-1), page=-1)), el("Figure", page=-1))
    assert (found.tables[0].n_rows, len(found.figures)) == (1, 1)
