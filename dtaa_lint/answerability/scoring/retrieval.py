"""The score of a run in the retrieval tier: nobody was asked, so it is a ceiling."""

from __future__ import annotations

from dtaa_lint.answerability.model import Outcome, Question, Retrieval, Score
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.universe.model import Task


def retrieval_score(judge: Judge, task: Task, question: Question, retrieval: Retrieval) -> Score:
    """Evidence, relations, and class R or C where one of them is incomplete. Raises ValueError for
    a retrieval of another question."""
    if retrieval.question_id != question.question_id or question.task_id != task.task_id:
        raise ValueError(f"{retrieval.question_id} was not asked for {task.task_id}")
    coverage = judge.coverage(task, retrieval.shown)
    return Score(
        task_id=task.task_id,
        question_id=question.question_id,
        phrasing=question.phrasing,
        system=retrieval.system,
        outcome=Outcome.RETRIEVED,
        evidence=coverage.evidence,
        relations=coverage.relations,
        missing_slots=coverage.missing_slots,
        missing_relations=coverage.missing_relations,
        failure=coverage.failure,
    )
