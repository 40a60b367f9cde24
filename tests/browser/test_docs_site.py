"""The documentation site in Chromium, as ``./dev docs`` built it: whether everybody can read it,
whether it asks other servers for anything, and whether its search finds a rule."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import ROOT

SITE = ROOT / "build" / "docs" / "site"
PAGES = [
    "index.html",
    "start.html",
    "compare.html",
    "rules/index.html",
    "rules/G01/index.html",
    "rules/DT0101/index.html",
    "rules/DT1301/index.html",
    "recipes/word.html",
    "derivation.html",
    "cli.html",
    "sarif.html",
    "schemas/report-1.html",
]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not (SITE / "index.html").exists():
        pytest.fail("the site is not built: run ./dev docs first", pytrace=False)
    handler = functools.partial(Quiet, directory=str(SITE))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def watched(page: Page, address: str) -> list[str]:
    """What goes wrong on a page from now on."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on(
        "console",
        lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None,
    )
    own = (address, "data:", "blob:")
    page.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
    return wrong


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_pass_axe_and_ask_nobody(
    browser: Browser, address: str, scheme: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    wrong = watched(page, address)
    for name in PAGES:
        page.goto(address + name)
        page.wait_for_load_state("networkidle")
        found = Axe().run(page).response["violations"]
        assert [(name, item["id"], item["nodes"][0]["target"]) for item in found] == []
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{name} scrolls sideways"
    assert wrong == []
    context.close()


def test_the_pictures_of_a_rule_are_shown(browser: Browser, address: str) -> None:
    page = browser.new_page()
    wrong = watched(page, address)
    page.goto(address + "rules/DT0101/index.html")
    page.wait_for_load_state("networkidle")
    widths = page.evaluate(
        "Array.from(document.querySelectorAll('.dt-example img'), image => image.naturalWidth)"
    )
    assert len(widths) == 2
    assert all(width > 300 for width in widths)
    assert page.locator(".dt-tree mark").first.inner_text().startswith("s2 Table")
    assert wrong == []
    page.close()


def test_the_search_finds_a_rule_without_another_server(browser: Browser, address: str) -> None:
    page = browser.new_page()
    wrong = watched(page, address)
    page.goto(address + "index.html")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+k")
    page.keyboard.type("headers-contradict-grid", delay=10)
    hit = page.locator("a[href*='rules/DT0109/']:visible").last
    hit.wait_for(timeout=5000)
    page.keyboard.press("Escape")
    assert wrong == []
    page.close()


def test_the_site_is_read_without_scripts(browser: Browser) -> None:
    if not (SITE / "index.html").exists():
        pytest.fail("the site is not built: run ./dev docs first", pytrace=False)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((SITE / "rules" / "DT0101" / "index.html").as_uri())
    assert page.locator("h1").inner_text().startswith("DT0101")
    page.get_by_role("link", name="G01 Header paths").first.click()
    assert page.locator("h1").inner_text().startswith("G01")
    context.close()


def test_without_a_server_the_site_says_that_it_cannot_search(browser: Browser) -> None:
    page = browser.new_page()
    address = SITE.as_uri() + "/"
    wrong = watched(page, address)
    page.on("requestfailed", lambda asked: wrong.append(asked.url))
    page.goto(address + "index.html")
    page.wait_for_load_state("networkidle")
    assert (
        page.locator(".dt-no-search").inner_text() == "Search needs a server: python -m http.server"
    )
    assert page.locator(".md-search").count() == 0
    assert wrong == []
    page.close()
