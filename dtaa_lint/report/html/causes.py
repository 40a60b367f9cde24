"""Causes and their places: the findings of a document, arranged for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dtaa_lint.findings.finding import FileReport, Finding, Group, Guideline, Related, Rule
from dtaa_lint.findings.suppress import Status
from dtaa_lint.pdf.model import PageBox
from dtaa_lint.report.html.crops import Crop, Element, crop
from dtaa_lint.report.html.grids import Grids
from dtaa_lint.report.html.pages import PageNames
from dtaa_lint.report.html.pictures import Album
from dtaa_lint.report.html.views import AsideView, CauseView, PlaceView, RelatedView
from dtaa_lint.report.links import rule_page
from dtaa_lint.report.text import authoring_tool
from dtaa_lint.universe.glossary import REASONS
from dtaa_lint.words import Words

FULL = 20
"""Places of a cause that are shown in full; the others are rows of a table."""
_RELATED = 24
"""Related elements listed for a place; the rest is counted."""
_ASIDES = 2
"""Small pictures of a place besides the first one."""
_SET_APART = frozenset({"Table", "Figure", "Formula", "Form"})
"""Standard types that lines of text keep away from, so that a frame around them crosses none."""
_ALWAYS = "Acrobat"
"""The tool that repairs any PDF, whatever wrote it."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What the causes of a document are made from."""

    file: FileReport
    number: int
    """Index of the document in the report."""
    prefix: str
    """Of the ids of the document."""
    rules: Mapping[str, Rule]
    guidelines: Mapping[str, Guideline]
    names: PageNames
    album: Album
    grids: Grids
    docs_url: str | None
    """Where the documentation is."""
    keys: Sequence[str]
    """What each finding is known as done by."""
    words: Words

    def place_id(self, index: int) -> str:
        """Id of a finding, by its index in the file's report."""
        return f"{self.prefix}-f{index + 1}"

    def cause_id(self, number: int) -> str:
        """Id of a group, by its index in the file's report."""
        return f"{self.prefix}-c{number + 1}"


def open_causes(sources: Sources) -> tuple[CauseView, ...]:
    """The causes of the findings that count, most important first: they have the pictures first,
    where there is a limit to them."""
    return tuple(
        _cause(sources, sources.cause_id(number), group, Status.OPEN)
        for number, group in enumerate(sources.file.groups)
    )


def causes_aside(sources: Sources) -> tuple[CauseView, ...]:
    """The causes of the findings that do not count: suppressed ones, then known ones."""
    found: dict[tuple[Status, str], list[int]] = {}
    for status in (Status.SUPPRESSED, Status.KNOWN):
        for index, finding in enumerate(sources.file.findings):
            if finding.status is status:
                found.setdefault((status, finding.group), []).append(index)
    causes = []
    for number, ((status, group_id), indices) in enumerate(found.items()):
        first = sources.file.findings[indices[0]]
        blocked = sum(sources.file.findings[index].tasks_blocked for index in indices)
        group = Group(
            group_id, first.code, first.severity, first.message, tuple(indices), blocked, None
        )
        causes.append(_cause(sources, f"{sources.prefix}-a{number + 1}", group, status))
    return tuple(causes)


def _cause(sources: Sources, cause_id: str, group: Group, status: Status) -> CauseView:
    findings = sources.file.findings
    places = [findings[index] for index in group.findings]
    first = places[0]
    rule = sources.rules.get(group.code)
    guideline = sources.guidelines.get(first.guideline)
    tables = guideline is not None and guideline.group == "Tables"
    full = FULL if status is Status.OPEN else 0
    views = [
        _place(sources, index, number, group, tables, number <= full)
        for number, index in enumerate(group.findings, 1)
    ]
    hints = {} if rule is None else dict(rule.hints(first.variant))
    tool = authoring_tool(sources.file.producer)
    fitting = [name for name in (tool, _ALWAYS) if name in hints]
    return CauseView(
        id=cause_id,
        code=group.code,
        name=first.rule,
        guideline=first.guideline,
        guideline_name="" if guideline is None else guideline.name,
        severity=group.severity.value,
        status=status.value,
        message=group.message,
        count=len(places),
        pages=sources.names.runs(place.page for place in places),
        blocked=group.tasks_blocked,
        unlocked=group.tasks_unlocked,
        confidence=first.confidence,
        needs_person=first.needs_person,
        summary="" if rule is None else rule.summary,
        why="" if rule is None else rule.why,
        repair="" if rule is None else rule.repair_of(first.variant),
        tools=tuple((name, hints[name]) for name in dict.fromkeys(fitting)),
        other_tools=tuple((name, how) for name, how in hints.items() if name not in fitting),
        references=_references(rule),
        docs=rule_page(sources.docs_url, group.code) or "",
        full=tuple(views[:full]),
        rest=tuple(views[full:]),
    )


def _references(rule: Rule | None) -> tuple[tuple[str, str], ...]:
    clauses: dict[str, list[str]] = {}
    for reference in () if rule is None else rule.references:
        clauses.setdefault(reference.standard, []).append(reference.clause)
    return tuple((standard, ", ".join(found)) for standard, found in clauses.items())


