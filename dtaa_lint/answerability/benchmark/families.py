"""Question families: written, checked, validated, and written again after objections.

At most three times again; what still fails is excluded and counted with its reasons. Every step is
recorded. A round is two batches of calls around one runner, pooled over all tasks (and documents),
so that a batch interface can take each of them whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dtaa_lint.answerability.benchmark.briefs import Brief
from dtaa_lint.answerability.benchmark.generate import (
    NO_TEXT,
    PHRASINGS,
    Draft,
    generation_call,
    read_generation,
)
from dtaa_lint.answerability.benchmark.prechecks import REPEATED, precheck
from dtaa_lint.answerability.benchmark.templates import question_id
from dtaa_lint.answerability.benchmark.validate import (
    Verdict,
    read_validation,
    validation_call,
)
from dtaa_lint.answerability.model import Phrasing, Question
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Runner
from dtaa_lint.errors import ConfigError
from dtaa_lint.universe.export import Json
from dtaa_lint.words import fold, mark

ROUNDS = 3
"""Times that a question is written again (paper, section 3.7)."""
NO_VERDICT = mark("the validator gave no complete verdict")

Progress = Callable[[int, int], None]


class StepKind(StrEnum):
    GENERATION = "generation"
    """The generator's reply held no text, or none came."""
    PRECHECK = "precheck"
    VALIDATION = "validation"


class StepVerdict(StrEnum):
    PASSED = "passed"
    OBJECTED = "objected"
    INVALID = "invalid"
    """The reply does not fit; it says nothing of the question."""
    ERROR = "error"
    """No reply came."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of ``validation.jsonl``."""

    document: str
    task_id: str
    phrasing: Phrasing
    round: int
    """0: as first written."""
    kind: StepKind
    verdict: StepVerdict
    text: str
    """The question as it stood; empty where none was written."""
    objections: tuple[str, ...] = ()
    checks: Mapping[str, bool] | None = None
    """The validator's six decisions."""
    model: str = ""
    """Who decided; empty for the deterministic checks."""


@dataclass(frozen=True, slots=True)
class Family:
    """What became of one phrasing of one task."""

    brief: Brief
    phrasing: Phrasing
    question: Question | None
    """None: excluded."""
    reasons: tuple[str, ...]
    """Why it was excluded; empty for a question that passed."""
    failed: bool
    """Excluded because no usable reply came, not because a question was found wanting."""
    steps: tuple[Step, ...]


class _State:
    """A draft and what became of it."""

    def __init__(self, brief: Brief, phrasing: Phrasing) -> None:
        self.draft = Draft(brief, phrasing)
        self.steps: list[Step] = []
        self.question: Question | None = None
        self.settled = False
        self.failed = False
        self.must_write = True

    def step(
        self,
        kind: StepKind,
        verdict: StepVerdict,
        objections: tuple[str, ...] = (),
        checks: Mapping[str, bool] | None = None,
        model: str = "",
    ) -> None:
        draft = self.draft
        self.steps.append(
            Step(
                draft.brief.document,
                draft.brief.task.task_id,
                draft.phrasing,
                draft.rounds,
                kind,
                verdict,
                draft.text,
                objections,
                checks,
                model,
            )
        )
        no_reply = verdict in (StepVerdict.INVALID, StepVerdict.ERROR)
        if no_reply and kind is StepKind.GENERATION and draft.objections and not self.failed:
            # What was wrong with the last text is still what the next one must do better.
            return
        draft.objections = objections
        self.failed = no_reply

    def accept(self) -> None:
        draft = self.draft
        self.settled = True
        self.question = Question(
            question_id=question_id(draft.text),
            task_id=draft.brief.task.task_id,
            phrasing=draft.phrasing,
            text=draft.text,
            lang=draft.brief.lang,
            templated=False,
            rounds=draft.rounds,
        )

    def family(self) -> Family:
        draft = self.draft
        reasons = () if self.question is not None else draft.objections
        return Family(
            draft.brief, draft.phrasing, self.question, reasons, self.failed, tuple(self.steps)
        )


def check_models(generator: str, validator: str) -> None:
    """Raises ConfigError when both roles have the same model: who writes a question must not be
    the one who passes it. The same name by another provider is the same model."""
    if _bare(generator) == _bare(validator):
        raise ConfigError(
            f"the model {validator} is named for writing questions and for validating them: name "
            "another one for one of the two"
        )


def _bare(model: str) -> str:
    """``anthropic:claude-x``, ``bedrock:us.anthropic.claude-x`` and ``openrouter:anthropic/…``
    name one model."""
    name = model.strip().casefold().split(":", 1)[-1].rsplit("/", 1)[-1]
    return name.rsplit("anthropic.", 1)[-1]


