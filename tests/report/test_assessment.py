"""What an assessment came to is in every format that has room for it, and nothing that a system or
a document is called does anything there."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from typing import Any

import jsonschema
import pytest
from lxml import etree, html
from openpyxl import load_workbook

from dtaa_lint.findings.assessment import Standing
from dtaa_lint.findings.finding import Report
from dtaa_lint.report import assessed, renderer, site_renderer
from dtaa_lint.report import json as whole
from dtaa_lint.report import jsonl as lines
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.words import ENGLISH, Words
from tests.report.assessed import (
    DOCUMENT,
    EVERY,
    assessment,
    hostile,
    met,
    missed,
    threshold,
    unmeasured,
)
from tests.report.support import HOSTILE, typical
from tests.report.test_sarif import official_schema

SAID = "egr-s on EXTRACT-L4: 0.59 (0.51–0.67) over 40 tasks, at least 0.6"
EACH = pytest.mark.parametrize("made", EVERY.values(), ids=EVERY.keys())


def render(name: str, made: Report, **options: Any) -> str:
    return renderer(name)(made, RenderOptions(**options)).decode("utf-8")


def test_what_is_just_below_its_limit_does_not_read_as_if_it_met_it() -> None:
    assert assessed.sentence(threshold(), ENGLISH) == SAID


def test_it_is_said_in_the_language_of_the_reader() -> None:
    said = assessed.sentence(threshold(phrasing="Q2"), Words("fr"))
    assert "0,59 (0,51–0,67)" in said and "40 tâches" in said and "au moins 0,6" in said


@pytest.mark.parametrize("name", ["github", "junit", "markdown", "html", "sarif", "json"])
def test_a_report_without_an_assessment_says_nothing_of_one(name: str) -> None:
    said = render(name, typical()).replace('"answerability": null', "")
    assert "answerability" not in re.sub("<style>.*?</style>", "", said, flags=re.DOTALL).lower()


@EACH
def test_json_is_valid(made: Any) -> None:
    jsonschema.Draft202012Validator(json.loads(whole.schema())).validate(
        json.loads(render("json", made()))
    )
    validator = jsonschema.Draft202012Validator(json.loads(lines.schema()))
    for line in render("jsonl", made()).split("\n")[:-1]:
        validator.validate(json.loads(line))


def test_json_has_everything() -> None:
    found = json.loads(render("json", missed()))["answerability"]
    assert (found["tier"], found["ceiling"], found["status"]) == ("retrieval", True, 1)
    assert found["systems"][0]["answerability"] == {
        "value": 0.5951, "low": 0.512, "high": 0.67, "tasks": 40, "tooSmall": False,
    }  # fmt: skip
    assert found["systems"][0]["abstention"] is None
    assert [(one["standing"], one["status"]) for one in found["thresholds"]] == [
        ("missed", 1), ("met", 0), ("too small to tell", 0), ("nothing to measure", 0),
    ]  # fmt: skip
    assert found["run"] == {"folder": "runs/annual", "report": "runs/annual/report.html"}
    first = json.loads(render("jsonl", missed()).split("\n")[0])
    assert first["answerability"] == found
    lost = json.loads(render("json", unmeasured()))["answerability"]
    assert lost["run"] is None and lost["systems"][0]["abstention"]["value"] == 0.875
    assert lost["notMeasured"][1] == {
        "system": None, "document": "locked.pdf", "reason": "it is encrypted",
    }  # fmt: skip


@EACH
def test_sarif_is_valid(made: Any) -> None:
    schema = official_schema()
    jsonschema.validators.validator_for(schema)(schema).validate(
        json.loads(render("sarif", made()))
    )


def notifications(made: Report) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    run = json.loads(render("sarif", made))["runs"][0]
    descriptors = run["tool"]["driver"]["notifications"]
    found = run["invocations"][0]["toolExecutionNotifications"]
    for one in found:
        assert descriptors[one["descriptor"]["index"]]["id"] == one["descriptor"]["id"]
    ours = [one for one in found if one["descriptor"]["id"].startswith("answerability")]
    return run, ours


def test_sarif_notes_what_is_missed() -> None:
    run, found = notifications(missed())
    assert run["properties"]["answerability"]["status"] == 1
    assert found[0]["level"] == "error"
    assert found[0]["message"]["text"] == f"answerability threshold missed: {SAID}"
    place = found[0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert run["artifacts"][place["index"]]["location"]["uri"] == place["uri"]
    assert [one["level"] for one in found] == ["error", "note", "note", "note"]


def test_sarif_says_whether_everything_was_measured() -> None:
    clean = replace(typical(), files=typical().files[:2])
    for made, whole_run in ((missed(), True), (unmeasured(), False)):
        run, _ = notifications(replace(clean, assessment=made.assessment))
        assert run["invocations"][0]["executionSuccessful"] is whole_run
    _, found = notifications(unmeasured())
    assert [one["level"] for one in found] == ["error"] * 4


def test_sarif_takes_no_name_for_a_link_or_a_field() -> None:
    _, found = notifications(hostile())
    for one in found:
        text = one["message"]["text"]
        assert "](" not in text and not re.search(r"(?<!\{)\{(?!\{)", text)
        assert "\x1b" not in text and "\n" not in text


def commands(made: Report) -> list[tuple[str, str, str]]:
    """Command, properties and message of what is about answerability."""
    found = []
    for line in render("github", made).splitlines():
        command, properties, message = re.fullmatch("::(\\w+) (.*?)::(.*)", line).groups()  # type: ignore[union-attr]
        if "answerability" in properties:
            found.append((command, properties, message))
    return found


def test_github_has_an_error_for_each_missed_threshold_and_a_summary() -> None:
    error = ("error", f"file={DOCUMENT},line=1,title=answerability threshold missed", SAID)
    remark, first, summary = commands(missed())
    assert first == error and remark[0] == "notice"
    assert summary[0] == "notice" and summary[1] == "title=answerability"
    assert summary[2].startswith("1 threshold is missed · egr-s: answerability 0.60 (0.51–0.67)")
    assert summary[2].endswith("The run: kept in runs/annual")
    assert [command for command, _, _ in commands(met())] == ["notice"]
    assert Counter(command for command, _, _ in commands(unmeasured())) == {
        "error": 4, "notice": 1,
    }  # fmt: skip


def test_github_shows_few_annotations_whatever_is_missed() -> None:
    many = tuple([threshold(system=f"system {n}") for n in range(30)])
    made = replace(typical(), assessment=assessment(thresholds=many, remarks=()))
    *errors, rest, _ = commands(made)
    assert len(errors) == 5 and rest[1] == "title=25 more answerability thresholds"
    assert "system 29 on EXTRACT-L4" in rest[2]


def test_github_obeys_no_name() -> None:
    made = render("github", hostile())
    assert len(made.splitlines()) == made.count("\n")
    for line in made.splitlines():
        assert re.match("::(error|warning|notice) (file=[^,:]*,line=1,)?title=[^,:]*::", line)


def suite(made: Report) -> etree._Element:
    root = etree.fromstring(renderer("junit")(made, RenderOptions()))
    found = root[-1]
    assert found.get("name") == "answerability"
    for element in (root, *root):
        ended = Counter(str(child.tag) for case in element.iter("testcase") for child in case)
        assert element.get("tests") == str(len(list(element.iter("testcase"))))
        assert element.get("failures") == str(ended["failure"])
        assert element.get("errors") == str(ended["error"])
    return found


def ended(made: Report) -> list[tuple[str | None, str]]:
    return [
        (case.get("name"), str(case[0].tag) if len(case) else "passed")
        for case in suite(made).iter("testcase")
    ]


def test_junit_has_a_case_for_each_system_and_each_threshold() -> None:
    assert ended(missed()) == [
        ("egr-s is measured", "system-out"),
        ("egr-s on EXTRACT-L4: at least 0.6", "failure"),
        ("egr-s on all tasks: at least 0.5", "system-out"),
        ("egr-s on FIND-L1: at least 0.6", "skipped"),
        ("egr-s on EXTRACT-L4, asked as Q2: at least 0.6", "skipped"),
    ]
    failure = suite(missed()).find(".//failure")
    assert failure is not None
    assert failure.get("message") == f"missed by the value alone: {SAID}"
    assert [how for _, how in ended(unmeasured())] == [
        "error", "error", "error", "system-out", "error",
    ]  # fmt: skip


def test_junit_holds_every_name() -> None:
    cases = list(suite(hostile()).iter("testcase"))
    assert len(cases) == 3 * len(HOSTILE) + 1
    for case in cases:
        assert "\x1b" not in str(case.get("name")) + str(case.get("classname"))


def test_markdown_has_a_table_and_what_is_missed() -> None:
    said = render("markdown", missed()).replace("\\", "")
    assert "### Answerability: 1 threshold is missed\n" in said
    assert "| egr-s | 0.60 (0.51–0.67) | 0.99 (0.97–1.00) | 0.75 (0.61–0.86) | 40 | 80 |" in said
    assert f"- **missed by the value alone** {SAID}\n" in said
    assert said.index("### Answerability") < said.index("### exports")
    assert "every threshold is met" in render("markdown", met())
    lost = render("markdown", unmeasured()).replace("\\", "")
    assert "### Answerability: 1 threshold has nothing to measure\n" in lost
    assert "- **not measured** long-context on exports/annual report.pdf" in lost
    assert "0.88 (0.60–0.97)" in lost


def test_markdown_makes_nothing_of_names_and_keeps_its_room() -> None:
    said = render("markdown", hostile())
    assert "<script" not in said and "\x1b" not in said
    section = said[said.index("### Answerability") : said.index("### exports")]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {7}
    many = tuple([threshold(system=text * 9) for text in HOSTILE for _ in range(40)])
    made = replace(typical(), assessment=assessment(thresholds=many))
    long = render("markdown", made)
    assert len(long.encode()) <= 65_536
    assert "lines are left out here" in long and "cell\\-without\\-row\\-header" in long


def page(data: bytes | str) -> Any:
    return html.document_fromstring(data if isinstance(data, str) else data.decode("utf-8"))


def test_html_has_a_section_and_leads_to_the_run() -> None:
    one = replace(missed(), files=missed().files[:1])
    for made in (one, missed()):
        root = page(render("html", made, run_page="../runs/annual/report.html"))
        (section,) = root.xpath("//section[@id='answerability']")
        text = " ".join(section.text_content().split())
        assert "1 threshold is missed" in text and "0.59 (0.51–0.67)" in text
        assert "missed by the value alone" in text and "too small to tell" in text
        assert "asked only with models" in text and "3 questions are excluded" in text
        assert section.xpath(".//a/@href") == ["../runs/annual/report.html"]
        assert "kept in runs/annual" in text
    assert page(render("html", one)).xpath("//nav//a[@href='#answerability']")
    assert not page(render("html", one)).xpath("//section[@id='answerability']//a")


def test_html_in_a_folder_has_it_in_the_index() -> None:
    files = dict(site_renderer("html")(missed(), RenderOptions(run_page="run/report.html")))
    assert page(files["index.html"]).xpath("//section[@id='answerability']//a/@href") == [
        "run/report.html"
    ]
    assert not page(files["clean.html"]).xpath("//section[@id='answerability']")


def test_html_does_not_claim_that_nothing_was_sent_where_something_was() -> None:
    assert "nothing was sent anywhere" in render("html", missed())
    said = render("html", unmeasured())
    assert "nothing was sent anywhere" not in said
    assert "went to the models and systems that were named" in said


def test_html_makes_nothing_of_names() -> None:
    plain, sly = (page(render("html", made, run_page="")) for made in (missed(), hostile()))
    for tag in ("script", "img", "a", "iframe"):
        assert len(sly.xpath(f"//section[@id='answerability']//{tag}")) == 0
    assert len(plain.xpath("//script")) == len(sly.xpath("//script"))


def sheet(made: Report) -> list[tuple[Any, ...]]:
    book = load_workbook(BytesIO(renderer("xlsx")(made, RenderOptions())))
    page = book["Answerability"]
    for row in page.iter_rows():
        for cell in row:
            assert cell.data_type != "f" and cell.hyperlink is None
    return list(page.iter_rows(values_only=True))


def test_a_workbook_has_a_sheet() -> None:
    heads, system, *rows = sheet(missed())
    at = {name: number for number, name in enumerate(heads)}
    assert (system[at["System"]], system[at["Answerability"]]) == ("egr-s", 0.5951)
    assert (system[at["Tasks"]], system[at["Questions"]]) == (40, 80)
    assert [row[at["Verdict"]] for row in rows] == [
        "missed by the value alone", "met", "too small to tell", "asked only with models", None,
    ]  # fmt: skip
    assert rows[0][at["Demanded"]] == 0.6 and rows[0][at["Document"]] == DOCUMENT
    assert [row[0] for row in sheet(unmeasured())[3:]] == ["Not measured"] * 3
    assert len(sheet(hostile())) == 1 + 4 * len(HOSTILE)
    book = load_workbook(BytesIO(renderer("xlsx")(missed(), RenderOptions())))
    told = [row for row in book["Summary"].iter_rows(values_only=True) if row[1] == "Answerability"]
    assert [row[2:4] for row in told] == [("thresholds that are missed", 1)]


def test_a_workbook_without_an_assessment_has_no_sheet() -> None:
    book = load_workbook(BytesIO(renderer("xlsx")(typical(), RenderOptions())))
    assert "Answerability" not in book.sheetnames


@pytest.mark.parametrize("name", ["csv", "gitlab", "text", "xfdf"])
def test_lists_of_findings_stay_what_they_are(name: str) -> None:
    one = replace(typical(), files=typical().files[:1])
    asked = replace(one, assessment=missed().assessment)
    assert render(name, one) == render(name, asked)


def test_what_stands_well_makes_no_status() -> None:
    found = assessment()
    assert [one.standing for one in found.failing] == [Standing.MISSED]
