"""Messages agree in number and are short enough to be read."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from dtaa_lint.findings.engine import LintOptions, lint_file
from dtaa_lint.findings.registry import load_rules
from dtaa_lint.findings.wording import fill

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
LONGEST = 300
SINGULAR = "has is was does stands holds looks reads leads says begins shares spans follows matches"
SINGULAR += " consists ends repeats"
PLURAL = "have are were do stand hold look read lead say begin share span follow match name consist"
PLURAL += " end repeat"
TEMPLATES = [
    (rule.code, variant, template)
    for rule in load_rules().values()
    for variant, template in rule.messages.items()
]


def rendered(template: str, n: int) -> str:
    """With ``n`` for what is counted and words for the rest."""
    params: dict[str, object] = {}
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            params[name] = n if (spec or "").startswith("# ") else params.get(name, "“…”")
    return fill(template, params)


def disagreements(text: str) -> list[str]:
    """Where a number and the words after it do not agree."""
    found: list[str] = []
    for n, verbs in (("1", PLURAL), ("2", SINGULAR)):
        words = "|".join(verbs.split())
        # “of 2 rows” is no subject, and “that” begins a clause with one of its own.
        subject = rf"(?<!of )(?<!and )(?<!the )\b{n} (?:(?!that )[a-z-]+ ){{1,4}}"
        found += re.findall(rf"{subject}(?:{words})\b", text)
    found += re.findall(
        r"\b1 [^;:.]*\b(?:them|their|they|each)\b|\b(?:[Aa]ll|[Ee]ach of) 1\b", text
    )
    return found


@pytest.mark.parametrize(("code", "variant", "template"), TEMPLATES)
def test_number_and_verb_agree(code: str, variant: str, template: str) -> None:
    assert disagreements(rendered(template, 2)) == []
    # A group has two places at least: its template is never filled with one.
    if variant != "group" and not variant.startswith("group-"):
        assert disagreements(rendered(template, 1)) == []


@pytest.mark.parametrize(("code", "variant", "template"), TEMPLATES)
def test_counted_nouns_have_two_forms(code: str, variant: str, template: str) -> None:
    for _, _, spec, _ in Formatter().parse(template):
        if spec and spec.startswith("# "):
            one, _, many = spec[2:].partition("|")
            assert one and many and one != many


@pytest.mark.parametrize(
    "wrong",
    ["1 data cell have", "2 tables has", "1 header cell beside data have",
     "1 cell with several values each", "each of 1 candidate", "All 1 cell of the table",
     "1 heading with nothing under them"],
)  # fmt: skip
def test_what_disagrees_is_found(wrong: str) -> None:
    assert disagreements(wrong)


@pytest.mark.parametrize("folder", sorted(p.name for p in FIXTURES.glob("DT*") if p.is_dir()))
def test_no_message_is_too_long(folder: str) -> None:
    for path in sorted((FIXTURES / folder).glob("*.pdf")):
        report = lint_file(str(path), LintOptions(impact=False))
        messages = [*(f.message for f in report.findings), *(g.message for g in report.groups)]
        assert [m for m in messages if len(m) > LONGEST] == []
