"""The bookmarks of a review copy: severity, rule, place."""

from __future__ import annotations

from dataclasses import dataclass

from dtaa_lint.findings.finding import FileReport, Finding, Severity, Sheet
from dtaa_lint.pdf.model import Box
from dtaa_lint.report.escape import visible
from dtaa_lint.report.mark_places import place_of, sheet_of
from dtaa_lint.report.marks import AUTHOR, severity_word
from dtaa_lint.words import Words, cut, fold

PLACES = 200
"""Bookmarks of one rule; the last one says how many more places there are."""
_ABOVE = 12.0
"""Points of the page that are shown above an element."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    title: str
    page: int
    """0-based."""
    position: tuple[float, float]
    """The point, in default user space, that goes to the upper left of the window."""
    children: tuple[Bookmark, ...] = ()


def bookmarks(file: FileReport, words: Words) -> Bookmark:
    """The one entry at the top, with the findings that count below it."""
    severities: list[Bookmark] = []
    for severity in sorted(Severity, key=lambda item: -item.rank):
        found: dict[str, list[Finding]] = {}
        for finding in file.open_findings:
            if finding.severity is severity:
                found.setdefault(finding.code, []).append(finding)
        if not found:
            continue
        rules = tuple(_rule(file, found[code], words) for code in sorted(found))
        title = words(
            "{severity} ({n})",
            severity=severity_word(severity, words),
            n=sum(len(places) for places in found.values()),
        )
        severities.append(Bookmark(title, rules[0].page, rules[0].position, rules))
    return Bookmark(AUTHOR, 0, _corner(sheet_of(file, 0)), tuple(severities))


def _rule(file: FileReport, findings: list[Finding], words: Words) -> Bookmark:
    shown = findings if len(findings) <= PLACES else findings[: PLACES - 1]
    places = [_place(file, finding, words) for finding in shown]
    if len(shown) < len(findings):
        page, position = _target(file, findings[len(shown)])
        left = len(findings) - len(shown)
        title = words("{n:# more place|more places}, the first here", n=left)
        places.append(Bookmark(title, page, position))
    first = findings[0]
    title = words("{code} {rule} ({n})", code=first.code, rule=first.rule, n=len(findings))
    return Bookmark(title, places[0].page, places[0].position, tuple(places))


def _place(file: FileReport, finding: Finding, words: Words) -> Bookmark:
    page, position = _target(file, finding)
    said = cut(finding.evidence) or finding.path.rsplit("/", 1)[-1]
    if finding.node < 0 and finding.page < 0:
        title = words("Document: {text}", text=cut(finding.message))
    elif finding.page_label and finding.page_label != str(page + 1):
        label = fold(finding.page_label)[:20]
        title = words("Page {n} ({label}): {text}", n=str(page + 1), label=label, text=said)
    else:
        title = words("Page {n}: {text}", n=str(page + 1), text=said)
    return Bookmark(visible(title), page, position)


def _target(file: FileReport, finding: Finding) -> tuple[int, tuple[float, float]]:
    page, box = place_of(file, finding)
    return page, _corner(sheet_of(file, page), box)


def _corner(sheet: Sheet, box: Box | None = None) -> tuple[float, float]:
    """The point at the left edge of the page, as it is shown, and a little above the box; that of
    the page itself without a box."""
    left, bottom, right, top = sheet.box
    if box is None:
        box = sheet.box
    match sheet.rotate:
        case 90:
            x, y = max(box[0] - _ABOVE, left), bottom
        case 180:
            x, y = right, max(box[1] - _ABOVE, bottom)
        case 270:
            x, y = min(box[2] + _ABOVE, right), top
        case _:
            x, y = left, min(box[3] + _ABOVE, top)
    return round(x, 2), round(y, 2)
