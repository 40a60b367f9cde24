"""``--fix``: what has one right answer is written, and nothing else changes."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.fix.choose import REFERENCES
from dtaa_lint.fix.copy import FIXABLE, Fixed, fix
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import TargetKind
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.universe import enumerate_tasks
from tests.make import Doc, Element, el, untagged

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "fixtures" / "documents" / f"{name}.pdf"
    for name in ("fop-fr", "libreoffice-fr", "signaturen-de", "typst-fr", "weasyprint-fr")
]
"""The larger ones, and a folder of one's own, are ``test_corpus.py``'s."""
DEMO = ROOT / "fixtures" / "demo" / "harbour-levy.pdf"
PROSE = (
    "The levy is paid by the master of each ship that enters the harbour, and it is due on the day "
    "of arrival. Ships of the navy and those that shelter from a storm are exempt from it. The "
    "office will send a bill to the owner if the levy has not been paid when the ship leaves. "
    "Owners may ask that the bill be reviewed by the board, which must answer within a month. "
    "There is a list of the rates that have been set for this year, and of those who can be asked."
)


def codes(data: bytes) -> set[str]:
    report = lint_file("x.pdf", LintOptions(impact=False), data=data)
    assert report.error is None
    return {finding.code for finding in report.findings}


def fixed(document: Doc | bytes) -> tuple[bytes, Fixed]:
    data = document if isinstance(document, bytes) else document.bytes()
    made = fix(data, "x.pdf")
    assert made.data is not None
    return made.data, made


def pixels(data: bytes, most: int = 1000) -> list[bytes]:
    document = pypdfium2.PdfDocument(data)
    pages = range(min(len(document), most))
    found = [bytes(document[number].render(scale=1.5).buffer) for number in pages]
    document.close()
    return found


def task_ids(data: bytes) -> Counter[str]:
    universe = enumerate_tasks(View(read(data, name="x.pdf")))
    return Counter(task.task_id for task in universe.tasks())


@pytest.mark.parametrize("path", [*DOCUMENTS, DEMO], ids=lambda path: path.stem)
def test_real_documents(path: Path) -> None:
    """The same pixels, no task lost, nothing repairable left, the same bytes each time."""
    data = path.read_bytes()
    made = fix(data, path.name)
    if made.data is None:
        assert not made.chosen.edits
        return
    assert pixels(made.data) == pixels(data)
    assert not task_ids(data) - task_ids(made.data)
    again = fix(made.data, path.name)
    assert again.data is None, again.chosen.counts
    repaired = {code for code, _ in made.chosen.edits} - {REFERENCES, "DT1101"}
    assert not repaired & codes(made.data)
    assert fix(data, path.name).data == made.data


def table(**scopes: Any) -> Any:
    return el(
        "Table",
        el("Caption", "Rates of the harbour levy by kind of ship"),
        el("TR", el("TH", "Ship", **scopes), el("TH", "Rate", **scopes)),
        el("TR", el("TH", "Ferry", **scopes), el("TD", "12.50")),
        el("TR", el("TH", "Barge", **scopes), el("TD", "19.00")),
    )


def test_scope_where_position_decides() -> None:
    before = Doc(lang="en", title="T").add(el("H1", "Levy", id="h"), table()).bytes()
    assert "DT0105" in codes(before)
    data, made = fixed(before)
    assert made.chosen.counts["DT0105"] == 4
    assert "DT0105" not in codes(data)
    view = View(read(data, name="x.pdf"))
    scopes = [cell.scope for cell in view.tables[0].cells if cell.header]
    assert scopes == ["Column", "Column", "Row", "Row"]


def test_ids_say_what_an_element_is_and_the_id_tree_has_them() -> None:
    data, _ = fixed(
        Doc(lang="en", title="T").add(
            el("H1", "Levy"), el("P", PROSE), el("H2", "Rates"), table(), el("P", PROSE)
        )
    )
    with pikepdf.open(io.BytesIO(data)) as pdf:
        tree = pikepdf.NameTree(pdf.Root.StructTreeRoot.IDTree)
        assert {str(key): str(tree[key].S) for key in tree} == {
            "h1": "/H1",
            "h2": "/H2",
            "table1": "/Table",
        }


def test_the_only_h1_is_the_title() -> None:
    data, _ = fixed(
        Doc(lang="en", title=None).add(el("H1", "Harbour levy", id="a"), el("P", PROSE))
    )
    metadata = read(data, name="x.pdf").metadata
    assert (metadata.title, metadata.display_doc_title) == ("Harbour levy", True)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Harbour levy"


def test_two_h1_are_no_title() -> None:
    made = fix(
        Doc(lang="en", title=None)
        .add(el("H1", "Levy", id="a"), el("P", PROSE), el("H1", "Rates"), el("P", PROSE))
        .bytes(),
        "x.pdf",
    )
    assert made.data is None
    assert made.chosen.left == (("DT1803", "several headings could be the title"),)


def test_a_title_that_is_not_shown_is_shown() -> None:
    with pikepdf.open(
        io.BytesIO(
            Doc(lang="en", title="Levy").add(el("H1", "Levy 2024", id="a"), el("P", PROSE)).bytes()
        )
    ) as pdf:
        del pdf.Root.ViewerPreferences
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    data, _ = fixed(out.getvalue())
    metadata = read(data, name="x.pdf").metadata
    assert (metadata.title, metadata.display_doc_title) == ("Levy", True)


def test_a_file_whose_tree_reaches_all_text_says_that_it_is_tagged() -> None:
    def unmarked(*elements: Element) -> bytes:
        made = Doc(lang="en", title="T").add(el("H1", "Levy", id="a"), *elements)
        with pikepdf.open(io.BytesIO(made.bytes())) as pdf:
            del pdf.Root.MarkInfo
            out = io.BytesIO()
            pdf.save(out)
        return out.getvalue()

    whole = fix(unmarked(el("P", PROSE)), "x.pdf")
    assert whole.data is not None
    assert read(whole.data, name="x.pdf").metadata.marked
    part = fix(unmarked(el("P", PROSE), untagged("Nobody is told of this.")), "x.pdf")
    assert "DT0008" not in part.chosen.counts
    assert ("DT0008", "part of the visible text is not in the structure tree") in part.chosen.left


def test_the_language_when_the_words_leave_no_doubt() -> None:
    def document(text: str) -> Doc:
        return Doc(lang=None, title="T").add(el("H1", "Levy", id="a"), el("P", text), el("P", text))

    data, _ = fixed(document(PROSE))
    assert read(data, name="x.pdf").metadata.lang == "en"
    made = fix(document("Levy rates: ferry 12.50, barge 19.00.").bytes(), "x.pdf")
    assert made.data is None
    assert made.chosen.left == (("DT1804", "its words leave a doubt about the language"),)


def test_marker_and_note_refer_to_each_other() -> None:
    data, made = fixed(
        Doc(lang="en", title="T").add(
            el("H1", "Levy", id="a"),
            el("P", "The levy is due on arrival", el("Reference", "1"), "."),
            el("Note", el("Lbl", "1"), "Unless the ship shelters from a storm."),
        )
    )
    assert REFERENCES in made.chosen.counts
    document = read(data, name="x.pdf")
    (note,) = [e for e in document.elements if e.type == "Note"]
    (marker,) = [e for e in document.elements if e.type == "Reference"]
    assert (note.refs, marker.refs) == ((marker.index,), (note.index,))
    assert fix(data, "x.pdf").data is None


def test_a_marker_of_two_notes_refers_to_none() -> None:
    made = fix(
        Doc(lang="en", title="T")
        .add(
            el("H1", "Levy", id="a"),
            el("P", "The levy is due on arrival", el("Reference", "1"), "."),
            el("Note", el("Lbl", "1"), "Unless the ship shelters from a storm."),
            el("Note", el("Lbl", "1"), "Unless it carries coal."),
        )
        .bytes(),
        "x.pdf",
    )
    assert made.data is None


def broken_trees() -> bytes:
    """A file whose ParentTree and IDTree name the wrong elements."""
    made = Doc(lang="en", title="T").add(
        el("H1", "Levy", id="a"), el("P", PROSE, id="b"), table(scope=None), el("P", "End.", id="c")
    )
    with pikepdf.open(io.BytesIO(made.bytes())) as pdf:
        tree = pdf.Root.StructTreeRoot
        numbers = pikepdf.NumberTree(tree.ParentTree)
        row = numbers[0]
        row[0], row[1] = row[1], row[0]
        tree.IDTree = pikepdf.Dictionary(
            Names=pikepdf.Array(
                [
                    pikepdf.String("a"),
                    tree.K if not isinstance(tree.K, pikepdf.Array) else tree.K[0],
                ]
            )
        )
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    return out.getvalue()


def test_trees_are_rebuilt() -> None:
    before = broken_trees()
    assert "DT0005" in codes(before)
    data, made = fixed(before)
    assert made.chosen.rebuild
    assert "DT0005" not in codes(data)
    assert pixels(data) == pixels(before)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        names = pikepdf.NameTree(pdf.Root.StructTreeRoot.IDTree)
        found = {str(key): str(names[key].S) for key in names}
    assert found == {"a": "/H1", "b": "/P", "c": "/P"}


def test_numbers_of_what_the_tree_does_not_own_are_no_ones() -> None:
    """A page without tags that has the number of another page's entry in the ParentTree."""
    with pikepdf.open(io.BytesIO(broken_trees())) as pdf:
        pdf.add_blank_page()
        pdf.pages.insert(0, pdf.pages[-1])
        del pdf.pages[-1]
        pdf.pages[0].obj.StructParents = 0
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    data, made = fixed(out.getvalue())
    assert made.chosen.rebuild
    assert "DT0005" not in codes(data)


