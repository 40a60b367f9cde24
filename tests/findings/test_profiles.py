"""The profiles: each says why, names only what exists, and is found by name or by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtaa_lint.errors import ConfigError
from dtaa_lint.findings.profiles import find_profile, parse_profile, shipped_profiles
from dtaa_lint.findings.registry import load_rules
from dtaa_lint.settings.thresholds import Thresholds

NAMES = (
    "course-outline", "fact-sheet", "form", "formulary", "handbook", "policy", "report",
    "tax-guide",
)  # fmt: skip


def test_one_for_each_class() -> None:
    assert tuple(shipped_profiles()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_its_reason(name: str) -> None:
    profile = shipped_profiles()[name]
    assert len(profile.description) > 40
    assert [key for key, _ in profile.reasons] == [key for key, _ in profile.settings()]
    assert profile.thresholds.min_tasks_per_page
    assert profile.thresholds.max_unresolved
    assert profile.thresholds.max_findings


@pytest.mark.parametrize("name", NAMES)
def test_severities_are_other_than_the_rules_own(name: str) -> None:
    rules = load_rules()
    for code, level in shipped_profiles()[name].severities().items():
        assert rules[code].severity.value != level, code


def test_by_name_and_by_file(tmp_path: Path) -> None:
    assert find_profile("report").name == "report"
    (tmp_path / "own.toml").write_text('min-tasks-per-page = 2\n[severity]\nG06 = "off"\n')
    own = find_profile("own.toml", tmp_path)
    assert (own.name, own.thresholds) == ("own", Thresholds(2.0))
    assert set(own.severities()) == {code for code in load_rules() if code.startswith("DT06")}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("reprot", 'did you mean "report"?'),
        ("zzz", "profiles are course-outline, fact-sheet"),
        ("none.toml", "none.toml: cannot be read"),
    ],
)
def test_unknown_profiles(wanted: str, said: str) -> None:
    with pytest.raises(ConfigError, match=r"profile|read") as caught:
        find_profile(wanted)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"min-task-per-page": 1}, 'unknown key "min-task-per-page" in the profile (did you mean'),
        ({"severity": {"DT9999": "error"}}, "own.toml: severity: no rule matches 'DT9999'"),
        ({"severity": {"DT0101": "eror"}}, 'did you mean "error"?'),
        ({"name": "Ähm"}, "small letters, digits and hyphens"),
        ({"reasons": {"DT0101": "x"}}, 'reasons: the profile sets no "DT0101"'),
        ({"description": 3}, '"description" must be a string'),
    ],
)
def test_malformed_profiles(table: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_profile(table, "own.toml")
    assert said in str(caught.value)


def test_a_longer_selector_beats_a_shorter_one() -> None:
    profile = parse_profile({"severity": {"DT0601": "info", "DT06": "error"}}, "own.toml")
    assert profile.severities()["DT0601"] == "info"
    assert profile.severities()["DT0602"] == "error"
