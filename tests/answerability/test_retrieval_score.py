"""A retrieval is scored as a run of its question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dtaa_lint.answerability.answering.interface import SEEDS, shown
from dtaa_lint.answerability.answering.systems.egr_s import EgrS
from dtaa_lint.answerability.benchmark.templates import questions
from dtaa_lint.answerability.model import Failure, Outcome, Phrasing, Retrieval
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.answerability.scoring.retrieval import retrieval_score
from dtaa_lint.universe.universe import enumerate_tasks
from tests.answerability.support import WordEmbedder, document, items, prices
from tests.make import el


def test_from_tasks_to_scores() -> None:
    made = document(
        el("H1", "Prices"), prices(second="2.8"), el("H1", "Ports"), items("Arvik", "Corrie")
    )
    tasks = {task.task_id: task for task in enumerate_tasks(made.view).tasks()}
    asked, excluded = questions(made.view, tasks.values())
    assert not excluded
    system = EgrS(WordEmbedder())
    system.index(made)
    judge = Judge(made.data, made.view)
    for question in asked:
        if question.phrasing is not Phrasing.Q0:
            continue
        found = shown(system.retrieve(question.text, SEEDS))
        run = Retrieval(question.question_id, "egr-s", found, 0)
        score = retrieval_score(judge, tasks[question.task_id], question, run)
        assert score.passed and score.outcome is Outcome.RETRIEVED
        assert (score.evidence, score.relations, score.correct) == (1, 1, None)
        nothing = retrieval_score(judge, tasks[question.task_id], question, replace(run, shown=()))
        assert nothing.failure is Failure.R and not nothing.passed
        with pytest.raises(ValueError, match="was not asked"):
            retrieval_score(judge, tasks[question.task_id], question, replace(run, question_id="Q"))
