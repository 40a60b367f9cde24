"""Says aloud what qpdf had to repair, and how many pages came out of it."""

from __future__ import annotations

from dtaa_lint.pdf.issues import Issues
from dtaa_lint.pdf.model import IssueKind
from dtaa_lint.pdf.objects import Objects
from dtaa_lint.pdf.open import Opened, take_warnings
from dtaa_lint.words import Phrase

_REBUILT = ("file is damaged", "reconstruct", "startxref", "can't find PDF header")
# Nothing is lost or guessed when a cross-reference stream does not list itself.
_HARMLESS = ("xref entry for the xref stream",)
_OBJECTS = 500_000


def note_repairs(file: Opened, objects: Objects, pages: int, issues: Issues) -> None:
    """Adds REPAIRED issues for the warnings of opening and of reading."""
    warnings = [
        warning
        for warning in (*file.warnings, *take_warnings(file.pdf))
        if not any(sign in warning for sign in _HARMLESS)
    ]
    if not warnings:
        return
    if any(sign in warning for warning in warnings for sign in _REBUILT):
        issues.add(IssueKind.REPAIRED, -1, _rebuilt(file, objects, pages))
    else:
        for warning in warnings:
            issues.add(IssueKind.REPAIRED, -1, warning, group="objects")


def _rebuilt(file: Opened, objects: Objects, pages: int) -> Phrase:
    """How many pages there are of how many that left a trace in the file."""
    root = objects.dictionary(objects.dictionary(file.pdf.Root.objgen).get("Pages"))
    promised = objects.integer(root.get("Count")) or 0
    last = min(len(file.pdf.objects), _OBJECTS)
    traces = 0
    for number in range(1, last + 1):
        found = objects.fetch((number, 0))
        if isinstance(found, dict) and found.get("Type") == "Page":
            traces += 1
    known = max(traces, promised if 0 <= promised <= 1_000_000 else 0)
    if known > pages:
        return Phrase(
            "the cross-reference table was damaged and rebuilt; {pages:# page|pages} recovered "
            "of {known:d}",
            pages=pages,
            known=known,
        )
    return Phrase(
        "the cross-reference table was damaged and rebuilt; {pages:# page|pages} recovered",
        pages=pages,
    )
