"""What an assessment could not measure, for standard error."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.answerability.left_out import UNMEASURED, Kind
from dtaa_lint.answerability.run import Assessed
from dtaa_lint.answerability.scoring.profile import counts, why_undecided
from dtaa_lint.answerability.scoring.thresholds import Result, Standing, unmeasured
from dtaa_lint.words import cut

_REASONS = 3
"""Reasons that are named."""
_LONGEST = 200


def notes(found: Assessed, results: Sequence[Result], kept: bool) -> list[str]:
    """One line each. ``kept``: the run's folder outlives it, so that it can be resumed."""
    lines = [str(error) for error in found.lost]
    lines += [
        f"{one['document']}: {one['system']} could not be measured: {one['error']}"
        for one in found.manifest.broken
    ]
    again = "; the run can be resumed" if kept else ""
    asked = {run.labels.document for run in found.runs if counts(run)}
    for one in found.left_out:
        # Some are always found wanting; all are not.
        if one.kind is not Kind.EXCLUDED or one.document not in asked:
            lines.append(f"{one.text}{again if one.kind in UNMEASURED else ''}")
    runs = (*found.runs, *found.foreign)
    reasons = why_undecided(runs)
    if reasons:
        lost = sum(count for _, count in reasons)
        said = "; ".join([f"{cut(why, _LONGEST)} ({n:,})" for why, n in reasons[:_REASONS]])
        more = len(reasons) - _REASONS
        said += f"; {more:,} more reasons" if more > 0 else ""
        verb = "has" if lost == 1 else "have"
        lines.append(f"{lost:,} of {len(runs):,} runs {verb} no verdict: {said}{again}")
    return [*lines, *_thresholds(results)]


def _thresholds(results: Sequence[Result]) -> list[str]:
    """Limits that hold nothing: a gate must not be taken for one that was passed."""
    empty = unmeasured(results)
    by_place: dict[str, list[str]] = {}
    for place, system in empty:
        by_place.setdefault(place, []).append(system)
    lines = [
        f"{place or 'all documents'}: nothing could be measured that the thresholds hold "
        f"({', '.join(systems)}): they are not met"
        for place, systems in by_place.items()
    ]
    loose = [
        f"{one.phrasing} {one.task_class}".strip()
        for one in results
        if one.least > 0
        and one.standing is Standing.NOTHING
        and (one.document, one.system) not in empty
    ]
    if loose:
        names = ", ".join(dict.fromkeys(loose))
        lines.append(f"nothing to measure for the thresholds on {names}")
    return lines
