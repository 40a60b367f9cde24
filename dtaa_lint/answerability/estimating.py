"""What a run would ask of models, before anything is sent.

Calls that can be foreseen are counted one by one, without those that the run's folder or the cache
has replies to: all calls for questions as they are first written; those that answer, once it is on
disk what was retrieved; those that judge, once the answers are. Of the others the number is known:
what the tasks and the given questions are, of the size of a full budget of evidence, or of the
whole text. What the cache has of these is not taken off, and the estimate says so. Questions that
are written again and replies that are repaired are not foreseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from dtaa_lint.answerability.answering.answerer import MAX_TOKENS, answer_call
from dtaa_lint.answerability.answering.counting import words_in
from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.answering.systems.long_context import LongContext
from dtaa_lint.answerability.answering.text import flat_text
from dtaa_lint.answerability.benchmark.controls import controls
from dtaa_lint.answerability.benchmark.families import Family, StepKind, StepVerdict, write_families
from dtaa_lint.answerability.benchmark.families import questions as passed
from dtaa_lint.answerability.benchmark.filters import difficulty_call, validity_call
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion
from dtaa_lint.answerability.benchmark.generate import PHRASINGS, Draft, generation_call
from dtaa_lint.answerability.benchmark.templates import question_id, questions
from dtaa_lint.answerability.context import Context
from dtaa_lint.answerability.filter_stage import marked, marks_of, shown_for, unmarked, whole_text
from dtaa_lint.answerability.left_out import waiting
from dtaa_lint.answerability.model import Outcome, Question, Retrieval
from dtaa_lint.answerability.models.cache import Cache, key_of, user_cache_dir
from dtaa_lint.answerability.models.estimate import Estimate, Need, estimate
from dtaa_lint.answerability.models.interface import Call, Reply, ReplyStatus, Role
from dtaa_lint.answerability.models.prices import Prices, bytes_of
from dtaa_lint.answerability.options import RULES
from dtaa_lint.answerability.package.files import read_lines
from dtaa_lint.answerability.package.folder import DocumentEntry
from dtaa_lint.answerability.package.records import read_question
from dtaa_lint.answerability.stages import briefs_of, retrievals
from dtaa_lint.answerability.verdict_stages import (
    answers,
    judge_work,
    judgments,
    lacking_calls,
    standing,
)
from dtaa_lint.errors import ConfigError
from dtaa_lint.universe.model import Gold, ValueGold

_WORD = 7
"""Bytes of a word of evidence, its space included; more in other scripts than the Latin one."""
_ITEMS = 20
"""Items that the budget is shown in."""
_QUESTION = 120
_GRADED = 2_400
"""Bytes of a call that grades an answer: instructions, question, reference, answer."""
_JUDGED = 700
"""Tokens of a judge's reply at most, on average."""


class Foresight:
    """A runner that sends nothing: the cache answers, and the rest is noted."""

    def __init__(self, cache: Cache | None) -> None:
        self._cache = cache
        self.needs: dict[str, Need] = {}
        """Key -> what the call needs that nobody has answered."""
        self.cached: set[str] = set()
        """Keys of calls that the cache answers."""

    def run(
        self,
        calls: Sequence[Call],
        progress: Callable[[int, int], None] | None = None,
        *,
        fresh: bool = False,
    ) -> list[Reply]:
        """Replies of the cache (``fresh``: without it), and errors."""
        return [self._reply(call, None if fresh else self._cache) for call in calls]

    def forget(self, calls: Iterable[Call]) -> None:
        """Nothing: an estimate changes no cache."""

    def _reply(self, call: Call, cache: Cache | None) -> Reply:
        key = key_of(call)
        reply = cache.get(key) if cache is not None else None
        if reply is not None:
            self.cached.add(key)
            return reply
        self.needs[key] = Need(call.role, call.model, 1, bytes_of(call), call.max_tokens)
        return Reply(ReplyStatus.ERROR, error="nothing is sent for an estimate")


def estimated(context: Context, environ: Mapping[str, str]) -> Estimate:
    """Calls, tokens and cost of what a run does not have yet. Raises InputError for a file of
    questions that is none."""
    models = context.options.models
    known = Foresight(_cache(context, environ))
    unforeseen = [
        need
        for entry in context.manifest.documents
        for need in _Document(context, entry, known).needs()
        if need.calls > 0
    ]
    return estimate(
        [*known.needs.values(), *unforeseen],
        Prices(models, environ),
        cached=len(known.cached),
        unforeseen=sum(need.calls for need in unforeseen),
        batched=lambda _: models.batch,
    )


def _cache(context: Context, environ: Mapping[str, str]) -> Cache | None:
    """The cache where there is one: an estimate makes none."""
    with suppress(ConfigError):
        folder = context.options.models.cache_dir or user_cache_dir(environ)
        return Cache(folder) if folder.is_dir() else None
    return None


