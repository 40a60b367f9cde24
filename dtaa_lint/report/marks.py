"""Marks on pages: what review annotations show and say, wherever they are written.

A finding has its mark on the first page that it stands on: a highlight where the element is a
piece of text, a frame where it is a figure, a table or a larger block, and a note at the top of the
page where nothing is painted. Where the element goes on, each further page has a mark that leads
back to it. Elements that a finding speaks of besides are marked on their own pages in the same way,
in a colour of their own. Findings of the whole document are notes on the first page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.findings.finding import (
    FileReport,
    Finding,
    Related,
    Report,
    Rule,
    Severity,
    Sheet,
)
from dtaa_lint.pdf.model import Box
from dtaa_lint.report.escape import visible
from dtaa_lint.report.mark_places import (
    PAD,
    Shape,
    framed,
    note_places,
    place_of,
    placed,
    seen,
    shape_of,
    sheet_of,
    type_of,
)
from dtaa_lint.report.text import authoring_tool
from dtaa_lint.words import Words, cut

AUTHOR = "dtaa-lint"
PER_PAGE = 200
"""Findings that are marked on one page, the most severe first; a note says how many more there
are."""
RELATED = 3
"""Related elements up to which they are marked, each only once on a page: of more, the first ones
would be no help."""
FURTHER = 20
"""Pages that an element takes up to which each of them has a mark: what takes more is no place to
look for."""

_EVIDENCE, _SAID = 300, 2000
"""Characters of a quotation, and of any other text, in a note."""


class Kind(StrEnum):
    """What a mark stands for; its colour follows from it (and its words say it)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    RELATED = "related"
    """An element that a finding speaks of besides its own."""
    ABOUT = "about"
    """A note about the marks themselves."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One annotation."""

    page: int
    """0-based."""
    shape: Shape
    kind: Kind
    box: Box
    """In default user space, within what is visible of the page."""
    name: str
    """Unique in the file, and the same in every run: from the finding's fingerprint."""
    subject: str
    """``DT0101 cell-without-row-header``."""
    contents: tuple[str, ...]
    """Paragraphs of plain text."""
    finding: int = -1
    """Index into ``FileReport.findings``; -1 for a note about the marks."""
    group: str = ""
    """Of a related element: the name of the mark that it belongs to."""
    nested: int = 0
    """How many marks of the page have the same place and were made before."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What else a page shows of a finding that is marked on another page."""

    finding: int
    box: Box
    kind: str
    """Standard type of the element."""
    said: tuple[str, ...]
    own: bool
    """The element itself goes on here; else one that the finding speaks of."""


def file_marks(report: Report, file: FileReport, words: Words) -> tuple[Mark, ...]:
    """The marks of a file, page by page, and within a page in order of the findings; those of
    findings that are suppressed or known are left out."""
    if file.error is not None or file.pages < 1:
        return ()
    return tuple(_Marker(report, file, words).marks())


def severity_word(severity: Severity, words: Words) -> str:
    """``Error``, ``Warning`` or ``Info``."""
    match severity:
        case Severity.ERROR:
            return words("Error")
        case Severity.WARNING:
            return words("Warning")
        case Severity.INFO:
            return words("Info")


