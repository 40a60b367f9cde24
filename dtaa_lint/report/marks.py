"""Marks on pages: what review annotations show and say, wherever they are written.

A finding has its mark on the first page that it stands on: a highlight where the element is a
piece of text, a frame where it is a figure, a table or a larger block, and a note at the top of the
page where nothing is painted. Where the element goes on, each further page has a mark that leads
back to it. Elements that a finding speaks of besides are marked on their own pages in the same way,
in a colour of their own. Findings of the whole document are notes on the first page.

Lines of text stand so close that a frame around one runs through its neighbours; so text is never
framed, and a frame leaves no room above and below unless it is around a figure or a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

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

_TEXT = frozenset({
    "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "Sub", "Span", "Em", "Strong", "Quote",
    "BlockQuote", "Code", "Link", "Reference", "Annot", "BibEntry", "Lbl", "LBody", "LI", "TOCI",
    "TD", "TH", "Caption", "Note", "FENote", "Index", "Ruby", "RB", "RT", "RP", "Warichu", "WT",
    "WP", "Formula", "Form", "Private", "NonStruct", "Aside", "L", "TOC",
})  # fmt: skip
"""Standard types that are text for their readers."""
_SET_APART = frozenset({"Table", "Figure", "Formula", "Form"})
"""Standard types with room around them."""
_TALL = 0.25
"""Share of the page's height above which text is framed, as a highlight would cover too much."""
_LETTER = Sheet((0.0, 0.0, 612.0, 792.0), 0)
"""Where nothing is known of a page."""
_LEAST = 4.0
"""Points that a mark is wide and high at least."""
_PAD = 2.0
"""Points between an element and its frame."""
NOTE = 18.0
"""Points that the icon of a note is wide and high."""
_STEP, _LEAST_STEP, _MARGIN = 22.0, 7.0, 10.0
"""Points between two notes, when there is room and at least; and to the edge of the page."""
_EVIDENCE, _SAID = 300, 2000
"""Characters of a quotation, and of any other text, in a note."""


