"""The page of a run, opened in the Chromium of the system: with and without scripts, in both
schemes, on paper. Whatever it fetches or says to the console fails a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from dtaa_lint.answerability.documents import Source
from dtaa_lint.answerability.report.found import Found
from dtaa_lint.answerability.report.write import write_reports
from dtaa_lint.answerability.scoring.profile import profile
from dtaa_lint.answerability.scoring.thresholds import held, thresholds_of
from tests.answerability.assessed import assessment, pdf

pytestmark = pytest.mark.browser
DEMO = Path(__file__).parents[2] / "fixtures" / "demo" / "harbour-levy.pdf"
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
LIMITS = "all=0.9,EXTRACT-L4=0.99,COMPARE-L4=0.2"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of the retrieval tier with a budget that is too small for some tasks, one of the full
    tier over two documents, by models that follow a script, and one with filtered questions."""
    folder = tmp_path_factory.mktemp("runs")
    # The thread of the browser has a loop of its own already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(made_in, folder).result()


def made_in(folder: Path) -> dict[str, Path]:
    (folder / "plans.pdf").write_bytes(pdf())
    systems = ("chunk-hybrid", "egr-s")
    retrieval, _ = assessment(folder / "retrieval", systems=systems, budget=40)
    full, _ = assessment(folder / "full", folder / "cache", systems=systems)
    theirs = folder / "theirs.jsonl"
    theirs.write_text('{"question": "What has milk?", "answer": "coffee"}\n', encoding="utf-8")
    filtered, _ = assessment(
        folder / "filtered", folder / "cache", tasks=2, questions=str(theirs), filters=True
    )
    sources = [Source("harbour-levy.pdf", DEMO)]
    plans = Source("plans.pdf", folder / "plans.pdf")
    for made, given in (
        (retrieval, sources),
        (full, [*sources, plans]),
        (filtered, [plans]),
    ):
        found = made.run(given)
        whole = profile((*found.runs, *found.foreign))
        write_reports(Found(found, whole, held(found.runs, thresholds_of(LIMITS))))
    return {name: folder / name / "report.html" for name in ("retrieval", "full", "filtered")}


@pytest.fixture
def opened(browser: Browser, pages: dict[str, Path]) -> Iterator[Open]:
    """Opens a page in a context of its own, and watches it to the end of the test."""
    seen: list[str] = []
    contexts = []

    def open_page(name: str, fragment: str = "", **options: object) -> Page:
        own = pages[name].as_uri()
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: seen.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"script: {error}"))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((own, "data:")) else seen.append(request.url)
            ),
        )
        page.goto(own + fragment)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert seen == []


def violations(page: Page) -> str:
    found = Axe().run(page)
    return found.generate_report() if found.violations_count else ""


def shown(page: Page) -> int:
    return page.locator("details.task:visible").count()


@SCHEMES
@pytest.mark.parametrize("name", ["retrieval", "full", "filtered"])
def test_axe_finds_nothing(name: str, scheme: str, opened: Open) -> None:
    page = opened(name, color_scheme=scheme)
    assert violations(page) == ""
    page.evaluate("document.querySelectorAll('details.breakdown').forEach(n => { n.open = true })")
    page.evaluate("Array.from(document.querySelectorAll('details.task')).slice(0, 3).concat("
                  "Array.from(document.querySelectorAll('details.task')).slice(-3))"
                  ".forEach(n => { n.open = true })")  # fmt: skip
    page.locator("button.texts:visible").first.click()
    assert violations(page) == ""


@pytest.mark.parametrize("width", [360, 500, 800])
def test_axe_finds_nothing_in_a_narrow_window(width: int, opened: Open) -> None:
    page = opened("full", "#d1-t1", viewport={"width": width, "height": 740})
    page.evaluate("document.querySelectorAll('details.breakdown').forEach(n => { n.open = true })")
    assert violations(page) == ""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, "the page itself does not scroll sideways"


WRAPPED = """() => Array.from(
  document.querySelectorAll(".data td, .data thead th")
).filter(cell => {
  if (!cell.offsetParent || !cell.textContent.trim()) { return false; }
  const range = document.createRange();
  return Array.from(cell.querySelectorAll("*")).concat(cell).some(node =>
    Array.from(node.childNodes).filter(child => child.nodeType === 3).some(text => {
      return Array.from(text.data.matchAll(/[\\p{L}\\d.]+/gu)).some(word => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
      });
    }));
}).map(cell => cell.textContent.trim())"""


@pytest.mark.parametrize("width", [360, 500, 800, 1280])
def test_no_word_and_no_number_of_a_table_is_broken(width: int, opened: Open) -> None:
    page = opened("full", "#d1-t1", viewport={"width": width, "height": 740})
    page.evaluate("document.querySelectorAll('details.breakdown').forEach(n => { n.open = true })")
    assert page.evaluate(WRAPPED) == []


@pytest.mark.parametrize("width", [500, 800, 1280])
def test_every_table_is_seen_whole(width: int, opened: Open) -> None:
    page = opened("retrieval", "#d1-t1", viewport={"width": width, "height": 740})
    page.evaluate("document.querySelectorAll('details.breakdown').forEach(n => { n.open = true })")
    assert page.locator(".scroll").evaluate_all(
        """nodes => nodes.filter(n => n.offsetParent && (n.scrollWidth > n.clientWidth
          || n.scrollHeight > n.clientHeight)).map(n => n.getAttribute("aria-label"))"""
    ) == []  # fmt: skip


