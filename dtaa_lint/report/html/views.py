"""What the templates show: the report, arranged. Texts are as the report has them; the templates'
environment makes them visible and escapes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dtaa_lint.findings.acceptance import Criterion
from dtaa_lint.findings.finding import Ratio, Unchecked
from dtaa_lint.report.html.crops import Crop


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a table as the machine reads it; ``gap`` where the grid has none."""

    id: str
    index: int
    """Into the cells of the sketch; -1 for a gap."""
    text: str
    header: bool
    gap: bool
    scope: str
    """``row``, ``col`` or empty: the value of the attribute."""
    row_span: int
    column_span: int
    headers: str
    """Ids of its header cells, separated by spaces."""
    row_path: tuple[str, ...]
    """Texts of its row headers, outermost first."""
    column_path: tuple[str, ...]
    no_row: bool = False
    """It is data, needs a row header, and has none."""
    no_column: bool = False


@dataclass(frozen=True, slots=True)
class GridView:
    id: str
    number: int
    """1 … among the tables of the document that are shown."""
    caption: str
    path: str
    page: str
    """As people name it; empty when it is on no page."""
    rows: tuple[tuple[GridCell, ...], ...]
    all_rows: int
    all_columns: int
    cut: bool
    needs: str
    """See ``TableSketch.needs``."""


@dataclass(frozen=True, slots=True)
class GridUse:
    """A place that speaks of a table."""

    id: str
    number: int
    view: GridView | None
    """Where this place is the first to speak of it; the others lead there."""
    faults: tuple[int, ...]
    """Indices of the cells at fault."""
    others: tuple[int, ...]
    """Indices of cells that the finding speaks of besides."""


@dataclass(frozen=True, slots=True)
class RelatedView:
    number: int
    """In the picture and in the list; 1 …"""
    role: str
    page: str
    """Empty where it is that of the place, or none."""
    path: str
    snippet: str
    drawn: bool


@dataclass(frozen=True, slots=True)
class AsideView:
    """A further picture of a place."""

    page: str
    numbers: str
    """Of the related elements that it shows; empty: the element itself goes on there."""
    crop: Crop


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One finding."""

    id: str
    key: str
    """By which it is known as done: the fingerprint, with a number from the second finding of the
    file on that has it."""
    number: int
    """1 … within its cause."""
    page_number: int
    """1-based; 0 when on no page."""
    page: str
    """As people name it: the printed label, with the number where it differs."""
    path: str
    raw_path: str
    """As editors show it; empty where it is the same."""
    raw_type: str
    object_number: int
    native_id: str
    message: str
    """Empty where that of the cause says the same."""
    evidence: str
    fingerprint: str
    blocked: int
    unlocked: int | None
    unlocked_why: str
    explains: tuple[tuple[str, int, str], ...]
    """Rejection reason, questions that cannot be asked for it, and what it means."""
    related: tuple[RelatedView, ...]
    related_rest: tuple[RelatedView, ...]
    """Those that are listed when somebody asks for them."""
    more_related: tuple[tuple[str, int], ...]
    """Role -> how many more there are."""
    crop: Crop | None
    asides: tuple[AsideView, ...]
    undrawn: bool
    """There are pictures, but none of its page."""
    grid: GridUse | None
    more_grids: tuple[GridUse, ...]
    """Other tables that it speaks of."""
    justification: str


@dataclass(frozen=True, slots=True)
class CauseView:
    """Findings with one cause."""

    id: str
    code: str
    name: str
    guideline: str
    guideline_name: str
    severity: str
    status: str
    message: str
    count: int
    pages: str
    """Runs of pages, such as ``3, 5–7``; empty when on none."""
    blocked: int
    unlocked: int | None
    confidence: str
    needs_person: bool
    summary: str
    why: str
    repair: str
    tools: tuple[tuple[str, str], ...]
    """Authoring tools that fit this document first of all, and how there."""
    other_tools: tuple[tuple[str, str], ...]
    references: tuple[tuple[str, str], ...]
    """Standard and clauses."""
    docs: str
    """Address of the rule's page; empty where it is not known."""
    full: tuple[PlaceView, ...]
    """Places in full."""
    rest: tuple[PlaceView, ...]
    """The other places, as a table."""


