"""Kappa, AC1, intervals and corrected answerability against values computed by hand."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from dtaa_lint.answerability.review.agreement import agreement
from dtaa_lint.answerability.review.correcting import Labelled, correct
from dtaa_lint.answerability.review.shares import (
    Part,
    Share,
    Standing,
    exact_interval,
    needed,
    share,
)

YES, NO, CANNOT = "yes", "no", "cannot say"
TWO = (
    [{"A": YES, "B": YES}] * 20
    + [{"A": YES, "B": NO}] * 5
    + [{"A": NO, "B": YES}] * 10
    + [{"A": NO, "B": NO}] * 15
)
THREE = [
    {"A": YES, "B": YES, "C": YES},
    {"A": YES, "B": YES, "C": NO},
    {"A": YES, "B": NO},
    {"A": NO, "B": NO, "C": NO},
]


def test_two_reviewers() -> None:
    """50 rows: p_o = (20 + 15) / 50 = 0.7.

    kappa: A says yes 25 times, B 30 times: p_e = (25 x 30 + 25 x 20) / 2500 = 0.5, and
    (0.7 - 0.5) / (1 - 0.5) = 0.4.
    AC1: pi_yes = (25 + 30) / 100 = 0.55, p_e = 0.55 x 0.45 + 0.45 x 0.55 = 0.495 (q - 1 = 1), and
    (0.7 - 0.495) / 0.505 = 205 / 505.
    """
    found = agreement(TWO)
    assert (found.items, found.raters, found.pairs) == (50, 2, 1)
    assert found.observed == pytest.approx(0.7)
    assert found.kappa.value == pytest.approx(0.4)
    assert found.ac1.value == pytest.approx(205 / 505)
    for one in (found.kappa, found.ac1):
        assert one.value is not None and one.low is not None and one.high is not None
        assert one.low < one.value < one.high


def test_three_reviewers_of_whom_one_has_left_a_row_out() -> None:
    """p_a: pairs that are alike, of each row: 3 of 3, 1 of 3, 0 of 1, 3 of 3: their mean is
    (1 + 1/3 + 0 + 1) / 4 = 7/12.
    AC1: pi_yes = (1 + 2/3 + 1/2 + 0) / 4 = 13/24, pi_no = 11/24, p_e = 2 x 13/24 x 11/24 = 286/576;
    (336 - 286) / (576 - 286) = 50/290.
    kappa: A and B: p_o 3/4, p_e (3 x 2 + 1 x 2) / 16 = 1/2, kappa 1/2. A and C over three rows:
    p_o 2/3, p_e (2 x 1 + 1 x 2) / 9 = 4/9, kappa 2/5. B and C likewise. Mean 13/30.
    """
    found = agreement(THREE)
    assert found.observed == pytest.approx(7 / 12)
    assert found.ac1.value == pytest.approx(50 / 290)
    assert found.kappa.value == pytest.approx(13 / 30)


def test_cannot_say_is_a_verdict_of_its_own() -> None:
    """Rows yes-yes, yes-cannot, no-no, cannot-cannot: p_o = 3/4.

    kappa: A has 2 yes, 1 no, 1 cannot; B 1 yes, 1 no, 2 cannot: p_e = (2 + 1 + 2) / 16 = 5/16, and
    (12 - 5) / (16 - 5) = 7/11.
    AC1: pi = 3/8, 2/8, 3/8; p_e = (15 + 12 + 15) / 64 / 2 = 21/64; (48 - 21) / (64 - 21) = 27/43.
    """
    rows = [(YES, YES), (YES, CANNOT), (NO, NO), (CANNOT, CANNOT)]
    found = agreement([{"A": one, "B": other} for one, other in rows])
    assert found.kappa.value == pytest.approx(7 / 11)
    assert found.ac1.value == pytest.approx(27 / 43)


def test_no_variance_is_said_and_never_a_number() -> None:
    found = agreement([{"A": YES, "B": YES}] * 12)
    assert (found.kappa.value, found.kappa.why) == (None, "no variance")
    assert (found.pairs, found.pairs_undefined) == (0, 1)
    assert (found.observed, found.ac1.value) == (1, 1)
    alone = agreement([{"A": YES}] * 3)
    assert (alone.items, alone.kappa.value, alone.kappa.why) == (0, None, "no overlap")
    assert agreement([]).raters == 0


def test_kappa_falls_where_nearly_all_is_yes_and_ac1_does_not() -> None:
    """48 yes-yes, one yes-no, one no-yes: p_o = 0.96; p_e = (49 x 49 + 1) / 2500 = 0.9608, so
    kappa = -0.0008 / 0.0392; AC1: p_e = 2 x 0.98 x 0.02 = 0.0392, 0.9208 / 0.9608."""
    rows = [{"A": YES, "B": YES}] * 48 + [{"A": YES, "B": NO}, {"A": NO, "B": YES}]
    found = agreement(rows)
    assert found.kappa.value == pytest.approx(-0.0008 / 0.0392)
    assert found.ac1.value == pytest.approx(0.9208 / 0.9608)


@pytest.mark.parametrize(("yes", "size"), [(1, 7), (5, 10), (79, 80), (78, 80), (3, 400)])
def test_the_exact_interval_cuts_off_its_tails(yes: int, size: int) -> None:
    """At either bound the binomial tail beyond what was seen is 2.5 %."""
    low, high = exact_interval(yes, size)

    def chance(counts: range, share_: float) -> float:
        return sum(comb(size, k) * share_**k * (1 - share_) ** (size - k) for k in counts)

    assert chance(range(yes, size + 1), low) == pytest.approx(0.025, rel=1e-6)
    assert chance(range(yes + 1), high) == pytest.approx(0.025, rel=1e-6)


def test_all_and_none() -> None:
    """Without a fault the lower bound is 0.025^(1/n): 80 tasks hold 95 %, and not 98 %."""
    low, high = exact_interval(80, 80)
    assert (low, high) == (pytest.approx(0.025 ** (1 / 80)), 1)
    assert exact_interval(0, 10) == (0, pytest.approx(1 - 0.025**0.1))
    assert (needed(0.95), needed(0.98)) == (72, 183)
    for number, standing in ((72, Standing.MET), (71, Standing.TOO_SMALL)):
        assert Share(share([Part(1, 1)] * number), 0.95).standing is standing


def test_standing() -> None:
    parts = [Part(1, 1)] * 80 + [Part(0, 1)] * 20
    assert Share(share(parts), 0.95).standing is Standing.MISSED
    assert Share(share(parts), None).standing is None
    assert Share(share([]), 0.95).standing is None


def test_tasks_stand_for_their_strata() -> None:
    """Two tasks that stand for 9 each, both yes, and two that stand for 1 each, both no:
    18 / 20 = 0.9; effective size 20^2 / (81 + 81 + 1 + 1) = 400/164."""
    found = share([Part(1, 9), Part(1, 9), Part(0, 1), Part(0, 1)])
    assert found.value == pytest.approx(0.9)
    assert (found.low, found.high) == pytest.approx(exact_interval(0.9 * 400 / 164, 400 / 164))


def test_answerability_corrected() -> None:
    """100 tasks of one run, 60 pass by the judge: A_t 0.6. Of 40 labelled runs people pass 10
    fewer: mean of y - f = -0.25, corrected 0.35.

    Variance of the tasks 100 x 0.24 / 99 / 100; of the differences, 30 of 0 and 10 of -1 around
    -0.25: 30 x 0.0625 + 10 x 0.5625 = 7.5, 7.5 / 39 / 40. Interval 0.35 -+ 1.96 x root of the sum.
    """
    labelled = [Labelled(0.01, 1, 1)] * 14 + [Labelled(0.01, 1, 0)] * 10
    labelled += [Labelled(0.01, 0, 0)] * 16
    tasks = [(1, 1)] * 60 + [(0, 1)] * 40
    found = correct("egr-s", tasks, 1.0, labelled)
    assert found is not None and not found.too_small
    assert (found.judged, found.correction) == (pytest.approx(0.6), pytest.approx(-0.25))
    margin = 1.959964 * (0.24 / 99 + 7.5 / 39 / 40) ** 0.5
    assert found.corrected.value == pytest.approx(0.35)
    assert found.corrected.low == pytest.approx(0.35 - margin, abs=1e-6)
    assert found.corrected.high == pytest.approx(0.35 + margin, abs=1e-6)


def test_runs_weigh_as_their_tasks_have_it_and_rules_need_no_correction() -> None:
    """Tasks with 1 of 1 and 1 of 2 runs: A_t = 0.75; runs weigh 1/2 and 1/4. Labelled: the first
    (people say no, -1) and one of the other task (0): mean (-1/2 + 0) / (3/4) = -2/3. When judged
    answers have 3/4 of the weight: 0.75 - 3/4 x 2/3 = 0.25."""
    found = correct("s", [(1, 1), (1, 2)], 0.75, [Labelled(0.5, 1, 0), Labelled(0.25, 1, 1)])
    assert found is not None and found.too_small
    assert found.corrected.value == pytest.approx(0.25)


def test_a_judge_who_never_errs_in_a_small_sample_may_err() -> None:
    """12 labels without a difference: the margin of the correction is 1 - 0.025^(1/12)."""
    tasks = [(1, 2)] * 20
    found = correct("s", tasks, 1.0, [Labelled(1 / 40, 1, 1)] * 12)
    assert found is not None and found.corrected.value == 0.5
    assert found.corrected.high == pytest.approx(0.5 + 1 - 0.025 ** (1 / 12))
    for labelled in ([], [Labelled(1 / 40, 1, 1)]):
        few = correct("s", tasks, 1.0, labelled)
        assert few is not None and few.too_small
        assert (few.corrected.low, few.corrected.high) == (None, None)
    assert correct("s", [], 1.0, []) is None


def test_the_corrected_interval_holds_the_truth_where_the_judge_is_lenient() -> None:
    """Half of all answers are right; the judge also passes every fifth wrong one. Of 500 samples
    of 100 tasks with 40 labels the corrected interval must hold the truth in 95 % (less what
    chance allows 500 samples); the judge's own does in less than two thirds."""
    rng = Random(5)
    held = naive = 0
    for _ in range(500):
        truth = [rng.random() < 0.5 for _ in range(100)]
        judge = [int(right or rng.random() < 0.2) for right in truth]
        labels = [Labelled(0.01, judge[at], truth[at]) for at in rng.sample(range(100), 40)]
        found = correct("s", [(one, 1) for one in judge], 1.0, labels)
        assert found is not None
        low, high = found.corrected.low, found.corrected.high
        assert low is not None and high is not None
        held += low <= 0.5 <= high
        margin = 1.96 * (found.judged * (1 - found.judged) / 99) ** 0.5
        naive += abs(found.judged - 0.5) <= margin
    assert held / 500 > 0.93 and naive / 500 < 0.67
