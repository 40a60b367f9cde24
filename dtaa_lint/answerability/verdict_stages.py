"""The stages behind retrieval: answering, judging, scoring. Only the first two ask models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dtaa_lint.answerability.answering.answerer import answer_call, read_answer_reply
from dtaa_lint.answerability.answering.trace import Lost, answer_dict, read_answer
from dtaa_lint.answerability.context import Context
from dtaa_lint.answerability.model import Answer, Failure, Outcome, Question, Retrieval, Score
from dtaa_lint.answerability.models.cache import key_of
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.options import RULES, Tier
from dtaa_lint.answerability.package.files import read_lines, write_lines
from dtaa_lint.answerability.package.folder import DocumentEntry, DocumentFolder, Stage
from dtaa_lint.answerability.package.records import judgment_dict, read_judgment, score_dict
from dtaa_lint.answerability.scoring.answers import (
    Judging,
    control_score,
    judging,
    score,
    unusable,
    verdicts,
)
from dtaa_lint.answerability.scoring.case import Case
from dtaa_lint.answerability.scoring.failures import NO_RETRIEVAL
from dtaa_lint.answerability.scoring.grades import Graded, graded_dict
from dtaa_lint.answerability.scoring.retrieval import retrieval_score
from dtaa_lint.answerability.scoring.rubric import (
    UNGRADED,
    RubricCase,
    rubric_calls,
    rubric_grades,
    ungraded,
)
from dtaa_lint.answerability.stages import asked_of, parsed, retrievals
from dtaa_lint.universe.model import Task

_NOT_JUDGED = Reply(ReplyStatus.ERROR, error="the judge was not asked")


def answer_all(context: Context) -> None:
    """An answer to every question from what every system shows; the calls of all documents and
    systems at once. Made of the question's text and the shown items alone."""
    if context.options.tier is Tier.RETRIEVAL:
        return
    model = context.options.models.model(Role.ANSWERER)
    assert context.runner is not None and model is not None
    calls: list[Call] = []
    places: list[tuple[DocumentEntry, Retrieval]] = []
    useless: list[Call] = []
    for entry in context.each(Stage.ANSWER):
        folder = context.folder.document(entry)
        texts = {str(line["questionId"]): str(line["text"]) for line in read_lines(folder.asked)}
        for system in context.systems(entry):
            before = asked_answers(folder, system)
            known = standing(before)
            for name, found in sorted(retrievals(folder, system).items()):
                if isinstance(found, Lost) or name not in texts or name in known:
                    continue
                temperature = context.options.models.temperature
                calls.append(answer_call(texts[name], found.shown, model, temperature))
                places.append((entry, found))
                if name in before and before[name].outcome is Outcome.INVALID:
                    useless.append(calls[-1])
    context.runner.forget(useless)
    replies = context.runner.run(calls, context.told(Stage.ANSWER))
    made: dict[tuple[str, str], dict[str, Answer]] = {}
    for (entry, found), reply in zip(places, replies, strict=True):
        answer = read_answer_reply(reply, found.question_id, found.system, found.shown)
        made.setdefault((entry.folder, found.system), {})[found.question_id] = answer
    for entry in context.manifest.documents:
        folder = context.folder.document(entry)
        for system in context.systems(entry):
            whole = {**answers(folder, system), **made.get((entry.folder, system), {})}
            lines = [answer_dict(whole[name]) for name in sorted(whole)]
            write_lines(folder.answers(system), lines)


def stands(answer: Answer | None) -> bool:
    """Whether an answer is there; what a provider did not give is asked for again."""
    return answer is not None and answer.outcome is not Outcome.ERROR


