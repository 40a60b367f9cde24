"""Known findings and suppressed ones: what fails, what is listed, what is out of date."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Run, bad_document
from tests.make import Doc, el

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def more_faults() -> Doc:
    """The faulty document, and another fault behind it."""
    return bad_document().add(
        el("H2", "Notes"),
        el("P", "A note follows", el("Reference", "7"), " that nobody wrote."),
    )


def test_what_is_known_fails_nothing(folder: Path, run: Run) -> None:
    assert run("baseline", "bad.pdf", "-o", "known.json").status == 0
    done = run("bad.pdf", "--baseline", "known.json")
    assert done.status == 0
    assert "DT0101" not in done.out
    assert "1 known" in done.out
    more_faults().write(folder / "bad.pdf")
    done = run("bad.pdf", "--baseline", "known.json")
    assert done.status == 1
    assert "DT1002" in done.out
    assert "DT0101" not in done.out


def test_machines_see_the_known_ones_marked(folder: Path, run: Run) -> None:
    run("baseline", "bad.pdf", "-o", "known.json")
    more_faults().write(folder / "bad.pdf")
    known = ("bad.pdf", "--baseline", "known.json", "--format")
    report = json.loads(run(*known, "json").out)
    status = {item["code"]: item["status"] for item in report["files"][0]["findings"]}
    assert (status["DT0101"], status["DT1002"]) == ("known", "open")
    assert report["stale"] == []
    results = json.loads(run(*known, "sarif").out)["runs"][0]["results"]
    states = {item["ruleId"]: item["baselineState"] for item in results}
    assert (states["DT0101"], states["DT1002"]) == ("unchanged", "new")
    assert "known" in run(*known, "csv").out
    assert "DT0101" not in run(*known, "github").out


def test_files_are_named_relative_to_the_baseline(folder: Path, run: Run) -> None:
    (folder / "sub").mkdir()
    bad_document().write(folder / "sub" / "a.pdf")
    run("baseline", ".", "-o", "sub/known.json", "--quiet")
    found = json.loads((folder / "sub" / "known.json").read_text("utf-8"))["findings"]
    assert {item["file"] for item in found} == {"../bad.pdf", "a.pdf"}
    assert run("sub/a.pdf", "--baseline", "sub/known.json").status == 0


def test_the_configuration_can_name_it(folder: Path, run: Run) -> None:
    (folder / "dtaa-lint.toml").write_text('baseline = "known.json"\n')
    done = run("bad.pdf")
    assert done.status == 2
    assert "no such baseline" in done.err
    assert run("baseline", "bad.pdf", "-o", "known.json").status == 0
    assert run("bad.pdf").status == 0


def test_what_is_gone_is_told_and_forgotten_on_request(folder: Path, run: Run) -> None:
    more_faults().write(folder / "bad.pdf")
    shutil.copy(folder / "bad.pdf", folder / "old.pdf")
    run("baseline", "bad.pdf", "old.pdf", "-o", "known.json")
    before = (folder / "known.json").read_bytes()
    bad_document().write(folder / "bad.pdf")
    (folder / "old.pdf").unlink()

    done = run("bad.pdf", "--baseline", "known.json", "--format", "json")
    assert done.status == 0
    assert "--prune-baseline forgets" in done.err
    assert "(bad.pdf, old.pdf)" in done.err
    gone = {(item["file"], item["code"]) for item in json.loads(done.out)["stale"]}
    assert {("bad.pdf", "DT1002"), ("old.pdf", "DT1002"), ("old.pdf", "DT0101")} <= gone
    assert ("bad.pdf", "DT0101") not in gone
    assert (folder / "known.json").read_bytes() == before
    # Of a rule that was not run nobody knows, unless the file is no more.
    one = run("bad.pdf", "--baseline", "known.json", "--select", "DT0101", "--format", "json")
    assert {item["file"] for item in json.loads(one.out)["stale"]} == {"old.pdf"}

    done = run("bad.pdf", "--baseline", "known.json", "--prune-baseline")
    assert done.status == 0
    assert "pruned" in done.err
    assert b"old.pdf" not in (folder / "known.json").read_bytes()
    assert b"DT1002" not in (folder / "known.json").read_bytes()
    assert b"DT0101" in (folder / "known.json").read_bytes()
    assert "nothing to prune" in run("bad.pdf", "--baseline", "known.json", "--prune-baseline").err


def test_a_file_that_is_there_and_not_checked_is_not_stale(folder: Path, run: Run) -> None:
    (folder / "sub").mkdir()
    more_faults().write(folder / "sub" / "other.pdf")
    run("baseline", "bad.pdf", "sub", "-o", "known.json")
    done = run("bad.pdf", "--baseline", "known.json", "--format", "json")
    assert (json.loads(done.out)["stale"], done.err) == ([], "")
    shutil.rmtree(folder / "sub")
    done = run("bad.pdf", "--baseline", "known.json", "--format", "json")
    assert {item["file"] for item in json.loads(done.out)["stale"]} == {"sub/other.pdf"}
    assert done.status == 0


def test_a_name_that_is_no_utf_8_is_found_on_the_disk(folder: Path, run: Run) -> None:
    odd = os.fsdecode(b"\xff.pdf")
    try:
        shutil.copy(folder / "bad.pdf", folder / odd)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    run("baseline", ".", "-o", "known.json")
    before = (folder / "known.json").read_bytes()
    assert b"xff.pdf" in before
    assert run("bad.pdf", "--baseline", "known.json").err == ""
    assert "nothing to prune" in run("bad.pdf", "--baseline", "known.json", "--prune-baseline").err
    assert (folder / "known.json").read_bytes() == before
    (folder / odd).unlink()
    assert "known finding" in run("bad.pdf", "--baseline", "known.json").err


@pytest.mark.parametrize("name", ["\ud800.pdf", "\0.pdf", "x" * 5000, "", "bad.pdf/x", "\x1b[1m"])
def test_hostile_names_in_it_are_names_of_no_file(folder: Path, run: Run, name: str) -> None:
    entry = {"file": name, "code": "DT0101", "fingerprint": "a" * 32}
    (folder / "known.json").write_text(json.dumps({"schemaVersion": 1, "findings": [entry]}))
    done = run("good.pdf", "--baseline", "known.json", "--format", "json")
    assert done.status == 0
    # The empty name is that of the folder, which is there.
    assert len(json.loads(done.out)["stale"]) == int(bool(name))
    assert "\x1b" not in done.err


def test_writing_it_twice_gives_the_same_bytes(folder: Path, run: Run) -> None:
    for name in ("one.json", "two.json"):
        run("baseline", "good.pdf", "bad.pdf", "-o", name)
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()


def test_nothing_is_written_when_a_file_cannot_be_checked(folder: Path, run: Run) -> None:
    (folder / "broken.pdf").write_bytes(b"no")
    done = run("baseline", "bad.pdf", "broken.pdf", "-o", "known.json")
    assert done.status == 2
    assert not (folder / "known.json").exists()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("good.pdf", "--prune-baseline"), "needs a baseline"),
        (("good.pdf", "--baseline", "good.pdf"), "is no baseline"),
        (
            ("bad.pdf", "--baseline", "known.json", "-o", "known.json"),
            "the baseline that is in use",
        ),
        (("baseline", "good.pdf", "-o", "good.pdf"), "the PDF that is to be read"),
    ],
)
def test_mistakes(folder: Path, run: Run, argv: tuple[str, ...], said: str) -> None:
    run("baseline", "bad.pdf", "-o", "known.json")
    done = run(*argv)
    assert done.status == 2
    assert said in done.err


def test_documents_are_known_to_their_own_baseline(folder: Path, run: Run) -> None:
    """A baseline of x, then x against it: nothing fails, nothing is stale. (For every fixture
    ``tests/findings/test_revisions.py`` shows it of the engine.)"""
    (folder / "good.pdf").unlink()
    for path in sorted((FIXTURES / "documents").glob("*.pdf"))[:4]:
        shutil.copy(path, folder)
    assert run("baseline", ".", "-o", "known.json", "--quiet").status == 0
    done = run(".", "--baseline", "known.json", "--format", "json", "--fail-on", "info")
    assert done.status == 0
    assert json.loads(done.out)["stale"] == []


SUPPRESS = """
[[suppress]]
file = "bad.pdf"
rule = "cell-without-row-header"
id = "t"
reason = "the plans are numbered in print"
"""


def test_suppressed_findings_are_counted_and_fail_nothing(folder: Path, run: Run) -> None:
    (folder / "dtaa-lint.toml").write_text(SUPPRESS)
    done = run("bad.pdf")
    assert done.status == 0
    assert "1 suppressed" in done.out
    assert "DT0101" not in done.out
    (file,) = json.loads(run("bad.pdf", "--format", "json").out)["files"]
    (found,) = [item for item in file["findings"] if item["code"] == "DT0101"]
    assert found["status"] == "suppressed"
    assert found["justification"] == "the plans are numbered in print"
    results = json.loads(run("bad.pdf", "--format", "sarif").out)["runs"][0]["results"]
    (result,) = [item for item in results if item["ruleId"] == "DT0101"]
    assert result["suppressions"] == [
        {
            "kind": "external",
            "status": "accepted",
            "justification": "the plans are numbered in print",
        }
    ]
    assert "baselineState" not in result


def test_unused_suppressions_are_told(folder: Path, run: Run) -> None:
    (folder / "dtaa-lint.toml").write_text(SUPPRESS.replace('"t"', '"h"'))
    done = run("bad.pdf", "--format", "json")
    assert done.status == 1
    assert "unused suppression: file bad.pdf, rule cell-without-row-header, id h" in done.err
    (unused,) = json.loads(done.out)["unusedSuppressions"]
    assert unused["reason"] == "the plans are numbered in print"
    # Nobody knows of files and rules that were not checked.
    assert run("good.pdf").err == ""
    assert run("bad.pdf", "--select", "DT02").err == ""


@pytest.mark.parametrize("spell", [str.lower, str.upper])
def test_a_fingerprint_may_be_written_in_capitals(
    folder: Path, run: Run, spell: Callable[[str], str]
) -> None:
    (file,) = json.loads(run("bad.pdf", "--format", "json").out)["files"]
    (found,) = [item for item in file["findings"] if item["code"] == "DT0101"]
    (folder / "dtaa-lint.toml").write_text(
        f'[[suppress]]\nfingerprint = "{spell(found["fingerprint"])}"\nreason = "x"\n'
    )
    done = run("bad.pdf", "--select", "DT0101")
    assert (done.status, done.err) == (0, "")


def test_a_suppressed_finding_enters_no_baseline(folder: Path, run: Run) -> None:
    (folder / "dtaa-lint.toml").write_text(SUPPRESS)
    run("baseline", "bad.pdf", "-o", "known.json")
    assert b"DT0101" not in (folder / "known.json").read_bytes()


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('rule = "DT0101"\nid = "t"', "needs a reason"),
        ('rule = "DT0101"\nid = "t"\nreason = " "', '"suppress 1: reason" must be a string'),
        ('id = "t"\nreason = "x"', "needs a rule"),
        ('rule = "DT0101"\nreason = "x"', "needs one of id, path and fingerprint"),
        ('rule = "DT0101"\nid = "t"\npath = "/"\nreason = "x"', "needs one of id, path"),
        ('rule = "DT01O1"\nid = "t"\nreason = "x"', "suppress: no rule matches"),
        ('file = "["\nrule = "DT0101"\nid = "t"\nreason = "x"', 'suppress: glob "["'),
        ('rule = "DT0101"\nids = "t"\nreason = "x"', 'did you mean "id"?'),
    ],
)
def test_malformed_suppressions(folder: Path, run: Run, entry: str, said: str) -> None:
    (folder / "dtaa-lint.toml").write_text(f"[[suppress]]\n{entry}\n")
    done = run("good.pdf")
    assert done.status == 2
    assert said in done.err


def test_the_report_keeps_its_schema(folder: Path, run: Run) -> None:
    from dtaa_lint.report.json import schema

    (folder / "dtaa-lint.toml").write_text(SUPPRESS + SUPPRESS.replace('"t"', '"h"'))
    run("baseline", "bad.pdf", "-o", "known.json", "--isolated")
    more_faults().write(folder / "bad.pdf")
    argv = ("bad.pdf", "good.pdf", "--baseline", "known.json", "--profile", "report")
    report = json.loads(run(*argv, "--format", "json").out)
    jsonschema.validate(report, json.loads(schema()))
    assert report["unusedSuppressions"]
    assert report["files"][0]["acceptance"]["criteria"]
    assert report["files"][0]["relations"]


def test_one_file_is_no_files(run: Run, folder: Path) -> None:
    assert run("baseline", "bad.pdf", "-o", "known.json").err.endswith(" known, in 1 file\n")
    both = run("baseline", "bad.pdf", "good.pdf", "-o", "known.json").err
    assert re.search(r" findings? known, in \d files?\n$", both)
    assert "1 files" not in both and "1 findings" not in both
