"""Every task of a run from its evidence to its verdicts, read from the run's folder.

The PDF is not needed: the folder holds it all. Items that systems show again and again are kept
once for a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dtaa_lint.answerability.answering.trace import Lost, read_answer, read_retrieval
from dtaa_lint.answerability.model import Answer, Phrasing, Question, Score
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import DocumentEntry, DocumentFolder
from dtaa_lint.answerability.package.records import read_question, read_score
from dtaa_lint.answerability.run import Assessed
from dtaa_lint.answerability.scoring.rubric import Grade
from dtaa_lint.errors import ConfigError

Line = Mapping[str, Any]
TASK, BAND, CONTROL, FOREIGN = "task", "band", "control", "foreign"
_FOREIGN_FILE = "foreign.jsonl"


@dataclass(frozen=True, slots=True)
class ShownItem:
    """A text that systems showed, whatever they call it."""

    text: str
    nodes: tuple[str, ...]
    """Elements that it names: ``s12``."""
    page: int | None
    """1-based."""


@dataclass(frozen=True, slots=True)
class Element:
    """What an element of the document is called."""

    type: str
    page: int | None
    """1-based."""
    path: str


@dataclass(frozen=True, slots=True)
class RunTrace:
    """One question at one system."""

    system: str
    score: Score
    shown: tuple[tuple[str, int], ...]
    """(the system's name of it, index into ``DocumentTrace.items``), in rank order."""
    left_out: int
    error: str
    """Why nothing was shown; empty where something was."""
    answer: Answer | None
    grade: Grade | None = None
    """By the rubric; None for what is no answer to somebody else's question."""

    @property
    def state(self) -> str:
        """``pass``, a failure class, or ``open`` for no verdict."""
        if self.score.failure is not None:
            return self.score.failure.value
        return "pass" if self.score.passed else "open"


@dataclass(frozen=True, slots=True)
class VariantTrace:
    """One phrasing."""

    question: Question
    steps: tuple[Line, ...]
    """How it was written and checked: lines of ``validation.jsonl``."""
    runs: tuple[RunTrace, ...]


@dataclass(frozen=True, slots=True)
class TaskTrace:
    """A task, an easy one, a control, or somebody else's question."""

    task_id: str
    kind: str
    line: Line
    """As the benchmark's file has it."""
    variants: tuple[VariantTrace, ...]
    excluded: tuple[Line, ...]
    """Questions that are not asked, and why."""

    @property
    def slots(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """(element, verbatim text) pairs of each required piece of evidence."""
        if self.kind == FOREIGN:
            return tuple(
                [
                    tuple([(str(slot["node"]), str(slot["evidence"])) for slot in source["slots"]])
                    for source in self.line.get("sources", ())
                    if source["slots"]
                ]
            )
        return tuple(
            [
                tuple([(str(pair["node"]), str(pair["evidence"])) for pair in slot["anyOf"]])
                for slot in self.line.get("requiredEvidence", ())
            ]
        )

    @property
    def relations(self) -> tuple[tuple[str, str, str], ...]:
        """(type, from, to)."""
        return tuple(
            [
                (str(one["type"]), str(one["from"]), str(one["to"]))
                for one in self.line.get("requiredRelations", ())
            ]
        )

    @property
    def motif(self) -> str:
        """Empty for what is no derived task."""
        return str(self.line.get("motif", ""))

    def runs(self, system: str) -> list[RunTrace]:
        """Its runs at one system."""
        return [run for one in self.variants for run in one.runs if run.system == system]


@dataclass(frozen=True, slots=True)
class DocumentTrace:
    entry: DocumentEntry
    systems: tuple[str, ...]
    items: tuple[ShownItem, ...]
    tasks: tuple[TaskTrace, ...]
    """In the order of the frozen set; then the easy band, controls, other people's questions."""
    elements: Mapping[str, Element] = field(default_factory=dict)
    """Those that tasks rest on, by identity."""


@dataclass
class _Reader:
    """One document's files."""

    folder: DocumentFolder
    systems: Sequence[str]
    grades: Mapping[tuple[str, str, str], Grade]
    """By task, question and system."""
    places: dict[ShownItem, int] = field(default_factory=dict)

    def runs(self) -> dict[str, list[RunTrace]]:
        """Question -> its runs, in the order of the systems. A question can be of several tasks:
        the score says of which."""
        found: dict[str, list[RunTrace]] = {}
        for system in self.systems:
            retrieved = {
                str(line["questionId"]): _parsed(line)
                for line in read_lines(self.folder.retrieval(system))
            }
            answers = {
                one.question_id: one
                for one in map(read_answer, read_lines(self.folder.answers(system)))
            }
            for line in read_lines(self.folder.scores(system)):
                score = read_score(line)
                shown = retrieved.get(score.question_id)
                listed: tuple[tuple[str, int], ...] = ()
                left, error = 0, ""
                if isinstance(shown, Lost):
                    error = shown.error
                elif shown is not None:
                    left = shown.left_out
                    listed = tuple(
                        [
                            (
                                item.id,
                                self._place(
                                    item.text,
                                    tuple([f"s{node}" for node in item.nodes]),
                                    item.page + 1 if item.page >= 0 else None,
                                ),
                            )
                            for item in shown.shown
                        ]
                    )
                answer = answers.get(score.question_id)
                grade = None
                if score.phrasing is Phrasing.FOREIGN:
                    grade = self.grades.get((score.task_id, score.question_id, system))
                made = RunTrace(system, score, listed, left, error, answer, grade)
                found.setdefault(score.question_id, []).append(made)
        return found

    def _place(self, text: str, nodes: tuple[str, ...], page: int | None) -> int:
        return self.places.setdefault(ShownItem(text, nodes, page), len(self.places))


def _parsed(line: Line) -> Any:
    try:
        return read_retrieval(line)
    except ValueError as error:
        raise ConfigError(f"a line of retrieval.jsonl is none: {error}") from error


def trace_document(assessed: Assessed, entry: DocumentEntry) -> DocumentTrace:
    """All that the folder has of one document. Raises ConfigError for a folder that is broken."""
    folder = assessed.folder.document(entry)
    broken = {one["system"] for one in assessed.manifest.broken if one["document"] == entry.folder}
    systems = tuple([name for name in assessed.options.systems if name not in broken])
    grades = {
        (one.task_id, one.question_id, one.system): one.grade
        for one in assessed.grades
        if one.document == entry.folder
    }
    reader = _Reader(folder, systems, grades)
    runs = reader.runs()
    benchmark = folder.benchmark
    questions = [read_question(line) for line in read_lines(folder.questions)]
    controls = read_lines(folder.controls)
    foreign = _marked(read_lines(benchmark / _FOREIGN_FILE), read_lines(folder.filters))
    questions += [_question(line, "controlId", Phrasing.CONTROL) for line in controls]
    questions += [_question(line, "foreignId", Phrasing.FOREIGN) for line in foreign]
    asked = _by_task(questions, lambda one: one.task_id)
    steps = _by_task(read_lines(folder.validation), lambda line: str(line["taskId"]))
    left = _by_task(read_lines(folder.excluded), lambda line: str(line["taskId"]))
    tasks = []
    for kind, name, lines in (
        (TASK, "taskId", read_lines(benchmark / "frozen.jsonl")),
        (BAND, "taskId", read_lines(benchmark / "control.jsonl")),
        (CONTROL, "controlId", controls),
        (FOREIGN, "foreignId", foreign),
    ):
        for line in lines:
            task_id = str(line[name])
            variants = tuple(
                [
                    VariantTrace(
                        one,
                        tuple(
                            [
                                step
                                for step in steps.get(task_id, ())
                                if step["phrasing"] == one.phrasing.value
                            ]
                        ),
                        tuple(
                            [
                                run
                                for run in runs.get(one.question_id, ())
                                if run.score.task_id == task_id
                                and run.score.phrasing is one.phrasing
                            ]
                        ),
                    )
                    for one in asked.get(task_id, ())
                ]
            )
            # Of a part of the frozen set the rest is not of this run; controls that nobody
            # could abstain from were not asked.
            scored = any(one.runs for one in variants)
            if scored or task_id in left:
                tasks.append(TaskTrace(task_id, kind, line, variants, tuple(left.get(task_id, ()))))
    elements = {
        str(line["node"]): Element(str(line["type"]), line["page"], str(line["path"]))
        for line in read_lines(folder.elements)
    }
    return DocumentTrace(entry, systems, tuple(reader.places), tuple(tasks), elements)


def _question(line: Line, name: str, phrasing: Phrasing) -> Question:
    return Question(
        str(line["questionId"]),
        str(line[name]),
        phrasing,
        str(line["text"]),
        str(line.get("lang", "")),
        phrasing is Phrasing.CONTROL,
    )


def _marked(questions: Iterable[Line], marks: Iterable[Line]) -> list[Line]:
    """Somebody else's questions, with what the filters say of them where they were asked."""
    found = _by_task(marks, lambda line: str(line["foreignId"]))
    made: list[Line] = []
    for line in questions:
        own = found.get(str(line["foreignId"]), ())
        told = [{key: one[key] for key in one if key != "foreignId"} for one in own]
        made.append({**line, "filters": told} if told else line)
    return made


def _by_task(found: Iterable[Any], name_of: Any) -> dict[str, list[Any]]:
    sorted_out: dict[str, list[Any]] = {}
    for one in found:
        sorted_out.setdefault(name_of(one), []).append(one)
    return sorted_out


def traces(assessed: Assessed) -> list[DocumentTrace]:
    """Every document of the run."""
    return [trace_document(assessed, entry) for entry in assessed.manifest.documents]
