"""What the reader notes about the tree as a data structure is put into words by its kind alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dtaa_lint.findings.check import CHECKS, Context, Issue
from dtaa_lint.findings.checks.g00_input_contract import _BROKEN, _INCONSISTENT
from dtaa_lint.findings.registry import load_checks
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.model import IssueKind, StructureIssue
from dtaa_lint.universe.universe import enumerate_tasks
from tests.graph.support import build, el

OTHER_RULES = {IssueKind.NO_STRUCTURE, IssueKind.ROLE_UNKNOWN, IssueKind.ROLE_REMAPS_STANDARD}
"""Kinds of which DT0001, DT0006 and DT0007 speak."""

load_checks()


def found(code: str, issue: StructureIssue) -> list[Issue]:
    document = replace(build(el("P", "Text.")), issues=(issue,))
    view = View(document)
    return [
        item for item in CHECKS[code](Context(view, enumerate_tasks(view))) if type(item) is Issue
    ]


@pytest.mark.parametrize("kind", sorted(set(IssueKind) - OTHER_RULES))
def test_every_kind_is_one_finding_of_one_rule(kind: IssueKind) -> None:
    issue = StructureIssue(kind, 0, "one; two", 2, ("one", "two"))
    spoken = {code: found(code, issue) for code in ("DT0003", "DT0005")}
    assert sorted(map(len, spoken.values())) == [0, 1]
    (said,) = [item for items in spoken.values() for item in items]
    assert said.params["detail"] == "one", "one example is enough"


def test_no_kind_is_both_broken_and_inconsistent() -> None:
    assert not set(_BROKEN) & set(_INCONSISTENT)
    assert set(_BROKEN) | set(_INCONSISTENT) | OTHER_RULES == set(IssueKind)
