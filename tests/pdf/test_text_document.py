"""The text of whole documents, read from files made for the purpose."""

from __future__ import annotations

from pathlib import Path

from dtaa_lint.pdf.read import read
from tests.make import Doc, artifact, el, new_page, untagged


def test_text_of_a_document(tmp_path: Path) -> None:
    place = tmp_path / "plans.pdf"
    Doc(lang="en", title="Plans").add(
        el("H1", "Plans"),
        el("P", "See", el("Reference", "1"), "below."),
        el(
            "Table",
            el("TR", el("TH", "Plan"), el("TH", "Price")),
            el("TR", el("TH", "Basic"), el("TD", "12.50")),
        ),
        artifact("Page 1"),
        untagged("Lost"),
        new_page(),
        el("L", el("LI", el("Lbl", "a)"), el("LBody", "one"))),
    ).write(place)
    document = read(place)
    assert document.text.split("\n") == [
        "Plans",
        "See 1 below.",
        "Plan Price",
        "Basic 12.50",
        "a) one",
    ]
    table = next(e for e in document.elements if e.type == "Table")
    assert document.text[table.text_start : table.text_end] == "Plan Price\nBasic 12.50"
    first, second = document.pages
    assert first.unreached_text == "Lost"
    assert first.glyphs - first.reached == 4
    assert first.artifact_glyphs == 5
    assert second.glyphs == second.reached == 5
    for run in document.runs:
        assert document.elements[run.owner].text_start <= run.start
        assert run.box is not None
