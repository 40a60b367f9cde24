"""What there is to review: the frozen tasks of a run or of documents, and a run's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.answering.trace import Lost, read_answer, read_retrieval
from dtaa_lint.answerability.documents import Source, compile_document
from dtaa_lint.answerability.model import Answer, Outcome, Phrasing, Question, Retrieval, Score
from dtaa_lint.answerability.options import Tier
from dtaa_lint.answerability.package.files import Line, read_lines
from dtaa_lint.answerability.package.folder import DocumentEntry, DocumentFolder, RunFolder, Stage
from dtaa_lint.answerability.package.records import read_question, read_score
from dtaa_lint.errors import ConfigError
from dtaa_lint.universe.export import task_dict
from dtaa_lint.universe.freeze import FROZEN_FILE, stratum_of
from dtaa_lint.universe.model import Motif


@dataclass(frozen=True, slots=True)
class Subject:
    """A task that may be reviewed."""

    document: str
    """As the user named it."""
    sha256: str
    task: Mapping[str, Any]
    """As ``universe.export.task_dict`` writes it."""
    questions: tuple[Question, ...] = ()
    """Its variants, in the order of their phrasings."""

    @property
    def task_id(self) -> str:
        return str(self.task["taskId"])

    @property
    def stratum(self) -> str:
        return stratum_of(Motif(self.task["motif"]))

    @property
    def identity(self) -> str:
        return f"{self.sha256}\n{self.task_id}"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that may be reviewed: it was judged, and counts in A_t."""

    subject: Subject
    question: Question
    answer: Answer
    shown: tuple[Item, ...]
    score: Score

    @property
    def identity(self) -> str:
        return f"{self.subject.identity}\n{self.question.question_id}\n{self.answer.system}"


@dataclass(frozen=True, slots=True)
class SystemRuns:
    """All runs of a system that count in its answerability."""

    passed: Mapping[str, tuple[int, int]]
    """Task (``Subject.identity``) -> runs that pass, and runs."""


@dataclass(frozen=True, slots=True)
class Material:
    subjects: tuple[Subject, ...]
    answers: tuple[Answered, ...] = ()
    systems: Mapping[str, SystemRuns] = field(default_factory=dict)
    retrieval_only: bool = False
    """A run in which nobody answered."""

    @property
    def documents(self) -> list[str]:
        """SHA-256 of each document, in hexadecimal."""
        return sorted({subject.sha256 for subject in self.subjects})


def of_documents(sources: Iterable[Source], password: str | None = None) -> Iterator[Material]:
    """The frozen tasks of documents, one material a document. ``password``: of those that are
    encrypted. Raises InputError."""
    for source in sources:
        made = compile_document(source.read(), source.name, password=password)
        sha256 = made.view.document.sha256
        yield Material(
            tuple([
                Subject(source.name, sha256, task_dict(made.view, task))
                for task in made.tasks.values()
            ])
        )  # fmt: skip


def together(found: Sequence[Material]) -> Material:
    """The tasks of all, those of a document that came twice once. Documents are called by the
    names of their files alone, unless two have the same one."""
    subjects = {one.identity: one for each in found for one in each.subjects}
    short = {one.document: PurePath(one.document).name for one in subjects.values()}
    shared = Counter(short.values())
    return Material(
        tuple([
            one if shared[short[one.document]] > 1 else replace(one, document=short[one.document])
            for one in subjects.values()
        ])
    )  # fmt: skip


def of_run(root: Path) -> Material:
    """The tasks, phrasings and answers of a run; the documents themselves are not needed. Raises
    ConfigError for a folder without a run, and for a run that has no questions yet."""
    folder = RunFolder(root)
    manifest = folder.read()
    if manifest is None:
        raise ConfigError(f"{root}: holds no run")
    if Stage.QUESTIONS not in manifest.done:
        raise ConfigError(
            f"{root}: has no questions yet; `dtaa-lint answerability resume` goes on with it"
        )
    most = manifest.options.get("tasks")
    full = manifest.options.get("tier") == Tier.FULL
    scored = full and Stage.SCORE in manifest.done
    subjects: list[Subject] = []
    answers: list[Answered] = []
    passed: dict[str, dict[str, tuple[int, int]]] = {}
    for entry in manifest.documents:
        files = folder.document(entry)
        own = _subjects(entry, files, most if isinstance(most, int) else None)
        subjects += own.values()
        if not scored:
            continue
        broken = {one.get("system") for one in manifest.broken if one["document"] == entry.folder}
        for system in sorted(manifest.options["systems"]):
            if system not in broken:
                answers += _answers(files, system, own, passed.setdefault(system, {}))
    runs = {system: SystemRuns(found) for system, found in passed.items()}
    return Material(tuple(subjects), tuple(answers), runs, not full)


def _subjects(entry: DocumentEntry, files: DocumentFolder, most: int | None) -> dict[str, Subject]:
    asked: dict[str, list[Question]] = {}
    for line in read_lines(files.questions):
        question = read_question(line)
        asked.setdefault(question.task_id, []).append(question)
    found = {}
    frozen = files.benchmark / FROZEN_FILE
    for line in read_lines(frozen)[:most]:
        try:
            subject = Subject(
                entry.name, entry.sha256, line,
                tuple(sorted(asked.get(str(line["taskId"]), []), key=lambda one: one.phrasing)),
            )  # fmt: skip
            _check(line)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ConfigError(f"{frozen}: a line is no task: {error}") from error
        found[subject.task_id] = subject
    return found


def _check(line: Line) -> None:
    """Whether what a sheet shows of a task is there. Raises KeyError, TypeError, ValueError,
    IndexError."""
    from dtaa_lint.answerability.review import plain
    from dtaa_lint.words import ENGLISH

    for part in (plain.need, plain.evidence, plain.gold):
        part(line, ENGLISH)


_APART = (Phrasing.CONTROL, Phrasing.FOREIGN)


def _answers(
    files: DocumentFolder,
    system: str,
    subjects: Mapping[str, Subject],
    passed: dict[str, tuple[int, int]],
) -> Iterator[Answered]:
    given = _by_question(files.answers(system), read_answer)
    shown = _by_question(files.retrieval(system), read_retrieval)
    for line in read_lines(files.scores(system)):
        score = read_score(line)
        subject = subjects.get(score.task_id)
        if subject is None or score.phrasing in _APART:
            continue
        before, runs = passed.get(subject.identity, (0, 0))
        passed[subject.identity] = before + score.passed, runs + 1
        answer, found = given.get(score.question_id), shown.get(score.question_id)
        questions = [one for one in subject.questions if one.question_id == score.question_id]
        judged = score.outcome is Outcome.ANSWERED and score.correct is not None
        if judged and questions and isinstance(answer, Answer) and isinstance(found, Retrieval):
            yield Answered(subject, questions[0], answer, found.shown, score)


def _by_question(path: Path, read: Any) -> dict[str, Answer | Retrieval | Lost]:
    try:
        return {one.question_id: one for one in map(read, read_lines(path))}
    except ValueError as error:
        raise ConfigError(f"{path}: a line is none: {error}") from error
