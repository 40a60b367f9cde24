"""Ticking off what is done: kept in the browser, counted, filtered, by keyboard as well."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, violations
from tests.browser.test_use import shown, until

Reports = Callable[[str], Path]
OPENED = "document.querySelectorAll('details').forEach(node => { node.open = true; })"


def header(page: Page) -> str:
    return page.locator("header .progress span").text_content() or ""


def keys(page: Page) -> list[str]:
    found: list[str] = page.locator("input[data-key]").evaluate_all(
        "nodes => nodes.filter(n => n.checked).map(n => n.dataset.key)"
    )
    return found


def test_what_is_done_is_kept(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    total = page.locator("input[data-key]").count()
    assert header(page) == f"0 of {total} findings done"
    page.evaluate(OPENED)
    page.locator("input[data-key]").nth(1).check()
    assert header(page) == f"1 of {total} findings done"
    done = keys(page)
    page.reload()
    assert keys(page) == done and len(done) == 1
    assert header(page) == f"1 of {total} findings done"
    page.evaluate(OPENED)
    page.locator("input[data-key]").nth(1).uncheck()
    page.reload()
    assert keys(page) == []


def test_a_cause_is_done_at_once(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    page.evaluate(OPENED)
    cause = page.locator("details.cause", has=page.locator("input.every")).first
    places = cause.locator("input[data-key]")
    every = cause.locator("input.every")
    places.first.check()
    assert every.evaluate("node => node.indeterminate")
    expect(cause.locator("summary .progress")).to_have_text(f"1 of {places.count()} done")
    every.check()
    assert len(keys(page)) == places.count() and "done" in str(cause.get_attribute("class"))
    every.uncheck()
    assert keys(page) == []


def test_what_is_left_is_shown_and_worked_through_by_keyboard(
    reports: Reports, opened: Open
) -> None:
    page = opened(reports("demo"), "#d1?done=no")
    page.evaluate(OPENED)
    before = shown(page)
    page.locator("input[data-key]").first.focus()
    page.keyboard.press("Space")
    assert shown(page) == before[1:]
    # The list has moved on, and so has the focus.
    assert page.evaluate("document.activeElement.matches('.tick input, summary')")
    assert not page.evaluate("document.activeElement.closest('[hidden]') !== null")
    page.locator("form.filter [name=done]").select_option("yes")
    until(page, "location.hash.endsWith('done=yes')")
    assert shown(page) == before[:1]
    expect(page.locator("output.live")).to_have_text(re.compile("^1 of "))


def test_several_documents_have_each_their_own(reports: Reports, opened: Open) -> None:
    page = opened(reports("many"), "#d1")
    page.evaluate(OPENED)
    page.locator("#d1 input[data-key]").first.check()
    page.evaluate("location.hash = 'd2'")
    expect(page.locator("#d2 header .progress span")).to_have_text(re.compile("^0 of "))
    expect(page.locator("#d1 header .progress span")).to_have_text(re.compile("^1 of "))


@pytest.mark.parametrize("kept", ["no list", "{}", "7", '["toString", 3]'])
def test_what_somebody_else_kept_breaks_nothing(kept: str, reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    name = page.evaluate(
        "'dtaa-lint:done:' + document.querySelector('section.document').dataset.hash"
    )
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, kept])
    page.reload()
    assert keys(page) == []
    page.evaluate(OPENED)
    page.locator("input[data-key]").first.check()
    assert len(keys(page)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_half_done(scheme: str, reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), scheme=scheme)
    page.evaluate(OPENED)
    page.locator("input[data-key]").first.check()
    page.locator("input.every").last.check()
    assert violations(page) == ""


def test_without_scripts_there_is_nothing_to_tick(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), script=False)
    assert page.locator("input:visible").count() == 0
    assert page.locator(".progress:visible").count() == 0
