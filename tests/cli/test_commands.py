"""The commands beside the lint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree

from dtaa_lint.findings.registry import load_guidelines, load_rules
from dtaa_lint.universe.glossary import look_up
from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("folder")


def test_rules_lists_every_rule(run: Run) -> None:
    result = run("rules")
    assert (result.status, result.err) == (0, "")
    for rule in load_rules().values():
        assert rule.code in result.out
        assert rule.name in result.out


def test_rules_as_json(run: Run) -> None:
    document = json.loads(run("rules", "--format", "json").out)
    assert [guideline["id"] for guideline in document["guidelines"]] == [
        guideline.id for guideline in load_guidelines()
    ]
    rules = [rule for guideline in document["guidelines"] for rule in guideline["rules"]]
    assert [rule["code"] for rule in rules] == list(load_rules())
    assert all(rule["summary"] and rule["repair"] for rule in rules)


@pytest.mark.parametrize("subject", ["DT0101", "dt0101", "cell-without-row-header"])
def test_explain_a_rule(run: Run, subject: str) -> None:
    result = run("explain", subject)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("DT0101 cell-without-row-header")
    assert "Scope=Row" in result.out


@pytest.mark.parametrize("subject", ["G01", "g01", "g1", "DT01"])
def test_explain_a_guideline(run: Run, subject: str) -> None:
    result = run("explain", subject)
    assert result.status == 0
    assert result.out.startswith("G01 Header paths")
    assert "DT0101" in result.out


def test_explain_the_beginning_of_codes(run: Run) -> None:
    result = run("explain", "dt010")
    assert (result.status, result.err) == (0, "")
    found = {code for code in load_rules() if code in result.out}
    assert found == {code for code in load_rules() if code.startswith("DT010")}


@pytest.mark.parametrize(
    "word", ["EXTRACT-L4", "extract", "L4", "TABLE_CELL", "multi-value", "INCOMPLETE_EVIDENCE"]
)
def test_explain_a_word_of_the_tasks(run: Run, word: str) -> None:
    result = run("explain", word)
    assert (result.status, result.err) == (0, "")
    entry = look_up(word)
    assert entry is not None
    assert result.out.startswith(f"{entry.word} · {entry.kind}")


def test_explain_a_reason_names_the_rules_that_explain_it(run: Run) -> None:
    assert "DT0101  cell-without-row-header" in run("explain", "INCOMPLETE_EVIDENCE").out


def test_explain_a_guideline_without_rules(run: Run) -> None:
    for guideline in load_guidelines():
        said = "no rule yet" in run("explain", guideline.id).out
        assert said == (not guideline.rules)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("TABLE_CEL", "TABLE_CELL"),
        ("DT9", "unknown rule"),
        ("G19", "G00 to G18"),
        ("cell-without-row-headers", "cell-without-row-header"),
        ("", ""),
    ],
)
def test_explain_what_is_not_there(run: Run, subject: str, said: str) -> None:
    result = run("explain", subject)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("dtaa-lint: error: ")
    assert said in result.err


def test_tree_as_text(run: Run) -> None:
    result = run("tree", "good.pdf")
    assert (result.status, result.err) == (0, "")
    assert any("TD “12.50” [row: Basic" in line for line in result.out.splitlines())


def test_tree_as_json_and_xml(run: Run, folder: Path) -> None:
    printed = run("tree", "good.pdf", "--format", "json").out
    types = [node["type"] for node in json.loads(printed)["nodes"]]
    assert types.count("TD") == 2
    assert run("tree", "good.pdf", "--format", "json", "-o", "graph.json").out == ""
    assert (folder / "graph.json").read_text("utf-8") == printed
    root = etree.fromstring(run("tree", "good.pdf", "--format", "xml").out.encode())
    assert len(root.findall("nodes/*")) == len(types)


@pytest.mark.parametrize(
    ("argv", "beginning"),
    [
        (("tree", "-o", "t.json"), "{"),
        (("tree", "-o", "t.XML"), "<?xml"),
        (("tree", "-o", "t.txt"), "s0 "),
        (("tree", "-o", "t.out"), "s0 "),
        (("tree", "-o", "t.json", "--format", "text"), "s0 "),
        (("tasks", "-o", "t.json"), "{"),
        (("tasks", "-o", "t.xml"), "good.pdf\n"),
        (("--isolated", "-o", "t.json"), "{"),
        (("--isolated", "-o", "t.xml"), "<?xml"),
        (("--isolated", "-o", "t.out"), "good.pdf\n"),
    ],
)
def test_the_suffix_decides_the_format(
    run: Run, folder: Path, argv: tuple[str, ...], beginning: str
) -> None:
    result = run(*argv, "good.pdf")
    assert (result.status, result.out, result.err) == (0, "", "")
    (written,) = folder.glob("t.*")
    assert written.read_text("utf-8").startswith(beginning)


@pytest.mark.parametrize("command", [(), ("tree",), ("tasks",)])
def test_no_report_is_called_like_a_pdf(run: Run, folder: Path, command: tuple[str, ...]) -> None:
    result = run(*command, "good.pdf", "-o", "new.pdf")
    assert (result.status, result.out) == (2, "")
    assert "no report is a PDF" in result.err
    assert not (folder / "new.pdf").exists()


def test_tree_of_what_cannot_be_read(run: Run) -> None:
    result = run("tree", "missing.pdf")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert run("tree", "good.pdf", "-o", "good.pdf").status == 2
