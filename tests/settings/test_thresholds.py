"""Thresholds as people write them: shares, percentages, counts, ``off``, and what is refused."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtaa_lint.errors import ConfigError
from dtaa_lint.settings.reader import Reader
from dtaa_lint.settings.thresholds import (
    Thresholds,
    findings_of,
    read_share,
    read_thresholds,
    tasks_of,
    unresolved_of,
)


def read(**table: Any) -> Thresholds:
    return read_thresholds(
        Reader({key.replace("_", "-"): value for key, value in table.items()}, "x.toml")
    )


@pytest.mark.parametrize(
    ("written", "share"),
    [(0, 0.0), (0.05, 0.05), (1, 1.0), ("5%", 0.05), ("12.5 %", 0.125), ("0.2", 0.2), ("off", 1.0)],
)
def test_shares(written: object, share: float) -> None:
    assert read_share(written) == pytest.approx(share)


@pytest.mark.parametrize(
    "written", [-0.1, 1.5, 5, "5", "101%", "a", "", True, None, [], float("nan")]
)
def test_what_is_no_share(written: object) -> None:
    assert read_share(written) is None


def test_a_bare_share_is_about_all_relations() -> None:
    assert read(max_unresolved_relations="5 %").max_unresolved == (("all", 0.05),)


def test_kinds_stand_in_the_order_of_the_documentation() -> None:
    found = read(max_unresolved_relations={"notes": 0, "cells": 0.1, "all": 0.2})
    assert found.max_unresolved == (("all", 0.2), ("cells", 0.1), ("notes", 0.0))


def test_off_demands_nothing() -> None:
    found = read(
        min_tasks_per_page="off", max_unresolved_relations="off", max_findings={"error": "off"}
    )
    assert found == Thresholds(0.0, (("all", 1.0),), (("error", inf),))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"min_tasks_per_page": "many"}, '"min-tasks-per-page" must be a number of tasks'),
        ({"min_tasks_per_page": -1}, "a number of tasks"),
        ({"min_tasks_per_page": True}, "a number of tasks"),
        ({"max_unresolved_relations": 5}, "a share from 0 to 1"),
        ({"max_unresolved_relations": {"cels": 0.1}}, 'did you mean "cells"?'),
        ({"max_unresolved_relations": {"cells": "x"}}, "max-unresolved-relations.cells"),
        ({"max_findings": 3}, '"max-findings" must be a table'),
        ({"max_findings": {"errors": 0}}, 'did you mean "error"?'),
        ({"max_findings": {"error": 0.5}}, "a whole number of findings"),
        ({"max_findings": {"error": []}}, "a whole number of findings or off, not a list"),
    ],
)
def test_wrong_values_are_told_with_their_key(table: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=r"x\.toml") as caught:
        read(**table)
    assert said in str(caught.value)


def test_on_the_command_line() -> None:
    assert tasks_of("1.5") == 1.5
    assert unresolved_of("5%") == (("all", 0.05),)
    assert unresolved_of("notes=0, cells=5%") == (("cells", 0.05), ("notes", 0.0))
    assert findings_of("warning=10,error=0") == (("error", 0.0), ("warning", 10.0))


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (tasks_of, "x", "must be a number of tasks"),
        (unresolved_of, "cels=5%", 'did you mean "cells"?'),
        (unresolved_of, "cells", "must be a share"),
        (unresolved_of, "", "must be a share"),
        (findings_of, "3", "error=0,warning=10"),
        (findings_of, "errr=3", 'did you mean "error"?'),
    ],
)
def test_wrong_words_on_the_command_line(read: Any, text: str, said: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        read(text)
    assert said in str(caught.value)


LIMITS = st.builds(
    Thresholds,
    st.none() | st.floats(0, 10),
    st.just(()) | st.just((("cells", 0.1),)) | st.just((("all", 0.2), ("notes", 0.0))),
    st.just(()) | st.just((("error", 0.0),)) | st.just((("error", 1.0), ("warning", 2.0))),
)


@given(LIMITS, LIMITS, LIMITS)
def test_laying_over_is_associative_and_the_upper_one_holds(
    a: Thresholds, b: Thresholds, c: Thresholds
) -> None:
    assert a.over(b).over(c) == a.over(b.over(c))
    assert set(a.max_unresolved) <= set(a.over(b).max_unresolved)
    assert Thresholds().over(a) == a == a.over(Thresholds())
