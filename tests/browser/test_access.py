"""axe-core finds nothing, in any view of the reports, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Open, violations

Reports = Callable[[str], Path]
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


@SCHEMES
@pytest.mark.parametrize("name", ["demo", "accepted", "plain", "faultless", "hostile"])
def test_a_report_as_it_opens(name: str, scheme: str, reports: Reports, opened: Open) -> None:
    assert violations(opened(reports(name), scheme=scheme)) == ""


@SCHEMES
def test_everything_open(scheme: str, reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    for link in page.locator("a.grid-link").all()[:3]:
        link.click()
    assert violations(page) == ""


@SCHEMES
@pytest.mark.parametrize("query", ["severity=error", "q=table", "q=nothing-has-this-word"])
def test_a_filter_at_work(query: str, scheme: str, reports: Reports, opened: Open) -> None:
    assert violations(opened(reports("demo"), f"#d1?{query}", scheme=scheme)) == ""


@SCHEMES
@pytest.mark.parametrize("fragment", ["", "#d1", "#d2", "#d3", "#d4"])
def test_many_documents(fragment: str, scheme: str, reports: Reports, opened: Open) -> None:
    assert violations(opened(reports("many"), fragment, scheme=scheme)) == ""


@SCHEMES
def test_a_folder_of_reports(scheme: str, reports: Reports, opened: Open) -> None:
    page = opened(reports("site"), scheme=scheme)
    assert violations(page) == ""
    page.locator("table.index a").first.click()
    page.wait_for_selector("section.document")
    assert violations(page) == ""


def test_a_large_document(reports: Reports, opened: Open) -> None:
    page = opened(reports("large"))
    page.set_default_timeout(120_000)
    assert violations(page) == ""


@pytest.mark.parametrize("name", ["demo", "many"])
def test_a_narrow_window(name: str, reports: Reports, opened: Open) -> None:
    assert violations(opened(reports(name), "#d1", width=360)) == ""


def test_without_scripts_nothing_offers_what_needs_them(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), script=False)
    assert not page.locator("form.filter").is_visible()
    assert page.locator("button:visible").count() == 0