@dataclass(frozen=True, slots=True)
class StepView:
    number: int
    cause: str
    """Id of the cause."""
    code: str
    name: str
    gain: int
    eligible: int
    share: int
    """Percent of what can be unlocked."""
    places: int
    of: int
    """Places of the cause."""
    place: PlaceLink | None
    """The only one, where it is one of several."""


@dataclass(frozen=True, slots=True)
class PlaceLink:
    id: str
    path: str


@dataclass(frozen=True, slots=True)
class UncountedView:
    """A cause that a plan does not cover."""

    cause: str
    """Id of the cause."""
    code: str
    name: str
    places: int
    blocked: int


@dataclass(frozen=True, slots=True)
class PlanView:
    goal: str
    steps: tuple[StepView, ...]
    eligible: int
    after: int
    attainable: int
    reached: bool
    complete: bool
    uncounted: tuple[UncountedView, ...]
    """Causes that cost tasks, or are errors, and whose repair has no number: those that cost most
    first."""
    uncounted_tasks: int
    uncounted_causes: int
    telling: bool
    """Whether shares of what is attainable say anything about the document."""


@dataclass(frozen=True, slots=True)
class CriterionView:
    criterion: Criterion
    value: str
    limit: str


@dataclass(frozen=True, slots=True)
class RatioView:
    ratio: Ratio
    share: str


@dataclass(frozen=True, slots=True)
class Count:
    """A row of a chart."""

    key: str
    n: int
    text: str
    """What the key means; empty where nothing is known of it."""


@dataclass(frozen=True, slots=True)
class ClassView:
    """A task class with its motifs."""

    count: Count
    motifs: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class TasksView:
    eligible: int
    control: int
    per_page: float
    classes: tuple[ClassView, ...]
    rejected: tuple[Count, ...]
    rejected_total: int
    most: int
    """The largest count of both charts: they have one scale."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    n: int
    heat: int
    """0 … 5."""
    link: str
    """Id of the first cause of the guideline."""


@dataclass(frozen=True, slots=True)
class HeatColumn:
    title: str
    """Pages, as people write a range; empty for findings on no page."""
    pages: str
    """The same as the filter takes it; empty for findings on no page."""
    shown: bool
    """Whether the title has room."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    guideline: str
    name: str
    total: int
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class HeatView:
    columns: tuple[HeatColumn, ...]
    rows: tuple[HeatRow, ...]
    each: int
    """Pages of a column."""
    numbers: bool
    """Whether the cells have room for their numbers."""


@dataclass(frozen=True, slots=True)
class UncheckedView:
    status: str
    entries: tuple[tuple[str, str], ...]
    """Why, and the codes of the rules that it is about."""
    count: int


@dataclass(frozen=True, slots=True)
class DocumentView:
    id: str
    path: str
    title: str
    lang: str
    quote_lang: str
    """``lang`` where it is a language that browsers know, else empty."""
    producer: str
    sha256: str
    pages: int
    elements: int
    error: str
    findings: int
    """Those that count."""
    severities: Mapping[str, int]
    set_aside: Mapping[str, int]
    """Status -> findings that do not count."""
    coverage: Ratio | None
    ratios: tuple[RatioView, ...]
    acceptance: str
    """``met``, ``missed`` or empty: held to nothing."""
    profile: str
    criteria: tuple[CriterionView, ...]
    plan: PlanView | None
    heat: HeatView | None
    causes: tuple[CauseView, ...]
    aside: tuple[CauseView, ...]
    tasks: TasksView | None
    failures: tuple[Unchecked, ...]
    unchecked: tuple[UncheckedView, ...]
    guidelines: tuple[tuple[str, str], ...]
    """Id and name of those with findings, for the filter."""
    rules: tuple[tuple[str, str], ...]
    href: str = ""
    """Where its section is, from the index."""


@dataclass(frozen=True, slots=True)
class PictureView:
    """A page's picture, embedded once."""

    id: str
    width: int
    height: int
    data: str
    """A ``data:`` address."""
