"""Figures that say nothing are told apart by where they stand and how large they are."""

from __future__ import annotations

from pathlib import Path

from dtaa_lint.findings.engine import LintOptions, lint_file
from tests.make import Doc, el

LARGE = b"0.8 g 0 0 400 500 re f 0 G 0 0 m 15 40 45 40 60 0 c S"


def test_figures_without_text_are_told_apart_by_place_and_size(tmp_path: Path) -> None:
    path = Doc().add(el("Figure"), *(el("P", "Text.") for _ in range(40)), el("Figure"))
    report = lint_file(str(path.write(tmp_path / "figures.pdf")), LintOptions(select=("DT1301",)))
    upper, lower = (finding.message for finding in report.findings)
    assert "mm, in the upper third of page 1)" in upper
    assert "mm, in the lower third of page 1)" in lower


def test_no_part_of_the_page_is_said_of_a_figure_that_fits_in_none(tmp_path: Path) -> None:
    path = Doc().add(*(el("P", "Text.") for _ in range(30)), el("Figure", drawing=LARGE))
    report = lint_file(str(path.write(tmp_path / "figures.pdf")), LintOptions(select=("DT1301",)))
    (finding,) = report.findings
    assert "mm on page 1)" in finding.message
