"""Figures that cost no task: what may be a logo over the first page, rules and ornaments."""

from __future__ import annotations

from dtaa_lint.findings.engine import LintOptions, lint_view
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.motifs.figure_alt import ornament_box
from dtaa_lint.universe.universe import enumerate_tasks
from tests.make import Doc, Element, el

LINE = "The plan pays a monthly benefit to every member who has worked here."


def lint(*blocks: Element) -> FileReport:
    view = View(read(Doc(lang="en", title="T").add(*blocks).bytes(), name="made.pdf"))
    return lint_view(view, enumerate_tasks(view), LintOptions(select=("DT1301",)))


def test_what_may_be_a_logo_is_reported_and_blocks_no_task() -> None:
    text = [el("P", LINE) for _ in range(20)]
    report = lint(el("Figure"), el("H1", "Pension plan"), *text, el("Figure"))
    assert [finding.tasks_blocked for finding in report.findings] == [0, 1]


def test_rules_and_ornaments() -> None:
    assert ornament_box(56.0, 740.0, 540.0, 741.0)
    assert ornament_box(56.0, 740.0, 64.0, 748.0)
    assert not ornament_box(56.0, 700.0, 100.0, 741.0)


def test_a_rule_costs_no_task_and_is_no_figure_that_could_inform() -> None:
    rule = el("Figure", drawing=b"0 0 60 1 re f")
    report = lint(el("H1", "Plan"), el("P", LINE), rule, el("P", LINE), el("Figure", alt="A chart"))
    assert [(f.variant, f.tasks_blocked) for f in report.findings] == [("lines", 0)]
    (figures,) = [ratio for ratio in report.ratios if ratio.key == "figures"]
    assert figures.of == 1
