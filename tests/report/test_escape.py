"""What a PDF says cannot drive a terminal, a spreadsheet, a browser or a workflow runner."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html
from lxml.html import HtmlElement
from markdown_it import MarkdownIt

from dtaa_lint.report import escape
from tests.report.support import HOSTILE

ANY_TEXT = st.text(st.characters(codec=None, categories=None), max_size=60)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[red]x[/red]", "[red]x[/red]"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\r\n\tb", "a b"),
        ("a\u2028b", "a b"),
        ("abc\u202egnp", "abc\\u202egnp"),
        ("soft\u00adhyphen", "soft\\xadhyphen"),
        ("\ud800", "\\ud800"),
        ("\x00\x9b", "\\x00\\x9b"),
        ("\U000e0041", "\\U000e0041"),
        ("\uf0b7 Ferry \uf0fc", "• Ferry ✓"),
        ("\ue123\U000f0001", "<U+E123><U+F0001>"),
        ("naïve “quote” 漢字 € \ufffd", "naïve “quote” 漢字 € \ufffd"),
        ("no\N{NO-BREAK SPACE}break", "no\N{NO-BREAK SPACE}break"),
    ],
)
def test_terminal_text(text: str, shown: str) -> None:
    assert escape.visible(text) == shown


@given(ANY_TEXT)
def test_terminal_text_is_one_line_of_valid_utf8(text: str) -> None:
    shown = escape.visible(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", shown)
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\t=1", "'=1"),
        ("\r=1", "'=1"),
        (" =1", "'=1"),
        ("＝1", "'＝1"),
        ("1=1", "1=1"),
        ("a\nb", "a b"),
        ("", ""),
    ],
)
def test_cell_is_no_formula(text: str, cell: str) -> None:
    assert escape.csv_cell(text) == cell


@given(ANY_TEXT)
def test_cell_survives_a_reader(text: str) -> None:
    cell = escape.csv_cell(text)
    out = StringIO()
    csv.writer(out).writerow(["first", cell])
    assert next(csv.reader(StringIO(out.getvalue()))) == ["first", cell]
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("<script>", "&lt;script&gt;"),
        ("&amp;", "&amp;amp;"),
        ("[a](b)", "\\[a\\]\\(b\\)"),
        ("a|b", "a\\|b"),
        ("`x`", "\\`x\\`"),
        ("1. item", "1\\. item"),
        ("    code", "code"),
        ("@user #1", "\\@user \\#1"),
        ("https://x", "https\\://x"),
    ],
)
def test_markdown_is_literal(text: str, escaped: str) -> None:
    assert escape.markdown(text) == escaped


def _paragraph(source: str) -> HtmlElement:
    return html.fromstring(MarkdownIt("commonmark").render(source) or "<p></p>")


@given(ANY_TEXT)
@example("@octocat fixed #12 and GH-5, see www.example.org and https://example.org")
@example("R&D, 5%x, ~label, !7, a@b.example")
def test_github_markdown_is_literal_and_holds_no_reference(text: str) -> None:
    root = _paragraph(escape.github_markdown(text))
    wanted = escape.visible(text).strip(" ")
    assert " ".join(root.text_content().split()) == " ".join(wanted.split())
    runs = [root.text or "", *(element.tail or "" for element in root.iter())]
    active = re.compile(r"[@#!~$%&]\w|://|www\.\w|gh-\d", re.IGNORECASE)
    assert [run for run in runs if active.search(run)] == []


@given(ANY_TEXT)
@example("a `b` ``c``")
@example("`")
@example("")
def test_code_is_code(text: str) -> None:
    root = _paragraph(escape.code_span(text))
    assert [element.tag for element in root.iter()] == ["p", "code"]
    said = " ".join(root.text_content().split())
    assert said == " ".join(escape.visible(text).split())


@given(ANY_TEXT)
@example("<r><t>x</t></r>")
@example("漢" * 40_000)
@example("x" + "😀" * 20_000)
def test_a_cell_of_a_workbook_is_as_long_as_it_may_be(text: str) -> None:
    shown = escape.sheet_text(text)
    assert len(shown.encode("utf-16-le")) // 2 <= 32_767
    assert not shown.startswith("<r>")
    assert shown.split() == escape.sheet_text(shown).split()


@given(ANY_TEXT)
def test_xml_parses_back(text: str) -> None:
    escaped = escape.xml(text)
    element = ElementTree.fromstring(f'<a b="{escaped}">{escaped}</a>')
    kept = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
    assert (element.text or "") == kept


ACTIVE = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e0fff]"


@given(ANY_TEXT)
@example("\x7f\x85\x9b\u202e\u2028\u2066\u061c\U000e0041")
def test_data_formats_mean_the_same_and_do_not_act(text: str) -> None:
    document = escape.json_safe(json.dumps({text: text}, ensure_ascii=False))
    kept = escape.scalar(text)
    assert json.loads(document) == {kept: kept}
    assert not re.search(ACTIVE, document)
    assert not re.search(ACTIVE, escape.xml(text))
    document.encode("utf-8")


@given(ANY_TEXT)
def test_names_are_valid_text(text: str) -> None:
    escape.name_text(text).encode("utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_workflow_property_ends_nothing(text: str) -> None:
    escaped = escape.workflow_property(text)
    assert not set(escaped) & set("\r\n:,")
    assert "%" not in re.sub("%(25|3A|2C)", "", escaped)


def test_sarif_text() -> None:
    assert escape.sarif_text("[x](y) {0}") == "[x] (y) {{0}}"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.pdf", "a%20b.pdf"),
        ("./x/é.pdf", "x/%C3%A9.pdf"),
        ("C:\\x\\y.pdf", "C%3A/x/y.pdf"),
        ("//server/x.pdf", "/server/x.pdf"),
        ("a?b#c%d.pdf", "a%3Fb%23c%25d.pdf"),
        ("../x.pdf", "../x.pdf"),
        ("", "."),
    ],
)
def test_uri(path: str, uri: str) -> None:
    assert escape.uri_path(path) == uri
