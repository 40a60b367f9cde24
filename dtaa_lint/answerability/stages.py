"""The stages of a run: each does what is missing on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import TypeVar

from dtaa_lint.answerability.answering.language import language_of, primary
from dtaa_lint.answerability.answering.process import Answering, Asked, Broken
from dtaa_lint.answerability.answering.trace import Lost, read_retrieval, retrieval_dict
from dtaa_lint.answerability.benchmark.briefs import Brief, Briefs
from dtaa_lint.answerability.benchmark.controls import control_dict, controls
from dtaa_lint.answerability.benchmark.elements import element_dicts
from dtaa_lint.answerability.benchmark.families import (
    Family,
    StepVerdict,
    question_dict,
    step_dict,
    write_families,
)
from dtaa_lint.answerability.benchmark.families import questions as passed
from dtaa_lint.answerability.benchmark.templates import Excluded, questions
from dtaa_lint.answerability.context import Context
from dtaa_lint.answerability.left_out import waiting
from dtaa_lint.answerability.model import Phrasing, Question, Retrieval
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.options import Tier
from dtaa_lint.answerability.package.files import Appender, Line, read_lines, write_lines
from dtaa_lint.answerability.package.folder import DocumentEntry, DocumentFolder, Stage
from dtaa_lint.answerability.package.missing import frozen_files, question_files
from dtaa_lint.answerability.package.records import excluded_dict, read_question
from dtaa_lint.errors import ConfigError
from dtaa_lint.universe.frozen_files import write_frozen


def freeze(context: Context) -> None:
    """Universe and frozen set of every document."""
    for entry in context.each(Stage.FREEZE):
        own = context.folder.document(entry)
        if not all(path.is_file() for path in frozen_files(own)):
            made = context.documents.compiled(entry)
            write_frozen(made.universe, own.benchmark, made.frozen)
        if not own.elements.exists():
            made = context.documents.compiled(entry)
            write_lines(own.elements, element_dicts(made.view, made.all().values()))


def write_questions(context: Context) -> None:
    """The questions of every task, by templates or by models; and somebody else's."""
    for entry in context.manifest.documents:
        given = context.foreign(entry).values()
        write_lines(context.folder.document(entry).foreign, [one.json() for one in given])
    if context.options.written:
        _written_questions(context)
    else:
        _templated_questions(context)


def _templated_questions(context: Context) -> None:
    for entry in context.each(Stage.QUESTIONS):
        folder = context.folder.document(entry)
        if all(path.is_file() for path in question_files(folder)):
            continue
        made = context.documents.compiled(entry)
        asked, left = questions(made.view, made.all().values())
        write_lines(folder.excluded, [excluded_dict(one) for one in left])
        write_lines(folder.validation, [])
        _write_questions(folder, asked)


def _written_questions(context: Context) -> None:
    """All documents' at once, so that calls are pooled. A document with questions for which no
    reply came is gone through as a whole: what came is in the cache."""
    todo: list[tuple[DocumentEntry, int]] = []
    briefs: list[Brief] = []
    for entry in context.each(Stage.QUESTIONS):
        folder = context.folder.document(entry)
        if not all(path.is_file() for path in question_files(folder)) or waiting(folder):
            own = briefs_of(context, entry)
            todo.append((entry, len(own)))
            briefs += own
    if not briefs:
        for entry, _ in todo:
            _write_families(context.folder.document(entry), ())
        return
    models = context.options.models
    generator, validator = models.model(Role.GENERATOR), models.model(Role.VALIDATOR)
    assert context.runner is not None and generator is not None and validator is not None
    found = write_families(
        briefs,
        context.runner,
        generator=generator,
        validator=validator,
        progress=context.told(Stage.QUESTIONS),
    )
    each = len(found) // len(briefs)
    at = 0
    for entry, size in todo:
        _write_families(context.folder.document(entry), found[at : at + size * each])
        at += size * each


def _write_families(folder: DocumentFolder, found: Sequence[Family]) -> None:
    left = [
        Excluded(
            one.brief.task.task_id,
            one.phrasing,
            one.steps[-1].text if one.steps else "",
            one.reasons,
        )
        for one in found
        if one.question is None and not unwritten(one)
    ]
    write_lines(folder.validation, [step_dict(step) for one in found for step in one.steps])
    write_lines(folder.excluded, [excluded_dict(one) for one in left])
    _write_questions(folder, passed(found))


def unwritten(family: Family) -> bool:
    """Whether a provider gave no reply: nothing was found wanting, and it is asked for again."""
    return bool(family.steps) and family.steps[-1].verdict is StepVerdict.ERROR