class _Marker:
    def __init__(self, report: Report, file: FileReport, words: Words) -> None:
        self.report, self.file, self.words = report, file, words
        self.rules: Mapping[str, Rule] = {rule.code: rule for rule in report.rules}
        self.tool = authoring_tool(file.producer)
        self.names: dict[int, str] = {}
        """Finding -> name of its mark: the fingerprint, with a number from the second finding on
        that has it."""

    def marks(self) -> Iterator[Mark]:
        pages: dict[int, list[int]] = {0: []}
        parts: dict[int, list[_Part]] = {}
        for index, finding in enumerate(self.file.findings):
            if finding.status.value == "open":
                page = place_of(self.file, finding)[0]
                pages.setdefault(page, []).append(index)
                for at, part in self.parts(index, page):
                    parts.setdefault(at, []).append(part)
        taken: dict[str, int] = {}
        for page in sorted(pages):
            for index in pages[page]:
                digest = self.file.findings[index].fingerprint
                count = taken[digest] = taken.get(digest, 0) + 1
                self.names[index] = digest if count == 1 else f"{digest}-{count}"
        for page in sorted({*pages, *parts}):
            yield from self.page(page, pages.get(page, []), parts.get(page, []))

    def parts(self, index: int, page: int) -> Iterator[tuple[int, _Part]]:
        """Page -> what it shows of a finding whose mark is on page ``page``."""
        finding, words = self.file.findings[index], self.words
        on = {item.page for item in finding.boxes}
        back = words("The note is on page {page}.", page=str(page + 1))
        if len(on) <= FURTHER:
            said = (
                self.title(finding),
                words("The element goes on here. {back}", back=back),
                finding.message,
                words("Structure path: {path}", path=finding.path),
            )
            for item in finding.boxes:
                box = self.seen(item.page, item.box) if item.page != page else None
                if box is not None:
                    yield item.page, _Part(index, box, type_of(finding.path), said, own=True)
        if len(finding.related) > RELATED or finding.related_totals:
            return
        for other in finding.related:
            near = any(item.page == page for item in other.boxes)
            for item in other.boxes[:1] if not near else ():
                box = self.seen(item.page, item.box)
                if box is not None:
                    about = (*self.about_other(other, finding), back)
                    yield item.page, _Part(index, box, type_of(other.path), about, own=False)

    def seen(self, page: int, box: Box) -> Box | None:
        return seen(box, sheet_of(self.file, page)) if 0 <= page < self.file.pages else None

    def page(self, page: int, indices: list[int], parts: list[_Part]) -> Iterator[Mark]:
        findings = self.file.findings
        drawn = indices
        if len(indices) > PER_PAGE:
            ranked = sorted(indices, key=lambda index: -findings[index].severity.rank)
            drawn = sorted(ranked[:PER_PAGE])
        sheet = sheet_of(self.file, page)
        boxes = {index: place_of(self.file, findings[index])[1] for index in drawn}
        about = [self.about()] if page == 0 else []
        if len(drawn) < len(indices):
            about.append(self.more(len(indices) - len(drawn)))
        notes = len(about) + sum(box is None for box in boxes.values())
        places = iter(note_places(sheet, notes))
        for number, (subject, contents) in enumerate(about):
            name = f"{AUTHOR}-{page + 1}-{number + 1}"
            yield Mark(page, Shape.NOTE, Kind.ABOUT, next(places), name, subject, contents)
        taken: dict[tuple[Shape, Box], int] = {}
        marked = {box for box in boxes.values() if box is not None}
        for index in drawn:
            finding, box = findings[index], boxes[index]
            shape = Shape.NOTE if box is None else shape_of(type_of(finding.path), box, sheet)
            where = next(places) if box is None else box
            nested = taken.get((shape, where), 0)
            taken[shape, where] = nested + 1
            if shape is Shape.SQUARE:
                where = framed(where, PAD * (1 + min(nested, 4)), type_of(finding.path), sheet)
            name = self.names[index]
            yield Mark(
                page=page,
                shape=shape,
                kind=Kind(finding.severity.value),
                box=where,
                name=name,
                subject=f"{finding.code} {finding.rule}",
                contents=self.contents(finding),
                finding=index,
                nested=nested,
            )
            if box is not None:
                yield from self.related(page, index, name, marked, sheet)
        left = max(PER_PAGE - len(drawn), 0)
        yield from self.further(page, parts[:left], marked, sheet)

    def further(
        self, page: int, parts: list[_Part], marked: set[Box], sheet: Sheet
    ) -> Iterator[Mark]:
        """Marks of what the page shows of findings on other pages."""
        counts: dict[int, int] = {}
        for part in sorted(parts, key=lambda part: not part.own):
            if part.box in marked:
                continue
            marked.add(part.box)
            finding = self.file.findings[part.finding]
            count = counts[part.finding] = counts.get(part.finding, 0) + 1
            shape = shape_of(part.kind, part.box, sheet)
            yield Mark(
                page=page,
                shape=shape,
                kind=Kind(finding.severity.value) if part.own else Kind.RELATED,
                box=placed(part.box, shape, part.kind, sheet, 1 if part.own else 0.5),
                name=f"{self.names[part.finding]}-p{page + 1}-{count}",
                subject=f"{finding.code} {finding.rule}",
                contents=tuple(_clean(text) for text in part.said),
                finding=part.finding,
            )

    def title(self, finding: Finding) -> str:
        return self.words(
            "{severity}: {code} {rule}",
            severity=severity_word(finding.severity, self.words),
            code=finding.code, rule=finding.rule,
        )  # fmt: skip

    def about_other(self, other: Related, finding: Finding) -> tuple[str, str]:
        role = self.words.said(other.role)
        return (
            self.words("{role}, for {rule}", role=role, rule=finding.code),
            self.words("Structure path: {path}", path=other.path),
        )

    def related(
        self, page: int, index: int, group: str, marked: set[Box], sheet: Sheet
    ) -> Iterator[Mark]:
        """The elements on the same page that a finding speaks of besides."""
        finding, shown = self.file.findings[index], 0
        near = [
            (other, item)
            for other in finding.related
            for item in other.boxes[:1]
            if item.page == page
        ]
        if len(near) > RELATED or finding.related_totals:
            return
        for other, item in near:
            box = seen(item.box, sheet)
            if box is None or box in marked:
                continue
            marked.add(box)
            shown += 1
            said = self.about_other(other, finding)
            shape = shape_of(type_of(other.path), box, sheet)
            yield Mark(
                page=page,
                shape=shape,
                kind=Kind.RELATED,
                box=placed(box, shape, type_of(other.path), sheet, 0.5),
                name=f"{group}-r{shown}",
                subject=f"{finding.code} {finding.rule}",
                contents=tuple(_clean(text) for text in said),
                finding=index,
                group=group,
            )

    def about(self) -> tuple[str, tuple[str, ...]]:
        words, file = self.words, self.file
        counts = [
            (words("{n:# error|errors}", n=_count(file, Severity.ERROR))),
            (words("{n:# warning|warnings}", n=_count(file, Severity.WARNING))),
            (words("{n:# info|infos}", n=_count(file, Severity.INFO))),
        ]
        name = file.path.rsplit("/", 1)[-1]
        said = [
            words(
                "Review copy of {file}, made by dtaa-lint {version}: {counts}.",
                file=name, version=self.report.tool_version, counts=", ".join(counts),
            ),
            words(
                "Red marks errors, orange warnings, blue infos; violet marks another element that "
                "a finding speaks of. Each note names its severity in its first line."
            ),
            words(
                "These annotations are not tagged, on purpose: this copy is for the work on the "
                "file. Do not publish it; repair the file itself."
            ),
        ]  # fmt: skip
        return words("Review copy"), tuple(_clean(text) for text in said)

    def more(self, left: int) -> tuple[str, tuple[str, ...]]:
        said = self.words(
            "{n:# more finding|more findings} on this page, the less severe ones, without a mark "
            "of their own. The reports csv, xlsx and json list every place.",
            n=left,
        )
        return self.words("More findings"), (said,)

    def contents(self, finding: Finding) -> tuple[str, ...]:
        words = self.words
        said = [self.title(finding), finding.message]
        evidence = cut(finding.evidence, _EVIDENCE)
        if evidence and evidence not in finding.message:
            said.append(words("In the document: {text}", text=words.quoted(evidence)))
        if finding.needs_person:
            said.append(words("A person has to look whether this is so."))
        rule = self.rules.get(finding.code)
        if rule is not None:
            said.append(words("Why it matters: {why}", why=cut(rule.why, _SAID)))
            repair = cut(rule.repair_of(finding.variant), _SAID)
            said.append(words("Repair in the tag tree: {repair}", repair=repair))
            how = rule.hints(finding.variant).get(self.tool)
            if how is not None:
                said.append(f"{self.tool}: {cut(how, _SAID)}")
        if finding.tasks_blocked:
            said.append(words("Blocks {n:# task|tasks}.", n=finding.tasks_blocked))
        if finding.tasks_unlocked is not None and finding.tasks_unlocked > 0:
            said.append(words("Its repair unlocks {n:# task|tasks}.", n=finding.tasks_unlocked))
        pages = sorted({item.page + 1 for item in finding.boxes if item.page >= 0})
        if len(pages) > 1:
            said.append(
                words("On pages {first} to {last}.", first=str(pages[0]), last=str(pages[-1]))
            )
        if finding.node >= 0:
            said.append(words("Structure path: {path}", path=finding.path))
        if finding.native_id:
            said.append(words("ID: {id}", id=finding.native_id))
        return tuple(_clean(text) for text in said)


def _count(file: FileReport, severity: Severity) -> int:
    return sum(finding.severity is severity for finding in file.open_findings)


def _clean(text: str) -> str:
    return visible(text)[: 2 * _SAID]
