"""From what there is to review to the rows of a sample, and the key that tells what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dtaa_lint._version import PROTOCOL, __version__
from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.model import Score
from dtaa_lint.answerability.review import plain
from dtaa_lint.answerability.review.material import Answered, Material, Subject
from dtaa_lint.answerability.review.model import Kind, Row
from dtaa_lint.answerability.review.sample import draw, seed_of, shuffled
from dtaa_lint.errors import ConfigError
from dtaa_lint.hidden import visible
from dtaa_lint.report.escape import sheet_text
from dtaa_lint.words import Words, cut

KEY_VERSION = 1
_PASSAGE = 2_000
"""Characters of a passage that an answerer was shown."""
_PASSAGES = 12_000
"""Characters of all of them in a cell."""
_QUESTION = 2_000
_CELL = 24_000
"""Characters of a cell; spreadsheet programs hold 32,767, in CSV with more between the lines."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn."""

    seed: bytes
    tasks: tuple[Row, ...]
    answers: tuple[Row, ...]
    key: Mapping[str, Any]
    """What ``review score`` needs to know of the rows, and reviewers must not."""

    def of(self, kind: Kind, reviewer: str) -> list[Row]:
        """The rows of one kind in the order of one reviewer."""
        rows = self.tasks if kind is Kind.TASK else self.answers
        return shuffled(self.seed, rows, reviewer, lambda row: row.row_id)


def sample(material: Material, size: int, answers: int, words: Words) -> Sample:
    """Draws ``size`` tasks and ``answers`` answers. Raises ConfigError when there is nothing."""
    if not material.subjects:
        raise ConfigError("there are no tasks to review")
    if answers and not material.answers:
        why = "a run of the retrieval tier has none" if material.retrieval_only else (
            "name the folder of a run whose answers were judged"
        )  # fmt: skip
        raise ConfigError(f"there are no answers to review: {why}")
    seed = seed_of(material.documents)
    available = Counter(one.stratum for one in material.subjects)
    population = [(one.stratum, one.identity, one) for one in material.subjects]
    drawn = draw(seed, population, size)
    rows = [(_task_row(one, words), stratum) for stratum, one in drawn]
    offered = [(one.answer.system, one.identity, one) for one in material.answers]
    chosen = draw(seed, offered, answers, 0) if answers else []
    labelled: dict[str, list[dict[str, Any]]] = {}
    answer_rows: dict[str, Row] = {}
    for _, one in chosen:
        # An answer that two systems give from the same passages is one row.
        row = _answer_row(one, words)
        answer_rows[row.row_id] = row
        labelled.setdefault(row.row_id, []).append(_run(one, material))
    names = {one.sha256: one.document for one in material.subjects}
    key = {
        "schemaVersion": KEY_VERSION,
        "tool": {"name": "dtaa-lint", "version": __version__},
        "protocol": PROTOCOL,
        "documents": [
            {"name": name, "sha256": digest} for digest, name in sorted(names.items())
        ],
        "strata": [
            {"stratum": name, "tasks": available[name], "drawn": drawn_of}
            for name, drawn_of in sorted(Counter(stratum for stratum, _ in drawn).items())
        ],
        "tasks": [
            {"id": row.row_id, "stratum": stratum, "phrasings": list(row.phrasings)}
            for row, stratum in sorted(rows, key=lambda one: one[0].row_id)
        ],
        "answers": [{"id": name, "runs": labelled[name]} for name in sorted(labelled)],
        "systems": _systems(material) if chosen else [],
    }  # fmt: skip
    tasks = tuple(sorted([row for row, _ in rows], key=lambda row: row.row_id))
    return Sample(seed, tasks, tuple([answer_rows[name] for name in sorted(answer_rows)]), key)


def _task_row(subject: Subject, words: Words) -> Row:
    task = subject.task
    kinds = f"{task['operation']} · {task['topology']} · {task['motif']}"
    variants = [f"{one.phrasing}: {cut(one.text, _QUESTION)}" for one in subject.questions]
    return Row(
        Kind.TASK,
        subject.task_id,
        "",
        subject.document,
        subject.sha256,
        _page(task),
        tuple(
            map(
                _lines,
                (
                    (plain.need(task, words),),
                    plain.evidence(task, words),
                    plain.gold(task, words),
                    (kinds,),
                    tuple(variants),
                ),
            )
        ),
        tuple([str(one.phrasing) for one in subject.questions]),
    )


def _answer_row(one: Answered, words: Words) -> Row:
    task = one.subject.task
    cited = set(one.answer.citations)
    return Row(
        Kind.ANSWER,
        one.subject.task_id,
        one.question.question_id,
        one.subject.document,
        one.subject.sha256,
        _page(task),
        tuple(
            map(
                _lines,
                (
                    (cut(one.question.text, _QUESTION),),
                    (plain.bullet(one.answer.text),),
                    plain.gold(task, words),
                    _passages([item for item in one.shown if item.id in cited], words),
                    _passages([item for item in one.shown if item.id not in cited], words),
                ),
            )
        ),
    )


def _lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a cell as every kind of sheet can hold them, so that all name a row alike."""
    text = "\n".join([visible(line) for line in lines])
    if len(text) > _CELL:
        text = text[:_CELL].rstrip() + "…"
    return tuple(sheet_text(text).split("\n"))


def _page(task: Mapping[str, Any]) -> int | None:
    page = task["intent"]["context"]["page"]
    return page if isinstance(page, int) else None


def _passages(items: Sequence[Item], words: Words) -> tuple[str, ...]:
    lines: list[str] = []
    left = _PASSAGES
    for number, item in enumerate(items):
        if left <= 0:
            lines.append(words("and {n} more", n=len(items) - number))
            break
        text = plain.bullet(item.text[:_PASSAGE])
        if item.page >= 0:
            text += " " + words("(page {page})", page=item.page + 1)
        lines.append(text)
        left -= len(text)
    return tuple(lines)


def rest_holds(score: Score) -> bool:
    """Whether all of PASS holds that no judge decides: evidence, relations, provenance."""
    return score.evidence >= 1 and score.relations >= 1 and score.provenance is not False


def _run(one: Answered, material: Material) -> dict[str, Any]:
    tasks = material.systems[one.answer.system].passed
    runs = tasks[one.subject.identity][1]
    return {
        "system": one.answer.system,
        "weight": 1 / (runs * len(tasks)),
        "passed": one.score.passed,
        "rest": rest_holds(one.score),
        "correct": one.score.correct,
        "complete": one.score.completeness is not None and one.score.completeness >= 1,
        "supported": one.score.grounded,
    }


def _systems(material: Material) -> list[dict[str, Any]]:
    found = []
    for system, runs in sorted(material.systems.items()):
        own = [one for one in material.answers if one.answer.system == system]
        share = sum(1 / runs.passed[one.subject.identity][1] for one in own) / len(runs.passed)
        found.append(
            {
                "system": system,
                "tasks": [list(runs.passed[name]) for name in sorted(runs.passed)],
                "answers": len(own),
                "judged": min(1.0, share),
            }
        )
    return found
