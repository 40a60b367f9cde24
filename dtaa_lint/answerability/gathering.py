"""What a run has found, gathered from its folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dtaa_lint.answerability.benchmark.dimensions import Measurer
from dtaa_lint.answerability.benchmark.filters import filter_labels
from dtaa_lint.answerability.benchmark.foreign_task import ForeignTask
from dtaa_lint.answerability.context import Context
from dtaa_lint.answerability.left_out import LeftOut, of_document, of_given, of_questions
from dtaa_lint.answerability.model import Phrasing
from dtaa_lint.answerability.options import RULES, Tier
from dtaa_lint.answerability.package.files import read_lines, wrong_line
from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.answerability.package.records import read_score
from dtaa_lint.answerability.scoring.grades import Graded, read_graded
from dtaa_lint.answerability.scoring.profile import Labels, Run, labels_of


@dataclass(frozen=True, slots=True)
class Gathered:
    """What there is of a run."""

    runs: tuple[Run, ...] = ()
    """Every score of a derived task or control, with its labels."""
    foreign: tuple[Run, ...] = ()
    """The same of somebody else's questions."""
    left_out: tuple[LeftOut, ...] = ()
    """What was not asked, and why."""
    grades: tuple[Graded, ...] = ()
    """Of the answers to somebody else's questions, where a model judges."""


def gathered(context: Context) -> Gathered:
    """All that the run's folder has so far."""
    runs: list[Run] = []
    grades: list[Graded] = []
    left: list[LeftOut] = []
    given: list[Mapping[str, ForeignTask]] = []
    for entry in context.manifest.documents:
        folder = context.folder.document(entry)
        runs += _runs(context, entry)
        left += of_document(entry.folder, context.documents.compiled(entry))
        left += of_questions(entry.folder, folder)
        theirs = context.foreign(entry)
        given.append(theirs)
        if context.options.tier is Tier.FULL:
            left += _unmeasured(context, entry, theirs)
        if theirs and context.options.tier is Tier.FULL and context.options.judge != RULES:
            lines = read_lines(context.folder.document(entry).rubric)
            grades += [read_graded(line, entry.folder) for line in lines]
    full = context.options.tier is Tier.FULL
    left += of_given(given, full, context.elsewhere())
    return Gathered(
        tuple([run for run in runs if run.score.phrasing is not Phrasing.FOREIGN]),
        tuple([run for run in runs if run.score.phrasing is Phrasing.FOREIGN]),
        tuple(left),
        tuple(grades),
    )


def _unmeasured(
    context: Context, entry: DocumentEntry, theirs: Mapping[str, ForeignTask]
) -> Iterator[LeftOut]:
    """What models said of a document that is of no use."""
    from dtaa_lint.answerability.unmeasured import of_answers, of_grades, of_marks

    folder = context.folder.document(entry)
    yield from of_answers(entry.folder, folder, context.systems(entry))
    if context.options.filters:
        yield from of_marks(entry.folder, folder, theirs)
    if theirs:
        yield from of_grades(entry.folder, folder)


def _runs(context: Context, entry: DocumentEntry) -> Iterator[Run]:
    """The scores of a document. Raises ConfigError for a score of what its task does not have."""
    folder = context.folder.document(entry)
    labels = read_labels(context, entry)
    tasks = context.documents.compiled(entry).all()
    for system in context.systems(entry):
        path = folder.scores(system)
        for number, line in enumerate(read_lines(path), 1):
            found = read_score(line)
            task = tasks.get(found.task_id)
            if task is not None and (
                max(found.missing_slots, default=-1) >= len(task.slots)
                or max(found.missing_relations, default=-1) >= len(task.relations)
            ):
                raise wrong_line(path, number, "misses what its task does not have")
            own = labels.get(found.task_id)
            yield Run(own or Labels(entry.folder, found.task_id), found)


def read_labels(context: Context, entry: DocumentEntry) -> dict[str, Labels]:
    """Task -> what it is counted under."""
    made = context.documents.compiled(entry)
    measurer = Measurer(made.view, entry.profile)
    labels = {
        name: labels_of(task, entry.folder, measurer.of_task(task).labels())
        for name, task in made.all().items()
    }
    marks: Mapping[str, Mapping[str, str]] = {}
    given = context.foreign(entry)
    if context.options.filters:
        from dtaa_lint.answerability.filter_stage import marks_of

        known = marks_of(context.folder.document(entry))
        marks = {name: filter_labels(known.get(name, ())) for name in given}
    labels |= {name: one.labels(entry.folder, marks.get(name, {})) for name, one in given.items()}
    return labels
