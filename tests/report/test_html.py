"""The HTML report: whole, safe, the same every time, and sound as a page."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from dataclasses import replace

import pytest

from dtaa_lint.findings.finding import FileReport, Plan, PlanStep, Ratio, Related, Report
from dtaa_lint.findings.suppress import Status
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.escape import visible
from dtaa_lint.report.html import render
from dtaa_lint.report.interface import RenderOptions
from tests.report.html_support import Drawn, addresses, broken_references, parse, texts
from tests.report.support import HOSTILE, file, finding, group, hostile, report, typical

PLAIN = RenderOptions()
EXTRA = (
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "\"><svg onload='alert(1)'>",
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% for x in y %}",
    "<!--",
    "&lt;b&gt;",
    "%shown% {n}",
)


def worst() -> Report:
    """Hostile texts wherever a document may have its own."""
    plain = hostile()
    found = tuple(
        finding(
            n=n, message=text, evidence=text, native_id=text, page_label=text, path=f"/{text}",
            raw_type=text, group=f"x{n}", fingerprint=text, unlocked_why=text,
            status=(Status.OPEN, Status.SUPPRESSED, Status.KNOWN)[n % 3], justification=text,
        )
        for n, text in enumerate((*EXTRA, *HOSTILE))
    )  # fmt: skip
    groups = tuple(group(found, n) for n in range(0, len(found), 3))
    many = [
        file(found, groups, path=f"{text}.pdf", title=text, producer=text, lang=text, sha256=text)
        for text in EXTRA
    ]
    return replace(plain, files=(*plain.files, *many))


@pytest.mark.parametrize("made", [typical(), hostile(), worst(), report()])
@pytest.mark.parametrize("pictures", [False, True])
def test_a_page_is_sound(made: Report, pictures: bool) -> None:
    options = replace(PLAIN, pictures=Drawn() if pictures else None)
    data = render(made, options)
    page = parse(data)
    assert broken_references(page) == []
    assert addresses(page) == []
    assert page.get("lang") == "en"
    assert len(page.xpath("//h1")) == 1
    assert len(page.xpath("//main")) == 1
    again = replace(PLAIN, pictures=Drawn() if pictures else None)
    assert render(made, again) == data


def test_nothing_but_its_own_style_and_script_may_run() -> None:
    page = parse(render(worst(), PLAIN))
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'; img-src data:; ")
    for name in ("style", "script"):
        (text,) = page.xpath(f"//{name}/text()")
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert page.xpath("//@style") == []
    handlers = [name for node in page.iter() for name in node.attrib if name.startswith("on")]
    assert handlers == []


def test_what_a_document_says_is_text() -> None:
    made = worst()
    page = parse(render(made, PLAIN))
    assert not page.xpath("//img | //iframe | //object | //base | //b")
    shown = page.text_content()
    for text in (*EXTRA, *HOSTILE):
        assert " ".join(visible(text).split()) in " ".join(shown.split())
    hidden = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
    assert hidden.findall(render(made, PLAIN).decode("utf-8")) == []


def test_links_lead_nowhere_else_and_only_places_in_the_page() -> None:
    page = parse(render(worst(), PLAIN))
    assert all(re.fullmatch(r"#[a-z0-9-]+", value) for value in page.xpath("//a/@href"))


def test_links_to_the_documentation_where_its_address_is_known() -> None:
    page = parse(render(typical(), replace(PLAIN, docs_url="https://docs.example.org/")))
    assert set(addresses(page)) == {
        f"https://docs.example.org/rules/{code}/" for code in ("DT0101", "DT0502", "DT1303")
    }


def test_every_finding_is_there_once() -> None:
    count = 57
    found = tuple(
        finding(n=n, status=Status.KNOWN if n >= 50 else Status.OPEN) for n in range(count)
    )
    made = report(file(found, (group(found, *range(50)),)))
    page = parse(render(made, PLAIN))
    places = page.xpath("//*[contains(concat(' ', @class, ' '), ' place ')]")
    assert [node.get("id") for node in places] == [f"d1-f{n + 1}" for n in range(count)]
    assert [node.tag for node in places] == ["article"] * 20 + ["tr"] * 37
    said = [node.text_content() for node in places]
    assert all(f"{n:032x}" in text and f"/Sect[{n}]/" in text for n, text in enumerate(said))
    causes = page.xpath("//details[contains(@class, 'cause')]")
    assert [node.get("data-status") for node in causes] == ["open", "known"]


def test_suppressed_findings_are_set_apart_with_their_reason() -> None:
    found = (finding(n=1, status=Status.SUPPRESSED, justification="agreed in May"), finding(n=2))
    page = parse(render(report(file(found, (group(found, 1),))), PLAIN))
    (aside,) = page.xpath("//section[@id='d1-aside']")
    assert "agreed in May" in aside.text_content()
    assert aside.xpath(".//*[@id='d1-f1']") and not aside.xpath(".//*[@id='d1-f2']")


def test_the_repair_comes_first_for_the_tool_that_wrote_the_file() -> None:
    page = parse(render(typical(), PLAIN))
    (cause,) = page.xpath("//details[@id='d1-c1']")
    tools = cause.xpath(".//dl[@class='tools']/dt/text()")
    assert tools == ["Word", "HTML"]
    assert cause.xpath(".//div[contains(@class, 'advice')]/div/details//dt/text()") == ["HTML"]


def test_a_file_that_cannot_be_read_says_why() -> None:
    page = parse(render(typical(), PLAIN))
    (row,) = page.xpath("//tr[@data-document='d3']")
    assert "the file is empty" in row.text_content()
    (section,) = page.xpath("//section[@id='d3']")
    assert "the file is empty" in section.text_content()


def test_the_plan_leads_to_causes_and_places() -> None:
    found = tuple(finding(n=n) for n in range(3))
    first = group(found, 0, 1)
    plan = Plan(
        (PlanStep(first.id, (0, 1), 12, 42, 0.5), PlanStep(first.id, (1,), -2, 40, 0.45)),
        30, 24, "half of it", reached=False, complete=False,
    )  # fmt: skip
    page = parse(render(report(file(found, (first,), plan=plan)), PLAIN))
    (section,) = page.xpath("//section[@id='d1-plan']")
    assert section.xpath(".//th/a/@href") == ["#d1-c1", "#d1-c1"]
    assert section.xpath(".//td/a/@href") == ["#d1-f2"]
    said = " ".join(section.text_content().split())
    assert "+12" in said and "half of it" in said and "The goal is not reached." in said


def test_long_documents_have_a_map_that_fits() -> None:
    found = (*(finding(n=n) for n in (0, 1, 2, 599)), finding(n=7, page=-1))
    made = report(file(found, (group(found, *range(5)),), pages=600))
    page = parse(render(made, PLAIN))
    (row,) = page.xpath("//table[contains(@class, 'heat')]/tbody/tr")
    links = [
        (link.get("data-filter"), " ".join(link.text_content().split()))
        for link in row.xpath("./td/a")
    ]
    assert links == [
        ("guideline=G01&page=1-17", "3"),
        ("guideline=G01&page=596-600", "1"),
        ("guideline=G01&page=none", "1"),
        ("guideline=G01", "5 G01"),
    ]
    assert len(row) == 1 + 36 + 1 + 1


def test_without_pictures_it_says_how_to_have_them() -> None:
    assert "--no-images" in parse(render(typical(), PLAIN)).text_content()
    with_pictures = render(typical(), replace(PLAIN, pictures=Drawn()))
    assert "--no-images" not in parse(with_pictures).text_content()


def test_each_page_is_embedded_once_and_only_when_shown() -> None:
    found = tuple(finding(n=n, page=n % 3) for n in range(12))
    found = tuple(
        replace(item, boxes=(PageBox(item.page, (72.0, 100.0, 300.0, 200.0)),)) for item in found
    )
    pictures = Drawn(pages=2)
    made = report(file(found, (group(found, *range(12)),)))
    page = parse(render(made, replace(PLAIN, pictures=pictures)))
    assert page.xpath("//symbol/@id") == ["d1-p1", "d1-p2"]
    assert pictures.asked == [(0, 0), (0, 1)]
    assert len(page.xpath("//use")) == 8
    undrawn = [node.text_content() for node in page.xpath("//article") if not node.xpath(".//use")]
    assert len(undrawn) == 4 and all("No picture" in text for text in undrawn)


def test_quotations_have_a_language_only_where_it_is_one() -> None:
    def languages(lang: str | None) -> set[str]:
        found = (finding(n=1),)
        one: FileReport = file(found, (group(found, 0),), lang=lang)
        return set(parse(render(report(one), PLAIN)).xpath("//q/@lang"))

    assert languages("fr-CA") == {"fr-CA"}
    assert languages("DE_at") == {"de-AT"}
    assert languages('xx" onload=') == languages("") == languages(None) == set()


def test_severity_is_said_in_words() -> None:
    page = parse(render(typical(), PLAIN))
    assert {"error", "warning", "info"} == set(texts(page, "severity"))


def test_a_plan_says_what_it_does_not_cover() -> None:
    found = tuple(finding(n=n, group=f"g{n}", tasks_unlocked=None) for n in range(2))
    counted = replace(group(found, 0), tasks_blocked=1, tasks_unlocked=1)
    lost = replace(group(found, 1), tasks_blocked=1900, tasks_unlocked=None)
    plan = Plan((PlanStep(counted.id, (0,), 1, 1, 1.0),), 0, 1, "all", reached=True, complete=True)
    page = parse(render(report(file(found, (counted, lost), plan=plan)), PLAIN))
    (section,) = page.xpath("//section[@id='d1-plan']")
    (limits,) = section.xpath(".//div[@class='limits']")
    assert "1,900 questions that cannot be asked today are not in this plan" in (
        " ".join(limits.text_content().split())
    )
    assert limits.xpath(".//a/@href") == ["#d1-c2"]
    said = section.text_content()
    assert "100 %" not in said and "The goal is reached." not in said
    alone = parse(render(report(file(found, (counted,), plan=plan)), PLAIN))
    assert not alone.xpath("//div[@class='limits']")
    assert "100 %" in alone.xpath("//section[@id='d1-plan']")[0].text_content()


def test_the_path_of_the_tags_panel_is_the_one_that_is_copied() -> None:
    found = (finding(n=1, raw_path="/Workbook/Table[1]"), finding(n=2))
    page = parse(render(report(file(found, (group(found, 0, 1),))), PLAIN))
    for at, path in ((1, "/Workbook/Table[1]"), (2, found[1].path)):
        (place,) = page.xpath(f"//*[@id='d1-f{at}']")
        (button,) = place.xpath(".//button[@class='copy']")
        assert button.get("data-copy") == path == button.getparent().findtext("code")
        assert found[at - 1].path in place.text_content()


def test_related_elements_on_other_pages_have_small_pictures() -> None:
    def other(n: int, page: int) -> Related:
        boxes = (PageBox(page, (72.0, 100.0, 300.0, 120.0)),)
        return Related(n, f"/Document/P[{n}]", page, "same text", "x", boxes)

    boxes = (PageBox(1, (72.0, 100.0, 300.0, 200.0)), PageBox(2, (72.0, 100.0, 300.0, 200.0)))
    related = tuple(other(n, page) for n, page in enumerate((1, 5, 5, 6, 7)))
    found = (finding(n=1, page=1, boxes=boxes, related=related), finding(n=2, page=1, boxes=boxes))
    made = report(file(found, (group(found, 0, 1),)))
    page = parse(render(made, replace(PLAIN, pictures=Drawn())))
    first, second = page.xpath("//article")
    said = [
        " ".join(text.split()) for text in first.xpath(".//div[@class='asides']//figcaption/text()")
    ]
    assert said == ["page [6]: related element 2, 3", "page [7]: related element 4"]
    assert first.xpath(".//li[@class='drawn']/@value") == ["1", "2", "3", "4"]
    said = second.xpath(".//div[@class='asides']//figcaption/text()")
    assert said == ["page [3]: the element goes on"]


def test_findings_have_keys_to_be_done_by() -> None:
    found = tuple(finding(n=n, fingerprint="ab" * 16) for n in range(25))
    known = finding(n=30, status=Status.KNOWN)
    made = report(file((*found, known), (group(found, *range(25)),)))
    page = parse(render(made, PLAIN))
    keys = page.xpath("//input/@data-key")
    assert len(set(keys)) == len(keys) == 25 and keys[:2] == ["ab" * 16, "ab" * 16 + "-2"]
    assert len(page.xpath("//input[@class='every']")) == 1
    assert page.xpath("//section[@id='d1']/@data-hash") == ["ab" * 32]


def test_the_summary_says_what_was_read() -> None:
    made = typical().files[0]
    read = replace(made, ratios=(Ratio("text", "visible glyphs", 995, 1000),))
    page = parse(render(report(read), PLAIN))
    facts = {
        " ".join(name.text_content().split()): " ".join(name.getnext().text_content().split())
        for name in page.xpath("//section[@id='d1-summary']//dl[@class='facts']/dt")
    }
    assert facts["Task protocol"] == typical().protocol
    assert re.fullmatch(r"[\d,]+ elements?", facts["Structure tree"])
    assert facts["Visible text that it reaches"] == "99.5 %"


def test_the_index_says_where_no_thresholds_are_set() -> None:
    page = parse(render(report(file((), ()), file((), (), path="b.pdf")), PLAIN))
    cells = page.xpath("//table[contains(@class, 'index')]/tbody/tr/td[last()]")
    assert [cell.text_content().strip() for cell in cells] == ["no thresholds set"] * 2


def test_tasks_are_counted_for_each_page() -> None:
    made = typical().files[0]
    assert made.tasks is not None
    page = parse(render(report(made), PLAIN))
    (row, *_) = page.xpath("//section[@id='d1-tasks']//tr[@class='class']")
    each = max(made.tasks.by_class.values()) / made.pages
    assert row.xpath("td")[-1].text_content() == f"{each:,.1f}"


def test_the_filter_has_a_status_whatever_the_statuses_are() -> None:
    (status,) = parse(render(typical(), PLAIN)).xpath("//section[@id='d1']//select[@name='status']")
    assert status.get("hidden") is None


def test_a_gain_of_the_plan_is_explained() -> None:
    found = (finding(),)
    grouped = group(found, 0)
    plan = Plan((PlanStep(grouped.id, (0,), 3, 9, 1.0),), 6, 3, "all", reached=True, complete=True)
    page = parse(render(report(replace(file(found, (grouped,)), plan=plan)), PLAIN))
    (section,) = page.xpath("//section[@id='d1-plan']")
    assert "A gain counts what the steps before it have made possible" in section.text_content()