def briefs_of(context: Context, entry: DocumentEntry) -> list[Brief]:
    """What a writer of questions is told of each task of a document."""
    made = context.documents.compiled(entry)
    maker = Briefs(made.view)
    return [maker.of(task) for task in made.all().values()]


def _write_questions(folder: DocumentFolder, asked: Iterable[Question]) -> None:
    ordered = sorted(asked, key=lambda one: (one.task_id, one.phrasing, one.question_id))
    write_lines(folder.questions, [question_dict(one) for one in ordered])


def write_controls(context: Context) -> None:
    """The questions that a document does not answer, and what the answering side is told."""
    for entry in context.each(Stage.CONTROLS):
        folder = context.folder.document(entry)
        if not folder.controls.exists():
            made = context.documents.compiled(entry)
            found = controls(made.universe, context.options.tasks)
            write_lines(folder.controls, [control_dict(one) for one in found])
        texts = {one.question_id: one.text for one in asked_of(context, entry)}
        write_lines(
            folder.asked,
            [{"questionId": name, "text": text} for name, text in sorted(texts.items())],
        )


def asked_of(context: Context, entry: DocumentEntry) -> list[Question]:
    """Everything that is asked of a document. Controls are asked where somebody can abstain, and
    where nobody answers only those of somebody else's whose evidence is known."""
    folder = context.folder.document(entry)
    found = [read_question(line) for line in read_lines(folder.questions)]
    full = context.options.tier is Tier.FULL
    lang = primary(context.documents.compiled(entry).view.document.metadata.lang)
    found += [
        one.question.question(lang)
        for one in context.foreign(entry).values()
        if full or (one.scores_evidence and one.task is not None)
    ]
    if full:
        found += [
            Question(
                str(line["questionId"]),
                str(line["controlId"]),
                Phrasing.CONTROL,
                str(line["text"]),
                str(line["lang"]),
                True,
            )
            for line in read_lines(folder.controls)
        ]
    return found


def retrieve_all(context: Context) -> None:
    """What every system shows for every question."""
    for entry in context.each(Stage.RETRIEVE):
        folder = context.folder.document(entry)
        asked = [
            Asked(str(line["questionId"]), str(line["text"])) for line in read_lines(folder.asked)
        ]
        waiting: dict[str, list[Asked]] = {}
        for system in context.options.systems:
            known = retrievals(folder, system)
            waiting[system] = [
                one for one in asked if not isinstance(known.get(one.question_id), Retrieval)
            ]
        context.manifest.broken = [
            one for one in context.manifest.broken if one["document"] != entry.folder
        ]
        if any(waiting.values()):
            _retrieve(context, entry, waiting)
        # They came in the order in which they failed.
        context.manifest.broken.sort(key=lambda one: (one["document"], one["system"]))
        for system in context.systems(entry):
            found = retrievals(folder, system)
            lines = [retrieval_dict(found[one.question_id]) for one in asked]
            write_lines(folder.retrieval(system), lines)


def _retrieve(
    context: Context, entry: DocumentEntry, waiting: Mapping[str, Sequence[Asked]]
) -> None:
    folder = context.folder.document(entry)
    told = context.told(Stage.RETRIEVE)
    whole = sum(map(len, waiting.values()))
    begun = context.documents.begun(entry) or Answering(
        entry.name,
        context.documents.data(entry),
        [system for system, questions in waiting.items() if questions],
        context.options.setup,
        [str(context.folder.root.absolute())],
    )
    files: dict[str, Appender] = {}
    with begun as answering, ExitStack() as stack:
        come = answering.ask(waiting, language_of(context.documents.compiled(entry).view))
        for done, found in enumerate(come, 1):
            if isinstance(found, Broken):
                context.manifest.broken.append(
                    {"document": entry.folder, "system": found.system, "error": found.error}
                )
                continue
            if found.system not in files:
                file = Appender(folder.retrieval(found.system))
                files[found.system] = stack.enter_context(file)
            files[found.system].add(retrieval_dict(found))
            told(done, whole)


def retrievals(folder: DocumentFolder, system: str) -> dict[str, Retrieval | Lost]:
    """Question -> what was shown for it; what was shown once is not lost later."""
    found: dict[str, Retrieval | Lost] = {}
    for line in read_lines(folder.retrieval(system)):
        one = parsed(read_retrieval, line, folder.retrieval(system).name)
        if not (isinstance(one, Lost) and isinstance(found.get(one.question_id), Retrieval)):
            found[one.question_id] = one
    return found


_T = TypeVar("_T")


def parsed(read: Callable[[Line], _T], line: Line, name: str) -> _T:
    """A line of a run's file. Raises ConfigError for what is none."""
    try:
        return read(line)
    except ValueError as error:
        raise ConfigError(f"a line of {name} is none: {error}") from error
