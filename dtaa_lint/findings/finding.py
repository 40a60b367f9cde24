"""Findings and the report model: what every renderer is a pure function of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from dtaa_lint.findings.acceptance import Acceptance
from dtaa_lint.findings.assessment import Assessment
from dtaa_lint.findings.suppress import Status, Suppression
from dtaa_lint.pdf.model import Box, PageBox
from dtaa_lint.universe.model import TaskSummary as TaskSummary

EVIDENCE, TITLE, NAME = 1000, 300, 200
"""Characters at which a report cuts what a document says, however long that is: the text that shows
a fault; its title; and names: IDs, types, languages, producers."""


class Severity(StrEnum):
    """*error*: tasks are certainly lost. *warning*: answers are probably lost, or a relation holds
    only by assumption. *info*: a person must look, or an improvement."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """2 for error, 1 for warning, 0 for info."""
        return {"error": 2, "warning": 1, "info": 0}[self.value]


@dataclass(frozen=True, slots=True)
class Reference:
    """A clause that was verified: ``standard`` such as ``PDF/UA-2``, ``clause`` such as
    ``8.2.5.26``."""

    standard: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as its TOML file states it."""

    code: str
    """``DT0102``."""
    name: str
    """Kebab-case."""
    guideline: str
    """``G01``."""
    severity: Severity
    confidence: str
    """``high``, ``medium`` or ``low``: how often such a finding is true."""
    needs_person: bool
    """The finding asks for a person's judgement."""
    summary: str
    """One sentence: what the rule finds."""
    messages: Mapping[str, str]
    """Variant -> template with ``{name}`` fields; ``default`` always exists."""
    why: str
    """Why it costs answers."""
    repair: str
    """One line: the repair in the tag tree."""
    repair_in: Mapping[str, str]
    """Authoring tool (``Acrobat``, ``Word``, ``InDesign``, ``LaTeX``, ``Typst``, ``HTML``,
    ``LibreOffice``) -> how, where it differs."""
    tags: tuple[str, ...]
    references: tuple[Reference, ...]
    explains: tuple[str, ...]
    """Rejection reasons that such a finding can explain."""
    severities: Mapping[str, Severity] = field(default_factory=dict)
    """Variant -> severity where it is not the rule's own."""
    repairs: Mapping[str, str] = field(default_factory=dict)
    """Variant -> repair in the tag tree where it is not the rule's own; ``repair_in`` then does
    not speak of that variant."""

    repairs_in: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Variant -> authoring tool -> how, for variants with a repair of their own."""
    needs_person_in: tuple[str, ...] = ()
    """Variants that ask for a person's judgement, where the rule does not always."""
    topic: str = ""
    """What the questions are about whose answers are lost, where the rule rests on an assessment;
    empty for a rule that a check of the lint stands behind."""

    @property
    def assessed(self) -> bool:
        """Whether it rests on an assessment: without one it is not run."""
        return bool(self.topic)

    def repair_of(self, variant: str) -> str:
        """The repair in the tag tree for findings of a variant."""
        return self.repairs.get(variant, self.repair)

    def hints(self, variant: str) -> Mapping[str, str]:
        """Authoring tool -> how, for findings of a variant."""
        if variant in self.repairs:
            return self.repairs_in.get(variant, {})
        return self.repair_in


