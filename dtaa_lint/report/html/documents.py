"""A file's report, arranged for the templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from dtaa_lint.findings.acceptance import Acceptance
from dtaa_lint.findings.finding import FileReport, Report, TaskSummary
from dtaa_lint.findings.suppress import Status
from dtaa_lint.report.html.causes import Sources, causes_aside, open_causes, reason_text
from dtaa_lint.report.html.grids import Grids
from dtaa_lint.report.html.heat import heat
from dtaa_lint.report.html.pages import PageNames
from dtaa_lint.report.html.pictures import Album
from dtaa_lint.report.html.views import (
    ClassView,
    Count,
    CriterionView,
    DocumentView,
    PlaceLink,
    PlanView,
    RatioView,
    StepView,
    TasksView,
    UncheckedView,
    UncountedView,
)
from dtaa_lint.report.text_acceptance import found_text, limit_text
from dtaa_lint.report.text_summary import code_list, percent
from dtaa_lint.universe.glossary import MOTIFS, OPERATIONS, TOPOLOGIES
from dtaa_lint.universe.model import MOTIF_CLASS, Motif, Operation
from dtaa_lint.words import Words, fold

_Key = TypeVar("_Key", bound=str)

_UNCOUNTED = 6
"""Causes that are named beside a plan which does not cover them."""
_COVERAGE = "text"
"""Key of the ratio that says how much of what is seen is tagged."""

_LANGUAGES = (
    " af am ar as az be bg bn bo br bs ca co cs cy da de el en eo es et eu fa fi fo fr fy ga gd gl "
    "gu ha he hi hr hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr "
    "ms mt my nb ne nl nn no oc or pa pl ps pt qu rm ro ru rw sa sd se si sk sl sm sn so sq sr st "
    "su sv sw ta te tg th ti tk tl tn tr tt ug uk ur uz vi wo xh yi yo zh zu "
)
"""Primary subtags (ISO 639-1) that quotations may be marked with: what a PDF declares may be no
language at all, and would then mislead screen readers."""


def document(
    report: Report, number: int, album: Album, words: Words, docs_url: str | None = None
) -> DocumentView:
    """The view of ``report.files[number]``."""
    file = report.files[number]
    prefix = f"d{number + 1}"
    guidelines = {guideline.id: guideline for guideline in report.guidelines}
    sources = Sources(
        file=file,
        number=number,
        prefix=prefix,
        rules={rule.code: rule for rule in report.rules},
        guidelines=guidelines,
        names=PageNames(file),
        album=album,
        grids=Grids(file.sketches, prefix),
        docs_url=docs_url,
        keys=_keys(file),
        words=words,
    )
    causes = open_causes(sources)
    aside = causes_aside(sources)
    first: dict[str, str] = {}
    for cause in causes:
        first.setdefault(cause.guideline, cause.id)
    counts = Counter(finding.severity.value for finding in file.open_findings)
    statuses = Counter(finding.status.value for finding in file.findings)
    every = (*causes, *aside)
    return DocumentView(
        id=prefix,
        path=file.path,
        title=fold(file.title or ""),
        lang=file.lang or "",
        quote_lang=quote_language(file.lang),
        producer=fold(file.producer or ""),
        sha256=file.sha256,
        pages=file.pages,
        elements=file.elements,
        error=file.error or "",
        findings=len(file.open_findings),
        severities={level: counts[level] for level in ("error", "warning", "info")},
        set_aside={
            status.value: statuses[status.value]
            for status in (Status.SUPPRESSED, Status.KNOWN)
            if statuses[status.value]
        },
        coverage=next((ratio for ratio in file.ratios if ratio.key == _COVERAGE), None),
        ratios=tuple(RatioView(ratio, percent(ratio.n, ratio.of, words)) for ratio in file.ratios),
        acceptance=_verdict(file.acceptance),
        profile="" if file.acceptance is None else file.acceptance.profile,
        criteria=_criteria(file.acceptance, words),
        plan=_plan(sources),
        heat=heat(file, guidelines, first),
        causes=causes,
        aside=aside,
        tasks=None if file.tasks is None else _tasks(file.tasks, words),
        failures=file.failures,
        unchecked=_unchecked(file),
        guidelines=_choices((cause.guideline, cause.guideline_name) for cause in every),
        rules=_choices((cause.code, cause.name) for cause in every),
    )


def quote_language(lang: str | None) -> str:
    """A language for quotations of the document; empty where what it declares is none."""
    subtags = (lang or "").replace("_", "-").split("-")
    if not subtags[0].isalpha() or f" {subtags[0].lower()} " not in _LANGUAGES:
        return ""
    regions = [tag for tag in subtags[1:2] if tag.isascii() and tag.isalpha() and len(tag) == 2]
    return "-".join([subtags[0].lower(), *(tag.upper() for tag in regions)])


def _choices(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(dict(pairs).items()))


def _verdict(found: Acceptance | None) -> str:
    if found is None or not found.criteria:
        return ""
    return "met" if found.met else "missed"


def _criteria(found: Acceptance | None, words: Words) -> tuple[CriterionView, ...]:
    if found is None:
        return ()
    return tuple(
        CriterionView(item, found_text(item, words), limit_text(item, words))
        for item in found.criteria
    )


def _keys(file: FileReport) -> tuple[str, ...]:
    """What each finding is known as done by."""
    counts: Counter[str] = Counter()
    keys = []
    for finding in file.findings:
        counts[finding.fingerprint] += 1
        count = counts[finding.fingerprint]
        keys.append(finding.fingerprint if count == 1 else f"{finding.fingerprint}-{count}")
    return tuple(keys)


def _uncounted(sources: Sources) -> list[UncountedView]:
    """Causes that a plan does not cover."""
    file = sources.file
    numbers = {group.id: number for number, group in enumerate(file.groups)}
    return [
        UncountedView(
            sources.cause_id(numbers[group.id]), group.code,
            file.findings[group.findings[0]].rule, len(group.findings), group.tasks_blocked,
        )
        for group in file.uncounted
    ]  # fmt: skip


def _plan(sources: Sources) -> PlanView | None:
    plan = sources.file.plan
    if plan is None:
        return None
    numbers = {group.id: number for number, group in enumerate(sources.file.groups)}
    steps = []
    for number, step in enumerate(plan.steps, 1):
        at = numbers.get(step.group)
        if at is None or not step.findings:
            continue
        group = sources.file.groups[at]
        first = sources.file.findings[step.findings[0]]
        link = PlaceLink(sources.place_id(step.findings[0]), first.path)
        single = len(step.findings) == 1
        steps.append(
            StepView(
                number, sources.cause_id(at), first.code, first.rule, step.gain, step.eligible,
                int(step.share * 100), len(step.findings), len(group.findings),
                link if single else None,
            )
        )  # fmt: skip
    after = steps[-1].eligible if steps else plan.eligible
    uncounted = _uncounted(sources)
    lost = sum(item.blocked for item in uncounted)
    return PlanView(
        plan.goal, tuple(steps), plan.eligible, after, plan.attainable, plan.reached, plan.complete,
        tuple(uncounted[:_UNCOUNTED]), lost, len(uncounted), plan.attainable > lost,
    )  # fmt: skip


def _tasks(tasks: TaskSummary, words: Words) -> TasksView:
    classes = []
    for name, n in _largest(tasks.by_class):
        motifs = [
            Count(motif, found, _said(words, MOTIFS, motif))
            for motif, found in _largest(tasks.by_motif)
            if _class_of(motif) == name
        ]
        classes.append(ClassView(Count(name, n, _class_text(words, name)), tuple(motifs)))
    rejected = tuple(
        Count(reason, n, reason_text(words, reason)) for reason, n in _largest(tasks.rejected)
    )
    counts = [*tasks.by_class.values(), *tasks.rejected.values()]
    return TasksView(
        eligible=tasks.eligible,
        control=tasks.control,
        per_page=tasks.per_page,
        classes=tuple(classes),
        rejected=rejected,
        rejected_total=sum(tasks.rejected.values()),
        most=max(counts, default=0),
    )


def _largest(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _class_of(motif: str) -> str:
    if motif not in Motif.__members__:
        return ""
    return "-".join(MOTIF_CLASS[Motif(motif)])


def _class_text(words: Words, name: str) -> str:
    operation, _, topology = name.partition("-")
    parts = [OPERATIONS[Operation(operation)]] if operation in Operation.__members__ else []
    parts += [TOPOLOGIES[topology]] if topology in TOPOLOGIES else []
    return " ".join(words.said(part) for part in parts)


def _said(words: Words, texts: Mapping[_Key, str], key: str) -> str:
    """What a text says of a key; the keys are string enumerations."""
    text = {str(name): said for name, said in texts.items()}.get(key)
    return "" if text is None else words.said(text)


def _unchecked(file: FileReport) -> tuple[UncheckedView, ...]:
    views = []
    for status in ("not-checked", "inapplicable", "disabled"):
        by_why: dict[str, list[str]] = {}
        for item in file.unchecked:
            if item.status == status:
                by_why.setdefault(item.why, []).append(item.code)
        if by_why:
            entries = tuple((why, code_list(codes)) for why, codes in by_why.items())
            views.append(UncheckedView(status, entries, sum(map(len, by_why.values()))))
    return tuple(views)


def title_of(view: DocumentView) -> str:
    """What a document is called: its title, else its file name."""
    return view.title or view.path.rsplit("/", 1)[-1]