def test_a_whisker_stands_beside_its_value(opened: Open) -> None:
    page = opened("retrieval")
    off = page.locator(".profile tbody tr:has(svg)").evaluate_all(
        """rows => rows.map(row => {
          const drawn = row.querySelector("svg").getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(row.querySelector("td"));
          const text = range.getBoundingClientRect();
          return Math.abs(drawn.top + drawn.height / 2 - text.top - text.height / 2);
        })"""
    )
    assert off and max(off) <= 2


def test_what_fails_comes_first_under_its_question(opened: Open) -> None:
    page = opened("retrieval")
    first = page.locator("details.task").first
    first.locator("> summary").click()
    title = first.locator("h3").first.text_content() or ""
    expect(first.locator(".variant h4 [dir=auto]").first).to_have_text(title.strip())
    expect(first.locator(".tally .cost").first).to_be_visible()
    reason = page.locator("details.task .reason").first
    assert re.search(r"DT\d\d90 unanswered-", reason.text_content() or "")
    first.locator("a[href='#words']").click()
    expect(page.locator("#words h2")).to_be_in_viewport()


def test_one_task_from_structure_to_verdict(opened: Open) -> None:
    page = opened("full")
    page.get_by_label("Motif", exact=True).select_option("TABLE_CELL")
    expect(page.locator("details.task[data-motif=HEADING_LIST]").first).not_to_be_visible()
    task = page.locator("details.task:visible").first
    task.locator("> summary").click()
    for label in ("Heading path", "Row header path", "Column header path", "Gold answer"):
        expect(task.get_by_text(label, exact=True)).to_be_visible()
    gold = task.locator("dl.canonical dd").nth(4).text_content() or ""
    required = task.locator("table.required").first
    assert gold.strip() in (required.locator("tbody th").first.text_content() or "")
    assert task.locator("section.variant").count() > 1
    run = task.locator("div.run").first
    marks = run.locator("li.gold mark")
    assert gold.strip() in [(mark.text_content() or "").strip() for mark in marks.all()]
    expect(run.locator("blockquote")).to_be_visible()
    for layer in (
        "Evidence shown",
        "Relations",
        "Correct",
        "Complete",
        "Grounded",
        "Cites the evidence",
    ):
        expect(run.locator("dl.layers").get_by_text(layer, exact=True)).to_be_visible()
    expect(run.locator(".verdict")).to_be_visible()
    task.get_by_text("How it was validated").first.click()
    expect(task.locator("ol.steps").first).to_contain_text("validation")


def test_texts_unfold_in_rank_order_with_the_evidence_marked(opened: Open) -> None:
    page = opened("full", "#d1-t3")
    run = page.locator("#d1-t3 div.run").nth(1)
    run.locator("button.texts").click()
    items = run.locator("ol.ranking > li")
    assert items.count() == run.locator(".full").count() > 1
    for item in items.all()[:5]:
        source = page.locator(f"#{item.get_attribute('data-item')} .shown")
        assert item.locator(".full").text_content() == source.text_content()
    assert run.locator("li.gold .full mark").count()


def test_filters_agree_with_the_counts(opened: Open) -> None:
    page = opened("retrieval")
    whole = shown(page)
    for link in page.locator("#failures a[data-filter]").all():
        number = int((link.text_content() or "").split()[0].replace(",", ""))
        link.click()
        expect(page.locator("output.live")).not_to_have_text(f"{whole} of {whole} tasks shown")
        assert page.locator("#tasks div.run:not([hidden])").evaluate_all(
            "nodes => nodes.filter(node => !node.closest('details.task').hidden).length"
        ) == number  # fmt: skip
        assert page.url.count("state=")
    kept = page.url.split("#")[1]
    again = opened("retrieval", f"#{kept}")
    assert shown(again) == shown(page) < whole
    again.get_by_role("button", name="Show all").click()
    expect(again.locator("output.live")).to_have_text(f"{whole} of {whole} tasks shown")


def test_search_looks_into_closed_tasks(opened: Open) -> None:
    page = opened("retrieval")
    whole = shown(page)
    page.get_by_label("Text", exact=True).fill("Bellmouth")
    expect(page.locator("output.live")).to_have_text(
        re.compile(rf"^(?!{whole} )[1-9]\d? of {whole} tasks shown")
    )
    assert 0 < shown(page) < whole
    page.get_by_label("Text", exact=True).fill("nothing-has-this-word")
    expect(page.get_by_text("No task fits the filter.")).to_be_visible()


def test_without_scripts_everything_is_there(opened: Open) -> None:
    whole = shown(opened("retrieval"))
    page = opened("retrieval", java_script_enabled=False)
    assert not page.locator("form.filter").is_visible()
    assert page.locator("button:visible").count() == 0
    assert shown(page) == whole
    task = page.locator("#d1-t3")
    task.locator("> summary").click()
    link = task.locator("ol.ranking a").first
    target = (link.get_attribute("href") or "")[1:]
    link.click()
    expect(page.locator(f"#{target} .shown")).to_be_visible()


def test_on_paper_stands_what_was_opened(opened: Open) -> None:
    page = opened("retrieval", "#d1-t2")
    page.emulate_media(media="print")
    assert page.locator("details.task:visible").count() == 1
    assert not page.locator("form.filter").is_visible()
    expect(page.locator("#breakdowns table").last).to_be_visible()
    assert page.pdf().startswith(b"%PDF")


def test_every_whisker_stands_within_its_axis(opened: Open) -> None:
    page = opened("full")
    spans = page.locator("svg.whisker").evaluate_all(
        """nodes => nodes.map(node => {
          const box = node.viewBox.baseVal, dot = node.querySelector("circle");
          return dot ? [dot.cx.baseVal.value, box.width] : [0, box.width];
        })"""
    )
    assert len(spans) > 20 and all(0 <= at <= wide for at, wide in spans)