@dataclass(frozen=True, slots=True)
class Guideline:
    id: str
    """``G01``."""
    name: str
    group: str
    """``Tables``, ``Headings`` …"""
    text: str
    test: str
    """The author's test."""
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """Another element that the finding speaks of."""

    node: int
    path: str
    page: int
    role: str
    """What it is to the finding: ``same headers``, ``same text``, ``header candidate`` …"""
    snippet: str
    boxes: tuple[PageBox, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault on one element (or on the document: node -1)."""

    code: str
    rule: str
    guideline: str
    severity: Severity
    confidence: str
    needs_person: bool
    message: str
    """One sentence with the evidence in it; plain text that may quote the document (renderers
    escape it)."""
    evidence: str
    """Verbatim text of the document that shows the fault, cut at ``EVIDENCE``; empty only where
    absence is the fault."""
    node: int
    element_id: str
    """``s12``; empty for the document."""
    native_id: str | None
    """Cut at ``NAME``, as is ``raw_type``."""
    path: str
    """Structure path; ``/`` for the document."""
    raw_type: str
    object_number: int
    page: int
    """0-based; -1 when on no page."""
    page_label: str
    boxes: tuple[PageBox, ...]
    related: tuple[Related, ...]
    explains: Mapping[str, int]
    """Rejection reason -> number of rejected candidates that it explains."""
    tasks_blocked: int
    """Sum of ``explains``; each rejected candidate is counted under one finding of a rule."""
    tasks_unlocked: int | None
    """How many more tasks would be eligible if this one thing were repaired; negative when tasks
    would be lost; None where it was not computed."""
    fingerprint: str
    """32 hexadecimal digits, stable under unrelated edits: rule + element key + evidence."""
    group: str
    """Findings with one cause share it: rule, fault variant and shape of element."""
    variant: str
    """Key of the message template."""
    related_totals: Mapping[str, int] = field(default_factory=dict)
    """Role -> how many elements have it, where ``related`` shows the first ones only."""
    status: Status = Status.OPEN
    """Whether it counts: suppressed findings and those that a baseline knows fail nothing."""
    justification: str = ""
    """Why it is suppressed."""
    unlocked_why: str = ""
    """Why ``tasks_unlocked`` is None; empty where it is a number or was not asked for."""
    raw_path: str = ""
    """The path with the tags as written, before role mapping, which is what editors show; empty
    where it is the same as ``path``."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A denominator: ``n`` of ``of`` things are as they should be."""

    key: str
    label: str
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that did not apply or could not be checked, and why."""

    code: str
    status: str
    """``inapplicable``, ``not-checked``, ``disabled``, or ``failed``: the check itself broke."""
    why: str


@dataclass(frozen=True, slots=True)
class Group:
    """Findings of one cause, in order of the places."""

    id: str
    code: str
    severity: Severity
    message: str
    """The message of the first, or the rule's ``group`` template with the count."""
    findings: tuple[int, ...]
    """Indices into ``FileReport.findings``."""
    tasks_blocked: int
    tasks_unlocked: int | None
    """How many more tasks would be eligible if all of them were repaired that have a computable
    repair; None where none has, or where it was not computed."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One repair of a plan, done after those before it."""

    group: str
    """Group whose findings are repaired."""
    findings: tuple[int, ...]
    """Indices into ``FileReport.findings``: all of the group's with a repair, or one of them."""
    gain: int
    """How many more tasks are eligible after it."""
    eligible: int
    """Eligible tasks after it."""
    share: float
    """Share of ``Plan.attainable`` that is unlocked after it, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The shortest order of repairs that was found (greedily, interactions counted)."""

    steps: tuple[PlanStep, ...]
    eligible: int
    """Eligible tasks before."""
    attainable: int
    """Tasks that all computable repairs together would unlock."""
    goal: str
    """What it was to reach, in words."""
    reached: bool
    """Whether it does."""
    complete: bool
    """Whether everything could be counted within the budget; else what repairs take from each other
    is not in every number."""


@dataclass(frozen=True, slots=True)
class SketchCell:
    """A cell of a table as the machine reads it."""

    node: int
    row: int
    """0-based, as is ``column``, and counted in the document; of a cell that begins in one that is
    not shown, the first shown one that it reaches into."""
    column: int
    row_span: int
    """How many of the shown rows it covers."""
    column_span: int
    header: bool
    scope: str
    """What the cell heads, by declaration or by position: ``Row``, ``Column``, ``Both``; empty for
    data cells."""
    text: str
    """Cut."""
    row_headers: tuple[int, ...]
    """Indices into ``TableSketch.cells`` of the row-header path, outermost first; empty where there
    is none."""
    column_headers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableSketch:
    """A table that findings are about, as the machine reads it."""

    node: int
    path: str
    page: int
    """0-based; -1 when on no page."""
    caption: str
    rows: int
    """In the document; see ``shown_rows``."""
    columns: int
    cells: tuple[SketchCell, ...]
    """In reading order."""
    cut: bool
    """Whether rows, columns or cells were left out."""
    shown_rows: tuple[int, ...] = ()
    """The rows of the document that ``cells`` are of, in order: all of them, or those of cells at
    fault, of headers, and the first ones. A row may have no cell that begins in it."""
    shown_columns: tuple[int, ...] = ()
    """The same for columns."""
    findings: tuple[int, ...] = ()
    """Indices into ``FileReport.findings`` of the open findings that are about the table."""
    needs: str = "both"
    """The headers that a cell needs to be asked for: ``both``, ``row`` in a table of labels and
    their values, ``none`` where the table holds no data."""


@dataclass(frozen=True, slots=True)
class TaskLine:
    """An eligible task as a list shows it."""

    task_id: str
    task_class: str
    motif: str
    page: int
    """0-based page of its anchor; -1 when on no page."""
    page_label: str
    path: str
    """Structure path of its anchor."""
    section: str
    """Heading path, joined."""
    subject: str
    constraint: str
    answer: str
    """The gold as one line, cut."""


class Sheet(NamedTuple):
    """A page before its reader: where on it something can be shown."""

    box: Box
    """What is visible, in default user space, where the boxes of findings are."""
    rotate: int
    """0, 90, 180 or 270, clockwise."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """All that was found in one file."""

    path: str
    """As the user named it, with forward slashes."""
    sha256: str
    pages: int
    title: str | None
    """Cut at ``TITLE``."""
    lang: str | None
    """Cut at ``NAME``, as is ``producer``."""
    producer: str | None
    """The program that wrote the file (Producer), or the one it was made with (Creator)."""
    elements: int
    findings: tuple[Finding, ...]
    """Ordered by page, element, code."""
    groups: tuple[Group, ...]
    """Ordered by severity, tasks unlocked, tasks blocked, code; of findings that count."""
    ratios: tuple[Ratio, ...]
    unchecked: tuple[Unchecked, ...]
    tasks: TaskSummary | None
    error: str | None
    """The reason when the file could not be read; everything else is then empty."""
    relations: tuple[Ratio, ...] = ()
    """Resolved relations by kind (``settings.thresholds.RELATIONS``), what the labels speak of
    being the unresolved ones."""
    acceptance: Acceptance | None = None
    """The thresholds that the document is held to; None when there are none."""
    plan: Plan | None = None
    """The order of repairs, where it was asked for."""
    sketches: tuple[TableSketch, ...] = ()
    """Tables that findings are about, in order of the document; only where they were asked for."""
    task_lines: tuple[TaskLine, ...] = ()
    """Eligible tasks of the document, the control band left out, in its order; only where they were
    asked for."""
    sheets: tuple[Sheet, ...] = ()
    """The pages, in order."""
    more_related: Mapping[int, tuple[Related, ...]] = field(default_factory=dict)
    """Index of a finding -> elements that it speaks of besides those in its ``related``, bounded;
    only where sketches were asked for."""

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        """Findings that count: neither suppressed nor known."""
        return tuple(item for item in self.findings if item.status is Status.OPEN)

    @property
    def uncounted(self) -> tuple[Group, ...]:
        """Causes that block tasks, or are errors, and whose repair nobody could count: no plan has
        them. Those that block most come first."""
        found = [
            group
            for group in self.groups
            if group.tasks_unlocked is None
            and (group.tasks_blocked or group.severity is Severity.ERROR)
        ]
        return tuple(sorted(found, key=lambda group: -group.tasks_blocked))

    @property
    def failures(self) -> tuple[Unchecked, ...]:
        """Rules whose check broke on this file, by a fault of the tool: findings are missing."""
        return tuple(item for item in self.unchecked if item.status == "failed")


@dataclass(frozen=True, slots=True)
class Stale:
    """Findings that a baseline has and the file has no longer: of a rule that was run, or of any
    rule where the file itself is no more."""

    file: str
    """As the baseline names it."""
    code: str
    fingerprint: str
    count: int


@dataclass(frozen=True, slots=True)
class Report:
    files: tuple[FileReport, ...]
    rules: tuple[Rule, ...]
    """Every rule that was selected, in order of code."""
    guidelines: tuple[Guideline, ...]
    tool_version: str
    protocol: str
    unused_suppressions: tuple[Suppression, ...] = ()
    """Those about a file and a rule that were checked, which no finding answers to."""
    stale: tuple[Stale, ...] | None = None
    """What the baseline has and the files have no longer; None without a baseline."""
    lang: str = "en"
    """The language of messages and rules (BCP 47)."""
    assessment: Assessment | None = None
    """What retrieval systems can answer of the files; None where nothing was asked."""
