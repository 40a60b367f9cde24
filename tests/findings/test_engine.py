"""The engine: order, fingerprints, groups, impact, denominators, and what could not be checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

import dtaa_lint
from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.finding import FileReport, Severity
from dtaa_lint.findings.registry import load_rules
from fixtures.shapes import header, page, plain, row
from tests.make import Doc, Element, el, new_page


def bare_table(first: str = "Basic") -> Element:
    return el("Table", header("Plan", "Price", "Seats"), plain(first, "12.50", "3"),
              plain("Team", "48.00", "25"))  # fmt: skip


def lint(doc: Doc, path: Path, *select: str) -> FileReport:
    return lint_file(str(doc.write(path)), LintOptions(select=select or ("ALL",)))


def test_a_finding_has_all_that_a_remediator_needs(tmp_path: Path) -> None:
    report = lint(page(bare_table()), tmp_path / "a.pdf", "DT0101")
    (finding,) = report.findings
    assert finding.code == "DT0101"
    assert finding.rule == "cell-without-row-header"
    assert finding.guideline == "G01"
    assert finding.severity is Severity.ERROR
    assert finding.path == "/Document/Table[1]"
    assert finding.raw_type == "Table"
    assert finding.element_id == f"s{finding.node}"
    assert finding.page == 0
    assert finding.page_label == "1"
    assert len(finding.boxes) == 1
    assert "4 data cells have no row header" in finding.message
    assert "“Basic | Team”" in finding.message
    assert [related.role for related in finding.related] == ["header candidate"] * 2
    assert [related.snippet for related in finding.related] == ["Basic", "Team"]
    assert finding.explains == {"INCOMPLETE_EVIDENCE": finding.tasks_blocked}
    assert finding.tasks_blocked >= 4
    assert len(finding.fingerprint) == 32


def test_fingerprints_survive_unrelated_edits(tmp_path: Path) -> None:
    before = lint(page(bare_table()), tmp_path / "a.pdf", "DT01")
    other = Doc(title="Another title").add(
        el("P", "A preface that was not there."), new_page(), el("H1", "Plans"),
        el("P", "And a paragraph before the table."), bare_table(),
    )  # fmt: skip
    after = lint(other, tmp_path / "b.pdf", "DT01")
    assert before.findings[0].path == after.findings[0].path
    assert before.findings[0].page != after.findings[0].page
    assert [f.fingerprint for f in before.findings] == [f.fingerprint for f in after.findings]


def test_fingerprints_of_twins_differ_and_those_of_changed_elements_too(tmp_path: Path) -> None:
    twins = lint(page(bare_table(), bare_table()), tmp_path / "a.pdf", "DT0101")
    assert len({f.fingerprint for f in twins.findings}) == 2
    changed = lint(page(bare_table("Start"), bare_table()), tmp_path / "b.pdf", "DT0101")
    assert twins.findings[0].fingerprint != changed.findings[0].fingerprint
    assert twins.findings[0].fingerprint == changed.findings[1].fingerprint


def test_many_places_of_one_cause_are_one_group(tmp_path: Path) -> None:
    doc = page(*(bare_table(f"Plan {n}") for n in range(5)), el("H2", "Other"),
               el("Table", plain("Plan", "Price", "Seats"), row("Basic", "1", "2")))  # fmt: skip
    report = lint(doc, tmp_path / "a.pdf", "DT0101", "DT0102")
    assert [(group.code, len(group.findings)) for group in report.groups] == [
        ("DT0101", 5),
        ("DT0102", 1),
    ]
    group = report.groups[0]
    assert group.message.startswith("5 tables have data cells without a row header")
    assert group.tasks_blocked == sum(report.findings[i].tasks_blocked for i in group.findings)
    assert {report.findings[i].group for i in group.findings} == {group.id}


def test_findings_stand_in_order_of_page_element_code(tmp_path: Path) -> None:
    doc = page(bare_table(), new_page(), bare_table("Start"), lang=None)
    report = lint(doc, tmp_path / "a.pdf")
    keys = [(f.page, f.node, f.code) for f in report.findings]
    assert keys == sorted(keys)
    assert keys[0][0] == -1, "document-level findings come first"


def test_each_rejected_candidate_counts_once_a_rule(tmp_path: Path) -> None:
    doc = page(bare_table(), bare_table("Start"))
    report = lint(doc, tmp_path / "a.pdf")
    assert report.tasks is not None
    for code in load_rules():
        blocked = sum(f.tasks_blocked for f in report.findings if f.code == code)
        assert blocked <= sum(report.tasks.rejected.values())


def test_denominators(tmp_path: Path) -> None:
    good = el("Table", header("Plan", "Price"), row("Basic", "12.50"), row("Team", "48.00"))
    pairs = el("Table", row("Price", "12.50"), row("Seats", ""))
    report = lint(page(bare_table(), good, pairs), tmp_path / "a.pdf", "DT01")
    found = {ratio.key: (ratio.n, ratio.of) for ratio in report.ratios}
    # Four values of the first table do not resolve, two of the second do; what looks like the
    # first one's headers is no value; the pair needs its label.
    assert found["cells"] == (2, 6)
    assert found["pairs"] == (1, 1)
    assert found["headings"] == (1, 1)
    assert found["text"][0] == found["text"][1] > 0
    assert "notes" not in found, "nothing to count"


def test_what_was_not_checked_is_said(tmp_path: Path) -> None:
    report = lint(page(el("P", "Each plan can be cancelled.")), tmp_path / "a.pdf", "DT01")
    status = {item.code: item.status for item in report.unchecked}
    assert status["DT0101"] == "inapplicable"
    assert status["DT0001"] == "disabled"
    untagged = lint(Doc(tagged=False).add(el("P", "Text.")), tmp_path / "b.pdf")
    status = {item.code: item.status for item in untagged.unchecked}
    assert status["DT0101"] == "not-checked"
    assert untagged.findings[0].code == "DT0001"


def test_an_unreadable_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = page(el("P", "Text.")).write(tmp_path / "good.pdf")
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"no pdf")
    report = dtaa_lint.lint(bad, good, tmp_path / "missing.pdf")
    assert [file.error is None for file in report.files] == [False, True, False]
    assert report.files[0].findings == ()
    assert str(tmp_path) not in (report.files[0].error or "")


def test_severities_can_be_set(tmp_path: Path) -> None:
    path = str(page(bare_table()).write(tmp_path / "a.pdf"))
    options = LintOptions(select=("DT02",), severity={"DT0201": Severity.ERROR})
    (finding,) = lint_file(path, options).findings
    assert finding.severity is Severity.ERROR


def test_unknown_selectors_are_configuration_errors(tmp_path: Path) -> None:
    path = page(bare_table()).write(tmp_path / "a.pdf")
    with pytest.raises(ConfigError, match="DT99"):
        dtaa_lint.lint(path, select=["DT99"])


def test_reports_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    doc = page(bare_table(), bare_table("Start"), el("L", el("LI", el("LBody", "One"))))
    path = doc.write(tmp_path / "a.pdf")
    code = (
        "import json, sys; from dataclasses import asdict; import dtaa_lint\n"
        f"print(json.dumps(asdict(dtaa_lint.lint({str(path)!r})), default=str))"
    )
    here = json.dumps(asdict(dtaa_lint.lint(path)), default=str)
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == here


def test_the_api_gives_document_and_tasks(tmp_path: Path) -> None:
    path = page(bare_table()).write(tmp_path / "a.pdf")
    document = dtaa_lint.compile(path)
    assert isinstance(document, dtaa_lint.Document)
    assert [table.n_rows for table in document.tables] == [3]
    universe = dtaa_lint.tasks(path)
    assert isinstance(universe, dtaa_lint.Universe)
    report = make_report([lint_file(str(path))])
    assert report.protocol == "0.2"
    checked = [rule.code for rule in load_rules().values() if not rule.assessed]
    assert [rule.code for rule in report.rules] == checked
