"""Reports as the command line writes them, opened in the Chromium of the system.

Every page is watched: a message of the console, a fault of a script, a dialog or a request for
anything but the page itself fails the test that opened it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.make import Doc, el, new_page

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
DEMO = FIXTURES / "demo" / "harbour-levy.pdf"
LARGE = FIXTURES / "documents" / "dcat-ap-de.pdf"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 60_000
"""Milliseconds that anything may take on a busy machine."""
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}'\"&lt;"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """The path of Chromium; without one the tests fail."""
    found = os.environ.get("DTAA_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if found is None:
        pytest.fail(
            "the browser tests need Chromium: install it (Debian: apt-get install chromium), or "
            "name it in DTAA_CHROMIUM",
            pytrace=False,
        )
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


def written(place: Path, *arguments: str) -> Path:
    """What the command line writes as HTML to ``place``: a file, or a folder when it has no
    suffix."""
    where = str(place) if place.suffix else f"{place}{os.sep}"
    done = subprocess.run(
        [
            sys.executable, "-m", "dtaa_lint", *arguments,
            "--format", "html", "-o", where, "--fail-on", "never", "--isolated", "--quiet",
        ],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=False,
    )  # fmt: skip
    assert place.exists(), done.stderr.decode("utf-8", "replace")
    return place


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Reports by name, each made once."""
    folder = tmp_path_factory.mktemp("reports")
    made: dict[str, Path] = {}

    def report(name: str) -> Path:
        if name not in made:
            made[name] = _make(name, folder)
        return made[name]

    return report


def _make(name: str, folder: Path) -> Path:
    place = folder / f"{name}.html"
    if name == "demo":
        return written(place, str(DEMO))
    if name == "accepted":
        return written(place, str(DEMO), "--profile", "report")
    if name == "plain":
        return written(place, str(DEMO), "--no-images")
    if name == "large":
        return written(place, str(LARGE))
    if name == "long":
        return written(place, str(long().write(folder / "long.pdf")))
    if name == "faultless":
        path = Doc(title="Nothing wrong").add(el("H1", "A heading"), el("P", "A sentence."))
        return written(place, str(path.write(folder / "faultless.pdf")), "--select", "G01")
    if name == "hostile":
        return written(place, str(hostile().write(folder / "hostile.pdf")))
    several = [
        str(DEMO),
        str(FIXTURES / "documents" / "typst-fr.pdf"),
        str(FIXTURES / "DT0001" / "pass-tagged.pdf"),
        str(folder / "missing.pdf"),
    ]
    if name == "many":
        return written(place, *several)
    assert name == "site"
    written(folder / "site", *several)
    return folder / "site" / "index.html"


LONG = 120
"""Pages of the long document, each with a table whose rows have no headers."""


def long() -> Doc:
    doc = Doc(lang="en", title="Statistics by district")
    for page in range(LONG):
        rows = [
            el("TR", *(el("TD", text) for text in (f"Ward {page}-{n}", f"{n * 7}", f"{n * 3} %")))
            for n in range(1, 13)
        ]
        head = el("TR", *(el("TH", t, scope="Column") for t in ("Ward", "Residents", "Share")))
        doc.add(
            el("H1", f"District {page + 1}"),
            el("P", f"Residents of the wards of district {page + 1} and their share."),
            el("Table", el("Caption", f"Table {page + 1}. Residents by ward"), head, *rows),
        )
        if page + 1 < LONG:
            doc.add(new_page())
    return doc


def hostile() -> Doc:
    """A document whose every text wants to be markup."""
    columns = ("Plan", "Price", HOSTILE)
    return Doc(lang="en", title=HOSTILE).add(
        el("H1", HOSTILE, id=HOSTILE, title=HOSTILE),
        el("Figure", alt=HOSTILE, actual=HOSTILE),
        el(
            "Table",
            el("Caption", HOSTILE),
            el("TR", *(el("TH", text, scope="Column") for text in columns)),
            el("TR", el("TD", HOSTILE, id="c" + HOSTILE), el("TD", "12.50"), el("TD", "2.50")),
            el("TR", el("TD", "Family"), el("TD", "19.00"), el("TD", "3.50")),
        ),
        el("P", "See ", el("Link", HOSTILE, uri="javascript:alert(3)"), " for more."),
        el("P", "A note", el("Reference", HOSTILE), " that is nowhere."),
    )


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a file in a context of its own, and watches it to the end of the test."""
    seen: list[str] = []
    contexts = []

    def open_page(
        path: Path, fragment: str = "", *, scheme: str = "light", width: int = 1280,
        script: bool = True, **more: object,
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            color_scheme=scheme,  # type: ignore[arg-type]
            java_script_enabled=script,
            viewport={"width": width, "height": 900},
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: seen.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"script: {error}"))
        page.on("dialog", lambda dialog: (seen.append("a dialog"), dialog.dismiss()))
        page.on("request", lambda request: seen.append(f"request: {request.url}"[:200])
                if not _own(request.url, path) else None)  # fmt: skip
        page.goto(path.as_uri() + fragment)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert seen == []


def _own(url: str, path: Path) -> bool:
    if url.startswith("data:"):
        return True
    folder = path.parent.as_uri() if path.name == "index.html" else path.as_uri()
    return url.startswith(folder)


def violations(page: Page) -> str:
    """What axe-core finds on the page as it is now; empty when nothing."""
    found = Axe().run(page)
    return found.generate_report() if found.violations_count else ""
