"""The site's pages about rules, guidelines and schemas, before they become HTML."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.registry import load_guidelines, load_rules
from dtaa_lint.report import sarif
from dtaa_lint.report.interface import RenderOptions

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "docs" / "site")]

import check_links  # noqa: E402
import home  # noqa: E402
import precision  # noqa: E402
import rule_pages  # noqa: E402
import schema_pages  # noqa: E402
import staging  # noqa: E402

RULES = load_rules()
GUIDELINES = {guideline.id: guideline for guideline in load_guidelines()}
STUDY = precision.read_study((ROOT / "docs" / "precision.md").read_text("utf-8"))
PNG = b"\x89PNG\r\n\x1a\n"


CHECKED = sorted(code for code, rule in RULES.items() if not rule.assessed)


@pytest.mark.parametrize("code", CHECKED)
def test_a_rule_has_a_page_with_both_pictures(code: str) -> None:
    rule = RULES[code]
    page = rule_pages.rule_page(rule, GUIDELINES[rule.guideline], STUDY)
    assert set(page.images) == {"fail.png", "pass.png"}
    for name, data in page.images.items():
        assert data.startswith(PNG)
        described = re.search(rf'<img src="{name}" [^>]*alt="([^"]+)"', page.text)
        assert described and len(described[1]) > 20
    assert page.text.count("▶ <mark>") == 1
    variants = [name for name in rule.messages if not name.startswith("group")]
    assert all(
        f"** <small>`{name}`</small>" in page.text or f"</span> <small>`{name}`" in page.text
        for name in variants
    )
    headings = re.findall(r"^### (.*)$", page.text, re.MULTILINE)
    assert headings == [f"Where it says {rule_pages.spoken(rule, name)}" for name in rule.repairs]
    assert len(headings) == len(set(headings))
    assert all(f"| {tool} |" in page.text for tool in rule.repair_in)
    assert all(f"`{reason}`" in page.text for reason in rule.explains)


@pytest.mark.parametrize("code", sorted(set(RULES) - set(CHECKED)))
def test_a_rule_that_rests_on_an_assessment_has_a_page_that_says_so(code: str) -> None:
    rule = RULES[code]
    page = rule_pages.rule_page(rule, GUIDELINES[rule.guideline], STUDY)
    assert not page.images and "[assessment](../../answerability.md)" in page.text
    assert rule_pages.plain(rule.repair) in page.text and f"--ignore {code}" in page.text


def test_pages_and_pictures_are_the_same_every_time() -> None:
    rule = RULES["DT0101"]
    pages = [rule_pages.rule_page(rule, GUIDELINES["G01"], STUDY) for _ in range(2)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("guideline", GUIDELINES.values(), ids=lambda item: item.id)
def test_a_guideline_lists_its_rules(guideline: rule_pages.Guideline) -> None:
    page = rule_pages.guideline_page(guideline)
    linked = re.findall(r"\[(DT\d{4})\]\(\.\./(DT\d{4})/index\.md\)", page)
    assert linked == [(rule.code, rule.code) for rule in guideline.rules]


def test_the_study_has_a_figure_for_most_rules() -> None:
    assert STUDY["DT0101"].judged == 6
    assert STUDY["DT0102"].true == 6, "the last round counts"
    assert STUDY["DT0001"].share == 100
    assert set(STUDY) <= set(RULES)
    assert len(STUDY) > 60


@pytest.mark.parametrize("path", sorted((ROOT / "dtaa_lint").glob("*/schema/*.json")), ids=str)
def test_every_field_of_a_schema_is_in_its_table(path: Path) -> None:
    schema = json.loads(path.read_bytes())
    page = schema_pages.page(schema, path.name)
    for part in (schema, *schema.get("$defs", {}).values()):
        for name in part.get("properties", {}):
            assert f"`{name}`" in page, name
    anchors = set(re.findall(r'<a id="([^"]+)">', page))
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def test_the_front_page_shows_a_finding_of_the_demo() -> None:
    page = home.page((ROOT / "docs" / "site" / "home.md").read_text("utf-8"))
    assert page.images["finding.png"].startswith(PNG)
    assert not re.search(r"%[A-Z]+%", page.text)


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "docs" / "site" / "mkdocs.yml").read_text("utf-8")
    named = set(re.findall(r"(?<![\w/.-])[\w/-]+\.md\b", navigation))
    assert named == set(staging.pages().values())


def test_a_link_named_by_its_file_gets_the_title_of_the_page() -> None:
    moved = staging.with_links("[cli.md](cli.md)", "docs/x.md", "x.md", staging.pages(), set())
    assert moved == "[Command line](cli.md)"


def test_the_readme_lists_every_page() -> None:
    listed = set(re.findall(r"\]\(([\w/.-]+\.md)\)", (ROOT / "README.md").read_text("utf-8")))
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert pages <= listed


def test_sarif_properties_are_described() -> None:
    page = (ROOT / "docs" / "sarif.md").read_text("utf-8")
    report = make_report([lint_file(str(home.DEMO), LintOptions(impact=False))])
    run = json.loads(sarif.render(report, RenderOptions()))["runs"][0]
    used = {name for result in run["results"] for name in result.get("properties", {})}
    used |= {name for rule in run["tool"]["driver"]["rules"] for name in rule["properties"]}
    used |= set(run["properties"])
    assert len(used) > 12
    assert [name for name in sorted(used) if f"{name}`" not in page] == []


def test_links_of_pages_lead_to_pages() -> None:
    site = staging.pages()
    for source in sorted(set(site) - set(staging.GENERATED)):
        page = site[source]
        text = (ROOT / source).read_text("utf-8")
        moved = staging.with_links(text, source, page, site, set())
        assert "rules.md#dt" not in moved, source


def test_files_that_are_no_pages_go_along() -> None:
    attached: set[str] = set()
    moved = staging.with_links("[x](../../dev)", "docs/recipes/x.md", "recipes/x.md", {}, attached)
    assert (moved, attached) == ("[x](../files/dev)", {"dev"})


def test_a_link_to_what_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"docs/cli.md: gone.md is no file of the checkout"):
        staging.with_links("[x](gone.md)", "docs/cli.md", "cli.md", staging.pages(), set())


def test_code_is_no_link() -> None:
    text = "```\na[0](pyproject.toml)\n```"
    assert staging.with_links(text, "docs/cli.md", "cli.md", {}, set()) == text


BAD = {
    "index.html": '<a href="gone.html">x</a><a href="a.html#no">x</a><a href="a.html#yes">x</a>',
    "a.html": '<p id="yes">x</p><a href="https://example.org/x">x</a><a href="mailto:x">x</a>',
    "b.html": '<img src="https://example.org/x.png"><p id="i"></p><p id="i"></p>',
    "c.css": "@font-face { src: url(https://example.org/f.woff) } p { background: url('no.png') }",
    "d.js": 'load("https://unpkg.com/x")',
}


def test_the_check_of_links_sees_what_is_wrong(tmp_path: Path) -> None:
    for name, text in BAD.items():
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "check_links.py"), str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "a.html: 'mailto:x' is no mail address",
        "b.html: the id 'i' is there twice",
        "b.html: 'https://example.org/x.png' is loaded from another server",
        "c.css: 'https://example.org/f.woff' is loaded from another server",
        "c.css: 'no.png' is not there",
        "d.js: 'https://unpkg.com' names another server to load from",
        "index.html: 'gone.html' is not there",
        "index.html: 'a.html#no' has no such anchor",
    ]


def test_links_that_are_right_pass(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="#x" id="x">x</a><a href="d/">d</a>', "utf-8")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "index.html").write_text('<a href="../index.html#x">x</a>', "utf-8")
    assert list(check_links.faults(tmp_path)) == []