class Shape(StrEnum):
    HIGHLIGHT = "highlight"
    SQUARE = "square"
    NOTE = "text"


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
                    yield item.page, _Part(index, box, _type(finding.path), said, own=True)
        if len(finding.related) > RELATED or finding.related_totals:
            return
        for other in finding.related:
            near = any(item.page == page for item in other.boxes)
            for item in other.boxes[:1] if not near else ():
                box = self.seen(item.page, item.box)
                if box is not None:
                    about = (*self.about_other(other, finding), back)
                    yield item.page, _Part(index, box, _type(other.path), about, own=False)

    def seen(self, page: int, box: Box) -> Box | None:
        return _seen(box, sheet_of(self.file, page)) if 0 <= page < self.file.pages else None

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
        places = iter(_note_places(sheet, notes))
        for number, (subject, contents) in enumerate(about):
            name = f"{AUTHOR}-{page + 1}-{number + 1}"
            yield Mark(page, Shape.NOTE, Kind.ABOUT, next(places), name, subject, contents)
        taken: dict[tuple[Shape, Box], int] = {}
        framed = {box for box in boxes.values() if box is not None}
        for index in drawn:
            finding, box = findings[index], boxes[index]
            shape = Shape.NOTE if box is None else _shape(_type(finding.path), box, sheet)
            where = next(places) if box is None else box
            nested = taken.get((shape, where), 0)
            taken[shape, where] = nested + 1
            if shape is Shape.SQUARE:
                where = _framed(where, _PAD * (1 + min(nested, 4)), _type(finding.path), sheet)
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
                yield from self.related(page, index, name, framed, sheet)
        left = max(PER_PAGE - len(drawn), 0)
        yield from self.further(page, parts[:left], framed, sheet)

    def further(
        self, page: int, parts: list[_Part], framed: set[Box], sheet: Sheet
    ) -> Iterator[Mark]:
        """Marks of what the page shows of findings on other pages."""
        counts: dict[int, int] = {}
        for part in sorted(parts, key=lambda part: not part.own):
            if part.box in framed:
                continue
            framed.add(part.box)
            finding = self.file.findings[part.finding]
            count = counts[part.finding] = counts.get(part.finding, 0) + 1
            shape = _shape(part.kind, part.box, sheet)
            yield Mark(
                page=page,
                shape=shape,
                kind=Kind(finding.severity.value) if part.own else Kind.RELATED,
                box=_placed(part.box, shape, part.kind, sheet, 1 if part.own else 0.5),
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
        self, page: int, index: int, group: str, framed: set[Box], sheet: Sheet
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
            box = _seen(item.box, sheet)
            if box is None or box in framed:
                continue
            framed.add(box)
            shown += 1
            said = self.about_other(other, finding)
            shape = _shape(_type(other.path), box, sheet)
            yield Mark(
                page=page,
                shape=shape,
                kind=Kind.RELATED,
                box=_placed(box, shape, _type(other.path), sheet, 0.5),
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


def place_of(file: FileReport, finding: Finding) -> tuple[int, Box | None]:
    """The page that a finding is marked on, and its box there; None when it has none that can be
    seen. What is on no page is marked on the first."""
    for item in sorted(finding.boxes, key=lambda item: (item.page != finding.page, item.page)):
        if 0 <= item.page < file.pages:
            box = _seen(item.box, sheet_of(file, item.page))
            if box is not None:
                return item.page, box
    return (finding.page if 0 <= finding.page < file.pages else 0), None


def sheet_of(file: FileReport, page: int) -> Sheet:
    """The page's visible area and rotation, or those of US Letter where they are not known."""
    sheet = file.sheets[page] if 0 <= page < len(file.sheets) else _LETTER
    x0, y0, x1, y1 = sheet.box
    return sheet if all(isfinite(value) for value in sheet.box) and x0 < x1 and y0 < y1 else _LETTER


def _count(file: FileReport, severity: Severity) -> int:
    return sum(finding.severity is severity for finding in file.open_findings)


def _clean(text: str) -> str:
    return visible(text)[: 2 * _SAID]


def _seen(box: Box, sheet: Sheet) -> Box | None:
    """The visible part of a box, of a size that can be seen; None where there is none."""
    if not all(isfinite(value) for value in box):
        return None
    left, bottom, right, top = sheet.box
    x0, x1 = max(min(box[0], box[2]), left), min(max(box[0], box[2]), right)
    y0, y1 = max(min(box[1], box[3]), bottom), min(max(box[1], box[3]), top)
    if x0 > x1 or y0 > y1:
        return None
    x0, x1 = _grown(x0, x1)
    y0, y1 = _grown(y0, y1)
    return (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))


def _grown(low: float, high: float) -> tuple[float, float]:
    lack = max(0.0, _LEAST - (high - low)) / 2
    return low - lack, high + lack


def _widened(box: Box, along: float, across: float, sheet: Sheet) -> Box:
    """A frame around a box, on whole points (so that frames of one size share their drawing), that
    does not leave the page; ``along``: room before and behind lines, ``across``: above and below
    them."""
    left, bottom, right, top = sheet.box
    x0, y0, x1, y1 = box
    dx, dy = (across, along) if sheet.rotate in (90, 270) else (along, across)
    return (
        min(max(float(round(x0 - dx)), left), x0), min(max(float(round(y0 - dy)), bottom), y0),
        max(min(float(round(x1 + dx)), right), x1), max(min(float(round(y1 + dy)), top), y1),
    )  # fmt: skip


def _framed(box: Box, by: float, kind: str, sheet: Sheet) -> Box:
    """The frame around an element."""
    return _widened(box, by, by if kind in _SET_APART else 0.0, sheet)


def _placed(box: Box, shape: Shape, kind: str, sheet: Sheet, room: float) -> Box:
    """Where a mark that is no note stands; ``room``: of the usual one."""
    if shape is Shape.SQUARE:
        return _framed(box, _PAD * room, kind, sheet)
    # Dashed lines stand before and behind the text.
    return box if room == 1 else _widened(box, _PAD, 0.0, sheet)


def _type(path: str) -> str:
    """The standard type of the element that a path leads to."""
    return path.rsplit("/", 1)[-1].split("[", 1)[0]


def _shape(kind: str, box: Box, sheet: Sheet) -> Shape:
    sideways = sheet.rotate in (90, 270)
    height = box[2] - box[0] if sideways else box[3] - box[1]
    page = sheet.box[2] - sheet.box[0] if sideways else sheet.box[3] - sheet.box[1]
    return Shape.HIGHLIGHT if kind in _TEXT and height <= _TALL * page else Shape.SQUARE


def _note_places(sheet: Sheet, count: int) -> list[Box]:
    """Where notes stand: in a row at the top of the page as it is shown, closer together when they
    are many, and in further rows when they are too many for one.

    Most viewers keep notes upright on pages that are turned, around their upper left corner in
    default user space; there is room for that, too."""
    x0, y0, x1, y1 = sheet.box
    width = y1 - y0 if sheet.rotate in (90, 270) else x1 - x0
    room = max(width - 2 * _MARGIN - NOTE, 0.0)
    step = _STEP if count < 2 else min(_STEP, max(_LEAST_STEP, room / (count - 1)))
    in_row = int(room / step + 1e-6) + 1
    places: list[Box] = []
    for number in range(count):
        row, column = divmod(number, in_row)
        right, down = _MARGIN + column * step, _MARGIN + row * _STEP
        match sheet.rotate:
            case 90:
                x, y = x0 + down, y0 + right
            case 180:
                x, y = x1 - right - NOTE, y0 + down
            case 270:
                x, y = x1 - down - NOTE, y1 - right - NOTE
            case _:
                x, y = x0 + right, y1 - down - NOTE
        places.append((round(x, 2), round(y, 2), round(x + NOTE, 2), round(y + NOTE, 2)))
    return places
