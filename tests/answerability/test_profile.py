"""The headline profile: what counts under what, and what is reported apart."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.answerability.model import Failure, Outcome, Phrasing, Score
from dtaa_lint.answerability.scoring.profile import Labels, Run, SystemProfile, profile
from dtaa_lint.universe.model import Motif


def run(
    task: str,
    phrasing: str = "Q0",
    *,
    passed: bool = True,
    failure: Failure | None = Failure.A,
    system: str = "egr-s",
    motif: Motif = Motif.TABLE_CELL,
    outcome: Outcome = Outcome.ANSWERED,
    document: str = "a.pdf",
    **fields: Any,
) -> Run:
    values: dict[str, Any] = {
        "evidence": 1.0, "relations": 1.0, "correct": passed, "completeness": float(passed),
        "grounded": True, "provenance": True, "failure": None if passed else failure, **fields,
    }  # fmt: skip
    score = Score(task, f"{task}-{phrasing}", Phrasing(phrasing), system, outcome, **values)
    dimensions = (("answer type", "number"),)
    return Run(Labels(document, task, "EXTRACT", "L4", str(motif), dimensions), score)


def only(runs: list[Run]) -> SystemProfile:
    (found,) = profile(runs).systems
    return found


def test_a_t_is_the_mean_over_tasks_of_the_share_of_phrasings() -> None:
    found = only(
        [
            *[run("t1", q, passed=q != "Q2") for q in ("Q0", "Q1", "Q2", "Q3")],
            run("t2", "Q0", passed=False),
        ]
    )
    assert found.answerability.value == pytest.approx((0.75 + 0) / 2)
    assert (found.tasks, found.runs) == (2, 5)
    assert found.robustness.value == 0 and found.robustness.tasks == 1
    assert found.lost.value == 0.5
    assert found.failures == (("A", 2),)


def test_phrasings_motifs_and_dimensions_are_broken_down() -> None:
    found = only(
        [run("t1"), run("t1", "Q2", passed=False, failure=Failure.R, evidence=0.5),
         run("t2", motif=Motif.TABLE_SERIES)]
    )  # fmt: skip
    phrasings = {group.name: group for group in found.groups["phrasing"]}
    assert [phrasings[q].answerability.value for q in ("Q0", "Q2")] == [1, 0]
    assert phrasings["Q2"].failures == (("R", 1),) and phrasings["Q2"].evidence == 0.5
    assert [group.name for group in found.groups["motif"]] == ["TABLE_CELL", "TABLE_SERIES"]
    assert [group.name for group in found.groups["class"]] == ["EXTRACT-L4"]
    assert [group.name for group in found.groups["answer type"]] == ["number"]
    assert found.groups["operation"][0].tasks == 2


def test_the_easy_band_and_the_controls_are_apart() -> None:
    found = only(
        [
            run("t1", passed=False),
            run("t2", motif=Motif.LOCAL_FACT),
            run("c1", "QC", outcome=Outcome.ABSTAINED),
            run("c2", "QC", passed=False, failure=Failure.G),
            run("c3", "QC", passed=False, failure=None, outcome=Outcome.ERROR),
        ]
    )
    assert (found.answerability.value, found.local_facts.value) == (0, 1)
    assert found.abstention.value == 0.5 and found.abstention.tasks == 2
    assert (found.tasks, found.runs) == (1, 1)


def test_other_peoples_questions_are_beside_the_tasks() -> None:
    found = only([run("t1"), run("f1", "QX", passed=False), run("f2", "QX")])
    assert (found.answerability.value, found.foreign.value) == (1, 0.5)
    assert [group.tasks for group in found.foreign_groups["answer type"]] == [2]
    assert found.groups["phrasing"][0].name == "Q0" and len(found.groups["phrasing"]) == 1


def test_runs_without_a_verdict_count_and_do_not_pass() -> None:
    nothing: dict[str, Any] = {
        "correct": None, "completeness": None, "grounded": None, "provenance": None,
        "failure": None,
    }  # fmt: skip
    found = only(
        [
            run("t1"),
            run("t2", outcome=Outcome.UNJUDGED, passed=False, **nothing),
            run("t3", outcome=Outcome.ERROR, passed=False, **{**nothing, "failure": Failure.R}),
        ]
    )
    assert found.answerability.value == pytest.approx(1 / 3)
    assert found.at_most == pytest.approx(2 / 3)
    assert found.no_verdict == 1
    assert dict(found.outcomes) == {"answered": 1, "error": 1, "unjudged": 1}
    assert found.correctness.value == 1 and found.correctness.tasks == 1


def test_provenance_is_over_what_was_answered_and_grounding_over_all() -> None:
    found = only(
        [
            run("t1"),
            run("t2", passed=False, outcome=Outcome.ABSTAINED, provenance=None),
            run("t3", passed=False, failure=Failure.P, provenance=False),
        ]
    )
    assert found.provenance.value == 0.5 and found.groundedness.value == 1


def test_systems_are_compared_on_the_questions_of_both() -> None:
    found = profile(
        [
            *[run(f"t{n}") for n in range(12)],
            *[run(f"t{n}", system="chunk-hybrid", passed=n % 2 == 0) for n in range(10)],
        ]
    )
    assert [system.system for system in found.systems] == ["chunk-hybrid", "egr-s"]
    (difference,) = found.differences
    assert (difference.system, difference.other) == ("egr-s", "chunk-hybrid")
    assert difference.answerability.value == 0.5 and difference.answerability.tasks == 10


def test_systems_keep_the_order_of_the_run() -> None:
    runs = [run("t", system=name) for name in ("a", "b", "c", "d")]
    found = profile(runs, systems=("c", "b"))
    assert [system.system for system in found.systems] == ["c", "b", "a", "d"]
    assert ("b", "c") in {(one.system, one.other) for one in found.differences}


def test_equal_tasks_of_two_documents_are_two() -> None:
    found = only([run("t1"), run("t1", document="b.pdf", passed=False)])
    assert found.tasks == 2 and found.answerability.value == 0.5
    assert [group.name for group in found.groups["document"]] == ["a.pdf", "b.pdf"]


def test_the_order_of_the_runs_does_not_matter() -> None:
    runs = [run(f"t{n}", passed=n % 3 > 0, document=f"{n % 5}.pdf") for n in range(40)]
    assert profile(runs, "k") == profile(sorted(runs, key=lambda r: r.score.passed), "k")
    assert profile([]).systems == ()