def test_links_lead_to_the_elements_that_they_land_on() -> None:
    data, made = fixed(DEMO.read_bytes())
    before = View(read(DEMO.read_bytes(), name="x.pdf"))
    after = View(read(data, name="x.pdf"))
    landing = {link.annotation: link.landing for link in before.links}
    led = [link for link in after.links if link.target.kind is TargetKind.STRUCTURE]
    assert len(led) == made.chosen.counts["DT1101"] > 0
    assert all(link.element == landing[link.annotation] for link in led)


def test_what_must_not_be_rewritten_is_refused() -> None:
    document = Doc(lang="en", title=None).add(el("H1", "Levy", id="a"), el("P", PROSE))
    with pikepdf.open(io.BytesIO(document.bytes())) as pdf:
        locked = io.BytesIO()
        pdf.save(locked, encryption=pikepdf.Encryption(owner="secret", user=""))
        field = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot,
                Subtype=pikepdf.Name.Widget,
                FT=pikepdf.Name.Sig,
                T=pikepdf.String("s"),
                Rect=pikepdf.Array([0, 0, 10, 10]),
                V=pikepdf.Dictionary(Type=pikepdf.Name.Sig, Contents=pikepdf.String("x")),
            )
        )
        pdf.pages[0].obj.Annots = pikepdf.Array([field])
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]))
        signed = io.BytesIO()
        pdf.save(signed)
    with pytest.raises(InputError, match="is encrypted"):
        fix(locked.getvalue(), "x.pdf")
    with pytest.raises(InputError, match="is signed"):
        fix(signed.getvalue(), "x.pdf")


