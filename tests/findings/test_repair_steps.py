"""Whoever repairs in Acrobat is told how, whatever the finding is."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.finding import Rule
from dtaa_lint.findings.registry import load_rules

RULES = tuple(rule for rule in load_rules().values() if not rule.assessed)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_repair_has_a_step_in_acrobat(rule: Rule) -> None:
    lacking = [variant for variant in ("default", *rule.repairs) if not _steps(rule, variant)]
    assert not lacking, f"{rule.code}: no step in Acrobat for {', '.join(lacking)}"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_finding_has_a_step_in_acrobat(rule: Rule) -> None:
    """A variant without a repair of its own has that of the rule."""
    variants = {v for v in rule.messages if v != "group" and not v.startswith("group-")}
    assert all(_steps(rule, variant) for variant in variants)


def _steps(rule: Rule, variant: str) -> str:
    return rule.hints(variant).get("Acrobat", "")
