"""Markdown for comments and job summaries: what it says, what it may hold, how it stays text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import html
from markdown_it import MarkdownIt

from dtaa_lint.findings.acceptance import accept
from dtaa_lint.findings.finding import Report
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.markdown import MAX_BYTES, render
from dtaa_lint.settings.thresholds import Thresholds
from dtaa_lint.words import Words
from tests.report.support import check_golden, file, finding, group, hostile, report, typical

MENTIONS = (
    "@octocat", "#12", "!34", "GH-5", "~bug", "$7", "%3", "&9", "https://example.org/a",
    "www.example.org", "me@example.org", "octo/cat#8", "<img src=x>", "![x](https://example.org)",
    "| a | b |", "</details>", "</summary>", "<!--", "-->", "`code`", "```", "*b* _i_ ~~s~~",
    "\\@a",
)  # fmt: skip


def said(made: Report, **options: str) -> str:
    return render(made, RenderOptions(**options)).decode("utf-8")  # type: ignore[arg-type]


def shown(text: str) -> html.HtmlElement:
    return html.fromstring(MarkdownIt("commonmark").enable("table").render(text))


def mentions() -> Report:
    found = tuple(
        finding(
            n=n,
            message=f"It says “{text}”.",
            page_label=text,
            path=f"/Document/{text}[1]",
            group=f"g{n}",
        )
        for n, text in enumerate(MENTIONS)
    )
    found = tuple(replace(one, rule=text) for one, text in zip(found, MENTIONS, strict=True))
    groups = tuple(group(found, n) for n in range(len(found)))
    return report(file(found, groups, path="docs/@octocat #12 | <b>.pdf"))


def test_golden() -> None:
    check_golden("report.md", render(typical(), RenderOptions()))


def test_every_file_is_a_row_of_seven_cells() -> None:
    for made in (typical(), hostile(), mentions()):
        rows = shown(said(made)).findall(".//tr")
        assert [len(row) for row in rows] == [7] * (len(made.files) + 1)


def test_numbers_and_verdicts() -> None:
    rows = [[cell.text_content() for cell in row] for row in shown(said(typical())).iter("tr")]
    assert rows[1] == ["exports/annual report.pdf", "7", "2", "1", "312", "13.0", "fails"]
    assert rows[2] == ["clean.pdf", "0", "0", "0", "312", "13.0", "passes"]
    assert rows[3][-1] == "could not be checked"
    assert "Could not be checked: the file is empty" in shown(said(typical())).text_content()
    assert "1 of 3 files pass" in said(typical())
    assert "2 of 3 files pass" in said(typical(), fail_on="never")


def test_a_missed_threshold_is_told() -> None:
    one = file((), (), path="a.pdf")
    made = report(accept(one, Thresholds(min_tasks_per_page=500.0), "report"))
    assert "**not accepted**" in said(made)
    assert "13 tasks a page, at least 500" in shown(said(made)).text_content()


def test_causes_have_their_repair_and_places() -> None:
    text = shown(said(typical())).text_content()
    assert "Repair: Change the TD that names each row to TH with Scope=Row." in text
    assert "p. 3 /Document/Sect[2]/Table[1]" in text
    assert "… and 2 more" in text


@pytest.mark.parametrize("made", [hostile(), mentions()], ids=["hostile", "mentions"])
def test_what_a_document_says_stays_text(made: Report) -> None:
    root = shown(said(made))
    tags = {element.tag for element in root.iter() if isinstance(element.tag, str)}
    assert tags <= {
        "div", "h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "strong", "ul", "li",
        "details", "summary", "code",
    }  # fmt: skip
    assert len(root.findall(".//details")) == len(root.findall(".//summary"))


def test_nothing_is_left_for_what_looks_at_the_text_afterwards() -> None:
    """Mentions and references are found in runs of text, outside of code, once the markup is
    gone."""
    root = shown(said(mentions()))
    active = re.compile(r"[@#!~$%&]\w|://|www\.\w|gh-\d", re.IGNORECASE)
    runs = [
        (element.tag, run)
        for element in root.iter()
        for run in (element.text if element.tag != "code" else None, element.tail)
        if run and isinstance(element.tag, str)
    ] + [("comment", element.tail) for element in root.iter() if element.tail]
    assert [run for run in runs if active.search(run[1])] == []
    assert "@octocat" in root.text_content()


def test_links_to_the_documentation() -> None:
    root = shown(said(typical(), docs_url="https://docs.example.org/dtaa/"))
    links = {link.get("href") for link in root.iter("a")}
    assert "https://docs.example.org/dtaa/rules/DT0101/" in links


@pytest.mark.parametrize("files", [1, 40, 3000])
@pytest.mark.parametrize("text", ["word ", "漢字かな ", "@a"])
def test_it_fits_into_a_comment_and_says_what_is_left_out(files: int, text: str) -> None:
    found = tuple(
        finding(n=n, message=f"{n} {text * 60}", path=f"/Document/{text * 30}", group=f"g{n}")
        for n in range(60)
    )
    one = file(found, tuple(group(found, n) for n in range(len(found))))
    data = render(
        report(*(replace(one, path=f"{text} {n}.pdf") for n in range(files))), RenderOptions()
    )
    assert len(data) <= MAX_BYTES
    closing = data.decode("utf-8").splitlines()[-1]
    if files == 1:
        assert "left out here" in data.decode("utf-8")
    else:
        assert closing.endswith("Other formats (html, xlsx, csv, json) have everything.")
    if files == 3000:
        assert "are not in the table" in closing
    root = shown(data.decode("utf-8"))
    assert len(root.findall(".//details")) == len(root.findall(".//summary"))


def test_no_file_at_all() -> None:
    assert said(report()) == "## Tagged PDFs: 0 of 0 files pass\n\n"


def test_french_has_a_space_before_the_colon() -> None:
    text = render(typical(), RenderOptions(words=Words("fr"))).decode("utf-8")
    causes = [line for line in text.splitlines() if line.startswith("- **")]
    assert causes and all("\N{NO-BREAK SPACE}: " in line for line in causes)
