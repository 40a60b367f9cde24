"""``tasks_unlocked`` of findings and groups, the plan, and what bounds them."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.findings import unlock
from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.finding import FileReport
from dtaa_lint.findings.plan import SHARE, make_plan
from dtaa_lint.findings.registry import load_rules
from dtaa_lint.findings.repairs.registry import load, repairers, unrepaired
from dtaa_lint.repairs.edits import Entry, Retype, SetEntry
from tests.make import Doc, el
from tests.repairs.support import lint
from tests.repairs.test_proof import ROWS, all_bare, row_headers, table


def test_every_rule_has_a_repair_or_a_reason() -> None:
    load()
    known = set(repairers()) | set(unrepaired())
    rules = load_rules()
    lacking = [code for code, rule in rules.items() if rule.explains and code not in known]
    assert not lacking
    assert known <= set(rules)
    assert all(unrepaired().values())


def report(doc: Doc, **options: Any) -> FileReport:
    return lint_file("case.pdf", LintOptions(**options), data=doc.bytes())


def by_code(file: FileReport, code: str) -> int | None:
    return next(finding.tasks_unlocked for finding in file.findings if finding.code == code)


def test_reports_carry_the_numbers() -> None:
    file = report(row_headers())
    assert by_code(file, "DT0101") == 12
    assert [g.tasks_unlocked for g in file.groups if g.code == "DT0101"] == [12]
    assert by_code(file, "DT1801") == 0  # IDs make no task.
    assert by_code(file, "DT0004") is None
    why = next(f.unlocked_why for f in file.findings if f.code == "DT0004")
    assert why == "it sums up what the other findings say"


def test_without_impact_nothing_is_counted() -> None:
    file = report(row_headers(), impact=False)
    assert all(f.tasks_unlocked is None and not f.unlocked_why for f in file.findings)
    assert all(group.tasks_unlocked is None for group in file.groups)


def test_the_other_findings_do_not_count_for_one() -> None:
    """Half of the headers are worth nothing without the other half."""
    rows = [el("TR", *[el("TD", text) for text in row]) for row in ROWS]
    bare = el("Table", el("TR", *[el("TD", t) for t in ("Plan", "Price", "Devices")]), *rows)
    file = report(Doc().add(el("H1", "Plans"), bare))
    assert by_code(file, "DT0108") == 12
    assert by_code(file, "DT0201") == 1  # What the caption says.


def test_two_tables_that_meet_are_counted_alone() -> None:
    """Repaired together, the tables ask the same questions and have other answers: none is left.
    Each alone gains all of its own."""
    other = [("Basic", "11.00", "2"), ("Plus", "18.50", "4"), ("Family", "29.90", "8")]
    case = lint(Doc().add(el("H1", "P"), table(row="TD"), table(rows=other, row="TD")).bytes())
    places = case.of("DT0101")
    assert [case.unlocked.findings[i] for i in places] == [12, 12]
    assert case.unlocked.groups[case.findings[places[0]].group] == 0


def test_tasks_that_a_repair_loses_are_told() -> None:
    """A heading that is none: what stands below it falls to the section above, which then has one
    task less."""
    text = "The fee covers the services that the office provides during the year."
    case = lint(
        Doc().add(
            el("H1", "Fees"), el("P", text),
            el("Table", el("TR", el("TD", el("H2", "Note")), el("TD", "x"))),
        ).bytes()
    )  # fmt: skip
    for place in range(len(case.findings)):
        repairs = case.repairs([place])
        if repairs:
            assert case.unlocked.findings[place] == case.in_file(repairs)


def test_beyond_the_budget_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unlock, "BUDGET", 0)
    monkeypatch.setattr(unlock, "LEAST_BUDGET", 0)
    file = report(all_bare())
    assert by_code(file, "DT0108") is None
    why = next(f.unlocked_why for f in file.findings if f.code == "DT0108")
    assert why == unlock.SPENT


def test_groups_come_by_what_they_unlock() -> None:
    doc = Doc().add(
        el("H1", "Plans"), table(row="TD"),
        el("H1", "Prices"), table(rows=[*ROWS, ("Large", "55.00", "20")], row="TH", head="TD"),
    )  # fmt: skip
    errors = [g for g in report(doc).groups if g.severity == "error"]
    assert [(g.code, g.tasks_unlocked) for g in errors] == [("DT0102", 16), ("DT0101", 12)]


def test_the_plan_counts_each_step_after_those_before() -> None:
    other = [("Basic", "11.00", "2"), ("Plus", "18.50", "4"), ("Family", "29.90", "8")]
    doc = Doc().add(el("H1", "Plans"), table(), table(rows=other),
                    el("H1", "Prices"), table(row="TD"))  # fmt: skip
    plan = report(doc, plan=True).plan
    assert plan is not None and plan.reached and plan.complete
    assert plan.attainable == 39  # With the caption of the third table, which is not needed.
    assert [(step.gain, step.eligible, round(step.share, 2)) for step in plan.steps] == [
        (26, 26, 0.67),
        (12, 38, 0.97),
    ]


def test_the_plan_stops_at_the_goal() -> None:
    case = lint(row_headers().bytes())
    plan = make_plan(case.context, case.findings, case.unlocked, 5.0)
    assert (len(plan.steps), plan.goal, plan.reached) == (1, "reach 5 tasks a page", True)
    plan = make_plan(case.context, case.findings, case.unlocked, 500.0)
    assert not plan.reached
    assert plan.steps[-1].share == 1.0
    plan = make_plan(case.context, case.findings, case.unlocked)
    assert plan.steps[0].gain >= SHARE * plan.attainable


def test_without_faults_there_is_nothing_to_do() -> None:
    named = table(summary="Prices and numbers of devices of the plans", id="t1")
    plan = report(Doc().add(el("H1", "Plans"), named), plan=True).plan
    assert plan is not None and plan.reached and not plan.steps and plan.attainable == 0


def test_named_groups_do_not_meet_those_of_another_table() -> None:
    def grouped(name: str, named: bool, values: dict[str, str]) -> Any:
        rows = [el("TR", el("TD"), el("TH", "Value", id=f"{name}v", scope="Column"))]
        for group, value in values.items():
            at = f"{name}{group}"
            rows.append(el("TR", el("TH", group, id=at, scope="Column", col_span=2)))
            names = [f"{name}v", f"{at}s", *([at] if named else [])]
            cell = el("TD", value, headers=names)
            rows.append(el("TR", el("TH", "Swaps", id=f"{at}s", scope="Row"), cell))
        return el("Table", *rows, summary="Fair values of this year")

    doc = Doc(lang="en", title="Report").add(
        el("H1", "Fair values"),
        grouped("a", False, {"Assets": "12", "Debts": "48"}),
        el("P", "The year before:"),
        grouped("b", True, {"Assets": "13", "Debts": "49"}),
    )
    case = lint(doc.bytes())
    (place,) = case.of("DT0103")
    # The second table keeps its two values, and the first one gets two of its own.
    lost_none = case.in_model(case.repairs([place]))
    assert case.unlocked.findings[place] == lost_none == case.in_file(case.repairs([place]))
    assert lost_none >= 2


def test_what_a_repair_does_far_away_is_not_counted_for_another() -> None:
    text = "The fee is due on the first day of the month, and is paid by card or by transfer."
    parts: list[Any] = []
    for name, years in (("Fees", ("2023", "2024")), ("Staff", ("2025",))):
        parts += [el("H1", name), el("P", text)]
        for year in years:
            # Three lines of one style prove that they are headings; two do not.
            parts += [el("P", f"{name} of {year}", bold=True), el("P", f"{year}: {text}")]
    case = lint(Doc(lang="en", title="T").add(*parts).bytes())
    lines = case.context.universe.heading_lines
    assert len(lines) == 3
    below = case.context.view.heading_by_node[case.context.view.headings[1].node].blocks[-1]
    one, other = (Retype(lines[0], "H2"),), (SetEntry(below, Entry.LANG, "de"),)
    whatif = case.unlocked.whatif
    assert whatif is not None
    whatif.allow(100_000)
    found = whatif.count([whatif.job([one]), whatif.job([other])])
    assert found == [case.in_model([one]), case.in_model([other])]
    assert case.in_model([one]) > 1
