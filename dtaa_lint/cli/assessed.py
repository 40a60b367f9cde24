"""An assessment as the reports of the lint have it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dtaa_lint.answerability.answering.systems.registry import is_url
from dtaa_lint.answerability.options import Tier
from dtaa_lint.answerability.report.told import told
from dtaa_lint.answerability.scoring.failures import VERDICTLESS
from dtaa_lint.answerability.scoring.profile import SystemProfile
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.answerability.scoring.thresholds import Result, fails, unmeasured
from dtaa_lint.cli.discover import shown
from dtaa_lint.findings.assessment import (
    AssessedSystem,
    AssessedThreshold,
    Assessment,
    Measured,
    NotMeasured,
    Remark,
    Standing,
)
from dtaa_lint.report.assessed import place, sentence, title
from dtaa_lint.words import ENGLISH, Words

if TYPE_CHECKING:
    from dtaa_lint.cli.answerability import Outcome

MISSED, NOT_MEASURED = 1, 2
_PAGE = "report.html"
_LINES = 50
"""Thresholds that have a line on stderr; the others are counted."""


def summary(found: Outcome, words: Words) -> Assessment:
    """What reports say of it. ``words``: those of the lint's report, whose language it is in."""
    assessed = found.assessed
    options = assessed.options
    names = {entry.folder: entry.name for entry in assessed.manifest.documents}
    empty = frozenset(unmeasured(found.results))
    folder = ""
    if found.kept and assessed.manifest.documents:
        folder = shown(str(assessed.folder.root))
    return Assessment(
        ceiling=found.report.ceiling,
        budget=options.budget,
        systems=tuple([_system(one) for one in found.profile.systems]),
        thresholds=tuple(
            [
                _threshold(
                    one,
                    names.get(one.document, one.document),
                    NOT_MEASURED
                    if (one.document, one.system) in empty
                    else MISSED * fails([one], fail_small=found.fail_small),
                )
                for one in found.results
            ]
        ),
        not_measured=(
            *[NotMeasured("", error.path, error.reason) for error in assessed.lost],
            *[
                NotMeasured(
                    one["system"], names.get(one["document"], one["document"]), one["error"]
                )
                for one in assessed.manifest.broken
            ],
        ),
        remarks=tuple([Remark(text, serious) for serious, text in told(found.report, words)]),
        status=found.status,
        folder=folder,
        page=Path(folder, _PAGE).as_posix() if folder else "",
        elsewhere=(
            options.tier is Tier.FULL or bool(options.network) or any(map(is_url, options.systems))
        ),
    )


def _system(system: SystemProfile) -> AssessedSystem:
    abstention = _measured(system.abstention)
    outcomes = dict(system.outcomes)
    return AssessedSystem(
        system=system.system,
        tasks=system.tasks,
        questions=system.runs,
        answerability=_measured(system.answerability),
        evidence=_measured(system.evidence),
        relations=_measured(system.relations),
        abstention=None if abstention.value is None else abstention,
        at_most=system.at_most,
        no_verdict=sum(outcomes.get(outcome.value, 0) for outcome in VERDICTLESS),
    )


def _threshold(one: Result, document: str, status: int) -> AssessedThreshold:
    return AssessedThreshold(
        system=one.system,
        document=document,
        phrasing=one.phrasing,
        task_class=one.task_class,
        least=one.least,
        found=_measured(one.found),
        standing=Standing(one.standing.value),
        close=one.close,
        status=status,
    )


def _measured(value: Estimate) -> Measured:
    return Measured(value.value, value.low, value.high, value.tasks, value.too_small)


def reasons(found: Assessment) -> list[str]:
    """Why an assessment makes the status that it makes, as far as thresholds do: a line each."""
    failing = found.failing
    several = len({one.document for one in found.thresholds}) > 1
    lines = []
    for one in failing[:_LINES]:
        lead = f"{one.document or 'several documents'}: " if several else ""
        lines.append(f"{lead}{title(one, ENGLISH)}: {sentence(one, ENGLISH)}")
    if len(failing) > _LINES:
        lines.append(f"… and {len(failing) - _LINES:,} more answerability thresholds")
    return lines


def whereabouts(found: Assessment) -> str:
    """Where its report is."""
    if found.page:
        return f"answerability: {found.page} has every task, from structure to verdict"
    return f"answerability: the run is {place(found, ENGLISH)}"


def way_to(page: str, target: str, *, folder: bool) -> str:
    """A file as seen from ``target``, where a report goes, with slashes; empty where there is no
    way, as on another drive. ``folder``: the report fills one."""
    start = os.path.abspath(target)  # noqa: PTH100
    if not folder:
        start = os.path.dirname(start)  # noqa: PTH120
    try:
        return os.path.relpath(page, start).replace(os.sep, "/")
    except (OSError, ValueError):
        return ""
