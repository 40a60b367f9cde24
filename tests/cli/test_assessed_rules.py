"""Rules that rest on an assessment are known wherever a rule is, and find nothing without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dtaa_lint.cli.completion.model import commands
from dtaa_lint.findings.registry import load_rules
from tests.cli.conftest import Run

NAME = "unanswered-table-cell"
ASSESSED = [code for code, rule in load_rules().items() if rule.assessed]


@pytest.mark.parametrize("subject", ["DT0190", "dt0190", NAME])
def test_explain(run: Run, subject: str) -> None:
    result = run("explain", subject)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(f"DT0190 {NAME}")
    assert "rests on an assessment" in result.out and "Guideline G01: Header paths" in result.out
    assert "repose sur une évaluation" in run("explain", subject, "--lang", "fr").out


def test_a_guideline_marks_them(run: Run) -> None:
    lines = run("explain", "DT01").out.splitlines()
    marked = [line for line in lines if "rests on an assessment" in line]
    assert len(marked) == 1 and "DT0190" in marked[0]


def test_the_list_has_a_part_for_them(run: Run) -> None:
    before, _, after = run("rules").out.partition("From an assessment")
    for code, rule in load_rules().items():
        assert (code in before, code in after) == (not rule.assessed, rule.assessed)
    assert "DT0190" in run("explain", "DT019").out


def test_json_marks_them(run: Run, folder: Path) -> None:
    document = json.loads(run("rules", "--format", "json").out)
    rules = [rule for guideline in document["guidelines"] for rule in guideline["rules"]]
    assert [rule["code"] for rule in rules if rule["assessed"]] == ASSESSED


def test_a_shell_completes_them() -> None:
    options = {name: one for one in commands()[0].options for name in one.names}
    value = options["--ignore"].value
    assert value is not None and {"DT0190", NAME} <= set(value.words)
    (explain,) = [one for one in commands() if one.name == "explain"]
    assert explain.operand is not None and "DT0190" in explain.operand.words


def test_a_lint_alone_does_not_speak_of_them(run: Run, folder: Path) -> None:
    report = json.loads(run("bad.pdf", "--format", "json").out)
    assert not set(ASSESSED) & {rule["code"] for rule in report["rules"]}
    assert not set(ASSESSED) & {item["code"] for item in report["files"][0]["unchecked"]}


@pytest.mark.parametrize("way", ["DT0190", "DT01", NAME])
def test_every_key_of_the_configuration_takes_them(run: Run, folder: Path, way: str) -> None:
    (folder / "dtaa-lint.toml").write_text(
        f'ignore = ["{way}"]\nextend-select = ["{way}"]\n'
        f'[per-file-ignores]\n"bad.pdf" = ["{way}"]\n'
        f'[severity]\n{way} = "warning"\n'
        f'[[suppress]]\nrule = "{way}"\npath = "/Document/Table[9]"\nreason = "known"\n'
    )
    assert run("good.pdf", "--quiet").err == ""
    profile = folder / "own.toml"
    profile.write_text(f'name = "own"\n[severity]\n{way} = "off"\n')
    assert run("good.pdf", "--quiet", "--isolated", "--profile", "own.toml").err == ""
    assert run("good.pdf", "--quiet", "--isolated", "--ignore", way).err == ""


def test_a_suppression_of_them_is_not_unused_when_none_was_made(run: Run, folder: Path) -> None:
    entry = '[[suppress]]\nrule = "{}"\npath = "/Document/Table[9]"\nreason = "known"\n'
    (folder / "dtaa-lint.toml").write_text(entry.format("DT0190") + entry.format("DT0102"))
    said = run("good.pdf", "--quiet").err
    assert "DT0102" in said and "DT0190" not in said


def test_a_baseline_keeps_what_only_an_assessment_finds(run: Run, folder: Path) -> None:
    entries = [
        {"file": "bad.pdf", "code": code, "fingerprint": "0" * 32} for code in ("DT0102", "DT0190")
    ]
    (folder / "known.json").write_text(json.dumps({"schemaVersion": 1, "findings": entries}))
    report = json.loads(run("bad.pdf", "--baseline", "known.json", "--format", "json").out)
    assert [item["code"] for item in report["stale"]] == ["DT0102"]


def test_selecting_them_alone_says_what_they_need(run: Run, folder: Path) -> None:
    result = run("bad.pdf", "--select", "DT0190")
    assert result.status == 0
    said = "DT0190 rests on an assessment: without --answerability it selects nothing"
    assert said in result.err
    assert run("good.pdf", "--select", "DT01").err == ""
