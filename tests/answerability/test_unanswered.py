"""Failures of the reference system as findings: at which element, under which guideline."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from dtaa_lint.answerability.documents import Compiled, compile_document
from dtaa_lint.answerability.findings import punch_list
from dtaa_lint.answerability.model import Failure, Outcome, Phrasing, Score
from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.answerability.scoring.profile import Run, labels_of
from dtaa_lint.answerability.unanswered import guideline_of, unanswered
from dtaa_lint.findings.engine import LintOptions, lint_file, make_report
from dtaa_lint.findings.finding import FileReport, Report, Severity
from dtaa_lint.findings.registry import load_rules
from dtaa_lint.findings.suppress import Status, Suppression
from dtaa_lint.report import renderer
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.json import schema as report_schema
from dtaa_lint.settings.thresholds import Thresholds
from dtaa_lint.universe.model import Motif, Task
from tests.answerability.assessed import pdf
from tests.make import Doc, el

PLAIN = LintOptions()
DEMO = Path(__file__).parents[2] / "fixtures" / "demo" / "harbour-levy.pdf"


def scored(
    task: Task, *failures: Failure | None, slots: Sequence[int] = (0, 1), system: str = "egr-s"
) -> list[Run]:
    """Runs of a task, one for each phrasing."""
    return [
        Run(
            labels_of(task, "doc"),
            Score(
                task.task_id, f"Q{number}", phrasing, system, Outcome.RETRIEVED, 0.5, 0.5,
                tuple([n for n in slots if n < len(task.slots)]) if failure is Failure.R else (),
                (0,) if failure is Failure.C else (),
                failure=failure,
            ),
        )
        for number, (phrasing, failure) in enumerate(zip(Phrasing, failures, strict=False))
    ]  # fmt: skip


def listed(
    data: bytes, runs: Sequence[Run], made: Compiled, options: LintOptions = PLAIN
) -> Report:
    file = lint_file("doc.pdf", options, data=data)
    report = make_report([file], options, assessed=True)
    entry = DocumentEntry("doc", "doc.pdf", "", file.sha256, len(data), file.pages)
    return punch_list(report, runs, [entry], lambda _: made, lambda _: options)


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.files[0].findings}


def unchecked(report: Report) -> dict[str, tuple[str, str]]:
    return {
        item.code: (item.status, item.why)
        for item in report.files[0].unchecked
        if load_rules()[item.code].assessed
    }


@pytest.fixture(scope="module")
def plans() -> tuple[bytes, Compiled]:
    data = pdf()
    return data, compile_document(data, "doc.pdf")


def one(made: Compiled, motif: Motif) -> Task:
    return next(task for task in made.tasks.values() if task.motif is motif)


def test_every_motif_but_the_easy_band_has_an_explanation(plans: tuple[bytes, Compiled]) -> None:
    data = DEMO.read_bytes()
    tasks = [*plans[1].tasks.values(), *compile_document(data, "demo.pdf").tasks.values()]
    known = {rule.guideline for rule in load_rules().values() if rule.assessed}
    for task in tasks:
        for slot in task.slots:
            assert guideline_of(task, [slot.any_of[0][0]], long=True) in known, task.motif
    assert len({task.motif for task in tasks}) > 6


def test_a_task_counts_only_when_every_phrasing_lacks_evidence(
    plans: tuple[bytes, Compiled],
) -> None:
    _, made = plans
    task = one(made, Motif.TABLE_CELL)
    tasks = {task.task_id: task}

    def counted(*failures: Failure | None, system: str = "egr-s") -> int:
        return len(unanswered(scored(task, *failures, system=system), "doc", tasks))

    assert counted(Failure.R, Failure.C) == 1
    assert counted(Failure.R, None) == 0
    assert counted(Failure.R, Failure.A) == 0
    assert counted(Failure.R, system="chunk-hybrid") == 0
    both = scored(task, Failure.R, Failure.R)
    found_elsewhere = scored(task, Failure.R, None, system="chunk-hybrid")
    lost_elsewhere = scored(task, Failure.R, Failure.C, system="chunk-hybrid")
    assert len(unanswered([*both, *lost_elsewhere], "doc", tasks)) == 1
    assert not unanswered([*both, *found_elsewhere], "doc", tasks), "another system shows it all"
    assert not unanswered(scored(task, Failure.R), "another", tasks)


def test_it_points_at_what_was_missing(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    task = one(made, Motif.TABLE_CELL)
    report = listed(data, scored(task, Failure.R, Failure.R, slots=(1,)), made)
    (finding,) = [item for item in report.files[0].findings if item.code == "DT0190"]
    node, text = task.slots[1].any_of[0]
    assert (finding.node, finding.evidence) == (node, text) and text in finding.message
    assert "2 phrasings tried" in finding.message and finding.guideline == "G01"
    assert {other.node for other in finding.related} == {
        slot.any_of[0][0] for slot in task.slots
    } - {node}
    assert {other.role for other in finding.related} == {"required, shown"}
    assert "DT0190" in {rule.code for rule in report.rules}


def test_what_the_system_alone_left_out_is_no_finding(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    task = one(made, Motif.TABLE_CELL)
    value, row, column = (slot.any_of[0][0] for slot in task.slots)
    assert guideline_of(task, [value]) == "", "its headers were found"
    assert guideline_of(task, [row]) == guideline_of(task, [value, row, column]) == "G01"
    assert guideline_of(task, [value], relation=True) == "G01"
    assert "DT0190" not in codes(listed(data, scored(task, Failure.R, slots=(0,)), made))
    assert "DT0190" in codes(listed(data, scored(task, Failure.R, slots=(0, 1)), made))


def test_an_answer_that_is_longer_than_the_budget_is_told_as_that(
    plans: tuple[bytes, Compiled],
) -> None:
    data, made = plans
    task = one(made, Motif.TABLE_CELL)
    file = lint_file("doc.pdf", data=data)
    entry = DocumentEntry("doc", "doc.pdf", "", file.sha256, len(data), file.pages)
    report = make_report([file], PLAIN, assessed=True)
    runs = scored(task, Failure.R)
    found = punch_list(report, runs, [entry], lambda _: made, budget=2)
    (finding,) = [item for item in found.files[0].findings if item.code == "DT0190"]
    assert finding.variant == "long"
    assert "more than the 2 that are shown" in finding.message
    assert "Part what is asked for" in load_rules()["DT0190"].repairs["long"]


def test_a_finding_that_explains_it_is_not_repeated() -> None:
    rows = [el("TR", el("TH", name, scope="Row"), el("TD", value), el("TD", value + "0"))
            for name, value in (("Basic", "12"), ("Plus", "19"), ("Family", "24"))]  # fmt: skip
    head = el("TR", el("TH", "Plan"), el("TH", "Month"), el("TH", "Year"))
    data = (
        Doc(lang="en", title="Plans")
        .add(el("H1", "Prices of the plans"), el("Table", head, *rows),
             el("H1", "Other plans"), el("Table", head, *rows))
        .bytes()
    )  # fmt: skip
    made = compile_document(data, "doc.pdf")
    before = listed(data, [], made).files[0]
    known = next(at for at, item in enumerate(before.findings)
                 if item.guideline == "G01" and item.node >= 0)  # fmt: skip
    table = before.findings[known].node
    task = next(
        task for task in made.tasks.values()
        if task.motif is Motif.TABLE_CELL
        and table <= task.slots[0].any_of[0][0] < made.view.nodes[table].end
    )  # fmt: skip
    after = listed(data, scored(task, Failure.R, slots=(1,)), made).files[0]
    assert len(after.findings) == len(before.findings)
    assert "1 question about it stayed without evidence at egr-s." in after.findings[known].message
    assert after.findings[known].fingerprint == before.findings[known].fingerprint
    group = next(group for group in after.groups if known in group.findings)
    assert "stayed without evidence" in group.message


@pytest.mark.parametrize(
    ("select", "ignore", "found"),
    [
        (("ALL",), (), True),
        (("DT01",), (), True),
        (("unanswered-table-cell",), (), True),
        (("G08",), (), False),
        (("DT0101",), (), False),
        (("ALL",), ("DT0190",), False),
        (("ALL",), ("unanswered-table-cell",), False),
    ],
)
def test_what_is_not_selected_says_nothing(
    select: tuple[str, ...], ignore: tuple[str, ...], found: bool, plans: tuple[bytes, Compiled]
) -> None:
    data, made = plans
    runs = scored(one(made, Motif.TABLE_CELL), Failure.R)
    report = listed(data, runs, made, LintOptions(select=select, ignore=ignore))
    assert ("DT0190" in codes(report)) == found
    assert ("DT0190" in {rule.code for rule in report.rules}) == found
    assert unchecked(report).get("DT0190") == (None if found else ("disabled", "not selected"))


def test_severity_and_limits_are_the_options_own(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    runs = scored(one(made, Motif.TABLE_CELL), Failure.R)
    limits = Thresholds(max_findings=(("error", 0.0),))
    before = lint_file("doc.pdf", LintOptions(thresholds=limits), data=data).acceptance
    assert before is not None and before.met
    options = LintOptions(
        severity={"DT0190": Severity.ERROR}, thresholds=limits, profile="own", lang="fr"
    )
    file = listed(data, runs, made, options).files[0]
    (ours,) = [finding for finding in file.findings if finding.code == "DT0190"]
    assert ours.severity is Severity.ERROR
    assert file.acceptance is not None and file.acceptance.profile == "own"
    (criterion,) = file.acceptance.criteria
    assert (criterion.n, criterion.met, criterion.label) == (1, False, "erreurs")


def test_limits_by_severity_count_what_the_report_shows(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    tasks = [task for task in made.tasks.values() if task.motif is Motif.TABLE_CELL][:3]
    runs = [run for task in tasks for run in scored(task, Failure.R)]
    options = LintOptions(thresholds=Thresholds(max_findings=(("info", 0.0),)))
    file = listed(data, runs, made, options).files[0]
    assert file.acceptance is not None
    infos = [finding for finding in file.open_findings if finding.severity is Severity.INFO]
    assert file.acceptance.criteria[0].n == len(infos) >= 1


def test_what_was_not_asked_is_not_checked(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    task = one(made, Motif.TABLE_CELL)
    report = listed(data, scored(task, Failure.R, system="chunk-hybrid"), made)
    why = ("not-checked", "no question was put to egr-s")
    assert set(unchecked(report).values()) == {why}
    assert not unchecked(listed(data, scored(task, None), made))


def test_order_and_numbers_follow(plans: tuple[bytes, Compiled]) -> None:
    data = DEMO.read_bytes()
    made = compile_document(data, "doc.pdf")
    runs = [run for task in made.tasks.values() for run in scored(task, Failure.R)]
    file = lint_file("doc.pdf", LintOptions(plan=True), data=data)
    report = make_report([file])
    entry = DocumentEntry("doc", "doc.pdf", "", file.sha256, len(data), file.pages)
    after = punch_list(report, runs, [entry], lambda _: made).files[0]
    places = [(item.page, item.node, item.code) for item in after.findings]
    assert places == sorted(places) and len(after.findings) > len(file.findings)
    for group in after.groups:
        assert {after.findings[at].group for at in group.findings} == {group.id}
    numbers = sorted(at for group in after.groups for at in group.findings)
    assert numbers == list(range(len(after.findings)))
    assert file.plan is not None and after.plan is not None
    for old, new in zip(file.plan.steps, after.plan.steps, strict=True):
        assert [file.findings[at].fingerprint for at in old.findings] == [
            after.findings[at].fingerprint for at in new.findings
        ]
    assert len({item.fingerprint for item in after.findings}) == len(after.findings)


@pytest.mark.parametrize("name", ["text", "json", "sarif", "csv", "github"])
def test_every_format_has_them(name: str, plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    report = listed(data, scored(one(made, Motif.TABLE_CELL), Failure.R), made)
    said = renderer(name)(report, RenderOptions())
    assert b"DT0190" in said
    if name == "json":
        jsonschema.validate(json.loads(said), json.loads(report_schema()))


def test_tables_point_at_their_findings(plans: tuple[bytes, Compiled]) -> None:
    """What refers to a finding by its number follows when others come between."""
    data = DEMO.read_bytes()
    made = compile_document(data, "doc.pdf")
    runs = [run for task in made.tasks.values() for run in scored(task, Failure.R)]
    options = LintOptions(sketches=True)
    before = lint_file("doc.pdf", options, data=data)
    after = listed(data, runs, made, options).files[0]
    assert before.sketches and len(after.findings) > len(before.findings)

    def prints(file: FileReport, numbers: Iterable[int]) -> list[str]:
        return sorted(file.findings[at].fingerprint for at in numbers)

    for old, new in zip(before.sketches, after.sketches, strict=True):
        assert prints(before, old.findings) == prints(after, new.findings)
    assert prints(before, before.more_related) == prints(after, after.more_related)


def test_what_is_suppressed_does_not_count(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    runs = scored(one(made, Motif.TABLE_CELL), Failure.R)
    (finding,) = [x for x in listed(data, runs, made).files[0].findings if x.code == "DT0190"]
    suppression = Suppression(frozenset({"DT0190"}), "path", finding.path, "known to be so")
    after = listed(data, runs, made, LintOptions(suppressions=(suppression,))).files[0]
    (ours,) = [item for item in after.findings if item.code == "DT0190"]
    assert ours == replace(finding, status=Status.SUPPRESSED, justification="known to be so")
    assert "DT0190" not in {group.code for group in after.groups}


def test_they_speak_french(plans: tuple[bytes, Compiled]) -> None:
    data, made = plans
    tasks = [task for task in made.tasks.values() if task.motif is Motif.TABLE_CELL][:2]
    runs = [run for task in tasks for run in scored(task, Failure.R)]
    after = listed(data, runs, made, LintOptions(lang="fr"))
    found = [item for item in after.files[0].findings if item.code == "DT0190"]
    assert all(item.message.startswith("egr-s ne montre pas «") for item in found) and found
    (group,) = [item for item in after.files[0].groups if item.code == "DT0190"]
    assert "les cellules, comparaisons et séries de tableaux" in group.message
    roles = {other.role for item in found for other in item.related}
    assert roles <= {"requis, montré", "requis, non montré"} and roles
    (rule,) = [rule for rule in after.rules if rule.code == "DT0190"]
    said = " ".join([rule.summary, rule.why, rule.repair, *rule.messages.values()])
    assert not re.search(r"\b(?:the|of|and|with|that)\b", said)
