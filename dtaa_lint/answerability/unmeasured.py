"""What models said of a document that is of no use: answers in another form than was asked for,
marks and grades that nobody gave. Counted, and said; where nothing at all is left, not measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.answerability.benchmark.filters import MarkVerdict
from dtaa_lint.answerability.filter_stage import marks_of
from dtaa_lint.answerability.left_out import Kind, LeftOut, counted
from dtaa_lint.answerability.model import Outcome
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import DocumentFolder
from dtaa_lint.answerability.scoring.rubric import UNGRADED
from dtaa_lint.answerability.verdict_stages import asked_answers, none_usable
from dtaa_lint.words import Phrase

_NO_REASON = Phrase("no reason is noted")


def of_answers(document: str, folder: DocumentFolder, systems: Sequence[str]) -> list[LeftOut]:
    """Answers that do not have the form that was asked for, by system. Raises ConfigError."""
    found: list[LeftOut] = []
    for system in systems:
        known = asked_answers(folder, system)
        wrong = [one for one in known.values() if one.outcome is Outcome.INVALID]
        if wrong:
            kind = Kind.UNUSABLE if none_usable(known) else Kind.INVALID
            reasons = counted([one.error or _NO_REASON for one in wrong])
            found.append(LeftOut(kind, document, len(wrong), reasons, system))
    return found


def of_marks(document: str, folder: DocumentFolder, given: Mapping[str, object]) -> list[LeftOut]:
    """Marks of the filters that could not be made. ``given``: the questions by identity. Raises
    ConfigError."""
    reasons = [
        mark.reasons[0] if mark.reasons else _NO_REASON
        for name, marks in marks_of(folder).items()
        for mark in marks
        if name in given and mark.verdict is MarkVerdict.UNKNOWN
    ]
    return [LeftOut(Kind.UNMARKED, document, len(reasons), counted(reasons))] if reasons else []


def of_grades(document: str, folder: DocumentFolder) -> list[LeftOut]:
    """Grades that the judge did not give. Raises ConfigError."""
    reasons = [
        str(line["reason"]) or _NO_REASON
        for line in read_lines(folder.rubric)
        if line["outcome"] in UNGRADED
    ]
    return [LeftOut(Kind.UNGRADED, document, len(reasons), counted(reasons))] if reasons else []
