"""One self-contained page: the profile, and a walk from each task's structure to its verdicts.

``views`` are what the templates show, ``marks`` finds evidence in what was shown, ``charts`` draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.answerability.report.found import (
    FILTERS,
    Found,
    answerability,
    apart,
    compared,
    filtered,
    graded,
    held,
    interval,
    measures,
    share,
    signed,
    verdictless,
)
from dtaa_lint.answerability.report.html.charts import whisker
from dtaa_lint.answerability.report.html.views import kind_name, walks
from dtaa_lint.answerability.report.labels import (
    breakdown_name,
    failure_name,
    filter_name,
    group_name,
    limit_name,
    mark_name,
    outcome_name,
    phrasing_name,
    role_name,
    standing_name,
)
from dtaa_lint.answerability.report.legend import (
    basis,
    beside,
    entries,
    group_note,
    intervals,
    motif_note,
    several,
    small_sample,
    system_note,
    system_sentence,
    verdicts,
)
from dtaa_lint.answerability.report.told import told
from dtaa_lint.answerability.report.trace import DocumentTrace
from dtaa_lint.answerability.scoring.profile import Group
from dtaa_lint.answerability.scoring.statistics import Estimate
from dtaa_lint.answerability.scoring.thresholds import Result
from dtaa_lint.report.escape import scalar
from dtaa_lint.report.inline import asset, base_style, environment
from dtaa_lint.words import ENGLISH, Words, cut

_PACKAGE = "dtaa_lint.answerability.report.html"
_FAILURES = "QRCAGPD"
_ORDER = (*FILTERS, "class", "operation", "topology", "motif", "phrasing", "document")
_ALWAYS = (*FILTERS, "class")
"""Breakdowns that are shown with one group as well."""


def render(found: Found, documents: Sequence[DocumentTrace], words: Words = ENGLISH) -> bytes:
    """The report as one HTML file."""
    made = environment(
        lambda name: asset(_PACKAGE, "templates", name),
        [base_style(), asset(_PACKAGE, "assessment.css")],
        asset(_PACKAGE, "assessment.js"),
    )
    made.globals.update(
        say=words,
        lang=words.lang,
        share=lambda value: share(value, words),
        interval=lambda value: interval(value, words),
        signed=lambda value: signed(value, words),
        limit_name=lambda result: limit_name(result, words),
        held=lambda result: held(result, words),
        compared=lambda value: compared(value, words),
        system_note=lambda name: system_note(name, words),
        system_sentence=lambda system: system_sentence(found, system, words),
        group_note=lambda kind, name: group_note(kind, name, words),
        motif_note=lambda name: motif_note(name, words),
        number=words.number,
        whisker=whisker,
        outcome_name=lambda name: outcome_name(name, words),
        failure_name=lambda name: failure_name(name, words),
        phrasing_name=lambda name: phrasing_name(name, words),
        standing_name=lambda result: standing_name(result, found.ceiling, words),
        breakdown_name=lambda name: breakdown_name(name, words),
        filter_name=lambda name: filter_name(name, words),
        mark_name=lambda name: mark_name(name, words),
        role_name=lambda name: role_name(name, words),
        group_name=lambda kind, name: group_name(kind, name, words),
        kind_name=lambda name: kind_name(name, words),
        verdictless=verdictless,
        dict_of=dict,
        cut=cut,
        numbers=lambda places: ", ".join([str(place + 1) for place in places]),
        system_number=found.assessed.options.systems.index,
    )
    systems = found.profile.systems
    views = walks(documents, found.assessed.options.systems, words, found.assessed.options.budget)
    motifs = sorted({task.trace.motif for walk in views for task in walk.tasks} - {""})
    text = made.get_template("page.html.j2").render(
        found=found,
        systems=systems,
        measures=measures(found, words),
        apart=apart(found, words),
        failures=[
            name for name in _FAILURES if any(name in dict(system.failures) for system in systems)
        ],
        breakdowns=_breakdowns([(s.system, s.groups) for s in systems]),
        theirs=_breakdowns([(s.system, s.foreign_groups) for s in systems]),
        filtered=filtered(found),
        graded=graded(found, words),
        answerability=answerability(found, words),
        basis=basis(found, words),
        beside=beside(found, words),
        several=several(found, words),
        intervals=intervals(words),
        small_sample=small_sample(words),
        verdicts=verdicts(words),
        legend=entries(found, words, motifs),
        limits=_by_system(found),
        told=told(found, words),
        differences=found.profile.differences,
        reach=_reach([one.answerability for one in found.profile.differences]),
        walks=views,
        motifs=motifs,
        phrasings=sorted(
            {
                one.trace.question.phrasing.value
                for walk in views
                for task in walk.tasks
                for one in task.variants
            }
        ),
        kinds=sorted({task.trace.kind for walk in views for task in walk.tasks}),
        states=sorted(
            {
                run.state
                for walk in views
                for task in walk.tasks
                for one in task.variants
                for run in one.runs
            }
            - {"pass", "open"},
            key=_FAILURES.index,
        ),
        version=__version__,
        protocol=PROTOCOL,
    )
    return scalar(text).encode("utf-8")


def _breakdowns(
    systems: Sequence[tuple[str, Mapping[str, Sequence[Group]]]],
) -> list[tuple[str, list[tuple[str, list[tuple[str, Group]]]]]]:
    """(kind, its groups as (name, (system, group) pairs)), those without a choice left out.
    ``systems``: name, and kind -> groups."""
    kinds = dict.fromkeys(kind for _, groups in systems for kind in groups)
    ordered = [kind for kind in _ORDER if kind in kinds]
    ordered += [kind for kind in kinds if kind not in _ORDER]
    made = []
    for kind in ordered:
        rows: dict[str, list[tuple[str, Group]]] = {}
        for system, groups in systems:
            for group in groups.get(kind, ()):
                rows.setdefault(group.name, []).append((system, group))
        if len(rows) > 1 or kind in _ALWAYS:
            made.append((kind, sorted(rows.items())))
    return made


def _by_system(found: Found) -> list[tuple[str, str, list[Result]]]:
    """(system, document, thresholds held against it), in their order."""
    made: dict[tuple[str, str], list[Result]] = {}
    for one in found.results:
        made.setdefault((one.system, one.document), []).append(one)
    return [(*names, results) for names, results in made.items()]


def _reach(values: Sequence[Estimate]) -> float:
    """How far the axis of differences goes on both sides of nothing."""
    ends = [abs(end) for value in values for end in (value.low, value.high) if end is not None]
    return min(max([0.1, *ends]), 1.0)
