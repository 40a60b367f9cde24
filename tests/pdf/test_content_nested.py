"""MCIDs inside MCIDs, and MCIDs that the structure tree looks for in the wrong stream."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Dictionary

from dtaa_lint.pdf.content import ContentReader, PageContent
from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.pdf.read import read as read_document
from tests.make import Doc, el
from tests.pdf.content_cases import add_page, form, texts

OUTER = b"/P <</MCID 0>> BDC (outer) Tj %s (rest) Tj EMC"
INNER = b"/Span <</MCID 1>> BDC (inner) Tj EMC"


def read(body: bytes, *owned: tuple[int, int]) -> PageContent:
    pdf = pikepdf.new()
    page = add_page(pdf, b"BT /F1 10 Tf 50 700 Td " + body + b" ET")
    return ContentReader(pdf).read_page(0, page, owned=dict.fromkeys(owned, False))


def test_the_inner_one_owns_when_both_are_owned() -> None:
    assert texts(read(OUTER % INNER, (0, 0), (0, 1))) == {(0, 0): "outer rest", (0, 1): "inner"}


def test_the_outer_one_owns_when_the_tree_lacks_the_inner_one() -> None:
    assert texts(read(OUTER % INNER, (0, 0))) == {(0, 0): "outerinnerrest"}


def test_the_inner_one_owns_when_the_tree_lacks_the_outer_one() -> None:
    assert texts(read(OUTER % INNER, (0, 1)))[0, 1] == "inner"


def test_siblings_inside_that_the_tree_lacks_belong_to_the_outer_one() -> None:
    inside = INNER + b" /Span <</MCID 2>> BDC (more) Tj EMC " + INNER
    assert texts(read(OUTER % inside, (0, 0))) == {(0, 0): "outerinnermoreinnerrest"}


def test_an_artifact_inside_stays_one_when_the_tree_lacks_its_mcid() -> None:
    for inside in (b"/Artifact <</MCID 1>> BDC (x) Tj EMC", INNER + b"/Artifact <</MCID 2>> BDC "
                   b"(x) Tj EMC"):  # fmt: skip
        content = read(OUTER % inside, (0, 0))
        assert "x" not in content.pieces[0, 0].text
        assert content.artifact_glyphs == 1


def test_an_mcid_that_also_stands_on_its_own_is_left_over_inside() -> None:
    """A tool that tags tagged content again counts twice: cell 1 inside cell 0, and so on."""
    body = b" ".join(
        b"/Span <</MCID %d>> BDC /TD <</MCID %d>> BDC (%d) Tj EMC EMC" % (n, n + 1, n)
        for n in range(4)
    )
    content = read(body, *((0, n) for n in range(4)))
    assert texts(content) == {(0, n): str(n) for n in range(4)}


def test_the_same_mcid_inside_itself() -> None:
    body = b"/P <</MCID 0>> BDC (a) Tj /P <</MCID 0>> BDC (b) Tj EMC (c) Tj EMC"
    assert texts(read(body, (0, 0))) == {(0, 0): "abc"}


def forms(contents: list[bytes], *owned: tuple[int, int]) -> PageContent:
    """A page that shows each form in turn, after MCID 0 of its own."""
    pdf = pikepdf.new()
    made = {f"/X{n}": form(pdf, content) for n, content in enumerate(contents)}
    body = b"/P <</MCID 0>> BDC BT /F1 10 Tf 50 700 Td (page) Tj ET EMC "
    body += b" ".join(b"%s Do" % name.encode() for name in made)
    page = add_page(pdf, body, XObject=Dictionary(made))
    return ContentReader(pdf).read_page(0, page, owned=dict.fromkeys(owned, False))


def show(mcid: int, text: bytes) -> bytes:
    return b"/P <</MCID %d>> BDC BT /F1 10 Tf 50 600 Td (%s) Tj ET EMC" % (mcid, text)


def test_content_of_a_form_is_found_without_stm() -> None:
    content = forms([show(1, b"one") + show(2, b"two")], (0, 0), (0, 1), (0, 2))
    assert texts(content) == {(0, 0): "page", (0, 1): "one", (0, 2): "two"}
    assert [mcid for _, mcid in content.moved] == [1, 2]


def test_forms_that_may_mean_something_else_are_left_alone() -> None:
    for contents in (
        [show(1, b"one"), show(1, b"other")],  # two forms have it
        [show(0, b"zero") + show(1, b"one")],  # some of the form's MCIDs are the page's own
        [show(1, b"one") + show(7, b"seven")],  # some are none of the tree's
    ):
        content = forms(contents, (0, 0), (0, 1))
        assert content.moved == ()
        assert (0, 1) not in content.pieces
        assert content.pieces[0, 0].text == "page"


def test_a_forgotten_stm_is_noted_and_the_text_is_read() -> None:
    pdf = pikepdf.open(io.BytesIO(Doc().add(el("H1", "Fees"), el("P", "Twelve euros.")).bytes()))
    page = pdf.pages[0].obj
    page.Resources.XObject = Dictionary(X=form(pdf, pdf.pages[0].Contents.read_bytes()))
    page.Contents = pdf.make_stream(b"/X Do")
    out = io.BytesIO()
    pdf.save(out)
    document = read_document(out.getvalue())
    assert document.text == "Fees\nTwelve euros."
    (issue,) = document.issues
    assert (issue.kind, issue.count) == (IssueKind.MCID_NOT_FOUND, 2)
    assert "without /Stm" in issue.detail
    assert document.pages[0].reached == document.pages[0].glyphs == 16
