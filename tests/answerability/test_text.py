"""The flat text: pages as pdfium reads them, without tags, in windows."""

from __future__ import annotations

from dtaa_lint.answerability.answering.text import FlatText, chunks, clean, flat_text
from tests.answerability.support import document
from tests.make import artifact, el, new_page


def test_pages_are_read_without_structure() -> None:
    made = document(
        artifact("Running title"), el("P", "First page."), new_page(), el("P", "Second page."),
        el("Figure", alt="A chart"),
    )  # fmt: skip
    one, two = flat_text(made.data).pages
    assert one.split() == ["Running", "title", "First", "page."]
    assert "Second page." in two
    assert "chart" not in one + two


def test_windows_follow_one_another_over_page_ends() -> None:
    pages = FlatText([" ".join(f"a{n}" for n in range(700)), " ".join(f"b{n}" for n in range(200))])
    one, two = chunks(pages)
    assert len(one.text.split()) == 600 and len(two.text.split()) == 300
    assert (one.page, two.page, two.start) == (0, 0, 600)
    assert two.text.startswith("a600 ") and two.text.endswith(" b199")


def test_words_that_a_line_end_parts_are_joined() -> None:
    assert clean("infor\x02\r\nmation\x00") == "information "


def test_a_lone_surrogate_is_no_text() -> None:
    assert clean("a\ud800b") == "a\ufffdb"


def test_what_is_no_pdf_has_no_pages() -> None:
    assert flat_text(b"no pdf").pages == ()
