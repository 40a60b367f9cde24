"""The HTML report as a folder: an index, and a page for each document."""

from __future__ import annotations

from dataclasses import replace

from dtaa_lint.report.html import page_names, render_site
from dtaa_lint.report.interface import RenderOptions
from tests.report.html_support import Drawn, addresses, broken_references, parse
from tests.report.support import hostile, typical


def test_an_index_and_a_page_for_each_document() -> None:
    for made in (typical(), hostile()):
        pages = render_site(made, replace(RenderOptions(), pictures=Drawn()))
        assert pages == render_site(made, replace(RenderOptions(), pictures=Drawn()))
        names = [name for name, _ in pages]
        assert names[0] == "index.html" and len(set(names)) == len(made.files) + 1
        index = parse(pages[0][1])
        assert index.xpath("//th/a/@href") == names[1:]
        assert sorted(addresses(index)) == sorted(names[1:])
        for _, data in pages[1:]:
            page = parse(data)
            assert broken_references(page) == []
            assert addresses(page) == ["index.html"]
            assert len(page.xpath("//h1")) == 1


def test_names_are_plain_and_no_two_are_alike() -> None:
    names = page_names(
        ["a/Report.pdf", "b/report.PDF", "index.pdf", "con.pdf", "年報.pdf", "../..", "a b<c>.pdf"]
    )
    assert names == [
        "report.html", "report-2.html", "index-2.html", "con-2.html", "document.html",
        "document-2.html", "a-b-c.html",
    ]  # fmt: skip


def test_a_suffix_never_meets_another_name() -> None:
    names = page_names(["x-2.pdf", "x.pdf", "x.pdf", "x.pdf"])
    assert names == ["x-2.html", "x.html", "x-3.html", "x-4.html"]