def test_every_fixable_rule_has_a_case_here() -> None:
    expected = ["DT0005", "DT0008", "DT0105", "DT1101", "DT1801", "DT1803", "DT1804"]
    assert list(FIXABLE) == expected


@pytest.mark.parametrize("with_xmp", [False, True])
def test_the_rest_of_the_document_information_stays(with_xmp: bool) -> None:
    made = Doc(lang="en", title=None).add(el("H1", "Levy", id="a"), el("P", PROSE))
    entries = {
        "/Author": "A. Writer", "/Subject": "", "/Keywords": "levy, harbour", "/Mine": "x",
        "/CreationDate": "D:20240301120000Z", "/Producer": "A producer",
    }  # fmt: skip
    with pikepdf.open(io.BytesIO(made.bytes())) as pdf:
        if "/Metadata" in pdf.Root:
            del pdf.Root.Metadata
        if with_xmp:
            with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
                metadata["dc:creator"] = ["Somebody"]
        for key, value in entries.items():
            pdf.docinfo[key] = pikepdf.String(value)
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    data, _ = fixed(out.getvalue())
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = {str(key): str(value) for key, value in pdf.docinfo.items()}
        assert found == {**entries, "/Title": "Levy"}
        assert ("/Metadata" in pdf.Root) is with_xmp
        if with_xmp:
            with pdf.open_metadata() as metadata:
                assert (metadata["dc:title"], list(metadata["dc:creator"])) == (
                    "Levy",
                    ["Somebody"],
                )


@pytest.mark.parametrize("how", ["field", "perms"])
def test_signatures_without_a_widget(how: str) -> None:
    document = Doc(lang="en", title=None).add(el("H1", "Levy", id="a"), el("P", PROSE))
    with pikepdf.open(io.BytesIO(document.bytes())) as pdf:
        signature = pikepdf.Dictionary(Type=pikepdf.Name.Sig, Contents=pikepdf.String("x"))
        if how == "field":
            field = pikepdf.Dictionary(FT=pikepdf.Name.Sig, T=pikepdf.String("s"), V=signature)
            group = pikepdf.Dictionary(Kids=pikepdf.Array([field]), T=pikepdf.String("g"))
            pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([group]))
        else:
            pdf.Root.Perms = pikepdf.Dictionary(UR3=signature)
        out = io.BytesIO()
        pdf.save(out)
    with pytest.raises(InputError, match="is signed"):
        fix(out.getvalue(), "x.pdf")


def test_malformed_preferences_give_way() -> None:
    document = Doc(lang="en", title=None).add(el("H1", "Levy", id="a"), el("P", PROSE))
    with pikepdf.open(io.BytesIO(document.bytes())) as pdf:
        pdf.Root.ViewerPreferences = pikepdf.Array([1])
        out = io.BytesIO()
        pdf.save(out)
    data, _ = fixed(out.getvalue())
    assert read(data, name="x.pdf").metadata.display_doc_title


def test_a_copy_is_about_as_large_as_the_file() -> None:
    data = DEMO.read_bytes()
    made = fix(data, "x.pdf").data
    assert made is not None
    assert len(made) < 1.2 * len(data)
