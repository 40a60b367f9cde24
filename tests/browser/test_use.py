"""What people do with a report: read, filter, follow links, copy, print."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DEMO, LONG, ROOT, Open

Reports = Callable[[str], Path]
WIDE = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def findings() -> list[dict[str, object]]:
    """The findings of the demo, as the JSON report has them."""
    done = subprocess.run(
        [sys.executable, "-m", "dtaa_lint", str(DEMO), "--format", "json", "--isolated"],
        capture_output=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    found: list[dict[str, object]] = json.loads(done.stdout)["files"][0]["findings"]
    assert found
    return found


def until(page: Page, condition: str) -> None:
    """Waits until the condition holds. (Playwright's own way needs eval, which reports forbid.)"""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    pytest.fail(f"never came true: {condition}; the address is {page.evaluate('location.hash')}")


def shown(page: Page) -> list[str]:
    """Ids of the findings that the filter leaves."""
    script = """nodes => nodes.filter(node => !node.hidden && !node.closest("details.cause").hidden)
        .map(node => node.id)"""
    ids: list[str] = page.locator(".place").evaluate_all(script)
    return ids


def ids(findings: list[dict[str, object]], **fields: object) -> set[str]:
    """Ids of the findings of which this is true."""
    return {
        f"d1-f{number}"
        for number, finding in enumerate(findings, 1)
        if all(finding[key] == value for key, value in fields.items())
    }


def test_every_finding_is_there(
    reports: Reports, opened: Open, findings: list[dict[str, object]]
) -> None:
    page = opened(reports("demo"))
    assert set(shown(page)) == ids(findings)
    for number, finding in enumerate(findings, 1):
        place = page.locator(f"#d1-f{number}")
        assert str(finding["path"]) in (place.text_content() or "")


@pytest.mark.parametrize("name", ["demo", "many", "large", "long"])
def test_it_is_readable_without_scripts(name: str, reports: Reports, opened: Open) -> None:
    page = opened(reports(name), script=False)
    for cause in page.locator("section.document details.cause").all()[:200]:
        assert cause.get_attribute("open") is not None
    for place in page.locator(".place").all()[:100]:
        assert place.is_visible()
    assert page.locator("section.document").first.is_visible()


def test_filtering_by_each_field(
    reports: Reports, opened: Open, findings: list[dict[str, object]]
) -> None:
    page = opened(reports("demo"))
    form = page.locator("form.filter")
    for name, key in (("severity", "severity"), ("guideline", "guideline"), ("rule", "code")):
        for value in sorted({str(finding[key]) for finding in findings}):
            form.locator(f"[name={name}]").select_option(value)
            until(page, f"location.hash.endsWith('{name}={value}')")
            expected = ids(findings, **{key: value})
            expect(form.locator("output.live")).to_have_text(re.compile(rf"^{len(expected)} of "))
            assert set(shown(page)) == expected
        form.locator("button[type=reset]").click()
    until(page, "location.hash.indexOf('?') < 0")
    assert set(shown(page)) == ids(findings)
    form.locator("[name=page]").fill("2-3")
    expected = ids(findings, page=2) | ids(findings, page=3)
    expect(form.locator("output.live")).to_have_text(re.compile(rf"^{len(expected)} of "))
    assert set(shown(page)) == expected


def test_a_long_document_is_filtered_by_pages(reports: Reports, opened: Open) -> None:
    page = opened(reports("long"))
    every = shown(page)
    assert len(every) >= LONG
    page.locator("form.filter [name=page]").fill("100-105")
    until(page, "location.hash.indexOf('page=') > 0")
    left = shown(page)
    assert left and len(left) < len(every)
    on = page.locator(".place").evaluate_all("nodes => nodes.map(n => [n.id, +n.dataset.page])")
    assert set(left) == {identity for identity, number in on if 100 <= number <= 105}


def test_filtering_with_the_keyboard(
    reports: Reports, opened: Open, findings: list[dict[str, object]]
) -> None:
    page = opened(reports("demo"))
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "severity":
            break
    assert page.evaluate("document.activeElement.name") == "severity"
    page.keyboard.press("ArrowDown")
    until(page, "location.hash.indexOf('severity=error') > 0")
    assert set(shown(page)) == ids(findings, severity="error")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "reset":
            break
    page.keyboard.press("Enter")
    until(page, "location.hash.indexOf('?') < 0")
    assert set(shown(page)) == ids(findings)


def test_a_filter_that_leaves_nothing_stays_in_sight(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    page.locator(".place").last.scroll_into_view_if_needed()
    page.locator("form.filter [name=status]").select_option("known")
    expect(page.locator("output.live")).to_have_text("0 of 18 findings shown")
    for part in ("form.filter", "output.live", ".empty"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_texts_of_the_filter_have_room(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), width=1280)
    cut = page.locator("form.filter input").evaluate_all(
        """nodes => nodes.filter(node => {
            const context = document.createElement("canvas").getContext("2d");
            const style = getComputedStyle(node);
            context.font = style.font;
            const room = node.clientWidth - parseFloat(style.paddingLeft) * 2;
            return context.measureText(node.placeholder).width > room;
        }).map(node => node.name)"""
    )
    assert cut == []


def test_searching(reports: Reports, opened: Open, findings: list[dict[str, object]]) -> None:
    page = opened(reports("demo"))
    page.locator("form.filter [name=q]").fill("no finding says this")
    expect(page.locator(".empty")).to_be_visible()
    assert shown(page) == []
    page.locator("form.filter [name=q]").fill("DT0109")
    until(page, "location.hash.indexOf('DT0109') > 0")
    assert set(shown(page)) == ids(findings, code="DT0109")


def test_the_address_keeps_the_filter(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    page.locator("form.filter [name=severity]").select_option("error")
    page.locator("form.filter [name=q]").fill("header & “cell”")
    until(page, "location.hash.indexOf('q=') > 0")
    before, fragment = shown(page), page.evaluate("location.hash")
    again = opened(reports("demo"), fragment)
    assert shown(again) == before
    assert again.locator("form.filter [name=q]").input_value() == "header & “cell”"
    assert again.locator("form.filter [name=severity]").input_value() == "error"


@pytest.mark.parametrize("fragment", ["#d1?severity=%E0%A4%A", "#d1?x", "#d9?q=a", "#d1-f999999"])
def test_an_address_that_means_nothing_shows_everything(
    fragment: str, reports: Reports, opened: Open
) -> None:
    page = opened(reports("demo"), fragment)
    assert len(shown(page)) == page.locator(".place").count()


def test_a_link_to_a_finding_opens_it(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), "#d1?severity=info")
    hidden = page.evaluate(
        "[...document.querySelectorAll('.place')].find(p => p.closest('[hidden]')).id"
    )
    page.evaluate("id => { location.hash = id; }", hidden)
    expect(page.locator(f"#{hidden}")).to_be_in_viewport()


def test_the_map_leads_to_findings(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    link = page.locator("table.heat a[data-filter]").first
    wanted = dict(pair.split("=") for pair in str(link.get_attribute("data-filter")).split("&"))
    link.focus()
    page.keyboard.press("Enter")
    until(page, "location.hash.indexOf('?') > 0")
    assert shown(page)
    for identity in shown(page):
        place = page.locator(f"#{identity}")
        cause = page.locator("details.cause", has=place)
        assert place.get_attribute("data-page") == wanted["page"]
        assert cause.get_attribute("data-guideline") == wanted["guideline"]


def test_arrow_keys_move_in_the_map(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    links = page.locator("table.heat a[data-filter]")
    assert links.count() > 1
    links.first.focus()
    page.keyboard.press("ArrowRight")
    assert links.nth(1).evaluate("node => node === document.activeElement")


def test_header_paths_of_the_cell_with_the_focus(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    grid = page.locator(".grid", has=page.locator("td[headers]")).first
    cell = grid.locator("td[headers]").first
    names = str(cell.get_attribute("headers")).split()
    cell.hover()
    path = grid.locator(".grid-path").text_content() or ""
    for name in names:
        header = page.locator(f'[id="{name}"]')
        assert (header.locator("bdi").text_content() or "") in path
        assert "heads" in (header.get_attribute("class") or "")
    before = path
    page.mouse.move(0, 0)
    grid.locator(".scroll").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.grid') !== null")
    focused = page.evaluate("document.activeElement.querySelector('bdi').textContent")
    said = grid.locator(".grid-path").text_content() or ""
    assert focused in said and (said != before or focused in before)


def test_copying_the_structure_path(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"), permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    button = page.locator("button.copy:visible").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text(str(button.get_attribute("data-copy")))
    assert page.evaluate("navigator.clipboard.readText()") == button.get_attribute("data-copy")


def test_pages_are_shown_with_the_element_framed(reports: Reports, opened: Open) -> None:
    page = opened(reports("demo"))
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    crops = page.locator(".place svg.page")
    assert crops.count() > 0
    for crop in crops.all()[:10]:
        crop.scroll_into_view_if_needed()
        outer, own = crop.bounding_box(), crop.locator("rect.own").first.bounding_box()
        assert outer is not None and own is not None
        assert own["x"] < outer["x"] + outer["width"] and own["x"] + own["width"] > outer["x"]
        assert own["y"] < outer["y"] + outer["height"] and own["y"] + own["height"] > outer["y"]
    plain = opened(reports("plain"))
    assert plain.locator("image").count() == 0


def test_the_print_has_every_finding(
    reports: Reports, opened: Open, findings: list[dict[str, object]], tmp_path: Path
) -> None:
    page = opened(reports("demo"))
    page.locator("[data-fold=close]").click()
    text = printed(page)
    for finding in findings:
        assert squeezed(str(finding["path"])) in text
        assert squeezed(str(finding["fingerprint"])) in text
    assert squeezed("Harbour Levy Fact Sheet 2024") in text
    assert squeezed("In other tools") in text


def test_the_print_keeps_the_filter(
    reports: Reports, opened: Open, findings: list[dict[str, object]]
) -> None:
    page = opened(reports("demo"), "#d1?rule=DT0109")
    text = printed(page)
    paths = {f["path"] for f in findings if f["code"] == "DT0109"}
    codes = {str(f["rule"]) for f in findings if f["code"] != "DT0109"}
    assert all(squeezed(str(path)) in text for path in paths)
    causes = page.locator("details.cause:visible").count()
    assert causes == 1 and codes


def printed(page: Page) -> str:
    """The text of the page as Chromium prints it, without white space."""
    # What the browser tells the page before it prints, it tells no page that is printed this way.
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    data = page.pdf(format="A4")
    document = pypdfium2.PdfDocument(data)
    text = "".join(document[n].get_textpage().get_text_range() for n in range(len(document)))
    return squeezed(text)


def squeezed(text: str) -> str:
    return "".join(text.split()).replace("\ufffe", "").replace("\u00ad", "")


@pytest.mark.parametrize("name", ["demo", "many", "large", "hostile", "site"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_the_page_never_scrolls_sideways(
    name: str, width: int, reports: Reports, opened: Open
) -> None:
    page = opened(reports(name), width=width)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    assert page.evaluate(WIDE)
    if name == "many":
        page.evaluate("location.hash = 'd1'")
        page.locator("section#d1").wait_for()
        assert page.evaluate(WIDE)


def test_many_documents_are_shown_one_at_a_time(reports: Reports, opened: Open) -> None:
    page = opened(reports("many"))
    rows = page.locator("table.index tbody tr")
    assert rows.count() == 4
    assert page.locator("section.document:visible").count() == 0
    rows.nth(1).locator("a").click()
    expect(page.locator("section#d2")).to_be_visible()
    assert page.locator("section.document:visible").count() == 1
    assert not rows.first.is_visible()
    page.go_back()
    expect(rows.first).to_be_visible()


def test_what_a_document_says_is_never_run(reports: Reports, opened: Open) -> None:
    """``opened`` fails on any dialog or request."""
    for script in (True, False):
        page = opened(reports("hostile"), script=script)
        if script:
            page.evaluate("document.querySelectorAll('details').forEach(n => { n.open = true; })")
            page.locator("form.filter [name=q]").fill("<img src=x onerror=alert(4)>")
            until(page, "location.hash.indexOf('q=') > 0")
            page.locator("form.filter button[type=reset]").click()
            for link in page.locator("a.grid-link").all():
                link.click()
            for cell in page.locator(".grid td").all()[:20]:
                cell.hover()
            assert page.evaluate("document.querySelectorAll('script').length") == 1
        assert page.locator("a[href^='javascript']").count() == 0
        assert page.locator("img").count() == 0
        assert "onerror=alert" in (page.locator("main").text_content() or "")
