"""Rule files: what stands in them is sound, and a malformed one says what is wrong where."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dtaa_lint.errors import ConfigError, RuleError
from dtaa_lint.findings.registry import (
    find_rule,
    load_guidelines,
    load_rules,
    parse_assessed,
    parse_guideline,
    select_rules,
)

GOOD = """
[guideline]
id = "G01"
name = "N"
group = "Tables"
text = "T"
test = "Q?"
[[rules]]
code = "DT0101"
name = "some-rule"
severity = "error"
confidence = "high"
needs_person = false
summary = "S."
why = "W."
repair = "R."
tags = ["table"]
explains = ["AMBIGUOUS"]
references = [{ standard = "PDF/UA-2", clause = "8.2.5.26" }]
[rules.messages]
default = "{cells:# cell|cells}."
"""

# Clauses that were verified in the profiles of a validator; no other may be cited.
_CLAUSES = """
PDF/UA-2: 8.2.5.26; 8.2.5.27; 8.2.5.12; 8.2.5.25; 8.2.5.14; 8.2.5.20; 8.8; 8.2.5.28.2; 8.4.3; 8.4.4
PDF/UA-2: 8.11.1; 8.11.2; 8.2.2
PDF/UA-1: 7.5; 7.2; 7.4.2; 7.4.4; 7.9; 7.18.5; 7.3; 7.1
Matterhorn Protocol: 15-003; 09-004; 14-002; 14-003; 14-006; 14-007; 09-005; 19-003; 19-004; 28-011
Matterhorn Protocol: 28-012; 13-004; 11-001; 11-002; 11-003; 11-004; 11-005; 11-006; 06-003; 07-001
Matterhorn Protocol: 07-002; 01-003; 01-004; 01-005
ISO 32000-2: 14.8.4.8.3; 14.8.4.8.4; 14.8.4.7; 14.9.3; 14.9.4; 14.9.2; 14.3; 14.8.2.2; Table 355
ISO 32000-2: 14.8.5.7, Table 384; 14.8.5.5, Table 382; Table 202 SD; Table 384
ISO 32000-2: 14.8.5.7; 14.8.5.5; Table 382
WCAG technique: PDF1; PDF2; PDF4; PDF6; PDF9; PDF11; PDF13; PDF14; PDF16; PDF18; PDF19; PDF20; PDF21
"""
VERIFIED: dict[str, set[str]] = {}
for _line in _CLAUSES.strip().splitlines():
    _standard, _, _clauses = _line.partition(": ")
    VERIFIED.setdefault(_standard, set()).update(_clauses.split("; "))
VERIFIED["WTPDF"] = VERIFIED["PDF/UA-2"]


def test_guidelines_are_g00_to_g18_in_order() -> None:
    assert [guideline.id for guideline in load_guidelines()] == [f"G{n:02}" for n in range(19)]


@pytest.mark.parametrize("code", sorted(load_rules()))
def test_references_are_verified_ones(code: str) -> None:
    for reference in load_rules()[code].references:
        assert reference.clause in VERIFIED[reference.standard], reference


def test_a_good_file_is_read() -> None:
    guideline = parse_guideline("g01-header-paths.toml", GOOD)
    assert guideline.rules[0].explains == ("AMBIGUOUS",)
    assert guideline.rules[0].severities == {}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('severity = "error"', 'severity = "fatal"', "severity must be"),
        ('severity = "error"', 'sevrity = "error"', "did you mean 'severity'"),
        ('code = "DT0101"', 'code = "DT0201"', "code must be DT01"),
        ('name = "some-rule"', 'name = "Some rule"', "kebab-case"),
        ('why = "W."', "", "'why' is missing"),
        ('why = "W."', 'why = " "', "'why' is empty"),
        ("needs_person = false", 'needs_person = "no"', "must be a bool"),
        ('"AMBIGUOUS"', '"VAGUE"', "no rejection reason"),
        ("{cells:# cell|cells}", "{cells", "message template"),
        ("default =", "other =", "messages.default is missing"),
        ('clause = "8.2.5.26"', "clause = 8", "a standard and a clause"),
        ("[rules.messages]", '[rules.repair_in]\nQuark = "x"\n[rules.messages]', "authoring tool"),
        ("[rules.messages]", '[rules.severities]\nx = "info"\n[rules.messages]', "severities.x"),
        ("[rules.messages]", '[rules.repairs]\nx = "Do."\n[rules.messages]', "repairs.x"),
        (
            "[rules.messages]",
            '[rules.repairs_in.x]\nWord = "Do."\n[rules.messages]',
            "repairs_in.x",
        ),
        ('id = "G01"', 'id = "G02"', "does not match the file name"),
        ("[guideline]", "[guideline", "g01-header-paths.toml"),
        (
            "needs_person = false",
            'needs_person = false\nneeds_person_in = ["none-such"]',
            "needs_person_in must list",
        ),
    ],
)
def test_a_malformed_file_names_file_and_fault(old: str, new: str, said: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_guideline("g01-header-paths.toml", GOOD.replace(old, new, 1))
    assert "g01-header-paths.toml" in str(caught.value) or said == "message template"
    assert said in str(caught.value)


ASSESSED = """
[shared]
severity = "info"
confidence = "medium"
needs_person = true
summary = "Questions about {what}."
why = "W."
tags = ["answerability"]
explains = []
references = []
[shared.messages]
default = "M."
[[rules]]
code = "DT0190"
name = "unanswered-cell"
topic = "cells"
repair = "R."
"""


def test_rules_that_rest_on_an_assessment_share_their_words() -> None:
    (rule,) = parse_assessed("assessment.toml", ASSESSED)
    assert rule.assessed and (rule.guideline, rule.topic) == ("G01", "cells")
    assert rule.summary == "Questions about cells." and rule.messages == {"default": "M."}
    assert not list(parse_assessed("assessment.toml", ""))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('topic = "cells"', "", "assessment.toml DT0190: 'topic' is missing"),
        ('topic = "cells"', 'topic = ""', "DT0190: 'topic' is empty"),
        ('topic = "cells"', 'topic = "c"\ntopik = "c"', "did you mean 'topic'"),
        ('code = "DT0190"', 'code = "DT190"', "code must be DT"),
        ('why = "W."', "", "assessment.toml DT0190: 'why' is missing"),
        ("{what}", "{whom}", "'whom'"),
        ("[shared]", "[shard]", "did you mean 'shared'"),
        ("[[rules]]", "[[rules", "rules/assessment.toml"),
    ],
)
def test_a_malformed_file_of_them_names_the_fault(old: str, new: str, said: str) -> None:
    with pytest.raises(RuleError) as caught:
        list(parse_assessed("assessment.toml", ASSESSED.replace(old, new, 1)))
    assert said in str(caught.value)


def test_a_variant_may_ask_for_a_person() -> None:
    rule = load_rules()["DT1101"]
    assert not rule.needs_person and "older-landing" in rule.needs_person_in


def test_a_file_name_must_carry_its_guideline() -> None:
    with pytest.raises(RuleError, match="must look like"):
        parse_guideline("tables.toml", GOOD)


def codes(*select: str, ignore: tuple[str, ...] = ()) -> set[str]:
    return {rule.code for rule in select_rules(select, ignore)}


def test_selectors() -> None:
    assert codes("ALL") == set(load_rules())
    assert codes("DT01") == codes("G01") == {c for c in load_rules() if c.startswith("DT01")}
    assert codes("DT0102") == codes("cell-without-column-header") == {"DT0102"}
    assert codes("ALL", ignore=("G01",)) == {c for c in load_rules() if not c.startswith("DT01")}
    assert codes("DT0102", ignore=("DT01",)) == {"DT0102"}, "the more specific one wins"
    assert codes("DT01", ignore=("DT01",)) == set(), "ignore wins a tie"


def test_unknown_selectors_suggest() -> None:
    with pytest.raises(ConfigError, match="cell-without-row-header"):
        select_rules(("cell-without-row-heder",))
    with pytest.raises(ConfigError, match="no rule matches 'DT99'"):
        select_rules(("DT99",))
    with pytest.raises(ConfigError, match="unknown rule"):
        find_rule("G01")


def test_find_rule_takes_code_or_name() -> None:
    assert find_rule("dt0102") is find_rule("cell-without-column-header")


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "{'pikepdf', 'playa', 'lxml', 'rich', 'tomli', 'dataclasses'} & set(sys.modules)"
    code = f"import sys, dtaa_lint; sys.exit(str({heavy}) if {heavy} else 0)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
