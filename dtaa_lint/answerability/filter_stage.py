"""The stage that marks somebody else's questions by pdfQA's filters. None is dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtaa_lint.answerability.answering.text import flat_text
from dtaa_lint.answerability.benchmark.filters import (
    Check,
    Mark,
    MarkVerdict,
    Progress,
    difficulty,
    mark_dict,
    quality,
    read_mark,
)
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion
from dtaa_lint.answerability.benchmark.templates import question_id
from dtaa_lint.answerability.context import Context
from dtaa_lint.answerability.documents import Compiled
from dtaa_lint.answerability.model import Retrieval
from dtaa_lint.answerability.models.interface import Role, Runner
from dtaa_lint.answerability.options import RunOptions
from dtaa_lint.answerability.package.files import read_lines, write_lines
from dtaa_lint.answerability.package.folder import DocumentEntry, DocumentFolder, Stage
from dtaa_lint.answerability.stages import parsed, retrievals

Marks = dict[str, list[Mark]]
"""Question -> its marks."""


def filter_all(context: Context) -> None:
    """The marks of every question, those of all documents at once. Questions with all of their
    marks are not asked about again."""
    if not context.options.filters:
        return
    assert context.runner is not None
    known: dict[str, Marks] = {}
    waiting: list[tuple[ForeignQuestion, str]] = []
    passages: dict[str, Sequence[str]] = {}
    for entry in context.each(Stage.FILTER):
        marks = known[entry.folder] = marks_of(context.folder.document(entry))
        left = unmarked(context, entry, marks)
        if not left:
            continue
        text = whole_text(context.documents.compiled(entry))
        waiting += [(question, text) for question in left]
        passages |= shown_for(context, entry, left)
    made: Marks = {}
    for mark in marked(
        waiting, passages, context.options, context.runner, context.told(Stage.FILTER)
    ):
        made.setdefault(mark.foreign_id, []).append(mark)
    for entry in context.manifest.documents:
        whole = {**known[entry.folder], **made}
        lines = [mark_dict(mark) for name in context.foreign(entry) for mark in whole[name]]
        write_lines(context.folder.document(entry).filters, lines)


def marked(
    waiting: Sequence[tuple[ForeignQuestion, str]],
    passages: Mapping[str, Sequence[str]],
    options: RunOptions,
    runner: Runner,
    progress: Progress | None = None,
) -> list[Mark]:
    """All marks of questions, each with its document's text and with what was shown for it."""
    validator = options.models.model(Role.VALIDATOR)
    answerer = options.models.model(Role.ANSWERER)
    assert validator is not None and answerer is not None
    questions = [question for question, _ in waiting]
    found = quality(
        questions, runner, validator, lambda one: passages.get(one.foreign_id, ()), progress
    )
    return [
        *found,
        *difficulty(
            waiting, runner, model=answerer, judge=options.judge, most_words=options.window,
            progress=progress,
        ),
    ]  # fmt: skip


def whole_text(made: Compiled) -> str:
    """What a model reads that has the whole document before it."""
    return "\n".join(flat_text(made.data).pages)


def unmarked(context: Context, entry: DocumentEntry, known: Marks) -> list[ForeignQuestion]:
    """The questions about a document that lack a mark."""
    return [
        one.question
        for name, one in context.foreign(entry).items()
        if not complete(known.get(name, ()))
    ]


def complete(marks: Sequence[Mark]) -> bool:
    """Whether a question has every mark, each of them decided."""
    decided = {mark.check for mark in marks if mark.verdict is not MarkVerdict.UNKNOWN}
    return decided == set(Check)


def marks_of(folder: DocumentFolder) -> Marks:
    """The marks on disk."""
    found: Marks = {}
    for line in read_lines(folder.filters):
        mark = parsed(read_mark, line, folder.filters.name)
        found.setdefault(mark.foreign_id, []).append(mark)
    return found


def shown_for(
    context: Context, entry: DocumentEntry, questions: Sequence[ForeignQuestion]
) -> dict[str, Sequence[str]]:
    """Question -> what the run's first system showed for it, best first; nothing is searched for
    again."""
    broken = context.broken(entry)
    systems = [name for name in context.manifest.options["systems"] if name not in broken]
    if not systems:
        return {}
    shown = retrievals(context.folder.document(entry), systems[0])
    made: dict[str, Sequence[str]] = {}
    for question in questions:
        found = shown.get(question_id(question.text))
        if isinstance(found, Retrieval):
            made[question.foreign_id] = [item.text for item in found.shown]
    return made
