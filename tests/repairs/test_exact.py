"""What is counted by parts, together, and with tables left out is what the whole repaired document
has: for every finding and group of fixtures, and of a corpus."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dtaa_lint.errors import InputError
from dtaa_lint.findings import unlock
from dtaa_lint.repairs.model import edited
from tests.repairs.support import Case, lint

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = sorted(
    found for rule in FIXTURES.glob("DT*") for found in sorted(rule.glob("fail*.pdf"))[:2]
)
CORPUS = os.environ.get("DTAA_CORPUS")
REAL = sorted(Path(CORPUS).glob("*.pdf")) if CORPUS else []
SMALL = 2500
"""Elements of a document whose every repair is counted on the whole."""
AT_MOST = 40
"""Findings of one file that are compared."""


def check(case: Case) -> None:
    unlocked = case.unlocked
    step = max(1, len(case.findings) // AT_MOST)
    for place in range(0, len(case.findings), step):
        repairs = case.repairs([place])
        if repairs:
            assert unlocked.findings[place] == case.in_model(repairs), case.findings[place]
        else:
            assert unlocked.findings[place] is None
            assert unlocked.why[place]
    for group, number in unlocked.groups.items():
        places = [i for i, finding in enumerate(case.findings) if finding.group == group]
        repairs = case.repairs(places)
        assert number == (case.in_model(repairs) if repairs else None), group


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_number_is_that_of_the_whole_document(path: Path) -> None:
    case = lint(path)
    if case.document.elements:
        check(case)


@pytest.mark.parametrize("path", FILES[::4], ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_no_edits_change_nothing(path: Path) -> None:
    case = lint(path)
    same = edited(case.document, [])
    assert same.document.elements == case.document.elements
    assert case.in_model([]) == 0
    whatif = case.unlocked.whatif
    assert whatif is not None
    # With every table left out that may be: nothing is touched, nothing changes.
    outcome = whatif.evaluate([whatif.job([])])
    assert outcome is not None and outcome.total == 0 and not outcome.by_unit


@pytest.mark.slow
@pytest.mark.skipif(not REAL, reason="DTAA_CORPUS names no folder with PDFs")
@pytest.mark.parametrize("path", REAL, ids=lambda p: p.name)
def test_numbers_of_real_documents(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unlock, "BUDGET", 1000)
    try:
        case = lint(path)
    except InputError:
        return
    if 0 < len(case.document.elements) <= SMALL:
        check(case)
