"""What a run would ask of models, before anything is sent.

The questions are not written yet, and nothing is retrieved: the number of calls is what the tasks
and the given questions are, their size that of a full budget of evidence, or of the whole text.
Questions that are written again and replies that are repaired are not foreseen; what the cache
knows is not taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from dtaa_lint.answerability.answering.answerer import MAX_TOKENS, answer_call
from dtaa_lint.answerability.answering.interface import Item
from dtaa_lint.answerability.answering.systems.long_context import WINDOW, LongContext
from dtaa_lint.answerability.answering.text import flat_text
from dtaa_lint.answerability.benchmark.briefs import Briefs
from dtaa_lint.answerability.benchmark.controls import controls
from dtaa_lint.answerability.benchmark.foreign import ForeignQuestion, assign
from dtaa_lint.answerability.benchmark.foreign_files import read_questions
from dtaa_lint.answerability.benchmark.generate import PHRASINGS, Draft, generation_call
from dtaa_lint.answerability.benchmark.templates import questions
from dtaa_lint.answerability.documents import Compiled
from dtaa_lint.answerability.models.estimate import Estimate, Need, estimate
from dtaa_lint.answerability.models.interface import Role
from dtaa_lint.answerability.models.prices import Prices, bytes_of
from dtaa_lint.answerability.options import RULES, RunOptions
from dtaa_lint.universe.model import ValueGold

_WORD = 7
"""Bytes of a word of evidence, its space included; more in other scripts than the Latin one."""
_ITEMS = 20
"""Items that the budget is shown in."""
_QUESTION = 120
_GRADED = 2_400
"""Bytes of a call that grades an answer: instructions, question, reference, answer."""
_JUDGED = 700
"""Tokens of a judge's reply at most, on average."""


def estimated(
    options: RunOptions, documents: Sequence[Compiled], environ: Mapping[str, str]
) -> Estimate:
    """Calls, tokens and cost of a run over these documents. Raises InputError for a file of
    questions that is none."""
    names = [_stem(made) for made in documents]
    given: Mapping[str, Sequence[ForeignQuestion]] = {}
    if options.questions is not None:
        given = assign(read_questions(str(options.questions)), names).by_document
    needs = [
        need
        for name, made in zip(names, documents, strict=True)
        for need in _needs(options, made, given.get(name, ()))
    ]
    return estimate(needs, Prices(options.models, environ), batched=lambda _: options.models.batch)


def _stem(made: Compiled) -> str:
    return PurePosixPath(made.view.document.path.replace("\\", "/")).stem


def _needs(options: RunOptions, made: Compiled, given: Sequence[ForeignQuestion]) -> Iterator[Need]:
    tasks = list(made.all().values())
    asked = len(tasks) * len(PHRASINGS)
    words = sum(isinstance(task.gold, ValueGold) for task in tasks) * len(PHRASINGS)
    generator = options.models.model(Role.GENERATOR)
    validator = options.models.model(Role.VALIDATOR)
    if generator is not None and validator is not None:
        maker = Briefs(made.view)
        for task in tasks:
            brief = maker.of(task)
            call = generation_call([Draft(brief, one) for one in PHRASINGS], generator, 0)
            size = bytes_of(call)
            yield Need(Role.GENERATOR, generator, 1, size, call.max_tokens)
            more = len(PHRASINGS) * _QUESTION
            yield Need(Role.VALIDATOR, validator, 1, size + more, call.max_tokens)
    else:
        found, _ = questions(made.view, tasks)
        golds = {task.task_id: task.gold for task in tasks}
        asked = len(found)
        words = sum(isinstance(golds[one.task_id], ValueGold) for one in found)
    answerer = options.models.model(Role.ANSWERER)
    if answerer is None:
        return
    asked += len(given)
    words += sum(isinstance(one.gold, ValueGold) for one in given)
    number = asked + len(controls(made.universe, options.tasks))
    for system in options.systems:
        size = _size(_budget(options, made, system), answerer)
        yield Need(Role.ANSWERER, answerer, number, size, MAX_TOKENS)
    judge = options.judge
    if judge != RULES:
        # Values are mostly judged without a model; each answer to a given question is graded.
        size = _size(options.budget, answerer)
        number = (asked - words) * len(options.systems) * options.repeats
        yield Need(Role.JUDGE, judge, number, size, _JUDGED)
        number = len(given) * len(options.systems) * options.repeats
        yield Need(Role.JUDGE, judge, number, _GRADED, _JUDGED)


def _budget(options: RunOptions, made: Compiled, system: str) -> int:
    """Words that a system shows at most: the whole text for ``long-context``."""
    if system != LongContext.name:
        return options.budget
    return min(WINDOW, sum(len(text.split()) for text in flat_text(made.data).pages))


def _size(budget: int, model: str) -> int:
    """Bytes of a call with so many words of evidence."""
    evidence = " ".join(["a" * (_WORD - 1)] * max(1, budget // _ITEMS))
    shown = [Item(f"item-{number}", evidence) for number in range(_ITEMS)]
    return bytes_of(answer_call("a" * _QUESTION, shown, model))
