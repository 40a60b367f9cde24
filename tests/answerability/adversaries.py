"""Scripted answerers over real retrieved evidence, and what becomes of their runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dtaa_lint.answerability.answering.interface import SEEDS, Document, Item, shown
from dtaa_lint.answerability.answering.systems.registry import make_system
from dtaa_lint.answerability.benchmark.templates import questions
from dtaa_lint.answerability.model import Answer, Outcome, Question, Retrieval, Score
from dtaa_lint.answerability.scoring.answers import BY_RULES, judging, score, verdicts
from dtaa_lint.answerability.scoring.case import Case, Contexts
from dtaa_lint.answerability.scoring.evidence import Judge
from dtaa_lint.answerability.scoring.retrieval import retrieval_score
from dtaa_lint.graph.view import View
from dtaa_lint.pdf.read import read
from dtaa_lint.universe.model import (
    ComparisonGold,
    QualificationGold,
    SetGold,
    SpanGold,
    Task,
    ValueGold,
)
from dtaa_lint.universe.universe import enumerate_tasks
from tests.answerability.support import WordEmbedder

FIXTURES = Path(__file__).parents[2] / "fixtures"


@dataclass(frozen=True)
class Asked:
    """A task with its question, and what a system showed for it."""

    task: Task
    question: Question
    items: tuple[Item, ...]
    ceiling: Score


class Bench:
    """One document, one system: all its templated questions retrieved."""

    def __init__(self, made: Document, system: str = "egr-s") -> None:
        self.document = made
        self.judge = Judge(made.data, made.view)
        self.contexts = Contexts(made.view)
        tasks = {task.task_id: task for task in enumerate_tasks(made.view).tasks()}
        found = make_system(system, WordEmbedder())
        found.index(made)
        self.system = system
        self.asked: list[Asked] = []
        for question in questions(made.view, tasks.values())[0]:
            task = tasks[question.task_id]
            items = shown(found.retrieve(question.text, SEEDS))
            run = Retrieval(question.question_id, system, items, 0)
            ceiling = retrieval_score(self.judge, task, question, run)
            self.asked.append(Asked(task, question, items, ceiling))

    def case(self, asked: Asked, answer: Answer) -> Case:
        context = self.contexts.context(asked.task)
        return Case(asked.task, asked.question, answer, asked.items, context)

    def scores(self, answerer: Callable[[Asked], Answer]) -> list[tuple[Asked, Score]]:
        """Every question answered by one answerer, judged by rules."""
        cases = [self.case(asked, answerer(asked)) for asked in self.asked]
        found = verdicts(judging(cases, BY_RULES))
        return [
            (asked, score(case, verdict, self.judge))
            for asked, case, verdict in zip(self.asked, cases, found, strict=True)
        ]


@lru_cache(maxsize=16)
def bench(name: str, system: str = "egr-s") -> Bench:
    """The bench of a fixture."""
    path = FIXTURES / name
    return Bench(Document(path.read_bytes(), View(read(str(path)))), system)


def told(task: Task) -> str:
    """The gold as an answer."""
    gold = task.gold
    if isinstance(gold, ValueGold):
        return gold.value
    if isinstance(gold, SetGold):
        return "\n".join(
            [f"- {name}: {value}" if name else f"- {value}" for name, value in gold.items]
        )
    if isinstance(gold, SpanGold):
        return "\n".join(gold.checklist)
    if isinstance(gold, ComparisonGold):
        (left, one), (right, other) = gold.left, gold.right
        return f"{left} ({one}) is {gold.relation} than {right} ({other})."
    assert isinstance(gold, QualificationGold)
    return gold.qualification


def answered(asked: Asked, text: str, citations: Sequence[str] | None = None) -> Answer:
    """An answer that cites all it was shown, unless told otherwise."""
    cited = [item.id for item in asked.items] if citations is None else citations
    return Answer(asked.question.question_id, "egr-s", Outcome.ANSWERED, text, tuple(cited))


def perfect(asked: Asked) -> Answer:
    return answered(asked, told(asked.task))


def abstains(asked: Asked) -> Answer:
    return Answer(asked.question.question_id, "egr-s", Outcome.ABSTAINED)
