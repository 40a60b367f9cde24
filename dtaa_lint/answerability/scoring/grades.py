"""The grades that a run's answers to somebody else's questions got, by system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dtaa_lint.answerability.scoring.rubric import CORRECT, LEAST, MOST, Grade, RubricOutcome
from dtaa_lint.errors import ConfigError

SCALE = tuple(range(MOST, LEAST - 1, -1))
"""The grades, the best first."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer's grade, and whose answer it is."""

    document: str
    """Its folder in the run."""
    task_id: str
    question_id: str
    system: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Grades:
    """What the answers of one system got."""

    counts: Mapping[int, int]
    """Grade -> answers, every grade of the scale."""
    without: int
    """Answers without a grade, and questions without an answer."""

    @property
    def graded(self) -> int:
        return sum(self.counts.values())

    @property
    def correct(self) -> int:
        """Answers whose grade is that of a correct one."""
        return sum(n for grade, n in self.counts.items() if grade >= CORRECT)

    @property
    def mean(self) -> float | None:
        """None without a grade."""
        if not self.graded:
            return None
        return sum(grade * n for grade, n in self.counts.items()) / self.graded


def grades_of(graded: Iterable[Graded], system: str) -> Grades | None:
    """The grades of a system; None where it was not asked."""
    own = [one.grade.grade for one in graded if one.system == system]
    if not own:
        return None
    counts = Counter(own)
    return Grades({grade: counts[grade] for grade in SCALE}, counts[None])


def graded_dict(one: Graded) -> dict[str, Any]:
    """A line of ``rubric.jsonl``."""
    return {
        "taskId": one.task_id,
        "questionId": one.question_id,
        "system": one.system,
        "outcome": one.grade.outcome.value,
        "grade": one.grade.grade,
        "reason": one.grade.reason,
        "spread": one.grade.spread,
    }


def read_graded(line: Mapping[str, Any], document: str) -> Graded:
    """The other way round. Raises ConfigError."""
    try:
        grade = Grade(
            RubricOutcome(line["outcome"]), line["grade"], str(line["reason"]), int(line["spread"])
        )
        return Graded(
            document, str(line["taskId"]), str(line["questionId"]), str(line["system"]), grade
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"a line of rubric.jsonl is none: {error}") from error
