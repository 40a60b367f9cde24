"""Thresholds held against counts: what is met, what is missed, and where the counts come from."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from dtaa_lint.findings.acceptance import Measure, judge, reaches
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.settings.thresholds import RELATIONS, Thresholds
from tests.make import Doc, el

MEASURE = Measure(
    eligible=12,
    pages=8,
    relations={"cells": (5, 100), "notes": (1, 2)},
    findings={"error": 1, "warning": 4},
)


def verdicts(thresholds: Thresholds, measure: Measure = MEASURE) -> dict[str, bool]:
    return {criterion.key: criterion.met for criterion in judge(thresholds, measure)}


def test_each_limit_is_held_against_its_count() -> None:
    limits = Thresholds(
        1.5, (("all", 0.05), ("cells", 0.05), ("notes", 0.4)), (("error", 0.0), ("warning", 4.0))
    )
    assert verdicts(limits) == {
        "min-tasks-per-page": True,
        "max-unresolved-relations": False,
        "max-unresolved-relations.cells": True,
        "max-unresolved-relations.notes": False,
        "max-findings.error": False,
        "max-findings.warning": True,
    }
    values = {
        criterion.key: (criterion.value, criterion.n, criterion.of)
        for criterion in judge(limits, MEASURE)
    }
    assert values["min-tasks-per-page"] == (1.5, 12, 8)
    assert values["max-unresolved-relations"] == (pytest.approx(6 / 102), 6, 102)
    assert values["max-findings.warning"] == (4.0, 4, 0)


def test_limits_that_were_set_aside_are_no_criteria() -> None:
    assert verdicts(Thresholds(0.0, (("cells", 1.0),), (("error", inf),))) == {}


def test_nothing_to_count_is_nothing_unresolved_and_no_task() -> None:
    empty = Measure(0, 0, {}, {})
    limits = Thresholds(0.1, (("all", 0.0), ("notes", 0.0)), (("error", 0.0),))
    assert verdicts(limits, empty) == {
        "min-tasks-per-page": False,
        "max-unresolved-relations": True,
        "max-unresolved-relations.notes": True,
        "max-findings.error": True,
    }


def test_counts_that_a_repair_would_lead_to_can_be_asked_for() -> None:
    limits = Thresholds(2.0, (("cells", 0.02),))
    assert not reaches(limits, MEASURE)
    assert reaches(limits, Measure(16, 8, {"cells": (2, 100)}, {}))


def lint(tmp_path: Path, *elements: object) -> FileReport:
    path = Doc(lang="en", title="Fees").add(el("H1", "Fees"), *elements).write(tmp_path / "a.pdf")
    return lint_file(str(path), LintOptions(thresholds=Thresholds(0.5)))


def relations(report: FileReport) -> dict[str, tuple[int, int]]:
    """Kind -> (unresolved, in all)."""
    return {ratio.key: (ratio.of - ratio.n, ratio.of) for ratio in report.relations}


def test_relations_are_counted_by_kind(tmp_path: Path) -> None:
    table = el(
        "Table",
        el(
            "TR",
            el("TH", "Plan", scope="Column", id="c1"),
            el("TH", "Price", scope="Column", id="c2"),
        ),
        el("TR", el("TH", "Basic", scope="Row", id="r1"), el("TD", "12.50", headers=["r1", "c2"])),
        el(
            "TR",
            el("TH", "Family", scope="Row", id="r2"),
            el("TD", "19.00", headers=["r2", "gone"]),
        ),
    )
    notes = (
        el("P", "The fee is due in May", el("Reference", "1"), "."),
        el("P", "Late fees apply", el("Reference", "9"), "."),
        el("Note", el("Lbl", "1"), "Except on Sundays."),
        el("Note", el("Lbl", "2"), "Nobody refers to this."),
    )
    fields = (
        el("P", "Name", el("Form", field={"T": "name", "TU": "Your name"})),
        el("P", "Other", el("Form", field={"T": "f2"})),
    )
    links = (
        el("P", el("Link", "the plans", dest="#c1")),
        el("P", el("Link", "the page", dest=0)),
        el("P", el("Link", "nowhere", dest="nobody-knows")),
    )
    found = relations(lint(tmp_path, table, *notes, *fields, *links))
    assert found["headers"] == (1, 4)
    assert found["notes"] == (1, 2)
    assert found["markers"] == (1, 2)
    assert found["fields"] == (1, 2)
    assert found["targets"] == (1, 3)
    assert set(found) <= set(RELATIONS)


def test_a_report_has_its_acceptance(tmp_path: Path) -> None:
    report = lint(tmp_path, el("P", "The fee is 12 euro a year and is due in May."))
    assert report.acceptance is not None
    assert [criterion.key for criterion in report.acceptance.criteria] == ["min-tasks-per-page"]
    assert report.acceptance.met
    assert lint_file(str(tmp_path / "a.pdf")).acceptance is None


def test_a_file_that_cannot_be_read_is_neither_accepted_nor_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"no")
    assert (
        lint_file(str(tmp_path / "a.pdf"), LintOptions(thresholds=Thresholds(9))).acceptance is None
    )
