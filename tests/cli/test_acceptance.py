"""Thresholds and profiles on the command line and in the configuration: what fails, and whose
word counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, bad_document


def verdict(run: Run, *argv: str) -> dict[str, Any]:
    """The acceptance of the only file, as JSON has it."""
    (file,) = json.loads(run(*argv, "--format", "json").out)["files"]
    found: dict[str, Any] = file["acceptance"]
    return found


def limits(run: Run, *argv: str) -> dict[str, float]:
    return {item["key"]: item["limit"] for item in verdict(run, *argv)["criteria"]}


def test_tasks_a_page(folder: Path, run: Run) -> None:
    assert run("good.pdf", "--min-tasks-per-page", "2").status == 0
    done = run("good.pdf", "--min-tasks-per-page", "50")
    assert done.status == 1
    assert "not accepted" in done.out
    assert "MISSED" in done.out
    assert "at least 50  tasks a page" in done.out


def test_unresolved_relations(folder: Path, run: Run) -> None:
    never = ("--fail-on", "never")
    assert run("bad.pdf", *never, "--max-unresolved-relations", "0").status == 1
    assert run("bad.pdf", *never, "--max-unresolved-relations", "cells=0,notes=0").status == 1
    assert run("bad.pdf", *never, "--max-unresolved-relations", "notes=0").status == 0
    assert run("good.pdf", *never, "--max-unresolved-relations", "0").status == 0


def test_a_limit_of_findings_stands_in_place_of_the_fail_level(folder: Path, run: Run) -> None:
    assert run("bad.pdf").status == 1
    assert run("bad.pdf", "--max-findings", "error=1").status == 0
    assert run("bad.pdf", "--max-findings", "error=0", "--fail-on", "never").status == 1
    (folder / "dtaa-lint.toml").write_text("[max-findings]\nerror = 1\n")
    assert run("bad.pdf").status == 0
    assert run("bad.pdf", "--max-findings", "error=off").status == 1


def test_every_format_says_what_was_missed(folder: Path, run: Run) -> None:
    missed = ("bad.pdf", "--min-tasks-per-page", "50")
    assert "not accepted: 2 tasks a page, at least 50" in run(*missed, "--quiet").out
    assert "bad.pdf: not accepted" in run(*missed, "--statistics").out
    assert "2 not accepted" in run(*missed, "good.pdf").out
    github = run(*missed, "--format", "github").out
    assert "::error file=bad.pdf,line=1,title=not accepted::" in github
    sarif = json.loads(run(*missed, "--format", "sarif").out)["runs"][0]
    (found,) = sarif["properties"]["acceptance"]
    assert (found["uri"], found["met"]) == ("bad.pdf", False)
    assert sarif["invocations"][0]["executionSuccessful"] is True
    assert verdict(run, *missed)["criteria"] == [
        {
            "key": "min-tasks-per-page",
            "label": "tasks a page",
            "limit": 50,
            "value": 2,
            "met": False,
            "n": 2,
            "of": 1,
        }
    ]


def test_the_order_of_precedence(folder: Path, run: Run) -> None:
    for name, least in (("general", 1), ("own", 2), ("typed", 3)):
        (folder / f"{name}.toml").write_text(
            f'min-tasks-per-page = {least}\n[severity]\nDT0101 = "info"\nDT1801 = "warning"\n'
        )
    config = folder / "dtaa-lint.toml"
    key = "min-tasks-per-page"

    config.write_text('profile = "general.toml"\n')
    assert limits(run, "bad.pdf") == {key: 1}
    config.write_text('profile = "general.toml"\nmin-tasks-per-page = 1.5\n')
    assert limits(run, "bad.pdf") == {key: 1.5}
    patterns = '[per-file-profiles]\n"*.pdf" = "general.toml"\n"bad*" = "own.toml"\n'
    config.write_text(f"min-tasks-per-page = 1.5\n{patterns}")
    assert limits(run, "bad.pdf") == {key: 2}
    assert limits(run, "good.pdf") == {key: 1}
    assert limits(run, "bad.pdf", "--profile", "typed.toml") == {key: 3}
    assert limits(run, "bad.pdf", "--profile", "typed.toml", f"--{key}", "4") == {key: 4}
    assert limits(run, "bad.pdf", f"--{key}", "4") == {key: 4}


def test_severities_follow_the_same_order(folder: Path, run: Run) -> None:
    config = folder / "dtaa-lint.toml"
    (folder / "lenient.toml").write_text('[severity]\nDT0101 = "info"\n')
    config.write_text('profile = "lenient.toml"\n')
    assert run("bad.pdf").status == 0
    config.write_text('profile = "lenient.toml"\n[severity]\nDT0101 = "error"\n')
    assert run("bad.pdf").status == 1
    config.write_text(
        '[severity]\nDT0101 = "error"\n[per-file-profiles]\n"bad*" = "lenient.toml"\n'
    )
    assert run("bad.pdf").status == 0
    config.write_text('[severity]\nDT0101 = "off"\n')
    assert run("bad.pdf").status == 0
    assert run("bad.pdf", "--profile", "lenient.toml", "--fail-on", "info").status == 1


def test_a_rule_that_is_off_for_some_files_stays_in_the_catalogue(folder: Path, run: Run) -> None:
    (folder / "without.toml").write_text('[severity]\nDT0101 = "off"\n')
    (folder / "dtaa-lint.toml").write_text(
        'profile = "without.toml"\n[per-file-profiles]\n"bad*" = "report"\n'
    )
    found = json.loads(run("bad.pdf", "good.pdf", "--format", "json").out)
    assert "DT0101" in {rule["code"] for rule in found["rules"]}
    assert "DT0101" in {item["code"] for item in found["files"][0]["findings"]}
    sarif = json.loads(run("bad.pdf", "--format", "sarif").out)["runs"][0]
    assert {item.get("ruleIndex", -1) >= 0 for item in sarif["results"]} == {True}


def test_a_profile_names_itself(folder: Path, run: Run) -> None:
    done = run("good.pdf", "--profile", "fact-sheet")
    assert "accepted as fact-sheet: every threshold is kept" in done.out
    assert done.status == 0


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('profile = "reprot"', 'profile: unknown profile "reprot" (did you mean "report"?)'),
        ('[per-file-profiles]\n"*.pdf" = "frm"', 'per-file-profiles: unknown profile "frm"'),
        ('[per-file-profiles]\n"[" = "form"', 'per-file-profiles: glob "["'),
        ("min-task-per-page = 2", 'unknown key "min-task-per-page"'),
        ("max-findings = 3", '"max-findings" must be a table'),
        ('profile = "own.toml"', 'own.toml: unknown key "min-tasks"'),
    ],
)
def test_mistakes_are_told(folder: Path, run: Run, config: str, said: str) -> None:
    (folder / "own.toml").write_text("min-tasks = 2\n")
    (folder / "dtaa-lint.toml").write_text(config)
    done = run("good.pdf")
    assert done.status == 2
    assert said in done.err


def test_the_option_says_what_it_wants(folder: Path, run: Run) -> None:
    assert 'did you mean "form"?' in run("good.pdf", "--profile", "frm").err
    assert "--max-findings" in run("good.pdf", "--max-findings", "3").err
    assert run("good.pdf", "--max-unresolved-relations", "7").status == 2


def test_profiles_are_listed_and_explained(folder: Path, run: Run) -> None:
    listed = run("profiles").out
    assert all(name in listed for name in ("fact-sheet", "formulary", "course-outline"))
    explained = run("explain", "form").out
    assert "max-unresolved-relations.fields = 0 %" in explained
    assert "cannot be filled in" in explained
    as_json = json.loads(run("profiles", "--format", "json").out)["profiles"]
    assert {item["name"] for item in as_json} >= {"report", "policy"}
    assert 'did you mean "report"?' in run("explain", "reprot").err


def test_calibrate_proposes_a_profile_that_loads(folder: Path, run: Run) -> None:
    (folder / "class").mkdir()
    for name in ("a.pdf", "b.pdf"):
        bad_document().write(folder / "class" / name)
    done = run("calibrate", "class", "-o", "own.toml", "--percentile", "10")
    assert done.status == 0
    assert "documents are few" in done.err
    written = (folder / "own.toml").read_text("utf-8")
    assert 'name = "class"' in written
    assert "# Too few" in written
    assert "error = 1" in written
    assert run("calibrate", "class", "--percentile", "10").out == written
    assert run("bad.pdf", "--profile", "own.toml").status == 0
    assert run("calibrate", "class", "--percentile", "70").status == 2
    assert run("calibrate", "class", "--name", "Größe").status == 2


def test_the_order_of_the_paths_does_not_name_the_profile(folder: Path, run: Run) -> None:
    for place in ("class/old", "class/new"):
        (folder / place).mkdir(parents=True)
        bad_document().write(folder / place / "a.pdf")
    one = run("calibrate", "class/old", "class/new/a.pdf", "--quiet")
    other = run("calibrate", "class/new/a.pdf", "class/old", "--quiet")
    assert (one.status, other.status) == (0, 0)
    assert one.out == other.out
    assert 'name = "class"' in one.out
    assert 'name = "old"' in run("calibrate", "class/old/a.pdf", "--quiet").out


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--max-unresolved-relations", "cells=5%,cells=6%"),
        ("--max-unresolved-relations", "cells=5%,notes=0,cells=5%"),
        ("--max-unresolved-relations", "5%,6%"),
        ("--max-unresolved-relations", "5%,all=6%"),
        ("--max-findings", "error=1,error=2"),
        ("--max-findings", "error=1, error =1"),
    ],
)
def test_two_limits_of_one_kind_are_a_mistake(
    folder: Path, run: Run, option: str, value: str
) -> None:
    repeated = [word for part in value.split(",") for word in (option, part)]
    for argv in ((option, value), repeated):
        done = run("good.pdf", *argv)
        assert done.status == 2
        assert "one limit for each kind" in done.err


def test_repeated_options_of_other_kinds_add_up(folder: Path, run: Run) -> None:
    given = ("--max-findings", "warning=2", "--max-findings", "error=1")
    assert limits(run, "bad.pdf", *given) == {"max-findings.error": 1, "max-findings.warning": 2}
