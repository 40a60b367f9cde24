"""What the rules cite: clauses that were looked up, each with the topic that it is about."""

from __future__ import annotations

import pytest

from dtaa_lint.findings.registry import load_rules

VERIFIED = {
    "PDF/UA-2": {
        *("8.2.2", "8.2.5.12", "8.2.5.14", "8.2.5.20", "8.2.5.25", "8.2.5.26", "8.2.5.27"),
        *("8.2.5.28.2", "8.4.3", "8.4.4", "8.8", "8.11.1", "8.11.2"),
    },
    "PDF/UA-1": {"7.1", "7.2", "7.3", "7.4.2", "7.4.4", "7.5", "7.9", "7.18.5"},
    "Matterhorn Protocol": {
        *("01-003", "01-004", "01-005", "06-003", "07-001", "07-002", "09-004", "09-005"),
        *("11-001", "11-002", "11-003", "11-004", "11-005", "11-006", "13-004"),
        *("14-002", "14-003", "14-006", "14-007", "15-003", "19-003", "19-004"),
        *("28-011", "28-012"),
    },
    "ISO 32000-2": {
        *("14.3", "14.8.2.2", "14.8.4.7", "14.8.4.8.3", "14.8.4.8.4", "14.8.5.5, Table 382"),
        *("14.8.5.7, Table 384", "14.9.2", "14.9.3", "14.9.4", "Table 202 SD", "Table 355"),
    },
    "WCAG technique": {
        *("PDF1", "PDF2", "PDF4", "PDF6", "PDF9", "PDF11", "PDF13", "PDF14", "PDF16", "PDF18"),
        *("PDF19", "PDF20", "PDF21"),
    },
}
TOPICS = {
    "DT01": "8.2.5.26",
    "DT02": "8.2.5.27",
    "DT04": "8.2.5.26",
    "DT05": "8.2.5.12",
    "DT06": "8.2.5.12",
    "DT08": "8.2.5.25",
    "DT10": "8.2.5.14",
}
"""Beginning of codes -> the clause of PDF/UA-2 that their elements are about."""


@pytest.mark.parametrize("code", sorted(load_rules()))
def test_only_clauses_that_were_looked_up(code: str) -> None:
    references = load_rules()[code].references
    assert len({*references}) == len(references)
    for reference in references:
        assert reference.clause in VERIFIED[reference.standard], reference


@pytest.mark.parametrize(
    "code",
    [code for code, rule in load_rules().items() if code[:4] in TOPICS and not rule.assessed],
)
def test_each_rule_cites_the_clause_of_its_elements(code: str) -> None:
    clauses = [ref.clause for ref in load_rules()[code].references if ref.standard == "PDF/UA-2"]
    assert TOPICS[code[:4]] in clauses