def standing(known: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers of a system about a document that are not asked for again: all that came, where
    any of them can be used."""
    if none_usable(known):
        return {}
    return {name: answer for name, answer in known.items() if stands(answer)}


def none_usable(known: Mapping[str, Answer]) -> bool:
    """Whether replies came from the answerer, and none of them in the form that was asked for."""
    outcomes = {answer.outcome for answer in known.values()}
    return Outcome.INVALID in outcomes and outcomes <= {Outcome.INVALID, Outcome.ERROR}


def answers(folder: DocumentFolder, system: str) -> dict[str, Answer]:
    """Question -> answer."""
    path = folder.answers(system)
    found = [parsed(read_answer, line, path.name) for line in read_lines(path)]
    return {one.question_id: one for one in found}


def asked_answers(folder: DocumentFolder, system: str) -> dict[str, Answer]:
    """The same of the questions that are asked now."""
    asked = {str(line["questionId"]) for line in read_lines(folder.asked)}
    return {name: one for name, one in answers(folder, system).items() if name in asked}


def unanswered_stage(folders: Iterable[DocumentFolder], systems: Sequence[str]) -> Stage | None:
    """The first stage in which a provider or a system did not give a reply; None where each was
    given."""
    found = list(folders)
    for folder in found:
        for system in systems:
            if any(isinstance(one, Lost) for one in retrievals(folder, system).values()):
                return Stage.RETRIEVE
    for folder in found:
        for system in systems:
            known = asked_answers(folder, system)
            if len(standing(known)) < len(known):
                return Stage.ANSWER
    for folder in found:
        lost = any(one.status is ReplyStatus.ERROR for one in judgments(folder).values())
        if lost or _unjudged(folder, systems):
            return Stage.JUDGE
    return None


def _unjudged(folder: DocumentFolder, systems: Sequence[str]) -> bool:
    """Whether the judge's replies did not do for a verdict or a grade."""
    scores = (line for system in systems for line in read_lines(folder.scores(system)))
    if any(line["outcome"] == Outcome.UNJUDGED for line in scores):
        return True
    return any(line["outcome"] in UNGRADED for line in read_lines(folder.rubric))


def judge_all(context: Context) -> None:
    """What the judge says of every answer that words and numbers do not decide; the calls of all
    documents and systems at once."""
    if context.options.tier is Tier.RETRIEVAL:
        return
    assert context.runner is not None
    stages: list[tuple[DocumentEntry, Sequence[Call]]] = []
    calls: dict[str, Call] = {}
    known: dict[str, Reply] = {}
    for entry in context.each(Stage.JUDGE):
        own = judgments(context.folder.document(entry))
        known |= own
        work = judge_work(context, entry)
        stages.append((entry, work.calls))
        lacking = lacking_calls(work, own)
        context.runner.forget([call for key, call in lacking.items() if key in own])
        calls |= lacking
    replies = context.runner.run(list(calls.values()), context.told(Stage.JUDGE))
    known |= dict(zip(calls, replies, strict=True))
    for entry, made in stages:
        keys = sorted({key_of(call) for call in made})
        write_lines(
            context.folder.document(entry).judgments,
            [judgment_dict(key, known[key]) for key in keys],
        )


@dataclass(frozen=True, slots=True)
class Work:
    """What the judge is asked of the answers that a document has."""

    stage: Judging
    graded: tuple[RubricCase, ...]
    grading: tuple[Call, ...]

    @property
    def calls(self) -> tuple[Call, ...]:
        return (*self.stage.calls, *self.grading)


def judge_work(context: Context, entry: DocumentEntry) -> Work:
    """What the judge is asked of a document."""
    stage = judging(list(cases(context, entry)), context.options.judge, context.options.repeats)
    graded = tuple([case for _, case in rubric_cases(context, entry)])
    return Work(stage, graded, tuple(_rubric_calls(context, graded)))


def lacking_calls(work: Work, known: Mapping[str, Reply]) -> dict[str, Call]:
    """Key -> call of those that nobody answered, or not in a way that can be used. ``known``: the
    replies that there are."""
    given = [known.get(key_of(call), _NOT_JUDGED) for call in work.calls]
    number = len(work.stage.calls)
    again = unusable(work.stage, given[:number])
    if work.grading:
        repeats = work.stage.repeats
        again += ungraded(work.graded, work.grading, given[number:], repeats)
    pairs = zip(work.calls, given, strict=True)
    again += [call for call, reply in pairs if reply.status is ReplyStatus.ERROR]
    keys = set(map(key_of, again))
    return {key_of(call): call for call in work.calls if key_of(call) in keys}


def rubric_cases(
    context: Context, entry: DocumentEntry
) -> Iterator[tuple[tuple[str, str, str], RubricCase]]:
    """Task, question and system of every answer to somebody else's question, with what it is
    graded by."""
    given = context.foreign(entry)
    folder = context.folder.document(entry)
    for system in context.systems(entry) if given else ():
        said = answers(folder, system)
        for name, one in given.items():
            asked = one.question.question("")
            answer = said.get(asked.question_id)
            if answer is not None:
                reference = one.question.answer if one.question.gold is not None else ""
                place = (name, asked.question_id, system)
                yield place, RubricCase(asked.text, reference, answer)


def _rubric_calls(context: Context, graded: Sequence[RubricCase]) -> list[Call]:
    """Rules have no grades."""
    judge, repeats = context.options.judge, context.options.repeats
    return [] if judge == RULES else rubric_calls(graded, judge, repeats)


def _grade(context: Context, entry: DocumentEntry) -> None:
    """Writes the grades of the answers to somebody else's questions."""
    found = list(rubric_cases(context, entry))
    if not found or context.options.judge == RULES:
        return
    graded = [case for _, case in found]
    folder = context.folder.document(entry)
    known = judgments(folder)
    replies = [known.get(key_of(call), _NOT_JUDGED) for call in _rubric_calls(context, graded)]
    grades = rubric_grades(graded, replies, context.options.repeats)
    made = [
        Graded(entry.folder, *place, grade) for (place, _), grade in zip(found, grades, strict=True)
    ]
    write_lines(folder.rubric, map(graded_dict, made))


def judgments(folder: DocumentFolder) -> dict[str, Reply]:
    """Key of a call to the judge -> its reply."""
    return dict(map(read_judgment, read_lines(folder.judgments)))


def tasks_of(context: Context, entry: DocumentEntry) -> dict[str, Task]:
    """What is scored in a document: its tasks, and somebody else's questions as such."""
    given = {name: one.task for name, one in context.foreign(entry).items() if one.task is not None}
    return {**context.documents.compiled(entry).all(), **given}


def cases(context: Context, entry: DocumentEntry) -> Iterator[Case]:
    """Every answer to a question about a task of a document, with what it is scored by."""
    folder = context.folder.document(entry)
    tasks = tasks_of(context, entry)
    _, contexts = context.documents.scoring(entry)
    asked = [one for one in asked_of(context, entry) if one.task_id in tasks]
    around = {name: contexts.context(tasks[name]) for name in {one.task_id for one in asked}}
    for system in context.systems(entry):
        shown, said = retrievals(folder, system), answers(folder, system)
        for question in asked:
            found, answer = shown.get(question.question_id), said.get(question.question_id)
            if isinstance(found, Retrieval) and answer is not None:
                task = tasks[question.task_id]
                yield Case(task, question, answer, found.shown, around[question.task_id])


def score_all(context: Context) -> None:
    """The score of every run. Asks nobody."""
    for entry in context.each(Stage.SCORE):
        made: dict[str, list[Score]] = {system: [] for system in context.systems(entry)}
        for one in _scores(context, entry):
            made[one.system].append(one)
        folder = context.folder.document(entry)
        for system, found in made.items():
            found.sort(key=lambda one: (one.task_id, one.phrasing, one.question_id))
            write_lines(folder.scores(system), [score_dict(one) for one in found])
        if context.options.tier is Tier.FULL:
            _grade(context, entry)


def _scores(context: Context, entry: DocumentEntry) -> Iterator[Score]:
    folder = context.folder.document(entry)
    tasks = tasks_of(context, entry)
    foreign = context.foreign(entry)
    asked = asked_of(context, entry)
    full = context.options.tier is Tier.FULL
    judge, _ = context.documents.scoring(entry)
    if full:
        stage = judging(list(cases(context, entry)), context.options.judge, context.options.repeats)
        known = judgments(folder)
        replies = [known.get(key_of(call), _NOT_JUDGED) for call in stage.calls]
        for case, verdict in zip(stage.cases, verdicts(stage, replies), strict=True):
            found_score = score(case, verdict, judge)
            given = foreign.get(case.task.task_id)
            if given is not None and not given.scores_evidence:
                found_score = _without_evidence(found_score)
            yield found_score
    for system in context.systems(entry):
        shown = retrievals(folder, system)
        said = answers(folder, system) if full else {}
        for question in asked:
            found = shown.get(question.question_id)
            task = tasks.get(question.task_id)
            if isinstance(found, Lost) or found is None:
                reason = "nothing was asked" if found is None else found.error
                yield _lost(question, task, system, reason)
            elif not full and task is not None:
                yield retrieval_score(judge, task, question, found)
            elif full and task is None and question.question_id in said:
                yield control_score(question, said[question.question_id])


def _without_evidence(found: Score) -> Score:
    """A score of which nobody knows the evidence: its answer's alone."""
    failure = None if found.failure is Failure.P else found.failure
    return replace(found, provenance=None, failure=failure)


def _lost(question: Question, task: Task | None, system: str, reason: str) -> Score:
    """The score of a question for which a system gave nothing: no verdict of its evidence."""
    slots = tuple(range(len(task.slots))) if task is not None else ()
    relations = tuple(range(len(task.relations))) if task is not None else ()
    return Score(
        question.task_id,
        question.question_id,
        question.phrasing,
        system,
        Outcome.ERROR,
        0.0,
        0.0,
        slots,
        relations,
        detail={NO_RETRIEVAL: reason},
    )
