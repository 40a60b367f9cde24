"""Rules and guidelines as text: everything that their files say is there, nothing is cut."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.finding import Guideline, Rule
from dtaa_lint.findings.registry import load_guidelines
from dtaa_lint.findings.wording import fold
from dtaa_lint.report.catalog import example, render_guideline, render_rule, render_rules
from dtaa_lint.report.interface import RenderOptions
from dtaa_lint.report.terminal import cells
from tests.report.support import FIGURE_RULE, GUIDELINES, TABLE_RULE, check_golden

ALL = [(rule, guideline) for guideline in load_guidelines() for rule in guideline.rules]


def test_golden() -> None:
    check_golden("rules.txt", render_rules(GUIDELINES, RenderOptions()))
    check_golden("rule.txt", render_rule(TABLE_RULE, GUIDELINES[0], RenderOptions()))
    check_golden(
        "rule-color.txt", render_rule(FIGURE_RULE, GUIDELINES[2], RenderOptions(color=True))
    )
    check_golden("guideline.txt", render_guideline(GUIDELINES[0], RenderOptions()))


@pytest.mark.parametrize("width", [60, 100, 140])
def test_the_list_names_every_rule_once(width: int) -> None:
    shown = render_rules(load_guidelines(), RenderOptions(width=width)).decode("utf-8")
    for rule, _ in ALL:
        assert shown.count(f"  {rule.code}  ") == 1
    assert all(cells(line) <= width for line in shown.splitlines())
    assert f"{len(ALL)} rules" in shown


@pytest.mark.parametrize(("rule", "guideline"), ALL, ids=[rule.code for rule, _ in ALL])
def test_an_explanation_is_complete(rule: Rule, guideline: Guideline) -> None:
    shown = fold(render_rule(rule, guideline, RenderOptions()).decode("utf-8"))
    texts = [rule.summary, rule.why, rule.repair, guideline.text, guideline.test]
    for text in (*texts, *rule.repair_in.values()):
        assert fold(text) in shown
    for reference in rule.references:
        assert reference.standard in shown
        assert reference.clause in shown
    assert "{" not in "".join(example(template) for template in rule.messages.values())


def test_a_guideline_lists_its_rules() -> None:
    for guideline in load_guidelines():
        shown = render_guideline(guideline, RenderOptions()).decode("utf-8")
        for rule in guideline.rules:
            assert f"{rule.code}  " in shown


def test_messages_are_shown_with_their_fields_named() -> None:
    template = "{cells:# data cell has|data cells have} no header; {sample:q} at {row_name}. {{x}}"
    assert example(template) == "‹cells› data cells have no header; “‹sample›” at ‹row name›. {x}"
