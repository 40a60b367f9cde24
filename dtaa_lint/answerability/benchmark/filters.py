"""pdfQA's quality and difficulty filters, for other people's questions (its sections 2.1 and 2.2).

Quality: does the question fit its form and the whole document (formal), is the answer right given
its own sources (internal), and is it still right given the most similar passages of the document as
well (external). Difficulty: is it answered rightly from the whole text by a given model? Nothing is
dropped: questions are marked, with reasons, and whoever counts them decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.benchmark.dimensions import AnswerType
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion
from dtaa_lint.answerability.benchmark.foreign_gold import is_yes_or_no
from dtaa_lint.answerability.benchmark.prechecks import POINTS_AT_PAGE, form_objections
from dtaa_lint.answerability.model import Answer, Outcome
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role, Runner
from dtaa_lint.answerability.models.prompts import fence, instructions, sections
from dtaa_lint.answerability.scoring.rubric import (
    RubricCase,
    RubricOutcome,
    rubric_calls,
    rubric_grades,
)
from dtaa_lint.universe.export import Json
from dtaa_lint.words import cut

RELATED = 5
"""Passages of the document that the external check adds."""
_SOURCE = 6_000
"""Characters of a source or passage that are shown."""
_MOST_SOURCES = 20
_REASON = 300
_REPLY_TOKENS = 400
_ANSWER_TOKENS = 800
NO_SOURCES = "it has no sources"
NO_PASSAGES = "no passages were shown for it"
WRONG_FORM = "is no answer of the type that the file states"

Related = Callable[[ForeignQuestion], Sequence[str]]
"""Question -> the passages of its document that are most like it, best first."""
Progress = Callable[[int, int], None]


class Check(StrEnum):
    FORMAL = "formal"
    INTERNAL = "internal"
    EXTERNAL = "external"
    DIFFICULTY = "difficulty"


class MarkVerdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    """Difficulty: too easy, answered from the whole text."""
    UNKNOWN = "unknown"
    """The reply was invalid, or none came."""
    SKIPPED = "skipped"
    """It could not be asked: no sources, or the text does not fit the model."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one check says of one question."""

    foreign_id: str
    check: Check
    verdict: MarkVerdict
    reasons: tuple[str, ...] = ()
    model: str = ""
    """Who decided; empty for a deterministic decision."""


_FORMAL = instructions(
    "You check whether a question with its answer is fit for asking a document assistant about a "
    "whole document.",
    (
        "whole_document: the question can be understood by somebody who has the whole document and "
        "nothing else. It does not speak of “this table”, “the passage above” and the like.",
        "deterministic: one answer is right. A question for “some” or “any” of several is not, nor "
        "one for an opinion.",
        "fits_type: the answer has the form that the question asks for: yes or no, a value, a "
        "name, a sentence, an explanation.",
        "First say in one sentence what is wrong (nothing: an empty text), then decide each.",
    ),
)
_FORMAL_CHECKS: Mapping[str, str] = {
    "whole_document": "does not stand for the whole document",
    "deterministic": "has more than one right answer",
    "fits_type": "the answer does not have the form that is asked for",
}
_VALIDITY = instructions(
    "You check whether an answer to a question is right, given passages of a document.",
    (
        "right: the passages support the answer, all of it, and none of them contradicts it. "
        "Calculations from the passages count as support.",
        "If the passages do not say enough to tell, it is not right.",
        "First say in one sentence what is wrong (nothing: an empty text), then decide.",
    ),
)
_ANSWERING = instructions(
    "You answer a question from the text of a document, and from nothing else.",
    (
        "Answer as shortly as the question allows.",
        "answered: false when the text does not tell; the answer is then empty.",
    ),
)


def _schema(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "objection": {"type": "string"},
            **{name: {"type": "boolean"} for name in names},
        },
        "required": ["objection", *names],
        "additionalProperties": False,
    }


_ANSWER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answered": {"type": "boolean"}, "answer": {"type": "string"}},
    "required": ["answered", "answer"],
    "additionalProperties": False,
}


