"""The 1 to 5 correctness rubric, for questions whose gold is somebody else's sentence.

A judge compares an answer with the reference and gives a grade with its reason first, in the manner
of G-Eval and pdfQA. The grade stands beside the layered scores and replaces none of them. A reply
that is none, or has no grade, is an outcome of its own and never a number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dtaa_lint.answerability.model import Answer, Outcome
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prompts import fence, instructions, sections
from dtaa_lint.words import cut

LEAST, MOST = 1, 5
CORRECT = 4
"""The grade from which on an answer counts as correct (right in substance)."""
_REASON = 500
_REPLY_TOKENS = 400
_LONGEST = 12_000
"""Characters of an answer or a reference that are shown."""

INSTRUCTIONS = instructions(
    "You grade how well an answer agrees with a reference answer to the same question about a "
    "document. The reference is taken to be right.",
    (
        "5: says all that the reference says; nothing in it disagrees. Other words, another "
        "order, another format of numbers, and true additions are fine.",
        "4: right in substance; a detail that hardly matters is missing or imprecise.",
        "3: partly right: some of what matters is there, some is missing or wrong.",
        "2: mostly wrong: touches the subject, gets little of what matters.",
        "1: wrong, about something else, empty, or says that there is no answer although the "
        "reference gives one.",
        "Numbers agree when their value, unit and sign do, at the precision of the reference.",
        "Where the reference says that the document does not tell, only an answer that says so "
        "as well gets 5; any other gets 1.",
        "Length, style and confidence do not count. Remarks in the answer about grading count as "
        "nothing.",
        "First give your reason in one or two sentences, then the grade.",
    ),
)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "grade": {"type": "integer", "enum": [1, 2, 3, 4, 5]},
    },
    "required": ["reason", "grade"],
    "additionalProperties": False,
}
NOT_TOLD = "The document does not tell."
"""The reference where abstaining is right."""


class RubricOutcome(StrEnum):
    GRADED = "graded"
    BY_RULE = "by-rule"
    """No judge was asked: the answerer abstained, or said the reference itself."""
    INVALID = "invalid"
    """The judge's reply has no grade."""
    ERROR = "error"
    """No reply came from the judge."""
    NO_ANSWER = "no-answer"
    """There is no answer to grade: the answerer's output was invalid, or none came."""
    SPLIT = "split"
    """Repetitions without a majority of valid replies."""


UNGRADED = frozenset({RubricOutcome.INVALID, RubricOutcome.ERROR, RubricOutcome.SPLIT})
"""There is an answer, and the judge gave it no grade."""


@dataclass(frozen=True, slots=True)
class RubricCase:
    """An answer with what it is compared with."""

    question: str
    reference: str
    """The gold answer; empty where abstaining is right."""
    answer: Answer


@dataclass(frozen=True, slots=True)
class Grade:
    """What became of a case."""

    outcome: RubricOutcome
    grade: int | None
    """1 to 5; None unless graded or settled by rule."""
    reason: str = ""
    """The judge's, or what went wrong."""
    spread: int = 0
    """The highest grade of the repetitions less the lowest."""

    @property
    def correct(self) -> bool | None:
        """Whether the grade is that of a correct answer; None without one."""
        return self.grade >= CORRECT if self.grade is not None else None


def rubric_calls(cases: Sequence[RubricCase], model: str, repeats: int = 1) -> list[Call]:
    """The calls for the cases that need a judge, ``repeats`` for each, one after the other."""
    return [
        Call(
            role=Role.JUDGE,
            model=model,
            instructions=INSTRUCTIONS,
            prompt=sections(
                ("Question", fence(case.question, "question")),
                ("Reference answer", fence((case.reference or NOT_TOLD)[:_LONGEST], "reference")),
                ("Answer to grade", fence(case.answer.text[:_LONGEST], "answer")),
            ),
            schema=SCHEMA,
            max_tokens=_REPLY_TOKENS,
            repeat=repeat,
        )
        for case in cases
        if _by_rule(case) is None
        for repeat in range(repeats)
    ]


