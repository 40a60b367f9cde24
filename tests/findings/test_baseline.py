"""Baselines: what is known, what is stale, what merging and pruning leave."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.baseline import (
    Baseline,
    Known,
    make_baseline,
    parse_baseline,
    prune,
    record,
    stale,
)
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import FileReport, Unchecked
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.baseline import render_baseline, schema
from tests.cli.conftest import bad_document

A, B = "a" * 32, "b" * 32


@pytest.fixture
def report(tmp_path: Path) -> FileReport:
    path = bad_document().write(tmp_path / "bad.pdf")
    return lint_file(str(path))


def test_a_recorded_document_is_known_as_a_whole(tmp_path: Path, report: FileReport) -> None:
    known = record([("bad.pdf", report)]).by_file()["bad.pdf"]
    again = lint_file(str(tmp_path / "bad.pdf"), LintOptions(known=known))
    assert report.findings
    assert {finding.status for finding in again.findings} == {Status.KNOWN}
    assert again.groups == ()
    assert again.open_findings == ()


def test_one_more_of_the_same_is_new(tmp_path: Path, report: FileReport) -> None:
    known = {finding.fingerprint: 1 for finding in report.findings[1:]}
    again = lint_file(str(tmp_path / "bad.pdf"), LintOptions(known=known))
    assert [f.fingerprint for f in again.open_findings] == [report.findings[0].fingerprint]
    assert [i for group in again.groups for i in group.findings] == [0]


def test_stale_is_what_rules_that_were_run_no_longer_find(report: FileReport) -> None:
    gone = Known("bad.pdf", "DT0202", A, 2)
    baseline = make_baseline([gone, Known("other.pdf", "DT0202", A)])
    found = stale(baseline, [("bad.pdf", report)], ["DT0101", "DT0202"])
    assert [(item.file, item.fingerprint, item.count) for item in found] == [("bad.pdf", A, 2)]
    assert stale(baseline, [("bad.pdf", report)], ["DT0101"]) == ()
    broken = replace(report, unchecked=(Unchecked("DT0202", "failed", "x"),))
    assert stale(baseline, [("bad.pdf", broken)], ["DT0202"]) == ()
    unread = replace(report, error="locked")
    assert stale(baseline, [("bad.pdf", unread)], ["DT0202"]) == ()
    assert prune(baseline, found, ["other.pdf"]) == Baseline()


def test_all_of_a_file_that_is_no_more_is_stale(report: FileReport) -> None:
    entries = [Known("b.pdf", "DT0202", A, 2), Known("a.pdf", "DT0101", B)]
    baseline = make_baseline(entries)
    found = stale(baseline, [("bad.pdf", report)], ["DT0202"], ["b.pdf", "a.pdf", "c.pdf"])
    assert [(item.file, item.code, item.count) for item in found] == [
        ("a.pdf", "DT0101", 1),
        ("b.pdf", "DT0202", 2),
    ]
    # What is among the inputs is told of there: as a file that cannot be read.
    unread = replace(report, error="no such file")
    assert stale(baseline, [("a.pdf", unread)], ["DT0101"], ["a.pdf"]) == ()


def test_the_file_is_one_line_for_each_and_as_its_schema_says() -> None:
    baseline = make_baseline([Known("b/ü.pdf", "DT0102", B, 3), Known("a.pdf", "DT0101", A)])
    data = render_baseline(baseline)
    assert [line.strip() for line in data.decode().splitlines()[3:5]] == [
        f'{{"file": "a.pdf", "code": "DT0101", "fingerprint": "{A}"}},',
        f'{{"file": "b/ü.pdf", "code": "DT0102", "fingerprint": "{B}", "count": 3}}',
    ]
    jsonschema.validate(json.loads(data), json.loads(schema()))


KNOWN = st.builds(
    Known,
    st.sampled_from(["a.pdf", "b/c.pdf", "-"]),
    st.sampled_from(["DT0101", "DT1801"]),
    st.sampled_from([A, B]),
    st.integers(1, 5),
)


@given(st.lists(KNOWN))
def test_order_and_repetition_do_not_matter(entries: list[Known]) -> None:
    baseline = make_baseline(entries)
    assert make_baseline([*reversed(entries), *entries]) == baseline
    assert parse_baseline(render_baseline(baseline), "x") == baseline


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b"[]", "is no baseline"),
        (b'{"files": []}', "is no baseline"),
        (b'{"schemaVersion": 9, "findings": []}', "another version"),
        (b'{"schemaVersion": true, "findings": []}', "another version"),
        (b'{"schemaVersion": "1", "findings": []}', "another version"),
        (b'{"schemaVersion": 1, "findings": {}}', "must be a list"),
        (b'{"schemaVersion": 1, "findings": [1]}', "finding 1 must have"),
        (
            b'{"schemaVersion": 1, "findings": [{"file": "a", "code": "DT1", "fingerprint": ""}]}',
            "finding 1 must have",
        ),
    ],
)
def test_what_is_no_baseline(data: bytes, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_baseline(data, "known.json")
    assert "known.json" in str(caught.value)
    assert said in str(caught.value)
