"""What an assessment came to, on the page of the lint: axe-core finds nothing, whatever systems and
documents are called, and the link leads to the page of the run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dtaa_lint.findings.finding import Report
from dtaa_lint.report import renderer
from dtaa_lint.report.interface import RenderOptions
from tests.browser.conftest import Open, violations
from tests.report.assessed import hostile, missed, unmeasured


def alone(made: Report) -> Report:
    return replace(made, files=made.files[:1])


MADE: dict[str, Callable[[], Report]] = {
    "alone": lambda: alone(missed()),
    "many": missed,
    "unmeasured": lambda: alone(unmeasured()),
    "hostile": hostile,
}


def page_of(name: str, folder: Path) -> Path:
    place = folder / f"{name}.html"
    place.write_bytes(renderer("html")(MADE[name](), RenderOptions(run_page="run/report.html")))
    return place


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", MADE)
def test_axe_finds_nothing(name: str, scheme: str, tmp_path: Path, opened: Open) -> None:
    page = opened(page_of(name, tmp_path), scheme=scheme)
    expect(page.locator("#answerability")).to_be_visible()
    assert violations(page) == ""


@pytest.mark.parametrize("name", MADE)
def test_a_narrow_window_does_not_scroll_sideways(name: str, tmp_path: Path, opened: Open) -> None:
    page = opened(page_of(name, tmp_path), "#answerability", width=360)
    assert violations(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_section_is_found_and_leads_to_the_run(tmp_path: Path, opened: Open) -> None:
    page = opened(page_of("alone", tmp_path))
    page.locator("nav a", has_text="Answerability").click()
    link = page.locator("#answerability a", has_text="Every task")
    expect(link).to_be_in_viewport()
    assert link.evaluate("link => link.href") == (tmp_path / "run" / "report.html").as_uri()
