"""What a run did not ask, or got nothing usable to, and why: counted, so that nothing is left out
without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.answerability.benchmark import checks, prechecks
from dtaa_lint.answerability.benchmark.families import NO_VERDICT, StepVerdict
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask
from dtaa_lint.answerability.benchmark.generate import NO_TEXT
from dtaa_lint.answerability.benchmark.templates import UNCLEAR, UNNAMED
from dtaa_lint.answerability.benchmark.validate import WRONG
from dtaa_lint.answerability.documents import Compiled
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import DocumentFolder
from dtaa_lint.words import Phrase, cut, joined

NO_SOURCES = Phrase("no sources are given for it, and nobody answers")
NOT_FOUND = Phrase("its sources do not stand in the document, and nobody answers")
NO_ANSWER = Phrase("the document does not answer it, and nobody can abstain")
NO_STRUCTURE = Phrase("it has no structure")
NO_CANDIDATE = Phrase("nothing in its structure is a task")
ONLY_EASY = Phrase("only facts of one paragraph, which are counted apart")
_OWN = frozenset(
    {
        *(checks.LEAKS_TEXT, checks.LEAKS_NUMBER, checks.NO_CONSTRAINT),
        *(prechecks.EMPTY, prechecks.TOO_SHORT, prechecks.TOO_LONG, prechecks.OTHER_LANGUAGE),
        *(prechecks.POINTS_AT_PAGE, prechecks.SEVERAL_LINES, prechecks.MARKUP, prechecks.ECHO),
        *(prechecks.NO_QUESTION, prechecks.NO_SUBJECT, prechecks.REPEATED),
        *(UNCLEAR, UNNAMED, NO_TEXT, NO_VERDICT, *WRONG.values()),
    }
)
"""Why this tool itself excludes a question."""
_LONGEST = 200
_REASONS = 4
"""Reasons that a sentence names."""


class Kind(StrEnum):
    EXCLUDED = "excluded"
    """Questions about tasks that were found wanting."""
    WAITING = "waiting"
    """Questions about tasks that nobody wrote or checked, because a provider gave no reply, or for
    none of a document a usable one: they are asked for again."""
    GIVEN = "given"
    """Somebody else's questions that are asked of no document."""
    NO_TASK = "no task"
    """A document of which nothing can be asked."""
    INVALID = "invalid"
    """Answers that do not have the form that was asked for: they count as failed."""
    UNUSABLE = "unusable"
    """The same, where a system has no other answer about a document: they are asked for again."""
    UNMARKED = "unmarked"
    """Marks of the filters that could not be made: they are asked for again."""
    UNGRADED = "ungraded"
    """Grades of answers to somebody else's questions that the judge did not give: they are asked
    for again."""


UNMEASURED = frozenset({Kind.WAITING, Kind.UNUSABLE, Kind.UNMARKED, Kind.UNGRADED})
"""What could not be measured, and what a run that is resumed asks for again."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was left out of one document, or of all of them."""

    kind: Kind
    document: str
    """Its folder; empty for none."""
    count: int
    """Questions; answers, marks or grades of the kinds that are about them; 0 of ``NO_TASK``."""
    reasons: tuple[tuple[str, int], ...]
    """(reason, how many; of ``NO_TASK`` rejected candidates, or 0), most first."""
    system: str = ""
    """Whose answers; empty for what is of no system."""

    @property
    def text(self) -> Phrase:
        """A sentence for people."""
        reasons = _listed(self.reasons)
        if self.kind is Kind.NO_TASK:
            return Phrase("{document}: no task: {reasons}", document=self.document, reasons=reasons)
        if self.kind is Kind.GIVEN:
            return Phrase(
                "{n:# of other people's questions is|of other people's questions are} not asked: "
                "{reasons}",
                n=self.count, reasons=reasons,
            )  # fmt: skip
        if self.kind is Kind.WAITING:
            return Phrase(
                "{document}: {n:# question|questions} could not be written or checked: {reasons}",
                document=self.document, n=self.count, reasons=reasons,
            )  # fmt: skip
        if self.kind is Kind.INVALID:
            return Phrase(
                "{document}, {system}: {n:# answer was|answers were} not in the asked form and "
                "{n:? counts|count} as failed: {reasons}",
                document=self.document, system=self.system, n=self.count, reasons=reasons,
            )  # fmt: skip
        if self.kind is Kind.UNUSABLE:
            return Phrase(
                "{document}, {system}: nothing was answered: {n:# answer was|answers were} not in "
                "the asked form: {reasons}",
                document=self.document, system=self.system, n=self.count, reasons=reasons,
            )  # fmt: skip
        if self.kind is Kind.UNMARKED:
            return Phrase(
                "{document}: {n:# mark|marks} of the filters could not be made: {reasons}",
                document=self.document, n=self.count, reasons=reasons,
            )  # fmt: skip
        if self.kind is Kind.UNGRADED:
            return Phrase(
                "{document}: {n:# grade|grades} could not be given: {reasons}",
                document=self.document, n=self.count, reasons=reasons,
            )  # fmt: skip
        return Phrase(
            "{document}: {n:# question is|questions are} excluded: {reasons}",
            document=self.document, n=self.count, reasons=reasons,
        )  # fmt: skip