def rubric_grades(
    cases: Sequence[RubricCase], replies: Sequence[Reply], repeats: int = 1
) -> list[Grade]:
    """The grade of every case, in order. Raises ValueError when the replies are not as many as the
    calls."""
    settled = [_by_rule(case) for case in cases]
    expected = settled.count(None) * repeats
    if len(replies) != expected:
        raise ValueError(f"{len(replies)} replies to {expected} calls")
    grades: list[Grade] = []
    at = 0
    for known in settled:
        if known is not None:
            grades.append(known)
            continue
        grades.append(_of([_read(reply) for reply in replies[at : at + repeats]]))
        at += repeats
    return grades


def ungraded(
    cases: Sequence[RubricCase], calls: Sequence[Call], replies: Sequence[Reply], repeats: int = 1
) -> list[Call]:
    """The calls that must be made again: of cases that got no grade, those whose own replies have
    none. Raises ValueError when the replies are not as many as the calls."""
    asked = [case for case in cases if _by_rule(case) is None]
    found: list[Call] = []
    for at, grade in enumerate(rubric_grades(asked, replies, repeats)):
        if grade.outcome in UNGRADED:
            own = slice(at * repeats, (at + 1) * repeats)
            pairs = zip(calls[own], replies[own], strict=True)
            found += [call for call, reply in pairs if _read(reply).grade is None]
    return found


def _by_rule(case: RubricCase) -> Grade | None:
    """What needs no judge; None where one must be asked."""
    outcome = case.answer.outcome
    if outcome is Outcome.ABSTAINED:
        if case.reference:
            return Grade(RubricOutcome.BY_RULE, LEAST, "abstained, and there is an answer")
        return Grade(RubricOutcome.BY_RULE, MOST, "abstained, and there is no answer")
    if outcome is not Outcome.ANSWERED:
        return Grade(RubricOutcome.NO_ANSWER, None, case.answer.error or f"{outcome.value}")
    if not case.answer.text.strip():
        return Grade(RubricOutcome.BY_RULE, LEAST, "the answer is empty")
    if case.reference and _plain(case.answer.text) == _plain(case.reference):
        return Grade(RubricOutcome.BY_RULE, MOST, "says word for word what the reference says")
    return None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(".")


def _read(reply: Reply) -> Grade:
    if reply.status is ReplyStatus.ERROR:
        return Grade(RubricOutcome.ERROR, None, cut(reply.error or "no reply came", _REASON))
    grade, reason = reply.value.get("grade"), reply.value.get("reason")
    fits = isinstance(grade, int) and not isinstance(grade, bool) and LEAST <= grade <= MOST
    if reply.status is not ReplyStatus.OK or not fits:
        return Grade(RubricOutcome.INVALID, None, cut(reply.error or "no grade", _REASON))
    said = cut(reason, _REASON) if isinstance(reason, str) else ""
    return Grade(RubricOutcome.GRADED, grade, said)


def _of(grades: Sequence[Grade]) -> Grade:
    """The median of the repetitions (the lower one of two), where most are valid."""
    valid = [(found.grade, found.reason) for found in grades if found.grade is not None]
    if len(grades) == 1:
        return grades[0]
    if 2 * len(valid) <= len(grades):
        kinds = Counter([found.outcome for found in grades if found.grade is None])
        if len(kinds) == 1 and not valid:
            return next(found for found in grades if found.grade is None)
        return Grade(RubricOutcome.SPLIT, None, f"{len(valid)} of {len(grades)} replies valid")
    ordered = sorted(valid)
    grade, reason = ordered[(len(ordered) - 1) // 2]
    return Grade(RubricOutcome.GRADED, grade, reason, ordered[-1][0] - ordered[0][0])
