"""Verdicts that need no model, and the order of the failure classes."""

from __future__ import annotations

import pytest

from dtaa_lint.answerability.model import Failure
from dtaa_lint.answerability.scoring.answers import BY_RULES, judging, verdicts
from dtaa_lint.answerability.scoring.evidence import Coverage
from dtaa_lint.answerability.scoring.failures import classify
from dtaa_lint.answerability.scoring.verdicts import Verdict, without_model
from dtaa_lint.universe.model import ComparisonGold, ValueGold
from tests.answerability.test_judge import case

EVIDENCE = "Receipts in million euro. Arvik: 37.8 in 2024, 36.1 in 2023. Bellmouth: 39.7. 12 %"


def numeric(text: str, gold: str = "37.8") -> Verdict:
    verdict = without_model(case(ValueGold(gold), text, EVIDENCE))
    assert isinstance(verdict, Verdict)
    return verdict


@pytest.mark.parametrize(
    ("text", "correct"),
    [
        ("37.8", True),
        ("37.8 (36.1 in 2023)", True),
        ("37.8 (12 %)", True),
        ("37.8 million euro, up from 36.1", True),
        ("It was 36.1 in 2023 and is 37.8 now.", True),
        ("36.1 (37.8)", False),
        ("37.8 or 39.7", False),
        ("36.1, 37.8, 39.7", False),
        ("36.1 / 37.8", False),
        ("Arvik | 36.1 | 37.8 | 39.7", False),
        ("Not 37.8 but 39.7.", False),
        ("39.7 rather than 37.8", False),
    ],
)
def test_of_several_numbers_one_must_be_meant(text: str, correct: bool) -> None:
    assert numeric(text).correct is correct


@pytest.mark.parametrize("text", ["R$ 880,00 (1.000,00 – 120,00*)", "30.80 (880.00 x 3.5 %)"])
def test_a_sum_may_be_said_word_for_word(text: str) -> None:
    assert numeric(text, text).correct and numeric(f"It is {text}.", text).correct
    assert not numeric("It is 120.", text).correct


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("37.8", ()),
        ("37.8, after 36.1 in 2023 [s1]", ()),
        ("1. 37.8 million euro", ()),
        ("€37,800,000", ()),
        ("37.8, up by 4.7 %", ("4.7 %",)),
        ("37.8 as of 31 March 2024", ("31 March 2024",)),
        ("37.8 in 2019", ("2019",)),
    ],
)
def test_every_number_of_an_answer_stands_in_the_evidence(text: str, lost: tuple[str, ...]) -> None:
    verdict = numeric(text)
    assert verdict.unsupported == lost and verdict.grounded is not bool(lost)


@pytest.mark.parametrize(
    ("text", "grounded"),
    [
        ("Bellmouth is greater by 1.9.", True),
        ("Bellmouth (39.7) is 5 % greater than Arvik (37.8).", True),
        ("Bellmouth is 1.05 times greater than Arvik.", True),
        ("Bellmouth is greater by 7.7.", False),
    ],
)
def test_what_follows_from_a_comparison_is_supported(text: str, grounded: bool) -> None:
    gold = ComparisonGold(("Arvik", "37.8"), ("Bellmouth", "39.7"), "less")
    (verdict,) = verdicts(judging([case(gold, text, "Arvik 37.8 Bellmouth 39.7")], BY_RULES))
    assert isinstance(verdict, Verdict)
    assert verdict.completeness == 1 and verdict.grounded is grounded


def test_another_comparison_is_another_intent() -> None:
    gold = ComparisonGold(("Arvik", "37.8"), ("Bellmouth", "39.7"), "less")
    found = case(gold, "Corrie is greater than Estery.", "Corrie 16.0 Estery 3.3")
    (verdict,) = verdicts(judging([found], BY_RULES))
    assert isinstance(verdict, Verdict) and verdict.intent_mismatch


@pytest.mark.parametrize("gold", ["No", "Yes", "A"])
def test_a_short_word_is_the_answer_only_where_it_begins_it(gold: str) -> None:
    assert without_model(case(ValueGold(gold), f"{gold}, it says so.")) is not None
    assert without_model(case(ValueGold(gold), f"There is {gold} such thing.")) is None


def test_an_endless_answer_is_cut() -> None:
    stage = judging([case(ValueGold("37.8"), "word " * 100_000 + "37.8", EVIDENCE)], BY_RULES)
    (verdict,) = verdicts(stage)
    assert len(stage.cases[0].answer.text) < 100_000
    assert isinstance(verdict, Verdict) and not verdict.correct


def test_a_judge_is_asked_at_least_once() -> None:
    with pytest.raises(ValueError, match="at least once"):
        judging([], "fake:judge", 0)


GOOD = Coverage(1.0, 1.0, (), ())
NO_SLOT = Coverage(0.5, 0.0, (1,), (0,))
NO_RELATION = Coverage(1.0, 0.5, (), (0,))


@pytest.mark.parametrize(
    ("coverage", "mismatch", "correct", "complete", "grounded", "provenance", "failure"),
    [
        (GOOD, False, True, 1.0, True, True, None),
        (GOOD, False, True, 1.0, True, False, Failure.P),
        (GOOD, False, True, 1.0, False, False, Failure.G),
        (GOOD, False, True, 0.875, False, False, Failure.A),
        (GOOD, False, False, 1.0, False, False, Failure.A),
        (NO_RELATION, False, False, 0.0, False, False, Failure.C),
        (NO_RELATION, False, True, 1.0, True, True, Failure.C),
        (NO_SLOT, False, False, 0.0, False, False, Failure.R),
        (NO_SLOT, False, True, 1.0, True, True, Failure.R),
        (NO_SLOT, True, False, 0.0, False, False, Failure.Q),
        (GOOD, True, False, 0.0, True, True, Failure.Q),
    ],
)
def test_the_first_class_that_holds(
    coverage: Coverage,
    mismatch: bool,
    correct: bool,
    complete: float,
    grounded: bool,
    provenance: bool,
    failure: Failure | None,
) -> None:
    found = classify(
        coverage,
        intent_mismatch=mismatch,
        correct=correct,
        completeness=complete,
        grounded=grounded,
        provenance=provenance,
    )
    assert found is failure