def _listed(reasons: Sequence[tuple[str, int]]) -> Phrase:
    parts: list[str] = [
        Phrase("{reason} ({n})", reason=_short(reason), n=n) if n else reason
        for reason, n in reasons[:_REASONS]
    ]
    if len(reasons) > _REASONS:
        parts.append(Phrase("{n} more reasons", n=len(reasons) - _REASONS))
    return joined(parts, "; ")


def _short(reason: str) -> str:
    """What this tool says by itself is translated; a provider's words may be many."""
    if isinstance(reason, Phrase) or reason in _OWN:
        return Phrase(reason)
    return cut(reason, _LONGEST)


def of_questions(document: str, folder: DocumentFolder) -> list[LeftOut]:
    """Questions about a document's tasks that are not asked. Raises ConfigError."""
    found = []
    open_ones = waiting(folder)
    wanting = [
        tuple(line["objections"])[:1]
        for line in read_lines(folder.excluded)
        if (line["taskId"], line["phrasing"]) not in open_ones
    ]
    if wanting:
        reasons = [first[0] if first else Phrase("no reason is noted") for first in wanting]
        found.append(LeftOut(Kind.EXCLUDED, document, len(wanting), counted(reasons)))
    if open_ones:
        found.append(LeftOut(Kind.WAITING, document, len(open_ones), counted(open_ones.values())))
    return found


def waiting(folder: DocumentFolder) -> dict[tuple[str, str], str]:
    """(task, phrasing) of questions that wait for a reply -> why none came: none at all, or, where
    a document has no question that passed, none that could be used. Raises ConfigError."""
    last: dict[tuple[str, str], Mapping[str, object]] = {}
    for line in read_lines(folder.validation):
        last[line["taskId"], line["phrasing"]] = line
    lost = {StepVerdict.ERROR}
    if last and not read_lines(folder.questions):
        lost.add(StepVerdict.INVALID)
    found = {}
    for place, line in last.items():
        if line["verdict"] in lost:
            said = line["objections"]
            found[place] = (
                str(said[0]) if isinstance(said, list) and said else Phrase("no reply came")
            )
    return found


def of_document(document: str, made: Compiled) -> list[LeftOut]:
    """Why nothing can be asked of a document; nothing where something can."""
    if made.tasks:
        return []
    reasons: tuple[tuple[str, int], ...]
    if not made.view.nodes:
        reasons = ((NO_STRUCTURE, 0),)
    elif made.control:
        reasons = ((ONLY_EASY, 0),)
    else:
        rejected = Counter([one.reason.value for one in made.universe.rejections() if one.reason])
        reasons = _most_first(rejected) or ((NO_CANDIDATE, 0),)
    return [LeftOut(Kind.NO_TASK, document, 0, reasons)]


def of_given(
    by_document: Iterable[Mapping[str, ForeignTask]], full: bool, elsewhere: Iterable[str]
) -> list[LeftOut]:
    """Somebody else's questions that nobody is asked. ``elsewhere``: why others belong to no
    document; ``full``: somebody answers."""
    reasons = list(elsewhere)
    for given in by_document:
        for one in () if full else given.values():
            if one.task is None:
                reasons.append(NO_ANSWER)
            elif not one.scores_evidence:
                reasons.append(NOT_FOUND if one.question.sources else NO_SOURCES)
    return [LeftOut(Kind.GIVEN, "", len(reasons), counted(reasons))] if reasons else []


def counted(reasons: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Reasons with their numbers, most first."""
    return _most_first(Counter(reasons))


def _most_first(found: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))