def quality(
    questions: Sequence[ForeignQuestion],
    runner: Runner,
    model: str,
    related: Related,
    progress: Progress | None = None,
) -> tuple[Mark, ...]:
    """The three marks of every question, question by question. What the deterministic checks of
    form find needs no call."""
    formal = [_form_fault(question) for question in questions]
    asked: list[tuple[int, Check]] = []
    calls: list[Call] = []
    for at, question in enumerate(questions):
        if not formal[at]:
            asked.append((at, Check.FORMAL))
            calls.append(formal_call(question, model))
        if question.sources:
            texts = [source.text for source in question.sources]
            asked.append((at, Check.INTERNAL))
            calls.append(validity_call(question, texts, (), model))
            passages = related(question)[:RELATED]
            if passages:
                asked.append((at, Check.EXTERNAL))
                calls.append(validity_call(question, texts, passages, model))
    replies = runner.run(calls, progress) if calls else []
    found: dict[tuple[int, Check], Mark] = {}
    for (at, check), reply in zip(asked, replies, strict=True):
        found[at, check] = read_quality(questions[at], check, reply, model)
    marks: list[Mark] = []
    for at, question in enumerate(questions):
        identity = question.foreign_id
        if formal[at]:
            found[at, Check.FORMAL] = Mark(identity, Check.FORMAL, MarkVerdict.FAILED, formal[at])
        for check in (Check.FORMAL, Check.INTERNAL, Check.EXTERNAL):
            reason = NO_PASSAGES if question.sources else NO_SOURCES
            skipped = Mark(identity, check, MarkVerdict.SKIPPED, (reason,))
            marks.append(found.get((at, check), skipped))
    return tuple(marks)


def formal_call(question: ForeignQuestion, model: str) -> Call:
    """The call for the check of form."""
    return Call(
        role=Role.VALIDATOR,
        model=model,
        instructions=_FORMAL,
        prompt=sections(*_pair(question)),
        schema=_schema(*_FORMAL_CHECKS),
        max_tokens=_REPLY_TOKENS,
    )


def validity_call(
    question: ForeignQuestion, sources: Sequence[str], related: Sequence[str], model: str
) -> Call:
    """The call for internal validity (no related passages) or external validity."""
    own = [fence(text[:_SOURCE], "source") for text in sources[:_MOST_SOURCES]]
    more = [fence(text[:_SOURCE], "passage") for text in related[:_MOST_SOURCES]]
    parts = [("Passages that the answer rests on", "\n".join(own))]
    if more:
        parts.append(("Other passages of the document", "\n".join(more)))
    return Call(
        role=Role.VALIDATOR,
        model=model,
        instructions=_VALIDITY,
        prompt=sections(*parts, *_pair(question)),
        schema=_schema("right"),
        max_tokens=_REPLY_TOKENS,
    )


def read_quality(question: ForeignQuestion, check: Check, reply: Reply, model: str) -> Mark:
    """The mark that a reply to one of these calls gives."""
    names = tuple(_FORMAL_CHECKS) if check is Check.FORMAL else ("right",)
    if reply.status is not ReplyStatus.OK:
        reason = reply.error or f"the reply is {reply.status.value}"
        return _mark(question, check, MarkVerdict.UNKNOWN, (cut(reason, _REASON),), model)
    decided = {name: reply.value.get(name) for name in names}
    if not all(isinstance(value, bool) for value in decided.values()):
        return _mark(question, check, MarkVerdict.UNKNOWN, ("the reply decides nothing",), model)
    objections = _FORMAL_CHECKS if check is Check.FORMAL else {"right": _NOT_RIGHT[check]}
    wrong = [text for name, text in objections.items() if not decided[name]]
    said = reply.value.get("objection")
    if wrong and isinstance(said, str) and said.strip():
        wrong.append(cut(said, _REASON))
    verdict = MarkVerdict.FAILED if wrong else MarkVerdict.PASSED
    return _mark(question, check, verdict, tuple(wrong), model)


_NOT_RIGHT: Mapping[Check, str] = {
    Check.INTERNAL: "its own sources do not support the answer",
    Check.EXTERNAL: "with similar passages of the document the answer is not right",
}


def difficulty(
    asked: Sequence[tuple[ForeignQuestion, str]],
    runner: Runner,
    *,
    model: str,
    judge: str,
    most_words: int,
    progress: Progress | None = None,
) -> tuple[Mark, ...]:
    """The mark of every question, each with the whole text of its document, in order: failed (too
    easy) where ``model`` answers it rightly from the text, as the rubric's judge sees it. A text of
    more than ``most_words`` words does not fit the model, and nothing is asked."""
    sizes = {text: words_in(text) for text in dict.fromkeys(text for _, text in asked)}
    fitting = [(question, text) for question, text in asked if sizes[text] <= most_words]
    graded = iter(_graded(fitting, runner, model, judge, progress))
    marks = []
    for question, text in asked:
        if sizes[text] <= most_words:
            marks.append(next(graded))
            continue
        reason = f"the text has {sizes[text]:,} words, the model takes {most_words:,}"
        marks.append(_mark(question, Check.DIFFICULTY, MarkVerdict.SKIPPED, (reason,), model))
    return tuple(marks)


