"""The class of a failed run, by rule and in order (paper, section 3.9)."""

from __future__ import annotations

from dtaa_lint.answerability.model import Failure, Outcome
from dtaa_lint.answerability.scoring.evidence import Coverage

VERDICTLESS = frozenset({Outcome.ERROR, Outcome.UNJUDGED})
"""Outcomes of runs that nobody can say of whether they pass."""
NO_RETRIEVAL, NO_VERDICT = "no retrieval", "no verdict"
"""What a score's detail has the reason under why there is none."""


def classify(
    coverage: Coverage,
    *,
    intent_mismatch: bool,
    correct: bool,
    completeness: float,
    grounded: bool,
    provenance: bool,
) -> Failure | None:
    """The first class that holds: Q, R, C, A, G, P; None for a run that passes. D is people's."""
    if intent_mismatch:
        return Failure.Q
    if coverage.failure is not None:
        return coverage.failure
    if not correct or completeness < 1:
        return Failure.A
    if not grounded:
        return Failure.G
    return None if provenance else Failure.P
