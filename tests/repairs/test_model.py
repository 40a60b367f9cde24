"""The document after edits is what the reader would read of the repaired file."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.pdf.model import PdfDocument
from dtaa_lint.pdf.read import read
from dtaa_lint.repairs.edits import (
    ROOT,
    DocumentEntry,
    Edit,
    Entry,
    Insert,
    Move,
    NameHeaders,
    Refer,
    Remove,
    Rename,
    Retype,
    Rewrite,
    SetAttribute,
    SetDocument,
    SetEntry,
    Unwrap,
    Wrap,
)
from dtaa_lint.repairs.model import edited
from tests.make import Doc, el
from tests.repairs.support import Case, lint


def sample() -> Case:
    """Elements by number: 0 Document, 1 H1, 2 P, 3 Span, 4 Sect, 5 P, 6 Table, 7 TR, 8 TH, 9 TH,
    10 TR, 11 TH, 12 TD, 13 P, 14 Reference, 15 Note, 16 Lbl."""
    return lint(
        Doc()
        .add(
            el("H1", "Title"),
            el("P", "One", el("Span", "two"), "three."),
            el("Sect", el("P", "Inside.")),
            el(
                "Table",
                el("TR", el("TH", "Name", id="a"), el("TH", "Value", scope="Column")),
                el("TR", el("TH", "Row", scope="Row"), el("TD", "12", headers=["a"])),
            ),
            el("P", "Claim", el("Reference", "1")),
            el("Note", el("Lbl", "1"), "Noted."),
        )
        .bytes()
    )


EDITS: dict[str, tuple[Edit, ...]] = {
    "retype": (Retype(5, "H2"),),
    "retype inline to block": (Retype(3, "P"),),
    "attribute": (SetAttribute(8, "Table", "Scope", "Column"),),
    "attribute gone": (SetAttribute(12, "Table", "Headers", None),),
    "alt": (SetEntry(6, Entry.ALT, "Prices"),),
    "lang": (SetEntry(4, Entry.LANG, "fr"),),
    "refer": (Refer(14, (15,)),),
    "headers": (NameHeaders(12, (9, 11)),),
    "headers without": (NameHeaders(12, (9, 11), (8,)), NameHeaders(12, (8,))),
    "rename": (Rename(8, "b", (12,)),),
    "insert": (Insert(-2, 0, 4, "P", "New words."),),
    "insert at the end": (Insert(-2, 6, ROOT, "TR"), Insert(-3, -2, ROOT, "TD", "more")),
    "move": (Move(5, 0, 1),),
    "move into a new one": (Insert(-2, 0, ROOT, "Sect"), Move(13, -2), Move(15, -2)),
    "wrap": (Wrap(-2, (1, 2), "Sect"),),
    "unwrap": (Unwrap(4),),
    "unwrap content": (Unwrap(3),),
    "remove": (Remove(2),),
    "remove a table": (Remove(6),),
    "rewrite": (Rewrite(2, "Other words."),),
    "rewrite to nothing": (Rewrite(12, ""), Insert(-2, 12, ROOT, "Span", "13")),
    "caption": (Retype(5, "Caption"), Move(5, 6, 7)),
    "document": (SetDocument(DocumentEntry.TITLE, "T"), SetDocument(DocumentEntry.LANG, "de")),
    "what is gone": (Remove(4), Retype(5, "H2"), Move(1, 5), Insert(-2, 5, ROOT, "P", "x")),
}


def told(document: PdfDocument) -> list[tuple[Any, ...]]:
    return [
        (
            e.index, e.parent, e.end, e.depth, e.type, e.id, e.alt, e.lang, e.refs, e.page,
            {owner: dict(keys) for owner, keys in e.attributes.items()},
            document.text[e.text_start : e.text_end].split(),
        )
        for e in document.elements
    ]  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_model_and_file_agree(name: str) -> None:
    case = sample()
    model = edited(case.document, [EDITS[name]]).document
    file = case.written([EDITS[name]])
    assert told(model) == told(file)
    assert model.text.split() == file.text.split()
    assert model.ids == file.ids
    assert model.metadata.title == file.metadata.title
    assert model.metadata.lang == file.metadata.lang
    assert [run.item for run in model.runs] == [run.item for run in file.runs]
    assert [run.owner for run in model.runs] == [run.owner for run in file.runs]
    assert not file.issues


def test_the_document_itself_stays() -> None:
    case = sample()
    before = read(case.data, name="case.pdf")
    edited(case.document, EDITS.values())
    assert case.document.elements == before.elements
    assert case.document.text == before.text


def test_repairs_have_handles_of_their_own() -> None:
    case = sample()
    made = edited(
        case.document,
        [(Insert(-2, 0, ROOT, "P", "one"),), (Insert(-2, 0, ROOT, "P", "two"), Retype(-2, "H2"))],
    )
    new = [e for e, old in zip(made.document.elements, made.origin, strict=True) if old >= 17]
    assert [(e.type, made.document.text[e.text_start : e.text_end]) for e in new] == [
        ("P", "one"),
        ("H2", "two"),
    ]
    assert made.makers == [0, 1]


def test_what_is_left_out_leaves_places_and_text() -> None:
    case = sample()
    made = edited(case.document, [], without={6})
    assert len(made.document.elements) == len(case.document.elements) - 6
    table = made.document.elements[made.place[6]]
    old = case.document.elements[6]
    assert made.document.text == case.document.text
    assert (table.text_start, table.text_end) == (old.text_start, old.text_end)
    assert made.place[8] == -1
    owners = {run.owner for run in made.document.runs}
    assert max(owners) < len(made.document.elements)


def test_what_leaves_the_tree_becomes_an_artifact() -> None:
    case = sample()
    before, after = case.document.pages[0], case.written([(Remove(2),)]).pages[0]
    assert before.artifact_glyphs == 0
    assert after.artifact_glyphs == len("Onetwothree.")
    assert after.glyphs == after.reached


def test_a_deep_tree_is_edited_without_recursion() -> None:
    deep = el("P", "Bottom.")
    for _ in range(400):
        deep = el("Div", deep)
    case = lint(Doc().add(el("H1", "Title"), deep).bytes())
    bottom = len(case.document.elements) - 1
    made = edited(case.document, [(Move(bottom, 0, 1),)])
    assert made.document.text.split() == ["Bottom.", "Title"]