def _place(
    sources: Sources, index: int, number: int, group: Group, tables: bool, full: bool
) -> PlaceView:
    finding = sources.file.findings[index]
    page = sources.names.name(finding.page)
    more = sources.file.more_related.get(index, ()) if full else ()
    first = finding.related[:_RELATED] if full else ()
    others = (*first, *more)
    shown = _crop(sources, finding, others) if full else None
    drawn = shown.numbers if shown is not None else frozenset()
    own = finding.page if shown is None else shown.page
    asides = _asides(sources, finding, first, drawn, own) if full else ()
    drawn |= {number for _, crop in asides for number in crop.numbers}
    grid = sources.grids.use(finding, tables, full, page, more)
    related = [
        RelatedView(
            at, other.role, sources.names.name(other.page) if other.page != own else "",
            other.path, other.snippet, at in drawn,
        )
        for at, other in enumerate(others, 1)
    ]  # fmt: skip
    return PlaceView(
        id=sources.place_id(index),
        key=sources.keys[index],
        number=number,
        page_number=max(finding.page + 1, 0),
        page=page,
        path=finding.path,
        raw_path=finding.raw_path,
        raw_type=finding.raw_type,
        object_number=finding.object_number,
        native_id=finding.native_id or "",
        message="" if finding.message == group.message else finding.message,
        evidence=finding.evidence,
        fingerprint=finding.fingerprint,
        blocked=finding.tasks_blocked,
        unlocked=finding.tasks_unlocked,
        unlocked_why=finding.unlocked_why,
        explains=tuple(
            (reason, n, reason_text(sources.words, reason))
            for reason, n in finding.explains.items()
        ),
        related=tuple(related[: len(first)]),
        related_rest=tuple(related[len(first) :]),
        more_related=_more(finding, others) if full else (),
        crop=shown,
        asides=tuple(
            AsideView(
                sources.names.name(crop.page), ", ".join(map(str, sorted(crop.numbers))), crop
            )
            for _, crop in asides
        ),
        undrawn=full and shown is None and _undrawn(sources, finding),
        grid=grid,
        more_grids=sources.grids.others(finding, grid, page) if full else (),
        justification=finding.justification,
    )


def reason_text(words: Words, reason: str) -> str:
    """What a rejection reason means; empty where nothing is known of it."""
    text = {str(name): said for name, said in REASONS.items()}.get(reason)
    return "" if text is None else words.said(text)


def _more(finding: Finding, shown: Iterable[Related]) -> tuple[tuple[str, int], ...]:
    """Role -> elements that are not listed."""
    totals = {other.role: 0 for other in finding.related}
    for other in finding.related:
        totals[other.role] += 1
    totals.update(finding.related_totals)
    for other in shown:
        totals[other.role] = totals.get(other.role, 0) - 1
    return tuple((role, left) for role, left in totals.items() if left > 0)


def _crop(sources: Sources, finding: Finding, others: Sequence[Related]) -> Crop | None:
    """The picture of a finding on its page, or on the first page where the element is."""
    page = _page(finding)
    if page < 0:
        return None
    image = sources.album.page(sources.number, page)
    if image is None:
        return None
    shown = crop(
        sources.album.picture_id(sources.number, page), page, image,
        _element(0, finding.path, finding.boxes),
        [_element(at, other.path, other.boxes) for at, other in enumerate(others, 1)],
    )  # fmt: skip
    if shown is not None:
        sources.album.keep(sources.number, page)
    return shown


def _asides(
    sources: Sources,
    finding: Finding,
    others: Sequence[Related],
    drawn: frozenset[int],
    own: int,
) -> list[tuple[int, Crop]]:
    """Pages and small pictures of what the first picture does not show: elements that the finding
    speaks of, and else where the element goes on."""
    pages: dict[int, list[Element]] = {}
    for at, other in enumerate(others, 1):
        if at not in drawn and other.boxes:
            page = other.boxes[0].page
            pages.setdefault(page, []).append(_element(at, other.path, other.boxes))
    for page in sorted({box.page for box in finding.boxes} - {own}):
        pages.setdefault(page, [_element(0, finding.path, finding.boxes)])
    found: list[tuple[int, Crop]] = []
    for page, elements in pages.items():
        if len(found) == _ASIDES:
            break
        image = sources.album.page(sources.number, page)
        if image is None:
            continue
        name = sources.album.picture_id(sources.number, page)
        shown = crop(name, page, image, elements[0], elements[1:], small=True)
        if shown is not None:
            sources.album.keep(sources.number, page)
            found.append((page, shown))
    return found


def _element(number: int, path: str, boxes: tuple[PageBox, ...]) -> Element:
    kind = path.rsplit("/", 1)[-1].split("[", 1)[0]
    return Element(number, boxes, kind not in _SET_APART)


def _undrawn(sources: Sources, finding: Finding) -> bool:
    """Whether there are pictures, but none of the page that the element is on."""
    page = _page(finding)
    return page >= 0 and sources.album.given and sources.album.page(sources.number, page) is None


def _page(finding: Finding) -> int:
    """The page to show: the finding's own where the element is there, else the first one; -1 for
    an element without a place on any."""
    pages = [box.page for box in finding.boxes]
    return finding.page if finding.page in pages else next(iter(pages), -1)