class _Document:
    """What one document lacks. ``known`` notes the calls that can be foreseen."""

    def __init__(self, context: Context, entry: DocumentEntry, known: Foresight) -> None:
        self._context, self._entry, self._known = context, entry, known
        self._options = context.options
        self._folder = context.folder.document(entry)
        self._made = context.documents.compiled(entry)
        self._golds: dict[str, Gold] = {name: task.gold for name, task in self._made.all().items()}

    def needs(self) -> Iterator[Need]:
        """The calls of which nothing but their number is known."""
        asked: list[Question] = []
        unwritten: list[Family] = []
        open_ones = self._options.written and waiting(self._folder)
        if self._folder.questions.exists() and not open_ones:
            asked += [read_question(line) for line in read_lines(self._folder.questions)]
        elif self._options.written:
            families = self._families()
            asked += passed(families)
            unwritten = [one for one in families if one.question is None and one.failed]
            yield from self._validations(unwritten)
        else:
            asked += questions(self._made.view, self._made.all().values())[0]
        yield from self._answers(asked, unwritten)
        if self._options.filters:
            yield from self._filters()

    def _families(self) -> Sequence[Family]:
        generator, validator = self._model(Role.GENERATOR), self._model(Role.VALIDATOR)
        briefs = briefs_of(self._context, self._entry)
        return write_families(briefs, self._known, generator=generator, validator=validator)

    def _validations(self, unwritten: Sequence[Family]) -> Iterator[Need]:
        """Of questions that are not written yet: one for each task."""
        generator, validator = self._model(Role.GENERATOR), self._model(Role.VALIDATOR)
        briefs = {
            one.brief.task.task_id: one.brief
            for one in unwritten
            if one.steps[-1].kind is StepKind.GENERATION
            and one.steps[-1].verdict is StepVerdict.ERROR
        }
        for brief in briefs.values():
            call = generation_call([Draft(brief, one) for one in PHRASINGS], generator, 0)
            size = bytes_of(call) + len(PHRASINGS) * _QUESTION
            yield Need(Role.VALIDATOR, validator, 1, size, call.max_tokens)

    def _answers(self, asked: Sequence[Question], unwritten: Sequence[Family]) -> Iterator[Need]:
        """Answers, their verdicts, and the grades of those to given questions."""
        given = self._context.foreign(self._entry).values()
        texts = {one.question_id: one.text for one in asked}
        # Values are mostly judged without a model; each answer to a given question is graded.
        judged = {one.question_id for one in asked if self._judged(self._golds.get(one.task_id))}
        for theirs in given:
            name = question_id(theirs.question.text)
            texts[name] = theirs.question.text
            if self._judged(theirs.question.gold):
                judged.add(name)
        graded = {question_id(theirs.question.text) for theirs in given}
        for control in controls(self._made.universe, self._options.tasks):
            texts[question_id(control.text)] = control.text
        more = sum(self._judged(one.brief.task.gold) for one in unwritten)
        judge, answerer = self._options.judge, self._model(Role.ANSWERER)
        repeats = self._options.repeats
        size = _size(self._options.budget, answerer)
        for system in self._context.systems(self._entry):
            lacking, unseen = self._lacking(system, texts)
            shown = _size(self._budget(system), answerer)
            number = len(unseen) + len(unwritten)
            yield Need(Role.ANSWERER, answerer, number, shown, MAX_TOKENS)
            if judge != RULES:
                number = (len(judged & lacking) + more) * repeats
                yield Need(Role.JUDGE, judge, number, size, _JUDGED)
                yield Need(Role.JUDGE, judge, len(graded & lacking) * repeats, _GRADED, _JUDGED)
        if judge != RULES and any(answers(self._folder, name) for name in self._options.systems):
            known = judgments(self._folder)
            for key, call in lacking_calls(judge_work(self._context, self._entry), known).items():
                # What is of no use is asked for anew, whatever the cache has.
                self._known.run([call], fresh=key in known)

    def _lacking(self, system: str, texts: Mapping[str, str]) -> tuple[set[str], set[str]]:
        """Questions without an answer, and those of them for which nothing was retrieved yet; the
        calls for the others are noted."""
        said = answers(self._folder, system)
        shown = retrievals(self._folder, system)
        model, temperature = self._model(Role.ANSWERER), self._options.models.temperature
        known = standing({name: one for name, one in said.items() if name in texts})
        lacking = texts.keys() - known.keys()
        unseen = set()
        for name in sorted(lacking):
            found = shown.get(name)
            if isinstance(found, Retrieval):
                call = answer_call(texts[name], found.shown, model, temperature)
                before = said.get(name)
                again = before is not None and before.outcome is Outcome.INVALID
                self._known.run([call], fresh=again)
            else:
                unseen.add(name)
        return lacking, unseen

    def _filters(self) -> Iterator[Need]:
        """Marks of given questions."""
        left = unmarked(self._context, self._entry, marks_of(self._folder))
        if not left:
            return
        text = whole_text(self._made)
        passages = shown_for(self._context, self._entry, left)
        marked([(one, text) for one in left], passages, self._options, self._known)
        for one in left:
            if one.sources and one.foreign_id not in passages:
                yield self._external(one)
            call = difficulty_call(one, text, self._model(Role.ANSWERER))
            if key_of(call) in self._known.needs:
                yield Need(Role.JUDGE, self._options.judge, 1, _GRADED, _JUDGED)

    def _external(self, question: ForeignQuestion) -> Need:
        """The check beside passages that are not retrieved yet."""
        model = self._model(Role.VALIDATOR)
        call = validity_call(question, [one.text for one in question.sources], (), model)
        size = bytes_of(call) + self._options.budget * _WORD
        return Need(Role.VALIDATOR, model, 1, size, call.max_tokens)

    def _judged(self, gold: Gold | None) -> bool:
        return not isinstance(gold, ValueGold)

    def _model(self, role: Role) -> str:
        name = self._options.models.model(role)
        assert name is not None, "options are checked"
        return name

    def _budget(self, system: str) -> int:
        """Words that a system shows at most: the whole text for ``long-context``."""
        if system != LongContext.name:
            return self._options.budget
        return min(self._options.window, sum(map(words_in, flat_text(self._made.data).pages)))


def _size(budget: int, model: str) -> int:
    """Bytes of a call with so many words of evidence."""
    evidence = " ".join(["a" * (_WORD - 1)] * max(1, budget // _ITEMS))
    shown = [Item(f"item-{number}", evidence) for number in range(_ITEMS)]
    return bytes_of(answer_call("a" * _QUESTION, shown, model))
