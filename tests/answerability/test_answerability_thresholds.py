"""Thresholds on answerability: how they are written, and how they are held."""

from __future__ import annotations

from typing import Any

import pytest

from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.scoring.profile import Run
from dtaa_lint.answerability.scoring.thresholds import (
    AnswerabilityThresholds,
    Standing,
    fails,
    held,
    read_answerability_thresholds,
    thresholds_of,
)
from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader
from dtaa_lint.universe.model import Motif
from tests.answerability.test_profile import run


def read(table: dict[str, Any]) -> AnswerabilityThresholds:
    return read_answerability_thresholds(Reader(table, "dtaa-lint.toml", "thresholds."))


def test_classes_phrasings_and_all() -> None:
    found = read({"Q2": {"EXTRACT-L4": "40 %"}, "EXTRACT-L4": 0.6, "all": "off"})
    assert found.least == (("", "all", 0.0), ("", "EXTRACT-L4", 0.6), ("Q2", "EXTRACT-L4", 0.4))
    assert found == thresholds_of("all=off,EXTRACT-L4=60%,Q2.EXTRACT-L4=0.4")
    assert thresholds_of("QL.all=0.5") == read({"QL": {"all": 0.5}})
    assert thresholds_of("0.5").least == (("", "all", 0.5),)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"EXTRACT-L9": 0.5}, r'"thresholds\.EXTRACT-L9" must be one of .*EXTRACT-L4'),
        ({"EXTRACT-L4": 1.5}, "a share from 0 to 1"),
        ({"EXTRACT-L4": True}, "a share from 0 to 1"),
        ({"EXTRACT-L4": {}}, "a share from 0 to 1"),
        ({"Q1": 0.5}, "a table of task classes"),
        ({"Q1": {"Q2": 0.5}}, r'"thresholds\.Q1\.Q2" must be one of'),
        ({"Q9": {"all": 0.5}}, "one of"),
    ],
)
def test_what_is_no_threshold_is_named(table: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        read(table)


@pytest.mark.parametrize("text", ["EXTRACT-L9=0.5", "x", "all=2", "all=0.5,all=0.6", "=", ""])
def test_a_command_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must"):
        thresholds_of(text)


def test_what_is_set_nearer_holds() -> None:
    near, far = thresholds_of("EXTRACT-L4=0.6"), thresholds_of("EXTRACT-L4=0.2,all=0.1")
    assert near.over(far).least == (("", "all", 0.1), ("", "EXTRACT-L4", 0.6))
    assert not AnswerabilityThresholds() and near


def runs(passed: int, of: int, phrasing: str = "Q0") -> list[Run]:
    return [run(f"t{n}", phrasing, passed=n < passed) for n in range(of)]


@pytest.mark.parametrize(
    ("passed", "of", "least", "standing"),
    [
        (40, 50, 0.6, Standing.MET),
        (20, 50, 0.6, Standing.MISSED),
        (29, 50, 0.6, Standing.MISSED),
        (3, 5, 0.7, Standing.TOO_SMALL),
        (5, 5, 0.9, Standing.TOO_SMALL),
        (0, 5, 0.9, Standing.MISSED),
        (5, 5, 0.1, Standing.MET),
        (0, 0, 0.1, Standing.NOTHING),
    ],
)
def test_standing(passed: int, of: int, least: float, standing: Standing) -> None:
    others = [run("x", motif=Motif.LOCAL_FACT)]
    limits = AnswerabilityThresholds((("", "EXTRACT-L4", least),))
    (result,) = held([*runs(passed, of), *others], limits)
    assert result.standing is standing and result.found.tasks == of
    assert fails([result]) is (standing is Standing.MISSED)
    assert fails([result], fail_small=True) is (standing is not Standing.MET)


@pytest.mark.parametrize(
    ("passed", "of", "least", "close"),
    [(29, 29, 0.99, True), (29, 29, 0.5, False), (29, 50, 0.6, True), (20, 50, 0.6, False)],
)
def test_the_value_decides_and_says_where_it_is_close(
    passed: int, of: int, least: float, close: bool
) -> None:
    limits = AnswerabilityThresholds((("", "EXTRACT-L4", least),))
    (result,) = held(runs(passed, of), limits)
    assert result.standing in (Standing.MET, Standing.MISSED)
    assert result.close is close


def test_a_phrasing_has_its_own_limit() -> None:
    limits = thresholds_of("all=0.5,Q2.all=0.5")
    both, second = held([*runs(40, 40), *runs(0, 40, "Q2")], limits)
    assert (both.phrasing, both.found.value, both.standing) == ("", 0.5, Standing.MET)
    assert (second.phrasing, second.standing) == (Phrasing.Q2, Standing.MISSED)


def test_every_system_is_held_to_it() -> None:
    found = held(
        [*runs(40, 40), *[run(f"t{n}", system="chunk-hybrid", passed=False) for n in range(40)]],
        thresholds_of("0.5"),
        document="a.pdf",
    )
    assert [(r.system, r.document, r.standing) for r in found] == [
        ("chunk-hybrid", "a.pdf", Standing.MISSED), ("egr-s", "a.pdf", Standing.MET),
    ]  # fmt: skip


def test_a_limit_that_is_off_is_held_against_nothing() -> None:
    limits = thresholds_of("all=off,EXTRACT-L4=off")
    assert held([], limits, systems=("egr-s",)) == ()
    assert not fails(held([], limits, systems=("egr-s",)), fail_small=True)
    assert fails(held([], thresholds_of("all=0.5"), systems=("egr-s",)), fail_small=True)