def _graded(
    asked: Sequence[tuple[ForeignQuestion, str]],
    runner: Runner,
    model: str,
    judge: str,
    progress: Progress | None,
) -> list[Mark]:
    questions = [question for question, _ in asked]
    calls = [difficulty_call(question, text, model) for question, text in asked]
    replies = runner.run(calls, progress) if calls else []
    answers = [_answer(question, reply) for question, reply in zip(questions, replies, strict=True)]
    cases = [
        RubricCase(question.text, question.answer if question.gold is not None else "", answer)
        for question, answer in zip(questions, answers, strict=True)
    ]
    judging = rubric_calls(cases, judge)
    grades = rubric_grades(cases, runner.run(judging, progress) if judging else [])
    marks = []
    for question, grade in zip(questions, grades, strict=True):
        if grade.grade is None:
            reasons = (f"{grade.outcome.value}: {grade.reason}",)
            marks.append(_mark(question, Check.DIFFICULTY, MarkVerdict.UNKNOWN, reasons, model))
            continue
        by_rule = grade.outcome is RubricOutcome.BY_RULE
        reasons = (f"grade {grade.grade}" + (", by rule" if by_rule else ""),)
        verdict = MarkVerdict.FAILED if grade.correct else MarkVerdict.PASSED
        marks.append(_mark(question, Check.DIFFICULTY, verdict, reasons, model))
    return marks


def difficulty_call(question: ForeignQuestion, text: str, model: str) -> Call:
    """The call that asks from the whole text; the text comes first, alike in all calls."""
    return Call(
        role=Role.ANSWERER,
        model=model,
        instructions=_ANSWERING,
        prompt=sections(
            ("Text of the document", fence(text, "document")),
            ("Question", fence(question.text, "question")),
        ),
        schema=_ANSWER_SCHEMA,
        max_tokens=_ANSWER_TOKENS,
    )


def _answer(question: ForeignQuestion, reply: Reply) -> Answer:
    """What the model said, as an answer."""
    outcome, text = Outcome.ERROR, ""
    if reply.status is ReplyStatus.INVALID:
        outcome = Outcome.INVALID
    elif reply.status is ReplyStatus.OK:
        said = reply.value.get("answer")
        text = said if isinstance(said, str) else ""
        outcome = Outcome.ANSWERED if reply.value.get("answered") is True else Outcome.ABSTAINED
    return Answer(question.foreign_id, "whole-text", outcome, text, error=reply.error)


def _form_fault(question: ForeignQuestion) -> tuple[str, ...]:
    """What can be told of the form without a model. Length and language are no fault of it: people
    ask as they like."""
    wrong = [fault for fault in form_objections(question.text, "") if fault == POINTS_AT_PAGE]
    stated = question.given.get("answer_type")
    yes_no = stated in (AnswerType.YES_NO.value, "yes-no-question")
    if yes_no and not is_yes_or_no(question.answer):
        wrong.append(WRONG_FORM)
    return tuple(wrong)


def _pair(question: ForeignQuestion) -> list[tuple[str, str]]:
    answer = question.answer if question.gold is not None else "The document does not tell."
    return [
        ("Question", fence(question.text, "question")),
        ("Answer", fence(answer[:_SOURCE], "answer")),
    ]


def _mark(
    question: ForeignQuestion,
    check: Check,
    verdict: MarkVerdict,
    reasons: tuple[str, ...],
    model: str,
) -> Mark:
    return Mark(question.foreign_id, check, verdict, reasons, model)


def mark_dict(mark: Mark) -> dict[str, Json]:
    """A line of ``filters.jsonl`` (``schema/filters-1.json``)."""
    return {
        "foreignId": mark.foreign_id,
        "check": mark.check.value,
        "verdict": mark.verdict.value,
        "reasons": list(mark.reasons),
        "model": mark.model or None,
    }


def read_mark(value: Mapping[str, Any]) -> Mark:
    """The other way round. Raises ValueError for what is none."""
    try:
        return Mark(
            str(value["foreignId"]),
            Check(value["check"]),
            MarkVerdict(value["verdict"]),
            tuple([str(reason) for reason in value["reasons"]]),
            str(value["model"] or ""),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(str(error)) from error


QUALITY, DIFFICULTY = "quality", "difficulty"
"""What questions are counted by."""
PASSED, FAILED, UNKNOWN = "passed", "failed", "unknown"
HARD, EASY = "hard", "too easy"


def filter_labels(marks: Iterable[Mark]) -> dict[str, str]:
    """What one question is counted under by its marks. Its quality is that of the worst of three
    checks, and is not known before all three could be made."""
    verdicts = {mark.check: mark.verdict for mark in marks}
    own = [verdicts.get(check) for check in (Check.FORMAL, Check.INTERNAL, Check.EXTERNAL)]
    found = UNKNOWN
    if MarkVerdict.FAILED in own:
        found = FAILED
    elif all(verdict is MarkVerdict.PASSED for verdict in own):
        found = PASSED
    levels = {MarkVerdict.PASSED: HARD, MarkVerdict.FAILED: EASY}
    level = verdicts.get(Check.DIFFICULTY, MarkVerdict.UNKNOWN)
    return {QUALITY: found, DIFFICULTY: levels.get(level, UNKNOWN)}
