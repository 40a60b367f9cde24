"""Review copies of sound files: what is added, and that nothing else changes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.review.copy import is_review_copy
from dtaa_lint.universe.universe import enumerate_tasks
from tests.cli.conftest import good_document
from tests.make import Doc, el
from tests.review.support import (
    DEMO,
    DOCUMENTS,
    annotations,
    changed,
    contents,
    linted,
    ours,
    reviewed,
    small,
    top_titles,
)

QUICK = ("fop-fr", "libreoffice-fr", "typst-fr")
FILES = [
    DEMO,
    *(
        pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.slow)
        for path in DOCUMENTS
    ),
]


def pictures(data: bytes) -> list[bytes]:
    """The first pages without their annotations."""
    document = pypdfium2.PdfDocument(data)
    return [
        document[n]
        .render(scale=0.5, draw_annots=False, may_draw_forms=False)
        .to_pil()
        .tobytes()
        for n in range(min(4, len(document)))
    ]  # fmt: skip


def tasks(data: bytes) -> list[str]:
    return [task.task_id for task in enumerate_tasks(View(read(data, name="x"))).tasks()]


@pytest.mark.parametrize("path", FILES, ids=[DEMO.stem, *(path.stem for path in DOCUMENTS)])
def test_nothing_else_changes(path: Path) -> None:
    before = path.read_bytes()
    made, marks = reviewed(before)
    after = made.data
    assert path.read_bytes() == before
    assert contents(after) == contents(before)
    assert pictures(after) == pictures(before)
    old, new = read(before, name="x"), read(after, name="x")
    assert (new.text, new.metadata, new.ids) == (old.text, old.metadata, old.ids)
    assert [(e.type, e.raw, e.parent) for e in new.elements] == [
        (e.type, e.raw, e.parent) for e in old.elements
    ]
    assert tasks(after) == tasks(before)
    with pikepdf.open(BytesIO(before)) as original, pikepdf.open(BytesIO(after)) as copy:
        assert copy.check_pdf_syntax() == []
        assert len(ours(copy)) == len(marks)
        had = sum(len(annotations(page.obj)) for page in original.pages)
        assert sum(len(annotations(page.obj)) for page in copy.pages) == had + 2 * len(marks)
        if "/Outlines" in original.Root:
            assert top_titles(copy) == [*top_titles(original), "dtaa-lint"]


def test_the_same_file_gives_the_same_bytes() -> None:
    data = DEMO.read_bytes()
    first = reviewed(data)[0].data
    assert reviewed(data)[0].data == first
    assert b"/CreationDate" not in first.replace(data, b"")
    with pikepdf.open(BytesIO(first)) as pdf:
        assert all("/M" not in item and "/CreationDate" not in item for item in ours(pdf))


def test_an_annotation_says_what_it_must() -> None:
    made, marks = reviewed(small())
    with pikepdf.open(BytesIO(made.data)) as pdf:
        found = ours(pdf)
        names = [str(item.NM) for item in found]
        assert names == [mark.name for mark in marks] and len(set(names)) == len(names)
        assert {str(item.Subtype) for item in found} == {"/Text", "/Highlight", "/Square"}
        for item in found:
            assert str(item.Contents) and str(item.Subj)
            assert str(item.Lang) == "en"
            assert int(item.F) & 4
            assert item.AP.N.Type == pikepdf.Name.XObject
            assert item.Popup.Parent.objgen == item.objgen
            assert item.P.objgen == pdf.pages[0].obj.objgen
            assert "/StructParent" not in item
            if item.Subtype == pikepdf.Name.Highlight:
                x0, y0, x1, y1 = item.Rect
                assert list(item.QuadPoints) == [x0, y1, x1, y1, x0, y0, x1, y0]
        grouped = [item for item in found if "/IRT" in item]
        assert {str(item.RT) for item in grouped} == {"/Group"}


def test_drawings_are_shared() -> None:
    headings = [el("H3" if n % 2 else "H1", f"Heading {n}") for n in range(40)]
    made, _ = reviewed(Doc().add(*headings).bytes())
    with pikepdf.open(BytesIO(made.data)) as pdf:
        highlights = [item for item in ours(pdf) if item.Subtype == pikepdf.Name.Highlight]
        drawings = {item.AP.N.objgen for item in highlights}
        assert len(highlights) > len(drawings) and len(drawings) <= 6


def test_bookmarks_lead_to_places() -> None:
    made, _ = reviewed(small())
    with pikepdf.open(BytesIO(made.data)) as pdf:
        outlines = pdf.Root.Outlines
        top = outlines.First
        assert top.objgen == outlines.Last.objgen
        assert int(outlines.Count) == 1 + int(top.Count)
        severities = [top.First]
        while "/Next" in severities[-1]:
            severities.append(severities[-1].Next)
        assert len(severities) == int(top.Count)
        assert str(severities[0].Title).startswith("Error (")
        place = severities[0].First.First
        assert place.Dest[0].objgen == pdf.pages[0].obj.objgen
        assert place.Dest[1] == pikepdf.Name.XYZ and 0 < float(place.Dest[3]) < 842


def test_a_copy_is_known_as_one() -> None:
    data = small()
    assert not is_review_copy(data)
    assert is_review_copy(reviewed(data)[0].data)
    assert not is_review_copy(b"%PDF-1.7 and nothing")


def test_no_findings_make_a_copy_that_says_so() -> None:
    clean = good_document().bytes()
    assert not linted(clean).findings
    made, marks = reviewed(clean)
    assert "0 errors, 0 warnings, 0 infos" in marks[0].contents[0]
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert top_titles(pdf) == ["dtaa-lint"]


LOCKED = pikepdf.Permissions(modify_annotation=False)


@pytest.mark.parametrize("revision", [3, 4, 6])
def test_an_encrypted_file_gives_a_copy_with_the_same_passwords(revision: int) -> None:
    data = changed(
        small(), lambda pdf: None,
        encryption=pikepdf.Encryption(
            user="user", owner="owner", R=revision, aes=revision > 3, metadata=revision > 3
        ),
    )  # fmt: skip
    made, marks = reviewed(data, "user")
    for password in ("user", "owner"):
        with pikepdf.open(BytesIO(made.data), password=password) as pdf:
            assert (pdf.encryption.R, len(ours(pdf))) == (revision, len(marks))
    assert contents(made.data, "user") == contents(data, "user")
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(BytesIO(made.data))


def test_permissions_hold_for_all_but_the_owner() -> None:
    data = changed(
        small(), lambda pdf: None,
        encryption=pikepdf.Encryption(user="", owner="owner", allow=LOCKED),
    )  # fmt: skip
    for password in (None, "wrong"):
        with pytest.raises(InputError, match="only with the owner's password"):
            reviewed(data, password)
    made, marks = reviewed(data, "owner")
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert not pdf.allow.modify_annotation
        assert len(ours(pdf)) == len(marks)


def test_a_signed_file_is_said_to_be_one() -> None:
    def sign(pdf: pikepdf.Pdf) -> None:
        value = pikepdf.Dictionary(Type=pikepdf.Name.Sig)
        field = pikepdf.Dictionary(FT=pikepdf.Name.Sig, T="s", V=value)
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[pdf.make_indirect(field)])

    assert reviewed(changed(small(), sign))[0].signed
    assert not reviewed(small())[0].signed
