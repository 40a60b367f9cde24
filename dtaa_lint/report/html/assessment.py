"""What an assessment came to, arranged for the templates."""

from __future__ import annotations

from dataclasses import dataclass

from dtaa_lint.findings.assessment import AssessedThreshold, Assessment, Standing
from dtaa_lint.report import assessed
from dtaa_lint.words import Words, cut

_REASON = 1000
"""Characters of a reason."""


@dataclass(frozen=True, slots=True)
class ThresholdView:
    cells: tuple[str, ...]
    """All but the last are as their headers say; that is how it stands."""
    standing: str
    kind: str
    """``good``, ``bad`` or empty: cannot be told."""


@dataclass(frozen=True, slots=True)
class AssessmentView:
    verdict: str
    """How the thresholds stand; empty without any."""
    kind: str
    """Of that: ``good``, ``bad`` or empty."""
    basis: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    threshold_heads: tuple[str, ...]
    thresholds: tuple[ThresholdView, ...]
    lost: tuple[str, ...]
    """What could not be measured, and why."""
    remarks: tuple[str, ...]
    place: str
    """Where the run is."""
    page: str
    """Address of the run's own page from where this one is; empty where there is no way to it."""
    elsewhere: bool
    """Whether something was asked that may be on another machine."""


def assessment_view(found: Assessment | None, page: str, words: Words) -> AssessmentView | None:
    """The view; None where nothing was asked. ``page``: the address of the run's page."""
    if found is None:
        return None
    lost = [assessed.unmeasured(one, words) for one in found.not_measured]
    lost += [remark.text for remark in found.remarks if remark.serious]
    return AssessmentView(
        verdict=assessed.verdict(found, words),
        kind=_worst(found),
        basis=assessed.basis(found, words),
        heads=tuple(assessed.headers(found, words)),
        rows=tuple([tuple(row) for row in assessed.rows(found, words)]),
        threshold_heads=tuple(assessed.threshold_headers(words)),
        thresholds=tuple([_threshold(one, found.ceiling, words) for one in found.thresholds]),
        lost=tuple([cut(text, _REASON) for text in lost]),
        remarks=tuple([cut(one.text, _REASON) for one in found.remarks if not one.serious]),
        place=assessed.place(found, words),
        page=page if found.page else "",
        elsewhere=found.elsewhere,
    )


def _worst(found: Assessment) -> str:
    if any(one.standing is Standing.MISSED or one.status for one in found.thresholds):
        return "bad"
    return "good" if all(one.standing is Standing.MET for one in found.thresholds) else ""


def _threshold(one: AssessedThreshold, ceiling: bool, words: Words) -> ThresholdView:
    *cells, standing = assessed.threshold_row(one, ceiling, words)
    kind = "bad" if one.status or one.standing is Standing.MISSED else ""
    return ThresholdView(tuple(cells), standing, "good" if one.standing is Standing.MET else kind)
