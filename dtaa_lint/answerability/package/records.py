"""Questions and scores as lines of a run's files, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dtaa_lint.answerability.benchmark.templates import Excluded
from dtaa_lint.answerability.model import Failure, Outcome, Phrasing, Question, Score
from dtaa_lint.answerability.models.interface import Reply, ReplyStatus
from dtaa_lint.errors import ConfigError

_DIGITS = 6
"""Decimals of shares."""


def read_question(value: Mapping[str, Any]) -> Question:
    """A line of ``questions.jsonl``. Raises ConfigError."""
    try:
        return Question(
            str(value["questionId"]),
            str(value["taskId"]),
            Phrasing(value["phrasing"]),
            str(value["text"]),
            str(value["lang"]),
            bool(value["templated"]),
            int(value["rounds"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"a line of questions.jsonl is none: {error}") from error


def excluded_dict(excluded: Excluded) -> dict[str, Any]:
    """A line of ``excluded.jsonl``."""
    return {
        "taskId": excluded.task_id,
        "phrasing": excluded.phrasing.value,
        "text": excluded.text,
        "objections": list(excluded.objections),
    }


def score_dict(score: Score) -> dict[str, Any]:
    """A line of ``scores/SYSTEM.jsonl``."""
    return {
        "taskId": score.task_id,
        "questionId": score.question_id,
        "phrasing": score.phrasing.value,
        "system": score.system,
        "outcome": score.outcome.value,
        "passed": score.passed,
        "failure": score.failure.value if score.failure is not None else None,
        "evidence": round(score.evidence, _DIGITS),
        "relations": round(score.relations, _DIGITS),
        "missingSlots": list(score.missing_slots),
        "missingRelations": list(score.missing_relations),
        "correct": score.correct,
        "completeness": (
            None if score.completeness is None else round(score.completeness, _DIGITS)
        ),
        "grounded": score.grounded,
        "provenance": score.provenance,
        "detail": dict(sorted(score.detail.items())),
    }


def read_score(value: Mapping[str, Any]) -> Score:
    """The other way round. Raises ConfigError."""
    try:
        failure = value["failure"]
        return Score(
            str(value["taskId"]),
            str(value["questionId"]),
            Phrasing(value["phrasing"]),
            str(value["system"]),
            Outcome(value["outcome"]),
            float(value["evidence"]),
            float(value["relations"]),
            tuple([int(slot) for slot in value["missingSlots"]]),
            tuple([int(relation) for relation in value["missingRelations"]]),
            value["correct"],
            value["completeness"],
            value["grounded"],
            value["provenance"],
            None if failure is None else Failure(failure),
            {str(name): str(said) for name, said in value["detail"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"a line of scores is none: {error}") from error


def judgment_dict(key: str, reply: Reply) -> dict[str, Any]:
    """A line of ``judgments.jsonl``: a call by its key, and what the judge said."""
    return {
        "call": key,
        "status": reply.status.value,
        # The cache has keys in another order than the provider.
        "value": json.loads(json.dumps(reply.value, sort_keys=True)),
        "text": reply.text,
        "error": reply.error,
    }


def read_judgment(value: Mapping[str, Any]) -> tuple[str, Reply]:
    """The other way round. Raises ConfigError."""
    try:
        return str(value["call"]), Reply(
            ReplyStatus(value["status"]),
            dict(value["value"]),
            str(value["text"]),
            str(value["error"]),
            cached=True,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"a line of judgments.jsonl is none: {error}") from error