def write_families(
    briefs: Sequence[Brief],
    runner: Runner,
    *,
    generator: str,
    validator: str,
    phrasings: Sequence[Phrasing] = PHRASINGS,
    progress: Progress | None = None,
) -> tuple[Family, ...]:
    """Writes and validates these phrasings of every task, in the order of the briefs. Raises
    ConfigError when both models are the same."""
    check_models(generator, validator)
    groups = [[_State(brief, phrasing) for phrasing in phrasings] for brief in briefs]
    for attempt in range(ROUNDS + 1):
        open_groups = [[state for state in group if not state.settled] for group in groups]
        open_groups = [group for group in open_groups if group]
        if not open_groups:
            break
        _write(open_groups, groups, runner, generator, attempt, progress)
        _validate(open_groups, runner, validator, attempt, progress)
    return tuple([state.family() for group in groups for state in group])


def _write(
    open_groups: Sequence[list[_State]],
    groups: Sequence[list[_State]],
    runner: Runner,
    model: str,
    attempt: int,
    progress: Progress | None,
) -> None:
    """Has written what must be, and checks it without a model."""
    todo = [[state for state in group if state.must_write] for group in open_groups]
    todo = [group for group in todo if group]
    calls = [generation_call([s.draft for s in group], model, attempt) for group in todo]
    written: set[int] = set()
    for group, call, reply in zip(todo, calls, _run(runner, calls, progress), strict=True):
        texts = read_generation(reply, [state.draft for state in group])
        if not texts:
            # Whoever goes on with the run asks anew, and not the cache.
            runner.forget([call])
        for state in group:
            state.draft.rounds = attempt
            if state.draft.phrasing in texts:
                state.draft.text = texts[state.draft.phrasing]
                written.add(id(state))
            else:
                _no_reply(state, StepKind.GENERATION, reply, NO_TEXT, model)
    # Within a document: a text that asks for two tasks means neither.
    taken: set[tuple[str, str]] = set()
    for group in groups:
        for state in group:
            if id(state) not in written and state.draft.text:
                taken.add((state.draft.brief.document, fold(state.draft.text).casefold()))
    for group in todo:
        for state in group:
            if id(state) not in written:
                continue
            draft = state.draft
            wrong = precheck(draft.text, draft.brief.task, draft.phrasing, draft.brief.lang)
            key = (draft.brief.document, fold(draft.text).casefold())
            if key in taken:
                wrong = (*wrong, REPEATED)
            taken.add(key)
            verdict = StepVerdict.OBJECTED if wrong else StepVerdict.PASSED
            state.step(StepKind.PRECHECK, verdict, wrong)
            state.must_write = bool(wrong)
            if not wrong:
                draft.text = fold(draft.text)


def _validate(
    open_groups: Sequence[list[_State]],
    runner: Runner,
    model: str,
    attempt: int,
    progress: Progress | None,
) -> None:
    """Has validated what passed the checks."""
    todo = [[s for s in group if not s.settled and not s.must_write] for group in open_groups]
    todo = [group for group in todo if group]
    calls = [validation_call([s.draft for s in group], model, attempt) for group in todo]
    for group, reply in zip(todo, _run(runner, calls, progress), strict=True):
        verdicts = read_validation(reply, [state.draft for state in group])
        for state, verdict in zip(group, verdicts, strict=True):
            if verdict is None:
                # The question is as good as before: it is the verdict that is asked for again.
                _no_reply(state, StepKind.VALIDATION, reply, NO_VERDICT, model)
            else:
                _decide(state, verdict, model)


def _decide(state: _State, verdict: Verdict, model: str) -> None:
    outcome = StepVerdict.PASSED if verdict.passed else StepVerdict.OBJECTED
    state.step(StepKind.VALIDATION, outcome, verdict.objections, verdict.checks, model)
    if verdict.passed:
        state.accept()
    else:
        state.must_write = True


def _no_reply(state: _State, kind: StepKind, reply: Reply, reason: str, model: str) -> None:
    if reply.status is ReplyStatus.ERROR:
        # The runner has tried again already: what it could not get, a round more does not bring.
        state.step(kind, StepVerdict.ERROR, (fold(reply.error) or "no reply came",), None, model)
        state.settled = True
    else:
        state.step(kind, StepVerdict.INVALID, (reason,), None, model)


def _run(runner: Runner, calls: list[Call], progress: Progress | None) -> list[Reply]:
    return runner.run(calls, progress) if calls else []


def questions(families: Iterable[Family]) -> tuple[Question, ...]:
    """The questions that passed, in order."""
    return tuple([family.question for family in families if family.question is not None])


def step_dict(step: Step) -> dict[str, Json]:
    """A line of ``validation.jsonl`` (``schema/validation-1.json``)."""
    return {
        "taskId": step.task_id,
        "phrasing": step.phrasing.value,
        "round": step.round,
        "step": step.kind.value,
        "verdict": step.verdict.value,
        "text": step.text,
        "objections": list(step.objections),
        "checks": dict(step.checks) if step.checks is not None else None,
        "model": step.model or None,
    }


def question_dict(question: Question) -> dict[str, Json]:
    """A line of ``questions.jsonl`` (``schema/questions-1.json``)."""
    return {
        "questionId": question.question_id,
        "taskId": question.task_id,
        "phrasing": question.phrasing.value,
        "text": question.text,
        "lang": question.lang,
        "templated": question.templated,
        "rounds": question.rounds,
    }
