"""Thresholds from documents: percentiles, and what is proposed from them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.findings.acceptance import judge, measure_of
from dtaa_lint.findings.calibration import Distribution, calibrate
from dtaa_lint.findings.engine import failed
from dtaa_lint.findings.finding import FileReport, Ratio, TaskSummary
from dtaa_lint.findings.profiles import parse_profile
from dtaa_lint.report.calibration import render_calibration
from dtaa_lint.settings.reader import parse_toml


def report(eligible: int, lost: int = 0, pages: int = 10) -> FileReport:
    tasks = TaskSummary(pages, eligible, 0, {"EXTRACT-L4": eligible}, {}, {}, eligible / pages)
    cells = Ratio("cells", "data cells without …", 100 - lost, 100)
    return replace(
        failed("a.pdf", ""), error=None, pages=pages, elements=5, tasks=tasks, relations=(cells,)
    )


def test_percentiles_are_linear_between_neighbours() -> None:
    seen = Distribution((0.0, 1.0, 2.0, 10.0))
    assert [seen.at(p) for p in (0, 25, 50, 75, 100)] == [0.0, 0.75, 1.5, 4.0, 10.0]
    assert Distribution((7.0,)).at(25) == 7.0
    with pytest.raises(ValueError, match="no values"):
        Distribution(()).at(50)


def test_what_is_proposed_is_what_most_documents_keep() -> None:
    found = calibrate([report(n, lost=n) for n in range(1, 11)], 25)
    assert found.thresholds.min_tasks_per_page == 0.32
    assert found.thresholds.max_unresolved == (("cells", 0.08),)
    assert found.thresholds.max_findings == (("error", 0.0), ("warning", 0.0))


def test_files_without_structure_and_unreadable_ones_are_left_out() -> None:
    bare = replace(report(0), elements=0)
    found = calibrate([report(20), bare, failed("b.pdf", "locked")], 25)
    assert (found.documents, found.unassessable, found.unreadable) == (1, 1, 1)
    said = render_calibration(found, "own").decode()
    assert "# 1 document without a structure tree left out." in said
    assert "# 1 file could not be read." in said
    assert "# Too few: quartiles say something from 8 documents on." in said


def test_what_nothing_demands_is_no_limit() -> None:
    found = calibrate([report(0, lost=100)] * 9, 25)
    assert found.thresholds.min_tasks_per_page is None
    assert found.thresholds.max_unresolved == ()


@given(
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 100)), min_size=1, max_size=20),
    st.floats(0, 50),
)
def test_the_profile_loads_and_the_better_half_keeps_it(
    documents: list[tuple[int, int]], percentile: float
) -> None:
    reports = [report(eligible, lost) for eligible, lost in documents]
    found = calibrate(reports, percentile)
    assert render_calibration(found, "own") == render_calibration(
        calibrate(list(reversed(reports)), percentile), "own"
    )
    text = render_calibration(found, "own", (("DT0101", "warning"),))
    profile = parse_profile(parse_toml(text, "own.toml"), "own.toml")
    assert profile.thresholds == found.thresholds
    assert profile.severity == (("DT0101", "warning"),)
    for key in ("min-tasks-per-page", "max-unresolved-relations.cells"):
        missed = [
            criterion
            for item in reports
            for criterion in judge(profile.thresholds, measure_of(item))
            if criterion.key == key and not criterion.met
        ]
        assert len(missed) <= len(reports) / 2
