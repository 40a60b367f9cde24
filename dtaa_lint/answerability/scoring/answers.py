"""From answers to scores: which need a judge, what it is asked, and what each run is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dtaa_lint.answerability.model import Answer, Failure, Outcome, Question, Score
from dtaa_lint.answerability.models.interface import Call, Reply
from dtaa_lint.answerability.scoring.case import Case
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.answerability.scoring.failures import NO_VERDICT, classify
from dtaa_lint.answerability.scoring.judge import judge_calls, judge_verdicts, usable
from dtaa_lint.answerability.scoring.rules import judged_by_rules
from dtaa_lint.answerability.scoring.verdicts import NoVerdict, Verdict, without_model

BY_RULES = "rules"
"""The judge's name for ``--judge rules``: words and numbers instead of a model; approximate."""

_LONGEST = 20_000
"""Characters of an answer that are graded: several times what an answerer may write."""


@dataclass(frozen=True, slots=True)
class Judging:
    """The answers of a stage, the verdicts that stand already, and the calls for the rest."""

    cases: tuple[Case, ...]
    decided: tuple[Verdict | NoVerdict | None, ...]
    """In the order of the cases; None where a judge must say."""
    calls: tuple[Call, ...]
    """For each case without a verdict ``repeats`` calls, in order."""
    repeats: int


def judging(cases: Sequence[Case], model: str, repeats: int = 1) -> Judging:
    """What must be asked of the judge. ``model`` is ``provider:name``, or ``rules`` for none.
    Raises ValueError for fewer than one repetition."""
    if repeats < 1:
        raise ValueError("a judge is asked at least once")
    cases = [_bounded(case) for case in cases]
    decided: list[Verdict | NoVerdict | None] = [without_model(case) for case in cases]
    if model == BY_RULES:
        decided = [
            judged_by_rules(case) if verdict is None else verdict
            for case, verdict in zip(cases, decided, strict=True)
        ]
    open_cases = [case for case, verdict in zip(cases, decided, strict=True) if verdict is None]
    calls = judge_calls(open_cases, model, repeats)
    return Judging(tuple(cases), tuple(decided), tuple(calls), repeats)


def _bounded(case: Case) -> Case:
    """The case with an answer of a length that somebody would read."""
    if len(case.answer.text) <= _LONGEST:
        return case
    return replace(case, answer=replace(case.answer, text=case.answer.text[:_LONGEST]))


def verdicts(stage: Judging, replies: Sequence[Reply] = ()) -> list[Verdict | NoVerdict]:
    """The verdict of every case, in order; ``replies`` answer the stage's calls. Raises
    ValueError when they are not as many."""
    waiting = [case for case, said in zip(stage.cases, stage.decided, strict=True) if said is None]
    judged = iter(judge_verdicts(waiting, replies, stage.repeats))
    return [next(judged) if said is None else said for said in stage.decided]


def unusable(stage: Judging, replies: Sequence[Reply]) -> list[Call]:
    """The calls that must be made again: of cases without a verdict, those whose own replies say
    nothing. Raises ValueError when the replies are not as many as the calls."""
    waiting = [case for case, said in zip(stage.cases, stage.decided, strict=True) if said is None]
    found: list[Call] = []
    for at, verdict in enumerate(judge_verdicts(waiting, replies, stage.repeats)):
        if isinstance(verdict, NoVerdict):
            own = slice(at * stage.repeats, (at + 1) * stage.repeats)
            pairs = zip(stage.calls[own], replies[own], strict=True)
            found += [call for call, reply in pairs if not usable(waiting[at], reply)]
    return found


def score(case: Case, verdict: Verdict | NoVerdict, judge: Judge) -> Score:
    """The score of a run. ``judge`` knows the document's places."""
    task, answer = case.task, case.answer
    coverage = judge.coverage(task, case.shown)
    run = Score(
        task_id=task.task_id,
        question_id=case.question.question_id,
        phrasing=case.question.phrasing,
        system=answer.system,
        outcome=answer.outcome,
        evidence=coverage.evidence,
        relations=coverage.relations,
        missing_slots=coverage.missing_slots,
        missing_relations=coverage.missing_relations,
    )
    if isinstance(verdict, NoVerdict):
        # Without its evidence a run fails, whatever a verdict would say.
        return replace(
            run,
            outcome=Outcome.ERROR if answer.outcome is Outcome.ERROR else Outcome.UNJUDGED,
            failure=coverage.failure,
            detail={NO_VERDICT: verdict.reason},
        )
    cited, provenance = _provenance(case, judge)
    answered = answer.outcome is Outcome.ANSWERED
    return replace(
        run,
        correct=verdict.correct,
        completeness=verdict.completeness,
        grounded=verdict.grounded,
        provenance=provenance if answered and task.slots else None,
        failure=classify(
            coverage,
            intent_mismatch=verdict.intent_mismatch,
            correct=verdict.correct,
            completeness=verdict.completeness,
            grounded=verdict.grounded,
            provenance=provenance,
        ),
        detail=_detail(verdict, cited if answered else ""),
    )


def _provenance(case: Case, judge: Judge) -> tuple[str, bool]:
    """(what is wrong with the citations, whether they lead to the gold). Where nobody knows the
    places of the gold, as with some of other people's questions, nothing can be wrong."""
    if not case.task.slots:
        return "", True
    shown = {item.id: item for item in case.shown}
    cited = case.answer.citations
    if not cited:
        return "nothing is cited", False
    unknown = [name for name in cited if name not in shown]
    if unknown:
        return f"{unknown[0]} was not shown", False
    items = [shown[name] for name in dict.fromkeys(cited)]
    coverage = judge.coverage(case.task, items)
    if len(coverage.missing_slots) == len(case.task.slots):
        return "what is cited holds none of the evidence", False
    return "", True


def _detail(verdict: Verdict, cited: str) -> Mapping[str, str]:
    detail = {"basis": verdict.basis}
    absent = [str(number) for number, there in enumerate(verdict.present, 1) if not there]
    if absent:
        detail["absent elements"] = ", ".join(absent)
    if verdict.wrong:
        detail["wrong"] = " | ".join(verdict.wrong)
    if verdict.unsupported:
        detail["unsupported"] = " | ".join(verdict.unsupported)
    if verdict.agreement < 1:
        detail["agreement"] = f"{verdict.agreement:.2f}"
    if cited:
        detail["citations"] = cited
    return detail


def control_score(question: Question, answer: Answer) -> Score:
    """The score of a control: the document does not say, so that abstaining is right and an
    answer is a claim without support (G). Output that is none fails as an answer does (A)."""
    outcome = answer.outcome
    right = outcome is Outcome.ABSTAINED
    known = outcome in (Outcome.ABSTAINED, Outcome.ANSWERED)
    failures = {Outcome.ANSWERED: Failure.G, Outcome.INVALID: Failure.A}
    return Score(
        task_id=question.task_id,
        question_id=question.question_id,
        phrasing=question.phrasing,
        system=answer.system,
        outcome=outcome,
        evidence=1.0,
        relations=1.0,
        correct=right if known else None,
        completeness=float(right) if known else None,
        grounded=right if known else None,
        failure=failures.get(outcome),
        detail=(
            {NO_VERDICT: answer.error or "the provider gave no answer"}
            if outcome is Outcome.ERROR
            else {"basis": "control"}
        ),
    )
